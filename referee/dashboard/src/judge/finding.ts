/** A finding before the judge: what happened, the evidence, what each ruling would do, and the ruling itself. */

import { COMMANDS } from "../declared/commands.js";
import { h } from "../elements/elements.js";
import { handName, inWords, typedNumber } from "../table/format.js";
import type { Finding, Game } from "../table/protocol.js";
import { may } from "../table/settings.js";
import { t, vocabulary } from "../texts/texts.js";
import { type Desk, showCommand } from "./actions.js";
import { seatWords } from "./sheets/form.js";
import { filmPlayer } from "./sheets/film.js";
import { REHEARSE_MS } from "./sheets/confirm.js";
import { confirmButton } from "./sheets/hold.js";
import type { Answer, Arguments } from "../broker/orders.js";
import { closeSheet, openSheet } from "../elements/sheet.js";
import { mayEnd, wouldLines } from "./sheets/would.js";

const [LEAST_COST, MOST_COST] = COMMANDS.rule.fields.flatMap((field) =>
  field.name === "points" && field.kind === "whole" ? [field.least, field.most] : [],
) as [number, number];
const RULINGS = ["accepted", "dismissed", "none", "guidance", "warning", "continue", "dead_hand", "end", "void", "chombo", "disqualified"] as const;

/** The players at fault in words, by their winds in that hand. */
export function whose(finding: Finding, game: Game): string {
  if (finding.wind !== null) {
    return `${t.winds[finding.wind]} ${finding.name}`.trim();
  }
  return finding.seat === null ? "" : seatWords(game.seats, finding.seat);
}

