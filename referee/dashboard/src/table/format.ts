/** Formats numbers, times and the game's names as a judge reads them. Pure. */

import type { Result, Seat, TileName, Wind } from "./protocol.js";
import { points } from "../texts/numbers.js";
import { t, vocabulary } from "../texts/texts.js";

const WIND_ORDER: readonly Wind[] = ["E", "S", "W", "N"];

export function windName(wind: Wind): string {
  return t.winds[wind];
}

/** Format `E1` as `East 1`; any other form stays as it is. */
export function handName(hand: string): string {
  const parts = /^([ESWN])([1-4])$/.exec(hand);
  return parts ? t.hand(t.rounds[parts[1] as Wind], parts[2] ?? "") : hand;
}

/** Return the wind of a seat in a hand: seat 0 was dealer in `E1`. Null if the hand has another form. */
export function windInHand(hand: string, seat: number): Wind | null {
  const parts = /^[ESWN]([1-4])$/.exec(hand);
  return parts ? (WIND_ORDER[(seat - (Number(parts[1]) - 1) + 4) % 4] ?? null) : null;
}

/** Name a player by the wind in a hand: `South`, with the name if there is one. */
export function playerInHand(hand: string, seats: readonly Pick<Seat, "seat" | "name">[], seat: number): string {
  const wind = windInHand(hand, seat);
  const name = seats.find((one) => one.seat === seat)?.name ?? "";
  const called = wind ? windName(wind) : `${t.seat} ${seat}`;
  return name ? `${called} ${name}` : called;
}

/** Name a tile as people do: `red 5 pin`, `hatsu`. */
export function tileWords(tile: TileName): string {
  const number = tile.charAt(0);
  const suit = tile.charAt(1);
  if (suit === "z") {
    return t.honours[Number(number) - 1] ?? tile;
  }
  const name = t.suits[suit];
  return name === undefined ? t.unknownTile : t.tileOf(number, name, number === "0");
}

export function tilesWords(tiles: TileName[]): string {
  return tiles.length === 0 ? t.none : tiles.map(tileWords).join(", ");
}

export { points };

/** Write a change of points with its sign: `+8,000`, `−2,600`, `±0`. */
export function change(value: number): string {
  return value > 0 ? `+${points(value)}` : value === 0 ? "±0" : points(value);
}

/** Return the input with the full-width digits and commas of a Japanese keyboard made plain. */
export function halfWidth(typed: string): string {
  return typed.normalize("NFKC");
}

/** Commas, points, apostrophes or spaces before each three digits from the right. */
const GROUPED = /^[+-]?\d{1,3}(?:([,.'’ ])\d{3})(?:\1\d{3})*$/;

/** Read a typed number, with any kind of minus, its thousands set apart as anybody writes them; NaN if it is not a number. */
export function typedNumber(typed: string): number {
  const plain = halfWidth(typed).trim().replace(/−/g, "-");
  return Number(GROUPED.test(plain) ? plain.replace(/[,.'’ ]/g, "") : plain);
}

/** Read a whole number within bounds. Throws a `SyntaxError` that names them. */
export function wholeNumber(typed: string, least: number, most: number): number {
  const value = typedNumber(typed);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new SyntaxError(t.whole(least, most));
  }
  return value;
}

/** Write table time in milliseconds as `1:02:03`. */
export function tableTime(atMs: number): string {
  const seconds = Math.floor(atMs / 1000);
  const two = (value: number): string => value.toString().padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Write a moment by this device's clock, `14:03:22`; a text that is no time stays as it is. */
export function clock(moment: Date | string): string {
  const date = typeof moment === "string" ? new Date(moment) : moment;
  if (Number.isNaN(date.getTime())) {
    return String(moment);
  }
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => part.toString().padStart(2, "0"))
    .join(":");
}

/** Write an identifier as words: `nine_terminals` as `Nine terminals`. */
export function words(identifier: string): string {
  const spaced = identifier.replace(/[_-]+/g, " ").trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** Name a rule of the catalogue of fouls: `Discarding in another player's turn`. */
export function ruleWords(rule: string): string {
  const named = vocabulary.rule[rule] ?? rule.replace(/_/g, " ");
  return named.charAt(0).toUpperCase() + named.slice(1);
}

/** Describe the end of a hand in a line: the winners, or the kind of draw. */
export function resultTitle(result: Pick<Result, "hand" | "result" | "wins">, seats: Seat[]): string {
  const player = (seat: number): string => playerInHand(result.hand, seats, seat);
  if (result.wins.length === 0) {
    return t.results[result.result] ?? words(result.result);
  }
  return result.wins
    .map((win) =>
      win.from === win.seat
        ? t.byTsumo(player(win.seat))
        : t.byRon(player(win.seat), player(win.from)),
    )
    .join("; ");
}

/** Describe the worth of a win: `4 han 30 fu`, or the yakuman. */
export function worth(han: number, fu: number, yakuman: string[]): string {
  if (yakuman.length > 0) {
    return t.yakuman(yakuman.length);
  }
  return t.worth(han, fu);
}

/** Split a line of the journal into text and tiles, so that `5p` and `234m` can be drawn. */
export function withTiles(line: string): (string | TileName[])[] {
  const parts: (string | TileName[])[] = [];
  let end = 0;
  for (const found of line.matchAll(/(^|[^\w.,])((?:(?:\d+[mps])|(?:[1-7]+z))+)(?!\w)/g)) {
    const [, before = "", named = ""] = found;
    const start = found.index + before.length;
    if (start > end) {
      parts.push(line.slice(end, start));
    }
    const tiles: TileName[] = [];
    for (const [, digits = "", suit = ""] of named.matchAll(/(\d+)([mpsz])/g)) {
      tiles.push(...[...digits].map((digit) => digit + suit));
    }
    parts.push(tiles);
    end = start + named.length;
  }
  if (end < line.length) {
    parts.push(line.slice(end));
  }
  return parts;
}

/** Write the tiles of a line as words: `discards 0s` as `discards red 5 sou`. */
export function inWords(line: string): string {
  return withTiles(line)
    .map((part) => (typeof part === "string" ? part : tilesWords(part)))
    .join("");
}
