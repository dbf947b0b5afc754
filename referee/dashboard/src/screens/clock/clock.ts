/** The clock for a wall: what time is left, who still plays, and the gong. Read from ten metres. */

import { byId, h } from "../../elements.js";
import { clock as clockOf } from "../../format.js";
import type { Link } from "../../connection.js";
import { t } from "../../texts/texts.js";
import type { Bell } from "../hall/bell.js";
import { span } from "../hall/card.js";
import { type HallTable, leftMs } from "../hall/tables.js";
import { now } from "../now.js";

const TICK_MS = 250;
const TOGETHER_MS = 1500;

/** What the wall shows. */
export interface Standing {
  readonly playing: number;
  readonly all: number;
  readonly lastHands: number;
  /** Milliseconds until the first running clock is over; null if none runs or stands. */
  readonly left: number | null;
  /** By how much the last one is later. */
  readonly spread: number;
  readonly paused: boolean;
}

/** How the tables of a hall stand at a moment. Pure. */
export function standing(tables: Iterable<HallTable>, at: number): Standing {
  const there = [...tables].filter(({ card }) => card !== null && card.hand !== null);
  const playing = there.filter(({ card }) => card?.phase !== "ended");
  const clocks = playing.filter(({ card }) => card?.clock);
  const lefts = clocks.map(({ card }) => leftMs(card, at)).filter((left): left is number => left !== null);
  const least = Math.min(...lefts);
  return {
    playing: playing.length,
    all: there.length,
    lastHands: playing.filter(({ card }) => card?.clock?.called).length,
    left: lefts.length === 0 ? null : least,
    spread: lefts.length === 0 ? 0 : Math.max(...lefts) - least,
    paused: clocks.length > 0 && clocks.every(({ card }) => card?.clock?.ends_wall_ms === null),
  };
}

export class WallClock {
  private readonly time = h("p", { id: "wall-time", role: "timer" });
  private readonly said = h("p", { id: "wall-said" });
  private readonly playing = h("p", { id: "wall-playing" });
  private readonly age = h("p", { id: "wall-age", role: "status" });
  private readonly sound = h("button", { type: "button", class: "quiet" });
  /** The time left at the last look, to hear it pass zero. */
  private before: number | null = null;

  constructor(
    private readonly tables: () => Iterable<HallTable>,
    private readonly link: () => { link: Link; heardAt: Date | null },
    private readonly bell: Bell,
  ) {
    const back = h("a", { href: "#tables", class: "to-hall" }, t.screens.hall);
    this.sound.addEventListener("click", () => bell.turn(!bell.on));
    byId("clock-page").replaceChildren(
      this.time,
      this.said,
      this.playing,
      h("div", { class: "wall-foot" }, this.age, this.sound, back),
    );
    setInterval(() => this.tick(), TICK_MS);
  }

  /** Strikes the gong when the time runs out, and shows it if the clock is looked at. */
  tick(): void {
    const shown = standing(this.tables(), now());
    const strikes = this.before !== null && this.before > 0 && shown.left !== null && shown.left <= 0 && !shown.paused;
    this.before = shown.left;
    if (byId("clock-page").hidden) {
      return;
    }
    if (strikes) {
      this.bell.gong();
    }
    this.draw(shown);
  }

  private draw(shown: Standing): void {
    const { left } = shown;
    const over = left !== null && left <= 0;
    put(this.time, left === null ? clockOf(new Date(now())).slice(0, 5) : over ? span(left) : span(Math.ceil(left / 1000) * 1000));
    this.time.classList.toggle("hours", (this.time.textContent ?? "").length > 5);
    byId("clock-page").classList.toggle("over", over);
    const late = shown.spread > TOGETHER_MS ? t.screens.upTo(span(shown.spread)) : "";
    const words = left === null ? t.screens.noLimit : over ? t.screens.timeOver : shown.paused ? t.screens.stands(span(left)) : late;
    put(this.said, words);
    const last = shown.lastHands > 0 ? ` · ${t.screens.lastHands(shown.lastHands)}` : "";
    put(this.playing, shown.playing === 0 ? t.screens.nobodyPlays : t.screens.stillPlaying(shown.playing, shown.all) + last);
    const { link, heardAt } = this.link();
    const live = link.kind === "connected";
    put(this.age, live ? t.screens.connectedNow : t.screens.notNow(heardAt === null ? "–" : clockOf(heardAt)));
    this.age.classList.toggle("stale", !live);
    byId("clock-page").classList.toggle("stale", !live);
    put(this.sound, this.bell.on ? (this.bell.ready ? t.screens.soundOn : t.screens.soundTap) : t.screens.soundOff);
  }
}

function put(element: HTMLElement, words: string): void {
  if (element.textContent !== words) {
    element.textContent = words;
  }
}
