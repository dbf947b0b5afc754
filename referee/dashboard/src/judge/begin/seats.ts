/** Who sits where when a hanchan begins: set by hand, or by the seat draw of the rules. */

import { COMMANDS } from "../../declared/commands.js";
import type { Field } from "../../declared/form.js";
import { h } from "../../elements/elements.js";
import { t } from "../../texts/texts.js";
import { type CommandForm, commandForm } from "../sheets/form.js";
import type { Arguments } from "../../broker/orders.js";

const MOST_NAME = 100;
const SEATS = [0, 1, 2, 3] as const;
const WINDS = [
  ["1z", "E"],
  ["2z", "S"],
  ["3z", "W"],
  ["4z", "N"],
] as const;
/** What each kind of seat draw asks for, besides the names (`table_controller/commands/seats.py`). */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  wind_tiles: ["east_chair"],
  article_26: ["shuffler", "east_roll", "line", "pick_roll", "dealer_rolls"],
};

export interface SeatForm {
  readonly element: HTMLElement;
  /** Asks for the seat draw of a ruleset (`flow.seat_draw`). */
  drawBy(kind: string): void;
  /** The arguments, or null while something of the draw is missing. */
  read(): Arguments | null;
}

export function seatForm(changed: () => void): SeatForm {
  let kind = "";
  let drawn = false;
  let more: CommandForm = moreFields([]);
  const names = SEATS.map((seat) => h("input", { id: `begin-name-${seat}`, type: "text", maxlength: MOST_NAME, autocomplete: "off" }));
  const labels = SEATS.map((seat) => h("label", { for: `begin-name-${seat}` }));
  const winds = SEATS.map((seat) =>
    h(
      "select",
      { id: `begin-wind-${seat}` },
      h("option", { value: "" }, t.begin.noWind),
      ...WINDS.map(([tile, wind]) => h("option", { value: tile }, t.winds[wind])),
    ),
  );
  const windFields = SEATS.map((seat) =>
    h("div", { class: "field" }, h("label", { for: `begin-wind-${seat}` }, t.begin.windOf(seat + 1)), winds[seat] as Node),
  );
  const way = (value: boolean, words: string): HTMLElement => {
    const radio = h("input", { type: "radio", name: "begin-way", value: String(value), checked: !value });
    radio.addEventListener("change", () => {
      drawn = value;
      draw();
      changed();
    });
    return h("label", {}, radio, h("span", {}, words));
  };
  const place = h("div", { class: "fields" });
  const people = SEATS.map((seat) =>
    h("div", {}, h("div", { class: "field" }, labels[seat] as Node, names[seat] as Node), windFields[seat] as Node),
  );
  const element = h(
    "fieldset",
    { class: "group begin-seats" },
    h("legend", {}, t.begin.seats),
    h("div", { class: "choices" }, way(false, t.begin.byHand), way(true, t.begin.drawn)),
    ...people,
    place,
  );
  element.addEventListener("input", changed);

  function moreFields(wanted: readonly string[]): CommandForm {
    const fields = COMMANDS.begin_hanchan.fields;
    const group = fields.find((field) => field.name === "draw");
    const inner = group?.kind === "group" ? group.fields : [];
    const some = [...fields, ...inner].filter((field: Field) => wanted.includes(field.name));
    return commandForm(some, { seats: [] }, {}, changed);
  }

  function draw(): void {
    const byWinds = drawn && kind === "wind_tiles";
    // A name belongs to a chair, except where people draw winds before anybody sits.
    labels.forEach((label, seat) => (label.textContent = byWinds ? t.begin.nameOf(seat + 1) : t.begin.nameAt(seat)));
    for (const field of windFields) {
      field.hidden = !byWinds;
    }
    more = moreFields(drawn ? (ASKED[kind] ?? []) : ["first_dealer"]);
    place.replaceChildren(more.element);
  }
  draw();

  return {
    element,
    drawBy(now) {
      if (now !== kind) {
        kind = now;
        draw();
      }
    },
    read() {
      const said = more.read();
      if (said === null) {
        return null;
      }
      const told = names.map((input) => input.value.trim());
      const named = told.every((name) => name === "") ? {} : { names: told };
      if (!drawn) {
        // Names by chair need to be told whose chair is the first.
        return { ...named, ...("names" in named ? { first_dealer: 0 } : {}), ...said };
      }
      if (kind !== "wind_tiles") {
        return { ...named, draw: said };
      }
      const tiles = winds.map((select) => select.value);
      return tiles.includes("") ? null : { ...named, draw: { tiles, ...said } };
    },
  };
}
