/** What the page knows of a tournament: the whole of it, and its entries if the login may read them. Pure. */

import { OPERATIONS, type OperationName } from "../../../declared/operations.js";
import type { Happened, TableEntered, TableOfSession, Whole } from "../../../declared/tournaments.js";
import type { Place } from "./api.js";

export interface Book {
  readonly whole: Whole;
  /** Empty for anybody but organisers. */
  readonly entries: readonly Happened[];
}

export interface Person {
  readonly id: string;
  readonly name: string;
}

/** Return a player's name, with the id if it differs. */
export function named({ id, name }: Person): string {
  return id === name ? name : `${name} (${id})`;
}

/** Return the name of a player, with the club or the id where several have it; an unregistered one is called by the id. */
export function nameOf({ players }: Whole, id: string): string {
  const one = players.find((each) => each.id === id);
  const others = players.filter(({ name }) => name === one?.name);
  if (one === undefined || others.length < 2) {
    return one?.name ?? id;
  }
  const alone = one.club !== "" && others.filter(({ club }) => club === one.club).length === 1;
  return `${one.name} (${alone ? one.club : id})`;
}

/** Return the entries that were not taken back; an undo that was itself taken back takes nothing back. */
export function inForce(entries: readonly Happened[]): readonly Happened[] {
  const undone: { first: number; last: number }[] = [];
  const found = [...entries].reverse().filter(({ number, entry }) => {
    if (undone.some(({ first, last }) => first <= number && number <= last)) {
      return false;
    }
    if (entry?.kind === "undone") {
      undone.push(entry);
    }
    return entry?.kind !== "undone";
  });
  return found.reverse();
}

/** Return the scores of a table that people entered by hand, the newest of each login. */
export function entriesOf({ entries }: Book, session: number, table: number): ReadonlyMap<string, TableEntered> {
  const found = new Map<string, TableEntered>();
  for (const { login, entry } of inForce(entries)) {
    if (entry?.kind === "table_entered" && entry.session === session && entry.table === table) {
      found.set(login, entry);
    }
  }
  return found;
}

/** Return the minutes by which players came late to a session. */
export function lateIn({ entries }: Book, session: number): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { entry } of inForce(entries)) {
    if (entry?.kind === "late" && entry.session === session) {
      found.set(entry.player, entry.minutes);
    }
  }
  return new Map([...found].filter(([, minutes]) => minutes > 0));
}

/** Return the substitutes of a session by absent player. */
export function standInsOf({ entries }: Book, session: number): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { entry } of inForce(entries)) {
    if (entry?.kind === "substituted" && entry.session === session) {
      found.set(entry.player, entry.substitute);
    }
  }
  return found;
}

/** Return whether a table has a result. */
export function isSettled({ source }: TableOfSession): boolean {
  return source === "journal" || source === "by hand" || source === "corrected";
}

/** Return the points that all players have together at the beginning. */
export function wholePoints({ ruleset }: Whole): number {
  return 4 * (ruleset as { flow: { start_points: number } }).flow.start_points;
}

/** Write a total as an overall score, as on paper: `+24.7` for 24,700 where a point is worth 1,000. */
export function overall(total: number, { ruleset }: Whole): string {
  const { point_value } = (ruleset as { flow: { point_value: number } }).flow;
  const written = Math.abs(total / point_value).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 10, useGrouping: false });
  return total > 0 ? `+${written}` : total < 0 ? `−${written}` : written;
}

/** Return whether the rules want a result signed before its table goes on (WRC 8.2). */
export function signedFirst({ ruleset }: Whole): boolean {
  return (ruleset as { flow: { sheet_signed_first: boolean } }).flow.sheet_signed_first;
}

/** Kinds of entries that set the seats of a session. */
const PLANS: ReadonlySet<string> = new Set(["seated", "swapped", "substituted"]);

/** Kinds of entries that matter to one operation alone. */
const ONLY: Readonly<Record<string, OperationName>> = { time_extended: "extend_time", extra_hand_given: "give_extra_hand" };

/** Return whether entries that a person has not seen may change what that person enters.
 *
 * Several people check players in at the door: a check-in affects nothing else, and only changes to the seats affect a
 * check-in. Extra time affects only extra time for the same table, and one more hand likewise, so that two people do not both give it. Results
 * affect the same table alone, the timetable only itself, and penalties only penalties: several people enter them side by side. Seats, players and
 * sessions affect everything.
 */
export function matters(name: OperationName, place: Place, unknown: readonly Happened[]): boolean {
  const { path } = OPERATIONS[name];
  return unknown.some(({ kind, entry }) => {
    if (kind === "arrived" || (name === "check_players_in" && !PLANS.has(kind)) || (ONLY[kind] ?? name) !== name) {
      return false;
    }
    if (kind.startsWith("timetable_")) {
      return path.includes("/timetable");
    }
    if (kind.startsWith("table_") || kind in ONLY) {
      const at = entry as { session?: number; table?: number } | null | undefined;
      return path.includes("{table}") && (!at || (at.session === place.session && at.table === place.table));
    }
    return kind.startsWith("penalty_") ? path.includes("/penalties") : true;
  });
}
