/** How many cards fit into a frame, learnt from the frames before: to lay out and paint one takes longer than any script. */

/** How long a frame should take by the clock, from its script to its painting. */
const FRAME_MS = 10;
const MOST = 4;

export class Pace {
  private fitting = 2;
  private readonly after = new MessageChannel();
  private noted: { began: number; cards: number } | null = null;

  constructor() {
    // A message that is posted within a frame comes after its painting.
    this.after.port1.onmessage = () => {
      if (this.noted !== null) {
        const { began, cards } = this.noted;
        this.noted = null;
        this.learn(performance.now() - began, cards);
      }
    };
  }

  /** How many fit into the next frame. */
  get fits(): number {
    return this.fitting;
  }

  /** So many cards were shown anew in this frame, since this moment. */
  note(began: number, cards: number): void {
    if (cards > 0 && this.noted === null) {
      this.noted = { began, cards };
      this.after.port2.postMessage(null);
    }
  }

  private learn(took: number, cards: number): void {
    if (took > FRAME_MS) {
      this.fitting = Math.max(1, Math.floor((Math.min(cards, this.fitting) * FRAME_MS) / took));
    } else if (cards >= this.fitting) {
      this.fitting = Math.min(this.fitting + 1, MOST);
    }
  }
}
