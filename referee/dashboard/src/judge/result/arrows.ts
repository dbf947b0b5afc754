/** Payments as arrows. */

import { h } from "../../elements/elements.js";
import { points } from "../../table/format.js";
import { t } from "../../texts/texts.js";

/** Draw the payments between seats. If several players pay several others, all goes through the middle. */
export function arrows(changes: readonly number[], name: (seat: number) => string): HTMLElement {
  const payers = changes.flatMap((value, seat) => (value < 0 ? [{ who: name(seat), amount: -value }] : []));
  const winners = changes.flatMap((value, seat) => (value > 0 ? [{ who: name(seat), amount: value }] : []));
  const rest = changes.reduce((all, value) => all + value, 0);
  const [winner] = winners;
  const [payer] = payers;
  let lines: HTMLElement[];
  if (winners.length === 1 && winner !== undefined) {
    lines = payers.map(({ who, amount }) => arrow(who, winner.who, amount));
    if (rest > 0) {
      lines.push(arrow(t.hands.middle, winner.who, rest)); // bets on the table
    }
  } else if (payers.length === 1 && payer !== undefined && rest === 0) {
    lines = winners.map(({ who, amount }) => arrow(payer.who, who, amount));
  } else {
    lines = [
      ...payers.map(({ who, amount }) => arrow(who, t.hands.middle, amount)),
      ...winners.map(({ who, amount }) => arrow(t.hands.middle, who, amount)),
    ];
  }
  return h("ul", { class: "payments", "aria-label": t.hands.payments }, ...lines);
}

function arrow(from: string, to: string, amount: number): HTMLElement {
  return h(
    "li",
    { "aria-label": t.hands.pays(from, to, points(amount)) },
    h("span", { class: "payer" }, from),
    h("b", {}, `${points(amount)} →`),
    h("span", {}, to),
  );
}
