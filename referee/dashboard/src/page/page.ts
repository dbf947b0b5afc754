/** The judge's page: follows one table live, or lists several to choose from. */

import { Broker } from "../broker/broker.js";
import { type Link, type StatusLine, statusLine } from "../table/connection.js";
import { byId, h, update } from "../elements/elements.js";
import { rove } from "../elements/rove.js";
import { keepPlace, StillLists } from "../elements/still.js";
import type { CommandName } from "../declared/commands.js";
import { WINDS } from "../felt/felt.js";
import type { Game } from "../table/protocol.js";
import { EMPTY_VIEW, listening, received, reconnected, remembered, type TableView } from "../table/model.js";
import { thrownAway } from "../table/journal.js";
import { addressOf, type Route, routeOf } from "../table/route.js";
import { stopOf } from "../table/stop.js";
import { AGAIN_MS, Hearing } from "../screens/hall/hearing.js";
import type { HallDesk } from "../screens/hall/screen.js";
import { attendantLines, Screens } from "../screens/screens.js";
import { now } from "../table/now.js";
import { alerts, findings, journal, lastResult, stopLines } from "../judge/panels.js";
import { type Desk, type Group, groupsOf, showCommand, showGroup, showPlayer } from "../judge/actions.js";
import { doneWords } from "../judge/done.js";
import { showFinding } from "../judge/finding.js";
import { penalties } from "../judge/penalties.js";
import { askLogin, endIfExpired, logOut } from "../judge/login.js";
import { hanchanLines, type SHOWN } from "../judge/hanchan/standing.js";
import { PlannedSeats } from "../judge/hanchan/planned.js";
import { showHanchans } from "../judge/hanchan/played.js";
import { showRules } from "../judge/hanchan/rules.js";
import { showHands } from "../judge/hands.js";
import { reopen } from "../judge/reopen.js";
import { restore } from "../judge/sheets/draft.js";
import { placeUrgent } from "../judge/urgent.js";
import { scoreSheet } from "../judge/score_sheet.js";
import { PastBar } from "../judge/journal/bar.js";
import { showAbout, showEntry } from "../judge/journal/entry.js";
import { lyingTile, showTile } from "../judge/journal/tile.js";
import { Orders } from "../broker/orders.js";
import { closeSheet, listenToBack } from "../elements/sheet.js";
import { showLinks } from "../onlookers/links.js";
import { c } from "../texts/codes.js";
import { may, type Settings, type TableAddress } from "../table/settings.js";
import { t } from "../texts/texts.js";
import { topicOf } from "../broker/topics.js";
import { END } from "../declared/topics.js";
import { TableDesk } from "./desk.js";
import { showStatus, title } from "./head.js";
import { orderLines } from "./orders.js";
import { Picture } from "./picture.js";

const SECOND_MS = 1000;
/** How many earlier entries to ask for: the most that fit into an answer. */
const REMEMBERED = 200;
const SHOWS: Readonly<Record<(typeof SHOWN)[number], (desk: Desk) => void>> = { hands: showHands, rules: showRules, hanchans: showHanchans };

export class Page implements HallDesk {
  readonly orders: Orders;
  private readonly views = new Map<string, TableView>();
  link: Link = { kind: "connecting" };
  private readonly screens: Screens;
  private readonly bar: PastBar;
  private readonly picture = new Picture(() => this.draw());
  private readonly planned = new PlannedSeats(() => this.drawHanchan());
  private readonly side = new StillLists(byId("table-page"), () => this.draw());
  /** Null for anybody but a judge. */
  private hearing: Hearing | null = null;
  private route: Route = { screen: "hall", table: null, entry: null };
  /** The watched table; null in the hall and on the clock. */
  private desk: TableDesk | null = null;
  /** Whether the table must still be asked for its earlier entries. */
  private forgotten = false;
  /** Whether the form from before the page was loaded has been looked for. */
  private restored = false;
  private drawing = false;

