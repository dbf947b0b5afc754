/** The film of a clip: an AVI of JPEG pictures. Only the pictures that are viewed are fetched, by their byte ranges.
 *
 * No browser plays such a file by itself. The file's index says where each picture lies.
 */

import { button, byId, h, s } from "../../elements/elements.js";
import { tileWords } from "../../table/format.js";
import { Unreadable } from "../../declared/checked.js";
import { addressOf } from "../../table/route.js";
import { lossWords } from "../../texts/render.js";
import { t } from "../../texts/texts.js";
import type { Desk } from "./desk.js";
import type { Answer, Arguments } from "../../broker/orders.js";

interface Part {
  readonly from: number;
  readonly bytes: number;
}

const INDEX_ENTRY = 16;
const FRAMES_PER_S = 5;

/** Fetch bytes of the film, even if the server ignores the range and sends all of it. */
async function range(url: string, from: number, bytes: number): Promise<DataView> {
  const answer = await fetch(url, { headers: { Range: `bytes=${from}-${from + bytes - 1}` } });
  if (!answer.ok) {
    throw new Error(await answer.text());
  }
  const data = await answer.arrayBuffer();
  return new DataView(answer.status === 206 ? data : data.slice(from, from + bytes));
}

function name(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((place) => view.getUint8(at + place)));
}

/** Find the pictures of an AVI. */
export async function pictures(read: (from: number, bytes: number) => Promise<DataView>, whole: number): Promise<Part[]> {
  let at = 12;
  let movie = 0;
  while (at + 8 <= whole) {
    const head = await read(at, 12);
    const kind = name(head, 0);
    const bytes = head.getUint32(4, true);
    if (kind === "LIST" && name(head, 8) === "movi") {
      movie = at + 8;
    } else if (kind === "idx1") {
      const index = await read(at + 8, bytes);
      return Array.from({ length: Math.floor(bytes / INDEX_ENTRY) }, (_, place) => {
        const entry = place * INDEX_ENTRY;
        return { from: movie + index.getUint32(entry + 8, true) + 8, bytes: index.getUint32(entry + 12, true) };
      });
    }
    at += 8 + bytes + (bytes % 2);
  }
  throw new Error("no index");
}

/** The readings in the pictures of a film. */
interface Readings {
  readonly width: number;
  readonly height: number;
  /** For each picture of the film, the frame that it shows. */
  readonly shown: readonly number[];
  readonly frames: readonly { readonly readings: Readonly<Record<string, readonly Box[]>>; readonly lost: Readonly<Record<string, string | null>> }[];
  readonly zones: Readonly<Record<string, readonly (readonly number[])[]>>;
}

interface Box {
  readonly tile: string;
  readonly confidence_pm: number;
  readonly corners: readonly (readonly number[])[];
}

/** Thousandths; a less confident reading is marked as uncertain. */
const SURE_PM = 900;

/** Draw the boxes of one picture: the last reading of each zone, and zones whose track was lost. */
function boxes(readings: Readings, place: number): SVGSVGElement {
  const held: Record<string, readonly Box[]> = {};
  const lost: Record<string, string | null> = {};
  for (const frame of readings.frames.slice(0, (readings.shown[place] ?? 0) + 1)) {
    Object.assign(held, frame.readings);
    Object.assign(lost, frame.lost);
  }
  const points = (corners: readonly (readonly number[])[]): string => corners.map((corner) => corner.join(",")).join(" ");
  const picture = s("svg", { viewBox: `0 0 ${readings.width} ${readings.height}`, class: "boxes", "aria-hidden": "true" });
  for (const [zone, why] of Object.entries(lost)) {
    if (why !== null && readings.zones[zone] !== undefined) {
      picture.append(s("polygon", { points: points(readings.zones[zone]), class: "box-lost" }, s("title", {}, lossWords(why))));
    }
  }
  for (const tile of Object.values(held).flat()) {
    const unsure = tile.confidence_pm < SURE_PM;
    const name = tile.tile === "x" ? "" : tileWords(tile.tile);
    const [x = 0, y = 0] = tile.corners[0] ?? [];
    picture.append(
      s("polygon", { points: points(tile.corners), class: unsure ? "box unsure" : "box" }, s("title", {}, unsure ? `${name} (${t.past.unsure})` : name)),
      s("text", { x, y: y - 2, class: unsure ? "box-name unsure" : "box-name" }, tile.tile === "x" ? "" : `${tile.tile}${unsure ? "?" : ""}`),
    );
  }
  return picture;
}

