/** `/settings.json`: the broker's address, and the tables or halls to watch. */

import { Unreadable } from "../declared/checked.js";
import { type Role, ROLES } from "../declared/role.js";

export interface TableAddress {
  hall: string;
  table: string;
  /** The name that people use for the table. */
  name: string;
}

/** A person who has logged in. */
export interface Login {
  name: string;
  /** Null if the table knows no roles: then the broker's access list alone decides. */
  role: Role | null;
}

export interface Settings {
  /** WebSocket URL of the broker. */
  mqtt: string;
  /** The tables that the settings name; none on the page of a hall. */
  tables: TableAddress[];
  /** The halls of these tables; on the page of a hall, that hall. */
  halls: string[];
  /** The table whose own server serves this page; null if the server serves several tables, or a hall. */
  own: TableAddress | null;
  login: Login | null;
  /** Whether people without a login may look. */
  viewers: boolean;
  /** Whether anybody can log in here. */
  hasLogins: boolean;
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]", "0.0.0.0", "[::]"]);

/** Return the broker's URL as this browser reaches it; a path is on the page's own host.
 *
 * The broker on a table's own computer has a loopback address. A tablet must use the host from which it got the page
 * instead.
 */
export function reachable(url: string, page: URL): string {
  if (url.startsWith("/")) {
    return `${page.protocol === "https:" ? "wss" : "ws"}://${page.host}${url}`;
  }
  const parsed = new URL(url);
  if (LOOPBACK.has(parsed.hostname) && !LOOPBACK.has(page.hostname)) {
    parsed.hostname = page.hostname;
  }
  return parsed.href;
}

function word(value: unknown, path: string): string {
  if (typeof value !== "string" || value === "" || /[/+#]/.test(value)) {
    throw new Unreadable(`${path} is not a name of one topic level`);
  }
  return value;
}

function address(value: unknown, hall: string, path: string): TableAddress {
  if (typeof value === "string") {
    const table = word(value, path);
    return { hall, table, name: table };
  }
  if (typeof value !== "object" || value === null) {
    throw new Unreadable(`${path} is not a table`);
  }
  const from = value as Record<string, unknown>;
  const table = word(from.table, `${path}.table`);
  return {
    hall: from.hall === undefined ? hall : word(from.hall, `${path}.hall`),
    table,
    name: typeof from.name === "string" && from.name !== "" ? from.name : table,
  };
}

/** Decode a login from `/settings.json` or `/login`. Throws `Unreadable`. */
export function decodeLogin(value: unknown): Login | null {
  if (value === null || value === undefined) {
    return null;
  }
  const { name, role } = value as Record<string, unknown>;
  const known = ROLES.find((one) => one === role) ?? null;
  if (typeof name !== "string" || (known === null && role !== null)) {
    throw new Unreadable("login is none");
  }
  return { name, role: known };
}

/** Return whether a login may give a command that needs a role. */
export function may(login: Login | null, needed: Role): boolean {
  const role = login === null ? "viewer" : (login.role ?? "head-referee");
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** Decode the settings: one table is `{"mqtt", "hall", "table"}`, several are `{"mqtt", "hall", "tables": [...]}` with
 * names or `{"table", "hall"?, "name"?}` in the list, and a whole hall is `{"mqtt", "hall"}`. Throws `Unreadable`.
 */
export function decodeSettings(value: unknown, page: URL): Settings {
  if (typeof value !== "object" || value === null) {
    throw new Unreadable("settings are not an object");
  }
  const from = value as Record<string, unknown>;
  if (typeof from.mqtt !== "string" || !/^(wss?:\/)?\//.test(from.mqtt)) {
    throw new Unreadable("mqtt is neither a path nor a ws:// or wss:// address");
  }
  const hall = word(from.hall, "hall");
  const tables = Array.isArray(from.tables)
    ? from.tables.map((table, index) => address(table, hall, `tables[${index}]`))
    : from.table === undefined
      ? []
      : [address(from.table, hall, "table")];
  if (Array.isArray(from.tables) && tables.length === 0) {
    throw new Unreadable("tables is empty");
  }
  const own = Array.isArray(from.tables) ? null : (tables[0] ?? null);
  const { login, viewers } = from;
  // A server that does not mention viewers has no logins.
  const open = viewers === undefined || viewers === true;
  const halls = tables.length === 0 ? [hall] : [...new Set(tables.map((one) => one.hall))];
  return { mqtt: reachable(from.mqtt, page), tables, halls, own, login: decodeLogin(login), viewers: open, hasLogins: viewers !== undefined };
}
