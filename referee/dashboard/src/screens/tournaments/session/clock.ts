/** The clock of a session: table setup, start signal, time left, and extra time (WRC 8.2). */

import type { SessionShown } from "../../../declared/tournaments.js";
import { h, put } from "../../../elements/elements.js";
import { tableTime } from "../../../table/format.js";
import { b } from "../../../texts/books.js";
import { now } from "../../../table/now.js";
import { mayEnter } from "../book/api.js";
import { limitMinutes } from "../../clock/ends.js";
import type { BookDesk, Part } from "../book/desk.js";
import { bookForm } from "../book/form.js";
import { folded, show } from "../book/shown.js";

const TICK_MS = 500;
const MINUTE_MS = 60_000;

/** Return the time left at a table in milliseconds, negative once it is over; null if no clock runs. */
function leftOf(shown: SessionShown, limit: number, extra: number, at: number): number | null {
  const runs = shown.begun && !shown.closed && shown.signal_s !== null && limit > 0;
  return runs ? (shown.signal_s ?? 0) * 1000 + (limit + extra) * MINUTE_MS - at : null;
}

export function clockPart(desk: BookDesk, session: number): Part {
  const place = { session };
  const time = h("p", { class: "session-clock", role: "timer" });
  const tables = h("ul", { class: "extra" });
  const setUp = folded(b.operations.set_up_tables, bookForm("set_up_tables", desk, { place }).element);
  const begin = bookForm("begin_session", desk, { place });
  const again = folded(b.operations.give_signal, bookForm("give_signal", desk, { place }).element);
  const element = h("div", { class: "session-time" }, setUp, begin.element, time, tables, again);
  const tick = (): void => {
    const { whole } = desk.book;
    const shown = whole.sessions.find((each) => each.session === session);
    const limit = limitMinutes(whole);
    const extras = shown === undefined ? [] : shown.tables.filter((each) => each.extra_minutes !== 0 || each.hand_granted);
    const left = shown === undefined ? null : leftOf(shown, limit, 0, now());
    time.hidden = left === null;
    put(time, left === null ? "" : left > 0 ? tableTime(Math.ceil(left / 1000) * 1000) : b.timeOver);
    time.classList.toggle("over", left !== null && left <= 0);
    const lines = extras.map((each) => {
      const own = shown === undefined ? null : leftOf(shown, limit, each.extra_minutes, now());
      const rest = own === null ? "" : own > 0 ? ` · ${tableTime(Math.ceil(own / 1000) * 1000)}` : ` · ${b.timeOver}`;
      const given = [each.extra_minutes === 0 ? "" : b.extraMinutes(each.extra_minutes), each.hand_granted ? b.extraHand : ""];
      return h("li", { "data-extra": each.table }, `${b.table(each.table)}: ${given.filter(Boolean).join(" · ")}${rest}`);
    });
    show(tables, ...lines);
  };
  const timer = setInterval(() => {
    if (element.isConnected) {
      tick();
    } else {
      clearInterval(timer);
    }
  }, TICK_MS);
  return {
    element,
    draw() {
      const shown = desk.book.whole.sessions.find((each) => each.session === session);
      const organises = mayEnter(desk.login, "begin_session");
      const equipped = shown?.tables.some(({ hall_table }) => hall_table !== "") ?? false;
      setUp.hidden = !organises || !equipped || (shown?.closed ?? true);
      begin.element.hidden = !organises || shown === undefined || shown.begun;
      again.hidden = !organises || !equipped || !(shown?.begun ?? false) || (shown?.closed ?? true);
      tick();
    },
  };
}
