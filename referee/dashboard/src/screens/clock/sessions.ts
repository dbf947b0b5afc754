/** The clocks of a hall's sessions, read from its tournaments: tables without Jantaku send none. */

import { ROOT } from "../../declared/operations.js";
import type { Listed, Whole } from "../../declared/tournaments.js";
import { lookAgain } from "./again.js";
import { endsOf } from "./ends.js";

export class SessionClocks {
  private readonly known = new Map<string, { number: number; ends: readonly number[] }>();

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

  private async look(): Promise<void> {
    const listed = await read<Listed[]>("");
    for (const { id, number } of listed) {
      if (this.known.get(id)?.number !== number) {
        this.known.set(id, { number, ends: endsOf(await read<Whole>(`/${id}`)) });
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
