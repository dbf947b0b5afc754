/** What the page knows of one table, folded from messages. Pure: the time of receipt is passed in. */

import { END } from "../declared/topics.js";
import { checked, parsed, Unreadable } from "../declared/checked.js";
import type { Card, MachineReport, Telemetry } from "../declared/declared.js";
import { EMPTY_TAIL, entryReceived, type JournalTail, stateReached } from "./journal.js";
import {
  type Alert,
  decodeAlert,
  decodeEntry,
  decodeState,
  decodeStatus,
  type Status,
  type TableState,
} from "./protocol.js";

/** Samples of the link that are kept. */
const SAMPLES = 120;

/** Reports for technicians, and the link's history since the page was opened. */
export interface Technical {
  readonly machine: MachineReport | null;
  /** The oldest first. */
  readonly link: readonly Telemetry[];
}

export interface TableView {
  status: Status | null;
  state: TableState | null;
  /** The table in brief, as a hall sees it: only there are moments in wall time. */
  card: Card | null;
  /** The newest discard, if the page saw it arrive. */
  latest: { seat: number; index: number } | null;
  alerts: Alert[];
  journal: JournalTail;
  technical: Technical;
  /** The time of the last message; null before the first. */
  heardAt: Date | null;
  /** Errors of messages that could not be read, by topic below the table. */
  unreadable: Record<string, string>;
}

export const EMPTY_VIEW: TableView = {
  status: null,
  state: null,
  card: null,
  latest: null,
  alerts: [],
  journal: EMPTY_TAIL,
  technical: { machine: null, link: [] },
  heardAt: null,
  unreadable: {},
};

/** Lower is graver. */
export const GRAVITY: Readonly<Record<Alert["severity"], number>> = { error: 0, warning: 1, info: 2 };

/** Return the view after one message; `below` is its topic below the table (`state`, `alert/17`). */
export function received(view: TableView, below: string, payload: string, now: Date): TableView {
  return { ...orNoted(view, below, () => folded(view, below, payload)), heardAt: now };
}

/** Return the result of `fold`; if the message cannot be read, its error is noted and nothing else changes. */
export function orNoted<T extends { readonly unreadable: Readonly<Record<string, string>> }>(known: T, below: string, fold: () => T): T {
  try {
    const { [below]: _, ...unreadable } = known.unreadable;
    return { ...fold(), unreadable };
  } catch (error) {
    if (error instanceof Unreadable) {
      return { ...known, unreadable: { ...known.unreadable, [below]: error.message } };
    }
    throw error;
  }
}

/** Return the alerts after a message on `topic` (`alert/17`), which is empty once that alert is resolved. */
export function alertsAfter(alerts: readonly Alert[], topic: string, payload: string): Alert[] {
  const id = topic.slice(END.alert.length);
  const alert = decodeAlert(payload);
  const others = alerts.filter((one) => one.id !== id);
  return alert === null ? others : [...others, { ...alert, id }];
}

function folded(view: TableView, below: string, payload: string): TableView {
  if (below === END.status) {
    return payload === "" ? { ...view, status: null } : { ...view, status: decodeStatus(payload) };
  }
  if (below === END.state) {
    if (payload === "") {
      return { ...view, state: null, latest: null };
    }
    const state = decodeState(payload);
    return {
      ...view,
      state,
      latest: latestDiscard(view.state, state, view.latest),
      journal: stateReached(view.journal, state.number),
    };
  }
  if (below === END.card) {
    return { ...view, card: payload === "" ? null : checked("Card", parsed(payload)) };
  }
  if (below === END.event) {
    return { ...view, journal: entryReceived(view.journal, decodeEntry(payload)) };
  }
  if (below === END.machine_report || below === END.link) {
    return { ...view, technical: technical(view.technical, below, payload) };
  }
  if (below.startsWith(END.alert)) {
    const alerts = alertsAfter(view.alerts, below, payload);
    alerts.sort((a, b) => GRAVITY[a.severity] - GRAVITY[b.severity] || b.at_ms - a.at_ms);
    return { ...view, alerts };
  }
  return view;
}

function technical(before: Technical, below: string, payload: string): Technical {
  if (below === END.machine_report) {
    return { ...before, machine: payload === "" ? null : checked("MachineReport", parsed(payload)) };
  }
  if (below === END.link && payload !== "") {
    const sample = checked("Telemetry", parsed(payload));
    const again = before.link.at(-1)?.at_ms === sample.at_ms;
    return again ? before : { ...before, link: [...before.link, sample].slice(-SAMPLES) };
  }
  return before;
}

/** Return the latest discard: the end of the pond that grew. It is unknown again when a new hand begins. */
export function latestDiscard(
  before: TableState | null,
  after: TableState,
  latest: TableView["latest"],
): TableView["latest"] {
  if (before === null) {
    return null;
  }
  const length = (state: TableState, seat: number): number =>
    state.game?.seats.find((one) => one.seat === seat)?.pond.length ?? 0;
  const grown = (after.game?.seats ?? []).filter((one) => one.pond.length > length(before, one.seat));
  const [only] = grown;
  if (grown.length === 1 && only !== undefined) {
    return { seat: only.seat, index: only.pond.length - 1 };
  }
  const stands = latest !== null && grown.length === 0 && length(after, latest.seat) === latest.index + 1;
  return stands ? latest : null;
}

/** Return the view after a reconnection. The broker sends retained messages again, so alerts are cleared: one that was
 * resolved in the meantime must not stay. The picture stays, but is not called live until the table reports.
 */
export function reconnected(view: TableView): TableView {
  return { ...view, status: null, alerts: [], unreadable: {} };
}

/** Return the view with earlier entries from the command `history`. Unreadable ones are left out. */
export function remembered(view: TableView, entries: readonly unknown[]): TableView {
  let { journal } = view;
  for (const entry of entries) {
    try {
      journal = entryReceived(journal, decodeEntry(JSON.stringify(entry)));
    } catch (error) {
      if (!(error instanceof Unreadable)) {
        throw error;
      }
    }
  }
  return { ...view, journal };
}

/** Return the view when the page begins to listen: entries up to the state's number are earlier ones. */
export function listening(view: TableView): TableView {
  const journal = view.state === null ? EMPTY_TAIL : stateReached(EMPTY_TAIL, view.state.number);
  return { ...view, journal };
}
