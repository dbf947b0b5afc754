/** The moments of a tournament's sessions that everybody hears: the call to the tables, the buzzer, the start, the end of
 * time. Pure.
 */

import type { PlannedRound, Whole } from "../../declared/tournaments.js";
import type { Sound } from "../hall/bell.js";

const MINUTE_MS = 60_000;

/** Return the minutes that the rules give a session; 0 without a limit. */
export function limitMinutes({ ruleset }: Whole): number {
  return (ruleset as { flow: { time_limit_minutes: number } }).flow.time_limit_minutes;
}

/** Return when time is up at the tables of running sessions: one moment for all tables without extra time. */
export function endsOf(whole: Whole): readonly number[] {
  const limit = limitMinutes(whole);
  const running = whole.sessions.filter(({ begun, closed, signal_s }) => begun && !closed && signal_s !== null && limit > 0);
  return running.flatMap(({ signal_s, tables }) =>
    [...new Set(tables.map(({ extra_minutes }) => extra_minutes))].map((extra) => (signal_s ?? 0) * 1000 + (limit + extra) * MINUTE_MS),
  );
}

/** A moment at which something sounds. */
export interface Moment {
  readonly at: number;
  readonly sound: Sound;
}

/** The call to the tables, and the buzzer that ends a break, come so long before a session. */
const CALL_MS = 5 * MINUTE_MS;
const BUZZER_MS = 2 * MINUTE_MS;

/** Return the sessions that will begin by themselves; none while the timetable is held. */
export function comingOf({ timetable, held, sessions }: Whole): readonly PlannedRound[] {
  const begun = new Set(sessions.filter((each) => each.begun).map(({ session }) => session));
  return held === null ? timetable.filter(({ session }) => !begun.has(session)) : [];
}

/** Return all moments at which something sounds. */
export function momentsOf(whole: Whole): readonly Moment[] {
  const starts = comingOf(whole).map(({ starts_s }) => starts_s * 1000);
  return [
    ...starts.flatMap((at): Moment[] => [
      { at: at - CALL_MS, sound: "call" },
      { at: at - BUZZER_MS, sound: "buzzer" },
    ]),
    ...[...starts, ...endsOf(whole)].map((at): Moment => ({ at, sound: "gong" })),
  ];
}

/** Notices that a moment has come since the last look; a moment that had come before the first look has had its sound. */
export class Strikes {
  private before: number | null = null;

  /** Return the sound of the last moment that has come; null if none has. */
  strike(moments: readonly Moment[], now: number): Sound | null {
    const { before } = this;
    this.before = now;
    const come = moments.filter(({ at }) => before !== null && before < at && at <= now);
    return come.sort((one, other) => one.at - other.at).at(-1)?.sound ?? null;
  }
}
