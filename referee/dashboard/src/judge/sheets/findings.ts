/** Findings in words, and as choices of a form: people choose a finding by what happened, to whom and when. */

import type { CommandName } from "../../declared/commands.js";
import { h } from "../../elements/elements.js";
import { handName, inWords, ruleWords } from "../../table/format.js";
import type { Finding, Game } from "../../table/protocol.js";
import { t, vocabulary } from "../../texts/texts.js";
import { type Choice, seatWords } from "./form.js";

/** Name the player at fault, by the wind in that hand. */
export function whose(finding: Finding, game: Game): string {
  if (finding.wind !== null) {
    return `${t.winds[finding.wind]} ${finding.name}`.trim();
  }
  return finding.seat === null ? "" : seatWords(game.seats, finding.seat);
}

export function gradeWords(grade: string): string {
  return vocabulary.grade[grade] ?? t.rulings[grade] ?? grade;
}

/** Name the ruling on a finding, or the grade that is proposed while there is none. */
export function ruledWords({ ruling, grade }: Finding): string {
  return ruling === null ? `${t.proposed}: ${gradeWords(grade)}` : `${t.ruled}: ${t.rulings[ruling] ?? ruling}`;
}

/** Return the findings that a command may concern: those of the player at `seat` first, then those without a ruling, then
 * the newest.
 */
export function findingChoices(name: CommandName, game: Game | null, seat?: unknown): Choice[] {
  if (game === null) {
    return [];
  }
  const fits = ({ ruling, grade }: Finding): boolean =>
    name === "accept" ? ruling === null && grade !== "judge" : (name !== "appeal" && name !== "call_jury") || ruling !== null;
  const choice = (finding: Finding, number: number): Choice => ({ value: String(number), shown: named(finding, game) });
  const fitting = game.findings.map((finding, number) => ({ finding, number })).filter(({ finding }) => fits(finding)).reverse();
  const place = (finding: Finding): number => (seat === undefined || finding.seat === seat ? 0 : 2) + (finding.ruling === null ? 0 : 1);
  return fitting.sort((one, other) => place(one.finding) - place(other.finding)).map(({ finding, number }) => choice(finding, number));
}

/** Name a finding in short: the foul, and whose it is. */
export function findingTitle(finding: Finding, game: Game): string {
  return [ruleWords(finding.rule), whose(finding, game)].filter(Boolean).join(" · ");
}

function named(finding: Finding, game: Game): HTMLElement {
  const facts = [finding.hand === null ? "" : handName(finding.hand), inWords(finding.text), ruledWords(finding)];
  return h(
    "b",
    {},
    findingTitle(finding, game),
    h("small", {}, facts.filter(Boolean).join(" · ")),
  );
}
