/** The time of a hanchan by its table's card. Pure: the moment is passed in. */

import type { Card } from "../declared/declared.js";
import { tableTime } from "./format.js";
import { t } from "../texts/texts.js";

export const MINUTE_MS = 60_000;

/** Return whether a hanchan is played over time. */
export function isOver(card: Card | null, now: number): boolean {
  const clock = card?.clock ?? null;
  return clock !== null && (clock.called || (clock.ends_wall_ms !== null && clock.ends_wall_ms <= now));
}

/** Return the milliseconds left to play, negative over time; null without a limit. */
export function leftMs(card: Card | null, now: number): number | null {
  const clock = card?.clock ?? null;
  return clock === null ? null : clock.ends_wall_ms === null ? clock.left_ms : clock.ends_wall_ms - now;
}

/** Format a time that is shown without its seconds, as `62 min`. */
export function wholeMinutes(ms: number): string {
  return t.screens.minutes(Math.trunc(Math.abs(ms) / MINUTE_MS));
}

/** Format the time left, as `12:30` or `1:02:30`. */
export function span(ms: number): string {
  return tableTime(Math.abs(ms)).replace(/^0:/, "");
}
