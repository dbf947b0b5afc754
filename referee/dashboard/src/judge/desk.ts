/** What the sheets of a judge know of the table. */

import type { Game } from "../protocol.js";
import type { Login } from "../settings.js";
import type { Orders } from "./orders.js";

export interface Desk {
  readonly orders: Orders;
  readonly login: Login | null;
  game(): Game | null;
  phase(): string;
  /** The newest entry that is known. */
  number(): number;
}
