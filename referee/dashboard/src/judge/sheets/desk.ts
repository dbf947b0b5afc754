/** A table as the sheets of a judge see it: always the table for which they were opened. */

import type { Game, JournalEntry } from "../../table/protocol.js";
import type { Login } from "../../table/settings.js";
import type { Past } from "./past.js";
import type { RulesInForce } from "./rules.js";
import type { TableOrders } from "../../broker/orders.js";

export interface Desk {
  readonly orders: TableOrders;
  readonly login: Login | null;
  /** Whether the table's own server serves this page, and with it the table's films and codes. */
  readonly isOwn: boolean;
  readonly past: Past;
  readonly rules: RulesInForce;
  game(): Game | null;
  phase(): string;
  /** The number of the newest known entry. */
  number(): number;
  /** The number of the newest entry that something may depend on: tiles in the air are none. */
  decided(): number;
  /** Whether the table cannot be asked for anything now. */
  deaf(): boolean;
  /** The entries that the page holds, oldest first. */
  entries(): readonly JournalEntry[];
  /** Call `call` whenever the table sends something, or its broker comes or goes, while the element is on the page. */
  follow(element: Element, call: () => void): void;
}
