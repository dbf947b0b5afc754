/** The readings that come with a clip, and the address of its film. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { pageOf } from "../src/judge/sheets/film.js";
import { readingsOf } from "../src/judge/sheets/films/readings.js";
import { Unreadable } from "../src/declared/checked.js";

const TILE = { tile: "5p", confidence_pm: 990, corners: [[0, 0], [9, 0], [9, 9], [0, 9]] };
const TOLD = {
  width: 640,
  height: 480,
  shown: [0, 0],
  frames: [{ readings: { "pond/0": [TILE] }, lost: { "pond/1": "covered", "pond/2": null } }],
  zones: { "pond/0": [[0, 0], [9, 0], [9, 9]] },
};

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
