/** Follows all tables of the halls that this login may hear of, known to the page before or not. */

import type { TableAddress } from "../../table/settings.js";
import { hallTopic } from "../../broker/topics.js";
import { type HallTable, heard, isHall, keyOf, Order, unheard } from "./tables.js";

/** How often a thousand tables are put in order at most. */
const AT_MOST_EVERY_MS = 40;
/** Retained messages that are still to come arrive within this time. */
const PAUSE_MS = 1500;
export class HallWatch {
  private readonly tables = new Map<string, HallTable>();
  /** When the last retained message came. */
  private keptAt = performance.now();
  private readonly heardLive = new Set<string>();
  /** Keys in the order of the tables' names; null when a table has come. */
  private names: readonly string[] | null = null;
  private soon: ReturnType<typeof setTimeout> | null = null;
  private placed: { at: number; order: Order } | null = null;
  /** Keys of those of which something was heard since they were put in order. */
  private readonly news = new Set<string>();
  private known: number | null = null;

  /** `known` are shown before they are heard; `changed` is called soon after something is heard. */
  constructor(
    known: readonly TableAddress[],
    private readonly changed: () => void,
  ) {
    known.forEach((address) => this.tables.set(keyOf(address), unheard(address)));
  }

  /** How many tables there are. */
  get size(): number {
    this.known ??= [...this.tables.values()].filter((one) => !isHall(one.address)).length;
    return this.known;
  }

  get(key: string): HallTable | undefined {
    return this.tables.get(key);
  }

  all(): Iterable<HallTable> {
    return this.tables.values();
  }

  /** `kept`: the broker had it before the page began to listen. */
  message(topic: string, payload: string, kept: boolean): void {
    const of = hallTopic(topic);
    if (of === null) {
      return;
    }
    const { hall, table, below } = of;
    const key = `${hall}/${table}`;
    if (kept) {
      this.keptAt = performance.now();
    } else {
      this.heardLive.add(key);
    }
    const before = this.tables.get(key);
    if (before === undefined) {
      if (payload === "") {
        return;
      }
      this.names = null;
      this.known = null;
    }
    this.tables.set(key, heard(before ?? unheard({ hall, table, name: table }), below, payload));
    this.news.add(key);
    this.soon ??= setTimeout(() => {
      this.soon = null;
      this.changed();
    }, AT_MOST_EVERY_MS);
  }

  /** The broker sends all that it retains anew: what was said before may have been resolved meanwhile. */
  fresh(): void {
    this.heardLive.clear();
    this.keptAt = performance.now();
    for (const [key, table] of this.tables) {
      this.tables.set(key, { ...table, status: null, alerts: [], unreadable: {} });
    }
    this.placed = null;
  }

  /** Whether all that the broker had kept has come: it sends it without a pause. */
  get settled(): boolean {
    return performance.now() - this.keptAt > PAUSE_MS;
  }

  /** Whether a table has spoken since the page began to listen. */
  readonly live = (key: string): boolean => this.heardLive.has(key);

  /** Whether nothing of how a table stands has come since then. */
  readonly unheard = (key: string): boolean => this.tables.get(key)?.status === null;

  /** Those that need a person first; worked out once for a moment. */
  order(now: number): Order {
    if (this.placed === null || now - this.placed.at > 1000 || now < this.placed.at || this.names === null) {
      this.placed = { at: now, order: Order.of(this.byName(), now) };
    } else if (this.news.size > 0) {
      const news = [...this.news].flatMap((key) => this.tables.get(key) ?? []);
      this.placed.order = this.placed.order.with(news, now) ?? Order.of(this.byName(), now);
    }
    this.news.clear();
    return this.placed.order;
  }

  private byName(): HallTable[] {
    if (this.names === null) {
      const { compare } = new Intl.Collator(undefined, { numeric: true });
      const sorted = [...this.tables.values()].sort((a, b) => compare(a.address.name, b.address.name));
      this.names = sorted.map((table) => keyOf(table.address));
    }
    const known = this.names.flatMap((key) => this.tables.get(key) ?? []);
    // The hall itself is no table, and is shown only while it needs somebody.
    return known.filter(({ address, alerts, status }) => !isHall(address) || alerts.length > 0 || status?.status === "lost");
  }
}
