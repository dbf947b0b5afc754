/** Renders a table's messages in the page's language: codes with arguments, by the texts of config/texts. Pure.
 *
 * referee/texts/language.py documents the syntax within the braces of a text; a test compares the two. Only the minus sign differs: a terminal has a plain
 * hyphen.
 */

import { points, trueMinus } from "./numbers.js";

/** The contents of `words-en.json` and `words-ja.json`, made by `python -m tools.describe`. */
export interface Words {
  readonly join: Readonly<Record<string, string>>;
  /** Words for values, by vocabulary. */
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By code; `takes` has a vocabulary or a type for each argument, with `*` for several and `?` for an optional one.
   */
  readonly texts: Readonly<Record<string, { readonly says: string; readonly takes: Readonly<Record<string, string>> }>>;
}

type Mapping = Readonly<Record<string, unknown>>;
const PLACE = /\{(\w+)(?::([^{}]*))?\}/g;
const JOINS: Readonly<Record<string, string>> = { "&": "last", "/": "or", ";": "lines" };

const isMapping = (value: unknown): value is Mapping => typeof value === "object" && value !== null && !Array.isArray(value);
const isPerson = (value: unknown): value is { wind: string; name: string } =>
  isMapping(value) && typeof value.wind === "string" && typeof value.name === "string" && Object.keys(value).length === 2;
const own = <T>(mapping: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(mapping, key) ? mapping[key] : undefined);
const isAbsent = (value: unknown): boolean => value === null || value === "" || (Array.isArray(value) && value.length === 0);

export class Speaker {
  constructor(private readonly held: Words) {}

  /** Render a message; null if this page does not know it, as from a newer table. */
  say(code: unknown, args: unknown): string | null {
    return this.knows(code, args) ? this.fill(code, args) : null;
  }

  /** Return the names of the arguments that a text takes; none if this page does not know it. */
  argumentsOf(code: string): readonly string[] {
    return Object.keys(own(this.held.texts, code)?.takes ?? {});
  }

  /** Render the messages of an entry as one line; null if one of them is unknown. */
  line(messages: readonly unknown[]): string | null {
    const lines = messages.map((each) => (isMapping(each) ? this.say(each.code, each.arguments) : null));
    return lines.includes(null) ? null : lines.join(this.held.join.lines);
  }

  /** Return the word for a value; without one, the value itself with spaces for underscores. */
  word(vocabulary: string, value: string): string {
    return own(own(this.held.words, vocabulary) ?? {}, value) ?? value.replace(/_/g, " ");
  }

  private knows(code: unknown, args: unknown): code is string {
    const text = typeof code === "string" ? own(this.held.texts, code) : undefined;
    if (text === undefined || !isMapping(args)) {
      return false;
    }
    const { takes } = text;
    return (
      Object.keys(args).length === Object.keys(takes).length &&
      Object.entries(takes).every(([name, kind]) => Object.hasOwn(args, name) && this.fits(kind, args[name]))
    );
  }

  private fits(kind: string, value: unknown): boolean {
    if (kind.endsWith("?")) {
      return value === null || this.fits(kind.slice(0, -1), value);
    }
    if (kind.endsWith("*")) {
      return Array.isArray(value) && value.every((each) => this.fits(kind.slice(0, -1), each));
    }
    switch (kind) {
      case "int":
        return Number.isInteger(value) || typeof value === "boolean";
      case "bool":
        return typeof value === "boolean";
      case "Person":
        return isPerson(value);
      case "Message":
        return isMapping(value) && this.knows(value.code, value.arguments);
      default:
        return typeof value === "string";
    }
  }

  private fill(code: string, args: unknown): string {
    const { says = "", takes = {} } = own(this.held.texts, code) ?? {};
    const given = args as Mapping;
    return says.replace(PLACE, (_, name: string, spec = "") => this.placed((takes[name] ?? "").replace(/[*?]/g, ""), given[name], spec as string));
  }

  /** Render an argument in the form that the text asks for. */
  private placed(kind: string, value: unknown, wanted: string): string {
    const join = JOINS[wanted.charAt(0)];
    const spec = join === undefined ? wanted : wanted.slice(1);
    const shown = (): string => this.value(kind, value, join);
    if (spec.startsWith("?")) {
      const [there = "", absent = ""] = halves(spec.slice(1));
      return isAbsent(value) ? absent : there.replace(/#/g, shown);
    }
    if (spec === "^") {
      const text = shown();
      return text.charAt(0).toUpperCase() + text.slice(1);
    }
    if (spec.includes("|")) {
      const [one = "", more = ""] = halves(spec);
      return (value === 1 || value === true ? one : more).replace(/#/g, shown);
    }
    if (!/^(\+|,|\+,)$/.test(spec) || typeof value !== "number") {
      return shown();
    }
    return (spec.startsWith("+") && value >= 0 ? "+" : "") + (spec.endsWith(",") ? points(value) : trueMinus(String(value)));
  }

  private value(kind: string, value: unknown, join = kind === "tile" ? "tiles" : "list"): string {
    if (Array.isArray(value)) {
      return value.map((each) => this.value(kind, each)).join(this.held.join[join]);
    }
    if (isPerson(value)) {
      const wind = this.word("wind", value.wind);
      return value.name === "" ? wind : (this.held.join.named ?? "").replace(PLACE, (_, part) => (part === "wind" ? wind : value.name));
    }
    if (isMapping(value)) {
      return this.fill(String(value.code), value.arguments);
    }
    if (typeof value === "string") {
      return kind === "str" ? value : this.word(kind, value);
    }
    return value === null ? "" : trueMinus(String(value));
  }
}

function halves(text: string): [string, string] {
  const at = text.indexOf("|");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
