/** The payloads of `jantaku/1/<hall>/<table>/…` as declared, with their texts in the page's language.
 *
 * Every decoder checks untrusted JSON against the table's declaration (`declared/checked.ts`), and throws an
 * `Unreadable` that names the field.
 */

import { checked, parsed, Unreadable } from "../declared/checked.js";
import type { Alert, GameShown, Phase, Status } from "../declared/declared.js";
import { render, renderLine } from "../texts/render.js";

export type {
  Alert,
  FindingShown as Finding,
  GameShown as Game,
  MeldShown as Meld,
  PlayerShown as Seat,
  PondTileShown as PondTile,
  ResultShown as Result,
  Status,
  Wind,
} from "../declared/declared.js";

/** The schema number of `state` that this page understands. */
const STATE_SCHEMA: GameShown["schema"] = 1;

/** mpsz notation: `5m`, `0p` for the red five of pin, `1z`-`7z`, `?` for a tile not known. */
export type TileName = string;

/** `state`, retained. */
export interface TableState {
  number: number;
  phase: Phase;
  /** Null before the first hanchan. */
  game: GameShown | null;
}

/** `event`, one journal entry, reduced to what the page shows. */
export interface JournalEntry {
  number: number;
  /** Wall time, ISO 8601. */
  wall: string;
  /** Types of the events decided in this entry. */
  eventTypes: string[];
  text: string;
}

/** Decode the state of a table. Throws `Unreadable`, also for another schema number. */
export function decodeState(payload: string): TableState {
  const sent = parsed(payload);
  const { schema, seats } = (sent ?? {}) as Partial<GameShown>;
  if (Number.isInteger(schema) && schema !== STATE_SCHEMA) {
    throw new Unreadable(`schema is ${schema}; this page reads schema ${STATE_SCHEMA}`);
  }
  if (Array.isArray(seats) && seats.length === 0) {
    const { number, phase } = checked("TableShown", sent);
    return { number, phase, game: null };
  }
  const game = checked("GameShown", sent);
  const findings = game.findings.map((one) => ({ ...one, text: render(one.text, one.code, one.arguments) }));
  return { number: game.number, phase: game.phase, game: { ...game, findings } };
}

/** Decode a journal entry; one that was too large for the broker has no events. Throws `Unreadable`. */
export function decodeEntry(payload: string): JournalEntry {
  const { number, wall, events, text, lines } = checked("Entry", parsed(payload));
  return { number, wall, eventTypes: (events ?? []).map((event) => event.type), text: renderLine(text, lines) };
}

/** Decode the status of a table; the broker itself sends `lost` when the table falls silent. Throws `Unreadable`. */
export function decodeStatus(payload: string): Status {
  const status = checked("Status", parsed(payload));
  return { ...status, text: render(status.text, status.code, status.arguments) };
}

/** Decode an alert; null for the empty payload by which it is resolved. Throws `Unreadable`. */
export function decodeAlert(payload: string): Alert | null {
  if (payload === "") {
    return null;
  }
  const alert = checked("Alert", parsed(payload));
  return {
    ...alert,
    text: render(alert.text, alert.code, alert.arguments),
    advice: render(alert.advice, alert.advice_code, alert.advice_arguments),
  };
}
