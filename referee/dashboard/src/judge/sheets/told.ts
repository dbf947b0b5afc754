/** A finding told to a judge: what happened, by what it is known, and its film. */

import { button, h } from "../../elements/elements.js";
import { handName, inWords, ruleWords } from "../../table/format.js";
import type { Finding, Game } from "../../table/protocol.js";
import { may } from "../../table/settings.js";
import { t } from "../../texts/texts.js";
import type { Desk } from "./desk.js";
import { showFilm } from "./film.js";
import { ruledWords, whose } from "./findings.js";

/** Describe the evidence of a finding, without repeats; evidence without a wording is left out. `frame:381` is the camera.
 */
export function evidenceWords(evidence: readonly string[]): string[] {
  const words = evidence.map((each) => {
    const [kind = "", ...rest] = each.split(":");
    return kind === "judge" ? t.evidence.judge(rest.join(":")) : (t.evidence.kinds[kind] ?? "");
  });
  return [...new Set(words)].filter(Boolean);
}

/** Say what happened, how it was ruled, and by what it is known. */
export function findingFacts(finding: Finding, game: Game, desk: Desk): (HTMLElement | null)[] {
  const facts = [whose(finding, game), finding.hand === null ? "" : handName(finding.hand), finding.section].filter(Boolean);
  return [
    h("p", { class: "facts" }, facts.join(" · ")),
    h("p", { class: "happened" }, inWords(finding.text)),
    finding.ruling === null ? null : h("p", { class: "ruled" }, ruledWords(finding)),
    proof(finding, desk),
  ];
}

/** Tell a juror of a finding, with its film. */
export function findingLines(number: number, desk: Desk): (HTMLElement | null)[] {
  const game = desk.game();
  const finding = game?.findings[number];
  return game === null || finding === undefined ? [] : [h("h3", {}, ruleWords(finding.rule)), ...findingFacts(finding, game, desk), films(finding, desk)];
}

/** Return the numbers of the films in a finding's evidence, which only referees are shown. */
function clipsOf(finding: Finding, desk: Desk): string[] {
  return may(desk.login, "referee") ? finding.evidence.flatMap((each) => /^clip:(\d+)$/.exec(each)?.[1] ?? []) : [];
}

/** Show the first film of a finding, with a button for each if there are several; null if there is none. */
export function films(finding: Finding, desk: Desk): HTMLElement | null {
  const clips = clipsOf(finding, desk);
  const [first] = clips;
  if (first === undefined) {
    return null;
  }
  const place = h("div", {}, h("p", { class: "film-awaited" }, t.pending));
  const show = (clip: string): void => void showFilm(place, "clip", { entry: Number(clip) }, desk);
  const choices = clips.map((clip, index) => button({ class: "quiet", title: `clip:${clip}` }, () => show(clip), `${t.playFilm} ${index + 1}`));
  show(first);
  return h("section", { class: "films", "aria-label": t.film.title }, place, clips.length > 1 ? h("div", { class: "proof-list" }, ...choices) : null);
}

function proof(finding: Finding, desk: Desk): HTMLElement | null {
  const isShown = clipsOf(finding, desk).length > 0;
  const others = finding.evidence.filter((each) => !isShown || !each.startsWith("clip:"));
  const words = evidenceWords(others).join(", ");
  return words === "" ? null : h("section", { class: "proofs" }, h("h3", {}, t.proof), h("span", { class: "proof", title: others.join(", ") }, words));
}
