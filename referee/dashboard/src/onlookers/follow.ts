/** An onlooker's line: server-sent events read with `fetch`, since an `EventSource` cannot send a token. */

import { parsed, Unreadable } from "../declared/checked.js";

const AGAIN_MS = 2000;
/** A refused page asks seldom: permission rarely returns by itself. */
const REFUSED_MS = 30_000;
/** The server sends something at least every ten seconds; a line that is silent for longer is dead. */
const SILENT_MS = 25_000;

export type Heard =
  | { kind: "shown"; value: unknown }
  /** There is nothing to see now. */
  | { kind: "nothing" }
  | { kind: "lost" }
  /** The table sent something that this page cannot read. */
  | { kind: "unreadable"; why: string }
  /** The page itself has a fault. */
  | { kind: "broken" }
  /** The server does not know the token, or the login may not see this. */
  | { kind: "refused" };

/** Follow a path for ever. The token stands after # in the page's address, which no server ever sees.
 *
 * If `hear` cannot read or draw something, the line is not at fault: `hear` is called with the fault, and the line goes
 * on.
 */
export async function follow(path: string, hear: (heard: Heard) => void): Promise<void> {
  for (;;) {
    const token = location.hash.slice(1);
    const leave = new AbortController();
    const headers: Record<string, string> = token === "" ? {} : { Authorization: `Bearer ${token}` };
    const answer = await fetch(path, { headers, cache: "no-store", signal: leave.signal }).catch(() => null);
    const refused = answer?.status === 403;
    if (answer?.ok && answer.body !== null) {
      for await (const data of events(answer.body.getReader(), leave)) {
        deliver(heardOf(data), hear);
      }
    }
    hear(refused ? { kind: "refused" } : { kind: "lost" });
    await new Promise((resolve) => setTimeout(resolve, refused ? REFUSED_MS : AGAIN_MS));
  }
}

function heardOf(data: string): Heard {
  try {
    const value = parsed(data);
    return value === null ? { kind: "nothing" } : { kind: "shown", value };
  } catch (error) {
    if (error instanceof Unreadable) {
      return { kind: "unreadable", why: error.message };
    }
    throw error;
  }
}

/** Call `hear`, and once more if it fails. */
function deliver(heard: Heard, hear: (heard: Heard) => void): void {
  try {
    hear(heard);
  } catch (fault) {
    if (!(fault instanceof Unreadable)) {
      reportError(fault);
    }
    hear(fault instanceof Unreadable ? { kind: "unreadable", why: fault.message } : { kind: "broken" });
  }
}

/** Yield the data of each event until the line ends, for whatever reason. */
async function* events(line: ReadableStreamDefaultReader<Uint8Array>, leave: AbortController): AsyncGenerator<string> {
  const text = new TextDecoder();
  let rest = "";
  for (;;) {
    const silent = setTimeout(() => leave.abort(), SILENT_MS);
    const part = await line.read().catch(() => null);
    clearTimeout(silent);
    if (part === null || part.done) {
      return;
    }
    const whole = (rest + text.decode(part.value, { stream: true })).split("\n\n");
    rest = whole.pop() ?? "";
    yield* whole.filter((each) => each.startsWith("data: ")).map((each) => each.slice("data: ".length));
  }
}
