/** The rules in force in words: those of the hanchan now played, and what differs in them from the ruleset of that name. */

import { h } from "../../elements/elements.js";
import { openSheet } from "../../elements/sheet.js";
import { t } from "../../texts/texts.js";
import { type RuleWords, ruleWords, same, searched, sentence, type Value } from "../begin/rules.js";
import type { Desk } from "../sheets/desk.js";

type Rules = Readonly<Record<string, unknown>> & { readonly name: string; readonly title: string };

/** Show the rules, once the table has sent them and the server their wording. */
export function showRules(desk: Desk): void {
  openSheet(t.hanchan.show.rules, [h("p", { class: "happened" }, t.begin.loading)]);
  const running = desk.orders.look("house_rules", desk.game() === null ? {} : { running: true });
  void Promise.all([ruleWords().catch(() => null), running]).then(async ([words, answer]) => {
    if (words === null || !answer?.ok) {
      const why = words === null ? t.begin.unreachable : (answer?.error ?? t.unanswered);
      openSheet(t.hanchan.show.rules, [h("p", { class: "would refused" }, why)]);
      return;
    }
    const rules = answer.rules as Rules;
    const preset = words.presets.find(({ name }) => name === rules.name);
    const book = preset === undefined ? null : await desk.orders.look("house_rules", { ruleset: preset.name });
    openSheet(preset?.title ?? rules.title, sheet(words, rules, book?.ok ? (book.rules as Rules) : rules));
  });
}

function valueIn(rules: Rules, group: string, name: string): Value {
  return (rules[group] as Readonly<Record<string, Value>> | undefined)?.[name];
}

function sheet(words: RuleWords, rules: Rules, book: Rules): HTMLElement[] {
  const changed: HTMLElement[] = [];
  const groups = words.groups.map(({ group, title, settings }) => {
    const lines = settings.map((setting) => {
      const [now, usual] = [valueIn(rules, group, setting.name), valueIn(book, group, setting.name)];
      const differs = !same(now, usual);
      if (differs) {
        changed.push(h("li", {}, sentence(setting, now), " ", h("span", { class: "rule-was" }, t.begin.was(sentence(setting, usual)))));
      }
      return h("p", { class: differs ? "rule-words differs" : "rule-words" }, sentence(setting, now));
    });
    return h("details", { class: "rule-group" }, h("summary", {}, title), ...lines);
  });
  const differences = changed.length === 0 ? [] : [h("h3", {}, t.begin.changes), h("ul", { class: "rule-changes" }, ...changed)];
  return [...differences, ...searched("rules-search", groups)];
}
