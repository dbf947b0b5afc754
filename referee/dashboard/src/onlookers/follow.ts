/** An onlooker's line: server-sent events read with `fetch`, since an `EventSource` cannot show a token. */

import { parsed, Unreadable } from "../declared/checked.js";

const AGAIN_MS = 2000;
/** Who was refused is asked for seldom: a right seldom comes back by itself. */
const REFUSED_MS = 30_000;
/** The server says something at least every ten seconds; a line that is silent for longer is dead. */
const SILENT_MS = 25_000;

export type Heard =
  | { kind: "shown"; value: unknown }
  /** There is nothing to see now. */
  | { kind: "nothing" }
  | { kind: "lost" }
  /** The table said what this page cannot read. */
  | { kind: "unreadable"; why: string }
  /** The page has a fault of its own. */
  | { kind: "broken" }
  /** The server does not know the token, or the login has no right to this. */
  | { kind: "refused" };

/** Follows a path for ever; the token stands behind # in the page's address, which no server ever sees.
 *
 * What `hear` cannot read or draw is no fault of the line: it is reported, told to `hear`, and the line goes on.
 */
export async function follow(path: string, hear: (heard: Heard) => void): Promise<void> {
  for (;;) {
    const token = location.hash.slice(1);
    const leave = new AbortController();
    const headers: Record<string, string> = token === "" ? {} : { Authorization: `Bearer ${token}` };
    const answer = await fetch(path, { headers, cache: "no-store", signal: leave.signal }).catch(() => null);
    const refused = answer?.status === 403;
    if (answer?.ok && answer.body !== null) {
      for await (const said of events(answer.body.getReader(), leave)) {
        tell(heardOf(said), hear);
      }
    }
    hear(refused ? { kind: "refused" } : { kind: "lost" });
    await new Promise((resolve) => setTimeout(resolve, refused ? REFUSED_MS : AGAIN_MS));
  }
}

function heardOf(said: string): Heard {
  try {
    const value = parsed(said);
    return value === null ? { kind: "nothing" } : { kind: "shown", value };
  } catch (error) {
    if (error instanceof Unreadable) {
      return { kind: "unreadable", why: error.message };
    }
    throw error;
  }
}

/** Tells what was heard. */
function tell(heard: Heard, hear: (heard: Heard) => void): void {
  try {
    hear(heard);
  } catch (fault) {
    if (!(fault instanceof Unreadable)) {
      reportError(fault);
    }
    hear(fault instanceof Unreadable ? { kind: "unreadable", why: fault.message } : { kind: "broken" });
  }
}

/** The data of each event until the line ends, however it ends. */
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
