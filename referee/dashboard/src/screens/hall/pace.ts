/** How many cards fit into a task, learnt from earlier ones: laying them out takes longer than any script. */

/** How long a task should take; the frame after it, which paints, takes about as long. */
const TASK_MS = 5;
const MOST = 4;

export class Pace {
  /** How many cards fit into the next task. */
  fits = 2;

  /** Learn from a task in which so many cards were drawn and laid out. */
  learn(tookMs: number, cards: number): void {
    if (tookMs > TASK_MS) {
      this.fits = Math.max(1, Math.floor((Math.min(cards, this.fits) * TASK_MS) / tookMs));
    } else if (cards >= this.fits) {
      this.fits = Math.min(this.fits + 1, MOST);
    }
  }
}
