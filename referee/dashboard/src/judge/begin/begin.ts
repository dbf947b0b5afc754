/** The sheet that begins a hanchan: the ruleset in words, each setting to be changed, who sits where, what the table senses. */

import { COMMANDS } from "../../declared/commands.js";
import { h } from "../../elements/elements.js";
import { t } from "../../texts/texts.js";
import { confirmSheet, type Filled } from "../sheets/confirm.js";
import type { Desk } from "../sheets/desk.js";
import { choiceWords, commandForm } from "../sheets/form.js";
import type { Answer, Arguments } from "../../broker/orders.js";
import { openSheet } from "../../elements/sheet.js";
import { type RuleWords, ruleWords, same, sentence, type Setting, type Value } from "./rules.js";
import { seatForm } from "./seats.js";
import { type SettingRow, settingRow } from "./setting.js";

interface Told {
  /** A ruleset as the table has it: by group and setting. */
  rules: Readonly<Record<string, unknown>> & { title: string };
  senses: readonly string[];
}

/** Shows the sheet, once the table has told its rules and the server their words. */
export function showBegin(desk: Desk, back: (() => void) | null): void {
  const title = t.commands.begin_hanchan ?? "";
  openSheet(title, [h("p", { class: "happened" }, t.begin.loading)], back);
  void Promise.all([ruleWords().catch(() => null), told(desk, "")]).then(([words, own]) => {
    if (words === null || own === null) {
      openSheet(title, [h("p", { class: "would refused" }, words === null ? t.begin.unreachable : t.unanswered)], back);
      return;
    }
    confirmSheet(title, "begin_hanchan", desk, (changed) => beginForm(desk, words, own, changed), back);
  });
}

async function told(desk: Desk, ruleset: string): Promise<Told | null> {
  const answer = await desk.orders.look("house_rules", ruleset === "" ? {} : { ruleset });
  return answer?.ok ? (answer as unknown as Told) : null;
}

function beginForm(desk: Desk, words: RuleWords, own: Told, changed: () => void): Filled {
  const rules = ruleForm(desk, words, own, (kind) => {
    seats.drawBy(kind);
    changed();
  });
  const seats = seatForm(changed);
  seats.drawBy(rules.value("flow.seat_draw") as string);
  const senses = sensesForm(own.senses, changed);
  const runs = desk.game() !== null && desk.phase() !== "ended";
  const keeps = commandForm(COMMANDS.begin_hanchan.fields.filter((field) => field.name === "keeps"), { seats: [] }, {}, changed);
  const force = h("input", { type: "checkbox" });
  force.addEventListener("input", changed);
  const running = h(
    "fieldset",
    { class: "group" },
    h("legend", {}, t.begin.running),
    h("label", { class: "switch" }, force, h("span", {}, t.begin.throwAway)),
    keeps.element,
  );
  return {
    element: h(
      "div",
      { class: "fields begin" },
      runs ? running : null,
      rules.element,
      seats.element,
      senses.element,
    ),
    read() {
      const parts = [rules.read(), seats.read(), senses.read(), force.checked ? { ...keeps.read(), force: true } : {}];
      return parts.includes(null) ? null : Object.assign({}, ...parts);
    },
    answered: (answer) => rules.answered(answer),
  };
}

function sensesForm(own: readonly string[], changed: () => void): { element: HTMLElement; read(): Arguments } {
  const field = COMMANDS.begin_hanchan.fields.find((each) => each.name === "senses");
  const all = field?.kind === "some" && field.of.kind === "choice" ? field.of.choices : own;
  const boxes = all.map((sense) => ({ sense, box: h("input", { type: "checkbox", checked: own.includes(sense) }) }));
  const element = h(
    "fieldset",
    { class: "choices" },
    h("legend", {}, t.begin.senses),
    ...boxes.map(({ sense, box }) => h("label", {}, box, h("span", {}, choiceWords(sense)))),
  );
  element.addEventListener("input", changed);
  return {
    element,
    read() {
      const senses = boxes.filter(({ box }) => box.checked).map(({ sense }) => sense);
      return same(senses, all.filter((sense) => own.includes(sense))) ? {} : { senses };
    },
  };
}

interface RuleForm {
  readonly element: HTMLElement;
  value(key: string): Value;
  /** The arguments, or null while the settings of the chosen ruleset have not come. */
  read(): Arguments | null;
  answered(answer: Answer | null): void;
}

