/** The effect of a command, in a few lines. */

import { h } from "../../elements/elements.js";
import { change } from "../../table/format.js";
import type { Game } from "../../table/protocol.js";
import { t } from "../../texts/texts.js";
import { seatWords } from "./form.js";
import type { Answer, Would } from "../../broker/orders.js";

/** Return whether the command would end the hand or the hanchan. */
function ends(would: Would, game: Game | null, phase: string): "" | "hand" | "hanchan" {
  if (game === null || phase === "ended") {
    return "";
  }
  if (would.next === null) {
    return "hanchan";
  }
  const moves = would.next.hand !== game.hand || would.next.honba !== game.honba;
  return phase !== "waiting" && (moves || would.phase === "waiting") ? "hand" : "";
}

/** Return whether a command may end a hand or the hanchan; it may if the table has not answered. */
export function mayEnd(answer: Answer | null, game: Game | null, phase: string): boolean {
  return answer === null || (answer.would !== undefined && ends(answer.would, game, phase) !== "");
}

/** Describe the effect, or the reason for a refusal. */
export function wouldLines(answer: Answer | null, game: Game | null, phase: string): HTMLElement {
  const would = answer?.would;
  if (answer === null || would === undefined) {
    return h("p", { class: "would refused" }, answer === null ? t.unanswered : `${t.refused}: ${answer.error ?? ""}`);
  }
  const seats = game?.seats ?? [];
  const lines: string[] = [];
  if (would.points.some((each) => each !== 0)) {
    const moved = would.points.map((each, seat) => [each, seat] as const).filter(([each]) => each !== 0);
    lines.push(`${t.points}: ${moved.map(([each, seat]) => `${seatWords(seats, seat)} ${change(each)}`).join(", ")}`);
  }
  if (would.dead_hands.length > 0) {
    lines.push(`${t.deadHand}: ${would.dead_hands.map((seat) => seatWords(seats, seat)).join(", ")}`);
  }
  const over = ends(would, game, phase);
  if (over !== "") {
    lines.push(over === "hand" ? t.handEnds : t.hanchanEnds);
  }
  if (lines.length === 0) {
    lines.push(t.wouldNothing);
  }
  return h("p", { class: "would" }, lines.join(" · "));
}
