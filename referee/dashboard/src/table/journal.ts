/** The journal's last lines as received. Entries that were not received are shown as missing. Pure. */

import type { JournalEntry } from "./protocol.js";

/** The most entries kept; older ones are in the table's journal. */
export const KEPT = 1000;

/** Bookkeeping events of the referee, many in a turn: an entry of nothing else gets a line only if it has a text. */
const UNSPOKEN: ReadonlySet<string> = new Set(["HandMoved", "FoulSuspected", "SuspicionEnded"]);

export type Row =
  | { kind: "entry"; entry: JournalEntry }
  /** Numbers between two received entries that never arrived. */
  | { kind: "missing"; from: number; to: number }
  /** The table's state is already past these numbers, but the entries have not arrived yet. */
  | { kind: "awaited"; from: number; to: number }
  /** From before this page was opened, or dropped as too old. */
  | { kind: "earlier"; from: number; to: number };

export interface JournalTail {
  /** By number, ascending. */
  entries: JournalEntry[];
  /** The page expects no entry up to this number: it came earlier, or has been dropped. */
  earlier: number;
  /** The highest known number, from an entry or from the state. */
  reached: number;
  /** The number of the last state; null before the first. */
  stateNumber: number | null;
}

export const EMPTY_TAIL: JournalTail = { entries: [], earlier: 0, reached: 0, stateNumber: null };

/** Return the tail after a state with this number. A lower number than before means a new journal. */
export function stateReached(tail: JournalTail, number: number): JournalTail {
  const began = tail.stateNumber !== null && number < tail.stateNumber;
  if (began || (tail.stateNumber === null && tail.entries.length === 0)) {
    return { entries: [], earlier: number, reached: number, stateNumber: number };
  }
  return { ...tail, reached: Math.max(tail.reached, number), stateNumber: number };
}

/** Return the tail with one more entry. A repeat is dropped, a late entry is sorted in. An older number with a newer
 * wall time means a new journal.
 */
export function entryReceived(tail: JournalTail, entry: JournalEntry): JournalTail {
  const newest = tail.entries.at(-1);
  const began = newest !== undefined && entry.number <= newest.number && entry.wall > newest.wall;
  const before = began ? { ...EMPTY_TAIL, stateNumber: 0 } : tail;
  const late = !began && newest !== undefined && entry.number <= newest.number;
  if (late && before.entries.some((one) => one.number === entry.number)) {
    return tail;
  }
  const first = before.entries.length === 0 && (before.stateNumber === null || began);
  const entries = [...before.entries, entry];
  if (late) {
    entries.sort((a, b) => a.number - b.number);
  }
  const dropped = entries.length > KEPT ? entries.splice(0, entries.length - KEPT).at(-1) : undefined;
  return {
    entries,
    earlier: Math.max(first ? entry.number - 1 : before.earlier, dropped?.number ?? 0),
    reached: Math.max(before.reached, entry.number),
    stateNumber: before.stateNumber,
  };
}

/** Return the lines to show, newest first. An entry without a text has no line, and does not count as missing. */
export function rows(tail: JournalTail): Row[] {
  const shown: Row[] = [];
  let next = tail.reached + 1;
  let kind: "awaited" | "missing" = "awaited";
  for (const entry of [...tail.entries].reverse()) {
    if (entry.number + 1 < next) {
      shown.push(...between(kind, entry.number + 1, next - 1, tail.earlier));
    }
    if (isSpoken(entry)) {
      shown.push({ kind: "entry", entry });
    }
    next = entry.number;
    kind = "missing";
  }
  if (next > 1) {
    shown.push(...between(kind, 1, next - 1, tail.earlier));
  }
  return shown;
}

function isSpoken({ text, eventTypes }: JournalEntry): boolean {
  return text !== "" || eventTypes.some((type) => !UNSPOKEN.has(type));
}

/** Return the number of the newest entry that is more than bookkeeping, 0 if there is none. */
export function newestSpoken({ entries }: JournalTail): number {
  for (let place = entries.length - 1; place >= 0; place -= 1) {
    const entry = entries[place] as JournalEntry;
    if (isSpoken(entry)) {
      return entry.number;
    }
  }
  return 0;
}

/** Return the number of the entry that threw away a hanchan with a hand already played; null once another hand is played. */
export function thrownAway({ entries }: JournalTail): number | null {
  let thrown: number | null = null;
  for (const { number, eventTypes } of [...entries].reverse()) {
    if (thrown !== null) {
      if (eventTypes.includes("HandStarted") || eventTypes.includes("Refolded")) {
        return thrown; // a hand may have been brought back
      }
      if (eventTypes.includes("HanchanStarted")) {
        return null; // nothing was played in it
      }
    } else if (eventTypes.includes("HanchanVoided")) {
      thrown = number;
    } else if (["HandStarted", "HanchanStarted", "Refolded"].some((type) => eventTypes.includes(type))) {
      return null;
    }
  }
  return thrown;
}

function between(kind: "awaited" | "missing", from: number, to: number, earlier: number): Row[] {
  const gap: Row[] = [];
  if (to > earlier) {
    gap.push({ kind, from: Math.max(from, earlier + 1), to });
  }
  if (from <= earlier) {
    gap.push({ kind: "earlier", from, to: Math.min(to, earlier) });
  }
  return gap;
}
