/** The felt as it is drawn: which chair is at the bottom, and with whose points the others' are compared. */

import { isLive, type StatusLine } from "../table/connection.js";
import { become, byId } from "../elements/elements.js";
import { felt } from "../felt/felt.js";
import type { TableView } from "../table/model.js";
import { t } from "../texts/texts.js";

export class Picture {
  private bottomChair = 0;
  /** The seat whose points the others' are compared with; null for the leader. */
  private against: number | null = null;
  /** The contents of the felt now: state, latest tile, chair at the bottom, seat to compare with, whether a judge rules. */
  private shown: readonly unknown[] = [];

  /** `changed` has the picture drawn again. */
  constructor(private readonly changed: () => void) {}

  turn(): void {
    this.bottomChair = (this.bottomChair + 1) % 4;
    this.changed();
  }

  /** Compare all points with those of a player; for the same player again, with the leader's. */
  compare(seat: number): void {
    this.against = this.against === seat ? null : seat;
    this.changed();
  }

  /** Compare all points with those of the next player; after the last one comes the leader again. */
  compareNext(): void {
    this.compare(Math.min((this.against ?? -1) + 1, 3));
  }

  /** Draw the table in the past state `then`, or as it is now if that is null. `rules`: a judge can tap it to act. */
  draw(now: TableView, then: TableView | null, rules: boolean, status: StatusLine): void {
    const picture = byId("felt");
    const seen = then ?? now;
    const shown = [seen.state, seen.latest, this.bottomChair, this.against, rules];
    if (shown.some((what, index) => what !== this.shown[index])) {
      this.shown = shown;
      const drawn = felt(seen, this.bottomChair, this.against, rules);
      picture.title = rules ? t.felt.acts : t.felt.compared;
      if (picture.firstChild === null) {
        picture.append(drawn);
      } else {
        become(picture.firstChild, drawn);
      }
    }
    picture.classList.toggle("stale", !isLive(status) && then === null);
    picture.classList.toggle("past", then !== null);
    picture.dataset.past = then === null ? "" : t.past.stamp;
    picture.dataset.stamp = isLive(status) ? "" : `${status.title} · ${t.notLive}`;
  }
}
