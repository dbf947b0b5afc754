/** The fields of an entry that change when a tile on the felt was misread. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { corrected, type LyingTile } from "../src/judge/journal/tile.js";

const tile = (zone: LyingTile["zone"], face: string, more: Partial<LyingTile> = {}): LyingTile => ({
  zone,
  face,
  seat: 0,
  place: 0,
  turned: false,
  ...more,
});

test("a discard and an indicator have one tile", () => {
  assert.deepEqual(corrected({ tile: "5p" }, tile("pond", "5p"), "6p"), { tile: "6p" });
  assert.deepEqual(corrected({ tile: "5p" }, tile("indicator", "5p"), "6p"), { tile: "6p" });
});

test("of a chi only the tapped tile changes, and the claimed tile with it", () => {
  const chi = { kind: "chi", tiles: ["3s", "4s", "5s"], claimed: "4s", added: null };
  assert.deepEqual(corrected(chi, tile("meld", "5s"), "2s"), { tiles: ["3s", "4s", "2s"] });
  assert.deepEqual(corrected(chi, tile("meld", "4s", { turned: true }), "0s"), { tiles: ["3s", "0s", "5s"], claimed: "0s" });
});

test("the tiles of a pon or kan change together, but a red five is one of them", () => {
  const pon = { kind: "pon", tiles: ["5p", "5p", "0p"], claimed: "5p", added: null };
  assert.deepEqual(corrected(pon, tile("meld", "5p"), "6p"), { tiles: ["6p", "6p", "6p"], claimed: "6p" });
  assert.deepEqual(corrected(pon, tile("meld", "0p"), "5p"), { tiles: ["5p", "5p", "5p"] });
  assert.deepEqual(corrected(pon, tile("meld", "5p", { turned: true }), "0s"), { tiles: ["0s", "5s", "5s"], claimed: "0s" });
  const kan = { kind: "kakan", tiles: ["1z", "1z", "1z", "1z"], claimed: "1z", added: "1z" };
  assert.deepEqual(corrected(kan, tile("meld", "1z"), "2z"), { tiles: ["2z", "2z", "2z", "2z"], claimed: "2z", added: "2z" });
});

test("of an opened hand one tile changes, of the ura dora indicators the tapped one", () => {
  const hand = { tiles: ["1m", "1m", "2m"], winning: "3m" };
  assert.deepEqual(corrected(hand, tile("opened", "1m"), "2m"), { tiles: ["2m", "1m", "2m"] });
  assert.equal(corrected(hand, tile("opened", "9m"), "2m"), null);
  assert.deepEqual(corrected({ tiles: ["1z", "1z"] }, tile("ura", "1z", { place: 1 }), "2z"), { tiles: ["1z", "2z"] });
});
