/** A message of the hall to this telephone. Pure. */

import { addressOf } from "../table/route.js";

export interface Notice {
  /** The table's address on the page. */
  readonly address: string;
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  /** Whether what was told is over, or somebody goes. */
  readonly over: boolean;
}

/** Decode a message. What cannot be read still leads to the hall: the browser wants every message shown. */
export function decodeNotice(text: string): Notice {
  try {
    const { hall, table, tag, title, body, over } = JSON.parse(text) as Record<string, unknown>;
    if ([hall, table, tag, title, body].every((one) => typeof one === "string" && one !== "")) {
      const address = addressOf({ hall: hall as string, table: table as string, name: "" });
      return { address, tag: tag as string, title: title as string, body: body as string, over: over === true };
    }
  } catch {
    // Not JSON: as below.
  }
  return { address: "", tag: "unread", title: "Jantaku", body: "", over: false };
}