function ruleForm(desk: Desk, words: RuleWords, own: Told, changed: (seatDraw: string) => void): RuleForm {
  let base: Told = own;
  let preset = "";
  let asked = 0;
  let waits = false;
  const overrides = new Map<string, Value>();
  const settings = new Map<string, Setting>();
  const rows = new Map<string, SettingRow>();
  const based = (key: string): Value => {
    const [group = "", setting = ""] = key.split(".");
    return (base.rules[group] as Readonly<Record<string, Value>> | undefined)?.[setting];
  };
  const value = (key: string): Value => (overrides.has(key) ? overrides.get(key) : based(key));
  const list = h("select", { id: "begin-ruleset" }, h("option", { value: "" }, t.begin.own(titleOf(words, own))), ...presets(words));
  const summary = h("summary", {});
  const differs = h("ul", { class: "rule-changes", "aria-label": t.begin.changes });
  const search = h("input", { id: "begin-search", type: "search", autocomplete: "off" });
  const nothing = h("p", { hidden: true, role: "status" }, t.begin.nothing);
  const groups = words.groups.map((group) => {
    const lines = group.settings.map((setting) => {
      const key = `${group.group}.${setting.name}`;
      const row = settingRow(group.group, setting, (chosen) => change(key, chosen));
      settings.set(key, setting);
      rows.set(key, row);
      return row.element;
    });
    return h("details", { class: "rule-group" }, h("summary", {}, group.title), ...lines);
  });

  function change(key: string, chosen: Value): void {
    if (same(chosen, based(key))) {
      overrides.delete(key);
    } else {
      overrides.set(key, chosen);
    }
    rows.get(key)?.refuse("");
    draw([key]);
    changed(value("flow.seat_draw") as string);
  }

  function draw(keys: Iterable<string>): void {
    for (const key of keys) {
      rows.get(key)?.put(based(key), value(key));
    }
    summary.textContent = t.begin.inWords(overrides.size);
    differs.replaceChildren(
      ...[...overrides].map(([key, now]) => {
        const said = sentence(settings.get(key) as Setting, now);
        const away = h("button", { type: "button", class: "forget", "aria-label": t.begin.takeBack(said) }, "✕");
        away.addEventListener("click", () => {
          (rows.get(key) as SettingRow).element.open = false;
          change(key, based(key));
        });
        return h("li", {}, h("span", {}, said), away);
      }),
    );
  }

  list.addEventListener("change", () => {
    preset = list.value;
    waits = true;
    inWords.toggleAttribute("inert", true); // it keeps its room: what is below must not move under a finger
    asked += 1;
    const mine = asked;
    changed(value("flow.seat_draw") as string);
    void told(desk, preset).then((answer) => {
      if (mine !== asked) {
        return; // another one was chosen meanwhile
      }
      if (answer === null) {
        inWords.hidden = true; // these were the rules of another
        element.append(h("p", { class: "would refused" }, t.unanswered));
        return;
      }
      waits = false;
      inWords.toggleAttribute("inert", false);
      base = answer;
      for (const [key, now] of [...overrides]) {
        if (same(now, based(key))) {
          overrides.delete(key);
        }
      }
      for (const row of rows.values()) {
        row.element.open = false; // what it offers to choose is that of the ruleset before
      }
      draw(rows.keys());
      changed(value("flow.seat_draw") as string);
    });
  });
  search.addEventListener("input", (event) => {
    event.stopPropagation(); // it changes nothing
    const wanted = search.value.trim().toLowerCase();
    let found = 0;
    groups.forEach((element, place) => {
      let here = 0;
      for (const setting of words.groups[place]?.settings ?? []) {
        const key = `${words.groups[place]?.group ?? ""}.${setting.name}`;
        const fits = wanted === "" || sentence(setting, value(key)).toLowerCase().includes(wanted);
        here += Number(fits);
        (rows.get(key) as SettingRow).element.hidden = !fits;
      }
      element.hidden = here === 0;
      element.open = wanted !== "";
      found += here;
    });
    nothing.hidden = found > 0;
  });
  draw(rows.keys());

  const inWords = h(
    "details",
    { class: "rules" },
    summary,
    h("div", { class: "field" }, h("label", { for: "begin-search" }, t.begin.search), search),
    nothing,
    ...groups,
  );
  const element = h(
    "fieldset",
    { class: "group begin-rules" },
    h("legend", {}, t.begin.rules),
    h("div", { class: "field" }, h("label", { for: "begin-ruleset" }, t.fields.ruleset ?? ""), list),
    differs,
    inWords,
  );
  return {
    element,
    value,
    read() {
      if (waits) {
        return null;
      }
      const said: Record<string, unknown> = preset === "" ? {} : { ruleset: preset };
      return overrides.size === 0 ? said : { ...said, overrides: Object.fromEntries(overrides) };
    },
    answered(answer) {
      for (const row of rows.values()) {
        row.refuse("");
      }
      const refused = answer !== null && !answer.ok && typeof answer.setting === "string" ? rows.get(answer.setting) : undefined;
      if (refused !== undefined && answer !== null) {
        refused.refuse(answer.error ?? "");
        refused.element.closest<HTMLDetailsElement>(".rule-group")?.setAttribute("open", "");
        refused.element.closest<HTMLDetailsElement>(".rules")?.setAttribute("open", "");
      }
    },
  };
}

function titleOf(words: RuleWords, { rules }: Told): string {
  return words.presets.find((preset) => preset.name === rules.name)?.title ?? rules.title;
}

function presets(words: RuleWords): HTMLElement[] {
  return words.presets.map(({ name, title }) => h("option", { value: name }, title));
}
