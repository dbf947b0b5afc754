/** The clock on the wall: its display for several tables, and when the gong strikes. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Card } from "../src/declared/declared.js";
import type { Whole } from "../src/declared/tournaments.js";
import { comingOf, endsOf, momentsOf, Strikes } from "../src/screens/clock/ends.js";
import { overs, standing, strikes } from "../src/screens/clock/standing.js";
import { type HallTable, unheard } from "../src/screens/hall/tables.js";

const MINUTE = 60_000;

function table(name: string, clock: Partial<Card["clock"] & object> | null, phase: Card["phase"] = "playing"): HallTable {
  const whole = clock === null ? null : { ends_wall_ms: null, left_ms: null, called: false, ...clock };
  return { ...unheard({ hall: "home", table: name, name }), card: { phase, hand: "E1", clock: whole } as unknown as Card };
}

test("the wall shows the time that is left, not that of a table in overtime", () => {
  const shown = standing([table("1", { ends_wall_ms: -MINUTE }), table("2", { ends_wall_ms: 5 * MINUTE }), table("3", { ends_wall_ms: 6 * MINUTE })], 0);
  assert.equal(shown.left, 5 * MINUTE);
  assert.equal(shown.spread, MINUTE);
  assert.equal(shown.over, 1);
  assert.equal(shown.overMs, MINUTE);
});

test("sessions of tables without Jantaku have a clock, and a gong for each end of extra time", () => {
  const tables = [0, 0, 5].map((extra_minutes, at) => ({ table: at + 1, extra_minutes }));
  const whole = (more: object): Whole => ({ ruleset: { flow: { time_limit_minutes: 60 } }, timetable: [], held: null, sessions: [{ begun: true, closed: false, signal_s: 0, tables, ...more }] }) as unknown as Whole;
  const ends = endsOf(whole({}));
  assert.deepEqual(ends, [60 * MINUTE, 65 * MINUTE]);
  assert.deepEqual(endsOf(whole({ closed: true })), []);
  assert.deepEqual(endsOf(whole({ begun: false, signal_s: null })), []);
  const gong = new Strikes();
  const heard = [59, 60, 64, 65, 66].map((minute) => gong.strike(momentsOf(whole({})), minute * MINUTE));
  assert.deepEqual(heard, [null, "gong", null, "gong", null]);
  assert.equal(new Strikes().strike(momentsOf(whole({})), 70 * MINUTE), null);
  assert.equal(standing([], 50 * MINUTE, ends).left, 10 * MINUTE);
  const over = standing([], 61 * MINUTE, ends);
  assert.deepEqual([over.left, over.over], [4 * MINUTE, 1]);
  assert.deepEqual([standing([], 66 * MINUTE, ends).left, standing([], 66 * MINUTE, ends).overMs], [null, 6 * MINUTE]);
});

test("the timetable calls to the tables, sounds a buzzer two minutes before a session, and the gong when it begins", () => {
  const timetable = [1, 2].map((session) => ({ session, day: "2026-12-05", starts_s: session * 3600 }));
  const whole = (more: object): Whole =>
    ({ ruleset: { flow: { time_limit_minutes: 30 } }, timetable, held: null, sessions: [{ session: 1, begun: true, closed: false, signal_s: 3600, tables: [{ extra_minutes: 0 }] }], ...more }) as unknown as Whole;
  const bell = new Strikes();
  const heard = [89, 90, 114, 115, 117, 118, 119, 120, 121].map((minute) => bell.strike(momentsOf(whole({})), minute * MINUTE));
  assert.deepEqual(heard, [null, "gong", null, "call", null, "buzzer", null, "gong", null]);
  assert.deepEqual(comingOf(whole({})).map(({ session }) => session), [2]);
  assert.deepEqual(comingOf(whole({ held: { session: null } })), []);
  assert.deepEqual(comingOf(whole({ sessions: [] })).map(({ session }) => session), [1, 2]);
});

test("a clock that stands still counts only where none runs", () => {
  const stands = table("1", { left_ms: MINUTE });
  assert.deepEqual({ ...standing([stands], 0) }, { playing: 1, all: 1, lastHands: 0, left: MINUTE, spread: 0, paused: true, over: 0, overMs: 0 });
  const both = standing([stands, table("2", { ends_wall_ms: 9 * MINUTE })], 0);
  assert.equal(both.left, 9 * MINUTE);
  assert.equal(both.paused, false);
});

test("time is over when no table that plays has any left", () => {
  const shown = standing([table("1", { ends_wall_ms: 0 }), table("2", { ends_wall_ms: 5 * MINUTE, called: true }), table("3", null, "ended")], 0);
  assert.equal(shown.left, null);
  assert.equal(shown.over, 2);
  assert.equal(shown.lastHands, 1);
  assert.equal(standing([table("1", null)], 0).over, 0);
});

test("the gong strikes for every table, and for none that is over when it is first seen", () => {
  const hall = [table("1", { ends_wall_ms: 1000 }), table("2", { ends_wall_ms: 2000 }), table("3", { left_ms: 500 })];
  const at = (ms: number): ReturnType<typeof overs> => overs(hall, ms);
  assert.equal(strikes(at(0), at(999)), false);
  assert.equal(strikes(at(999), at(1000)), true);
  assert.equal(strikes(at(1000), at(1999)), false);
  assert.equal(strikes(at(1999), at(2000)), true);
  assert.equal(strikes(at(2000), at(9000)), false);
  assert.equal(strikes(new Map(), at(9000)), false);
  assert.equal(strikes(at(0), overs([...hall, table("4", { ends_wall_ms: -1 })], 0)), false);
  assert.equal(strikes(at(0), overs([table("1", { ends_wall_ms: 1000, called: true })], 0)), true);
});
