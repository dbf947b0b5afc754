/** A jury: head referees are called on an appeal, see the same film, and vote; what others voted for shows at the end. */

import { COMMANDS } from "../../declared/commands.js";
import { h, labelled } from "../../elements/elements.js";
import { ruleWords } from "../../table/format.js";
import type { Game } from "../../table/protocol.js";
import { type Login, may } from "../../table/settings.js";
import { t } from "../../texts/texts.js";
import { confirmSheet } from "../sheets/confirm.js";
import type { Desk } from "../sheets/desk.js";
import { findingChoices, gradeWords } from "../sheets/findings.js";
import { findingLines } from "../sheets/told.js";
import { choiceWords, commandForm, seatWords } from "../sheets/form.js";

const MOST_JURORS = 3;
const LEAST_JURORS = 2;
const MOST_NAME = 64;

/** Show the sheet that calls a jury on an appeal: the finding, and the logins of two or three head referees. */
export function showCallJury(desk: Desk, back: (() => void) | null): void {
  const game = desk.game();
  const title = t.commands.call_jury ?? "";
  confirmSheet(
    title,
    "call_jury",
    desk,
    (changed) => {
      const finding = COMMANDS.call_jury.fields.filter(({ name }) => name === "finding");
      const form = commandForm(finding, { seats: game?.seats ?? [], findings: findingChoices("call_jury", game) }, {}, changed);
      const jurors = Array.from({ length: MOST_JURORS }, (_, place) =>
        h("input", { id: `juror-${place}`, type: "text", maxlength: MOST_NAME, autocomplete: "off", autocapitalize: "none" }),
      );
      const inputs = jurors.map((input, place) => labelled(t.jury.juror(place + 1), input));
      const element = h("div", { class: "fields" }, h("p", {}, t.jury.explained), form.element, ...inputs);
      element.addEventListener("input", changed);
      return {
        element,
        read() {
          const args = form.read();
          const named = jurors.map(({ value }) => value.trim()).filter(Boolean);
          return args === null || named.length < LEAST_JURORS ? null : { ...args, jurors: named };
        },
      };
    },
    back,
  );
}

/** Show the sheet of a juror: what happened, with its film, and the rulings to choose from. */
export function showVote(desk: Desk, back: (() => void) | null): void {
  const game = desk.game();
  const jury = game?.jury ?? null;
  const title = t.commands.vote ?? "";
  confirmSheet(
    title,
    "vote",
    desk,
    (changed) => {
      const form = commandForm(COMMANDS.vote.fields, { seats: game?.seats ?? [] }, {}, changed);
      const about = game === null || jury === null ? [] : findingLines(jury.finding, desk);
      return { ...form, element: h("div", {}, ...about, h("p", {}, t.jury.secret), form.element) };
    },
    back,
  );
}

/** List the jury that sits, with its buttons, and those that have decided, with all votes. */
export function juryLines(game: Game, login: Login | null): HTMLElement[] {
  const { jury } = game;
  const ruled = (game.juries ?? []).map(({ finding, seat, ruling, votes }) => {
    const cast = votes.map((vote) => [`${vote.judge}: ${choiceWords(vote.ruling)}`, vote.points ?? "", vote.text].filter(Boolean).join(" · "));
    const what = ruling === null ? t.jury.stands : gradeWords(ruling);
    const whose = t.jury.of(seatWords(game.seats, seat));
    return h("p", {}, `${t.jury.title(about(game, finding))} ${whose}: ${what} (${cast.join(t.begin.comma) || t.none})`);
  });
  if (!jury) {
    return ruled;
  }
  const heads = login !== null && may(login, "head-referee");
  const votes = heads && jury.jurors.includes(login.name) ? [act("vote", "main")] : [];
  const rest = heads ? [act("excuse_juror", "quiet"), act("close_jury", "quiet")] : [];
  const jurors = jury.jurors.map((name) => h("li", {}, h("bdi", {}, name), ` ${jury.voted.includes(name) ? t.jury.voted : t.jury.votes}`));
  return [
    ...ruled,
    h("p", {}, `${t.jury.title(about(game, jury.finding))} ${t.jury.of(seatWords(game.seats, jury.seat))}`),
    h("ul", { class: "jurors" }, ...jurors),
    ...(votes.length + rest.length === 0 ? [] : [h("div", { class: "shows" }, ...votes, ...rest)]),
  ];
}

function act(name: "vote" | "excuse_juror" | "close_jury", look: string): HTMLElement {
  return h("button", { type: "button", class: look, "data-command": name }, t.commands[name] ?? name);
}

function about(game: Game, finding: number): string {
  const rule = game.findings[finding]?.rule;
  return rule === undefined ? "" : ruleWords(rule);
}
