/** What a clip tells of its pictures. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readingsOf } from "../src/judge/film.js";
import { Unreadable } from "../src/protocol.js";

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
