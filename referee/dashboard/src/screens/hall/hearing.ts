/** Says to tables that a judge hears their calls: a table tells whoever calls in vain that nobody does. */

import type { TableAddress } from "../../table/settings.js";
import { hallTopic } from "../../broker/topics.js";
import { decodeStatus } from "../../table/protocol.js";
import { isHall, keyOf } from "./tables.js";

/** How often it is said; what a page says holds for longer. */
export const AGAIN_MS = 60_000;

function statusOf(payload: string): string | null {
  try {
    return payload === "" ? null : decodeStatus(payload).status;
  } catch {
    return null; // the table's card says that it cannot be read
  }
}

export class Hearing {
  private readonly there = new Map<string, TableAddress>();

  constructor(private readonly say: (table: TableAddress) => void) {}

  /** A table that says how it is, as after its start, is told at once; one that is away is not. */
  message(topic: string, payload: string): void {
    const of = hallTopic(topic);
    if (of === null || of.below !== "status") {
      return;
    }
    const table = { hall: of.hall, table: of.table, name: of.table };
    const status = isHall(table) ? null : statusOf(payload);
    if (status === "ready" || status === "init") {
      this.there.set(keyOf(table), table);
      this.say(table);
    } else {
      this.there.delete(keyOf(table));
    }
  }

  /** Says it again to all that are there. */
  again(): void {
    this.there.forEach((table) => this.say(table));
  }
}
