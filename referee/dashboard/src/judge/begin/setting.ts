/** One setting of a ruleset: its sentence and, when opened, the other values that it may have. */

import { button, h, labelled, radio } from "../../elements/elements.js";
import { typedNumber } from "../../table/format.js";
import { t, vocabulary } from "../../texts/texts.js";
import { same, sentence, type Setting, type Steps, stepsWords, type Value } from "./rules.js";

/** Rows of numbers have one for each place. */
const PLACES = 4;
let count = 0;

export interface SettingRow {
  readonly element: HTMLDetailsElement;
  /** Show another value; `base` is that of the ruleset. */
  put(base: Value, value: Value): void;
  /** Mark it as refused for this reason; an empty reason removes the mark. */
  refuse(why: string): void;
}

/** Make the row of a setting; `chosen` is called with each value that a person enters. */
export function settingRow(group: string, setting: Setting, chosen: (value: Value) => void): SettingRow {
  const words = h("span", { class: "rule-words" });
  const tag = h("span", { class: "tag", hidden: true }, t.begin.changed);
  const was = h("p", { class: "rule-was", hidden: true });
  const why = h("p", { class: "would refused", hidden: true, role: "alert" });
  const inside = h("div", { class: "rule-inputs" });
  const element = h(
    "details",
    { class: "rule", "data-setting": `${group}.${setting.name}` },
    h("summary", {}, tag, words),
    why,
    was,
    inside,
  );
  let base: Value;
  let value: Value;
  // There are 250 settings, so a row makes its inputs only when it is opened.
  element.addEventListener("toggle", () => inside.replaceChildren(...(element.open ? inputs(setting, value, chosen) : [])));
  return {
    element,
    put(nowBase, nowValue) {
      [base, value] = [nowBase, nowValue];
      const differs = !same(base, value);
      words.textContent = sentence(setting, value);
      element.classList.toggle("differs", differs);
      tag.hidden = !differs;
      was.hidden = !differs;
      was.textContent = differs ? t.begin.was(sentence(setting, base)) : "";
    },
    refuse(reason) {
      element.classList.toggle("refused", reason !== "");
      why.hidden = reason === "";
      why.textContent = reason;
      if (reason !== "") {
        element.open = true;
      }
    },
  };
}

function inputs(setting: Setting, value: Value, chosen: (value: Value) => void): HTMLElement[] {
  switch (setting.kind) {
    case "switch":
      return [radios(setting, [true, false], value, chosen)];
    case "choice":
      return [radios(setting, setting.choices ?? [], value, chosen)];
    case "grade":
      return [gradeList(t.fields.grade ?? "", String(value), (grade) => chosen(grade))];
    case "whole":
      return [whole(t.begin.value, Number(value), chosen)];
    case "places": {
      const held = [...(value as number[])];
      return Array.from({ length: PLACES }, (_, place) =>
        whole(t.begin.place(place + 1), held[place] ?? 0, (one) => {
          held[place] = one;
          chosen([...held]);
        }),
      );
    }
    case "places_table":
      return []; // a whole table is changed in a ruleset's file
    case "some":
      return [ticked(setting.choices ?? [], value as string[], chosen)];
    case "steps":
      return [stepInputs(value as Steps, chosen)];
  }
}

/** Make one radio button for each value, with its sentence. */
function radios(setting: Setting, values: readonly Value[], value: Value, chosen: (value: Value) => void): HTMLElement {
  count += 1;
  const name = `rule-${count}`;
  const options = values.map((each) =>
    radio({ name, checked: same(each, value) }, sentence(setting, each), () => chosen(each), { class: "rule-choice" }),
  );
  return h("div", { role: "radiogroup", "aria-label": sentence(setting, value) }, ...options);
}

function whole(label: string, value: number, chosen: (value: number) => void, least = Number.MIN_SAFE_INTEGER): HTMLElement {
  count += 1;
  const box = h("input", { id: `rule-${count}`, type: "text", autocomplete: "off", value: String(value) });
  box.addEventListener("input", () => {
    const typed = typedNumber(box.value);
    const wrong = box.value.trim() === "" || !Number.isSafeInteger(typed) || typed < least;
    box.setAttribute("aria-invalid", String(wrong));
    if (!wrong) {
      chosen(typed);
    }
  });
  return labelled(label, box);
}

function gradeList(label: string, value: string, chosen: (grade: string) => void): HTMLElement {
  count += 1;
  const grades = Object.entries(vocabulary.grade).map(([grade, words]) => h("option", { value: grade, selected: grade === value }, words));
  const select = h("select", { id: `rule-${count}` }, ...grades);
  select.addEventListener("change", () => chosen(select.value));
  return labelled(label, select);
}

function ticked(choices: readonly string[], value: readonly string[], chosen: (value: string[]) => void): HTMLElement {
  const boxes = choices.map((each) => {
    const box = h("input", { type: "checkbox", checked: value.includes(each) });
    box.addEventListener("change", () => chosen(choices.filter((_, place) => boxes[place]?.box.checked)));
    return { box, label: h("label", { class: "rule-choice" }, box, h("span", {}, vocabulary.worth[each] ?? each)) };
  });
  return h("div", {}, ...boxes.map(({ label }) => label));
}

/** Make inputs for numbers of tiles, with a grade for each. */
function stepInputs(given: Steps, chosen: (value: Value) => void): HTMLElement {
  let steps = given.map(([least, grade]) => [least, grade] as [number, string]);
  const report = (): void => {
    chosen(steps.map((each) => [...each]));
    summary.textContent = stepsWords(steps);
  };
  const summary = h("p", {}, stepsWords(steps));
  const place = h("div", {});
  const draw = (): void => {
    place.replaceChildren(
      ...steps.map((step, at) => {
        const remove = (): void => {
          steps = steps.filter((_, other) => other !== at);
          draw();
          report();
        };
        return h(
          "fieldset",
          { class: "group" },
          h("legend", {}, t.begin.orMore(step[0])),
          whole(t.begin.from, step[0], (least) => {
            step[0] = least;
            report();
          }, 1),
          gradeList(t.fields.grade ?? "", step[1], (grade) => {
            step[1] = grade;
            report();
          }),
          steps.length > 1 ? button({ class: "quiet" }, remove, t.remove) : null,
        );
      }),
    );
  };
  const add = (): void => {
    const last = steps[steps.length - 1] ?? [0, "none"];
    steps = [...steps, [last[0] + 1, last[1]]];
    draw();
    report();
  };
  draw();
  return h("div", {}, summary, place, button({ class: "quiet" }, add, t.add));
}
