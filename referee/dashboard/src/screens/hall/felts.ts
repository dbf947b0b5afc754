/** The felts in the hall: of the tables in sight, where cards have room for them. */

import { topicOf } from "../../broker/topics.js";
import { END } from "../../declared/topics.js";
import { EMPTY_VIEW, received, type TableView } from "../../table/model.js";
import type { TableAddress } from "../../table/settings.js";
import { keyOf } from "./tables.js";

interface Felt {
  readonly topic: string;
  view: TableView;
  /** How many states have come. */
  count: number;
}

export class Felts {
  private felts = new Map<string, Felt>();

  /** The style of `box` says whether cards have room; `hear` listens to other topics than before. */
  constructor(
    private readonly box: HTMLElement,
    private readonly hear: () => void,
  ) {}

  /** The topics from which they come. */
  get topics(): string[] {
    return [...this.felts.values()].map(({ topic }) => topic);
  }

  /** Show the felts of these tables, and forget all others. */
  show(tables: readonly TableAddress[]): void {
    const hasRoom = getComputedStyle(this.box).getPropertyValue("--felts").trim() === "1";
    const before = this.felts;
    const wanted = hasRoom ? tables : [];
    this.felts = new Map(
      wanted.map((table) => [keyOf(table), before.get(keyOf(table)) ?? { topic: `${topicOf(table)}/${END.state}`, view: EMPTY_VIEW, count: 0 }]),
    );
    if (this.felts.size !== before.size || [...this.felts.keys()].some((key) => !before.has(key))) {
      this.hear();
    }
  }

  /** Forget them all: another screen is shown. */
  clear(): void {
    this.felts.clear();
  }

  /** Take in a message; returns whether it changes a felt. */
  message(topic: string, payload: string): boolean {
    for (const felt of this.felts.values()) {
      if (felt.topic === topic) {
        felt.view = received(felt.view, END.state, payload, new Date());
        felt.count += 1;
        return true;
      }
    }
    return false;
  }

  /** Return what is known of a table's felt; null if it is not shown or not known. */
  of(key: string): TableView | null {
    const view = this.felts.get(key)?.view ?? EMPTY_VIEW;
    return view.state === null ? null : view;
  }

  /** Return a text that changes with the felt. */
  sign(key: string): string {
    return String(this.felts.get(key)?.count ?? "");
  }
}
