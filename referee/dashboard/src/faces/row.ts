/** Tiles in a row, drawn, and readable as words. */

import { h, s } from "../elements.js";
import { tilesWords } from "../format.js";
import type { TileName } from "../protocol.js";
import { symbolId } from "./faces.js";

/** Tiles within a line of text, or, with the class `large`, as they lie on the table. */
export function tileRow(tiles: readonly TileName[], look = ""): HTMLElement {
  const label = tilesWords([...tiles]);
  const drawn = tiles.map((tile) => s("svg", { viewBox: "0 0 92 124" }, s("use", { href: `#${symbolId(tile)}` })));
  return h("span", { class: `tiles ${look}`.trim(), role: "img", "aria-label": label, title: label }, ...drawn);
}
