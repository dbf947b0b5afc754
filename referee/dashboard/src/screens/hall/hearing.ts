/** Announces to tables that a judge is listening for calls: otherwise a table says to the caller that nobody is. */

import { END } from "../../declared/topics.js";
import type { TableAddress } from "../../table/settings.js";
import { hallTopic } from "../../broker/topics.js";
import { decodeStatus } from "../../table/protocol.js";
import { isHall, keyOf } from "./tables.js";

/** How often a table is told; it believes a page for longer. */
export const AGAIN_MS = 60_000;

function statusOf(payload: string): string | null {
  try {
    return payload === "" ? null : decodeStatus(payload).status;
  } catch {
    return null; // the table's card shows the error
  }
}

export class Hearing {
  private readonly there = new Map<string, TableAddress>();

  constructor(private readonly say: (table: TableAddress) => void) {}

  /** Answer a table that has just reported its status, as after its start; an absent one is not told. */
  message(topic: string, payload: string): void {
    const of = hallTopic(topic);
    if (of === null || of.below !== END.status) {
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

  /** Tell all tables that are there. */
  again(): void {
    this.there.forEach((table) => this.say(table));
  }
}
