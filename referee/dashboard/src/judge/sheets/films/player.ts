/** Plays a film at the speed of the table, from when it is shown; steps through it; saves it. */

import { button, byId, h, put } from "../../../elements/elements.js";
import { t } from "../../../texts/texts.js";
import { pictures, range, type Reel } from "./avi.js";
import { boxes, fetchReadings, type Readings } from "./readings.js";

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

/** How many pictures after the shown one are fetched while the film plays. */
const AHEAD = 5;
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
  private reel: Reel = { parts: [], pictureMs: 0 };
  /** The object URLs of pictures that are fetched or on their way, by picture number. */
  private readonly fetched = new Map<number, Promise<string>>();
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

  private begin(reel: Reel): void {
    this.reel = reel;
    const last = reel.parts.length - 1;
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

  /** The picture that shows the act, or the nearest to it. */
  private get actPlace(): number {
    const { parts, pictureMs } = this.reel;
    return Math.max(0, Math.min(Math.floor(this.film.actMs / pictureMs), parts.length - 1));
  }

  /** Stop at a picture. */
  private go(place: number): void {
    this.stop();
    this.show(Math.max(0, Math.min(place, this.reel.parts.length - 1)));
  }

  private show(place: number): void {
    this.slider.value = String(place);
    const seconds = (place * this.reel.pictureMs - this.film.actMs) / 1000;
    put(this.time, t.film.fromAct(`${seconds < 0 ? "−" : "+"}${Math.abs(seconds).toFixed(1)}`));
    this.showNow(place).catch(() => this.fail());
  }

  private async showNow(place: number): Promise<void> {
    const address = await this.fetch(place);
    if (this.place === place) {
      this.picture.src = address;
      this.draw();
      this.picture.alt = `${t.frame} ${place + 1} / ${this.reel.parts.length}`;
    }
  }

  private fetch(place: number): Promise<string> {
    let address = this.fetched.get(place);
    const part = this.reel.parts[place];
    if (address === undefined && part !== undefined) {
      address = range(this.film.url, part.from, part.bytes).then((data) =>
        URL.createObjectURL(new Blob([data.buffer as ArrayBuffer], { type: "image/jpeg" })),
      );
      this.fetched.set(place, address);
    }
    return address ?? Promise.reject(new Error("no such picture"));
  }

  private draw(): void {
    this.over.replaceChildren(...(this.readings === null || !this.box.checked ? [] : [boxes(this.readings, this.place)]));
  }

  private turn(): void {
    if (this.timer !== undefined) {
      this.stop();
      return;
    }
    if (this.place === this.reel.parts.length - 1) {
      this.show(0);
    }
    this.play.textContent = "❚❚";
    this.play.setAttribute("aria-label", t.film.pause);
    this.dueMs = performance.now();
    this.wait();
  }

  /** Wait for as long as a picture is shown. Times add up from the first one, so that a late timer slows nothing. */
  private wait(): void {
    this.dueMs += this.reel.pictureMs * (isPressed(this.half) ? 2 : 1);
    this.timer = setTimeout(() => void this.step().catch(() => this.fail()), Math.max(0, this.dueMs - performance.now()));
    for (let ahead = this.place + 1; ahead <= Math.min(this.place + AHEAD, this.reel.parts.length - 1); ahead += 1) {
      this.fetch(ahead).catch(() => undefined); // it fails where the picture is shown
    }
  }

  private async step(): Promise<void> {
    const mine = this.timer;
    const isLast = this.place === this.reel.parts.length - 1;
    if (isLast && !isPressed(this.loop)) {
      this.stop();
      return;
    }
    const next = isLast ? 0 : this.place + 1;
    await this.fetch(next);
    if (mine === this.timer) {
      // A picture that came late holds the film up; none is left out to make up for it.
      this.dueMs = Math.max(this.dueMs, performance.now() - this.reel.pictureMs);
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
        this.fetched.forEach((address) => void address.then((url) => URL.revokeObjectURL(url)).catch(() => undefined));
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
