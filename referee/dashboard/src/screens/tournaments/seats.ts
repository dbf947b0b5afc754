/** Seats: drawing, repairing and setting them, and the plan of every session by table. */

import { h, put } from "../../elements/elements.js";
import { b } from "../../texts/books.js";
import { mayEnter } from "./book/api.js";
import { nameOf } from "./book/book.js";
import type { BookDesk, Part } from "./book/desk.js";
import { bookForm } from "./book/form.js";
import { folded, name, show, table } from "./book/shown.js";

const OPERATIONS = ["draw_seats", "cut_to_final", "seat_by_standings", "repair_seats", "seat_by_hand", "equip_table"] as const;

export function seatsPart(desk: BookDesk): Part {
  const plan = h("div", {});
  const filled = h("p", { class: "hint" });
  const forms = OPERATIONS.filter((one) => mayEnter(desk.login, one)).map((one) => folded(b.operations[one], bookForm(one, desk).element));
  return {
    element: h("section", {}, h("h2", {}, b.seats), filled, ...forms, plan),
    draw() {
      const { whole } = desk.book;
      const next = 1 + whole.sessions.filter(({ begun }) => begun).length;
      const there = whole.cuts.at(-1)?.players ?? whole.players.filter(({ since, withdrawn }) => since <= next && (withdrawn === null || withdrawn > next)).length;
      put(filled, there % 4 === 0 ? "" : b.willFill(there, there % 4, whole.incomplete));
      const plans = whole.sessions.flatMap(({ session, seed, tables, byes }) => [
        h("h3", {}, b.session(session)),
        ...(seed === null ? [] : [h("p", {}, b.drawnWith(seed))]),
        table(
          b.session(session),
          [b.tableHead, ...b.winds],
          tables.map((each) => [each.hall_table === "" ? String(each.table) : `${each.table} (${each.hall_table})`, ...each.players.map((id) => name(nameOf(whole, id)))]),
        ),
        ...(byes.length === 0 ? [] : [h("p", {}, b.bye(byes.map((id) => nameOf(whole, id)).join(", ")))]),
      ]);
      show(plan, ...(plans.length === 0 ? [h("p", {}, b.noSeats)] : plans));
    },
  };
}
