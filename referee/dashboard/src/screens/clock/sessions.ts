/** The clocks of a hall's sessions, read from its tournaments: tables without Jantaku send none. */

import { ROOT } from "../../declared/operations.js";
import type { Listed, PlannedRound, Whole } from "../../declared/tournaments.js";
import { lookAgain } from "./again.js";
import { comingOf, endsOf, type Moment, momentsOf } from "./ends.js";

/** The clocks of one tournament. */
interface Clocks {
  readonly number: number;
  readonly ends: readonly number[];
  readonly moments: readonly Moment[];
  readonly coming: readonly PlannedRound[];
}

export class SessionClocks {
  private readonly known = new Map<string, Clocks>();

  /** Read the tournaments from now on. */
  begin(): void {
    const look = (): void => void this.look().catch(() => undefined); // a hall that is away keeps its clocks
    look();
    lookAgain(look);
  }

  /** Return when time is over in each session that runs. */
  ends(): readonly number[] {
    return [...this.known.values()].flatMap(({ ends }) => ends);
  }

  /** Return all moments at which something sounds. */
  moments(): readonly Moment[] {
    return [...this.known.values()].flatMap(({ moments }) => moments);
  }

  /** Return the session that begins by itself next; null without one. */
  next(): PlannedRound | null {
    const coming = [...this.known.values()].flatMap((each) => each.coming.slice(0, 1));
    return coming.sort((one, other) => one.starts_s - other.starts_s)[0] ?? null;
  }

  private async look(): Promise<void> {
    const listed = await read<Listed[]>("");
    for (const { id, number } of listed) {
      if (this.known.get(id)?.number !== number) {
        const whole = await read<Whole>(`/${id}`);
        this.known.set(id, { number, ends: endsOf(whole), moments: momentsOf(whole), coming: comingOf(whole) });
      }
    }
  }
}

async function read<T>(path: string): Promise<T> {
  const answer = await fetch(ROOT + path, { cache: "no-store" });
  if (!answer.ok) {
    throw new Error(answer.statusText);
  }
  return (await answer.json()) as T;
}
