/** Penalties: given at any moment, and cancelled with a reason. */

import type { GivenPenalty } from "../../declared/tournaments.js";
import { h } from "../../elements/elements.js";
import { b } from "../../texts/books.js";
import { vocabulary } from "../../texts/texts.js";
import { mayEnter, read } from "./book/api.js";
import { nameOf } from "./book/book.js";
import type { BookDesk, Part } from "./book/desk.js";
import { bookForm, refusedLine } from "./book/form.js";
import { folded, name, Newest, show, table } from "./book/shown.js";

export function penaltiesPart(desk: BookDesk): Part {
  const list = h("div", {});
  const cancels = h("div", {});
  const give = bookForm("give_penalty", desk);
  const official = mayEnter(desk.login, "give_penalty");
  const newest = new Newest();
  const open = new Map<number, HTMLElement>();
  const drawGiven = (given: readonly GivenPenalty[]): void => {
    const { whole } = desk.book;
    const { session, player, grade, reason } = b.fields;
    const heads = ["", session, player, grade, b.lostPoints, reason, b.givenBy, ""].map(String);
    const rows = given.map((each) => [
      String(each.penalty),
      String(each.session),
      name(nameOf(whole, each.player)),
      vocabulary.grade[each.grade] ?? b.choices[each.grade] ?? each.grade,
      String(each.costs),
      name(each.reason),
      name(each.by),
      each.cancelled ? h("span", {}, `${b.cancelled}: `, name(each.why_cancelled)) : "",
    ]);
    show(list, rows.length === 0 ? h("p", {}, b.noPenalties) : table(b.penalties, heads, rows));
    for (const { penalty, cancelled, player: whose } of given) {
      if (!open.has(penalty)) {
        const title = `${b.operations.cancel_penalty} ${penalty}: ${nameOf(whole, whose)}`;
        const element = folded(title, bookForm("cancel_penalty", desk, { place: { penalty } }).element);
        open.set(penalty, element);
        cancels.append(element);
      }
      const element = open.get(penalty);
      if (element !== undefined) {
        element.hidden = cancelled;
      }
    }
  };
  return {
    element: h("section", {}, h("h2", {}, b.penalties), official ? folded(b.operations.give_penalty, give.element) : null, list, cancels),
    draw() {
      const { whole } = desk.book;
      give.people(whole.players);
      if (official) {
        newest.show(read<GivenPenalty[]>(`/${whole.id}/penalties`), drawGiven, (error) => show(list, refusedLine(error)));
        return;
      }
      const { session, player, reason } = b.fields;
      const rows = whole.penalties.map((each) => [String(each.session), name(nameOf(whole, each.player)), String(each.points), name(vocabulary.rule[each.reason] ?? each.reason)]);
      show(list, rows.length === 0 ? h("p", {}, b.noPenalties) : table(b.penalties, [session, player, b.lostPoints, reason].map(String), rows));
    },
  };
}
