/** The list of tables to choose from, each with what matters from across the room. */

import { statusLine, type Link } from "./connection.js";
import { h } from "./elements.js";
import { count, handName } from "./format.js";
import type { TableView } from "./model.js";
import type { TableAddress } from "./settings.js";

/** The page address that shows a table. */
export function addressOf(table: TableAddress): string {
  return `#${new URLSearchParams({ hall: table.hall, table: table.table })}`;
}

export function hallTables(tables: [TableAddress, TableView][], link: Link): HTMLElement[] {
  return tables.map(([table, view]) => {
    const status = statusLine(link, view);
    const { state } = view;
    const game = state?.game ?? null;
    const line =
      game === null
        ? state === null ? "no state yet" : "no hanchan yet"
        : `${handName(game.hand)}, ${count(game.honba, "honba", "honba")}`;
    const calls = [
      view.alerts.length > 0 ? count(view.alerts.length, "alert") : "",
      game !== null && game.findings.length > 0 ? count(game.findings.length, "finding") : "",
    ].filter(Boolean);
    return h(
      "li",
      {},
      h(
        "a",
        { href: addressOf(table), class: `${status.mood}${calls.length > 0 ? " calls" : ""}` },
        h("b", {}, table.name),
        h("span", { class: "game" }, line),
        h("span", { class: "state" }, status.title),
        h("span", { class: "needs" }, calls.join(", ")),
      ),
    );
  });
}
