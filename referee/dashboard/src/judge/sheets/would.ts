/** The effect of a command, as the table has put it, a line for each thing that would change. */

import { h } from "../../elements/elements.js";
import { inWords } from "../../table/format.js";
import { render } from "../../texts/render.js";
import { t } from "../../texts/texts.js";
import type { Answer } from "../../broker/orders.js";

/** Return whether a command may end a hand or the hanchan; it may if the table does not say. */
export function mayEnd(answer: Answer | null): boolean {
  return answer === null || (answer.would !== undefined && answer.would.ends !== "");
}

/** Describe the effect, or the reason for a refusal. */
export function wouldLines(answer: Answer | null): HTMLElement {
  const would = answer?.would;
  if (answer === null || would === undefined) {
    return h("p", { class: "would refused" }, answer === null ? t.unanswered : `${t.refused}: ${answer.error ?? ""}`);
  }
  const said = would.changes?.map(({ text, code, arguments: args }) => render(text, code, args)) ?? [would.text];
  return h("p", { class: "would" }, ...said.map((line) => h("span", {}, inWords(line))));
}