async function readings(film: string): Promise<Readings | null> {
  const answer = await fetch(film.replace(/\.avi$/, ".json"));
  return answer.ok ? readingsOf(await answer.json()) : null;
}

/** Check the readings that came with a clip. Throws `Unreadable`. */
export function readingsOf(value: unknown): Readings {
  const corners: Check = (one) => isList(one) && one.length > 0 && one.every((each) => isList(each) && each.length === 2 && each.every(isNumber));
  const box: Check = (one) => isObject(one) && typeof one.tile === "string" && isNumber(one.confidence_pm) && corners(one.corners);
  const frame: Check = (one) =>
    isObject(one) &&
    isOf(one.readings, (each) => isList(each) && each.every(box)) &&
    isOf(one.lost, (why) => why === null || typeof why === "string");
  const fine =
    isObject(value) &&
    isNumber(value.width) &&
    isNumber(value.height) &&
    isList(value.shown) &&
    value.shown.every(isNumber) &&
    isList(value.frames) &&
    value.frames.every(frame) &&
    isOf(value.zones, corners);
  if (!fine) {
    throw new Unreadable("the readings of a clip are none");
  }
  return value as unknown as Readings;
}

type Check = (value: unknown) => boolean;
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !isList(value);
const isOf = (value: unknown, each: Check): boolean => isObject(value) && Object.values(value).every(each);

/** The address at which a table's own server gives a film, as `clip` answers it. */
interface FilmAddress {
  /** Empty if the broker runs on the table's computer. */
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly encrypted: boolean;
}

/** Return the address of a table's own page; null if it is not a valid one. `here` is the address of this page. */
export function pageOf({ host, port, encrypted }: FilmAddress, here: URL): string | null {
  const name = host === "" ? here.hostname : host.includes(":") ? `[${host}]` : host;
  if (!/^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])$/.test(name) || !Number.isInteger(port) || port < 1 || port > 65535) {
    return null;
  }
  return `${encrypted ? "https" : "http"}://${name}:${port}/`;
}

/** Link to a film on another server: this page may load nothing from there. */
function filmElsewhere(page: FilmAddress, { orders: { table } }: Desk): HTMLElement | null {
  const address = pageOf(page, new URL(location.href));
  if (address === null) {
    return null;
  }
  const link = h("a", { href: `${address}${addressOf(table)}`, target: "_blank", rel: "noopener noreferrer" }, address);
  return h("p", { class: "elsewhere" }, h("bdi", {}, t.filmElsewhere(table.name.slice(0, 100))), " ", link);
}

/** Ask the table for a clip or a picture, and show it in a place, or the reason for having none. */
export async function showFilm(place: HTMLElement, command: "clip" | "camera_picture", args: Arguments, desk: Desk): Promise<void> {
  const answer = await desk.orders.look(command, args);
  const player = answer?.ok ? filmPlayer(answer, desk) : null;
  place.replaceChildren(player ?? h("p", { class: "would refused" }, answer === null ? t.unanswered : (answer.error ?? t.noFilm)));
}

/** Make a player for the clip in an answer; null if the table serves no film. */
function filmPlayer(clip: Answer, desk: Desk): HTMLElement | null {
  const page = clip.page as FilmAddress | null | undefined;
  if (page === null || page === undefined) {
    return null;
  }
  return desk.isOwn ? new Player(page.path, Number(clip.bytes)).element : filmElsewhere(page, desk);
}