export function ruleWords(rule: string): string {
  const words = vocabulary.rule[rule] ?? rule.replace(/_/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function gradeWords(grade: string): string {
  return vocabulary.grade[grade] ?? t.rulings[grade] ?? grade;
}

/** What a finding rests on, in words, each once: `frame:381` is the camera. What has no words is left out. */
export function evidenceWords(evidence: readonly string[]): string[] {
  const words = evidence.map((each) => {
    const [kind = "", ...rest] = each.split(":");
    return kind === "judge" ? t.evidence.judge(rest.join(":")) : (t.evidence.kinds[kind] ?? "");
  });
  return [...new Set(words)].filter(Boolean);
}

export function showFinding(number: number, desk: Desk): void {
  const game = desk.game();
  const finding = game?.findings[number];
  if (game === null || finding === undefined) {
    return;
  }
  const facts = [whose(finding, game), finding.hand === null ? "" : handName(finding.hand), finding.section].filter(Boolean);
  openSheet(ruleWords(finding.rule), [
    h("p", { class: "facts" }, facts.join(" · ")),
    h("p", { class: "happened" }, inWords(finding.text)),
    finding.ruling === null ? null : h("p", { class: "ruled" }, `${t.ruled}: ${t.rulings[finding.ruling] ?? finding.ruling}`),
    proof(finding, desk),
    may(desk.login, "referee") ? rulings(number, finding, desk) : null,
    earlier(finding, number, game),
  ]);
}

function proof(finding: Finding, desk: Desk): HTMLElement | null {
  const place = h("div", {});
  const plays = may(desk.login, "referee");
  const clips = plays ? finding.evidence.flatMap((each) => /^clip:(\d+)$/.exec(each)?.[1] ?? []) : [];
  const others = finding.evidence.filter((each) => !plays || !each.startsWith("clip:"));
  const films = clips.map((clip, index) => {
    const which = clips.length > 1 ? ` ${index + 1}` : "";
    const button = h("button", { type: "button", class: "quiet", title: `clip:${clip}` }, `${t.playFilm}${which}`);
    button.addEventListener("click", () => {
      void desk.orders.look("clip", { entry: Number(clip) }).then((answer) => {
        const player = answer?.ok ? filmPlayer(answer, desk) : null;
        place.replaceChildren(player ?? h("p", { class: "would refused" }, answer?.error ?? t.noFilm));
      });
    });
    return button;
  });
  const words = evidenceWords(others).join(", ");
  if (words === "" && films.length === 0) {
    return null;
  }
  const said = words === "" ? null : h("span", { class: "proof", title: others.join(", ") }, words);
  return h("section", { class: "proofs" }, h("h3", {}, t.proof), h("div", { class: "proof-list" }, said, ...films), place);
}

/** A button for each ruling with what it would do; the chosen one is confirmed below. */
function rulings(number: number, finding: Finding, desk: Desk): HTMLElement {
  const at = desk.number();
  const why = h("input", { id: "why", type: "text", maxlength: 2000, autocomplete: "off" });
  const resume = h("input", { type: "checkbox", checked: true });
  // With the grade continue some rules let the judge choose how many points of the overall score it costs.
  const cost = h("input", { id: "cost", type: "text", inputmode: "numeric", autocomplete: "off" });
  const stopped = desk.game()?.stopped !== null;
  const answers = new Map<string, Answer | null>();
  let chosen: string | null = null;
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The points that are put in: undefined for none, null if that is no number of points. */
  const points = (): number | null | undefined => {
    const put = cost.value.trim();
    const value = typedNumber(put);
    return put === "" ? undefined : Number.isInteger(value) && LEAST_COST <= value && value <= MOST_COST ? value : null;
  };
  const said = (ruling: string): Arguments => ({
    ruling,
    finding: number,
    at,
    ...(ruling === "continue" && typeof points() === "number" ? { points: points() } : {}),
    ...(stopped && resume.checked ? { resume: true } : {}),
    ...(why.value.trim() === "" ? {} : { text: why.value.trim() }),
  });
  const { button, mustHold } = confirmButton(() => {
    if (chosen !== null) {
      closeSheet();
      void desk.orders.give("rule", said(chosen));
    }
  });
  button.disabled = true;
  const confirm = h("div", { class: "confirm" }, button);
  const options = RULINGS.map((ruling) => {
    const words =
      ruling === "accepted" && finding.grade !== null ? `${t.accept}: ${gradeWords(finding.grade)}` : (t.rulings[ruling] ?? ruling);
    const radio = h("input", { type: "radio", name: "ruling", value: ruling });
    const lines = h("div", {});
    const option = h("label", { class: ruling === "accepted" ? "ruling proposed" : "ruling" }, radio, h("span", {}, h("b", {}, words), lines));
    radio.addEventListener("change", () => {
      chosen = ruling;
      choose();
    });
    const rehearse = (): void => {
      const mine = asked;
      if (ruling === "continue" && points() === null) {
        lines.replaceChildren(h("p", { class: "would refused" }, t.costBounds(LEAST_COST, MOST_COST)));
        return;
      }
      lines.replaceChildren("…");
      void desk.orders.rehearse("rule", said(ruling)).then((answer) => {
        if (mine !== asked) {
          return; // whether play goes on was put otherwise meanwhile
        }
        answers.set(ruling, answer);
        // That nothing would change is no fault of whoever only looks.
        const same = answer?.code === "refused.ruled_so_already";
        lines.replaceChildren(same ? h("p", { class: "would" }, t.ruledSo) : wouldLines(answer, desk.game(), desk.phase()));
        choose();
      });
    };
    return { option, rehearse };
  });
  const rehearseAll = (): void => {
    asked += 1;
    answers.clear();
    choose();
    options.forEach(({ rehearse }) => rehearse());
  };
  resume.addEventListener("change", rehearseAll);
  cost.addEventListener("input", () => {
    asked += 1; // an answer to what stood there before counts no more
    answers.clear();
    cost.setAttribute("aria-invalid", String(points() === null));
    choose();
    clearTimeout(timer);
    timer = setTimeout(rehearseAll, REHEARSE_MS);
  });
  const costs = h("div", { class: "field", hidden: true }, h("label", { for: "cost" }, t.fields.points ?? ""), cost);
  const choose = (): void => {
    const answer = chosen === null ? undefined : answers.get(chosen);
    button.disabled = answer === undefined || answer?.ok === false;
    costs.hidden = chosen !== "continue";
    mustHold(answer !== undefined && mayEnd(answer, desk.game(), desk.phase()));
  };
  rehearseAll();
  const other = h("button", { type: "button", class: "quiet" }, `${t.more} …`);
  other.addEventListener("click", () =>
    showCommand("rule", desk, { finding: number }, () => showFinding(number, desk)),
  );
  return h(
    "section",
    { class: "rulings" },
    h("fieldset", {}, h("legend", {}, t.choose), ...options.map(({ option }) => option)),
    costs,
    stopped ? h("label", { class: "switch" }, resume, h("span", {}, t.playGoesOn)) : null,
    h("div", { class: "field" }, h("label", { for: "why" }, t.why), why),
    confirm,
    other,
  );
}

function earlier(finding: Finding, number: number, game: Game): HTMLElement {
  const others = game.findings
    .map((one, place) => ({ one, place }))
    .filter(({ one, place }) => place < number && one.seat === finding.seat && one.name === finding.name);
  const lines = others.map(({ one }) => {
    const ruled = one.ruling === null ? `${t.proposed}: ${gradeWords(one.grade ?? "none")}` : (t.rulings[one.ruling] ?? one.ruling);
    return h("li", {}, [one.hand === null ? "" : handName(one.hand), ruleWords(one.rule), ruled].filter(Boolean).join(" · "));
  });
  const guided = others.filter(({ one }) => (one.ruling === "accepted" ? one.grade : one.ruling) === "guidance").length;
  return h(
    "section",
    { class: "earlier-findings" },
    h("h3", {}, t.earlier),
    lines.length === 0 ? h("p", {}, t.none) : h("ul", {}, ...lines),
    guided === 0 ? null : h("p", {}, `${t.guidances}: ${guided}`),
  );
}

/** Penalties of each player: rulings that hold, and warnings as the table counts them. */
export function penalties(game: Game): HTMLElement[] {
  const lines = game.seats.flatMap((seat) => {
    const ruled = game.findings.filter((one) => one.seat === seat.seat && one.ruling !== null && one.ruling !== "dismissed");
    const grades = ruled.map((one) => (one.ruling === "accepted" ? (one.grade ?? "none") : (one.ruling ?? "none"))).filter((one) => one !== "none");
    const counted = [...new Set(grades)].map((grade) => `${gradeWords(grade)} × ${grades.filter((one) => one === grade).length}`);
    if (seat.dead) {
      counted.push(t.deadHand);
    }
    return counted.length === 0 ? [] : [h("li", {}, h("b", {}, seatWords(game.seats, seat.seat)), ` ${counted.join(", ")}`)];
  });
  return lines.length === 0 ? [] : [h("h2", {}, t.penalties), h("ul", {}, ...lines)];
}
