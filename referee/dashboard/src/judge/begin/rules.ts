/** Every setting of a ruleset in words, from `rules-en.json` and `rules-ja.json`, and a setting as a sentence. */

import { h, labelled } from "../../elements/elements.js";
import { change, points } from "../../table/format.js";
import { LANGUAGE, t, vocabulary } from "../../texts/texts.js";

/** The value of a setting: a text, a number, a boolean, or a list of them. */
export type Value = unknown;
/** A grade for each number of tiles, numbers rising. */
export type Steps = readonly (readonly [number, string])[];

export interface Setting {
  readonly name: string;
  readonly kind: "switch" | "whole" | "grade" | "steps" | "choice" | "some" | "places" | "places_table";
  readonly choices?: readonly string[];
  /** A sentence with `{}` for the value, or one for each value; `else` is for all others. */
  readonly says: string | Readonly<Record<string, string>>;
}

export interface Group {
  readonly group: string;
  readonly title: string;
  readonly settings: readonly Setting[];
}

export interface RuleWords {
  /** `offered` is the title in a list to choose from, where an older edition says that it is one. */
  readonly presets: readonly { readonly name: string; readonly title: string; readonly offered: string }[];
  readonly groups: readonly Group[];
}

let fetched: Promise<RuleWords> | null = null;

/** Fetch the words in the page's language, once. Rejects if the server does not answer. */
export function ruleWords(): Promise<RuleWords> {
  fetched ??= fetch(`rules-${LANGUAGE}.json`).then(async (answer) => {
    if (!answer.ok) {
      throw new Error(String(answer.status));
    }
    return (await answer.json()) as RuleWords;
  });
  fetched.catch(() => {
    fetched = null; // so that the next call fetches them again
  });
  return fetched;
}

/** Format a setting with a value as a sentence. */
export function sentence(setting: Setting, value: Value): string {
  const { says } = setting;
  const template = typeof says === "string" ? says : (says[keyOf(value)] ?? says.else ?? "");
  return template.replace("{}", shown(value));
}

function keyOf(value: Value): string {
  return Array.isArray(value) && value.length === 0 ? "none" : String(value);
}

function shown(value: Value): string {
  if (typeof value === "number") {
    return points(value);
  }
  if (typeof value === "string") {
    return vocabulary.grade[value] ?? value;
  }
  if (!Array.isArray(value)) {
    return String(value);
  }
  if (Array.isArray(value[0])) {
    if (typeof value[0][1] === "number") {
      return (value as number[][]).map((uma, floating) => `${floating}: ${uma.map(change).join(" ")}`).join(t.begin.semicolon);
    }
    return stepsWords(value as unknown as Steps);
  }
  const list = value.map((each) => (typeof each === "number" ? change(each) : (vocabulary.worth[each as string] ?? String(each))));
  return list.join(t.begin.comma);
}

/** Format steps as `1 or 2: guidance; 3 or more: warning`, or as a grade alone if any number of tiles gets the same. */
export function stepsWords(steps: Steps): string {
  const [first] = steps;
  if (first !== undefined && steps.length === 1 && first[0] === 1) {
    return vocabulary.grade[first[1]] ?? first[1];
  }
  const parts = steps.map(([least, grade], place) => {
    const next = steps[place + 1]?.[0];
    const numbers = next === undefined ? t.begin.orMore(least) : next === least + 1 ? String(least) : t.begin.upTo(least, next - 1);
    return t.begin.step(numbers, vocabulary.grade[grade] ?? grade);
  });
  return parts.join(t.begin.semicolon);
}

/** Return whether two values of a setting are equal. */
export function same(one: Value, other: Value): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Put a search above groups of settings: it shows only those whose sentence has a text in it. */
export function searched(id: string, groups: readonly HTMLDetailsElement[]): HTMLElement[] {
  const search = h("input", { id, type: "search", autocomplete: "off" });
  const nothing = h("p", { hidden: true, role: "status" }, t.begin.nothing);
  search.addEventListener("input", (event) => {
    event.stopPropagation(); // searching changes nothing
    const wanted = search.value.trim().toLowerCase();
    for (const group of groups) {
      const lines = [...group.children].slice(1) as HTMLElement[];
      for (const line of lines) {
        const says = line.querySelector(".rule-words") ?? line; // beside it are a mark and inputs
        line.hidden = !(says.textContent ?? "").toLowerCase().includes(wanted);
      }
      group.hidden = lines.every((line) => line.hidden);
      group.open = wanted !== "";
    }
    nothing.hidden = groups.some((group) => !group.hidden);
  });
  return [labelled(t.begin.search, search), nothing, ...groups];
}
