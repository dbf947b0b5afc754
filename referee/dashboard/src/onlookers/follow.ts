/** An onlooker's line: server-sent events read with `fetch`, since an `EventSource` cannot show a token. */

import { parsed } from "../declared/checked.js";

const AGAIN_MS = 2000;
/** The server says something at least every ten seconds; a line that is silent for longer is dead. */
const SILENT_MS = 25_000;

export type Heard =
  | { kind: "shown"; value: unknown }
  /** There is nothing to see now. */
  | { kind: "nothing" }
  | { kind: "lost" }
  /** The server does not know the token, or the login has no right to this. */
  | { kind: "refused" };

/** Follows a path for ever; the token stands behind # in the page's address, which no server ever sees. */
export async function follow(path: string, hear: (heard: Heard) => void): Promise<void> {
  for (;;) {
    const token = location.hash.slice(1);
    try {
      const leave = new AbortController();
      const headers: Record<string, string> = token === "" ? {} : { Authorization: `Bearer ${token}` };
      const answer = await fetch(path, { headers, cache: "no-store", signal: leave.signal });
      if (answer.ok && answer.body !== null) {
        await read(answer.body.getReader(), hear, leave);
      } else {
        hear(answer.status === 403 ? { kind: "refused" } : { kind: "lost" });
      }
    } catch {
      hear({ kind: "lost" });
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

async function read(line: ReadableStreamDefaultReader<Uint8Array>, hear: (heard: Heard) => void, leave: AbortController): Promise<void> {
  const text = new TextDecoder();
  let rest = "";
  let silent = setTimeout(() => leave.abort(), SILENT_MS);
  try {
    for (;;) {
      const { done, value } = await line.read();
      if (done) {
        return;
      }
      clearTimeout(silent);
      silent = setTimeout(() => leave.abort(), SILENT_MS);
      const events = (rest + text.decode(value, { stream: true })).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events.filter((each) => each.startsWith("data: "))) {
        const said = parsed(event.slice("data: ".length));
        hear(said === null ? { kind: "nothing" } : { kind: "shown", value: said });
      }
    }
  } finally {
    clearTimeout(silent);
  }
}
