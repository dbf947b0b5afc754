/** The readings that come with a film: what was read in each picture, drawn over it. */

import { s } from "../../../elements/elements.js";
import { tileWords } from "../../../table/format.js";
import { Unreadable } from "../../../declared/checked.js";
import { lossWords } from "../../../texts/render.js";
import { t } from "../../../texts/texts.js";

/** The readings in the pictures of a film. */
export interface Readings {
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

/** Return the newest frame, up to one picture, for which anything was read; the first if there is none. */
export function lastTold({ shown, frames }: Readings, place: number): number {
  let frame = shown[place] ?? 0;
  while (frame > 0 && Object.keys({ ...frames[frame]?.readings, ...frames[frame]?.lost }).length === 0) {
    frame -= 1;
  }
  return frame;
}

/** Draw the boxes of a frame: the last reading of each zone, and zones whose track was lost. */
export function boxes(readings: Readings, last: number): SVGSVGElement {
  const held: Record<string, readonly Box[]> = {};
  const lost: Record<string, string | null> = {};
  for (const frame of readings.frames.slice(0, last + 1)) {
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

export async function fetchReadings(film: string): Promise<Readings | null> {
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
