/** The hands of the hanchan before the judge: the tiles, their worth by section, and the payments. */

import { COMMANDS } from "../declared/commands.js";
import type { EndShown, HandSummary, OpenHand, WinShown, HandWorth } from "../declared/declared.js";
import { button, h } from "../elements/elements.js";
import { tileRow } from "../faces/row.js";
import { handName, playerInHand, points, resultTitle, worth } from "../table/format.js";
import type { Seat } from "../table/protocol.js";
import { may } from "../table/settings.js";
import { t } from "../texts/texts.js";
import { confirmSheet } from "./sheets/confirm.js";
import type { Desk } from "./sheets/desk.js";
import { type CommandForm, commandForm } from "./sheets/form.js";
import { showEntry } from "./journal/entry.js";
import { arrows } from "./result/arrows.js";
import { changesOf } from "./result/changes.js";
import { worthLines } from "./result/worth.js";
import { openSheet } from "../elements/sheet.js";

/** Show a sheet with all hands of the hanchan, newest first. */
export function showHands(desk: Desk, back: (() => void) | null = null): void {
  const place = h("div", { class: "hands" }, h("p", { class: "happened" }, t.pending));
  openSheet(t.hands.title, [place], back);
  void desk.orders.look("hand_results", {}).then((answer) => {
    if (!answer?.ok || !Array.isArray(answer.hands)) {
      place.replaceChildren(h("p", { class: "would refused" }, answer?.error ?? t.unanswered));
      return;
    }
    const hands = [...(answer.hands as HandSummary[])].reverse();
    const left = Number(answer.left_out ?? 0);
    place.replaceChildren(
      ...(hands.length === 0 ? [h("p", {}, t.hands.none)] : hands.map((hand) => handCard(hand, desk))),
      ...(left > 0 ? [h("p", { class: "earlier" }, t.hands.leftOut(left))] : []),
    );
  });
}

function seatsOf(hand: HandSummary, desk: Desk): Seat[] {
  return (desk.game()?.seats ?? []).map((seat) => ({ ...seat, name: hand.names[seat.seat] ?? seat.name }));
}

function handCard(hand: HandSummary, desk: Desk): HTMLElement {
  const seats = seatsOf(hand, desk);
  const { result } = hand;
  const again = (): void => showHands(desk);
  const judge = may(desk.login, "referee");
  return h(
    "article",
    { class: "hand-card" },
    h("h3", {}, `${handName(hand.hand)}${hand.honba > 0 ? ` · ${t.hands.counters(hand.honba)}` : ""}`),
    h("p", { class: "outcome" }, outcome(hand, seats)),
    ...(result === null ? [] : result.wins.flatMap((win, place) => winLines(win, hand.worth[place], hand, seats))),
    dora(hand),
    result === null ? null : scores(hand.hand, result, seats),
    ...(judge ? hand.opened.map((opened) => openedLine(opened, hand, seats, desk, again)) : []),
    judge && hand.ended === null && result !== null ? closing(desk, again) : null,
  );
}

function outcome(hand: HandSummary, seats: Seat[]): string {
  if (hand.result === null) {
    return t.hands.notOver;
  }
  const title = resultTitle({ ...hand.result, hand: hand.hand }, seats);
  return hand.ended === null ? `${t.hands.ifClosed}: ${title}` : title;
}

/** List the worth of a win, item by item, and its payments. */
function winLines(win: WinShown, why: HandWorth | undefined, hand: HandSummary, seats: Seat[]): HTMLElement[] {
  const total = `${points(win.points)} ${t.worthPoints} · ${worth(win.han, win.fu, win.yakuman)}`;
  const lines: HTMLElement[] = [h("p", { class: "worth" }, h("b", {}, playerInHand(hand.hand, seats, win.seat)), ` ${total}`)];
  if (why !== undefined) {
    const melds = why.melds.map((meld) => tileRow(meld.tiles, "large"));
    const winning = why.winning === null ? [] : [tileRow([why.winning], "large winning")];
    if (why.tiles.length > 0) {
      lines.push(h("p", { class: "opened-hand" }, tileRow(why.tiles, "large"), ...winning, ...melds));
    }
    if (why.explained) {
      lines.push(...worthLines(why.yaku, why.fu, why.limit, why.rounding, win.fu));
    } else {
      lines.push(h("p", {}, t.hands.unexplained));
    }
  }
  lines.push(payments(win, hand, seats));
  return lines;
}

/** Draw arrows from the payers to the winner; bets come from the middle. */
function payments(win: WinShown, hand: HandSummary, seats: Seat[]): HTMLElement {
  return arrows(win.changes, (seat) => playerInHand(hand.hand, seats, seat));
}

function dora(hand: HandSummary): HTMLElement | null {
  if (hand.indicators.length === 0) {
    return null;
  }
  const ura = hand.ura.length === 0 ? [] : [` ${t.hands.ura}: `, tileRow(hand.ura)];
  return h("p", { class: "dora" }, `${t.hands.indicators}: `, tileRow(hand.indicators), ...ura);
}

function scores(name: string, result: EndShown, seats: Seat[]): HTMLElement {
  return h("table", { class: "changes" }, h("caption", {}, t.hands.changes), changesOf({ ...result, hand: name }, seats));
}

/** Make the button that corrects an opened hand. */
function openedLine(opened: OpenHand, hand: HandSummary, seats: Seat[], desk: Desk, back: () => void): HTMLElement {
  const who = playerInHand(hand.hand, seats, opened.seat);
  return button({ class: "quiet", "data-opened": opened.entry }, () => showEntry(opened.entry, desk, back), `${t.hands.fix}: ${who}`);
}

function closing(desk: Desk, back: () => void): HTMLElement {
  const form = (changed: () => void): CommandForm =>
    commandForm(COMMANDS.close_hand.fields, { seats: desk.game()?.seats ?? [] }, {}, changed);
  const close = (): void => confirmSheet(t.commands.close_hand ?? "", "close_hand", desk, form, back, ["command", "close_hand", {}]);
  return button({ class: "main" }, close, t.hands.confirm);
}
