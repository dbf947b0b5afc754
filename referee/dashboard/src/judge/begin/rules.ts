/** Every setting of a ruleset in words: what `rules-en.json` and `rules-ja.json` hold, and a setting as a sentence. */

import { change, points } from "../../table/format.js";
import { LANGUAGE, t, vocabulary } from "../../texts/texts.js";

/** A value as a ruleset has it: texts, numbers, booleans and lists of them. */
export type Value = unknown;
/** Numbers of tiles with their grades, numbers rising. */
export type Steps = readonly (readonly [number, string])[];

export interface Setting {
  readonly name: string;
  readonly kind: "switch" | "whole" | "grade" | "steps" | "choice" | "some" | "places";
  readonly choices?: readonly string[];
  /** A sentence with `{}` for the value, or one for each value; `else` is for any other. */
  readonly says: string | Readonly<Record<string, string>>;
}

export interface Group {
  readonly group: string;
  readonly title: string;
  readonly settings: readonly Setting[];
}

export interface RuleWords {
  readonly presets: readonly { readonly name: string; readonly title: string }[];
  readonly groups: readonly Group[];
}

let fetched: Promise<RuleWords> | null = null;

/** The words in the page's language, fetched once. Rejects where the server does not answer. */
export function ruleWords(): Promise<RuleWords> {
  fetched ??= fetch(`rules-${LANGUAGE}.json`).then(async (answer) => {
    if (!answer.ok) {
      throw new Error(String(answer.status));
    }
    return (await answer.json()) as RuleWords;
  });
  fetched.catch(() => {
    fetched = null; // asked again next time
  });
  return fetched;
}

/** A setting with a value, as a sentence. */
export function sentence(setting: Setting, value: Value): string {
  const { says } = setting;
  const said = typeof says === "string" ? says : (says[keyOf(value)] ?? says.else ?? "");
  return said.replace("{}", shown(value));
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
    return stepsWords(value as unknown as Steps);
  }
  const list = value.map((each) => (typeof each === "number" ? change(each) : (vocabulary.worth[each as string] ?? String(each))));
  return list.join(t.begin.comma);
}

/** `1 or 2: guidance; 3 or more: warning`; the grade alone where the number does not matter. */
export function stepsWords(steps: Steps): string {
  const [first] = steps;
  if (first !== undefined && steps.length === 1 && first[0] === 1) {
    return vocabulary.grade[first[1]] ?? first[1];
  }
  const said = steps.map(([least, grade], place) => {
    const next = steps[place + 1]?.[0];
    const numbers = next === undefined ? t.begin.orMore(least) : next === least + 1 ? String(least) : t.begin.upTo(least, next - 1);
    return t.begin.step(numbers, vocabulary.grade[grade] ?? grade);
  });
  return said.join(t.begin.semicolon);
}

/** Whether two values of a setting are the same. */
export function same(one: Value, other: Value): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
