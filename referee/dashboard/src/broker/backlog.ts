/** News that waits for the page, in order. If the messages of a topic replace each other, only the newest waits. */

import { hallTopic } from "./topics.js";
import type { News } from "./post.js";

export class Backlog {
  private readonly waiting = new Map<string | number, News>();
  private count = 0;

  /** How many are waiting. */
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
    // The newer message takes a new place at the end, after everything that arrived between the two.
    this.waiting.delete(news.topic);
    // If the table itself sent one of the two, this is no mere repeat by the broker.
    const kept = news.kept && (older?.kind !== "message" || older.kept);
    this.waiting.set(news.topic, { ...news, kept });
  }

  /** Take out the oldest, up to this many. */
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
