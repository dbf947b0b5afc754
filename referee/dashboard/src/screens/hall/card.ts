/** The card of one table. */

import { statusLine, type Link } from "../../connection.js";
import { h } from "../../elements.js";
import { change, handName, tableTime } from "../../format.js";
import { EMPTY_VIEW } from "../../model.js";
import { t } from "../../texts/texts.js";
import { addressOf } from "../route.js";
import { type HallTable, isHall, leftMs, type Need, type Placed, troubles } from "./tables.js";

const MINUTE_MS = 60_000;
/** Of a name that somebody typed: the rest could not be read on a card anyway. */
const MOST_WORDS = 60;

export interface CardAround {
  readonly link: Link;
  readonly now: number;
  readonly isMine: boolean;
  /** Whether this login may take calls. */
  readonly judges: boolean;
  readonly me: string;
}

function short(words: string): string {
  const [...letters] = words.slice(0, 4 * MOST_WORDS);
  return letters.length > MOST_WORDS ? `${letters.slice(0, MOST_WORDS).join("")}…` : letters.join("");
}

/** The time that is left, as `12:30` or `1:02:30`. */
export function span(ms: number): string {
  return tableTime(Math.abs(ms)).replace(/^0:/, "");
}

/** The hand and the clock of a table in a line. */
function gameLine({ table }: Placed, now: number): string {
  const { card } = table;
  if (isHall(table.address)) {
    return t.screens.collects;
  }
  if (card === null) {
    return t.screens.noCard;
  }
  const parts = [card.hand === null ? t.noHanchan : handName(card.hand)];
  if (card.honba > 0) {
    parts.push(t.screens.honba(card.honba));
  }
  const left = leftMs(card, now);
  if (left !== null && card.clock !== null) {
    const minutes = Math.trunc(left / MINUTE_MS) * MINUTE_MS;
    const words = card.clock.ends_wall_ms === null ? t.screens.stands : left < 0 ? t.screens.over : t.screens.left;
    parts.push(words(span(minutes)));
  }
  if (card.clock?.called) {
    parts.push(t.screens.lastHand);
  }
  return parts.join(" · ");
}

/** What a table needs, in words; the first need says the most. */
function needWords(need: Need, { table }: Placed, now: number): string {
  const since = table.card?.stopped?.since_wall_ms ?? null;
  if (need === "judge" && since !== null) {
    return `${t.screens.needs.judge} ${t.screens.waits(Math.floor((now - since) / MINUTE_MS))}`;
  }
  if (need === "finding") {
    return t.screens.findings(table.card?.open_findings ?? 0);
  }
  if (need === "points") {
    return t.screens.pointsOff(change(table.card?.points_off ?? 0));
  }
  if (need === "machine" || need === "camera") {
    const [alert] = troubles(table, need);
    if (alert !== undefined && isHall(table.address)) {
      return short(alert.text);
    }
    return alert === undefined ? t.screens.needs[need] : `${t.screens.needs[need]}: ${short(alert.text)}`;
  }
  return t.screens.needs[need];
}

/** That the card may be out of date. */
function unreadable(table: HallTable): string[] {
  return Object.keys(table.unreadable).length === 0 ? [] : [`${t.unreadable}. ${t.outOfDate}`];
}

/** Whatever the card shows, in a text: it is made anew when this changes. */
export function cardSign(placed: Placed, around: CardAround): string {
  const { table, needs } = placed;
  const words = [...unreadable(table), ...needs.map((need) => needWords(need, placed, around.now))];
  return JSON.stringify([
    ...[table.card?.names, table.card?.attendant, table.card?.waited_ms, gameLine(placed, around.now), words],
    ...[table.status?.status, around.link.kind, around.isMine, table.address.name],
  ]);
}

export function cardElement(placed: Placed, around: CardAround): HTMLElement {
  const { table, needs } = placed;
  const name = isHall(table.address) ? t.screens.ofHall : table.address.name;
  const status = statusLine(around.link, { ...EMPTY_VIEW, status: table.status });
  const attendant = table.card?.attendant ?? null;
  const names = (table.card?.names ?? []).filter(Boolean);
  const kind = needs[0] === undefined ? status.mood : `needs ${needs[0]}`;
  const calls = needs.length === 0 ? [status.title] : needs.map((need) => needWords(need, placed, around.now));
  const state = [...unreadable(table), ...calls];
  const mine = h(
    "button",
    { type: "button", class: "star", "data-act": "mine", "aria-pressed": String(around.isMine), "aria-label": `${t.screens.addMine}: ${short(name)}` },
    around.isMine ? "★" : "☆",
  );
  return h(
    "li",
    { class: `hall-card ${kind}${attendant === null ? "" : " attended"}` },
    h(
      "a",
      { href: addressOf(table.address), "data-act": "open" },
      h("b", {}, h("bdi", {}, short(name))),
      h("span", { class: "game" }, gameLine(placed, around.now)),
      h("span", { class: "players" }, ...names.flatMap((one, place) => [place > 0 ? h("i", {}, " · ") : "", h("bdi", {}, short(one))])),
      h("span", { class: "needed" }, state.join(" · ")),
    ),
    mine,
    h("div", { class: "going" }, ...going(placed, around)),
  );
}

/** Who goes to the table, and the buttons by which that changes. */
function going({ table, needs }: Placed, { judges, me }: CardAround): (Node | string)[] {
  const attendant = table.card?.attendant ?? null;
  const waited = table.card?.waited_ms ?? null;
  if (attendant !== null) {
    const answered = waited === null ? "" : ` ${t.screens.waited(Math.round(waited / 1000))}`;
    const words = h("span", { class: attendant === me ? "mine" : "" }, h("bdi", {}, t.screens.attends(short(attendant))), answered);
    return judges ? [words, h("button", { type: "button", "data-act": "hand_over" }, t.screens.handOver)] : [words];
  }
  // Before the first hanchan the table has no journal of a call, and refuses.
  return judges && needs.length > 0 && table.card !== null && table.card.hand !== null
    ? [h("button", { type: "button", class: "take", "data-act": "take_call" }, t.screens.take)]
    : [];
}
