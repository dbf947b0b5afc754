/** A form made from an operation's declaration. Errors are shown beside the field, or above the button. */

import { OPERATIONS, type OperationName } from "../../../declared/operations.js";
import { h } from "../../../elements/elements.js";
import { b } from "../../../texts/books.js";
import { labelOf, type Place, type Refusal, Refused } from "./api.js";
import type { Person } from "./book.js";
import type { BookDesk } from "./desk.js";
import { entryInput, type EntryInput } from "./inputs.js";

export interface BookForm {
  readonly element: HTMLFormElement;
  /** Set the players to choose from. */
  people(people: readonly Person[]): void;
  /** The values that can be read now. */
  values(): Readonly<Record<string, unknown>>;
}

/** The ways in which a form differs from the declaration. */
interface FormChoice {
  /** The parts of the operation's address. */
  readonly place?: Place;
  /** Values that are known. */
  readonly given?: Readonly<Record<string, unknown>>;
  /** Labels for the parts of a row. */
  readonly labels?: readonly string[];
  /** Choices for text fields, by field. */
  readonly choices?: Readonly<Record<string, readonly Person[]>>;
  /** A list that gets a single group of fields here. */
  readonly single?: string;
  /** The text of the button, unless it is that of the operation. */
  readonly button?: string;
}

/** Make the form of an operation. Its button enters the values through the desk. */
export function bookForm(name: OperationName, desk: Pick<BookDesk, "enter">, choice: FormChoice = {}): BookForm {
  const { place = {}, given = {}, labels = [], choices = {}, single } = choice;
  const declared = OPERATIONS[name].fields.filter((field) => !(field.name in given));
  const fields = declared.flatMap((field) => (field.name === single && field.kind === "some" && field.of.kind === "group" ? field.of.fields : [field]));
  const inputs = fields.map((field) => entryInput(field, labels, choices[field.name]));
  const refused = h("p", { class: "refused", role: "alert" });
  const hint = b.hints[name];
  const button = h("button", { type: "submit" }, choice.button ?? b.operations[name]);
  const element = h(
    "form",
    { class: "book-form", "data-operation": name, novalidate: true },
    hint === undefined ? null : h("p", { class: "hint" }, hint),
    ...inputs.map((one) => one.element),
    refused,
    button,
  );
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = readAll(inputs);
    refused.textContent = "";
    if (values === null) {
      return;
    }
    button.disabled = true;
    const body = single === undefined ? { ...given, ...values } : { [single]: [values] };
    void desk.enter(name, body, place).then((refusal) => {
      button.disabled = false;
      if (refusal === null) {
        element.reset();
        return;
      }
      const field = "field" in refusal ? (refusal.field ?? "") : "";
      const wrong = inputs.find((one) => field.split(/[.[\]]+/).includes(one.field.name));
      if (wrong === undefined) {
        refused.textContent = wordsOf(refusal);
        button.focus();
      } else {
        wrong.fault(refusal.error);
        wrong.focus();
      }
    });
  });
  return {
    element,
    people: (people) => inputs.forEach((one) => one.people(people)),
    values() {
      const found: Record<string, unknown> = {};
      for (const one of inputs) {
        try {
          found[one.field.name] = one.value();
        } catch {
          found[one.field.name] = undefined;
        }
      }
      return found;
    },
  };
}

/** Read all values; null if one is wrong, which then shows its error and has the focus. */
function readAll(inputs: readonly EntryInput[]): Record<string, unknown> | null {
  const values: Record<string, unknown> = {};
  let first: EntryInput | null = null;
  for (const one of inputs) {
    try {
      const value = one.value();
      one.fault("");
      if (value !== undefined) {
        values[one.field.name] = value;
      }
    } catch (error) {
      one.fault((error as Error).message);
      first ??= one;
    }
  }
  first?.focus();
  return first === null ? values : null;
}

/** Make a paragraph with the reason for a refusal. Throws any other error. */
export function refusedLine(error: unknown): HTMLElement {
  if (!(error instanceof Refused)) {
    throw error;
  }
  return h("p", { class: "refused" }, wordsOf(error.refusal));
}

/** Describe the reason of a refusal. */
export function wordsOf(refusal: Refusal): string {
  switch (refusal.code) {
    case "stale":
      return b.stale([...new Set((refusal.since ?? []).map(({ login }) => login))].join(", ") || b.somebody);
    case "login":
      return b.loggedOut;
    case "away":
      return b.away;
    case "unreachable":
      return b.unreachable;
    default:
      return b.refused(withField(refusal));
  }
}

/** Describe the error, after the field's label if only `field` names it. */
export function withField(refusal: Refusal): string {
  const label = refusal.code === "field" ? labelOf(refusal.field ?? "") : undefined;
  return label === undefined ? refusal.error : b.inField(label, refusal.error);
}
