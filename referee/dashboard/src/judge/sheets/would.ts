/** The effect of a command, as the table has put it, a line for each thing that would change. */

import { h } from "../../elements/elements.js";
import type { Effect } from "../../declared/declared.js";
import { inWords } from "../../table/format.js";
import { render } from "../../texts/render.js";
import { t } from "../../texts/texts.js";
import type { Answer } from "../../broker/orders.js";

/** Return whether a command may end or destroy something; it may if the table does not say. */
export function isHeavy(answer: Answer | null): boolean {
  const would = answer?.would;
  return answer === null || (would !== undefined && (would.ends !== "" || (would.destroys ?? []).length > 0));
}

/** Describe the effect, or the reason for a refusal. */
export function wouldLines(answer: Answer | null): HTMLElement {
  const would = answer?.would;
  if (answer === null || would === undefined) {
    return h("p", { class: "would refused" }, answer === null ? t.unanswered : `${t.refused}: ${answer.error ?? ""}`);
  }
  const worded = ({ text, code, arguments: args }: Effect): string => inWords(render(text, code, args));
  const lost = (would.destroys ?? []).map((each) => h("strong", { class: "loss" }, worded(each)));
  const changes = would.changes?.map(worded) ?? [inWords(would.text)];
  return h("p", { class: "would" }, ...lost, ...changes.map((line) => h("span", {}, line)));
}
