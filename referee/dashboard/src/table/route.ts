/** The screen that the page's address asks for. Pure. */

import type { Settings, TableAddress } from "./settings.js";

type Known = Pick<Settings, "tables" | "halls">;

type ScreenName = "table" | "machine" | "hall" | "clock";
export interface Route {
  readonly screen: ScreenName;
  /** Null in the hall and on the clock. */
  readonly table: TableAddress | null;
  /** The entry of the table's journal to open, as the report of a tournament links to the film of a hand; null for none. */
  readonly entry: number | null;
}

const WORD = /^[^/+#]{1,200}$/;

/** Read an address: `#tables`, `#clock`, `#hall=spring-open&table=b2`, with `machine` a table's machine, with `entry=7`
 * an entry of its journal. */
export function routeOf(known: Known, hash: string): Route {
  const query = new URLSearchParams(hash.replace(/^#/, ""));
  if (query.has("clock")) {
    return { screen: "clock", table: null, entry: null };
  }
  const table = query.has("tables") ? null : tableOf(known, query);
  if (table === null) {
    return { screen: "hall", table, entry: null };
  }
  const entry = /^\d{1,15}$/.exec(query.get("entry") ?? "");
  return { screen: query.has("machine") ? "machine" : "table", table, entry: entry === null ? null : Number(entry[0]) };
}

/** Return the named table, even if only the broker knows it; without a name, the only table if there is only one. */
function tableOf({ tables, halls }: Known, query: URLSearchParams): TableAddress | null {
  const table = query.get("table");
  if (table === null) {
    return tables.length === 1 ? (tables[0] ?? null) : null;
  }
  const ofHall = tables.filter((one) => one.hall === (query.get("hall") ?? one.hall));
  const known = ofHall.find((one) => one.table === table);
  const hall = halls.find((one) => one === (query.get("hall") ?? one));
  return known ?? (hall !== undefined && WORD.test(table) ? { hall, table, name: table } : null);
}

/** Return the page's address that shows a table. */
export function addressOf(table: TableAddress, screen: "table" | "machine" = "table"): string {
  const query = new URLSearchParams({ hall: table.hall, table: table.table });
  return screen === "machine" ? `#machine&${query}` : `#${query}`;
}
