/** The newest steps of a tournament, each with a button that takes it back. */

import type { OperationName } from "../../declared/operations.js";
import type { Happened } from "../../declared/tournaments.js";
import { button, h } from "../../elements/elements.js";
import { clock } from "../../table/format.js";
import { b } from "../../texts/books.js";
import { inForce } from "./book/book.js";
import type { BookDesk, Part } from "./book/desk.js";
import { wordsOf } from "./book/form.js";
import { name, show, table } from "./book/shown.js";

const SHOWN = 30;

/** The operation that makes entries of a kind, for their words. */
const MADE_BY: Readonly<Record<string, OperationName>> = {
  registered: "register_players",
  withdrawn: "withdraw_player",
  cut: "cut_to_final",
  equipped: "equip_table",
  table_set_up: "set_up_tables",
  swapped: "swap_seats",
  substituted: "substitute_player",
  arrived: "check_players_in",
  late: "arrive_late",
  excused: "excuse_player",
  timetable_set: "set_timetable",
  timetable_held: "hold_timetable",
  timetable_resumed: "resume_timetable",
  session_begun: "begin_session",
  time_extended: "extend_time",
  extra_hand_given: "give_extra_hand",
  session_closed: "close_session",
  table_played: "take_from_journal",
  table_entered: "enter_scores",
  table_signed: "sign_table",
  table_corrected: "correct_table",
  penalty_given: "give_penalty",
  penalty_cancelled: "cancel_penalty",
};

/** Return the steps in force, the newest first: entries of one request were written at one moment. */
export function stepsOf(entries: readonly Happened[]): readonly (readonly [Happened, ...Happened[]])[] {
  const found: [Happened, ...Happened[]][] = [];
  for (const each of inForce(entries)) {
    const last = found.at(-1);
    if (last !== undefined && last[0].wall === each.wall && last[0].login === each.login) {
      last.push(each);
    } else {
      found.push([each]);
    }
  }
  return found.reverse();
}

export function stepsPart(desk: BookDesk): Part {
  const list = h("div", {});
  const refused = h("p", { class: "refused", role: "alert" });
  const takeBack = (steps: readonly Happened[]): void => {
    refused.textContent = "";
    const body = { first: steps[0]?.number, last: steps.at(-1)?.number };
    void desk.enter("undo_entries", body).then((refusal) => {
      refused.textContent = refusal === null ? "" : wordsOf(refusal);
    });
  };
  return {
    element: h("section", {}, h("h2", {}, b.steps), h("p", { class: "hint" }, b.hints.undo_entries ?? ""), refused, list),
    draw() {
      const rows = stepsOf(desk.book.entries)
        .filter(([{ kind }]) => kind !== "opened")
        .slice(0, SHOWN)
        .map((step) => [
          clock(new Date(step[0].wall)).slice(0, 5),
          name(step[0].login),
          wordsOfStep(step),
          button({ class: "quiet", "data-undo": step[0].number }, () => takeBack(step), b.operations.undo_entries),
        ]);
      show(list, table(b.steps, ["", b.givenBy, "", ""], rows));
    },
  };
}

function wordsOfStep([first, ...others]: readonly [Happened, ...Happened[]]): string {
  const made = MADE_BY[first.kind];
  const entry = (first.entry ?? {}) as { session?: number; table?: number };
  const where = [entry.session === undefined ? "" : b.session(entry.session), entry.table === undefined ? "" : b.table(entry.table)];
  const times = others.length === 0 ? "" : `× ${others.length + 1}`;
  return [made === undefined ? b.seats : b.operations[made], ...where, times].filter((words) => words !== "").join(" · ");
}
