/** The sheet that begins a hanchan: the ruleset in words, each setting open to change; the seats; the sensors. */

import { COMMANDS } from "../../declared/commands.js";
import { button, h, labelled } from "../../elements/elements.js";
import { t } from "../../texts/texts.js";
import { confirmSheet, type Filled } from "../sheets/confirm.js";
import type { Desk } from "../sheets/desk.js";
import { choiceWords, type CommandForm, commandForm } from "../sheets/form.js";
import type { Answer, Arguments } from "../../broker/orders.js";
import { openSheet } from "../../elements/sheet.js";
import { type Group, type RuleWords, ruleWords, same, searched, sentence, type Setting, type Value } from "./rules.js";
import { seatForm } from "./seats.js";
import { type SettingRow, settingRow } from "./setting.js";

interface HouseRules {
  /** The ruleset that the table sent: by group and setting. */
  rules: Readonly<Record<string, unknown>> & { title: string };
  senses: readonly string[];
}

/** Show the sheet, once the table has sent its rules and the server their wording. */
export function showBegin(desk: Desk, back: (() => void) | null): void {
  const title = t.commands.begin_hanchan ?? "";
  openSheet(title, [h("p", { class: "happened" }, t.begin.loading)], back);
  void Promise.all([ruleWords().catch(() => null), fetchRules(desk, "")]).then(([words, own]) => {
    if (words === null || own === null) {
      openSheet(title, [h("p", { class: "would refused" }, words === null ? t.begin.unreachable : t.unanswered)], back);
      return;
    }
    confirmSheet(title, "begin_hanchan", desk, (changed) => beginForm(desk, words, own, changed), back, ["command", "begin_hanchan", {}]);
  });
}

async function fetchRules(desk: Desk, ruleset: string): Promise<HouseRules | null> {
  const answer = await desk.orders.look("house_rules", ruleset === "" ? {} : { ruleset });
  return answer?.ok ? (answer as unknown as HouseRules) : null;
}

