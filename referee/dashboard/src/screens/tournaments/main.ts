/** The page of tournaments: a list of all, and for each its players, seats, sessions, penalties, standings and sheets.
 */

import type { OperationName } from "../../declared/operations.js";
import type { Happened, TableOutcome, Whole } from "../../declared/tournaments.js";
import { byId, h, put } from "../../elements/elements.js";
import { ruleWords } from "../../judge/begin/rules.js";
import { letIn, logOut } from "../../judge/login.js";
import { decodeSettings, type Login, may } from "../../table/settings.js";
import { b } from "../../texts/books.js";
import { fetchWords, render } from "../../texts/render.js";
import { LANGUAGE, otherLanguage, t } from "../../texts/texts.js";
import { learnTime, now } from "../../table/now.js";
import { lookAgain } from "../clock/again.js";
import { momentsOf, Strikes } from "../clock/ends.js";
import { Bell } from "../hall/bell.js";
import { enter, mayEnter, type Place, read, Refused, type Refusal } from "./book/api.js";
import { type Book, matters } from "./book/book.js";
import type { BookDesk, Part } from "./book/desk.js";
import { wordsOf } from "./book/form.js";
import { listPart } from "./list.js";
import { penaltiesPart } from "./penalties.js";
import { playersPart } from "./players.js";
import { reportPart } from "./report.js";
import { seatsPart } from "./seats.js";
import { sessionPart } from "./session/session.js";
import { sheetsPart } from "./sheets.js";
import { show } from "./book/shown.js";
import { standingsPart } from "./standings.js";
import { stepsPart } from "./steps.js";
import { timetablePart } from "./timetable.js";

const RING_MS = 500;
const PARTS = { players: playersPart, seats: seatsPart, timetable: timetablePart, penalties: penaltiesPart, standings: standingsPart, report: reportPart, sheets: sheetsPart, steps: stepsPart } as const;
type PartName = keyof typeof PARTS;
const isPart = (path: string): path is PartName => Object.hasOwn(PARTS, path);

/** The tournament that is shown. */
class Tournament implements BookDesk {
  private shown: { path: string; part: Part } | null = null;
  private before: Promise<unknown> = Promise.resolve();

  constructor(
    readonly login: Login,
    public book: Book,
  ) {}

  /** Enter things one after the other, so that each knows what the one before has entered. */
  enter(name: OperationName, body: unknown, place: Place = {}): Promise<Refusal | null> {
    const entered = this.before.then(() => this.enterNow(name, body, place));
    this.before = entered.catch(() => undefined);
    return entered;
  }

  async preview(name: OperationName, body: unknown, place: Place = {}): Promise<readonly Happened[]> {
    const { id, number } = this.book.whole;
    return (await enter(name, id, place, number, body, true)).entries;
  }

  private async enterNow(name: OperationName, body: unknown, place: Place): Promise<Refusal | null> {
    notify("");
    for (;;) {
      const { whole } = this.book;
      let outcomes: readonly TableOutcome[] = [];
      try {
        outcomes = (await enter(name, whole.id, place, whole.number, body)).told;
      } catch (error) {
        const refusal = refusalOf(error);
        await this.refresh().catch(() => undefined);
        const unknown = refusal.code === "stale" ? (refusal.since ?? []) : [];
        if (unknown.length === 0 || this.book.whole.number === whole.number || matters(name, place, unknown)) {
          return refusal;
        }
        continue;
      }
      // It is entered, even if the book cannot be read now.
      await this.refresh().catch(() => undefined);
      notify([b.entered, ...outcomes.filter(({ done }) => !done).map(notDone)].join(" "));
      return null;
    }
  }

  /** Read the book again, and show it if something was entered. */
  async refresh(): Promise<void> {
    const { whole } = this.book;
    const found = await bookOf(this.login, whole.id, this.book);
    if (found.whole.digest !== this.book.whole.digest) {
      this.book = found;
      this.draw();
    }
  }

  /** Show the part that the address names. */
  go(path: string): void {
    // Another address may have replaced the content in the meantime.
    if (this.shown?.path !== path || !this.shown.part.element.isConnected) {
      const session = /^session-(\d+)$/.exec(path);
      const part = session === null ? PARTS[isPart(path) ? path : "players"](this) : sessionPart(this, Number(session[1]));
      this.shown = { path, part };
      byId("shown").replaceChildren(part.element);
    }
    this.draw();
  }

  private draw(): void {
    const { whole } = this.book;
    title(whole.title);
    rules(whole);
    const path = this.shown?.path ?? "";
    const sessions = whole.sessions.map(({ session }) => [`session-${session}`, b.session(session)] as const);
    const steps = mayEnter(this.login, "undo_entries") ? ([["steps", b.steps]] as const) : [];
    const links = [["players", b.players], ["seats", b.seats], ["timetable", b.timetable], ...sessions, ["penalties", b.penalties], ["standings", b.standings], ["report", b.report], ["sheets", b.sheets], ...steps] as const;
    const current = isPart(path) || path.startsWith("session-") ? path : "players";
    const all = links.map(([to, words]) => h("li", {}, h("a", { href: `#${whole.id}/${to}`, "aria-current": to === current ? "page" : null }, words)));
    byId("parts").hidden = false;
    show(byId("part-links"), ...all);
    this.shown?.part.draw();
  }
}

