/** The seats at the beginning of a hanchan: set by hand, or by the seat draw of the rules. */

import { COMMANDS } from "../../declared/commands.js";
import type { Field } from "../../declared/form.js";
import { h, labelled, radio } from "../../elements/elements.js";
import { t } from "../../texts/texts.js";
import { type CommandForm, commandForm } from "../sheets/form.js";
import type { Arguments } from "../../broker/orders.js";

const MOST_NAME = 100;
const KNOWN = "begin-known";
const SEATS = [0, 1, 2, 3] as const;
const WINDS = [
  ["1z", "E"],
  ["2z", "S"],
  ["3z", "W"],
  ["4z", "N"],
] as const;
/** The fields of each kind of seat draw, besides the names (`table_controller/commands/seats.py`). */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  wind_tiles: ["east_chair"],
  article_26: ["shuffler", "east_roll", "line", "pick_roll", "dealer_rolls"],
};

interface SeatForm {
  readonly element: HTMLElement;
  /** Switch to the seat draw of a ruleset (`flow.seat_draw`). */
  drawBy(kind: string): void;
  /** The arguments, or null while the seat draw is incomplete. */
  read(): Arguments | null;
}

/** Make the form of the seats; the names of `known` people are offered and need not be typed. */
export function seatForm(known: readonly string[], changed: () => void): SeatForm {
  let kind = "";
  let drawn = false;
  let more: CommandForm = moreFields([], changed);
  const people = SEATS.map(person);
  const way = (value: boolean, words: string): HTMLElement =>
    radio({ name: "begin-way", value: String(value), checked: !value }, words, () => {
      drawn = value;
      draw();
      changed();
    });
  const place = h("div", { class: "fields" });
  const element = h(
    "fieldset",
    { class: "group begin-seats" },
    h("legend", {}, t.begin.seats),
    h("div", { class: "choices" }, way(false, t.begin.byHand), way(true, t.begin.drawn)),
    h("datalist", { id: KNOWN }, ...known.map((name) => h("option", { value: name }))),
    ...people.map((one) => one.element),
    place,
  );
  element.addEventListener("input", changed);

  function draw(): void {
    people.forEach((one) => one.draw(drawn && kind === "wind_tiles"));
    more = moreFields(drawn ? (ASKED[kind] ?? []) : ["first_dealer"], changed);
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
      const args = more.read();
      if (args === null) {
        return null;
      }
      const names = people.map(({ name }) => name.value.trim());
      const named = names.every((name) => name === "") ? {} : { names };
      if (!drawn) {
        // Names by chair mean nothing without the first dealer's chair.
        return { ...named, ...("names" in named ? { first_dealer: 0 } : {}), ...args };
      }
      if (kind !== "wind_tiles") {
        return { ...named, draw: args };
      }
      const tiles = people.map(({ wind }) => wind.value);
      return tiles.includes("") ? null : { ...named, draw: { tiles, ...args } };
    },
  };
}

/** Make the inputs for a player's name and for the wind that the player has drawn. */
function person(seat: number): { element: HTMLElement; name: HTMLInputElement; wind: HTMLSelectElement; draw(byWinds: boolean): void } {
  const name = h("input", { id: `begin-name-${seat}`, type: "text", maxlength: MOST_NAME, autocomplete: "off", list: KNOWN });
  const label = h("label", { for: name.id });
  const options = WINDS.map(([tile, words]) => h("option", { value: tile }, t.winds[words]));
  const wind = h("select", { id: `begin-wind-${seat}` }, h("option", { value: "" }, t.begin.noWind), ...options);
  const windField = labelled(t.begin.windOf(seat + 1), wind);
  return {
    element: h("div", {}, h("div", { class: "field" }, label, name), windField),
    name,
    wind,
    draw(byWinds) {
      // A name belongs to a chair, unless people draw winds before they sit down.
      label.textContent = byWinds ? t.begin.nameOf(seat + 1) : t.begin.nameAt(seat);
      windField.hidden = !byWinds;
    },
  };
}

/** Make the form of some fields of the command or of its seat draw. */
function moreFields(wanted: readonly string[], changed: () => void): CommandForm {
  const { fields } = COMMANDS.begin_hanchan;
  const group = fields.find((field) => field.name === "draw");
  const inner = group?.kind === "group" ? group.fields : [];
  const some = [...fields, ...inner].filter((field: Field) => wanted.includes(field.name));
  return commandForm(some, { seats: [] }, {}, changed);
}
