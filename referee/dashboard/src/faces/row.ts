/** Tiles drawn in a row, with their names for screen readers. */

import { h } from "../elements/elements.js";
import { tilesWords } from "../table/format.js";
import type { TileName } from "../table/protocol.js";
import { face } from "./face.js";

/** Draw tiles within a line of text or, with the class `large`, as they lie on the table. */
export function tileRow(tiles: readonly TileName[], look = ""): HTMLElement {
  const label = tilesWords([...tiles]);
  return h("span", { class: `tiles ${look}`.trim(), role: "img", "aria-label": label, title: label }, ...tiles.map((tile) => face(tile)));
}
