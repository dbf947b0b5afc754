/** A small curve of a number over time. */

import { h, s } from "../../elements/elements.js";
import { t } from "../../texts/texts.js";

const WIDE = 120;
const HIGH = 28;

/** Draw the curve with its name and newest value. */
export function sparkline(name: string, values: readonly number[], shown: (value: number) => string): HTMLElement {
  const newest = values.at(-1);
  const most = Math.max(...values, 0);
  const least = Math.min(...values, 0);
  const high = most - least || 1;
  const step = WIDE / Math.max(values.length - 1, 1);
  const points = values.map((value, place) => `${(place * step).toFixed(1)},${(HIGH - 2 - ((value - least) / high) * (HIGH - 4)).toFixed(1)}`);
  const now = newest === undefined ? "–" : shown(newest);
  return h(
    "div",
    { class: "spark" },
    h("span", { class: "spark-name" }, name),
    s(
      "svg",
      { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${name}: ${t.screens.latest(now)}`, preserveAspectRatio: "none" },
      s("polyline", { points: points.length === 1 ? `${points[0]} ${WIDE},${points[0]?.split(",")[1] ?? 0}` : points.join(" ") }),
    ),
    h("b", {}, now),
  );
}

/** Return how much a counter grew between samples; a counter that fell has started anew. */
export function growth(values: readonly number[]): number[] {
  return values.slice(1).map((value, place) => {
    const before = values[place] ?? 0;
    return value >= before ? value - before : value;
  });
}
