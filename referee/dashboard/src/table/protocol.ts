/** What the table publishes: the payloads of `jantaku/1/<hall>/<table>/…` and their decoding.
 *
 * Every decoder takes untrusted JSON, checks it against the table's declaration (`declared/checked.ts`), and gives it
 * with the page's names and in its language, or throws an `Unreadable` that names the field.
 */

import { checked, parsed, Unreadable } from "../declared/checked.js";
import { CLEAR_PM } from "../declared/commands.js";
import { said, saidLine } from "../texts/said.js";
import type {
  Alert as AlertMessage,
  FindingShown,
  GameShown,
  MeldShown,
  PlayerShown,
  PondTileShown,
  ResultShown,
  Status as StatusMessage,
  WinShown,
} from "../declared/declared.js";

/** The schema number of `state` this page understands. */
export const STATE_SCHEMA: GameShown["schema"] = 1;

/** mpsz notation: `5m`, `0p` for the red five of pin, `1z`-`7z`, `?` for a tile not known. */
export type TileName = string;
export type Wind = PlayerShown["wind"];
export type MeldKind = MeldShown["kind"];
export type Severity = AlertMessage["severity"];
export type StatusWord = StatusMessage["status"];

export interface PondTile {
  tile: TileName;
  sideways: boolean;
  /** Seat that called the tile away, or null. */
  calledBy: number | null;
  /** Null where the table cannot sense it. */
  tsumogiri: boolean | null;
  /** It may have been misread. */
  doubtful: boolean;
}

export interface Meld {
  kind: MeldKind;
  tiles: TileName[];
  claimed: TileName | null;
  /** Seat the claimed tile came from. */
  from: number | null;
  /** The tile added to a pon, for a kakan. */
  added: TileName | null;
}

export interface Seat {
  seat: number;
  chair: number;
  name: string;
  wind: Wind;
  score: number;
  riichi: boolean;
  concealed: number;
  pond: PondTile[];
  melds: Meld[];
  /** The opened hand, null while it stands. */
  shown: TileName[] | null;
  dead: boolean;
  warnings: number;
  disqualified: boolean;
}

export interface Win {
  seat: number;
  /** Seat that pays a ron; null for a tsumo. */
  from: number | null;
  yaku: [name: string, han: number][];
  yakuman: string[];
  han: number;
  fu: number;
  points: number;
  /** Seat that is liable for a yakuman (pao). */
  liable: number | null;
}

export interface Result {
  hand: string;
  result: string;
  wins: Win[];
  changes: number[];
  scores: number[];
  /** Seats that were tenpai at an exhaustive draw. */
  tenpai: number[];
}

export interface Finding {
  rule: string;
  section: string;
  seat: number | null;
  /** Proposed grade of the foul, `none` to `chombo`; the judge decides. */
  grade: string | null;
  text: string;
  /** Its evidence: `frame:381`, `signal:55`. */
  evidence: string[];
  /** The hand in which it was found, and the player's wind then. */
  hand: string | null;
  wind: Wind | null;
  name: string;
  /** Points of the overall score that the proposed grade would cost. */
  costs: number;
  /** The newest ruling, null while there is none. */
  ruling: string | null;
}

/** `state`, retained. */
export interface TableState {
  schema: number;
  table: string;
  number: number;
  atMs: number;
  phase: string;
  /** Null before the first hanchan. */
  game: Game | null;
}

/** The game on the table. */
export interface Game {
  ruleset: string;
  hand: string;
  honba: number;
  bets: number;
  dealer: number;
  turn: number | null;
  liveTiles: number;
  indicators: TileName[];
  ura: TileName[];
  seats: Seat[];
  lastResult: Result | null;
  findings: Finding[];
  /** The tile that may be claimed; null if none may, or the table does not say. */
  open: { seat: number; tile: TileName } | null;
  /** Calls whose tiles are not shown yet. */
  claims: { seat: number; call: string; isVoid: boolean }[];
  /** Why play is stopped, null while it goes on. */
  stopped: string | null;
  /** The hanchan has ended, and its score sheet must be signed before another begins. */
  unsigned: boolean;
  /** The judge who goes to the table, and how long the call waited; null if none does. */
  attendant: { who: string; waitedMs: number | null } | null;
}

/** `event`, one journal entry. */
export interface JournalEntry {
  number: number;
  atMs: number;
  /** Wall time, ISO 8601. */
  wall: string;
  /** Types of the events decided in this entry. */
  eventTypes: string[];
  text: string;
}

/** `status`, retained; the broker itself says `lost` when the table falls silent. */
export interface Status {
  status: StatusWord;
  text: string;
}

