/** The hall: a card for each table, those that need a person first. */

import type { Link } from "../../table/connection.js";
import { button, byId, h, labelled, put, radio } from "../../elements/elements.js";
import type { Desk } from "../../judge/sheets/desk.js";
import type { Orders } from "../../broker/orders.js";
import { closeSheet, openSheet } from "../../elements/sheet.js";
import { type Login, may, type TableAddress } from "../../table/settings.js";
import { t } from "../../texts/texts.js";
import { now } from "../../table/now.js";
import type { Bell } from "./bell.js";
import { Calls } from "./calls.js";
import { type CardAround, cardSign, TableCard } from "./card.js";
import { Felts } from "./felts.js";
import { CardGrid } from "./grid.js";
import { MyTables } from "./mine.js";
import { PushButton } from "./push.js";
import type { Order, Placed } from "./tables.js";
import type { HallWatch } from "./watch.js";

type Filter = "all" | "needing" | "mine";
const FILTERS: readonly Filter[] = ["all", "needing", "mine"];
const AGAIN_MS = 5000;

/** The parts of the page that the hall needs. */
export interface HallDesk {
  readonly orders: Orders;
  readonly login: Login | null;
  readonly link: Link;
  /** The watched table, if there is one. */
  readonly table: Desk | null;
  /** Listen to the topics of the screen, which have changed. */
  hear(): void;
}

export class HallScreen {
  private readonly mine = new MyTables();
  private readonly grid: CardGrid<TableCard>;
  private readonly search = h("input", { id: "hall-search", type: "search", autocomplete: "off", placeholder: t.screens.search, "aria-label": t.screens.search });
  private readonly box = h("div", { id: "hall-cards", tabindex: 0, role: "region", "aria-label": t.screens.hall });
  private readonly needed = h("p", { id: "hall-needed", role: "status" });
  private readonly nothing = h("p", { class: "nothing", hidden: true }, t.screens.nothingFound);
  private readonly sound = button({ id: "hall-sound" }, () => this.bell.turn(!this.bell.on));
  private filter: Filter = "all";
  private shown: Order | null = null;
  private touched = false;
  private readonly calls = new Calls();
  readonly push = new PushButton();
  private readonly felts = new Felts(this.box, () => this.desk.hear());

  constructor(
    private readonly watch: HallWatch,
    private readonly desk: HallDesk,
    private readonly bell: Bell,
  ) {
    const list = h("ul", { id: "hall-tables" });
    this.grid = new CardGrid(this.box, list, {
      sign: (key) => `${this.of(key, cardSign) ?? ""}${this.felts.sign(key)}`,
      make: () => new TableCard(),
      show: (card, key) => {
        this.of(key, (placed, around) => card.show(placed, around));
        card.showFelt(this.felts.of(key));
      },
      inSight: (keys) => this.felts.show(byId("hall-page").hidden ? [] : keys.flatMap((key) => this.watch.get(key)?.address ?? [])),
    });
    this.box.append(list, this.nothing);
    byId("hall-page").replaceChildren(this.head(), this.needed, this.box);
    this.search.addEventListener("input", () => this.draw());
    list.addEventListener("click", (event) => this.clicked(event));
    // Cards must not move away from under a finger.
    list.addEventListener("pointerdown", () => {
      this.touched = true;
    });
    for (const over of ["pointerup", "pointercancel"]) {
      document.addEventListener(over, () => {
        this.touched = false;
      });
    }
    setInterval(() => this.changed(), AGAIN_MS);
  }

  /** Take in a change: ring for new calls, and draw the hall if it is shown. */
  changed(): void {
    const news = this.calls.news(this.watch.order(now()).calling, this.watch);
    if (news.length > 0 && may(this.desk.login, "referee")) {
      this.bell.call();
    }
    if (!byId("hall-page").hidden && !this.touched) {
      this.draw();
    }
  }

  /** The topics that the cards in sight need besides. */
  get topics(): string[] {
    return this.felts.topics;
  }

  /** Take in a message of any topic. */
  message(topic: string, payload: string): void {
    if (this.felts.message(topic, payload)) {
      this.grid.refresh();
    }
  }

  /** Another screen is shown: the felts would go stale. */
  leave(): void {
    this.felts.clear();
  }

  /** How many tables need a person. */
  get needing(): number {
    return this.watch.order(now()).needing;
  }

