/** The timetable: when each session begins by itself, by day; held and resumed by the organiser. */

import { h } from "../../elements/elements.js";
import { clock } from "../../table/format.js";
import { b } from "../../texts/books.js";
import { limitMinutes } from "../clock/ends.js";
import { mayEnter } from "./book/api.js";
import type { BookDesk, Part } from "./book/desk.js";
import { bookForm } from "./book/form.js";
import { folded, show, table } from "./book/shown.js";

const MINUTE_S = 60;

/** Write a moment as `14:03`. */
function time(at_s: number): string {
  return clock(new Date(at_s * 1000)).slice(0, 5);
}

export function timetablePart(desk: BookDesk): Part {
  const list = h("div", {});
  const held = h("p", { class: "refused", role: "status" });
  const hold = bookForm("hold_timetable", desk).element;
  const resume = bookForm("resume_timetable", desk).element;
  const set = bookForm("set_timetable", desk).element;
  const forms = mayEnter(desk.login, "set_timetable") ? [hold, resume, folded(b.operations.set_timetable, set)] : [];
  return {
    element: h("section", {}, h("h2", {}, b.timetable), held, list, ...forms),
    draw() {
      const { whole } = desk.book;
      const limit = limitMinutes(whole);
      const rounds = whole.timetable.map((each) => ({ ...each, shown: whole.sessions.find(({ session }) => session === each.session) }));
      const days = rounds.map(({ day, shown }) => (shown?.begun === true ? shown.day : day));
      const rows = rounds.map(({ session, starts_s, shown }, at) => {
        const from_s = shown?.signal_s ?? starts_s;
        const state = shown === undefined ? b.noSeatsYet : shown.closed ? b.closed : shown.begun ? b.begun : b.notBegun;
        return [days[at] === days[at - 1] ? "" : (days[at] ?? ""), b.session(session), time(from_s), limit === 0 ? "" : time(from_s + limit * MINUTE_S), state];
      });
      show(list, rows.length === 0 ? h("p", {}, b.noTimetable) : table(b.timetable, [b.day, b.sessionHead, b.startsAt, b.gongAt, ""], rows));
      held.textContent = whole.held === null ? "" : whole.held.session === null ? b.held : b.heldAt(whole.held.session);
      const toCome = rounds.some(({ shown }) => shown?.begun !== true);
      hold.hidden = !toCome || whole.held !== null;
      resume.hidden = !toCome || whole.held === null;
      const box = set.querySelector("textarea");
      if (box !== null) {
        box.defaultValue = rounds.map(({ day, starts_s }) => `${day} ${time(starts_s)}`).join("\n");
      }
    },
  };
}
