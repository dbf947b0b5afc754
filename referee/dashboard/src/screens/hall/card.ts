/** The card of one table. */

import { statusLine, type Link } from "../../table/connection.js";
import { become, h } from "../../elements/elements.js";
import { boldWidth } from "../../elements/width.js";
import { felt } from "../../felt/felt.js";
import { change, handName } from "../../table/format.js";
import { EMPTY_VIEW, type TableView } from "../../table/model.js";
import type { TableAddress } from "../../table/settings.js";
import { leftMs, MINUTE_MS, wholeMinutes } from "../../table/timing.js";
import type { Need } from "../../texts/screens-en.js";
import { stopLine, stopOfCard } from "../../table/stop.js";
import { t } from "../../texts/texts.js";
import { addressOf } from "../../table/route.js";
import { type HallTable, isHall, type Placed, troubles } from "./tables.js";

/** Names that people typed are cut after this many characters: a card has no room for more. */
const MOST_WORDS = 60;
/** How much of a card's width its borders and its padding take at most, and how much the star takes (`screens.css`). */
const AROUND_PX = 48;
const STAR_PX = 44;
/** How much larger a table's name is than other texts. */
const LARGER = 1.25;
/** Half of the room between two columns of players. */
const GAP_PX = 6;
/** What is between two players. */
const BETWEEN = " · ";

export interface CardAround {
  readonly link: Link;
  readonly now: number;
  readonly isMine: boolean;
  /** Whether this login may take calls. */
  readonly judges: boolean;
  readonly me: string;
  /** The width of a card in pixels. */
  readonly wide: number;
}

function short(words: string): string {
  const [...letters] = words.slice(0, 4 * MOST_WORDS);
  return letters.length > MOST_WORDS ? `${letters.slice(0, MOST_WORDS).join("")}…` : letters.join("");
}

/** Describe the hand and the clock of a table in a line. */
function gameLine({ table }: Placed, now: number): string {
  const { card } = table;
  if (isHall(table.address)) {
    return t.screens.collects;
  }
  if (card === null) {
    return t.screens.noCard;
  }
  const over = card.phase === "ended";
  const parts = [card.hand === null ? t.noHanchan : over ? t.hanchanOver : handName(card.hand)];
  if (card.honba > 0 && !over) {
    parts.push(t.screens.honba(card.honba));
  }
  const left = leftMs(card, now);
  if (left !== null && card.clock !== null) {
    const words = card.clock.ends_wall_ms === null ? t.screens.stands : left < 0 ? t.screens.over : t.screens.left;
    parts.push(words(wholeMinutes(left)));
  }
  if (card.clock?.called && !over) {
    parts.push(t.screens.lastHand);
  }
  return parts.join(" · ");
}

