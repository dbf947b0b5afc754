/** What the table publishes: the payloads of `jantaku/1/<hall>/<table>/…` and their decoding.
 *
 * Every decoder takes untrusted JSON and gives a typed value or throws an `Unreadable` that names the field.
 * Fields this page does not know are ignored, so that a newer table can be watched with an older page.
 */

import type { Alert as AlertMessage, GameShown, MeldShown, PlayerShown, Status as StatusMessage } from "./declared.js";

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
  /** What proves it: `frame:381`, `signal:55`. */
  evidence: string[];
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

/** A payload that is not what the table promises; the message says which field. */
export class Unreadable extends Error {}

type Fields = Record<string, unknown>;
type Decoder<T> = (value: unknown, path: string) => T;

const TILE = /^([0-9][mps]|[1-7]z|\?)$/;

function wrong(path: string, expected: string): never {
  throw new Unreadable(`${path} is not ${expected}`);
}

const text: Decoder<string> = (value, path) => (typeof value === "string" ? value : wrong(path, "a text"));
const flag: Decoder<boolean> = (value, path) => (typeof value === "boolean" ? value : wrong(path, "true or false"));
const integer: Decoder<number> = (value, path) =>
  typeof value === "number" && Number.isInteger(value) ? value : wrong(path, "an integer");
const seatNumber: Decoder<number> = (value, path) => {
  const seat = integer(value, path);
  return seat >= 0 && seat <= 3 ? seat : wrong(path, "a seat 0-3");
};
const tile: Decoder<TileName> = (value, path) =>
  typeof value === "string" && TILE.test(value) ? value : wrong(path, "a tile");

function orNull<T>(decode: Decoder<T>): Decoder<T | null> {
  return (value, path) => (value === null || value === undefined ? null : decode(value, path));
}

function list<T>(decode: Decoder<T>): Decoder<T[]> {
  return (value, path) =>
    Array.isArray(value) ? value.map((item, index) => decode(item, `${path}[${index}]`)) : wrong(path, "a list");
}

function oneOf<T extends string>(...words: readonly T[]): Decoder<T> {
  return (value, path) =>
    words.includes(value as T) ? (value as T) : wrong(path, `one of ${words.join(", ")}`);
}

const fields: Decoder<Fields> = (value, path) =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : wrong(path, "an object");

function four<T>(decode: Decoder<T>): Decoder<T[]> {
  return (value, path) => {
    const items = list(decode)(value, path);
    return items.length === 4 ? items : wrong(path, "a list of four");
  };
}

const pondTile: Decoder<PondTile> = (value, path) => {
  const from = fields(value, path);
  return {
    tile: tile(from.tile, `${path}.tile`),
    sideways: flag(from.sideways, `${path}.sideways`),
    calledBy: orNull(seatNumber)(from.called_by, `${path}.called_by`),
    tsumogiri: orNull(flag)(from.tsumogiri, `${path}.tsumogiri`),
  };
};

const meld: Decoder<Meld> = (value, path) => {
  const from = fields(value, path);
  return {
    kind: oneOf("chi", "pon", "daiminkan", "ankan", "kakan")(from.kind, `${path}.kind`),
    tiles: list(tile)(from.tiles, `${path}.tiles`),
    claimed: orNull(tile)(from.claimed, `${path}.claimed`),
    from: orNull(seatNumber)(from.from, `${path}.from`),
    added: orNull(tile)(from.added, `${path}.added`),
  };
};

const seat: Decoder<Seat> = (value, path) => {
  const from = fields(value, path);
  return {
    seat: seatNumber(from.seat, `${path}.seat`),
    chair: seatNumber(from.chair, `${path}.chair`),
    name: text(from.name, `${path}.name`),
    wind: oneOf("E", "S", "W", "N")(from.wind, `${path}.wind`),
    score: integer(from.score, `${path}.score`),
    riichi: flag(from.riichi, `${path}.riichi`),
    concealed: integer(from.concealed, `${path}.concealed`),
    pond: list(pondTile)(from.pond, `${path}.pond`),
    melds: list(meld)(from.melds, `${path}.melds`),
    shown: orNull(list(tile))(from.shown, `${path}.shown`),
  };
};

const yaku: Decoder<[string, number][]> = (value, path) =>
  Object.entries(fields(value, path)).map(([name, han]) => [name, integer(han, `${path}.${name}`)]);

