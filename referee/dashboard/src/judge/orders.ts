/** Commands on their way: each is sent once, and is answered, refused or left without an answer. */

import type { CommandName } from "../declared/commands.js";

export type Arguments = Readonly<Record<string, unknown>>;

/** What a command would do, as the table reports it. */
export interface Would {
  text: string;
  points: number[];
  scores: number[];
  dead_hands: number[];
  stopped: string | null;
  phase: string;
  next: { hand: string; honba: number } | null;
}

export interface Answer {
  ok: boolean;
  error?: string;
  number?: number;
  at?: number;
  would?: Would;
  [more: string]: unknown;
}

/** Sends a command and gives its answer; null if none came in time. */
export type Ask = (name: CommandName, args: Arguments) => Promise<Answer | null>;

export interface Order {
  readonly id: number;
  readonly name: CommandName;
  state: "pending" | "done" | "refused" | "silent";
  /** Why it was refused. */
  text: string;
  /** The journal entry that was written. */
  entry: number | null;
}

const KEPT = 4;

/** The newest orders of this page, newest first. */
export class Orders {
  readonly list: Order[] = [];
  private count = 0;

  constructor(
    private readonly ask: Ask,
    private readonly changed: () => void,
  ) {}

  /** Gives a command, and shows what becomes of it; `ask` where it goes to another table than the watched one. */
  async give(name: CommandName, args: Arguments, ask: Ask = this.ask): Promise<Answer | null> {
    const order: Order = { id: (this.count += 1), name, state: "pending", text: "", entry: null };
    this.list.unshift(order);
    this.list.splice(KEPT);
    this.changed();
    const answer = await ask(name, args);
    order.state = answer === null ? "silent" : answer.ok ? "done" : "refused";
    order.text = answer?.error ?? "";
    order.entry = answer?.number ?? null;
    this.changed();
    return answer;
  }

  /** What a command would do. */
  rehearse(name: CommandName, args: Arguments): Promise<Answer | null> {
    return this.ask(name, { ...args, dry_run: true });
  }

  /** Asks for something that changes nothing. */
  look(name: CommandName, args: Arguments): Promise<Answer | null> {
    return this.ask(name, args);
  }

  forget(order: Order): void {
    const place = this.list.indexOf(order);
    if (place >= 0) {
      this.list.splice(place, 1);
      this.changed();
    }
  }
}
