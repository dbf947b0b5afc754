/** Reads again and again what a page with a gong must know. */

const AGAIN_MS = 5000;
/** A page that nobody sees still strikes the gong, also for a session that begins or gets more time meanwhile. */
const UNSEEN_AGAIN_MS = 60_000;

/** Look every five seconds; every minute while the page is hidden, and at once when it is shown. */
export function lookAgain(look: () => void): void {
  let lookedMs = Date.now();
  const tick = (): void => {
    if (!document.hidden || Date.now() - lookedMs >= UNSEEN_AGAIN_MS) {
      lookedMs = Date.now();
      look();
    }
  };
  setInterval(tick, AGAIN_MS);
  document.addEventListener("visibilitychange", tick);
}
