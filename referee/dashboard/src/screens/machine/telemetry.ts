/** What a table tells its technicians, and what the link did since the page was opened. Pure. */

import { checked, parsed, Unreadable } from "../../declared/checked.js";
import type { MachineReport, Telemetry } from "../../declared/declared.js";

const SAMPLES = 120;

export interface Technical {
  readonly machine: MachineReport | null;
  /** The oldest first. */
  readonly link: readonly Telemetry[];
}

export const NOTHING_TOLD: Technical = { machine: null, link: [] };

/** After one message; one that cannot be read changes nothing. */
export function technical(before: Technical, below: string, payload: string): Technical {
  try {
    if (below === "telemetry/machine") {
      return { ...before, machine: payload === "" ? null : checked("MachineReport", parsed(payload)) };
    }
    if (below === "telemetry/link" && payload !== "") {
      const told = checked("Telemetry", parsed(payload));
      const again = before.link.at(-1)?.at_ms === told.at_ms;
      return again ? before : { ...before, link: [...before.link, told].slice(-SAMPLES) };
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) {
      throw error;
    }
  }
  return before;
}

/** How much a counter grew between samples; a counter that fell began anew. */
export function growth(values: readonly number[]): number[] {
  return values.slice(1).map((value, place) => {
    const before = values[place] ?? 0;
    return value >= before ? value - before : value;
  });
}
