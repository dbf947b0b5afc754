/** The clocks of a hall at a moment, and when the gong strikes. Pure. */

import { isOver, leftMs } from "../../table/timing.js";
import { type HallTable, keyOf } from "../hall/tables.js";

/** The contents of the wall clock. */
export interface Standing {
  readonly playing: number;
  readonly all: number;
  readonly lastHands: number;
  /** Milliseconds until the first running clock is over; if none runs, the least time left on a stopped one. Null if no
   * table still has time left.
   */
  readonly left: number | null;
  /** How much later the last of these is over. */
  readonly spread: number;
  /** Whether `left` belongs to stopped clocks. */
  readonly paused: boolean;
  /** How many tables still play over time. */
  readonly over: number;
  /** How many milliseconds the first of them is over. */
  readonly overMs: number;
}

/** `ends` are those of sessions, whose tables may have no clock of their own. */
export function standing(tables: Iterable<HallTable>, at: number, ends: readonly number[] = []): Standing {
  const there = [...tables].filter(({ card }) => card !== null && card.hand !== null);
  const playing = there.filter(({ card }) => card?.phase !== "ended");
  const clocks = playing.filter(({ card }) => card?.clock);
  const late = clocks.filter(({ card }) => isOver(card, at));
  const early = clocks.filter(({ card }) => !isOver(card, at));
  const toCome = ends.filter((end) => end > at);
  const passed = ends.filter((end) => end <= at);
  const running = early.filter(({ card }) => card?.clock?.ends_wall_ms !== null);
  const runs = running.length + toCome.length > 0;
  const counted = [...(runs ? running : early).map(({ card }) => leftMs(card, at) ?? 0), ...toCome.map((end) => end - at)];
  const least = Math.min(...counted);
  return {
    playing: playing.length,
    all: there.length,
    lastHands: playing.filter(({ card }) => card?.clock?.called).length,
    left: counted.length === 0 ? null : least,
    spread: counted.length === 0 ? 0 : Math.max(...counted) - least,
    paused: counted.length > 0 && !runs,
    over: Math.max(late.length, Math.min(1, passed.length)),
    overMs: Math.max(0, ...late.map(({ card }) => -(leftMs(card, at) ?? 0)), ...passed.map((end) => at - end)),
  };
}

/** Whether each table still playing is over time, by table. */
export type Overs = ReadonlyMap<string, boolean>;

export function overs(tables: Iterable<HallTable>, at: number): Overs {
  const clocks = [...tables].filter(({ card }) => card?.clock && card.hand !== null && card.phase !== "ended");
  return new Map(clocks.map(({ address, card }) => [keyOf(address), isOver(card, at)]));
}

/** Return whether the gong strikes: a table that had time left at the last look is now over. A table that is over when
 * first seen had its gong elsewhere.
 */
export function strikes(before: Overs, now: Overs): boolean {
  return [...now].some(([key, over]) => over && before.get(key) === false);
}