  draw(): void {
    const order = this.watch.order(now());
    this.shown = order;
    const keys = this.wanted(order);
    put(this.needed, `${t.screens.tables(this.watch.size)} · ${t.screens.needed(order.needing)}`);
    this.needed.classList.toggle("calls", order.needing > 0);
    this.nothing.hidden = keys.length > 0;
    put(this.sound, this.bell.on ? (this.bell.ready ? t.screens.soundOn : t.screens.soundTap) : t.screens.soundOff);
    this.sound.setAttribute("aria-pressed", String(this.bell.on));
    this.box.classList.toggle("stale", this.desk.link.kind !== "connected");
    if (!this.touched) {
      this.grid.show(keys);
    }
  }

  /** Return the keys that pass the filter and the search. */
  private wanted(order: Order): readonly string[] {
    const like = this.search.value.trim().toLocaleLowerCase();
    if (this.filter === "all" && like === "") {
      return order.keys;
    }
    const fitting = order.all().filter((one) => this.fits(one) && (like === "" || isLike(one, like)));
    return fitting.map(({ key }) => key);
  }

  private head(): HTMLElement {
    const words: Readonly<Record<Filter, string>> = { all: t.screens.all, needing: t.screens.needing, mine: t.screens.mine };
    const choices = FILTERS.map((filter) =>
      radio({ name: "hall-filter", value: filter, checked: filter === this.filter }, words[filter], () => {
        this.filter = filter;
        this.box.scrollTop = 0;
        this.draw();
      }),
    );
    const clock = h("a", { href: "#clock", class: "to-clock" }, t.screens.clock);
    return h(
      "div",
      { class: "hall-head" },
      this.search,
      h("div", { class: "choices", role: "radiogroup", "aria-label": t.screens.show }, ...choices),
      h("div", { class: "hall-more" }, this.sound, this.push.element, clock),
    );
  }

  private fits({ key, table, needs }: Placed): boolean {
    const { login } = this.desk;
    const mine = this.mine.has(key) || (login !== null && table.card?.attendant === login.name);
    return this.filter === "all" || (this.filter === "needing" ? needs.length > 0 : mine);
  }

  private of<T>(key: string, make: (placed: Placed, around: CardAround) => T): T | null {
    const placed = this.shown?.get(key);
    const { login, link } = this.desk;
    const judges = login !== null && may(login, "referee");
    return placed === undefined
      ? null
      : make(placed, { link, now: now(), isMine: this.mine.has(key), judges, me: login?.name ?? "", wide: this.grid.cardWidth });
  }

  private clicked(event: Event): void {
    const target = event.target as Element;
    const act = target.closest<HTMLElement>("button[data-act]")?.dataset.act;
    const key = target.closest<HTMLElement>("[data-key]")?.dataset.key ?? "";
    const table = this.watch.get(key)?.address;
    if (act === undefined || table === undefined) {
      return;
    }
    if (act === "mine") {
      this.mine.turn(key);
      this.draw();
    } else if (act === "take_call") {
      void this.desk.orders.at(table).give("take_call", {});
    } else {
      this.handOver(table);
    }
  }

  /** Ask which judge goes instead, among those that the hall has seen. */
  private handOver(table: TableAddress): void {
    const known = new Set([...this.watch.all()].map((one) => one.card?.attendant ?? "").filter(Boolean));
    known.add(this.desk.login?.name ?? "");
    const to = h("input", { id: "hand-over-to", type: "text", maxlength: 100, autocomplete: "off", list: "judges-known" });
    const sent = (who: string): void => {
      closeSheet();
      void this.desk.orders.at(table).give("hand_over", who === "" ? {} : { to: who });
    };
    openSheet(`${t.screens.handOver}: ${table.name.slice(0, 100)}`, [
      labelled(t.screens.whoGoes, to),
      h("datalist", { id: "judges-known" }, ...[...known].filter(Boolean).map((value) => h("option", { value }))),
      button({ class: "main" }, () => sent(to.value.trim()), t.screens.handOver),
      button({ class: "quiet" }, () => sent(""), t.screens.nobodyGoes),
    ]);
    to.focus();
  }
}

function isLike({ table }: Placed, wanted: string): boolean {
  return [table.address.name, ...(table.card?.names ?? [])].some((one) => one.toLocaleLowerCase().includes(wanted));
}
