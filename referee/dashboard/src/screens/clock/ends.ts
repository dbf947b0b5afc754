/** The moments at which time is over in the sessions of a tournament, and when the gong strikes for them. Pure. */

import type { Whole } from "../../declared/tournaments.js";

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

/** Notices that a moment has come since the last look; a moment that had come before the first look has had its gong. */
export class Strikes {
  private before: number | null = null;

  strike(ends: readonly number[], at: number): boolean {
    const { before } = this;
    this.before = at;
    return before !== null && ends.some((end) => before < end && end <= at);
  }
}
