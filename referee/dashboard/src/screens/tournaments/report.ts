/** The report of the event, as it is printed; the film of a hand is at the table's own page. */

import type { ReportList } from "../../declared/tournaments.js";
import { h } from "../../elements/elements.js";
import { b } from "../../texts/books.js";
import { LANGUAGE } from "../../texts/texts.js";
import { read } from "./book/api.js";
import type { BookDesk, Part } from "./book/desk.js";
import { refusedLine } from "./book/form.js";
import { Newest, show, table } from "./book/shown.js";

export function reportPart(desk: BookDesk): Part {
  const lists = h("div", {});
  const newest = new Newest();
  const shown = (report: readonly ReportList[]): void => show(lists, ...(report.length === 0 ? [h("p", {}, b.noStandings)] : report.flatMap(listOf)));
  return {
    element: h("section", { class: "report" }, h("h2", {}, b.report), lists),
    draw: () => newest.show(read<ReportList[]>(`/${desk.book.whole.id}/report?lang=${LANGUAGE}`), shown, (error) => show(lists, refusedLine(error))),
  };
}

/** Show a list; the first cell of a hand, which a telephone shows without scrolling, links to its film. */
function listOf({ title, heads, rows, films }: ReportList): HTMLElement[] {
  const cells = rows.map((row, at) => {
    const film = films[at];
    const query = film === undefined || film.hall_table === "" ? null : new URLSearchParams({ table: film.hall_table, entry: String(film.entry) });
    const [first = "", ...others] = row;
    return [query === null ? first : h("a", { href: `./#${query}` }, first), ...others];
  });
  return [h("h3", {}, title), table(title, heads, cells)];
}
