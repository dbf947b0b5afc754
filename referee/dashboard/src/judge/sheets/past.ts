/** Steps through the journal: the moment that is shown, and asking the table for the next one. */

import { Unreadable } from "../../declared/checked.js";
import type { PastState, PastStateAnswer, Steps } from "../../declared/declared.js";
import type { Answer, TableOrders } from "../../broker/orders.js";
import { EMPTY_VIEW, type TableView } from "../../table/model.js";
import { decodeState, type TableState } from "../../table/protocol.js";
import { t } from "../../texts/texts.js";

export type Step = keyof Steps;
export type Way = "back" | "forward";

/** The table's answer with a moment. */
type PastTable = Extract<PastStateAnswer, { entry: unknown }>;

/** The table as it was after an entry. */
interface Moment {
  readonly number: number;
  /** Wall time, ISO 8601. */
  readonly wall: string;
  readonly text: string;
  /** The uncertainty of the entry's time, in milliseconds. */
  readonly withinMs: number;
  readonly view: TableView;
  readonly newest: number;
  readonly back: Steps;
  readonly forward: Steps;
}

/** Read a moment from an answer. Throws `Unreadable`. */
export function moment(answer: Answer): Moment {
  const { entry, state, back, forward, newest } = answer as unknown as PastTable;
  const shown = state === null ? null : decodeState(JSON.stringify(state));
  const events = (entry.events ?? []) as readonly { type: string; seat?: number }[];
  return {
    number: entry.number,
    wall: entry.wall,
    text: entry.text,
    withinMs: Number((entry.observation as { within_ms?: number } | null)?.within_ms ?? 0),
    view: { ...EMPTY_VIEW, state: shown, latest: latest(shown, events) },
    newest,
    back,
    forward,
  };
}

/** Return the discard of this entry, if it is one. */
function latest(state: TableState | null, events: readonly { type: string; seat?: number }[]): TableView["latest"] {
  const discard = events.find((event) => event.type === "TileDiscarded");
  const seat = state?.game?.seats.find((one) => one.seat === discard?.seat);
  return seat === undefined || seat.pond.length === 0 ? null : { seat: seat.seat, index: seat.pond.length - 1 };
}

/** The moment that is shown instead of now. Only one question is under way at a time. */
export class Past {
  private moment: Moment | null = null;
  private asked = 0;
  private waiting = false;
  private error: string | null = null;

  constructor(
    private readonly orders: TableOrders,
    private readonly changed: () => void,
  ) {}

  /** The moment that is shown; null for now. */
  get shown(): Moment | null {
    return this.moment;
  }

  /** Whether the next moment has been asked for. */
  get pending(): boolean {
    return this.waiting;
  }

  /** The reason why the last question had no answer; null if it had one. */
  get refused(): string | null {
    return this.error;
  }

  now(): void {
    this.asked += 1;
    this.moment = null;
    this.waiting = false;
    this.error = null;
    this.changed();
  }

  /** Show the table as it was after an entry. */
  async go(number: number): Promise<void> {
    this.asked += 1;
    const mine = this.asked;
    this.waiting = true;
    this.changed();
    const args: PastState = { entry: number };
    const answer = await this.orders.look("past_state", { ...args });
    if (mine !== this.asked) {
      return; // another moment was asked for in the meantime
    }
    this.waiting = false;
    this.error = null;
    try {
      if (answer?.ok) {
        this.moment = moment(answer);
      } else {
        this.error = answer?.error ?? t.unanswered;
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) {
        throw error;
      }
      this.error = error.message;
    }
    this.changed();
  }

  /** Return the entry that a step leads to, or null. From now, the first step back leads to the newest entry. */
  next(step: Step, way: Way, newest: number): number | null {
    if (this.moment === null) {
      return way === "back" && step === "entry" && newest > 0 ? newest : null;
    }
    return this.moment[way][step] ?? null;
  }

  /** Take one step. From now, a step back goes to the newest entry, and on from there unless it is a step by entry. */
  async step(step: Step, way: Way, newest: number): Promise<void> {
    if (this.waiting) {
      return;
    }
    if (this.moment === null && way === "back" && newest > 0) {
      await this.go(newest);
      if (step === "entry" || this.moment === null) {
        return;
      }
    }
    const to = this.next(step, way, newest);
    if (to !== null) {
      await this.go(to);
    }
  }
}
