/** Messages of a thousand tables, worked through in small portions, so that a finger on the page never waits for them. */

const PORTION_MS = 3;
const HIDDEN_MS = 200;

/** Keeps the newest message of each topic until there is time for it. */
export class Inbox {
  private readonly waiting = new Map<string, string>();
  private planned = false;

  /** `take` is given each message; `done` is called after each portion. */
  constructor(
    private readonly take: (topic: string, payload: string) => void,
    private readonly done: () => void,
  ) {
    // A page in the background is given no frames, but must ring all the same.
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && this.planned) {
        setTimeout(() => this.portion(), HIDDEN_MS);
      }
    });
  }

  put(topic: string, payload: string): void {
    this.waiting.set(topic, payload);
    if (!this.planned) {
      this.planned = true;
      if (document.hidden) {
        setTimeout(() => this.portion(), HIDDEN_MS);
      } else {
        requestAnimationFrame(() => this.portion());
      }
    }
  }

  /** Whether nothing waits. */
  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  /** Forgets what waits: it is older than what is to come. */
  clear(): void {
    this.waiting.clear();
  }

  private portion(): void {
    if (!this.planned) {
      return;
    }
    this.planned = false;
    const end = performance.now() + PORTION_MS;
    for (const [topic, payload] of this.waiting) {
      this.waiting.delete(topic);
      this.take(topic, payload);
      if (performance.now() > end) {
        break;
      }
    }
    const [rest] = this.waiting;
    if (rest !== undefined) {
      this.put(...rest);
    }
    this.done();
  }
}
