/** What waits to be handed on, in order; the newest message of a topic where it says all that the older ones said. */

import { hallTopic } from "./topics.js";
import type { News } from "./post.js";

export class Backlog {
  private readonly waiting = new Map<string | number, News>();
  private count = 0;

  /** How many wait. */
  get size(): number {
    return this.waiting.size;
  }

  put(news: News): void {
    if (news.kind !== "message" || hallTopic(news.topic) === null) {
      this.count += 1;
      this.waiting.set(this.count, news);
      return;
    }
    const older = this.waiting.get(news.topic);
    // The newer one has its own place in the order: what came between them came before it.
    this.waiting.delete(news.topic);
    // A table that has spoken by itself has done so, whatever the broker repeats.
    const kept = news.kept && (older?.kind !== "message" || older.kept);
    this.waiting.set(news.topic, { ...news, kept });
  }

  /** The oldest, as many as these at most. */
  take(most: number): News[] {
    const taken: News[] = [];
    for (const [key, news] of this.waiting) {
      if (taken.length === most) {
        break;
      }
      this.waiting.delete(key);
      taken.push(news);
    }
    return taken;
  }
}