class Player {
  private readonly picture = h("img", { alt: "", class: "film" });
  private readonly slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": t.frame });
  private readonly play = button({ class: "quiet", "aria-label": t.playFilm }, () => this.turn(), "▶");
  private readonly over = h("div", { class: "film-boxes" });
  private readonly box = h("input", { type: "checkbox", checked: true });
  private readonly bar = h("div", { class: "film-bar" }, this.play, this.slider);
  readonly element = h(
    "div",
    { class: "player-of-film" },
    h("div", { class: "film-frame" }, this.picture, this.over),
    this.bar,
    h("label", { class: "switch" }, this.box, h("span", {}, t.past.boxes)),
  );
  private readings: Readings | null = null;
  private parts: Part[] = [];
  /** The object URLs of fetched pictures, by picture number. */
  private readonly fetched = new Map<number, string>();
  private timer: ReturnType<typeof setInterval> | undefined;

  /** Play the film at this URL, which is so many bytes long. */
  constructor(
    private readonly url: string,
    bytes: number,
  ) {
    this.box.addEventListener("change", () => this.draw());
    this.slider.addEventListener("input", () => this.show(this.place));
    this.endWithSheet();
    readings(url)
      .then((found) => {
        this.readings = found;
        this.draw();
      })
      .catch(() => {
        // A film is worth showing even without its readings.
        this.over.replaceChildren(h("p", { class: "would refused" }, t.past.noBoxes));
      });
    pictures((from, length) => range(url, from, length), bytes)
      .then((found) => {
        this.parts = found;
        this.slider.max = String(found.length - 1);
        this.bar.hidden = found.length === 1;
        this.show(0);
      })
      .catch(() => this.fail());
  }

  private get place(): number {
    return Number(this.slider.value);
  }

  private draw(): void {
    this.over.replaceChildren(...(this.readings === null || !this.box.checked ? [] : [boxes(this.readings, this.place)]));
  }

  private show(place: number): void {
    this.showNow(place).catch(() => this.fail());
  }

  private async showNow(place: number): Promise<void> {
    const part = this.parts[place];
    if (part === undefined) {
      return;
    }
    let address = this.fetched.get(place);
    if (address === undefined) {
      const data = await range(this.url, part.from, part.bytes);
      address = URL.createObjectURL(new Blob([data.buffer as ArrayBuffer], { type: "image/jpeg" }));
      this.fetched.set(place, address);
    }
    if (this.place === place) {
      this.picture.src = address;
      this.draw();
      this.picture.alt = `${t.frame} ${place + 1} / ${this.parts.length}`;
    }
  }

  private turn(): void {
    if (this.timer === undefined) {
      this.timer = setInterval(() => this.step(), 1000 / FRAMES_PER_S);
      this.play.textContent = "❚❚";
    } else {
      this.stop();
    }
  }

  private step(): void {
    const next = this.place + 1;
    this.slider.value = String(next >= this.parts.length ? 0 : next);
    this.show(this.place);
  }

  private stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.play.textContent = "▶";
  }

  private fail(): void {
    this.stop();
    this.element.replaceChildren(h("p", { class: "would refused" }, t.noFilm));
  }

  /** Stop the player when it is taken out of the sheet or the sheet is closed. */
  private endWithSheet(): void {
    const sheet = byId("sheet");
    const gone = new MutationObserver(() => {
      if (!this.element.isConnected || !(sheet as HTMLDialogElement).open) {
        this.stop();
        this.fetched.forEach((address) => URL.revokeObjectURL(address));
        this.fetched.clear();
        gone.disconnect();
      }
    });
    gone.observe(sheet, { childList: true, subtree: true, attributes: true, attributeFilter: ["open"] });
  }
}
