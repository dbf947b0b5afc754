/** Finds regular expressions in built scripts that one of our browsers cannot read, by MDN's compatibility data. */

import { features, lacking } from "./support.mjs";

const { regular_expressions: known } = features.javascript;
/** Each feature as it looks in a literal or in a string: esbuild turns literals that a browser lacks into strings. */
const WRITTEN = [
  ["look-behind in a regular expression", /\(\?<[=!]/, known.lookbehind_assertion],
  ["flags within a regular expression", /\(\?[ims]*-?[ims]+:/, known.modifier],
];
const AROUND = 40;

/** The lines "page.js:12: look-behind …: not in safari 15.4: … (?<=a)b …" of a script. */
export function complaintsOfScript(text, filename) {
  return text.split("\n").flatMap((line, place) =>
    WRITTEN.map(([name, written, feature]) => ({ name, at: line.search(written), browsers: lacking(feature) }))
      .filter(({ at, browsers }) => at >= 0 && browsers.length > 0)
      .map(({ name, at, browsers }) => {
        const shown = line.slice(Math.max(0, at - AROUND), at + AROUND);
        return `${filename}:${place + 1}: ${name}: not in ${browsers.join(", ")}: ${shown}`;
      }),
  );
}
