/** How many cards fit into a frame, learnt from earlier frames: layout and painting take longer than any script. */

/** How long a frame should take, from script to painting. */
const FRAME_MS = 10;
const MOST = 4;

export class Pace {
  private fitting = 2;
  private readonly after = new MessageChannel();
  private noted: { began: number; cards: number } | null = null;

  constructor() {
    // A message posted within a frame arrives after its painting.
    this.after.port1.onmessage = () => {
      if (this.noted !== null) {
        const { began, cards } = this.noted;
        this.noted = null;
        this.learn(performance.now() - began, cards);
      }
    };
  }

  /** How many cards fit into the next frame. */
  get fits(): number {
    return this.fitting;
  }

  /** Note that so many cards were drawn in this frame, since this moment. */
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
