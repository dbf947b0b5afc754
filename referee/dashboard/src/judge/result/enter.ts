/** The sheet on which a hand that was not followed is entered: how it ended, who won with what, who pays whom. */

import { COMMANDS } from "../../declared/commands.js";
import { h } from "../../elements/elements.js";
import { t } from "../../texts/texts.js";
import { confirmSheet, type Filled } from "../sheets/confirm.js";
import type { Desk } from "../sheets/desk.js";
import { commandForm, seatWords } from "../sheets/form.js";
import { arrows } from "./arrows.js";
import { type WinForm, winForm } from "./winner.js";

const MOST_WINS = 3;

export function showEnterHand(desk: Desk, back: (() => void) | null): void {
  confirmSheet(t.commands.enter_hand ?? "", "enter_hand", desk, (changed) => enterForm(desk, changed), back);
}

function enterForm(desk: Desk, changed: () => void): Filled {
  const seats = desk.game()?.seats ?? [];
  const fields = (...names: string[]): (typeof COMMANDS.enter_hand.fields)[number][] =>
    COMMANDS.enter_hand.fields.filter((field) => names.includes(field.name));
  const how = commandForm(fields("result"), { seats }, {}, update);
  const drawn = commandForm(fields("tenpai", "nagashi"), { seats }, {}, changed);
  const rest = commandForm(fields("riichi"), { seats }, {}, changed);
  const more = commandForm(fields("changes", "unseen", "against_rules"), { seats }, {}, changed);
  const wins: WinForm[] = [];
  const place = h("div", { class: "fields" });
  const add = h("button", { type: "button", class: "quiet" }, t.result.anotherWin);
  const paid = h("div", {});
  add.addEventListener("click", () => {
    addWin();
    update();
  });
  const element = h(
    "div",
    { class: "fields enter-hand" },
    how.element,
    place,
    add,
    drawn.element,
    rest.element,
    h("details", {}, h("summary", {}, t.more), more.element),
    paid,
  );
  update();

  function ending(): string {
    return String(how.read()?.result ?? "");
  }

  function addWin(): void {
    const win = winForm(desk, changed);
    wins.push(win);
    place.append(win.element);
  }

  function update(): void {
    const result = ending();
    const won = result === "ron" || result === "tsumo";
    if (won && wins.length === 0) {
      addWin();
    }
    for (const win of wins) {
      win.byTsumo(result === "tsumo");
    }
    place.hidden = !won;
    wins.forEach((win, number) => (win.element.hidden = result === "tsumo" && number > 0));
    add.hidden = result !== "ron" || wins.length >= MOST_WINS;
    drawn.element.hidden = won || result === "";
    rest.element.hidden = result === "";
    changed();
  }

  return {
    element,
    read() {
      const result = ending();
      const parts = [how.read(), rest.read(), more.read()];
      if (result === "" || parts.includes(null)) {
        return null;
      }
      const said = Object.assign({}, ...parts) as Record<string, unknown>;
      if (result !== "ron" && result !== "tsumo") {
        const ended = drawn.read();
        return ended === null ? null : { ...said, ...ended };
      }
      const told = (result === "tsumo" ? wins.slice(0, 1) : wins).map((win) => win.read());
      return told.includes(null) ? null : { ...said, wins: told };
    },
    answered(answer) {
      const moved = answer?.would?.points ?? [];
      paid.replaceChildren(...(moved.some((each) => each !== 0) ? [arrows(moved, (seat) => seatWords(seats, seat))] : []));
    },
  };
}
