import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { complaintsOfScript } from "./scripts.mjs";
import { complaints } from "./styles.mjs";
import { TARGET } from "./targets.mjs";
import { declarations } from "./types.mjs";

const page = join(dirname(fileURLToPath(import.meta.url)), "..");
mkdirSync(join(page, "build"), { recursive: true });
const folder = mkdtempSync(join(page, "build", "planted-"));
after(() => rmSync(folder, { recursive: true }));

/** The lines that the compiler refuses, counted from 1. */
function compiled(lines) {
  writeFileSync(join(folder, "lib.d.ts"), declarations());
  writeFileSync(join(folder, "planted.ts"), `export {};${lines.join("\n")}\n`);
  const include = ["planted.ts", "lib.d.ts"];
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ extends: "../../browsers/tsconfig.json", include }));
  try {
    execFileSync(process.execPath, [join(page, "node_modules", "typescript", "bin", "tsc"), "-p", folder]);
  } catch (error) {
    return new Set([...String(error.stdout).matchAll(/planted\.ts\((\d+),/g)].map((found) => Number(found[1])));
  }
  return new Set();
}

test("a script may not use what one of the browsers lacks", () => {
  const planted = [
    "[1].toSorted();",
    "Object.groupBy([1], String);",
    'new Intl.Segmenter("en");',
    "navigator.vibrate(200);",
    "requestIdleCallback(() => {});",
    "document.startViewTransition(() => {});",
    "document.body.checkVisibility();",
    "document.body.inert = true;",
    'document.body.style.textWrap = "balance";',
    "AbortSignal.any([]);",
    "new CSSStyleSheet();",
    "new OffscreenCanvas(1, 1);",
  ];
  assert.deepEqual(compiled(planted), new Set(planted.map((_, place) => place + 1)));
});

test("a script may use what all have, and the rest where it asks first", () => {
  const planted = [
    "[1].at(-1);",
    "structuredClone({});",
    'new Intl.NumberFormat("en");',
    "navigator.vibrate?.(200);",
    "requestAnimationFrame(() => {});",
    'document.body.style.gap = "3px";',
    'document.body.querySelector("dialog")?.showModal();',
    'void fetch("/").then((answer) => answer.body?.getReader());',
    'new BroadcastChannel("table");',
  ];
  assert.deepEqual(compiled(planted), new Set());
});

for (const [planted, name] of [
  ["a { height: 100dvh }", "dvh"],
  ["a:has(b) { color: red }", ":has"],
  ["a { & b { color: red } }", "nesting"],
  ["@container (width > 3em) { a { color: red } }", "@container"],
  ["@media (width > 3em) { a { color: red } }", "a range in a media query"],
  ["a { color: color-mix(in srgb, red, blue) }", "color-mix()"],
  ["a { text-wrap: balance }", "text-wrap"],
  ["a { width: 3cqw }", "cqw"],
  ["a { grid-template-rows: subgrid }", "subgrid"],
  ["a { color: red; height: 3dvh; height: 3px }", "dvh"],
]) {
  test(`a stylesheet may not use what one of the browsers lacks: ${planted}`, () => {
    const said = complaints(planted, "planted.css");
    assert.ok(said.some((line) => line.startsWith(`planted.css:1: ${name}: not in `)), said.join("\n"));
  });
}

for (const planted of [
  "a { display: grid; gap: 3px; inset: 0; aspect-ratio: 1 } a:focus-visible { color: rgb(1 2 3) }",
  "a { height: 100vh; height: 100dvh }",
  "a { -webkit-user-select: none; user-select: none }",
  "@supports selector(:has(a)) { a:has(b) { color: red } }",
  "@media (min-width: 3em) and (prefers-reduced-motion: reduce) { a { width: min(3px, 4vw) } }",
]) {
  test(`a stylesheet may use what all have, or fall back: ${planted}`, () => {
    assert.deepEqual(complaints(planted, "planted.css"), []);
  });
}

for (const [planted, name] of [
  ["export const found = /(?<=[a-z])(?=[A-Z])/.test(name);", "look-behind in a regular expression"],
  ["export const found = /(?<![a-z])b/.test(name);", "look-behind in a regular expression"],
  ['export const found = new RegExp("(?<!a)b").test(name);', "look-behind in a regular expression"],
  ["export const found = /a(?i:b)/.test(name);", "flags within a regular expression"],
]) {
  test(`a script may have no regular expression that one of the browsers does not take: ${planted}`, () => {
    const { code } = transformSync(planted, { target: TARGET, minify: true });
    const [said] = complaintsOfScript(`"use strict";\n${code}`, "planted.js");
    assert.ok(said?.startsWith(`planted.js:2: ${name}: not in `), said ?? "nothing is said");
    assert.match(said, /safari 15\.4/);
  });
}

test("a script may have the regular expressions that all take", () => {
  assert.deepEqual(complaintsOfScript("/(?<year>[0-9]+)(?=a)(?!b)(?:c)/u.exec(text)?.groups", "planted.js"), []);
});

test("what cannot be read is complained about", () => {
  assert.match(complaints("a { b { color: red } }", "planted.css")[0], /^planted\.css:1: /);
});
