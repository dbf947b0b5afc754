/** Where tiles lie: rows of six, the claimed tile towards its player, nothing on top of anything. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  FELT,
  meldPlaces,
  type Placed,
  pondPlaces,
  position,
  seatRow,
  TILE_HEIGHT,
  TILE_WIDTH,
  turned,
} from "../src/felt/layout.js";
import type { Meld } from "../src/table/protocol.js";

const upright = (count: number): { sideways: boolean }[] => Array.from({ length: count }, () => ({ sideways: false }));

function overlap(a: Placed, b: Placed): boolean {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > 0.001 && high > 0.001;
}

function assertApart(places: Placed[]): void {
  places.forEach((a, i) => {
    places.slice(i + 1).forEach((b, j) => assert.ok(!overlap(a, b), `${i} lies on ${i + 1 + j}`));
  });
}

function meld(kind: Meld["kind"], tiles: string[], claimed: string | null, from: number | null, added: string | null = null): Meld {
  return { kind, tiles, claimed, from, added };
}

test("a pond has rows of six, the second nearer to the player", () => {
  const places = pondPlaces(upright(13));
  const rows = [...new Set(places.map((place) => place.y))];
  assert.deepEqual(
    rows.map((y) => places.filter((place) => place.y === y).length),
    [6, 6, 1],
  );
  assert.deepEqual(
    rows.map((y) => y - (rows[0] ?? 0)),
    [0, TILE_HEIGHT, 2 * TILE_HEIGHT],
  );
  assert.equal(places[6]?.x, places[0]?.x);
});

test("the riichi tile lies sideways on the same bottom edge and moves what follows it", () => {
  const tiles = upright(5);
  tiles[2] = { sideways: true };
  const places = pondPlaces(tiles);
  const [, second, riichi, fourth] = places as [Placed, Placed, Placed, Placed];
  assert.equal(riichi.width, TILE_HEIGHT);
  assert.equal(riichi.height, TILE_WIDTH);
  assert.equal(riichi.y + riichi.height, second.y + second.height);
  assert.equal(fourth.x, riichi.x + TILE_HEIGHT);
});

test("a pond of any length stays in four rows and apart", () => {
  const tiles = upright(30);
  tiles[7] = { sideways: true };
  const places = pondPlaces(tiles);
  assertApart(places);
  assert.equal(new Set(places.map((place) => place.y + place.height)).size, 4);
});

test("the claimed tile points to the player it came from", () => {
  const at = (from: number): number =>
    meldPlaces(meld("pon", ["5p", "5p", "0p"], "5p", from), 1).findIndex((tile) => tile.sideways);
  assert.equal(at(0), 0, "from the player before: left");
  assert.equal(at(3), 1, "from across: middle");
  assert.equal(at(2), 2, "from the player after: right");
});

test("an open kan from the player after has its claimed tile at the right end", () => {
  const places = meldPlaces(meld("daiminkan", ["1z", "1z", "1z", "1z"], "1z", 1), 0);
  assert.deepEqual(
    places.map((tile) => tile.sideways),
    [false, false, false, true],
  );
  assertApart(places);
});

test("a chi shows the claimed tile and the two others in order, the red five where it belongs", () => {
  const places = meldPlaces(meld("chi", ["3s", "4s", "0s"], "4s", 0), 1);
  assert.deepEqual(
    places.map((tile) => tile.tile),
    ["4s", "3s", "0s"],
  );
});

test("the added tile of a kakan lies on top of the claimed one", () => {
  const places = meldPlaces(meld("kakan", ["5m", "5m", "5m", "0m"], "5m", 2, "0m"), 0);
  const [claimed, added] = places.filter((tile) => tile.sideways);
  assert.ok(claimed !== undefined && added !== undefined);
  assert.equal(places.length, 4);
  assert.equal(added.x, claimed.x);
  assert.equal(added.y + added.height, claimed.y);
  assertApart(places);
});

test("an ankan has its outer tiles face down and shows its red five", () => {
  const places = meldPlaces(meld("ankan", ["5p", "5p", "0p", "5p"], null, null), 2);
  assert.deepEqual(
    places.map((tile) => (tile.faceDown ? "back" : tile.tile)),
    ["back", "0p", "5p", "back"],
  );
});

test("four kans and an opened pair fit into the row, apart", () => {
  const kan = meld("daiminkan", ["9m", "9m", "9m", "9m"], "9m", 3);
  const row = seatRow(0, 2, ["1p", "1p"], [kan, kan, kan, kan]);
  const all = [...row.hand, ...row.melds.flat()];
  assert.equal(all.length, 18);
  assertApart(all);
  for (const place of all) {
    assert.ok(place.x >= 0 && place.x + place.width <= FELT && place.y + place.height <= FELT);
  }
});

test("the oldest meld lies in the corner", () => {
  const row = seatRow(0, 7, null, [
    meld("pon", ["1z", "1z", "1z"], "1z", 1),
    meld("pon", ["2z", "2z", "2z"], "2z", 1),
  ]);
  const [oldest, newest] = row.melds.map((tiles) => Math.max(...tiles.map((tile) => tile.x + tile.width)));
  assert.ok(oldest !== undefined && newest !== undefined && oldest > newest);
});

test("a drawn tile stands apart from the hand", () => {
  const gapAfter = (count: number): number => {
    const { hand } = seatRow(0, count, null, []);
    const [before, last] = hand.slice(-2);
    assert.ok(before !== undefined && last !== undefined);
    return last.x - before.x - before.width;
  };
  assert.ok(gapAfter(14) > 4);
  assert.ok(gapAfter(11) > 4);
  assert.ok(Math.abs(gapAfter(13)) < 0.001);
});

test("chairs go counter-clockwise from the bottom, also in a turned view", () => {
  assert.deepEqual([0, 1, 2, 3].map((chair) => position(chair, 0)), [0, 1, 2, 3]);
  assert.deepEqual([0, 1, 2, 3].map((chair) => position(chair, 3)), [1, 2, 3, 0]);
  assert.deepEqual([0, 1, 2, 3].map((at) => turned(500, 900, at)), [
    [500, 900],
    [900, 500],
    [500, 100],
    [100, 500],
  ]);
});