const win: Decoder<Win> = (value, path) => {
  const from = fields(value, path);
  return {
    seat: seatNumber(from.seat, `${path}.seat`),
    from: orNull(seatNumber)(from.from, `${path}.from`),
    yaku: yaku(from.yaku, `${path}.yaku`),
    yakuman: list(text)(from.yakuman, `${path}.yakuman`),
    han: integer(from.han, `${path}.han`),
    fu: integer(from.fu, `${path}.fu`),
    points: integer(from.points, `${path}.points`),
    liable: orNull(seatNumber)(from.liable, `${path}.liable`),
  };
};

const result: Decoder<Result> = (value, path) => {
  const from = fields(value, path);
  return {
    hand: text(from.hand, `${path}.hand`),
    result: text(from.result, `${path}.result`),
    wins: list(win)(from.wins, `${path}.wins`),
    changes: four(integer)(from.changes, `${path}.changes`),
    scores: four(integer)(from.scores, `${path}.scores`),
    tenpai: orNull(list(seatNumber))(from.tenpai, `${path}.tenpai`) ?? [],
  };
};

const finding: Decoder<Finding> = (value, path) => {
  const from = fields(value, path);
  return {
    rule: text(from.rule, `${path}.rule`),
    section: text(from.section, `${path}.section`),
    seat: orNull(seatNumber)(from.seat, `${path}.seat`),
    grade: orNull(text)(from.grade, `${path}.grade`),
    text: text(from.text, `${path}.text`),
    evidence: orNull(list(text))(from.evidence, `${path}.evidence`) ?? [],
  };
};

function parse(payload: string): Fields {
  try {
    return fields(JSON.parse(payload), "payload");
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable("payload is not JSON");
  }
}

/** The state of a table. Throws `Unreadable`, also for another schema number. */
export function decodeState(payload: string): TableState {
  const from = parse(payload);
  const schema = integer(from.schema, "schema");
  if (schema !== STATE_SCHEMA) {
    throw new Unreadable(`schema is ${schema}; this page reads schema ${STATE_SCHEMA}`);
  }
  return {
    schema,
    table: text(from.table, "table"),
    number: integer(from.number, "number"),
    atMs: integer(from.at_ms, "at_ms"),
    phase: text(from.phase, "phase"),
    game: Array.isArray(from.seats) && from.seats.length === 0 ? null : game(from),
  };
}

function game(from: Fields): Game {
  return {
    ruleset: text(from.ruleset, "ruleset"),
    hand: text(from.hand, "hand"),
    honba: integer(from.honba, "honba"),
    bets: integer(from.bets, "bets"),
    dealer: seatNumber(from.dealer, "dealer"),
    turn: orNull(seatNumber)(from.turn, "turn"),
    liveTiles: integer(from.live_tiles, "live_tiles"),
    indicators: list(tile)(from.indicators, "indicators"),
    ura: list(tile)(from.ura, "ura"),
    seats: four(seat)(from.seats, "seats"),
    lastResult: orNull(result)(from.last_result, "last_result"),
    findings: list(finding)(from.findings, "findings"),
  };
}

/** One journal entry. Throws `Unreadable`. */
export function decodeEntry(payload: string): JournalEntry {
  const from = parse(payload);
  return {
    number: integer(from.number, "number"),
    atMs: integer(from.at_ms, "at_ms"),
    wall: text(from.wall, "wall"),
    eventTypes: list(fields)(from.events, "events").map((event, index) => text(event.type, `events[${index}].type`)),
    text: text(from.text, "text"),
  };
}

/** The status of a table. Throws `Unreadable`. */
export function decodeStatus(payload: string): Status {
  const from = parse(payload);
  return {
    status: oneOf("init", "ready", "lost", "stopped")(from.status, "status"),
    text: text(from.text, "text"),
  };
}

/** An alert, or null for the empty payload by which it is resolved. Throws `Unreadable`. */
export function decodeAlert(payload: string): Alert | null {
  if (payload === "") {
    return null;
  }
  const from = parse(payload);
  return {
    id: text(from.id, "id"),
    severity: oneOf("info", "warning", "error")(from.severity, "severity"),
    text: text(from.text, "text"),
    advice: text(from.advice, "advice"),
    atMs: integer(from.at_ms, "at_ms"),
  };
}
