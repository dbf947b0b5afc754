/** Looks up whether all browsers that the page is built for have a feature, in MDN's compatibility data. */

import { createRequire } from "node:module";
import { OLDEST } from "./targets.mjs";

/** All features, as a tree: `features.api.Navigator.vibrate`. */
export const features = createRequire(import.meta.url)("@mdn/browser-compat-data");

function isAtMost(version, bound) {
  const [left, right] = [version, bound].map((text) => text.replace("≤", "").split(".").map(Number));
  for (let place = 0; place < Math.max(left.length, right.length); place += 1) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
    if (difference !== 0) {
      return difference < 0;
    }
  }
  return true;
}

function hadBy(entry, bound) {
  const { version_added: added, version_removed: removed } = entry;
  const plain = !entry.flags && !entry.prefix && !entry.alternative_name;
  const isVersion = typeof added === "string" && /^≤?[\d.]+$/.test(added);
  return plain && isVersion && isAtMost(added, bound) && !(removed && isAtMost(removed, bound));
}

/** Return the browsers that lack a feature, as "safari 15.4"; none if MDN's data does not know the feature or the
 * browser. A feature behind a flag or a prefix counts as lacking, a partly supported one as there.
 */
export function lacking(feature) {
  const support = feature?.__compat?.support ?? {};
  return Object.entries(OLDEST)
    .filter(([name, bound]) => support[name] && ![support[name]].flat().some((entry) => hadBy(entry, bound)))
    .map(([name, bound]) => `${name} ${bound}`);
}
