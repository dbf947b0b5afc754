/** Sheets: files of the tournament to be kept or printed. */

import { h } from "../../elements.js";
import { ROOT } from "../../declared/operations.js";
import { b } from "../../texts/books.js";
import type { BookDesk, Part } from "./desk.js";

export function sheetsPart(desk: BookDesk): Part {
  const { id } = desk.book.whole;
  const whole = h("a", { href: `${ROOT}/${id}`, download: `${id}.json` }, b.wholeFile);
  return {
    element: h("section", {}, h("h2", {}, b.sheets), h("ul", { class: "files" }, h("li", {}, whole, h("p", { class: "hint" }, b.wholeHint)))),
    draw: () => undefined,
  };
}
