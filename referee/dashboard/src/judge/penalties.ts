/** The penalties of the hanchan by player: points off the overall score with the rulings behind them, and what holds now. */

import type { PenaltyInForce } from "../declared/declared.js";
import { h } from "../elements/elements.js";
import { change, ruleWords } from "../table/format.js";
import type { Game } from "../table/protocol.js";
import { t, vocabulary } from "../texts/texts.js";
import { gradeWords } from "./sheets/findings.js";
import { seatWords } from "./sheets/form.js";

/** List each player's penalties; somebody who has been replaced stands after the others. */
export function penalties(game: Game): HTMLElement[] {
  const all = game.penalties ?? [];
  const lines = game.seats.flatMap((seat) => {
    const own = all.filter((one) => one.seat === seat.seat && one.name === seat.name);
    const now = [...(seat.dead ? [t.deadHand] : []), ...(seat.disqualified ? [gradeWords("disqualified")] : [])];
    return own.length + now.length === 0 ? [] : [line(seatWords(game.seats, seat.seat), own, now)];
  });
  const gone = all.filter((one) => game.seats.every((seat) => one.seat !== seat.seat || one.name !== seat.name));
  for (const name of new Set(gone.map((one) => one.name))) {
    lines.push(line(name, gone.filter((one) => one.name === name), []));
  }
  return lines.length === 0 ? [] : [h("h2", {}, t.penalties), h("ul", {}, ...lines)];
}

function line(who: string, own: readonly PenaltyInForce[], now: readonly string[]): HTMLElement {
  const lost = own.reduce((sum, one) => sum + one.points, 0);
  const items = [...own.map(describe), ...now].map((text) => h("li", {}, text));
  return h("li", {}, h("b", {}, who), own.length === 0 ? null : ` ${t.overall} ${change(0 - lost)}`, h("ul", {}, ...items));
}

/** Describe a penalty: its points, the ruling, the foul, and who ruled. */
function describe({ points, ruling, reason, minutes, judge }: PenaltyInForce): string {
  const why = minutes !== null ? t.minutesLate(minutes) : vocabulary.rule[reason] === undefined ? reason : ruleWords(reason);
  const parts = [change(0 - points), ruling === "" ? "" : gradeWords(ruling), reason === ruling ? "" : why, judge];
  return parts.filter(Boolean).join(" · ");
}
