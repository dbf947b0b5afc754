/** What a hall knows of each table: its needs, and its place among the others. Pure: the moment is passed in. */

import { checked, parsed } from "../../declared/checked.js";
import { ALERT_SUBJECTS, JUDGE_ALERT, SHEET_ALERT, type Subject } from "../../declared/commands.js";
import type { Card } from "../../declared/declared.js";
import { END, OF_THE_HALL } from "../../declared/topics.js";
import { alertsAfter, GRAVITY, orNoted } from "../../table/model.js";
import { type Alert, decodeStatus, type Status } from "../../table/protocol.js";
import type { TableAddress } from "../../table/settings.js";
import { isOver } from "../../table/timing.js";
import type { Need } from "../../texts/screens-en.js";

/** The needs of a table, the most pressing first. */
const NEEDS: readonly Need[] = ["judge", "stopped", "finding", "machine", "camera", "lost", "points", "time", "sheet"];

export interface HallTable {
  readonly address: TableAddress;
  readonly status: Status | null;
  readonly card: Card | null;
  readonly alerts: readonly Alert[];
  /** Messages that could not be read: topic below the table and why. */
  readonly unreadable: Readonly<Record<string, string>>;
}

/** Return whether this is the hall itself, which collects the journals of its tables. */
export function isHall({ table }: TableAddress): boolean {
  return table === OF_THE_HALL;
}

/** Return the key of a table in lists. */
export function keyOf(address: TableAddress): string {
  return `${address.hall}/${address.table}`;
}

export function unheard(address: TableAddress): HallTable {
  return { address, status: null, card: null, alerts: [], unreadable: {} };
}

/** Return the table after one message; `below` is its topic below the table. An unreadable message is noted. */
export function heard(table: HallTable, below: string, payload: string): HallTable {
  return orNoted(table, below, () => folded(table, below, payload));
}

function folded(table: HallTable, below: string, payload: string): HallTable {
  if (below === END.status) {
    return { ...table, status: payload === "" ? null : decodeStatus(payload) };
  }
  if (below === END.card) {
    return { ...table, card: payload === "" ? null : checked("Card", parsed(payload)) };
  }
  if (below.startsWith(END.alert)) {
    return { ...table, alerts: alertsAfter(table.alerts, below, payload) };
  }
  return table;
}

/** Return what an alert is about. */
export function subjectOf({ id }: Alert): Subject {
  return ALERT_SUBJECTS.get(id) ?? "machine";
}

/** Return the troubles of a table's machine or camera, the gravest first. */
export function troubles({ alerts }: HallTable, of: "machine" | "camera"): Alert[] {
  return alerts
    .filter((one) => one.severity !== "info" && subjectOf(one) === of)
    .sort((a, b) => GRAVITY[a.severity] - GRAVITY[b.severity]);
}

/** Return why a table needs a person, the most pressing first; `now` is the hall's wall time in milliseconds. */
export function needsOf(table: HallTable, now: number): Need[] {
  const { status, card, alerts } = table;
  const stopped = card?.stopped ?? null;
  const byPeople = stopped?.reason === "judge_called" || stopped?.reason === "disqualified";
  const found: Record<Need, boolean> = {
    judge: byPeople || alerts.some((one) => one.id === JUDGE_ALERT),
    stopped: stopped !== null,
    finding: (card?.open_findings ?? 0) > 0,
    machine: troubles(table, "machine").length > 0,
    camera: troubles(table, "camera").length > 0,
    lost: status?.status === "lost",
    points: (card?.points_off ?? 0) !== 0,
    time: isOver(card, now),
    sheet: alerts.some((one) => one.id === SHEET_ALERT),
  };
  return NEEDS.filter((need) => found[need]);
}

/** A table with its needs, on which its place in the list depends. */
export interface Placed {
  readonly key: string;
  readonly table: HallTable;
  readonly needs: readonly Need[];
}

interface Ranked extends Placed {
  readonly rank: number;
  readonly since: number;
}

/** The ranks of tables. A rank is worked out anew only when the table changes or its time is up: those of a thousand tables
 * at once would take a weak tablet more than a frame.
 */
const ranked = new WeakMap<HallTable, { over: boolean; one: Ranked }>();
/** When a call began whose table does not say so: after all others. */
const UNKNOWN_SINCE = Number.MAX_SAFE_INTEGER;

function rankOf(table: HallTable, now: number): Ranked {
  const over = isOver(table.card, now);
  const known = ranked.get(table);
  if (known?.over === over) {
    return known.one;
  }
  const needs = needsOf(table, now);
  const first = needs[0] === undefined ? NEEDS.length : NEEDS.indexOf(needs[0]);
  const attended = needs.length > 0 && table.card?.attendant ? 1 : 0;
  const since = first === 0 ? (table.card?.stopped?.since_wall_ms ?? UNKNOWN_SINCE) : 0;
  const one = { key: keyOf(table.address), table, needs, rank: first * 2 + attended, since };
  ranked.set(table, { over, one });
  return one;
}

/** The order of the tables: first by the most pressing need, then those that nobody attends, then those that wait
 * longest. The rest keep the order in which they were given.
 */
export class Order {
  private constructor(
    private readonly list: readonly Ranked[],
    readonly keys: readonly string[],
    private readonly places: ReadonlyMap<string, number>,
  ) {}

  static of(tables: readonly HallTable[], now: number): Order {
    const list = tables.map((table) => rankOf(table, now)).sort((a, b) => a.rank - b.rank || a.since - b.since);
    const keys = list.map(({ key }) => key);
    return new Order(list, keys, new Map(keys.map((key, place) => [key, place])));
  }

  /** Return the same order with these tables changed; null if one of them belongs elsewhere in it. */
  with(tables: readonly HallTable[], now: number): Order | null {
    const list = [...this.list];
    for (const table of tables) {
      const one = rankOf(table, now);
      const place = this.places.get(one.key);
      const before = place === undefined ? undefined : list[place];
      if (place === undefined || before?.rank !== one.rank || before.since !== one.since) {
        return null;
      }
      list[place] = one;
    }
    return new Order(list, this.keys, this.places);
  }

  get(key: string): Placed | undefined {
    const place = this.places.get(key);
    return place === undefined ? undefined : this.list[place];
  }

  all(): readonly Placed[] {
    return this.list;
  }

  /** How many tables need a person. */
  get needing(): number {
    const first = this.list.findIndex(({ needs }) => needs.length === 0);
    return first < 0 ? this.list.length : first;
  }

  /** The tables that call a judge and that nobody attends. */
  get calling(): Set<string> {
    const first = this.list.findIndex(({ rank }) => rank > 0);
    return new Set(this.keys.slice(0, first < 0 ? this.keys.length : first));
  }
}
