/** Inputs for the fields of an entry, each with its label, its hint and a place for errors. */

import type { Field } from "../../../declared/form.js";
import { h } from "../../../elements/elements.js";
import { halfWidth, wholeNumber } from "../../../table/format.js";
import { b } from "../../../texts/books.js";
import { vocabulary } from "../../../texts/texts.js";
import { named, type Person } from "./book.js";

/** An input of a form. */
export interface EntryInput {
  readonly field: Field;
  readonly element: HTMLElement;
  /** The value; undefined if it is left out. Throws a `SyntaxError` with the error in words. */
  value(): unknown;
  /** Show an error; an empty text clears it. */
  fault(words: string): void;
  focus(): void;
  /** Set the players to choose from. */
  people(people: readonly Person[]): void;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
let count = 0;

/** Make the input for a field. `labels` name the parts of a row; `choices` are those of a text field. */
export function entryInput(field: Field, labels: readonly string[] = [], choices: readonly Person[] = []): EntryInput {
  if (field.kind === "switch") {
    return box(field);
  }
  if (field.kind === "row") {
    return row(field, labels);
  }
  if (field.kind === "mapping") {
    return area(field, b.lockedHint, pairs);
  }
  if (field.kind === "some") {
    return field.of.kind === "whole" ? line(field) : field.of.kind === "text" ? area(field, b.startsHint, (lines) => lines.filter((each) => each.trim() !== "").map((each) => halfWidth(each).trim())) : area(field, "", fours);
  }
  if (field.name === "substitute") {
    return suggested(field);
  }
  if (field.kind === "player" && field.name !== "id") {
    return chosen(field, [], named);
  }
  if (field.kind === "choice") {
    return chosen(field, field.choices.map((id) => ({ id, name: vocabulary.grade[id] ?? vocabulary.tie[id] ?? b.choices[id] ?? id })), ({ name }) => name);
  }
  if (choices.length > 0) {
    return chosen(field, choices, ({ name }) => name);
  }
  return line(field);
}

function wordsOf(field: Field): string {
  return b.fields[field.name] ?? field.name;
}

/** Put a label, a hint and a place for errors around a control. */
function labelled(field: Field, control: Control, hint: string): { element: HTMLElement; fault: (words: string) => void } {
  count += 1;
  const id = `entry-${count}`;
  const fault = h("p", { class: "fault", id: `${id}-fault` });
  const about = hint === "" ? null : h("p", { class: "hint", id: `${id}-hint` }, hint);
  control.id = id;
  control.setAttribute("aria-describedby", [about?.id, fault.id].filter(Boolean).join(" "));
  if (field.needed) {
    control.setAttribute("aria-required", "true");
  }
  const label = h("label", { for: id }, wordsOf(field), field.needed ? null : h("small", {}, ` ${b.optional}`));
  return {
    element: h("div", { class: "entry", "data-field": field.name }, label, about, control, fault),
    fault(words) {
      fault.textContent = words;
      control.setAttribute("aria-invalid", String(words !== ""));
    },
  };
}

function made(field: Field, control: Control, hint: string, value: (typed: string) => unknown): EntryInput {
  return {
    field,
    ...labelled(field, control, hint),
    value() {
      const typed = control.value.trim();
      if (typed === "" && field.needed) {
        throw new SyntaxError(b.needed);
      }
      return typed === "" ? undefined : value(typed);
    },
    focus: () => control.focus(),
    people: () => undefined,
  };
}

const HINTS: Readonly<Record<string, string>> = { hall_table: b.hallTableHint };

function line(field: Field): EntryInput {
  const { preset } = field;
  const isTournament = field.name === "id" && field.needed;
  const most = field.kind === "text" && field.most > 0 ? field.most : null;
  const control = h("input", { type: "text", autocomplete: "off", maxlength: most, autocapitalize: isTournament ? "none" : null });
  if (field.kind === "some" && field.of.kind === "whole") {
    const { least, most: greatest } = field.of;
    return made(field, control, b.tablesHint, (typed) => halfWidth(typed).split(/[\s,、]+/).map((one) => wholeNumber(one, least, greatest)));
  }
  if (field.kind === "whole") {
    control.inputMode = field.least < 0 ? "text" : "numeric";
    control.defaultValue = typeof preset === "number" ? String(preset) : "";
    return made(field, control, HINTS[field.name] ?? "", (typed) => wholeNumber(typed, field.least, field.most));
  }
  return made(field, control, isTournament ? b.tournamentIdHint : (HINTS[field.name] ?? ""), (typed) => {
    if (isTournament && !/^[a-z0-9][a-z0-9-]{0,39}$/.test(typed)) {
      throw new SyntaxError(b.tournamentIdHint);
    }
    return typed;
  });
}

function chosen(field: Field, choices: readonly Person[], words: (each: Person) => string): EntryInput {
  const control = h("select", {});
  const { preset } = field;
  const given = (people: readonly Person[]): void => {
    const { value } = control;
    const empty = preset === null || preset === "" ? [h("option", { value: "" }, field.needed ? `${b.choose} …` : "–")] : [];
    control.replaceChildren(...empty, ...people.map((each) => h("option", { value: each.id, selected: each.id === preset }, words(each))));
    if (people.some(({ id }) => id === value)) {
      control.value = value;
    }
  };
  given(choices);
  return { ...made(field, control, "", (typed) => typed), people: field.kind === "player" ? given : () => undefined };
}

/** Make an input for a registered player, or anybody else. */
function suggested(field: Field): EntryInput {
  count += 1;
  const list = h("datalist", { id: `people-${count}` });
  const control = h("input", { type: "text", autocomplete: "off", maxlength: 80, list: list.id });
  const one = made(field, control, "", (typed) => typed);
  one.element.append(list);
  return {
    ...one,
    people(people) {
      list.replaceChildren(...people.map((each) => h("option", { value: each.id }, named(each))));
    },
  };
}

function box(field: Field): EntryInput {
  const control = h("input", { type: "checkbox", checked: field.preset === true });
  const fault = h("p", { class: "fault" });
  return {
    field,
    element: h("div", { class: "entry", "data-field": field.name }, h("label", { class: "box" }, control, h("span", {}, wordsOf(field))), fault),
    value: () => control.checked,
    fault: (words) => {
      fault.textContent = words;
    },
    focus: () => control.focus(),
    people: () => undefined,
  };
}

/** Make one input for each label; all are needed. */
function row(field: Field & { kind: "row" }, labels: readonly string[]): EntryInput {
  count += 1;
  const id = `row-${count}`;
  const { of } = field;
  const [least, most] = of.kind === "whole" ? [of.least, of.most] : [0, 0];
  const fault = h("p", { class: "fault", id });
  const controls = labels.map(() => h("input", { type: "text", inputmode: "text", autocomplete: "off", "aria-describedby": id, "aria-required": "true" }));
  const parts = controls.map((control, place) => h("label", {}, h("span", {}, labels[place] ?? ""), control));
  return {
    field,
    element: h("fieldset", { class: "entry row", "data-field": field.name }, h("legend", {}, wordsOf(field)), ...parts, fault),
    value() {
      return controls.map((control) => {
        control.setAttribute("aria-invalid", "true");
        if (control.value.trim() === "") {
          throw new SyntaxError(b.needed);
        }
        const value = wholeNumber(control.value.trim(), least, most);
        control.setAttribute("aria-invalid", "false");
        return value;
      });
    },
    fault(words) {
      fault.textContent = words;
      if (words === "") {
        controls.forEach((control) => control.setAttribute("aria-invalid", "false"));
      }
    },
    focus: () => (controls.find((control) => control.getAttribute("aria-invalid") === "true") ?? controls[0])?.focus(),
    people: () => undefined,
  };
}

function area(field: Field, hint: string, read: (lines: readonly string[]) => unknown): EntryInput {
  const control = h("textarea", { rows: 3, spellcheck: "false", autocapitalize: "none" });
  return made(field, control, hint, (typed) => read(typed.split(/\r?\n/)));
}

function pairs(lines: readonly string[]): Record<string, number> {
  const found = new Map<string, number>();
  lines.forEach((line, at) => {
    const [, id = "", table = ""] = /^(.+?)\s*[,;\t]\s*(\d{1,3})$/.exec(line.trim()) ?? [];
    if (id === "" && line.trim() !== "") {
      throw new SyntaxError(b.pairs(at + 1));
    }
    if (found.has(id)) {
      throw new SyntaxError(b.pairTwice(at + 1));
    }
    if (id !== "") {
      found.set(id, Number(table));
    }
  });
  return Object.fromEntries(found);
}

function fours(lines: readonly string[]): string[][] {
  return lines.flatMap((line, at) => {
    const ids = line.split(/[,;\t]/).map((one) => one.trim());
    if (line.trim() === "") {
      return [];
    }
    if (ids.length !== 4 || ids.includes("")) {
      throw new SyntaxError(b.fours(at + 1));
    }
    return [ids];
  });
}
