/** The page's icons as PNG, of the same shapes as static/favicon.svg: an ivory tile with a red chun on the felt. */

import { deflateSync } from "node:zlib";

const GROUND = [0x0d, 0x2b, 0x24];
const BACK = [0xbf, 0xae, 0x7d];
const IVORY = [0xfb, 0xf6, 0xe6];
const RED = [0xc2, 0x21, 0x1f];
/** Strokes of chun in a square of 64, each a line.
 * @type {[number, number, number, number][]} */
const STROKES = [
  [21, 20, 43, 20],
  [43, 20, 43, 34],
  [43, 34, 21, 34],
  [21, 34, 21, 20],
  [32, 11, 32, 47],
];
const SAMPLES = 4;

function inRounded(x, y, left, top, wide, high, radius) {
  const dx = Math.max(left + radius - x, 0, x - (left + wide - radius));
  const dy = Math.max(top + radius - y, 0, y - (top + high - radius));
  return dx * dx + dy * dy <= radius * radius;
}

function nearLine(x, y, [x1, y1, x2, y2]) {
  const along = Math.min(1, Math.max(0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)));
  return Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1)) <= 2.5;
}

function colour(x, y) {
  if (!inRounded(x, y, 14, 6, 36, 52, 6)) {
    return GROUND;
  }
  if (!inRounded(x, y, 14, 6, 36, 47, 6)) {
    return BACK;
  }
  return STROKES.some((line) => nearLine(x, y, line)) ? RED : IVORY;
}

/** Return the icon, so many pixels wide and high; the ground fills the square, so that any mask may be cut from it. */
export function icon(size) {
  const rows = [];
  // The tile stays within the middle four fifths, which every mask shows.
  const scale = (64 / size) * 1.12;
  const off = (64 - 64 * 1.12) / 2;
  for (let row = 0; row < size; row += 1) {
    const line = Buffer.alloc(1 + size * 3);
    for (let column = 0; column < size; column += 1) {
      const sum = [0, 0, 0];
      for (let sample = 0; sample < SAMPLES * SAMPLES; sample += 1) {
        const x = (column + ((sample % SAMPLES) + 0.5) / SAMPLES) * scale + off;
        const y = (row + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) * scale + off;
        colour(x, y).forEach((part, place) => {
          sum[place] += part;
        });
      }
      sum.forEach((part, place) => {
        line[1 + column * 3 + place] = Math.round(part / (SAMPLES * SAMPLES));
      });
    }
    rows.push(line);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", deflateSync(Buffer.concat(rows))), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc(body), body.length + 4);
  return whole;
}

function crc(data) {
  let value = 0xffffffff;
  for (const byte of data) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    }
  }
  return (value ^ 0xffffffff) >>> 0;
}
