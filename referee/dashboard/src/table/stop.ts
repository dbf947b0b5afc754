/** A stop in words: who stopped play, why, and since when. Pure. */

import type { Card } from "../declared/declared.js";
import { t, vocabulary } from "../texts/texts.js";
import { clock, playerInHand, ruleWords } from "./format.js";
import type { TableView } from "./model.js";
import type { Game } from "./protocol.js";

export interface Stop {
  /** The cause, with the judge or player: `by anna`, `the judge is called (South Béla)`. */
  readonly cause: string;
  /** The judge's own reason, if he gave one. */
  readonly reason: string;
  /** `since 14:03:22`; empty if the time is not known. */
  readonly since: string;
}

type Stopped = Pick<NonNullable<Game["stopped"]>, "reason" | "seat" | "by">;

function causeOf({ reason, seat, by = "" }: Stopped, hand: string, names: readonly string[]): string {
  const why = vocabulary.stop[reason] ?? ruleWords(reason);
  const seats = names.map((name, at) => ({ seat: at, name }));
  const cause = seat === null ? why : t.stop.of(why, playerInHand(hand, seats, seat));
  const judge = by === "" ? "" : t.stop.by(by);
  return reason === "judge" ? judge || cause : [cause, judge].filter(Boolean).join(", ");
}

function sinceOf(card: Card | null): string {
  const since = card?.stopped?.since_wall_ms ?? null;
  return since === null ? "" : t.stop.since(clock(new Date(since)));
}

/** Return the stop of the watched table; null while play goes on. */
export function stopOf({ state, card }: Pick<TableView, "state" | "card">): Stop | null {
  const game = state?.game ?? null;
  if (game === null || game.stopped === null) {
    return null;
  }
  const names = game.seats.map(({ name }) => name);
  return { cause: causeOf(game.stopped, game.hand, names), reason: game.stopped.text ?? "", since: sinceOf(card) };
}

/** Return the stop of a table of the hall, whose card leaves out the judge's own reason; null while play goes on. */
export function stopOfCard(card: Card | null): Stop | null {
  return card === null || card.stopped === null
    ? null
    : { cause: causeOf(card.stopped, card.hand ?? "", card.names), reason: "", since: sinceOf(card) };
}

/** Say it in one line. */
export function stopLine({ cause, reason, since }: Stop): string {
  return [cause, reason, since].filter(Boolean).join(" · ");
}
