/** The players' view: the standings, the worth of a win, the hands played. */

import type { HandPlayed, NeededShown, PlayersShown, StandingShown } from "../declared/declared.js";
import { h } from "../elements/elements.js";
import { change, handName, points, words } from "../table/format.js";
import { o } from "../texts/onlookers.js";
import { LANGUAGE, t } from "../texts/texts.js";
import { byPlace, nameOf, wayWords, worthWords } from "./needed.js";

/** Draw the whole view; `mine` is the seat whose wins are shown. */
export function playersView(shown: PlayersShown, mine: number): HTMLElement[] {
  return [
    facts(shown),
    ...rulings(shown),
    h("section", { class: "standings", "aria-label": o.players }, standings(shown)),
    ...(shown.result === null ? [needs(shown, mine)] : []),
    h("section", { class: "hands" }, h("h2", {}, o.hands), history(shown)),
  ];
}

function facts(shown: PlayersShown): HTMLElement {
  const one = (name: string, value: number): HTMLElement => h("div", {}, h("dt", {}, name), h("dd", {}, String(value)));
  const running = shown.phase !== "ended";
  return h(
    "section",
    { class: "facts" },
    h("h2", {}, running ? handName(shown.hand) : o.end),
    running
      ? h("dl", {}, one(o.honba, shown.honba), one(o.bets, shown.bets), one(o.tilesLeft, shown.live_tiles))
      : null,
  );
}

/** Write the rulings of this hand, the newest first; nothing if there are none. */
export function rulings(shown: Pick<PlayersShown, "rulings">): HTMLElement[] {
  const lines = shown.rulings.map(({ texts }) => h("li", {}, texts[LANGUAGE] ?? ""));
  return lines.length === 0 ? [] : [h("section", { class: "rulings", "aria-label": o.rulings }, h("ul", {}, ...lines))];
}

function standings(shown: PlayersShown): HTMLElement {
  const sorted = [...shown.seats].sort((a, b) => a.place - b.place || a.seat - b.seat);
  const rows = sorted.map((seat, index) => {
    const above = sorted[index - 1];
    const below = sorted[index + 1];
    const gap =
      seat.ahead !== null && above !== undefined
        ? o.behind(points(seat.ahead), o.place(above.place))
        : below === undefined
          ? ""
          : o.ahead(points(seat.score - below.score));
    const total = shown.result?.totals[seat.seat];
    return h(
      "li",
      { class: `place-${seat.place}`, "data-seat": seat.seat },
      h("span", { class: "place" }, o.place(seat.place)),
      h("span", { class: "wind" }, t.winds[seat.wind]),
      h("b", { class: "name" }, seat.name, seat.riichi ? h("span", { class: "riichi" }, o.riichi) : null),
      h("span", { class: "score" }, points(seat.score)),
      h("span", { class: "gap" }, total === undefined ? gap : `${o.total} ${change(total)}`),
    );
  });
  return h("ol", {}, ...rows);
}

/** List the wins that help a player, with a button for each player. */
function needs(shown: PlayersShown, mine: number): HTMLElement {
  const buttons = shown.seats.map((seat) =>
    h("button", { type: "button", "data-mine": seat.seat, "aria-pressed": String(seat.seat === mine) }, nameOf(seat)),
  );
  return h(
    "section",
    { class: "needs" },
    h("h2", {}, o.needs),
    h("div", { class: "whose", role: "group", "aria-label": o.whose }, ...buttons),
    ...ways(shown, shown.seats[mine]),
  );
}

function ways(shown: PlayersShown, seat: StandingShown | undefined): HTMLElement[] {
  if (seat === undefined || seat.place === 1) {
    return [h("p", { class: "quiet" }, o.leads)];
  }
  const found = byPlace(shown.needed, seat.seat);
  if (found.length === 0) {
    return [h("p", { class: "quiet" }, o.noWay)];
  }
  return found.map(([place, list]) =>
    h("div", { class: "to-place" }, h("h3", {}, o.place(place)), h("ul", {}, ...list.map((way) => wayLine(way, shown.seats)))),
  );
}

function wayLine(way: NeededShown, seats: StandingShown[]): HTMLElement {
  return h(
    "li",
    {},
    h("span", { class: "way" }, wayWords(way, seats)),
    h("b", {}, points(way.points)),
    h("span", { class: "worth" }, worthWords(way)),
  );
}

function history(shown: PlayersShown): HTMLElement {
  if (shown.hands.length === 0) {
    return h("p", { class: "quiet" }, o.noHands);
  }
  const heads = shown.seats.map((seat) => h("th", { scope: "col" }, nameOf(seat)));
  const rows = [...shown.hands].reverse().map((hand) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("b", {}, handName(hand.hand), hand.honba > 0 ? ` · ${hand.honba}` : ""), h("span", {}, ended(hand, shown.seats))),
      ...hand.changes.map((value) => h("td", { class: value > 0 ? "gain" : value < 0 ? "loss" : "even" }, change(value))),
    ),
  );
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": o.hands },
    h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, o.hand), ...heads)), h("tbody", {}, ...rows)),
  );
}

/** Describe the end of a hand briefly; if there are several winners, each is named. */
export function ended(hand: Pick<HandPlayed, "result" | "wins" | "offenders">, seats: readonly StandingShown[]): string {
  if (hand.result === "chombo" && hand.offenders.length === 0) {
    return o.voided;
  }
  const wins = hand.wins.map((win) => {
    const worth = win.yakuman.length > 0 ? t.yakuman(win.yakuman.length) : t.worth(win.han, win.fu);
    const who = hand.wins.length > 1 ? `${nameOf(seats[win.seat])} ` : "";
    return `${who}${win.seat === win.source ? o.tsumo : o.ron} ${points(win.points)} · ${worth}`;
  });
  return wins.length > 0 ? wins.join(" / ") : (t.results[hand.result] ?? words(hand.result));
}
