/** Seats in which a hall's tournament has other players than the table, asked of the hall for the table that is watched. */

import { ROOT } from "../../declared/operations.js";
import type { Listed, SeatsAtTable, Whole } from "../../declared/tournaments.js";
import { h } from "../../elements/elements.js";
import type { Game } from "../../table/protocol.js";
import type { TableAddress } from "../../table/settings.js";
import { t } from "../../texts/texts.js";
import { seatWords } from "../sheets/form.js";

const AGAIN_MS = 60_000;

interface WrongSeat {
  readonly seat: number;
  readonly planned: string;
}

/** The seats of the watched table that differ from the plan; `changed` is called when they have been learnt. */
export class PlannedSeats {
  private wrong: readonly WrongSeat[] = [];
  private known = "";
  private askedMs = 0;

  constructor(private readonly changed: () => void) {}

  /** Say who should sit where; ask the hall when the players have changed, and again after a minute. */
  lines(table: TableAddress, game: Game | null, nowMs: number): HTMLElement[] {
    const names = game === null || game.result !== null ? "" : [table.table, ...game.seats.map(({ name }) => name)].join("\n");
    if (names !== this.known) {
      this.known = names;
      this.wrong = [];
      this.askedMs = 0;
    }
    if (names !== "" && nowMs - this.askedMs >= AGAIN_MS) {
      this.askedMs = nowMs;
      void this.ask(table.table, names).catch(() => undefined); // this login may not see the plan, or the hall has none
    }
    return game === null ? [] : this.wrong.map(({ seat, planned }) => h("p", { class: "swapped" }, t.hanchan.swapped(seatWords(game.seats, seat), planned)));
  }

  private async ask(table: string, names: string): Promise<void> {
    const found: WrongSeat[] = [];
    for (const { id } of await read<Listed[]>("")) {
      const { sessions, players } = await read<Whole>(`/${id}`);
      const here = sessions.find((one) => one.begun && !one.closed && one.tables.some(({ hall_table }) => hall_table === table));
      const seats = here === undefined ? [] : await read<SeatsAtTable[]>(`/${id}/sessions/${here.session}/seats`);
      for (const { seat, planned } of seats.find(({ hall_table }) => hall_table === table)?.wrong ?? []) {
        found.push({ seat, planned: players.find((one) => one.id === planned)?.name ?? planned });
      }
    }
    if (names === this.known) {
      this.wrong = found;
      this.changed();
    }
  }
}

async function read<T>(path: string): Promise<T> {
  const given = await fetch(ROOT + path, { cache: "no-store" });
  if (!given.ok) {
    throw new Error(given.statusText);
  }
  return (await given.json()) as T;
}
