/** A form made from a command's declaration: an input for each argument, and their values. */

import type { CommandName } from "../../declared/commands.js";
import type { Field, Taken } from "../../declared/form.js";
import { button, h, labelled } from "../../elements/elements.js";
import { face } from "../../faces/face.js";
import { TILE_ROWS, tileInput } from "../../faces/keyboard.js";
import { tileWords, wholeNumber } from "../../table/format.js";
import type { Game, Seat } from "../../table/protocol.js";
import { t, vocabulary } from "../../texts/texts.js";
import type { Arguments } from "../../broker/orders.js";

/** An input; its value is undefined while it is empty. Reading it throws a `SyntaxError` if the input is invalid. */
interface Input {
  readonly element: HTMLElement;
  value(): unknown;
}

/** The players at the table and the findings to choose from, for inputs that name one. */
export interface Players {
  readonly seats: readonly Seat[];
  readonly findings?: readonly Choice[];
}

export interface CommandForm {
  readonly element: HTMLElement;
  /** The arguments, or null while a required one is missing or one is invalid. */
  read(): Arguments | null;
  /** Return the element of a field. */
  field(name: string): HTMLElement;
}

/** Up to this many choices are shown side by side; more become a list. */
const SIDE_BY_SIDE = 11;
let count = 0;

function unique(): string {
  count += 1;
  return `field-${count}`;
}

/** Make a form for some fields; `given` are known arguments, which get no input. */
export function commandForm(
  fields: readonly Field[],
  players: Players,
  given: Arguments,
  changed: () => void,
  preset: Arguments = {},
): CommandForm {
  const asked = fields.filter((field) => !(field.name in given));
  const inputs = asked.map((field) => ({ field, input: fieldInput(field, players, preset[field.name]) }));
  const first = inputs.filter(({ field }) => field.needed || !isExtra(field));
  const extra = inputs.filter(({ field }) => !field.needed && isExtra(field));
  const element = h(
    "div",
    { class: "fields" },
    ...first.map(({ input }) => input.element),
    extra.length === 0
      ? null
      : h("details", {}, h("summary", {}, t.more), ...extra.map(({ input }) => input.element)),
  );
  element.addEventListener("input", changed);
  element.addEventListener("click", (event) => {
    if ((event.target as Element).closest("button") !== null) {
      changed();
    }
  });
  return {
    element,
    read() {
      const args: Record<string, unknown> = { ...given };
      try {
        for (const { field, input } of inputs) {
          const value = input.value();
          if (value === undefined && field.needed) {
            return null;
          }
          if (value !== undefined) {
            args[field.name] = value;
          }
        }
      } catch {
        return null;
      }
      return args;
    },
    field: (name) => inputs.find(({ field }) => field.name === name)?.input.element ?? element,
  };
}

/** Return whether the input is hidden behind "more": a judge seldom needs it. */
function isExtra(field: Field): boolean {
  return field.kind === "mapping" || ["force", "replace", "against_rules", "draw", "senses", "chairs", "id"].includes(field.name);
}

function fieldInput(field: Field, players: Players, preset?: unknown): Input {
  // The same name may ask for other things: whose riichi stood, or which riichi the winner declared.
  const label = t.fields[`${field.name}:${field.kind}`] ?? t.fields[field.name] ?? field.name;
  return input(field, field.needed ? `${label} *` : label, field, players, preset);
}

function input(taken: Taken, label: string, field: Field, players: Players, preset?: unknown): Input {
  const optional = !field.needed;
  switch (taken.kind) {
    case "switch":
      return switched(label, field.preset === true);
    case "seat":
      return chosen(label, seatChoices(players), optional, Number, "", preset);
    case "yes_no":
      return chosen(label, [{ value: "true", shown: t.yes }, { value: "false", shown: t.no }], optional, (one) => one === "true", "", preset);
    case "finding":
      return chosenFinding(label, players.findings ?? [], optional);
    case "chair":
      return chosen(label, ["0", "1", "2", "3"].map(chairChoice), optional, Number, "chairs", preset);
    case "tile":
      return chosen(label, TILE_ROWS.flat().map(tileChoice), optional, String, "tile-keys", preset);
    case "choice":
      return chosen(label, taken.choices.map((one) => ({ value: one, shown: choiceWords(one) })), optional, String, "", preset);
    case "whole":
      return number(label, taken.least, taken.most, preset);
    case "text":
      return text(label, taken.most);
    case "player":
      return text(label, 0);
    case "mapping":
      return json(label);
    case "row":
      return row(
        label,
        Array.from({ length: taken.count }, (_, place) =>
          item(taken.of, place, taken.count, field, players, (preset as unknown[] | undefined)?.[place]),
        ),
      );
    case "some":
      if (taken.of.kind === "tile") {
        return tiles(label, taken.most, (preset as string[] | undefined) ?? []);
      }
      return taken.of.kind === "group" ? several(label, taken.of, taken.most, players) : ticked(label, taken.of, players);
    case "group":
      return group(label, taken.fields, players);
  }
}

