/** The panels beside the felt: alerts, findings, the last result, the journal. */

import { JUDGE_ALERT, SHEET_ALERT } from "../declared/commands.js";
import { h } from "../elements/elements.js";
import { tileRow } from "../faces/row.js";
import { changesOf } from "./result/changes.js";
import { evidenceWords } from "./sheets/told.js";
import { ruledWords, whose } from "./sheets/findings.js";
import { type Login, may } from "../table/settings.js";
import { type Stop, stopLine } from "../table/stop.js";
import { t, vocabulary } from "../texts/texts.js";
import {
  clock,
  handName,
  inWords,
  playerInHand,
  points,
  resultTitle,
  ruleWords,
  tableTime,
  withTiles,
  words,
  worth,
} from "../table/format.js";
import { rows, type Row } from "../table/journal.js";
import type { TableView } from "../table/model.js";
import type { Alert, Finding, Game, JournalEntry, Result, Seat } from "../table/protocol.js";

const LINES = 80;

/** Say that play is stopped, by whom, why and since when, with the button to resume. `deaf`: the table cannot be asked.
 *
 * While a judge is called there are two: the call stays unless the judge says that he has seen to it.
 */
export function stopLines(stop: Stop, view: TableView, login: Login | null, deaf: boolean): HTMLElement[] {
  const goesOn = (words: string, seenTo: boolean, main: boolean): HTMLElement =>
    h("button", { type: "button", class: main ? "main" : "quiet", "data-seen-to": seenTo, disabled: deaf }, words);
  const called = view.alerts.some(({ id }) => id === JUDGE_ALERT);
  const judges = login !== null && may(login, "referee");
  const buttons = called
    ? [goesOn(t.stop.seenTo, true, true), goesOn(t.stop.callStays, false, false)]
    : [goesOn(t.commands.resume ?? "", false, true)];
  return [h("p", {}, h("b", {}, t.stop.title), ` · ${stopLine(stop)}`), ...(judges ? buttons : [])];
}

/** List unreadable messages, then open alerts, gravest first, except one that the line above the felt repeats.
 *
 * If the login may resolve alerts, each has the button for it.
 */
export function alerts(view: TableView, resolves: boolean): HTMLElement[] {
  const unreadable = Object.entries(view.unreadable).map(([topic, why]) =>
    h(
      "article",
      { class: "alert error" },
      h("h2", {}, t.unreadable),
      h("p", {}, `${topic}: ${why}. ${t.outOfDate}`),
    ),
  );
  const open = view.alerts.filter((one) => one.id !== SHEET_ALERT || view.state?.game?.signature !== "awaited");
  return [...unreadable, ...open.map((one) => alert(one, resolves))];
}

function alert({ id, severity, text, advice, at_ms }: Alert, resolves: boolean): HTMLElement {
  const label = `${t.seenTo}: ${text}`;
  return h(
    "article",
    { class: `alert ${severity}`, "data-alert": id },
    h("h2", {}, h("time", {}, tableTime(at_ms)), h("span", { class: "tag" }, t.severity[severity] ?? severity), ` ${text}`),
    advice ? h("p", {}, advice) : null,
    resolves ? h("button", { type: "button", class: "quiet", "data-resolve": id, "aria-label": label }, t.seenTo) : null,
  );
}

