/** Finds the parts of stylesheets that one of our browsers lacks, by MDN's compatibility data. */

import { parse, walk } from "css-tree";
import { features, lacking } from "./support.mjs";

const { css } = features;
const DYNAMIC_UNITS = /^(?<size>[sld])v(?:h|w|i|b|min|max)$/;
const CONTAINER_UNITS = /^cq(?:w|h|i|b|min|max)$/;
const VIEWPORT = { s: "small", l: "large", d: "dynamic" };

/** Properties that a browser may ignore: the page stays usable without them. */
const HARMLESS = new Set([
  "cursor", // a device without a mouse has no pointer to shape
  "overscroll-behavior", // without it, scrolling past the end of a list scrolls the page
]);

/** Return the data of a CSS function, wherever MDN keeps it: rgb() is below color, minmax() below a property. */
function ofFunction(name, property) {
  const types = Object.values(css.types).map((type) => type[name]);
  return css.types[name] ?? css.properties[property]?.[name] ?? types.find(Boolean);
}

function ofUnit(unit) {
  const { length } = css.types;
  const dynamic = DYNAMIC_UNITS.exec(unit);
  if (dynamic) {
    return length[`viewport_percentage_units_${VIEWPORT[dynamic.groups.size]}`];
  }
  return CONTAINER_UNITS.test(unit) ? length.container_query_length_units : length[unit];
}

function inValue(value, property) {
  const found = [];
  walk(value, (node) => {
    if (node.type === "Function") {
      found.push([`${node.name}()`, ofFunction(node.name, property)]);
    } else if (node.type === "Dimension") {
      found.push([node.unit, ofUnit(node.unit)]);
    } else if (node.type === "Identifier") {
      found.push([node.name, css.properties[property]?.[node.name] ?? css.types.color[node.name]]);
    }
  });
  return found;
}

/** Return the features that a single node uses, each with the name that a reader knows it by. */
function used(node, place) {
  switch (node.type) {
    case "Atrule":
      return [[`@${node.name}`, css["at-rules"][node.name]]];
    case "Feature":
      return [[`(${node.name})`, css["at-rules"].media[node.name.replace(/^(?:min|max)-/, "")]]];
    case "FeatureRange":
      return [["a range in a media query", css["at-rules"].media.range_syntax]];
    case "PseudoClassSelector":
      return [[`:${node.name}`, css.selectors[node.name]]];
    case "PseudoElementSelector":
      return [[`::${node.name}`, css.selectors[node.name]]];
    case "Declaration":
      return [[node.property, css.properties[node.property]], ...inValue(node.value, node.property)];
    case "NestingSelector":
      return [["nesting", css.selectors.nesting]];
    case "Rule":
      return place.rule && place.rule !== node ? [["nesting", css.selectors.nesting]] : [];
    default:
      return [];
  }
}

function missing(node, place) {
  return used(node, place)
    .map(([name, feature]) => ({ name, browsers: lacking(feature) }))
    .filter(({ browsers }) => browsers.length > 0);
}

/** Return whether a browser that ignores this declaration has an earlier one of the same or the prefixed property. */
function hasFallback(node, block) {
  const children = block?.children.toArray() ?? [];
  return children
    .slice(0, children.indexOf(node))
    .filter((other) => other.type === "Declaration")
    .some(
      (other) =>
        other.property === `-webkit-${node.property}` ||
        (other.property === node.property && missing(other, {}).length === 0),
    );
}

/** Return whether a declaration is allowed whatever the browsers support. */
function isHarmless(node, block) {
  return HARMLESS.has(node.property) || node.property.startsWith("-webkit-") || hasFallback(node, block);
}

/** Return lines such as "page.css:12: dvh: not in safari 15.4" for a stylesheet, and one for each place that does not
 * parse. Anything is allowed within `@supports`.
 */
export function complaints(text, filename) {
  const said = [];
  const tree = parse(text, {
    positions: true,
    onParseError: (error) => said.push(`${filename}:${error.line}: ${error.message}`),
  });
  walk(tree, function look(node) {
    if (node.type === "Atrule" && node.name === "supports") {
      return walk.skip;
    }
    if (node.type === "Declaration" && isHarmless(node, this.block)) {
      return undefined;
    }
    for (const { name, browsers } of missing(node, this)) {
      said.push(`${filename}:${node.loc.start.line}: ${name}: not in ${browsers.join(", ")}`);
    }
    return undefined;
  });
  return said;
}