function item(of: Taken, place: number, places: number, field: Field, players: Players, preset: unknown): Input {
  const whose = places === 4 ? (seatChoices(players)[place]?.shown ?? String(place)) : String(place + 1);
  return input(of, String(whose), { ...field, ...of, needed: false } as Field, players, preset);
}

/** One of the values that can be chosen, as it is shown and, if that is not text, as it is spoken. */
export interface Choice {
  value: string;
  shown: string | Element;
  label?: string;
}

function seatChoices({ seats }: Players): Choice[] {
  return [0, 1, 2, 3].map((seat) => ({ value: String(seat), shown: seatWords(seats, seat) }));
}

/** Name a player as a judge does: wind and name. */
export function seatWords(seats: readonly Seat[], seat: number): string {
  const player = seats.find((one) => one.seat === seat);
  return player === undefined ? `${t.seat} ${seat}` : `${t.winds[player.wind]} ${player.name}`.trim();
}

/** Name a command, and the player whom it is known to be about. */
export function commandTitle(name: CommandName, game: Game | null, { seat }: Arguments): string {
  const whom = typeof seat === "number" ? ` · ${seatWords(game?.seats ?? [], seat)}` : "";
  return `${t.commands[name] ?? name}${whom}`;
}

/** Name a chair; a drawing of the table shows where it stands. */
function chairChoice(chair: string): Choice {
  return { value: chair, shown: chair, label: t.screens.chair(Number(chair)) };
}

function tileChoice(tile: string): Choice {
  return { value: tile, shown: face(tile), label: tileWords(tile) };
}