/** `alert/<id>`, retained until resolved. */
export interface Alert {
  id: string;
  severity: Severity;
  text: string;
  advice: string;
  atMs: number;
}

const pondTile = (from: PondTileShown): PondTile => ({
  tile: from.tile,
  sideways: from.sideways,
  calledBy: from.called_by ?? null,
  tsumogiri: from.tsumogiri ?? null,
  doubtful: (from.confidence_pm ?? CLEAR_PM) < CLEAR_PM,
});

const meld = (from: MeldShown): Meld => ({
  kind: from.kind,
  tiles: from.tiles,
  claimed: from.claimed ?? null,
  from: from.from ?? null,
  added: from.added ?? null,
});

const seat = (from: PlayerShown): Seat => ({
  seat: from.seat,
  chair: from.chair,
  name: from.name,
  wind: from.wind,
  score: from.score,
  riichi: from.riichi,
  concealed: from.concealed,
  pond: from.pond.map(pondTile),
  melds: from.melds.map(meld),
  shown: from.shown ?? null,
  dead: from.dead,
  warnings: from.warnings,
  disqualified: from.disqualified,
});

const win = (from: WinShown): Win => ({
  seat: from.seat,
  from: from.from,
  yaku: Object.entries(from.yaku),
  yakuman: from.yakuman,
  han: from.han,
  fu: from.fu,
  points: from.points,
  liable: from.liable ?? null,
});

const result = (from: ResultShown): Result => ({
  hand: from.hand,
  result: from.result,
  wins: from.wins.map(win),
  changes: from.changes,
  scores: from.scores,
  tenpai: from.tenpai,
});

const finding = (from: FindingShown): Finding => ({
  rule: from.rule,
  section: from.section,
  seat: from.seat,
  grade: from.grade,
  text: said(from.text, from.code, from.arguments),
  evidence: from.evidence,
  hand: from.hand,
  wind: from.wind,
  name: from.name,
  costs: from.costs,
  ruling: from.ruling,
});

const game = (from: GameShown): Game => ({
  ruleset: from.ruleset,
  hand: from.hand,
  honba: from.honba,
  bets: from.bets,
  dealer: from.dealer,
  turn: from.turn,
  liveTiles: from.live_tiles,
  indicators: from.indicators,
  ura: from.ura,
  seats: from.seats.map(seat),
  lastResult: from.last_result ? result(from.last_result) : null,
  findings: from.findings.map(finding),
  open: from.open ? { seat: from.open.seat, tile: from.open.tile } : null,
  claims: (from.claims ?? []).map((claim) => ({ seat: claim.seat, call: claim.call, isVoid: claim.void })),
  stopped: from.stopped?.reason ?? null,
  unsigned: from.signature === "awaited",
  attendant: from.attendant ? { who: from.attendant.who, waitedMs: from.attendant.waited_ms } : null,
});

/** The state of a table. Throws `Unreadable`, also for another schema number. */
export function decodeState(payload: string): TableState {
  const said = parsed(payload);
  const { schema, seats } = (said ?? {}) as Partial<GameShown>;
  if (Number.isInteger(schema) && schema !== STATE_SCHEMA) {
    throw new Unreadable(`schema is ${schema}; this page reads schema ${STATE_SCHEMA}`);
  }
  const played = !(Array.isArray(seats) && seats.length === 0);
  const from = played ? checked("GameShown", said) : checked("TableShown", said);
  return {
    schema: from.schema,
    table: from.table,
    number: from.number,
    atMs: from.at_ms,
    phase: from.phase,
    game: played ? game(from as GameShown) : null,
  };
}

/** One journal entry; one that was too large for the broker has no events. Throws `Unreadable`. */
export function decodeEntry(payload: string): JournalEntry {
  const from = checked("Entry", parsed(payload));
  return {
    number: from.number,
    atMs: from.at_ms,
    wall: from.wall,
    eventTypes: (from.events ?? []).map((event) => event.type),
    text: saidLine(from.text, from.lines),
  };
}

/** The status of a table. Throws `Unreadable`. */
export function decodeStatus(payload: string): Status {
  const from = checked("Status", parsed(payload));
  return { status: from.status, text: said(from.text, from.code, from.arguments) };
}

/** An alert, or null for the empty payload by which it is resolved. Throws `Unreadable`. */
export function decodeAlert(payload: string): Alert | null {
  if (payload === "") {
    return null;
  }
  const from = checked("Alert", parsed(payload));
  return {
    id: from.id,
    severity: from.severity,
    text: said(from.text, from.code, from.arguments),
    advice: said(from.advice, from.advice_code, from.advice_arguments),
    atMs: from.at_ms,
  };
}
