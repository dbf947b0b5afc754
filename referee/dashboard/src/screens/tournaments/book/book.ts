/** What is known of a tournament: the whole of it, and its entries where the login may read them. Pure. */

import { OPERATIONS, type OperationName } from "../../../declared/operations.js";
import type { Happened, TableEntered, TableOfSession, Whole } from "../../../declared/tournaments.js";
import type { Place } from "./api.js";

export interface Book {
  readonly whole: Whole;
  /** Empty for those who are no organisers. */
  readonly entries: readonly Happened[];
}

export interface Person {
  readonly id: string;
  readonly name: string;
}

/** A player's name with the id, where that is another. */
export function named({ id, name }: Person): string {
  return id === name ? name : `${name} (${id})`;
}

/** The name of whoever has an id; somebody who is not registered is called by it. */
export function nameOf(whole: Whole, id: string): string {
  return whole.players.find((each) => each.id === id)?.name ?? id;
}

/** Who entered which scores of a table by hand, the newest of each. */
export function entriesOf({ entries }: Book, session: number, table: number): ReadonlyMap<string, TableEntered> {
  const found = new Map<string, TableEntered>();
  for (const { login, entry } of entries) {
    if (entry?.kind === "table_entered" && entry.session === session && entry.table === table) {
      found.set(login, entry);
    }
  }
  return found;
}

/** Minutes by player who came late to a session. */
export function lateIn({ entries }: Book, session: number): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { entry } of entries) {
    if (entry?.kind === "late" && entry.session === session) {
      found.set(entry.player, entry.minutes);
    }
  }
  return new Map([...found].filter(([, minutes]) => minutes > 0));
}

/** Who stands in for whom in a session: the substitute by absent player. */
export function standInsOf({ entries }: Book, session: number): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { entry } of entries) {
    if (entry?.kind === "substituted" && entry.session === session) {
      found.set(entry.player, entry.substitute);
    }
  }
  return found;
}

/** Whether a table has a result. */
export function isSettled({ source }: TableOfSession): boolean {
  return source === "journal" || source === "by hand" || source === "corrected";
}

/** Points that all players have together at the beginning. */
export function wholePoints({ ruleset }: Whole): number {
  return 4 * (ruleset as { flow: { start_points: number } }).flow.start_points;
}

/** Minutes that the rules give a session; 0 where they have no limit. */
export function limitMinutes({ ruleset }: Whole): number {
  return (ruleset as { flow: { time_limit_minutes: number } }).flow.time_limit_minutes;
}

/** Whether the rules want a result signed before its table goes on (WRC 8.2). */
export function signedFirst({ ruleset }: Whole): boolean {
  return (ruleset as { flow: { sheet_signed_first: boolean } }).flow.sheet_signed_first;
}

/** Kinds of entries that say who sits in a session. */
const PLANS: ReadonlySet<string> = new Set(["seated", "swapped", "substituted"]);

/** Whether entries that somebody has not seen may change what he enters.
 *
 * Several people stand at the door: who is there changes nothing else, and only the plan may change who checks in.
 * Extra time matters to whoever gives the same table some: two are asked for it, and only one gives it.
 * Results of a table matter to that table alone, and penalties to penalties: several people enter them side by side.
 * Seats, players and sessions matter to everything.
 */
export function matters(name: OperationName, place: Place, unknown: readonly Happened[]): boolean {
  const { path } = OPERATIONS[name];
  return unknown.some(({ kind, entry }) => {
    if (kind === "arrived" || (name === "check_players_in" && !PLANS.has(kind)) || (kind === "time_extended" && name !== "extend_time")) {
      return false;
    }
    if (kind.startsWith("table_") || kind === "time_extended") {
      const at = entry as { session?: number; table?: number } | null | undefined;
      return path.includes("{table}") && (!at || (at.session === place.session && at.table === place.table));
    }
    return kind.startsWith("penalty_") ? path.includes("/penalties") : true;
  });
}