  constructor(
    private readonly settings: Settings,
    private readonly broker: Broker,
  ) {
    this.orders = new Orders(
      (table, name, args) => this.broker.ask(table, name, args),
      {
        changed: () => this.draw(),
        did: (table, name, args) => doneWords(name, args, this.view(table)),
        held: () => byId("orders").matches(":focus-within"),
        goes: () => keepPlace(byId("orders")),
        later: (call, ms) => void setTimeout(call, ms),
      },
    );
    this.screens = new Screens(settings, this, () => this.draw());
    this.bar = new PastBar(byId("past"), () => this.desk);
    this.showLogin();
    listenToBack();
    placeUrgent();
    this.listenToClicks();
    document.addEventListener("keydown", (event) => this.pressed(event));
    window.addEventListener("hashchange", () => this.choose());
    if (this.login !== null && may(this.login, "referee")) {
      this.hearing = new Hearing((table) => void broker.ask(table, "hear_calls", {}));
      setInterval(() => this.hearing?.again(), AGAIN_MS);
    }
    setInterval(() => this.drawHanchan(), SECOND_MS);
    this.choose();
    broker.open(settings, {
      link: (link) => this.linked(link),
      fresh: () => this.fresh(),
      message: (topic, payload, kept) => this.message(topic, payload, kept),
    });
  }

  /** Listen on the elements that stay while their content is drawn anew. */
  private listenToClicks(): void {
    const on = (id: string, within: string, act: (pressed: HTMLElement, desk: TableDesk) => void): void =>
      byId(id).addEventListener("click", ({ target }) => {
        const pressed = (target as Element).closest<HTMLElement>(within);
        if (pressed !== null && this.desk !== null) {
          act(pressed, this.desk);
        }
      });
    on("journal-lines", "[data-entry]", ({ dataset }, desk) => showEntry(Number(dataset.entry), desk));
    on("attendant", "button", (_, desk) => void desk.orders.give("take_call", {}));
    on("actions", "[data-group]", ({ dataset }, desk) => {
      const group = dataset.group as Group;
      showGroup(group, desk, group === "machine" ? addressOf(desk.orders.table, "machine") : "");
    });
    on("actions", "[data-command]", (_, desk) => showCommand("stop", desk, {}, null));
    on("findings", "[data-finding]", ({ dataset }, desk) => showFinding(Number(dataset.finding), desk));
    for (const id of ["alerts", "machine-faults"]) {
      on(id, "[data-resolve]", ({ dataset }, desk) => void desk.orders.give("resolve", { id: dataset.resolve }));
    }
    on("stop", "button", ({ dataset }, desk) => void desk.orders.give("resume", dataset.seenTo === undefined ? {} : { seen_to: true }));
    on("thrown", "button", ({ dataset }, desk) => showAbout("undo", Number(dataset.entry), desk));
    on("unsigned", "button", (_, desk) => showCommand("sign_sheet", desk, {}, null));
    on("felt", "[data-lies]", (tile, desk) => {
      if (this.login !== null) {
        showTile(lyingTile(tile), desk);
      }
    });
    on("hanchan", "[data-command]", ({ dataset }, desk) => showCommand(dataset.command as CommandName, desk, {}, null));
    on("hanchan", "[data-show]", ({ dataset }, desk) => SHOWS[dataset.show as (typeof SHOWN)[number]](desk));
    on("felt", ".card, .opens", (card) => this.choosePlayer(Number(card.closest<SVGElement>("[data-seat]")?.dataset.seat)));
    byId("orders").addEventListener("click", (event) => this.ordersClicked(event.target as HTMLElement));
    byId("turn-view").addEventListener("click", () => this.picture.turn());
    rove(byId("journal-lines"));
    byId("skip").addEventListener("click", skip);
  }

