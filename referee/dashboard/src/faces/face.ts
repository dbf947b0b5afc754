/** A tile as it is drawn everywhere but on the felt. */

import { s } from "../elements/elements.js";
import type { TileName } from "../table/protocol.js";
import { symbolId } from "./faces.js";

const WIDTH = 92;
const HEIGHT = 124;

/** Draw a tile's face, or its back. It has no label: that is up to the caller. */
export function face(tile: TileName | "back", { sideways = false, look = "" } = {}): SVGSVGElement {
  const href = tile === "back" ? "#tile-back" : `#${symbolId(tile)}`;
  const size = { width: WIDTH, height: HEIGHT };
  const use = s("use", { href, ...size, transform: sideways ? `translate(0 ${WIDTH}) rotate(-90)` : null });
  const viewBox = sideways ? `0 0 ${HEIGHT} ${WIDTH}` : `0 0 ${WIDTH} ${HEIGHT}`;
  return s("svg", { viewBox, class: look === "" ? null : look, "aria-hidden": "true" }, use);
}
