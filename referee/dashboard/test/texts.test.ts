/** Every text of the page is used somewhere. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { EN } from "../src/texts/en.js";
import { BOOKS_EN } from "../src/texts/books-en.js";
import { c } from "../src/texts/codes.js";
import { o } from "../src/texts/onlookers.js";

/** Texts that the page picks by a computed name, by the part that they belong to. */
const CHOSEN: Readonly<Record<string, readonly string[]>> = {
  t: ["player", "tiles", "score", "clock", "machine", "wrong", "away", "elsewhere", "busy", "request"],
  "t.screens": ["stopMachine", "openLid", "retry", "reset", "pause", "release"],
  "t.past": ["back", "forward"],
};

/** Parts with texts of their own; other nested texts are picked by a name that the table uses. */
const PARTS = ["t.screens", "t.past", "t.hands", "t.tile"];

function sources(folder: string): string {
  const within = readdirSync(folder, { withFileTypes: true });
  return within
    .filter(({ name }) => name !== "texts" && name !== "declared")
    .map((one) => (one.isDirectory() ? sources(join(folder, one.name)) : readFileSync(join(folder, one.name), "utf-8")))
    .join("\n");
}

/** Return the texts of this part that no source names. */
function unsaid(source: string, path: string, texts: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const own = `${path}.${name}`;
    if (CHOSEN[path]?.includes(name)) {
      return [];
    }
    if (!new RegExp(`\\b${own.replaceAll(".", "\\.")}\\b`).test(source)) {
      return [own];
    }
    return PARTS.includes(own) ? unsaid(source, own, text as Record<string, unknown>) : [];
  });
}

test("no text is left that nothing says", () => {
  const source = sources(join(process.cwd(), "src"));
  assert.deepEqual([...unsaid(source, "t", EN), ...unsaid(source, "o", o), ...unsaid(source, "c", c), ...unsaid(source, "b", BOOKS_EN)], []);
  assert.deepEqual(unsaid(source, "t", { commands: {}, nobodySaysThis: "" }), ["t.nobodySaysThis"]);
});
