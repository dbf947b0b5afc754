/** The 37 faces, a back and an unknown tile, as SVG symbols of 92 × 124. Pure: markup in, nothing else.
 *
 * A red five also has a mark in its corner, so that it can be told apart without colour vision.
 */

import { character } from "./characters.js";

const WIDTH = 92;
const HEIGHT = 124;
/** The face proper; the tile's edge shows below it. */
const FACE_HEIGHT = 115;

const INK = "#1d2433";
const RED = "#c2211f";
const GREEN = "#12703f";
const BLUE = "#1d4f96";

export const FACE_NAMES: readonly string[] = [
  ...["m", "p", "s"].flatMap((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((number) => `${number}${suit}`)),
  ...[1, 2, 3, 4, 5, 6, 7].map((number) => `${number}z`),
];

/** Return the id of the symbol of a face, of `?`, or of the back. */
export function symbolId(tile: string): string {
  return tile === "?" ? "tile-unknown" : `tile-${tile}`;
}

function painted(name: string, x: number, y: number, width: number, height: number, colour: string): string {
  const transform = `translate(${x} ${y}) scale(${width / 100} ${height / 100})`;
  return `<path transform="${transform}" fill="${colour}" stroke="${colour}" stroke-width="1.6" stroke-linejoin="round" d="${character(name)}"/>`;
}

function man(number: number): string {
  const red = number === 0;
  return (
    painted(String(red ? 5 : number), 20, 7, 52, 46, red ? RED : INK) + painted("man", 19, 55, 54, 56, RED)
  );
}

type Spot = readonly [x: number, y: number, colour: string];

function coin([x, y, colour]: Spot, r: number): string {
  return (
    `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>` +
    `<circle cx="${x}" cy="${y}" r="${r * 0.68}" fill="none" stroke="#fbf6e6" stroke-width="${r * 0.17}"/>` +
    `<circle cx="${x}" cy="${y}" r="${r * 0.24}" fill="#fbf6e6"/>`
  );
}

function greatCoin(): string {
  const petals = Array.from({ length: 12 }, (_, index) => {
    const angle = (index * Math.PI) / 6;
    const [x, y] = [46 + 25 * Math.cos(angle), 58 + 25 * Math.sin(angle)];
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4.6" fill="#fbf6e6"/>`;
  });
  return (
    `<circle cx="46" cy="58" r="35" fill="${GREEN}"/>${petals.join("")}` +
    `<circle cx="46" cy="58" r="17" fill="#fbf6e6"/><circle cx="46" cy="58" r="14" fill="${RED}"/>` +
    `<circle cx="46" cy="58" r="5" fill="#fbf6e6"/>`
  );
}

const [L, M, R] = [23, 46, 69];
const PIN: Record<number, { radius: number; spots: Spot[] }> = {
  2: { radius: 20, spots: [[M, 32, GREEN], [M, 84, BLUE]] },
  3: { radius: 16, spots: [[22, 25, BLUE], [M, 58, RED], [70, 91, GREEN]] },
  4: { radius: 17, spots: [[25, 32, BLUE], [67, 32, GREEN], [25, 84, GREEN], [67, 84, BLUE]] },
  5: { radius: 14.5, spots: [[L, 27, BLUE], [R, 27, GREEN], [M, 58, RED], [L, 89, GREEN], [R, 89, BLUE]] },
  6: {
    radius: 15,
    spots: [[27, 24, GREEN], [65, 24, GREEN], [27, 60, RED], [65, 60, RED], [27, 93, RED], [65, 93, RED]],
  },
  7: {
    radius: 12.5,
    spots: [[20, 18, GREEN], [M, 29, GREEN], [72, 40, GREEN], [28, 67, RED], [64, 67, RED], [28, 96, RED], [64, 96, RED]],
  },
  8: {
    radius: 12.3,
    spots: [19, 45, 71, 97].flatMap((y): Spot[] => [[30, y, BLUE], [62, y, BLUE]]),
  },
  9: {
    radius: 12.5,
    spots: [[23, GREEN], [58, RED], [93, BLUE]].flatMap(([y, colour]): Spot[] =>
      [19, M, 73].map((x): Spot => [x, Number(y), String(colour)]),
    ),
  },
};

function pin(number: number): string {
  if (number === 1) {
    return greatCoin();
  }
  const { radius, spots } = PIN[number === 0 ? 5 : number] ?? { radius: 0, spots: [] };
  return spots.map(([x, y, colour]) => coin([x, y, number === 0 ? RED : colour], radius)).join("");
}

type Cane = readonly [x: number, y: number, colour: string, lean?: number];

/** A piece of bamboo: two joints of the given height in all. */
function cane([x, y, colour, lean = 0]: Cane, height: number): string {
  const half = height / 2;
  const joint = (top: number): string =>
    `<path fill="${colour}" d="M-4.6 ${top}h9.2q4 0 3.5 3.4L6.4 ${top + half / 2}l1.7 ${half / 2 - 3.9}q.5 3.4-3.5 3.4h-9.2` +
    `q-4 0-3.5-3.4l1.7-${half / 2 - 3.9}L-8.1 ${top + 3.4}q-.5-3.4 3.5-3.4z"/>` +
    `<path stroke="#fbf6e6" stroke-width="2.4" stroke-linecap="round" d="M0 ${top + 5}V${top + half - 5.5}"/>`;
  const turn = lean === 0 ? "" : ` rotate(${lean})`;
  return `<g transform="translate(${x} ${y})${turn}">${joint(-half)}${joint(0.4)}</g>`;
}

const SOU: Record<number, { height: number; canes: Cane[] }> = {
  2: { height: 46, canes: [[M, 31, GREEN], [M, 84, BLUE]] },
  3: { height: 44, canes: [[M, 31, BLUE], [26, 84, GREEN], [66, 84, GREEN]] },
  4: { height: 44, canes: [[26, 31, BLUE], [66, 31, GREEN], [26, 84, GREEN], [66, 84, BLUE]] },
  5: { height: 42, canes: [[21, 31, GREEN], [71, 31, BLUE], [M, 58, RED], [21, 85, BLUE], [71, 85, GREEN]] },
  6: {
    height: 44,
    canes: [[20, 31, GREEN], [M, 31, GREEN], [72, 31, GREEN], [20, 84, BLUE], [M, 84, BLUE], [72, 84, BLUE]],
  },
  7: {
    height: 31,
    canes: [
      [M, 22, RED],
      [20, 59, GREEN], [M, 59, BLUE], [72, 59, GREEN],
      [20, 93, GREEN], [M, 93, BLUE], [72, 93, GREEN],
    ],
  },
  8: {
    height: 42,
    canes: [
      [15, 32, GREEN], [36, 30, GREEN, 32], [56, 30, GREEN, -32], [77, 32, GREEN],
      [15, 84, BLUE], [36, 86, BLUE, -32], [56, 86, BLUE, 32], [77, 84, BLUE],
    ],
  },
  9: {
    height: 31,
    canes: [22, 58, 94].flatMap((y): Cane[] => [[20, y, GREEN], [M, y, RED], [72, y, BLUE]]),
  },
}; // prettier-ignore

/** The bird of 1 sou: a peacock on a branch, its tail raised. */
function bird(): string {
  const plumes = [-58, -36, -14, 8].map(
    (lean, index) =>
      `<g transform="translate(50 66) rotate(${lean})"><path fill="${index % 2 ? BLUE : GREEN}" ` +
      `d="M0 0C-9-16-10-36 0-52C10-36 9-16 0 0Z"/><circle cy="-38" r="4.6" fill="#fbf6e6"/>` +
      `<circle cy="-38" r="2.6" fill="${RED}"/></g>`,
  );
  return (
    `${plumes.join("")}<path fill="${GREEN}" d="M30 62C38 52 54 54 62 66C66 58 64 48 66 40C68 31 80 31 81 40L88 44L80 46` +
    `C80 66 72 84 54 86C42 87 32 76 30 62Z"/><circle cx="74" cy="40" r="2.4" fill="#fbf6e6"/>` +
    `<path fill="${RED}" d="M38 66C46 62 56 66 60 74C52 80 42 76 38 66Z"/>` +
    `<path stroke="${RED}" stroke-width="3" stroke-linecap="round" d="M50 86L48 98M58 85L59 98"/>` +
    `<path stroke="${GREEN}" stroke-width="4.5" stroke-linecap="round" d="M22 101C40 96 60 103 80 98"/>` +
    `<path stroke="${RED}" stroke-width="2.6" stroke-linecap="round" d="M72 32L70 25M76 32L77 24"/>`
  );
}

function sou(number: number): string {
  if (number === 1) {
    return bird();
  }
  const { height, canes } = SOU[number === 0 ? 5 : number] ?? { height: 0, canes: [] };
  return canes.map(([x, y, colour, lean = 0]) => cane([x, y, number === 0 ? RED : colour, lean], height)).join("");
}

function honour(number: number): string {
  if (number === 5) {
    return (
      `<rect x="17" y="17" width="58" height="82" rx="4" fill="none" stroke="${BLUE}" stroke-width="2.4"/>` +
      `<rect x="22" y="22" width="48" height="72" rx="2" fill="none" stroke="${BLUE}" stroke-width="1.2"/>`
    );
  }
  const colour = number === 6 ? GREEN : number === 7 ? RED : INK;
  return painted(`${number}z`, 12, 18, 68, 80, colour);
}

/** Return the drawing on a face, without the tile. Throws for a name that is none of the 37. */
export function drawing(tile: string): string {
  if (!FACE_NAMES.includes(tile)) {
    throw new Error(`no face ${tile}`);
  }
  const number = Number(tile.charAt(0));
  const drawn = { m: man, p: pin, s: sou, z: honour }[tile.charAt(1) as "m" | "p" | "s" | "z"](number);
  const mark = number === 0 ? `<path fill="${RED}" d="M80.5 4.5l6 6-6 6-6-6z"/>` : "";
  return drawn + mark;
}

function body(edge: string, face: string, line: string): string {
  return (
    `<rect x="1" y="1" width="${WIDTH - 2}" height="${HEIGHT - 2}" rx="10" fill="${edge}"/>` +
    `<rect x="1" y="1" width="${WIDTH - 2}" height="${FACE_HEIGHT}" rx="9.5" fill="${face}" stroke="${line}" stroke-width="1.5"/>`
  );
}

function symbol(id: string, content: string): string {
  return `<symbol id="${id}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${content}</symbol>`;
}

/** Return all symbols, as the markup of one `<svg>` that is put into the page once. */
export function sheet(): string {
  const ivory = body("#bfae7d", "url(#ivory)", "#d8cca6");
  const gradients =
    `<linearGradient id="ivory" x1="0" y1="0" x2="0.3" y2="1"><stop offset="0" stop-color="#fffdf4"/>` +
    `<stop offset="1" stop-color="#f3ead0"/></linearGradient>` +
    `<linearGradient id="amber" x1="0" y1="0" x2="0.4" y2="1"><stop offset="0" stop-color="#e9a53d"/>` +
    `<stop offset="1" stop-color="#c77a1b"/></linearGradient>` +
    `<radialGradient id="cloth" r="0.75"><stop offset="0" stop-color="#1c6a51"/><stop offset="1" stop-color="#0b3a2c"/></radialGradient>`;
  const back = `${body("#e9dfc0", "url(#amber)", "#a8640f")}<rect x="12" y="12" width="68" height="93" rx="6" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="3"/>`;
  const question =
    `<path fill="none" stroke="#6b6552" stroke-width="9" stroke-linecap="round" d="M30 42C30 20 64 20 63 42C62 56 46 56 46 72"/>` +
    `<circle cx="46" cy="90" r="6" fill="#6b6552"/>`;
  const winds = ["1z", "2z", "3z", "4z"].map((wind) => symbol(`wind-${wind}`, painted(wind, -4, 12, 100, 100, "currentColor")));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true"><defs>${gradients}</defs>` +
    FACE_NAMES.map((tile) => symbol(symbolId(tile), ivory + drawing(tile))).join("") +
    symbol("tile-unknown", ivory + question) +
    symbol("tile-back", back) +
    winds.join("") +
    `</svg>`
  );
}