/** Describe a need of a table. */
function needWords(need: Need, { table }: Placed, now: number): string {
  const since = table.card?.stopped?.since_wall_ms ?? null;
  if (need === "judge" && since !== null) {
    return `${t.screens.needs.judge} ${t.screens.waits(Math.floor((now - since) / MINUTE_MS))}`;
  }
  const stop = need === "stopped" ? stopOfCard(table.card) : null;
  if (stop !== null) {
    return `${t.screens.needs.stopped} ${short(stopLine(stop))}`;
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

/** Warn that the card may be out of date. */
function unreadable(table: HallTable): string[] {
  return Object.keys(table.unreadable).length === 0 ? [] : [`${t.unreadable}. ${t.outOfDate}`];
}

/** How long a card's text holds: it says how many minutes are left, or have passed. */
const SLOT_MS = 5000;
const signs = new WeakMap<Placed, { link: Link; isMine: boolean; slot: number; sign: string }>();

/** Return everything that the card shows as one text: a change in it means that the card must be drawn anew. */
export function cardSign(placed: Placed, around: CardAround): string {
  const { link, isMine } = around;
  const slot = Math.floor(around.now / SLOT_MS);
  let known = signs.get(placed);
  if (known === undefined || known.link !== link || known.isMine !== isMine || known.slot !== slot) {
    known = { link, isMine, slot, sign: signOf(placed, around) };
    signs.set(placed, known);
  }
  return known.sign;
}

function signOf(placed: Placed, around: CardAround): string {
  const { table, needs } = placed;
  const words = [...unreadable(table), ...needs.map((need) => needWords(need, placed, around.now))];
  return JSON.stringify([
    ...[table.card?.names, table.card?.attendant, table.card?.waited_ms, gameLine(placed, around.now), words],
    ...[table.status?.status, around.link.kind, around.isMine, table.address.name],
  ]);
}

/** A table's card. It can become the card of another table, which is cheaper for a browser than a new one. */
export class TableCard {
  readonly element: HTMLElement;
  private readonly name = new Text();
  private readonly game = new Text();
  private readonly needed = new Text();
  private readonly star = new Text();
  private readonly title = h("b", {}, h("bdi", {}, this.name));
  private readonly hand = h("span", { class: "game" }, this.game);
  private readonly need = h("span", { class: "needed" }, this.needed);
  private readonly link: HTMLElement;
  private readonly mine: HTMLElement;
  private readonly players = h("span", { class: "players" });
  private readonly going = h("div", { class: "going" });
  /** For the eyes: the rest of the card says in words what needs somebody. */
  private readonly felt = h("div", { class: "card-felt", "aria-hidden": "true" });
  private drawn: TableView | null = null;
  private address: TableAddress | null = null;
  private names: readonly Text[] = [];
  private goers = "";

  constructor() {
    this.link = h(
      "a",
      { "data-act": "open" },
      this.title,
      this.hand,
      this.players,
      this.need,
      this.felt,
    );
    this.mine = h("button", { type: "button", class: "star", "data-act": "mine" }, this.star);
    this.element = h("li", {}, this.link, this.mine, this.going);
  }

  show(placed: Placed, around: CardAround): void {
    const { table, needs } = placed;
    const name = isHall(table.address) ? t.screens.ofHall : table.address.name;
    const status = statusLine(around.link, { ...EMPTY_VIEW, status: table.status });
    const attendant = table.card?.attendant ?? null;
    const kind = needs[0] === undefined ? status.mood : `needs ${needs[0]}`;
    const calls = needs.length === 0 ? [status.title] : needs.map((need) => needWords(need, placed, around.now));
    if (this.address !== table.address) {
      this.address = table.address;
      this.link.setAttribute("href", addressOf(table.address));
      this.mine.setAttribute("aria-label", `${t.screens.addMine}: ${short(name)}`);
    }
    const kinds = `hall-card ${kind}${attendant === null ? "" : " attended"}`;
    if (this.element.className !== kinds) {
      this.element.className = kinds;
    }
    const room = around.wide - AROUND_PX;
    write(this.name, short(name));
    write(this.game, gameLine(placed, around.now));
    write(this.needed, [...unreadable(table), ...calls].join(BETWEEN));
    cut(this.title, this.name, (room - STAR_PX) / LARGER);
    cut(this.hand, this.game, room);
    cut(this.need, this.needed, room);
    write(this.star, around.isMine ? "★" : "☆");
    this.mine.setAttribute("aria-pressed", String(around.isMine));
    this.felt.classList.toggle("stale", status.mood !== "live");
    this.showPlayers((table.card?.names ?? []).filter(Boolean).map(short), room);
    const parts = going(placed, around);
    const goers = parts.map((part) => (typeof part === "string" ? part : (part as Element).outerHTML)).join("");
    if (goers !== this.goers) {
      this.goers = goers;
      this.going.replaceChildren(...parts);
    }
  }

  /** Show the table's felt; null where there is no room, or nothing is known of it. */
  showFelt(view: TableView | null): void {
    if (view === this.drawn) {
      return;
    }
    this.drawn = view;
    const shown = this.felt.firstChild;
    if (view === null) {
      this.felt.replaceChildren();
    } else if (shown === null) {
      this.felt.append(felt(view, 0));
    } else {
      become(shown, felt(view, 0));
    }
  }

  private showPlayers(names: readonly string[], room: number): void {
    if (names.length !== this.names.length) {
      this.names = names.map(() => new Text());
      this.players.replaceChildren(...this.names.flatMap((one, place) => [place > 0 ? h("i", {}, BETWEEN) : "", h("bdi", {}, one)]));
    }
    this.names.forEach((one, place) => {
      write(one, names[place] ?? "");
      cut(one.parentElement, one, room / 2 - GAP_PX);
    });
    cut(this.players, { data: names.join(BETWEEN) }, room);
  }
}

/** Set a text, unless it is the same already. */
function write(text: Text, words: string): void {
  if (text.data !== words) {
    text.data = words;
  }
}

/** Have an element cut its text off only if that may be too wide: each clip costs time in every frame, and a card would
 * have seven.
 */
function cut(element: Element | null, { data }: { data: string }, room: number): void {
  element?.classList.toggle("cut", boldWidth(data) > room);
}

/** Name the judge who attends, with buttons to change that. */
function going({ table, needs }: Placed, { judges, me }: CardAround): (Node | string)[] {
  const attendant = table.card?.attendant ?? null;
  const waited = table.card?.waited_ms ?? null;
  if (attendant !== null) {
    const answered = waited === null ? "" : ` ${t.screens.waited(Math.round(waited / 1000))}`;
    const words = h("span", { class: attendant === me ? "mine" : "" }, h("bdi", {}, t.screens.attends(short(attendant))), answered);
    return judges ? [words, h("button", { type: "button", "data-act": "hand_over" }, t.screens.handOver)] : [words];
  }
  // Before the first hanchan the table has no journal for a call, and would refuse.
  return judges && needs.length > 0 && table.card !== null && table.card.hand !== null
    ? [h("button", { type: "button", class: "take", "data-act": "take_call" }, t.screens.take)]
    : [];
}