/** List the findings before the judge. */
export function findings(list: Finding[], game: Game | null): HTMLElement[] {
  if (list.length === 0) {
    return [];
  }
  const items = list.map((finding, number) => {
    const whom = game === null ? "" : ` · ${whose(finding, game)}`;
    const who = finding.hand === null ? whom : `${whom} · ${handName(finding.hand)}`;
    const evidence = evidenceWords(finding.evidence).join(", ");
    return h(
      "li",
      { class: finding.ruling === null ? "open" : "ruled" },
      h("span", { class: "section" }, finding.section),
      h("button", { type: "button", "data-finding": number }, `${ruleWords(finding.rule)}${who}`),
      h("p", {}, inWords(finding.text)),
      h("p", { class: "grade" }, [ruledWords(finding), finding.ruling !== null || finding.costs === 0 ? "" : t.costs(finding.costs)].filter(Boolean).join(" · ")),
      evidence === "" ? null : h("p", { class: "evidence", title: finding.evidence.join(", ") }, evidence),
    );
  });
  // Findings without a ruling come first; both groups newest first.
  const open = items.filter((item) => item.className === "open").reverse();
  const ruled = items.filter((item) => item.className === "ruled").reverse();
  return [h("h2", {}, `${t.findings} (${list.length})`), h("ul", {}, ...open, ...ruled)];
}

/** Show the end of the last hand: yaku, han, fu, points, changes. */
export function lastResult(result: Result | null, now: Seat[]): HTMLElement[] {
  if (result === null) {
    return [];
  }
  const seats = now.map((seat) => ({ ...seat, name: result.names[seat.seat] ?? seat.name })); // who sat there then
  const wins = result.wins.map((win) => {
    const names = [
      ...win.yakuman.map((name) => h("li", { class: "yakuman" }, vocabulary.worth[name] ?? words(name))),
      ...Object.entries(win.yaku).map(([name, han]) => h("li", {}, vocabulary.worth[name] ?? words(name), h("b", {}, String(han)))),
    ];
    return h(
      "div",
      { class: "win" },
      result.wins.length > 1 ? h("h3", {}, playerInHand(result.hand, seats, win.seat)) : null,
      h("p", { class: "worth" }, h("b", {}, points(win.points)), ` ${t.worthPoints} · ${worth(win.han, win.fu, win.yakuman)}`),
      h("ul", { class: "yaku", "aria-label": t.felt.yaku }, ...names),
      win.liable === null ? null : h("p", {}, t.felt.liable(playerInHand(result.hand, seats, win.liable))),
    );
  });
  return [
    h("h2", {}, `${t.lastHand}: ${handName(result.hand)}`),
    h("p", { class: "outcome" }, resultTitle(result, seats)),
    ...wins,
    h("table", { "aria-label": t.hands.changes }, changesOf(result, seats)),
  ];
}

/** List the journal's last lines, newest first, with missing numbers named. */
export function journal(view: TableView, taps = false): HTMLElement[] {
  const shown = rows(view.journal);
  const lines = shown.slice(0, LINES).map((row) => line(row, taps));
  const rest = shown.length - lines.length;
  return rest > 0 ? [...lines, h("li", { class: "earlier" }, t.older)] : lines;
}

function line(row: Row, taps: boolean): HTMLElement {
  switch (row.kind) {
    case "entry":
      return entryLine(row.entry, taps);
    case "missing":
      return h("li", { class: "missing" }, t.missing(t.numbers(row.from, row.to)));
    case "awaited":
      return h("li", { class: "awaited" }, t.awaited(t.numbers(row.from, row.to)));
    case "earlier":
      return h("li", { class: "earlier" }, t.before(t.numbers(row.from, row.to)));
  }
}

function entryLine(entry: JournalEntry, taps: boolean): HTMLElement {
  const text = entry.text || entry.eventTypes.map((type) => words(type.replace(/([a-z])(?=[A-Z])/g, "$1 "))).join(", ");
  const foul = entry.eventTypes.includes("FoulFound");
  return h(
    "li",
    { class: foul ? "entry foul" : "entry", "data-number": entry.number },
    taps
      ? h("button", { type: "button", class: "number", tabindex: -1, "data-entry": entry.number, "aria-label": t.past.entry(entry.number) }, String(entry.number))
      : h("span", { class: "number" }, String(entry.number)),
    h("time", { datetime: entry.wall }, clock(entry.wall)),
    h("span", { class: "text" }, ...withTiles(text).map((part) => (typeof part === "string" ? part : tileRow(part)))),
  );
}
