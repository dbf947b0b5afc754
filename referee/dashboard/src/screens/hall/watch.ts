/** Follows all tables of the halls that this login may listen to, whether or not the settings name them. */

import type { TableAddress } from "../../table/settings.js";
import { hallTopic } from "../../broker/topics.js";
import { type HallTable, heard, isHall, keyOf, Order, unheard } from "./tables.js";

/** The least time between two changes passed on: ordering a thousand tables takes a while. */
const AT_MOST_EVERY_MS = 40;
/** After this long without a retained message, all of them have arrived. */
const PAUSE_MS = 1500;
export class HallWatch {
  private readonly tables = new Map<string, HallTable>();
  /** When the last retained message arrived. */
  private keptAt = performance.now();
  private readonly heardLive = new Set<string>();
  /** Keys in the order of the tables' names; null after a new table. */
  private names: readonly string[] | null = null;
  private soon: ReturnType<typeof setTimeout> | null = null;
  private placed: { at: number; order: Order } | null = null;
  /** Keys of the tables with a message since the last ordering. */
  private readonly news = new Set<string>();
  private known: number | null = null;

  /** `known` are shown before they send anything; `changed` is called soon after a message. */
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

  /** `kept`: a retained message that the broker sends because the page has just subscribed. */
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

  /** Forget what may have been resolved in the meantime: the broker is about to send its retained messages again. */
  fresh(): void {
    this.heardLive.clear();
    this.keptAt = performance.now();
    for (const [key, table] of this.tables) {
      this.tables.set(key, { ...table, status: null, alerts: [], unreadable: {} });
    }
    this.placed = null;
  }

  /** Whether all retained messages have arrived: the broker sends them without a pause. */
  get settled(): boolean {
    return performance.now() - this.keptAt > PAUSE_MS;
  }

  /** Return whether a table has sent a message since the page began to listen. */
  readonly live = (key: string): boolean => this.heardLive.has(key);

  /** Return whether a table's status has not arrived since then. */
  readonly unheard = (key: string): boolean => this.tables.get(key)?.status === null;

  /** Return the order of the tables, which is kept for a second. */
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
    // The hall itself is no table, and is shown only if it needs somebody.
    return known.filter(({ address, alerts, status }) => !isHall(address) || alerts.length > 0 || status?.status === "lost");
  }
}
