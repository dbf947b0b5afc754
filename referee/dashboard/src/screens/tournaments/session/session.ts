/** A session: its start and end, latecomers, substitutes and swaps, and the tables with their results. */

import { h } from "../../../elements/elements.js";
import { b } from "../../../texts/books.js";
import { mayEnter } from "../book/api.js";
import { isSettled, lateIn, nameOf, signedFirst, standInsOf } from "../book/book.js";
import type { BookDesk, Part } from "../book/desk.js";
import { bookForm } from "../book/form.js";
import { folded, name, show } from "../book/shown.js";
import { arrivalsPart } from "./arrivals.js";
import { clockPart } from "./clock.js";
import { tablePart } from "./table.js";
import { wrongSeatsPart } from "./wrong_seats.js";

export function sessionPart(desk: BookDesk, session: number): Part {
  const place = { session };
  const state = h("div", {});
  const close = bookForm("close_session", desk, { place });
  const drop = folded(b.operations.drop_session, bookForm("drop_session", desk, { place }).element);
  const people = (["arrive_late", "substitute_player", "swap_seats"] as const).map((one) => bookForm(one, desk, { place }));
  const folds = people.map((form) => folded(b.operations[form.element.dataset.operation as "swap_seats"], form.element));
  const clock = clockPart(desk, session);
  const seats = wrongSeatsPart(desk, session);
  const door = arrivalsPart(desk, session);
  const tables = h("div", { class: "results" });
  const signed = folded(b.operations.tell_signatures, bookForm("tell_signatures", desk, { place }).element);
  const parts = new Map<number, Part>();
  return {
    element: h("section", {}, h("h2", {}, b.session(session)), state, door.element, clock.element, seats.element, ...folds, tables, signed, close.element, drop),
    draw() {
      const { whole } = desk.book;
      const shown = whole.sessions.find((each) => each.session === session);
      const organises = mayEnter(desk.login, "begin_session");
      close.element.hidden = !organises || shown === undefined || !shown.begun || shown.closed;
      drop.hidden = !organises || shown === undefined || shown.begun || shown.session !== whole.sessions.at(-1)?.session;
      const hears = shown?.tables.some((each) => each.signed && each.hall_table !== "") ?? false;
      signed.hidden = !hears || !signedFirst(whole) || !mayEnter(desk.login, "tell_signatures");
      door.draw();
      clock.draw();
      seats.draw();
      folds.forEach((fold, at) => {
        fold.hidden = shown === undefined || !mayEnter(desk.login, people[at]?.element.dataset.operation as "swap_seats");
      });
      if (shown === undefined) {
        show(state, h("p", {}, b.noSeats));
        return;
      }
      const settled = shown.tables.filter(isSettled).length;
      const stage = shown.closed ? b.closed : shown.begun ? b.begun : b.notBegun;
      const late = [...lateIn(desk.book, session)].map(([id, minutes]) => h("li", {}, `${b.late}: `, name(nameOf(whole, id)), ` ${b.minutesLate(minutes)}`));
      const standIns = [...standInsOf(desk.book, session)].map(([absent, one]) =>
        h("li", {}, `${b.fields.substitute ?? ""}: `, name(nameOf(whole, one)), " ← ", name(nameOf(whole, absent))),
      );
      show(state, h("p", { class: "stage" }, `${stage} · ${b.results(settled, shown.tables.length)}`), late.length + standIns.length === 0 ? null : h("ul", {}, ...late, ...standIns));
      const seated = new Set(shown.tables.flatMap((each) => each.players));
      people.forEach((form) => form.people(whole.players.filter(({ id }) => seated.has(id) || form.element.dataset.operation === "substitute_player")));
      for (const { table } of shown.tables) {
        if (!parts.has(table)) {
          const part = tablePart(desk, session, table);
          parts.set(table, part);
          tables.append(part.element);
        }
      }
      for (const [number, part] of parts) {
        part.element.hidden = number > shown.tables.length;
        part.draw();
      }
    },
  };
}
