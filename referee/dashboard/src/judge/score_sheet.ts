/** The score sheet of a hanchan that has ended (WRC 8.2): the same beside the felt and in the form that signs it. */

import type { SheetRow, SheetShown } from "../declared/declared.js";
import { h } from "../elements/elements.js";
import { change, points } from "../table/format.js";
import type { Game } from "../table/protocol.js";
import { trueMinus } from "../texts/numbers.js";
import { t } from "../texts/texts.js";
import type { Filled } from "./sheets/confirm.js";
import type { Desk } from "./sheets/desk.js";
import { gradeWords } from "./sheets/findings.js";

/** Draw the sheet, best place first; null while the hanchan is played, or from an older table. */
export function scoreSheet(game: Game | null): HTMLElement | null {
  const sheet = game?.sheet ?? null;
  if (sheet === null) {
    return null;
  }
  const s = t.sheet;
  const heads = [s.player, s.points, s.uma, s.oka, s.penalties, s.overall];
  const rows = [...sheet.rows].sort((one, other) => one.place - other.place || one.seat - other.seat);
  const notes = [s.returns(points(sheet.returns)), ...sheet.others.map(({ name, penalties }) => `${name}: ${s.penalties} ${change(-penalties)}`)];
  return h(
    "section",
    { class: "score-sheet" },
    h("h2", {}, s.title),
    h(
      "table",
      { "aria-label": s.title },
      h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, ...rows.map((row) => line(row, sheet))),
    ),
    ...notes.map((note) => h("p", {}, note)),
  );
}

/** Put the sheet into the form that signs it; it is drawn anew with each preview, so that what is signed is what is seen. */
export function signing(form: Filled, desk: Desk): Filled {
  const place = h("div", {});
  const draw = (): void => place.replaceChildren(...[scoreSheet(desk.game())].filter((each) => each !== null));
  draw();
  return { ...form, element: h("div", {}, place, form.element), answered: draw };
}

function line(row: SheetRow, sheet: SheetShown): HTMLElement {
  const s = t.sheet;
  const barred = sheet.disqualified.includes(row.seat) ? ` (${gradeWords("disqualified")})` : "";
  const cells = [points(row.points), signed(row.uma), signed(row.oka), row.penalties === 0 ? "" : change(-row.penalties)];
  return h(
    "tr",
    { "data-seat": row.seat },
    h("th", { scope: "row" }, `${s.place(row.place)} ${row.name === "" ? `${t.seat} ${row.seat}` : row.name}${barred}`),
    ...cells.map((cell) => h("td", {}, cell)),
    h("td", {}, h("b", {}, signed(row.overall))),
  );
}

/** Write an overall score, such as `-24.7`, with its sign and a true minus. */
function signed(overall: string): string {
  return overall.startsWith("-") ? trueMinus(overall) : overall === "0" ? "±0" : `+${overall}`;
}
