/** The journal's tail: order, repeats, gaps, a new journal. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { EMPTY_TAIL, entryReceived, type JournalTail, KEPT, rows, stateReached, thrownAway } from "../src/table/journal.js";
import type { JournalEntry } from "../src/table/protocol.js";

function entry(number: number, wall = `2026-03-01T12:00:00.${String(number).padStart(6, "0")}+00:00`): JournalEntry {
  return { number, wall, eventTypes: [], text: `entry ${number}` };
}

function after(tail: JournalTail, ...numbers: number[]): JournalTail {
  return numbers.reduce((before, number) => entryReceived(before, entry(number)), tail);
}

const shown = (tail: JournalTail): string[] =>
  rows(tail).map((row) => (row.kind === "entry" ? String(row.entry.number) : `${row.kind} ${row.from}-${row.to}`));

test("newest first, and what was before the page is said to be earlier, not missing", () => {
  assert.deepEqual(shown(after(EMPTY_TAIL, 41, 42)), ["42", "41", "earlier 1-40"]);
});

test("the state's number tells what came earlier before any entry does", () => {
  const tail = stateReached(EMPTY_TAIL, 40);
  assert.deepEqual(shown(tail), ["earlier 1-40"]);
  assert.deepEqual(shown(after(tail, 43)), ["43", "missing 41-42", "earlier 1-40"]);
});

test("entries the state has already passed are awaited", () => {
  assert.deepEqual(shown(stateReached(after(EMPTY_TAIL, 5), 8)), ["awaited 6-8", "5", "earlier 1-4"]);
});

test("a repeat is dropped and a late entry fills its gap", () => {
  const tail = after(EMPTY_TAIL, 10, 13, 13);
  assert.deepEqual(shown(tail), ["13", "missing 11-12", "10", "earlier 1-9"]);
  assert.deepEqual(shown(after(tail, 11)), ["13", "missing 12-12", "11", "10", "earlier 1-9"]);
});

test("a delayed state is not a new journal", () => {
  const tail = stateReached(after(stateReached(EMPTY_TAIL, 3), 4, 5), 4);
  assert.deepEqual(shown(tail), ["5", "4", "earlier 1-3"]);
});

test("an entry from which nothing followed has no line and leaves no gap", () => {
  const quiet = { ...entry(6), text: "" };
  const tail = after(entryReceived(after(EMPTY_TAIL, 5), quiet), 7);
  assert.deepEqual(shown(tail), ["7", "5", "earlier 1-4"]);
  const untold = { ...quiet, number: 8, eventTypes: ["SomethingNew"] };
  assert.equal(shown(entryReceived(tail, untold))[0], "8");
});

test("a new journal drops the old lines, whichever message comes first", () => {
  const old = stateReached(after(EMPTY_TAIL, 90, 91), 91);
  assert.deepEqual(shown(stateReached(old, 2)), ["earlier 1-2"]);
  const byEntry = entryReceived(old, entry(1, "2026-03-02T09:00:00+00:00"));
  assert.deepEqual(shown(byEntry), ["1"]);
  assert.deepEqual(shown(stateReached(byEntry, 1)), ["1"]);
});

test("old lines are dropped and then called earlier", () => {
  const tail = after(EMPTY_TAIL, ...Array.from({ length: KEPT + 5 }, (_, index) => index + 1));
  assert.equal(tail.entries.length, KEPT);
  assert.equal(shown(tail).at(-1), "earlier 1-5");
});

test("a hand that moves has no line and is not missing", () => {
  const moved = { ...entry(2), text: "", eventTypes: ["HandMoved"] };
  const drawn = { ...entry(3), text: "", eventTypes: ["HandMoved", "TileDrawn"] };
  const tail = [entry(1), moved, drawn, entry(4)].reduce(entryReceived, EMPTY_TAIL);
  assert.deepEqual(shown(tail), ["4", "3", "1"]);
});

test("a hanchan that was thrown away can be brought back until another is played", () => {
  const all = (...types: string[][]): JournalTail =>
    types.reduce((tail, eventTypes, place) => entryReceived(tail, { ...entry(place + 1), eventTypes }), EMPTY_TAIL);
  const played = [["HanchanStarted"], ["HandStarted"], ["TileDiscarded"]];
  const [thrown, closed] = [["HanchanVoided", "HanchanStarted"], ["HanchanVoided", "HanchanEnded"]];
  assert.equal(thrownAway(all(...played)), null);
  assert.equal(thrownAway(all(...played, thrown)), 4);
  assert.equal(thrownAway(all(...played, closed, ["RulingMade"])), 4);
  assert.equal(thrownAway(all(...played, thrown, ["HandStarted"])), null);
  assert.equal(thrownAway(all(...played, closed, ["HanchanStarted"])), null);
  assert.equal(thrownAway(all(...played, thrown, ["Refolded"])), null);
  assert.equal(thrownAway(all(...played, thrown, ["Refolded"], closed)), 6);
  assert.equal(thrownAway(all(["HanchanStarted"], thrown)), null, "no hand was played in it");
});