/** Describe a name that the table uses. */
export function choiceWords(name: string): string {
  const plain = name.replace(/[_-]+/g, " ");
  return t.choices[name] ?? t.rulings[name] ?? t.results[name] ?? vocabulary.rule[name] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

function chosenFinding(label: string, choices: readonly Choice[], optional: boolean): Input {
  const input = chosen(label, choices, optional, Number, "findings");
  if (choices.length === 0) {
    input.element.append(h("p", {}, t.noFinding));
    input.element.hidden = optional;
  }
  return input;
}

function chosen(label: string, choices: readonly Choice[], optional: boolean, as: (value: string) => unknown, look = "", preset?: unknown): Input {
  if (choices.length > SIDE_BY_SIDE && look === "") {
    return listed(label, choices, as);
  }
  const name = unique();
  const options = choices.map(({ value, shown, label: spoken }) =>
    h(
      "label",
      {},
      h("input", { type: "radio", name, value, "aria-label": spoken ?? null, checked: value === String(preset) }),
      h("span", {}, shown),
    ),
  );
  const element = h("fieldset", { class: `choices ${look}` }, h("legend", {}, label), ...options);
  if (optional) {
    // Choosing it again deselects it.
    let before = element.querySelector<HTMLInputElement>("input:checked");
    element.addEventListener("click", (event) => {
      if (event.target instanceof HTMLInputElement) {
        if (before === event.target) {
          event.target.checked = false;
          before = null;
          element.dispatchEvent(new Event("input", { bubbles: true }));
        } else {
          before = event.target;
        }
      }
    });
  }
  return {
    element,
    value() {
      const one = element.querySelector<HTMLInputElement>("input:checked");
      return one === null ? undefined : as(one.value);
    },
  };
}

function listed(label: string, choices: readonly Choice[], as: (value: string) => unknown): Input {
  const select = h(
    "select",
    { id: unique() },
    h("option", { value: "" }, `${t.nobody} …`),
    ...choices.map(({ value, shown }) => h("option", { value }, shown)),
  );
  return {
    element: labelled(label, select),
    value: () => (select.value === "" ? undefined : as(select.value)),
  };
}

function switched(label: string, preset: boolean): Input {
  const box = h("input", { type: "checkbox", checked: preset });
  return {
    element: h("label", { class: "switch" }, box, h("span", {}, label)),
    value: () => (box.checked === preset ? undefined : box.checked),
  };
}

function number(label: string, least: number, most: number, preset?: unknown): Input {
  // A phone's numeric keyboard has no minus.
  const box = h("input", { id: unique(), type: "text", inputmode: least < 0 ? "text" : "numeric", autocomplete: "off" });
  box.value = preset === undefined || preset === null ? "" : String(preset);
  return written(label, box, (typed) => wholeNumber(typed, least, most));
}

function text(label: string, most: number): Input {
  return written(label, h("input", { id: unique(), type: "text", maxlength: most || null, autocomplete: "off" }), (typed) => typed);
}

function json(label: string): Input {
  return written(label, h("textarea", { id: unique(), rows: 3, spellcheck: "false", autocapitalize: "none" }), (typed) => JSON.parse(typed));
}

/** Make an input of what is typed, which says below what is wrong with it. `read` throws a `SyntaxError` in words. */
function written(label: string, box: HTMLInputElement | HTMLTextAreaElement, read: (typed: string) => unknown): Input {
  const fault = h("p", { class: "fault", id: `${box.id}-fault` });
  box.setAttribute("aria-describedby", fault.id);
  const element = labelled(label, box);
  element.append(fault);
  return {
    element,
    value() {
      const typed = box.value.trim();
      let wrong = "";
      try {
        return typed === "" ? undefined : read(typed);
      } catch (error) {
        wrong = (error as Error).message;
        throw error;
      } finally {
        box.setAttribute("aria-invalid", String(wrong !== ""));
        fault.textContent = wrong;
      }
    },
  };
}

/** Make one input for each player or die. Either all are empty, or an empty one counts as 0 or as an empty text. */
function row(label: string, inputs: Input[]): Input {
  return {
    element: h("fieldset", { class: "row" }, h("legend", {}, label), ...inputs.map((one) => one.element)),
    value() {
      const values = inputs.map((one) => one.value());
      if (values.every((value) => value === undefined)) {
        return undefined;
      }
      const numbers = values.some((value) => typeof value === "number");
      return values.map((value) => value ?? (numbers ? 0 : ""));
    },
  };
}

/** Make a row of tiles. */
function tiles(label: string, most: number, given: readonly string[]): Input {
  const row = tileInput(label, given, most, () => row.element.dispatchEvent(new Event("input", { bubbles: true })), true);
  return { element: row.element, value: () => (row.tiles().length === 0 ? undefined : row.tiles()) };
}

function ticked(label: string, of: Taken, players: Players): Input {
  const choices =
    of.kind === "seat"
      ? seatChoices(players)
      : of.kind === "choice"
        ? of.choices.map((one) => ({ value: one, shown: choiceWords(one) }))
        : [];
  const boxes = choices.map(({ value, shown }) => ({ value, box: h("input", { type: "checkbox" }), shown }));
  const element = h(
    "fieldset",
    { class: "choices" },
    h("legend", {}, label),
    ...boxes.map(({ box, shown }) => h("label", {}, box, h("span", {}, shown))),
  );
  return {
    element,
    value() {
      const some = boxes.filter(({ box }) => box.checked).map(({ value }) => (of.kind === "seat" ? Number(value) : value));
      return some.length === 0 ? undefined : some;
    },
  };
}

function group(label: string, fields: readonly Field[], players: Players): Input {
  const inputs = fields.map((field) => ({ field, one: fieldInput(field, players) }));
  return {
    element: h("fieldset", { class: "group" }, h("legend", {}, label), ...inputs.map(({ one }) => one.element)),
    value() {
      const args: Record<string, unknown> = {};
      for (const { field, one } of inputs) {
        const value = one.value();
        if (value !== undefined) {
          args[field.name] = value;
        }
      }
      const missing = inputs.some(({ field }) => field.needed && !(field.name in args));
      if (missing && Object.keys(args).length > 0) {
        throw new SyntaxError(label);
      }
      return Object.keys(args).length === 0 ? undefined : args;
    },
  };
}

/** Make a list of groups of fields, which begins with one. */
function several(label: string, of: Taken & { kind: "group" }, most: number, players: Players): Input {
  const groups: Input[] = [];
  const place = h("div", {});
  const more = (): void => {
    const one = group(`${label} ${groups.length + 1}`, of.fields, players);
    groups.push(one);
    place.append(one.element);
    add.hidden = groups.length >= most;
  };
  const add = button({ class: "quiet" }, more, `${t.add}: ${label}`);
  more();
  return {
    element: h("div", { class: "several" }, place, add),
    value() {
      const some = groups.map((one) => one.value()).filter((value) => value !== undefined);
      return some.length === 0 ? undefined : some;
    },
  };
}
