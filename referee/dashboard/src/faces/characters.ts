/** The characters on tiles, stroke by stroke, on a square of 100.
 *
 * A device may have no font with these characters, so they are painted. A stroke is a letter and its points:
 * `h` across, with the little weight at its end; `v` down; `p` sweeping to the left and thinning; `n` pressing down
 * to the right; `d` a dot; `c` a line of one width. A corner is the end of one stroke and the start of the next.
 */

import { type Point, stroke } from "./brush.js";

const STROKES: Record<string, string> = {
  "1": "h 8,52 92,50",
  "2": "h 22,28 78,27; h 8,76 92,75",
  "3": "h 16,20 84,19; h 24,49 76,48; h 7,80 93,79",
  "4": "v 14,24 18,82; c 14,24 86,23; v 86,23 82,82; p 39,25 38,44 26,60; v 61,25 61,48; c 61,48 64,56 76,55; c 18,77 82,77",
  "5": "h 14,16 86,15; v 49,17 36,84; h 18,48 72,47; v 71,48 67,84; h 6,85 94,84",
  "6": "d 46,6 56,22; h 7,37 93,36; p 38,50 30,68 12,88; n 60,50 74,66 88,88",
  "7": "h 8,52 92,38; v 42,10 42,72; c 42,72 44,82 56,83 84,82; c 84,82 88,80 88,68",
  "8": "p 38,22 32,56 7,87; n 54,16 64,52 94,86",
  "9": "p 42,8 40,44 10,90; c 12,36 68,34; v 68,34 65,72; c 65,72 66,84 76,85 90,84; c 90,84 93,82 93,70",
  man:
    "h 8,14 92,13; v 33,4 34,25; v 67,4 66,25; v 26,31 27,58; c 26,31 74,31; v 74,31 73,58; c 27,44 73,44; c 27,57 73,57;" +
    "v 50,31 50,80; v 13,67 13,96; c 13,67 87,67; v 87,67 87,92; c 87,92 84,96 76,92; c 30,83 68,79; d 60,73 72,86",
  "1z":
    "h 12,19 88,18; v 25,33 26,62; c 25,33 75,33; v 75,33 74,62; c 26,47 74,47; c 26,61 74,61; v 50,5 50,97;" +
    "p 48,64 32,80 8,90; n 53,64 70,80 93,90",
  "2z":
    "h 12,19 88,18; v 50,5 50,36; v 15,37 15,96; c 15,37 85,37; v 85,37 85,91; c 85,91 82,96 73,92;" +
    "d 35,43 42,54; p 65,42 61,49 56,54; c 32,58 68,58; c 28,73 72,73; v 50,58 50,94",
  "3z":
    "h 8,17 92,16; v 16,38 20,92; c 16,38 84,37; v 84,37 80,92; c 20,86 80,86;" +
    "p 39,18 39,50 27,68; v 61,18 61,56; c 61,56 63,66 77,64",
  "4z":
    "v 35,10 35,90; c 10,36 35,35; p 35,62 22,72 8,78; p 88,24 74,36 59,44; v 58,10 58,74; c 58,74 60,86 70,87 88,85;" +
    "c 88,85 92,83 93,70",
  "6z":
    "c 16,13 41,13; p 41,13 33,30 8,45; d 17,23 28,33; n 56,7 68,28 94,45; p 75,6 70,13 63,18; p 88,15 82,22 74,28;" +
    "c 14,51 38,51; v 38,51 37,63; c 17,63 38,63; v 17,63 16,75; c 16,75 41,75; v 41,75 39,90; c 39,90 36,97 27,92;" +
    "p 57,51 56,62 46,69; c 57,51 75,51; v 75,51 75,60; c 75,60 77,67 89,64; c 50,75 80,75; p 80,75 70,88 47,97;" +
    "n 55,80 70,89 93,97",
  "7z": "v 15,30 18,66; c 15,30 85,30; v 85,30 82,66; c 18,62 82,62; v 50,4 50,98",
};

const WIDTHS: Record<string, readonly [from: number, to: number]> = {
  h: [5.5, 7],
  v: [9.5, 8.5],
  p: [9, 2],
  n: [4, 11.5],
  d: [4, 11],
  c: [6.5, 6.5],
};

/** A character as SVG path data on a square of 100: `1`-`9`, `man`, or the name of a wind or dragon. */
export function character(name: string): string {
  const strokes = STROKES[name];
  if (strokes === undefined) {
    throw new Error(`no character ${name}`);
  }
  return strokes
    .split(";")
    .map((one) => painted(one.trim()))
    .join("");
}

function painted(one: string): string {
  const [kind = "", ...places] = one.split(" ");
  const [from, to] = WIDTHS[kind] ?? [7, 7];
  const points = places.map((place, index): Point => {
    const [x = 0, y = 0] = place.split(",").map(Number);
    return [x, y, from + ((to - from) * index) / (places.length - 1)];
  });
  const [x, y] = points.at(-1) ?? [0, 0];
  const weight = kind === "h" ? `M${x + 4} ${y + 1}L${x - 4} ${y - 9}L${x - 13} ${y - 2}Z` : "";
  return stroke(points) + weight;
}
