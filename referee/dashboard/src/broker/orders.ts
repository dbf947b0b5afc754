/** Commands on their way: each is sent once, and then answered, refused or left without an answer. */

import type { CommandName } from "../declared/commands.js";
import type { Would } from "../declared/declared.js";
import type { TableAddress } from "../table/settings.js";

/** Commands by which the page asks a table something for its sheets. */
export const LOOKS = [
  ...(["history", "past_state", "hand_results", "results", "evaluate"] as const),
  ...(["house_rules", "tile_entry", "seen_hands", "clip", "camera_picture"] as const),
] as const;

export type Arguments = Readonly<Record<string, unknown>>;

export interface Answer {
  ok: boolean;
  error?: string;
  number?: number;
  also?: readonly number[];
  at?: number;
  would?: Would;
  [more: string]: unknown;
}

/** Sends a command to a table and gives its answer; null if none came in time. */
export type Ask = (table: TableAddress, name: CommandName, args: Arguments) => Promise<Answer | null>;

export interface Order {
  readonly id: number;
  readonly name: CommandName;
  /** The table that got the order; it also gets the command that undoes it. */
  readonly at: TableOrders;
  /** What it did, once it is carried out. */
  readonly did: string;
  state: "pending" | "done" | "refused" | "silent";
  /** The reason for a refusal. */
  text: string;
  /** The journal entry that the order wrote, the first of several. */
  entry: number | null;
  /** The other entries that it wrote, which are undone with the first. */
  also: readonly number[];
  /** Shows the form again from which it was given; null if it came from a button. */
  readonly again: (() => void) | null;
}

/** How long the page says that an order was carried out. A refusal stays until it is closed or the next order is given. */
export const DONE_MS = 10_000;

/** What orders need of the page. */
export interface Around {
  /** Called when the shown order has changed. */
  changed(): void;
  /** Word what a command does once it is carried out. */
  did(table: TableAddress, name: CommandName, args: Arguments): string;
  /** Whether a person is at the message now, so that it must stay. */
  held(): boolean;
  /** Called when a message is about to go by itself. */
  goes(): void;
  later(call: () => void, ms: number): void;
}

/** The orders from this page to any table. */
export class Orders {
  /** The order whose state changed last; null if there is nothing to show. */
  shown: Order | null = null;
  private count = 0;

  constructor(
    readonly ask: Ask,
    private readonly around: Around,
  ) {}

  /** Return the orders to one table, even if the page shows another when they are given. */
  at(table: TableAddress): TableOrders {
    return new TableOrders(table, this);
  }

  /** Give a command to a table, and show what becomes of it. */
  async give(at: TableOrders, name: CommandName, args: Arguments, again: Order["again"]): Promise<Answer | null> {
    const did = this.around.did(at.table, name, args);
    const order: Order = { id: (this.count += 1), name, at, did, state: "pending", text: "", entry: null, also: [], again };
    this.show(order);
    const answer = await this.ask(at.table, name, args);
    order.state = answer === null ? "silent" : answer.ok ? "done" : "refused";
    order.text = answer?.error ?? "";
    order.entry = answer?.number ?? null;
    order.also = answer?.also ?? [];
    this.show(order);
    if (order.state === "done") {
      this.expire(order);
    }
    return answer;
  }

  forget(order: Order): void {
    if (this.shown === order) {
      this.show(null);
    }
  }

  private show(order: Order | null): void {
    this.shown = order;
    this.around.changed();
  }

  private expire(order: Order): void {
    this.around.later(() => {
      if (this.shown === order && this.around.held()) {
        this.expire(order);
      } else if (this.shown === order) {
        this.around.goes();
        this.forget(order);
      }
    }, DONE_MS);
  }
}

/** Commands and questions to one table. */
export class TableOrders {
  constructor(
    readonly table: TableAddress,
    private readonly all: Orders,
  ) {}

  /** Give a command, and show what becomes of it; `again` shows its form again. */
  give(name: CommandName, args: Arguments, again: Order["again"] = null): Promise<Answer | null> {
    return this.all.give(this, name, args, again);
  }

  /** Ask for the effect that a command would have. */
  rehearse(name: CommandName, args: Arguments): Promise<Answer | null> {
    return this.all.ask(this.table, name, { ...args, dry_run: true });
  }

  /** Ask for something that changes nothing. */
  look(name: (typeof LOOKS)[number], args: Arguments): Promise<Answer | null> {
    return this.all.ask(this.table, name, args);
  }
}
