/** The readings that come with a clip, and the address of its film. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { pageOf } from "../src/judge/sheets/film.js";
import { pictures } from "../src/judge/sheets/films/avi.js";
import { lastTold, readingsOf } from "../src/judge/sheets/films/readings.js";
import { Unreadable } from "../src/declared/checked.js";

const TILE = { tile: "5p", confidence_pm: 990, corners: [[0, 0], [9, 0], [9, 9], [0, 9]] };
const TOLD = {
  width: 640,
  height: 480,
  shown: [0, 0],
  frames: [{ readings: { "pond/0": [TILE] }, lost: { "pond/1": "covered", "pond/2": null } }],
  zones: { "pond/0": [[0, 0], [9, 0], [9, 9]] },
};

test("a picture has its own time, and a frame without bytes is none", async () => {
  const bytes = new DataView(new ArrayBuffer(12 + 8 + 20 + 8 + 4 + 8 + 3 * 16));
  const put = (at: number, name: string): void => [...name].forEach((letter, place) => bytes.setUint8(at + place, letter.charCodeAt(0)));
  put(0, "RIFF");
  put(12, "LIST");
  bytes.setUint32(16, 20, true);
  put(20, "hdrl");
  bytes.setUint32(32, 33_000, true);
  put(40, "LIST");
  bytes.setUint32(44, 4, true);
  put(48, "movi");
  put(52, "idx1");
  bytes.setUint32(56, 48, true);
  for (const [place, size] of [5, 0, 7].entries()) {
    bytes.setUint32(60 + place * 16 + 8, 4 + place, true);
    bytes.setUint32(60 + place * 16 + 12, size, true);
  }
  const read = (from: number, length: number): Promise<DataView> => Promise.resolve(new DataView(bytes.buffer, from, length));
  assert.deepEqual(await pictures(read, bytes.byteLength), [
    { from: 60, bytes: 5, atMs: 0 },
    { from: 62, bytes: 7, atMs: 66 },
  ]);
});

test("boxes are drawn anew only where something was read", () => {
  const told = readingsOf({ ...TOLD, shown: [0, 1, 2], frames: [{ readings: {}, lost: {} }, ...TOLD.frames, { readings: {}, lost: {} }] });
  assert.deepEqual([0, 1, 2].map((place) => lastTold(told, place)), [0, 1, 1]);
});

test("readings are checked before they are drawn", () => {
  assert.equal(readingsOf(TOLD), TOLD);
  const wrong = [
    null,
    [],
    { ...TOLD, width: "640" },
    { ...TOLD, shown: ["0"] },
    { ...TOLD, frames: {} },
    { ...TOLD, frames: [{ readings: { "pond/0": [{ ...TILE, corners: [[0]] }] }, lost: {} }] },
    { ...TOLD, frames: [{ readings: { "pond/0": [{ ...TILE, confidence_pm: null }] }, lost: {} }] },
    { ...TOLD, frames: [{ readings: {}, lost: { "pond/0": 1 } }] },
    { ...TOLD, zones: { "pond/0": [[0, "0"]] } },
  ];
  wrong.forEach((each, place) => assert.throws(() => readingsOf(each), Unreadable, String(place)));
});

test("a table tells where its own page is, and nothing else is taken for it", () => {
  const here = new URL("https://hall.local/#table=7");
  const at = (host: string, port = 8080, encrypted = false): string | null => pageOf({ host, port, encrypted }, here);
  assert.equal(at("table7.local"), "http://table7.local:8080/");
  assert.equal(at("192.168.1.7", 443, true), "https://192.168.1.7:443/");
  assert.equal(at("fe80::1"), "http://[fe80::1]:8080/");
  assert.equal(at(""), "http://hall.local:8080/");
  for (const wrong of ["javascript:alert(1)//", "a/b", "a@b", "a b", "[x]"]) {
    assert.equal(at(wrong), null);
  }
  assert.equal(at("table7.local", 0), null);
  assert.equal(at("table7.local", 80.5), null);
});
