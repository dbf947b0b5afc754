/** The sheet for a hand that the table did not follow: its ending, the winners and their hands, the payments. */

import type { Arguments } from "../../broker/orders.js";
import { COMMANDS } from "../../declared/commands.js";
import { button, h } from "../../elements/elements.js";
import { t } from "../../texts/texts.js";
import { confirmSheet, type Filled } from "../sheets/confirm.js";
import type { Desk } from "../sheets/desk.js";
import { type CommandForm, commandForm, seatWords } from "../sheets/form.js";
import { arrows } from "./arrows.js";
import { type SeenHands, type WinForm, winForm } from "./winner.js";

const MOST_WINS = 3;

export function showEnterHand(desk: Desk, back: (() => void) | null): void {
  confirmSheet(t.commands.enter_hand ?? "", "enter_hand", desk, (changed) => enterForm(desk, changed), back, ["command", "enter_hand", {}]);
}

function enterForm(desk: Desk, changed: () => void): Filled {
  const seats = desk.game()?.seats ?? [];
  const form = (names: readonly string[], then: () => void): CommandForm =>
    commandForm(COMMANDS.enter_hand.fields.filter((field) => names.includes(field.name)), { seats }, {}, then);
  const how = form(["result"], update);
  const drawn = form(["tenpai", "nagashi"], changed);
  const rest = form(["riichi"], changed);
  const more = form(["changes", "unseen", "against_rules"], changed);
  const ending = (): string => String(how.read()?.result ?? "");
  const seen = desk.orders.look("seen_hands", {}).then((answer) => (answer?.ok ? (answer as unknown as SeenHands) : null));
  const wins: WinForm[] = [];
  const place = h("div", { class: "fields" });
  const another = (): void => {
    addWin();
    update();
  };
  const add = button({ class: "quiet" }, another, t.result.anotherWin);
  const paid = h("div", {});
  const unusual = h("details", {}, h("summary", {}, t.more), more.element);
  const element = h("div", { class: "fields enter-hand" }, how.element, place, add, drawn.element, rest.element, unusual, paid);
  update();

  function addWin(): void {
    const win = winForm(desk, seen, changed);
    wins.push(win);
    place.append(win.element);
  }

  function update(): void {
    const result = ending();
    const won = isWin(result);
    if (won && wins.length === 0) {
      addWin();
    }
    wins.forEach((win, number) => {
      win.byTsumo(result === "tsumo");
      win.element.hidden = result === "tsumo" && number > 0;
    });
    place.hidden = !won;
    add.hidden = result !== "ron" || wins.length >= MOST_WINS;
    drawn.element.hidden = won || result === "";
    rest.element.hidden = result === "";
    changed();
  }

  return {
    element,
    read() {
      const result = ending();
      const ended = isWin(result) ? winsOf(result === "tsumo" ? wins.slice(0, 1) : wins) : drawn.read();
      const parts = [how.read(), rest.read(), more.read(), ended];
      return result === "" || parts.includes(null) ? null : (Object.assign({}, ...parts) as Arguments);
    },
    answered(answer) {
      const moved = answer?.would?.points ?? [];
      paid.replaceChildren(...(moved.some((each) => each !== 0) ? [arrows(moved, (seat) => seatWords(seats, seat))] : []));
    },
  };
}

function isWin(result: string): boolean {
  return result === "ron" || result === "tsumo";
}

/** Return the argument for these wins, or null while one is incomplete. */
function winsOf(forms: readonly WinForm[]): Arguments | null {
  const wins = forms.map((win) => win.read());
  return wins.includes(null) ? null : { wins };
}
