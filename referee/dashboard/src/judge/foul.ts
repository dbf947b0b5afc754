/** The sheet for a foul that only people saw: the fouls of the rules in force, searched, the most frequent first. */

import { COMMANDS, FREQUENT_FOULS } from "../declared/commands.js";
import { h, labelled } from "../elements/elements.js";
import { t } from "../texts/texts.js";
import { confirmSheet, type Filled } from "./sheets/confirm.js";
import type { Desk } from "./sheets/desk.js";
import { ruleWords } from "../table/format.js";
import type { Arguments } from "../broker/orders.js";
import { type CommandForm, commandForm, commandTitle } from "./sheets/form.js";

/** The foul whose grade depends on how late somebody is. */
const LATE = "late";

/** Show the sheet; `given` may have the player. */
export function showFoul(desk: Desk, given: Arguments, back: (() => void) | null): void {
  confirmSheet(commandTitle("foul", desk.game(), given), "foul", desk, (changed) => foulForm(desk, given, changed), back, ["command", "foul", given]);
}

function foulForm(desk: Desk, given: Arguments, changed: () => void): Filled {
  const { fields } = COMMANDS.foul;
  const seats = { seats: desk.game()?.seats ?? [] };
  const form = (wanted: (name: string) => boolean): CommandForm =>
    commandForm(fields.filter(({ name }) => wanted(name)), seats, given, changed);
  const rules = fields.flatMap((field) => (field.name === "rule" && field.kind === "choice" ? field.choices : []));
  const foul = foulInput(rules, desk, update);
  const tiles = form((name) => name === "tiles");
  const minutes = form((name) => name === "minutes");
  const rest = form((name) => !["rule", "tiles", "minutes"].includes(name));
  const element = h("div", { class: "fields" }, foul.element, rest.element, tiles.element, minutes.element);
  desk.follow(element, draw);
  draw();

  function draw(): void {
    const rule = foul.value();
    const steps = rule === null ? false : desk.rules.value(`fouls.${rule}`);
    tiles.element.hidden = rule === null || (steps !== undefined && !Array.isArray(steps));
    minutes.element.hidden = rule !== LATE;
    rest.field("points").hidden = !desk.rules.choosesPoints();
    foul.draw();
  }
  function update(): void {
    draw();
    changed();
  }

  return {
    element,
    read() {
      const rule = foul.value();
      const parts = [rest.read(), tiles.element.hidden ? {} : tiles.read(), minutes.element.hidden ? {} : minutes.read()];
      return rule === null || parts.includes(null) ? null : Object.assign({ rule }, ...parts);
    },
  };
}

interface FoulInput {
  readonly element: HTMLElement;
  /** The chosen foul, or null. */
  value(): string | null;
  /** Show the fouls that fit: the most frequent ones, or those with the words that are searched. */
  draw(): void;
}

function foulInput(rules: readonly string[], desk: Desk, chosen: () => void): FoulInput {
  const first = FREQUENT_FOULS.filter((rule) => rules.includes(rule));
  const options = [...first, ...rules.filter((rule) => !first.includes(rule))].map((rule) => {
    const radio = h("input", { type: "radio", name: "foul", value: rule });
    radio.addEventListener("change", chosen);
    const words = ruleWords(rule);
    return { rule, radio, words: words.toLowerCase(), element: h("label", {}, radio, h("span", {}, words)) };
  });
  const search = h("input", { id: "foul-search", type: "search", autocomplete: "off" });
  const nothing = h("p", { role: "status" }, t.fouls.nothing);
  const element = h(
    "div",
    { class: "fields" },
    labelled(t.fouls.search, search),
    h("fieldset", { class: "choices findings" }, h("legend", {}, `${t.fields.rule} *`), ...options.map((option) => option.element), nothing),
  );
  const draw = (): void => {
    const wanted = search.value.trim().toLowerCase();
    for (const { rule, radio, words, element: label } of options) {
      const fits = wanted === "" ? first.includes(rule) : words.includes(wanted) || rule.replace(/_/g, " ").includes(wanted);
      label.hidden = !radio.checked && !(fits && desk.rules.knowsFoul(rule));
    }
    nothing.hidden = options.some(({ element: label }) => !label.hidden);
  };
  search.addEventListener("input", (event) => {
    event.stopPropagation(); // searching changes nothing
    draw();
  });
  return { element, value: () => options.find(({ radio }) => radio.checked)?.rule ?? null, draw };
}
