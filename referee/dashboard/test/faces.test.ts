/** The drawn tiles: all there, all different, all within the tile. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { stroke } from "../src/faces/brush.js";
import { character } from "../src/faces/characters.js";
import { drawing, FACE_NAMES, sheet, symbolId } from "../src/faces/faces.js";

test("37 faces, each with a drawing of its own", () => {
  assert.equal(FACE_NAMES.length, 37);
  assert.equal(new Set(FACE_NAMES.map(drawing)).size, 37);
  assert.throws(() => drawing("8z"));
});

test("the number of coins and canes is the number of the tile", () => {
  for (let number = 2; number <= 9; number += 1) {
    assert.equal(drawing(`${number}p`).match(/<circle/g)?.length, 3 * number);
    assert.equal(drawing(`${number}s`).match(/<g /g)?.length, number);
  }
});

test("the sheet has a symbol for everything that is drawn", () => {
  const markup = sheet();
  for (const tile of [...FACE_NAMES, "?"]) {
    assert.ok(markup.includes(`id="${symbolId(tile)}"`), tile);
  }
  assert.ok(markup.includes('id="tile-back"'));
  assert.ok(!/style=|NaN|undefined|https?:\/\/(?!www\.w3\.org)/.test(markup));
});

test("characters stay on their square", () => {
  for (const name of ["1", "2", "3", "4", "5", "6", "7", "8", "9", "man", "1z", "2z", "3z", "4z", "6z", "7z"]) {
    const path = character(name).replace(/A[\d.]+ [\d.]+ 0 0 0/g, "L");
    const numbers = [...path.matchAll(/-?[\d.]+/g)].map(Number);
    assert.ok(numbers.length > 8, name);
    assert.ok(Math.min(...numbers) >= -4 && Math.max(...numbers) <= 104, `${name}: ${Math.min(...numbers)}-${Math.max(...numbers)}`);
  }
});

test("a straight stroke is as wide as asked at both ends", () => {
  assert.equal(stroke([[0, 0, 4], [10, 0, 2]]), "M0 2L10 1A1 1 0 0 0 10 -1L10 -1L0 -2A2 2 0 0 0 0 2Z");
});
