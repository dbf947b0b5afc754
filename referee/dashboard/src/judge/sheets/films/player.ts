/** Plays a film at the speed of the table, from when it is shown; steps through it; saves it. */

import { button, byId, h, put } from "../../../elements/elements.js";
import { trueMinus } from "../../../texts/numbers.js";
import { t } from "../../../texts/texts.js";
import { pictures, range, type Part } from "./avi.js";
import { boxes, fetchReadings, lastTold, type Readings } from "./readings.js";

/** A film that a server gives. */
export interface Film {
  readonly url: string;
  readonly bytes: number;
  /** When the entry was made that the film is about, in milliseconds after its first picture. */
  readonly actMs: number;
  /** Whether the server gives the film as MP4 too. */
  readonly mp4: boolean;
  /** The name for a saved copy, without its ending. */
  readonly name: string;
}

/** How many pictures are fetched at a time, so that a film of thirty a second needs few questions. */
const BLOCK = 8;
/** How many pictures after the shown one are fetched while the film plays. */
const AHEAD = 16;
/** For how long the last picture is shown before the film begins again. */
const LAST_MS = 200;
/** How long a browser may take to begin with saving a file. */
const SAVING_MS = 60_000;

export class Player {
  private readonly picture = h("img", { alt: "", class: "film" });
  private readonly over = h("div", { class: "film-boxes" });
  private readonly slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": t.frame });
  private readonly act = button({ class: "film-act", "aria-label": t.film.act, title: t.film.act }, () => this.go(this.actPlace), "▲");
  private readonly play = button({ class: "quiet", "aria-label": t.playFilm }, () => this.turn(), "▶");
  private readonly time = h("output", { class: "film-time" });
  private readonly half = pressed(t.film.half);
  private readonly loop = pressed(t.film.loop);
  private readonly save = button({ class: "quiet" }, () => void this.saved());
  private readonly box = h("input", { type: "checkbox", checked: true });
  private readonly note = h("p", { class: "facts", role: "status" });
  private readonly steps = [
    stepButton(t.film.back, "◀|", () => this.go(this.place - 1)),
    this.play,
    stepButton(t.film.forward, "|▶", () => this.go(this.place + 1)),
  ];
  private readonly moves = h(
    "div",
    { class: "film-moves" },
    h("div", { class: "film-line" }, this.slider, this.act),
    h("div", { class: "film-bar" }, ...this.steps, this.time, this.half, this.loop, this.save),
  );
  private readonly fills = button({ class: "quiet" }, () => this.fill(!this.element.classList.contains("whole")), t.film.whole);
  private readonly switch = h("label", { class: "switch" }, this.box, h("span", {}, t.past.boxes));
  private readonly frame = h("div", { class: "film-frame" }, this.picture, this.over);
  readonly element = h("div", { class: "player-of-film" }, this.frame, this.moves, h("div", { class: "film-bar" }, this.fills, this.switch), this.note);
  private readings: Readings | null = null;
  /** The frame up to which readings are drawn; -1 if none are. */
  private drawn = -1;
  private parts: readonly Part[] = [];
  /** The object URLs of pictures that are fetched or on their way, by the numbers of their blocks. */
  private readonly fetched = new Map<number, Promise<readonly string[]>>();
  /** When the next picture is due; the film stands while there is no timer. */
  private dueMs = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ending: "mp4" | "avi";

  /** `instead` makes what is shown if the film cannot be played. */
  constructor(
    private readonly film: Film,
    private readonly instead: () => HTMLElement,
  ) {
    this.ending = film.mp4 ? "mp4" : "avi";
    this.offer(film.mp4 ? "" : t.film.noEncoder);
    this.box.addEventListener("change", () => this.draw());
    this.slider.addEventListener("input", () => this.go(this.place));
    document.addEventListener("fullscreenchange", this.unfilled);
    this.endWithSheet();
    fetchReadings(film.url)
      .then((found) => {
        this.readings = found;
        this.draw();
      })
      .catch(() => {
        // A film is worth showing even without its readings.
        this.over.replaceChildren(h("p", { class: "would refused" }, t.past.noBoxes));
      });
    pictures((from, length) => range(film.url, from, length), film.bytes)
      .then((found) => this.begin(found))
      .catch(() => this.fail());
  }

  private begin(parts: readonly Part[]): void {
    this.parts = parts;
    const last = parts.length - 1;
    this.slider.max = String(last);
    this.moves.hidden = last === 0;
    this.act.style.setProperty("--at", String(last === 0 ? 0 : this.actPlace / last));
    this.show(0);
    if (last > 0) {
      this.turn();
    }
  }

  private get place(): number {
    return Number(this.slider.value);
  }

  /** The picture that shows the act, or the first one. */
  private get actPlace(): number {
    return Math.max(0, this.parts.filter(({ atMs }) => atMs <= this.film.actMs).length - 1);
  }

  /** Stop at a picture. */
  private go(place: number): void {
    this.stop();
    this.show(Math.max(0, Math.min(place, this.parts.length - 1)));
  }

  private show(place: number): void {
    this.slider.value = String(place);
    const seconds = ((this.parts[place]?.atMs ?? 0) - this.film.actMs) / 1000;
    put(this.time, t.film.fromAct(`${seconds < 0 ? "" : "+"}${trueMinus(seconds.toFixed(2))}`));
    this.showNow(place).catch(() => this.fail());
  }

  private async showNow(place: number): Promise<void> {
    const address = await this.fetch(place);
    if (this.place === place) {
      this.picture.src = address;
      this.draw();
      this.picture.alt = `${t.frame} ${place + 1} / ${this.parts.length}`;
    }
  }

