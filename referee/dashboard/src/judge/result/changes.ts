/** The changes of a hand to the scores. */

import { h } from "../../elements/elements.js";
import { change, playerInHand, points } from "../../table/format.js";
import type { Result, Seat } from "../../table/protocol.js";
import { t } from "../../texts/texts.js";

/** List each player's change, and the score after it. */
export function changesOf(result: Pick<Result, "hand" | "changes" | "scores" | "tenpai">, seats: Seat[]): HTMLElement {
  const rows = result.changes.map((value, seat) => {
    const tenpai = result.tenpai.includes(seat) ? h("span", { class: "tenpai" }, t.tenpai) : null;
    return h(
      "tr",
      { class: value > 0 ? "gain" : value < 0 ? "loss" : "even" },
      h("th", { scope: "row" }, playerInHand(result.hand, seats, seat), tenpai),
      h("td", {}, change(value)),
      h("td", {}, points(result.scores[seat] ?? 0)),
    );
  });
  return h("tbody", {}, ...rows);
}
