/** The screens besides the table: the hall, the clock for a wall, the machine; and the judge who attends a table. */

import { byId, h, update } from "../elements/elements.js";
import type { TableView } from "../table/model.js";
import { confirmSheet } from "../judge/sheets/confirm.js";
import type { Game } from "../table/protocol.js";
import { type Login, may, type Settings } from "../table/settings.js";
import { t } from "../texts/texts.js";
import { hallTopics } from "../broker/topics.js";
import { WallClock } from "./clock/clock.js";
import { SessionClocks } from "./clock/sessions.js";
import { Bell } from "./hall/bell.js";
import { type HallDesk, HallScreen } from "./hall/screen.js";
import { HallWatch } from "./hall/watch.js";
import { MACHINE_ACTS, machineParts, STOP } from "./machine/screen.js";
import { addressOf, type Route } from "../table/route.js";

export class Screens {
  readonly watch: HallWatch;
  private readonly hall: HallScreen;
  private readonly clock: WallClock;
  private readonly sessions = new SessionClocks();
  private heardAt: Date | null = null;
  private needing = -1;

  constructor(
    private readonly settings: Settings,
    private readonly desk: HallDesk,
    private readonly changed: () => void,
  ) {
    this.watch = new HallWatch(settings.tables, () => this.heard());
    const bell = new Bell(() => this.changed());
    this.hall = new HallScreen(this.watch, desk, bell);
    if (desk.login !== null && may(desk.login, "technician")) {
      void this.hall.push.begin(settings.tables.length === 0); // only the page of a hall begins without tables
    }
    this.clock = new WallClock(
      () => this.watch.all(),
      () => ({ link: desk.link, heardAt: this.heardAt }),
      bell,
      this.sessions,
    );
    if (desk.login !== null && may(desk.login, "viewer") && settings.tables.length === 0) {
      this.sessions.begin();
    }
    byId("machine-acts").addEventListener("click", (event) => {
      this.actOnMachine((event.target as HTMLElement).closest("button")?.dataset.machine ?? "");
    });
    byId("all-tables").textContent = t.screens.hall;
    byId("one-table").textContent = t.screens.toTable;
    byId("tournaments").textContent = t.screens.tournaments;
  }

  /** Stop the machine, or show the sheet for another of its acts. */
  actOnMachine(name: string): void {
    const act = MACHINE_ACTS[name];
    const { table } = this.desk;
    if (act === undefined || table === null) {
      return;
    }
    const [command, args] = act;
    if (name === STOP) {
      void table.orders.give(command, args);
      return;
    }
    const words = h("p", { class: "happened" }, t.commands[command] ?? "");
    const filled = { element: words, read: () => args, holds: () => name === "openLid" };
    confirmSheet(t.screens[name as "retry"], command, table, () => filled, null, ["machine", name]);
  }

  /** Return the topics to listen to besides the watched table: a judge may be called to any table of the hall. */
  topics({ screen }: Route): string[] {
    if (screen !== "hall") {
      this.hall.leave();
    }
    const calls = this.desk.login !== null && may(this.desk.login, "technician");
    return calls || screen === "hall" || screen === "clock" ? [...hallTopics(this.settings.halls), ...this.hall.topics] : [];
  }

  /** `kept`: a retained message that the broker sends because the page has just subscribed. */
  message(topic: string, payload: string, kept: boolean): void {
    this.watch.message(topic, payload, kept);
    this.hall.message(topic, payload);
  }

  /** `deaf`: the table cannot be asked for anything now. */
  draw(route: Route, view: TableView, deaf: boolean): void {
    const { screen, table } = route;
    byId("hall-page").hidden = screen !== "hall";
    byId("clock-page").hidden = screen !== "clock";
    byId("machine-page").hidden = screen !== "machine";
    byId("all-tables").hidden = screen === "hall";
    byId("one-table").hidden = screen !== "machine";
    // Only the page of a hall, which begins without tables, has tournaments.
    byId("tournaments").hidden = screen !== "hall" || this.settings.tables.length > 0 || this.desk.login === null;
    if (screen === "hall") {
      this.hall.draw();
    } else if (screen === "clock") {
      this.clock.tick();
    } else if (screen === "machine" && table !== null) {
      byId("one-table").setAttribute("href", addressOf(table));
      for (const [id, parts] of Object.entries(machineParts(view.technical, view, this.desk.login, deaf))) {
        update(id, parts);
      }
    }
  }

  private heard(): void {
    this.heardAt = new Date();
    this.hall.changed();
    const { needing } = this.hall;
    if (needing !== this.needing) {
      this.needing = needing;
      byId("all-tables").textContent = needing === 0 ? t.screens.hall : `${t.screens.hall} (${needing})`;
      byId("all-tables").classList.toggle("calls", needing > 0);
    }
  }
}

/** Name the judge who attends, or make the button by which a judge says so. */
export function attendantLines(game: Game | null, login: Login | null): HTMLElement[] {
  if (game === null) {
    return [];
  }
  if (game.attendant) {
    const { who, waited_ms } = game.attendant;
    const waited = waited_ms === null ? "" : ` ${t.screens.waited(Math.round(waited_ms / 1000))}`;
    return [h("p", {}, h("bdi", {}, t.screens.goes(who)), waited)];
  }
  const calls = game.stopped !== null || game.findings.some((one) => one.ruling === null);
  return calls && login !== null && may(login, "referee")
    ? [h("button", { type: "button", class: "quiet" }, t.commands.take_call ?? "")]
    : [];
}
