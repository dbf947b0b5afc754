/** The sheet for a hand that the table did not follow: its ending, the winners and their hands, the payments. */

import type { Arguments } from "../../broker/orders.js";
import { COMMANDS } from "../../declared/commands.js";
import { button, h } from "../../elements/elements.js";
import type { Seat } from "../../table/protocol.js";
import { t } from "../../texts/texts.js";
import { confirmSheet, type Filled } from "../sheets/confirm.js";
import type { Desk } from "../sheets/desk.js";
import { type CommandForm, commandForm, seatWords } from "../sheets/form.js";
import { arrows } from "./arrows.js";
import { type SeenHands, type WinForm, winForm } from "./winner.js";

/** Draws at which players say whether they are tenpai. */
const WITH_TENPAI = ["exhaustive", "nagashi"];

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
  const add = button({ class: "quiet" }, another, t.result.anotherWin);
  const paid = h("div", {});
  const asked = [how.element, place, add, drawn.element, rest.element, h("details", {}, h("summary", {}, t.more), more.element)];
  const element = h("div", { class: "fields enter-hand" }, ...asked, paid);
  desk.follow(how.element, draw);
  update();

  function addWin(): void {
    const win = winForm(desk, seen, changed);
    wins.push(win);
    place.append(win.element);
  }

  function another(): void {
    addWin();
    update();
  }

  function update(): void {
    draw();
    changed();
  }

  /** Show what this ending asks, as far as the rules know it. */
  function draw(): void {
    const result = ending();
    if (isWin(result) && wins.length === 0) {
      addWin();
    }
    offerKnown(how.element, desk);
    askWins(wins, result === "tsumo");
    place.hidden = !isWin(result);
    add.hidden = result !== "ron" || wins.length >= desk.rules.mostWinners();
    askDraw(drawn, result);
    rest.element.hidden = result === "";
  }

  return {
    element,
    read() {
      const result = ending();
      const ended = isWin(result) ? winsOf(result === "tsumo" ? wins.slice(0, 1) : wins) : drawnBy(result, drawn.read());
      const parts = [how.read(), rest.read(), more.read(), ended];
      return result === "" || parts.includes(null) ? null : (Object.assign({}, ...parts) as Arguments);
    },
    answered: (answer) => paid.replaceChildren(...payments(answer?.would?.points ?? [], seats)),
  };
}

/** Ask of each win what belongs to a ron, or of one to a tsumo. */
function askWins(wins: readonly WinForm[], tsumo: boolean): void {
  wins.forEach((win, number) => {
    win.byTsumo(tsumo);
    win.element.hidden = tsumo && number > 0;
  });
}

/** Offer the endings that the rules know. */
function offerKnown(element: HTMLElement, { rules }: Desk): void {
  for (const input of element.querySelectorAll("input")) {
    (input.closest("label") ?? input).hidden = !input.checked && !rules.knowsResult(input.value);
  }
}

/** Ask who is tenpai and who has nagashi mangan only at draws at which that matters. */
function askDraw(drawn: CommandForm, result: string): void {
  drawn.element.hidden = !WITH_TENPAI.includes(result);
  drawn.field("nagashi").hidden = result !== "nagashi";
}

function payments(moved: readonly number[], seats: readonly Seat[]): HTMLElement[] {
  return moved.some((each) => each !== 0) ? [arrows(moved, (seat) => seatWords(seats, seat))] : [];
}

/** Return what is asked of a draw: tenpai and nagashi are void at an abortive one. */
function drawnBy(result: string, args: Arguments | null): Arguments | null {
  const asked = result === "nagashi" ? ["tenpai", "nagashi"] : WITH_TENPAI.includes(result) ? ["tenpai"] : [];
  return args === null ? null : Object.fromEntries(Object.entries(args).filter(([name]) => asked.includes(name)));
}

function isWin(result: string): boolean {
  return result === "ron" || result === "tsumo";
}

/** Return the argument for these wins, or null while one is incomplete. */
function winsOf(forms: readonly WinForm[]): Arguments | null {
  const wins = forms.map((win) => win.read());
  return wins.includes(null) ? null : { wins };
}