function beginForm(desk: Desk, words: RuleWords, own: HouseRules, changed: () => void): Filled {
  const rules = new RuleForm(desk, words, own, (kind) => {
    seats.drawBy(kind);
    changed();
  });
  const known = (desk.game()?.seats ?? []).map(({ name }) => name).filter(Boolean);
  const seats = seatForm(known, changed);
  seats.drawBy(rules.seatDraw);
  const senses = sensesForm(own.senses, changed);
  const runs = desk.game() !== null && desk.phase() !== "ended";
  const formOf = (...names: string[]): CommandForm =>
    commandForm(COMMANDS.begin_hanchan.fields.filter(({ name }) => names.includes(name)), { seats: [] }, {}, changed);
  const keeps = formOf("keeps");
  const session = formOf("awaits_signal", "awaits_signature", "extra_minutes", "extra_hand");
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
    element: h("div", { class: "fields begin" }, runs ? running : null, rules.element, seats.element, session.element, senses.element),
    read() {
      const parts = [rules.read(), seats.read(), session.read(), senses.read(), force.checked ? { ...keeps.read(), force: true } : {}];
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

/** The rules of the hanchan: a ruleset, and changes to its settings. */
class RuleForm {
  readonly element: HTMLElement;
  private base: HouseRules;
  private preset = "";
  private asked = 0;
  /** Whether the settings of the chosen ruleset are still on their way. */
  private waits = false;
  private readonly overrides = new Map<string, Value>();
  private readonly settings = new Map<string, Setting>();
  private readonly rows = new Map<string, SettingRow>();
  private readonly list: HTMLSelectElement;
  private readonly summary = h("summary", {});
  private readonly differs = h("ul", { class: "rule-changes", "aria-label": t.begin.changes });
  private readonly inWords: HTMLElement;

  /** `changed` is called with the kind of seat draw. */
  constructor(
    private readonly desk: Desk,
    words: RuleWords,
    own: HouseRules,
    private readonly changed: (seatDraw: string) => void,
  ) {
    this.base = own;
    this.list = h("select", { id: "begin-ruleset" }, h("option", { value: "" }, t.begin.own(titleOf(words, own))), ...presets(words));
    const groups = words.groups.map((group) => this.group(group));
    this.inWords = h("details", { class: "rules" }, this.summary, ...searched("begin-search", groups));
    this.element = h(
      "fieldset",
      { class: "group begin-rules" },
      h("legend", {}, t.begin.rules),
      labelled(t.fields.ruleset ?? "", this.list),
      this.differs,
      this.inWords,
    );
    this.list.addEventListener("change", () => void this.choose(this.list.value));
    this.draw(this.rows.keys());
  }

  get seatDraw(): string {
    return this.value("flow.seat_draw") as string;
  }

  /** The arguments, or null while the settings of the chosen ruleset are on their way. */
  read(): Arguments | null {
    if (this.waits) {
      return null;
    }
    const args = this.preset === "" ? {} : { ruleset: this.preset };
    return this.overrides.size === 0 ? args : { ...args, overrides: Object.fromEntries(this.overrides) };
  }

  /** Mark the setting that the table refuses. */
  answered(answer: Answer | null): void {
    this.rows.forEach((row) => row.refuse(""));
    const refused = answer !== null && !answer.ok && typeof answer.setting === "string" ? this.rows.get(answer.setting) : undefined;
    if (refused !== undefined) {
      refused.refuse(answer?.error ?? "");
      refused.element.closest(".rule-group")?.setAttribute("open", "");
      refused.element.closest(".rules")?.setAttribute("open", "");
    }
  }

  private group({ group, title, settings }: Group): HTMLDetailsElement {
    const lines = settings.map((setting) => {
      const key = `${group}.${setting.name}`;
      const row = settingRow(group, setting, (chosen) => this.change(key, chosen));
      this.settings.set(key, setting);
      this.rows.set(key, row);
      return row.element;
    });
    return h("details", { class: "rule-group" }, h("summary", {}, title), ...lines);
  }

  private based(key: string): Value {
    const [group = "", setting = ""] = key.split(".");
    return (this.base.rules[group] as Readonly<Record<string, Value>> | undefined)?.[setting];
  }

  private value(key: string): Value {
    return this.overrides.has(key) ? this.overrides.get(key) : this.based(key);
  }

  private change(key: string, chosen: Value): void {
    if (same(chosen, this.based(key))) {
      this.overrides.delete(key);
    } else {
      this.overrides.set(key, chosen);
    }
    this.rows.get(key)?.refuse("");
    this.draw([key]);
    this.changed(this.seatDraw);
  }

  private draw(keys: Iterable<string>): void {
    for (const key of keys) {
      this.rows.get(key)?.put(this.based(key), this.value(key));
    }
    this.summary.textContent = t.begin.inWords(this.overrides.size);
    const lines = [...this.overrides].map(([key, now]) => {
      const words = sentence(this.settings.get(key) as Setting, now);
      const takeBack = (): void => {
        (this.rows.get(key) as SettingRow).element.open = false;
        this.change(key, this.based(key));
      };
      return h("li", {}, h("span", {}, words), button({ class: "forget", "aria-label": t.begin.takeBack(words) }, takeBack, "✕"));
    });
    this.differs.replaceChildren(...lines);
  }

  private async choose(preset: string): Promise<void> {
    this.preset = preset;
    this.waits = true;
    this.inWords.toggleAttribute("inert", true); // hiding it would move what is below it under a finger
    this.asked += 1;
    const mine = this.asked;
    this.changed(this.seatDraw);
    const answer = await fetchRules(this.desk, preset);
    if (mine !== this.asked) {
      return; // another ruleset was chosen in the meantime
    }
    if (answer === null) {
      this.inWords.hidden = true; // these are the rules of another ruleset
      this.element.append(h("p", { class: "would refused" }, t.unanswered));
      return;
    }
    this.waits = false;
    this.inWords.toggleAttribute("inert", false);
    this.base = answer;
    for (const [key, now] of [...this.overrides]) {
      if (same(now, this.based(key))) {
        this.overrides.delete(key);
      }
    }
    for (const row of this.rows.values()) {
      row.element.open = false; // its choices are those of the ruleset before
    }
    this.draw(this.rows.keys());
    this.changed(this.seatDraw);
  }
}

function titleOf(words: RuleWords, { rules }: HouseRules): string {
  return words.presets.find((preset) => preset.name === rules.name)?.title ?? rules.title;
}

function presets(words: RuleWords): HTMLElement[] {
  return words.presets.map(({ name, offered }) => h("option", { value: name }, offered));
}
