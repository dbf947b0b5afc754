/** The hanchan at a glance: its time, the places, what is being agreed, appeals; and the way to its rules and results. */

import { h } from "../../elements/elements.js";
import { change, points, ruleWords } from "../../table/format.js";
import type { TableView } from "../../table/model.js";
import type { Game, Seat } from "../../table/protocol.js";
import { type Login, may } from "../../table/settings.js";
import { leftMs, MINUTE_MS, span, wholeMinutes } from "../../table/timing.js";
import { t } from "../../texts/texts.js";
import { choiceWords, seatWords } from "../sheets/form.js";
import { juryLines } from "./jury.js";

/** Above this, whole minutes are shown: a figure that changes every second draws the eye. */
const SECONDS_BELOW_MS = 5 * MINUTE_MS;

/** List the hanchan; without `live`, the time left is not known. `now` is the hall's wall time in milliseconds. */
export function hanchanLines(view: TableView, live: boolean, now: number, login: Login | null): HTMLElement[] {
  const game = view.state?.game ?? null;
  if (game === null) {
    return [];
  }
  const clock = clockWords(view, game, live, now);
  const signal = h("button", { type: "button", "data-command": "start_signal" }, t.commands.start_signal ?? "");
  const awaits = game.time.awaits_signal && may(login, "referee") ? [signal] : [];
  const shows = login === null ? [] : SHOWN.map((what) => h("button", { type: "button", class: "quiet", "data-show": what }, t.hanchan.show[what]));
  return [
    h("h2", {}, t.hanchan.title),
    ...(clock === "" ? [] : [h("p", { class: "time-left" }, clock, ...awaits)]),
    ...(game.unchecked ? [h("p", { class: "unchecked" }, t.hanchan.unchecked(game.unchecked))] : []),
    places(game),
    ...agreed(game).map((words) => h("p", {}, words)),
    ...juryLines(game, login),
    ...(shows.length === 0 ? [] : [h("div", { class: "shows" }, ...shows)]),
  ];
}

export const SHOWN = ["hands", "rules", "hanchans"] as const;

function clockWords({ card }: TableView, game: Game, live: boolean, now: number): string {
  const { time, result } = game;
  if (result !== null) {
    return "";
  }
  const left = live ? leftMs(card, now) : null;
  const parts = [
    time.awaits_signal ? t.hanchan.awaitsSignal : "",
    left === null || time.awaits_signal ? "" : leftWords(left, time.paused_at_ms !== null),
    time.limit_ms === 0 ? t.screens.noLimit : t.hanchan.limit(minutes(time.limit_ms), time.added_ms === 0 ? "" : change(minutes(time.added_ms))),
    time.hand_granted ? t.screens.oneMoreHand : time.called ? t.screens.lastHand : "",
  ];
  return parts.filter(Boolean).join(" · ");
}

function minutes(ms: number): number {
  return Math.round(ms / MINUTE_MS);
}

function leftWords(left: number, paused: boolean): string {
  const say = paused ? t.screens.stands : left < 0 ? t.screens.over : t.screens.left;
  return say(left > SECONDS_BELOW_MS ? wholeMinutes(left) : span(left));
}

/** List the players by place: as the points stand, or as the hanchan ended. */
function places(game: Game): HTMLElement {
  const { result } = game;
  const ranked = [...game.seats].sort((a, b) => placeOf(a, game) - placeOf(b, game));
  const lines = ranked.map((seat) => {
    const total = result === null ? [] : [h("b", {}, change(result.totals[seat.seat] ?? 0))];
    return h("li", {}, h("span", {}, `${placeOf(seat, game)}. ${seatWords(game.seats, seat.seat)}`), h("span", {}, points(seat.score)), ...total);
  });
  return h("ol", { class: "places", "aria-label": result === null ? t.hanchan.places : t.hanchan.ended }, ...lines);
}

/** Return the place of a player; while the hanchan is played, whoever sits nearer to the first dealer leads a tie. */
function placeOf(seat: Seat, { result, seats }: Game): number {
  const ended = result?.places[seat.seat];
  return ended ?? 1 + seats.filter((one) => one.score > seat.score || (one.score === seat.score && one.seat < seat.seat)).length;
}

/** Say what has been agreed: the win and its payment, the score sheet, appeals. */
function agreed(game: Game): string[] {
  const { closing } = game;
  const playedOn = game.stopped?.played_on ?? null;
  const who = (seats: readonly number[]): string => seats.map((seat) => seatWords(game.seats, seat)).join(t.begin.comma);
  return [
    ...(playedOn === null ? [] : [t.hanchan.playedOn(who([playedOn]))]),
    ...(closing === null || closing.acknowledged.length === 0 ? [] : [t.hanchan.acknowledged(who(closing.acknowledged))]),
    ...(closing?.paid ? [t.hanchan.paid] : []),
    ...(game.signature === "given" ? [t.hanchan.signed] : []),
    ...game.appeals.map(({ seat, finding, outcome, text }) => {
      const rule = finding === null ? undefined : game.findings[finding]?.rule;
      return t.hanchan.appeal(who([seat]), rule === undefined ? "" : ruleWords(rule), choiceWords(outcome), text);
    }),
  ];
}
