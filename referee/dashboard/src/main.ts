/** The judge's page: follows one table live, or lists several to choose from. */

import { Broker, topicOf } from "./broker.js";
import { type Link, type StatusLine, statusLine } from "./connection.js";
import { byId, h } from "./elements.js";
import { sheet } from "./faces/faces.js";
import { felt } from "./felt.js";
import { count } from "./format.js";
import { hallTables } from "./hall.js";
import { EMPTY_VIEW, listening, received, reconnected, type TableView } from "./model.js";
import { alerts, findings, journal, lastResult } from "./panels.js";
import { chosen, decodeSettings, type Settings, type TableAddress } from "./settings.js";

const SETTINGS_RETRY_MS = 3000;

class Page {
  private readonly views = new Map<string, TableView>();
  private readonly broker: Broker;
  private link: Link = { kind: "connecting" };
  private watched: TableAddress | null = null;
  private bottomChair = 0;
  private drawing = false;
  /** What the felt shows now: state, latest tile, chair at the bottom. */
  private pictured: unknown[] | null = null;

  constructor(private readonly settings: Settings) {
    this.broker = new Broker(settings.mqtt, settings.tables, {
      link: (link) => {
        this.link = link;
        this.draw();
      },
      fresh: () => {
        for (const [topic, view] of this.views) {
          this.views.set(topic, reconnected(view));
        }
      },
      message: (topic, payload) => this.message(topic, payload),
    });
    byId("turn-view").addEventListener("click", () => this.turnView());
    document.addEventListener("keydown", (event) => {
      if (event.key === "v" && !event.ctrlKey && !event.metaKey && !event.altKey) {
        this.turnView();
      }
    });
    window.addEventListener("hashchange", () => this.choose());
    this.choose();
  }

  private choose(): void {
    this.watched = chosen(this.settings.tables, location.hash);
    if (this.watched !== null) {
      const topic = topicOf(this.watched);
      this.views.set(topic, listening(this.view(this.watched)));
    }
    this.broker.watch(this.watched);
    this.draw();
  }

  private view(table: TableAddress): TableView {
    return this.views.get(topicOf(table)) ?? EMPTY_VIEW;
  }

  private message(topic: string, payload: string): void {
    const table = this.settings.tables.find((one) => topic.startsWith(`${topicOf(one)}/`));
    if (table === undefined) {
      return;
    }
    const base = topicOf(table);
    this.views.set(base, received(this.view(table), topic.slice(base.length + 1), payload, new Date()));
    this.draw();
  }

  private turnView(): void {
    this.bottomChair = (this.bottomChair + 1) % 4;
    this.draw();
  }

  /** Draws before the next frame, however many messages come until then. */
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
    const several = this.settings.tables.length > 1;
    byId("all-tables").hidden = !several || this.watched === null;
    byId("turn-view").hidden = this.watched === null;
    byId("table-page").hidden = this.watched === null;
    byId("hall-page").hidden = this.watched !== null;
    if (this.watched === null) {
      this.drawHall();
    } else {
      this.drawTable(this.watched, this.view(this.watched));
    }
  }

  private drawHall(): void {
    title("Jantaku", `${count(this.settings.tables.length, "table")}`);
    const connected = this.link.kind === "connected";
    const line = statusLine(this.link, EMPTY_VIEW);
    showStatus(connected ? { mood: "live", title: "Connected", detail: "", live: true } : line);
    const list = this.settings.tables.map((table): [TableAddress, TableView] => [table, this.view(table)]);
    update("hall-tables", hallTables(list, this.link));
  }

  private drawTable(table: TableAddress, view: TableView): void {
    const { state } = view;
    const game = state?.game ?? null;
    title(table.name, [table.hall, game?.ruleset, state && `no. ${state.number}`].filter(Boolean).join(" · "));
    const status = statusLine(this.link, view);
    showStatus(status);
    const picture = byId("felt");
    const shown = [state, view.latest, this.bottomChair];
    if (this.pictured === null || shown.some((what, index) => what !== this.pictured?.[index])) {
      this.pictured = shown;
      picture.replaceChildren(felt(view, this.bottomChair));
    }
    picture.classList.toggle("stale", !status.live);
    picture.dataset.stamp = status.live ? "" : status.title;
    update("alerts", alerts(view));
    update("findings", findings(game?.findings ?? [], game?.seats ?? []));
    update("result", lastResult(game?.lastResult ?? null, game?.seats ?? []));
    update("journal-lines", journal(view));
  }
}

const drawn = new Map<string, string>();

/** Puts new content into an element, and leaves it alone where nothing changed: a screen reader hears only news. */
function update(id: string, children: HTMLElement[]): void {
  const markup = children.map((child) => child.outerHTML).join("");
  if (drawn.get(id) !== markup) {
    drawn.set(id, markup);
    byId(id).replaceChildren(...children);
  }
}

function title(name: string, line: string): void {
  update("table-name", [h("span", {}, name)]);
  update("hand-line", [h("span", {}, line)]);
  document.title = name === "Jantaku" ? name : `${name} · Jantaku`;
}

function showStatus(line: StatusLine): void {
  const mark = { live: "●", waiting: "◌", lost: "✕" }[line.mood];
  byId("status").className = `status ${line.mood}`;
  document.body.dataset.mood = line.mood;
  update("status", [
    h("span", { class: "mark", "aria-hidden": "true" }, mark),
    h("strong", {}, line.title),
    h("span", { class: "detail" }, line.detail),
  ]);
}

async function start(): Promise<void> {
  byId("symbols").innerHTML = sheet();
  for (;;) {
    try {
      const answer = await fetch("settings.json", { cache: "no-store" });
      if (!answer.ok) {
        throw new Error(`the table's server answers ${answer.status}`);
      }
      new Page(decodeSettings(await answer.json(), new URL(location.href)));
      return;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      showStatus({ mood: "lost", title: "No settings", detail: `settings.json: ${why}. Trying again.`, live: false });
      await new Promise((resolve) => setTimeout(resolve, SETTINGS_RETRY_MS));
    }
  }
}

void start();
