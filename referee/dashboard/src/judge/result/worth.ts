/** The reasons for a hand's worth: its yaku and, item by item, its fu, each with its section. */

import type { WorthItem } from "../../declared/declared.js";
import { h } from "../../elements/elements.js";
import { tileWords, words } from "../../table/format.js";
import { t, vocabulary } from "../../texts/texts.js";

/** Make tables of the yaku and the fu; `fu` is the rounded sum. */
export function worthLines(
  yaku: readonly WorthItem[],
  items: readonly WorthItem[],
  limit: WorthItem | null,
  rounding: string,
  fu: number,
): HTMLElement[] {
  const lines = [reasons(t.hands.yaku, [...yaku, ...(limit === null ? [] : [limit])])];
  if (items.length > 0) {
    const sum = items.reduce((all, item) => all + item.value, 0);
    lines.push(reasons(t.hands.fu, items));
    if (sum !== fu) {
      lines.push(h("p", { class: "rounded" }, t.hands.rounded(sum, fu), " ", sectionOf(rounding)));
    }
  }
  return lines;
}

function sectionOf(section: string): HTMLElement | null {
  return section === "" ? null : h("span", { class: "section" }, section);
}

function reasons(title: string, items: readonly WorthItem[]): HTMLElement {
  const rows = items.map((item) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, vocabulary.worth[item.item] ?? words(item.item), item.tile === "" ? "" : ` · ${tileWords(item.tile)}`),
      h("td", {}, String(item.value)),
      h("td", {}, sectionOf(item.section)),
    ),
  );
  return h("table", { class: "reasons" }, h("caption", {}, title), h("tbody", {}, ...rows));
}
