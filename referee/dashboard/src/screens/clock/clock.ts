/** The clock for a wall: the time left, the tables still playing, and the gong. Legible from ten metres. */

import { button, byId, h, put } from "../../elements/elements.js";
import { clock as clockOf } from "../../table/format.js";
import type { Link } from "../../table/connection.js";
import { t } from "../../texts/texts.js";
import type { Bell } from "../hall/bell.js";
import { span } from "../../table/timing.js";
import type { HallTable } from "../hall/tables.js";
import { now } from "../../table/now.js";
import { Strikes } from "./ends.js";
import type { SessionClocks } from "./sessions.js";
import { type Overs, overs, type Standing, standing, strikes } from "./standing.js";

const TICK_MS = 250;
const TOGETHER_MS = 1500;
/** A session is counted down to from so long before it. */
const NEAR_MS = 12 * 3_600_000;

export class WallClock {
  private readonly time = h("p", { id: "wall-time", role: "timer" });
  private readonly note = h("p", { id: "wall-said" });
  private readonly playing = h("p", { id: "wall-playing" });
  private readonly age = h("p", { id: "wall-age", role: "status" });
  private readonly sound = button({ class: "quiet" }, () => this.bell.turn(!this.bell.on));
  /** Whether each table was over time at the last look. */
  private before: Overs = new Map();
  private readonly sessions = new Strikes();
  private struckAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly tables: () => Iterable<HallTable>,
    private readonly link: () => { link: Link; heardAt: Date | null },
    private readonly bell: Bell,
    private readonly clocks: Pick<SessionClocks, "ends" | "moments" | "next">,
  ) {
    const back = h("a", { href: "#tables", class: "to-hall" }, t.screens.hall);
    byId("clock-page").replaceChildren(
      this.time,
      this.note,
      this.playing,
      h("div", { class: "wall-foot" }, this.age, this.sound, back),
    );
    setInterval(() => this.tick(), TICK_MS);
  }

  /** Sound what the timetable says, and the gong whenever a table's or a session's time runs out: once for those that
   * began together. Show the time where the clock is shown.
   */
  tick(): void {
    const at = now();
    const tables = [...this.tables()];
    const over = overs(tables, at);
    const planned = this.sessions.strike(this.clocks.moments(), at);
    const sound = strikes(this.before, over) ? "gong" : planned;
    if (sound !== null && Math.abs(at - this.struckAt) > TOGETHER_MS) {
      this.struckAt = at;
      this.bell.ring(sound);
    }
    this.before = over;
    if (!byId("clock-page").hidden) {
      this.draw(standing(tables, at, this.clocks.ends()), at);
    }
  }

  private draw(shown: Standing, at: number): void {
    const { left } = shown;
    const over = left === null && shown.over > 0;
    const next = this.clocks.next();
    const toNext = next === null ? 0 : next.starts_s * 1000 - at;
    const waits = next !== null && left === null && !over && toNext > 0 && toNext < NEAR_MS;
    put(this.time, waits ? span(Math.ceil(toNext / 1000) * 1000) : left !== null ? span(Math.ceil(left / 1000) * 1000) : over ? span(shown.overMs) : clockOf(new Date(now())).slice(0, 5));
    this.time.classList.toggle("hours", (this.time.textContent ?? "").length > 5);
    byId("clock-page").classList.toggle("over", over);
    const late = shown.spread > TOGETHER_MS ? t.screens.upTo(span(shown.spread)) : "";
    const words = waits ? t.screens.begins(next.session, clockOf(new Date(next.starts_s * 1000)).slice(0, 5)) : over ? t.screens.timeOver : left === null ? t.screens.noLimit : shown.paused ? t.screens.stands(span(left)) : late;
    const others = left !== null && shown.over > 0 ? t.screens.overTime(shown.over) : "";
    put(this.note, [words, others].filter(Boolean).join(" · "));
    const last = shown.lastHands > 0 ? ` · ${t.screens.lastHands(shown.lastHands)}` : "";
    const unseen = shown.all === 0 && (left !== null || over || waits);
    put(this.playing, unseen ? "" : shown.playing === 0 ? t.screens.nobodyPlays : t.screens.stillPlaying(shown.playing, shown.all) + last);
    const { link, heardAt } = this.link();
    const live = link.kind === "connected";
    put(this.age, live ? t.screens.connectedNow : t.screens.notNow(heardAt === null ? "–" : clockOf(heardAt)));
    this.age.classList.toggle("stale", !live);
    byId("clock-page").classList.toggle("stale", !live);
    put(this.sound, this.bell.on ? (this.bell.ready ? t.screens.soundOn : t.screens.soundTap) : t.screens.soundOff);
  }
}