/** Read the book, with the entries that are not known yet. Throws `Refused`. */
async function bookOf(login: Login, id: string, before: Book | null): Promise<Book> {
  const whole = await read<Whole>(`/${id}`);
  if (!mayEnter(login, "open_tournament") || whole.digest === before?.whole.digest) {
    return { whole, entries: before?.entries ?? [] };
  }
  const known = before?.entries ?? [];
  const entries = [...known, ...(await read<Happened[]>(`/${id}/entries?after=${known.length}`))];
  // Once a player is forgotten, entries that were known have changed.
  const follows = entries.every((each, at) => at === 0 || each.before === entries[at - 1]?.digest) && (entries.length > known.length || known.length === 0);
  return { whole, entries: follows ? entries : await read<Happened[]>(`/${id}/entries`) };
}

/** Decode an address; an invalid one is returned as it is. */
function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refused) {
    return error.refusal;
  }
  throw error;
}

/** Describe the reason why a table did not do what it was asked. */
function notDone({ table, error, why }: TableOutcome): string {
  return b.notDone(table, why === null ? error : render(error, why.code, why.arguments));
}

function notify(words: string): void {
  put(byId("said"), words);
}

/** Show by which rules a tournament is played; the ruleset's title in the page's language may come a moment later. */
function rules({ ruleset }: Whole): void {
  const { name, title: own, unchecked } = ruleset as { name: string; title: string; unchecked?: number };
  const show = (words: string): void => put(byId("rules"), [words, ...(unchecked ? [t.hanchan.unchecked(unchecked)] : [])].join(" · "));
  ruleWords().then(
    ({ presets }) => show(presets.find((each) => each.name === name)?.offered ?? own),
    () => show(own),
  );
}

function title(words: string): void {
  put(byId("title"), words);
  put(byId("rules"), "");
  document.title = words === b.tournaments ? words : `${words} · ${b.tournaments}`;
}

class Page {
  private tournament: Tournament | null = null;
  private readonly bell = new Bell(() => undefined);
  private readonly strikes = new Strikes();

  constructor(private readonly login: Login) {
    addEventListener("hashchange", () => void this.go());
    lookAgain(() => void this.look());
    setInterval(() => this.ring(), RING_MS);
    void this.go();
  }

  /** Show what the address names, unless the address has changed by the time it arrives. */
  private async go(): Promise<void> {
    const { hash } = location;
    const [id = "", path = "players"] = decoded(hash.slice(1)).split("/");
    notify("");
    try {
      if (id === "") {
        this.tournament = null;
        byId("parts").hidden = true;
        title(b.tournaments);
        const list = await listPart(this.login, (made) => location.assign(`#${made}/players`));
        if (location.hash === hash) {
          byId("shown").replaceChildren(list);
        }
        return;
      }
      if (this.tournament?.book.whole.id !== id) {
        const book = await bookOf(this.login, id, null);
        if (location.hash !== hash) {
          return; // the address has changed in the meantime
        }
        this.tournament = new Tournament(this.login, book);
      }
      this.tournament.go(path);
    } catch (error) {
      if (location.hash !== hash) {
        return;
      }
      byId("parts").hidden = true;
      byId("shown").replaceChildren(h("p", { class: "refused", role: "alert" }, this.whyNot(refusalOf(error), id)));
    }
  }

  private whyNot(refusal: Refusal, id: string): string {
    const strange = refusal.code === "unknown" || refusal.code === "field";
    return strange && id !== "" ? b.unknown(id) : refusal.code === "role" ? b.noRole : refusal.code === "unreachable" && id === "" ? b.notHere : wordsOf(refusal);
  }

  /** Sound what the timetable says, and when time is over at tables (WRC 8.2), whatever part is shown. */
  private ring(): void {
    const sound = this.tournament === null ? null : this.strikes.strike(momentsOf(this.tournament.book.whole), now());
    if (sound !== null) {
      this.bell.ring(sound);
    }
  }

  private async look(): Promise<void> {
    try {
      await this.tournament?.refresh();
      if (byId("said").textContent === b.lost) {
        notify("");
      }
    } catch (error) {
      if (refusalOf(error).code === "login") {
        location.reload();
      }
      notify(b.lost);
    }
  }
}

async function start(): Promise<void> {
  const words = fetchWords();
  document.documentElement.lang = LANGUAGE;
  title(b.tournaments);
  byId("parts").setAttribute("aria-label", b.parts);
  byId("language").textContent = t.language;
  byId("language").addEventListener("click", otherLanguage);
  put(byId("hall"), b.hall);
  put(byId("all"), b.tournaments);
  put(byId("shown"), b.loading);
  const askedAt = Date.now();
  const answer = await fetch("settings.json", { cache: "no-store" });
  learnTime(answer, askedAt);
  const settings = decodeSettings(await answer.json(), new URL(location.href));
  const login = settings.login ?? (await letIn(byId("shown"), t.loginHall(settings.halls.join(", ")), settings.own === null));
  const who = byId("who");
  who.textContent = `${login.name} · ${t.logout}`;
  who.hidden = false;
  who.addEventListener("click", () => void logOut());
  if (settings.own !== null || !may(login, "viewer")) {
    byId("shown").replaceChildren(h("p", { class: "refused", role: "alert" }, settings.own === null ? b.noRole : b.notHere));
    return;
  }
  await words;
  new Page(login);
}

start().catch(() => byId("shown").replaceChildren(h("p", { class: "refused", role: "alert" }, b.lost)));
