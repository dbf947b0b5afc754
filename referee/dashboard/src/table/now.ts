/** The time of the hall: that of the page's server, since a tablet's own clock may be minutes off. */

/** A server sends whole seconds, so a difference below this means nothing. */
const UNSURE_MS = 1500;
let ahead = 0;

/** Learn the time from a server's answer to a request made at `askedAt` by this device's clock. */
export function learnTime(answer: Response, askedAt: number): void {
  const date = Date.parse(answer.headers.get("Date") ?? "");
  const between = (askedAt + Date.now()) / 2;
  const off = date + 500 - between;
  if (!Number.isNaN(off)) {
    ahead = Math.abs(off) < UNSURE_MS ? 0 : off;
  }
}

/** Milliseconds since 1970. */
export function now(): number {
  return Date.now() + ahead;
}