  private pressed(event: KeyboardEvent): void {
    const typed = (event.target as Element).closest("input, select, textarea, dialog[open]") !== null;
    if (typed || this.route.screen !== "table" || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (event.key === "d") {
      this.picture.compareNext();
    }
    if (event.key === "v") {
      this.picture.turn();
    }
    const opens = (event.target as Element).closest(".opens");
    if (opens !== null && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      opens.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }
    const player = this.desk?.game()?.seats.find(({ wind }) => String(WINDS.indexOf(wind) + 1) === event.key);
    if (player !== undefined) {
      this.choosePlayer(player.seat);
    }
  }

  /** Show what a judge can do about a player; for anybody else, and in the past, compare the points with theirs. */
  private choosePlayer(seat: number): void {
    if (this.desk !== null && this.rulesNow()) {
      showPlayer(seat, this.desk, () => this.picture.compare(seat));
    } else {
      this.picture.compare(seat);
    }
  }

  /** Return whether the felt shows a judge the table as it is now. */
  private rulesNow(): boolean {
    return may(this.login, "referee") && this.desk?.past.shown === null;
  }

  private linked(link: Link): void {
    this.link = link;
    if (link.kind === "lost") {
      void endIfExpired(this.settings);
    }
    this.desk?.heard();
    this.draw();
  }

  private fresh(): void {
    for (const [topic, view] of this.views) {
      this.views.set(topic, reconnected(view));
    }
    this.forgotten = true;
    this.screens.watch.fresh();
  }

  get login(): Settings["login"] {
    return this.settings.login;
  }

  /** Show the name of the login, with the button to log in or out. */
  private showLogin(): void {
    const { login } = this.settings;
    const who = byId("who");
    who.textContent = login === null ? t.login : `${login.name} · ${t.logout}`;
    who.hidden = !this.settings.hasLogins;
    who.addEventListener("click", () => {
      if (login !== null) {
        void logOut();
      } else {
        void askLogin(this.settings).then(() => location.reload());
      }
    });
    const links = byId("links");
    links.textContent = c.links;
    links.addEventListener("click", () => {
      if (this.watched !== null) {
        void showLinks(this.watched, this.isOwn(this.watched));
      }
    });
    const buttons = groupsOf(login).map((group) =>
      h(
        "button",
        { type: "button", "data-group": group, "aria-haspopup": "dialog" },
        h("span", { class: "wide" }, t[group]),
        h("span", { class: "narrow" }, t.short[group]),
      ),
    );
    if (login !== null && may(login, "referee")) {
      buttons.push(h("button", { type: "button", class: "stops", "data-command": "stop" }, t.commands.stop ?? ""));
    }
    byId("actions").replaceChildren(...buttons);
    byId("actions").setAttribute("aria-label", t.actions);
    document.body.classList.toggle("judges", buttons.length > 0);
  }

  /** Say that the score sheet is not signed, with the button to sign it (WRC 8.2). */
  private unsignedLines(game: Game | null): HTMLElement[] {
    if (game?.signature !== "awaited") {
      return [];
    }
    const sign = h("button", { type: "button", class: "main" }, t.commands.sign_sheet ?? "");
    return [h("p", {}, h("b", {}, t.unsigned)), ...(may(this.login, "referee") ? [sign] : [])];
  }

  /** Say that a hanchan was thrown away, with the button to bring it back. */
  private thrownLines(view: TableView): HTMLElement[] {
    const entry = may(this.login, "referee") ? thrownAway(view.journal) : null;
    if (entry === null) {
      return [];
    }
    const back = h("button", { type: "button", class: "main", "data-entry": entry }, t.bringBack);
    return [h("p", {}, t.thrownAway), back];
  }

  private ordersClicked(target: HTMLElement): void {
    const order = this.orders.shown;
    if (order === null || target.closest("button") === null) {
      return;
    }
    this.orders.forget(order);
    if (target.closest(".again") !== null) {
      order.again?.();
    }
    if (target.closest(".undo") !== null && order.entry !== null) {
      void order.at.give("undo", { entry: order.entry, ...(order.also.length === 0 ? {} : { also: order.also }) });
    }
  }

  get table(): Desk | null {
    return this.desk;
  }

  private get watched(): TableAddress | null {
    return this.route.table;
  }

  private choose(): void {
    const before = this.watched;
    this.route = routeOf(this.settings, location.hash);
    // An open sheet, and any rehearsal in it, belong to the screen that is left.
    closeSheet();
    this.hear();
    const table = this.watched;
    if (table === null || before === null || topicOf(table) !== topicOf(before)) {
      if (table !== null) {
        this.views.set(topicOf(table), reconnected(listening(this.view(table))));
      }
      this.desk =
        table === null ? null : new TableDesk(this.orders.at(table), this.login, this.isOwn(table), () => this.view(table), () => this.link, () => this.draw());
      this.forgotten = true;
      this.broker.watch(table);
    }
    this.desk?.past.now();
    this.draw();
  }

  hear(): void {
    this.broker.hear(this.screens.topics(this.route));
  }

  private view(table: TableAddress): TableView {
    return this.views.get(topicOf(table)) ?? EMPTY_VIEW;
  }

  private message(topic: string, payload: string, kept: boolean): void {
    this.screens.message(topic, payload, kept);
    this.hearing?.message(topic, payload);
    const table = this.watched;
    if (table === null || !topic.startsWith(`${topicOf(table)}/`)) {
      return;
    }
    const base = topicOf(table);
    this.views.set(base, received(this.view(table), topic.slice(base.length + 1), payload, new Date()));
    if (this.forgotten && topic === `${base}/${END.state}` && this.view(table).state !== null) {
      void this.remember(table);
    }
    this.desk?.heard();
    this.restoreForm();
    this.openEntry();
    this.draw();
  }

  /** Show the entry that the address names, once the table can be asked about it. */
  private openEntry(): void {
    const { desk } = this;
    const { entry } = this.route;
    if (entry !== null && desk !== null && this.login !== null && !desk.deaf()) {
      this.route = { ...this.route, entry: null };
      showEntry(entry, desk);
    }
  }

  /** Open the form again that was open when the page was loaded anew, once the table can be asked about it. */
  private restoreForm(): void {
    const { desk } = this;
    if (!this.restored && desk !== null && !desk.deaf()) {
      this.restored = true;
      restore(desk, (form) => (form[0] === "machine" ? this.screens.actOnMachine(form[1]) : reopen(form, desk)));
    }
  }

  /** Ask for the entries from before the table was watched, or from while the broker was away. */
  private async remember(table: TableAddress): Promise<void> {
    this.forgotten = false;
    if (this.login === null) {
      return; // a request needs a login for its topic
    }
    const answer = await this.broker.ask(table, "history", { newest: REMEMBERED });
    if (answer === null && this.watched !== null && topicOf(table) === topicOf(this.watched)) {
      this.forgotten = true; // asked again at the table's next state
    }
    if (answer?.ok && Array.isArray(answer.entries)) {
      this.views.set(topicOf(table), remembered(this.view(table), answer.entries));
      this.desk?.heard();
      this.draw();
    }
  }

  /** Whether the table's own server serves this page. */
  private isOwn(table: TableAddress): boolean {
    const { own } = this.settings;
    return own !== null && topicOf(own) === topicOf(table);
  }

  /** Return whether the page shows a table to a login that may hand out codes. */
  private hasLinks(): boolean {
    return this.watched !== null && this.login !== null && may(this.login, "referee");
  }

  /** Draw before the next frame, once, however many messages come until then. */
  private draw(): void {
    if (!this.drawing) {
      this.drawing = true;
      requestAnimationFrame(() => {
        this.drawing = false;
        this.drawNow();
      });
    }
  }

  private drawNow(): void {
    if (!byId("login-page").hidden) {
      return; // the login covers everything
    }
    byId("orders").hidden = false;
    byId("status").hidden = false;
    const { screen } = this.route;
    byId("turn-view").hidden = screen !== "table";
    byId("links").hidden = !this.hasLinks();
    byId("table-page").hidden = screen !== "table";
    byId("past").hidden = screen !== "table" || this.login === null;
    byId("actions").hidden = screen !== "table" || groupsOf(this.login).length === 0;
    const deaf = this.desk?.deaf() ?? true;
    for (const button of byId("actions").querySelectorAll("button")) {
      button.disabled = deaf;
    }
    update("orders", orderLines(this.orders.shown, this.watched));
    this.screens.draw(this.route, this.watched === null ? EMPTY_VIEW : this.view(this.watched), deaf);
    if (this.watched === null) {
      update("stop", []);
      this.drawHead();
      return;
    }
    const view = this.view(this.watched);
    const status = statusLine(this.link, view);
    const stop = stopOf(view);
    const { name, hall } = this.watched;
    const below = [hall, view.state?.game?.ruleset, view.state && t.number(view.state.number)].filter(Boolean).join(" · ");
    title(name, screen === "table" ? below : t.screens.machineTitle, status);
    byId("actions").classList.toggle("stopped", stop !== null);
    update("stop", stop === null ? [] : stopLines(stop, view, this.login, deaf));
    showStatus(status);
    if (screen === "table") {
      this.drawTable(view, status);
    }
  }

  private drawHead(): void {
    const connected = this.link.kind === "connected";
    const line: StatusLine = connected ? { mood: "live", title: t.connected, detail: "" } : statusLine(this.link, EMPTY_VIEW);
    title("Jantaku", this.route.screen === "clock" ? t.screens.clock : t.screens.hall, line);
    showStatus(line);
  }

  /** Draw the hanchan; also each second, for the time left. */
  private drawHanchan(): void {
    if (this.watched !== null && this.route.screen === "table" && byId("login-page").hidden) {
      const view = this.view(this.watched);
      const lines = hanchanLines(view, statusLine(this.link, view).mood === "live", now(), this.login);
      this.side.update("hanchan", [...lines, ...this.swapped(this.watched, view)]);
    }
  }

  /** Say who sits in another's seat; only a hall knows its tournaments' plans, and only officials may ask. */
  private swapped(table: TableAddress, view: TableView): HTMLElement[] {
    const asks = this.settings.tables.length === 0 && this.login !== null && !document.hidden;
    return asks ? this.planned.lines(table, view.state?.game ?? null, Date.now()) : [];
  }

  private drawTable(view: TableView, status: StatusLine): void {
    const game = view.state?.game ?? null;
    this.picture.draw(view, this.desk?.past.shown?.view ?? null, this.rulesNow(), status);
    this.bar.draw();
    const { side } = this;
    side.about(this.watched === null ? "" : topicOf(this.watched));
    side.update("unsigned", this.unsignedLines(game));
    side.update("thrown", this.thrownLines(view));
    side.update("attendant", attendantLines(game, this.login));
    side.update("alerts", alerts(view, may(this.login, "referee")));
    side.update("findings", findings(game?.findings ?? [], game));
    this.drawHanchan();
    side.update("penalties", game === null ? [] : penalties(game));
    side.update("result", [scoreSheet(game), ...lastResult(game?.last_result ?? null, game?.seats ?? [])].filter((each) => each !== null));
    side.update("journal-lines", journal(view, this.login !== null));
  }
}

/** Move the focus over everything to what a judge can do, or to what the screen is about. */
function skip(): void {
  const places = [byId("actions"), ...document.querySelectorAll<HTMLElement>("main")];
  const place = places.find((one) => !one.hidden);
  place?.querySelector<HTMLElement>("button:enabled, a, [tabindex='0'], input")?.focus();
}