  private async fetch(place: number): Promise<string> {
    const block = Math.floor(place / BLOCK);
    const parts = this.parts.slice(block * BLOCK, (block + 1) * BLOCK);
    const [first, last] = [parts[0], parts.at(-1)];
    if (first === undefined || last === undefined) {
      throw new Error("no such picture");
    }
    let addresses = this.fetched.get(block);
    if (addresses === undefined) {
      addresses = range(this.film.url, first.from, last.from + last.bytes - first.from).then(({ buffer }) =>
        parts.map(({ from, bytes }) => URL.createObjectURL(new Blob([new Uint8Array(buffer as ArrayBuffer, from - first.from, bytes)], { type: "image/jpeg" }))),
      );
      this.fetched.set(block, addresses);
    }
    return (await addresses)[place - block * BLOCK] ?? "";
  }

  private draw(): void {
    const last = this.readings === null || !this.box.checked ? -1 : lastTold(this.readings, this.place);
    if (last !== this.drawn) {
      this.drawn = last;
      this.over.replaceChildren(...(this.readings === null || last === -1 ? [] : [boxes(this.readings, last)]));
    }
  }

  private turn(): void {
    if (this.timer !== undefined) {
      this.stop();
      return;
    }
    if (this.place === this.parts.length - 1) {
      this.show(0);
    }
    this.play.textContent = "❚❚";
    this.play.setAttribute("aria-label", t.film.pause);
    this.dueMs = performance.now();
    this.wait();
  }

  /** For how long a picture is shown: until the next one was taken. */
  private lastsMs(place: number): number {
    const [shown, next] = [this.parts[place], this.parts[place + 1]];
    return shown === undefined || next === undefined ? LAST_MS : next.atMs - shown.atMs;
  }

  /** Wait for as long as a picture is shown. Times add up from the first one, so that a late timer slows nothing. */
  private wait(): void {
    this.dueMs += this.lastsMs(this.place) * (isPressed(this.half) ? 2 : 1);
    this.timer = setTimeout(() => void this.step().catch(() => this.fail()), Math.max(0, this.dueMs - performance.now()));
    for (let ahead = this.place + 1; ahead <= Math.min(this.place + AHEAD, this.parts.length - 1); ahead += 1) {
      this.fetch(ahead).catch(() => undefined); // it fails where the picture is shown
    }
  }

  private async step(): Promise<void> {
    const mine = this.timer;
    const isLast = this.place === this.parts.length - 1;
    if (isLast && !isPressed(this.loop)) {
      this.stop();
      return;
    }
    const next = isLast ? 0 : this.place + 1;
    await this.fetch(next);
    if (mine === this.timer) {
      // A picture that came late holds the film up; none is left out to make up for it.
      this.dueMs = Math.max(this.dueMs, performance.now() - this.lastsMs(this.place));
      this.show(next);
      this.wait();
    }
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.play.textContent = "▶";
    this.play.setAttribute("aria-label", t.playFilm);
  }

  private fail(): void {
    this.stop();
    this.element.replaceChildren(this.instead());
  }

  /** Let the film fill the screen, or the window where a browser can do no more. */
  private fill(whole: boolean): void {
    this.element.classList.toggle("whole", whole);
    if (whole) {
      this.element.requestFullscreen?.().catch(() => undefined);
    } else if (document.fullscreenElement === this.element) {
      document.exitFullscreen?.().catch(() => undefined);
    }
  }

  private readonly unfilled = (): void => {
    if (document.fullscreenElement !== this.element) {
      this.element.classList.remove("whole");
    }
  };

  /** Offer the film to be saved, with a note on it. */
  private offer(note: string): void {
    this.save.textContent = t.film.save(this.ending.toUpperCase());
    this.save.disabled = false;
    put(this.note, note);
  }

  private async saved(): Promise<void> {
    this.save.disabled = true;
    put(this.note, this.ending === "mp4" ? t.film.encoding : "");
    try {
      const answer = await fetch(this.film.url.replace(/avi$/, this.ending));
      if (!answer.ok) {
        throw new Error(await answer.text());
      }
      const address = URL.createObjectURL(await answer.blob());
      h("a", { href: address, download: `${this.film.name}.${this.ending}` }).click();
      setTimeout(() => URL.revokeObjectURL(address), SAVING_MS);
      this.offer("");
    } catch {
      const failed = this.ending === "mp4" ? t.film.notEncoded : t.noFilm;
      this.ending = "avi";
      this.offer(failed);
    }
  }

  /** Stop the player when it is taken out of the sheet or the sheet is closed. */
  private endWithSheet(): void {
    const sheet = byId("sheet");
    const gone = new MutationObserver(() => {
      if (!this.element.isConnected || !(sheet as HTMLDialogElement).open) {
        this.stop();
        document.removeEventListener("fullscreenchange", this.unfilled);
        this.fetched.forEach((block) => void block.then((urls) => urls.forEach((url) => URL.revokeObjectURL(url))).catch(() => undefined));
        this.fetched.clear();
        gone.disconnect();
      }
    });
    gone.observe(sheet, { childList: true, subtree: true, attributes: true, attributeFilter: ["open"] });
  }
}

/** Make a button with a sign, which a screen reader calls by its name. */
function stepButton(name: string, sign: string, act: () => void): HTMLButtonElement {
  return button({ class: "quiet", "aria-label": name, title: name }, act, h("span", { "aria-hidden": "true" }, sign));
}

/** Make a button that stays pressed until it is pressed again. */
function pressed(words: string): HTMLButtonElement {
  const made = button({ class: "quiet", "aria-pressed": "false" }, () => made.setAttribute("aria-pressed", String(!isPressed(made))), words);
  return made;
}

function isPressed(made: HTMLElement): boolean {
  return made.getAttribute("aria-pressed") === "true";
}
