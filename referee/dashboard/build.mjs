/** Builds the page into dist/, or the tests into build/tests/ with --tests. */

import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundle } from "./bundle.mjs";
import { icon } from "./icons.mjs";

const here = dirname(fileURLToPath(import.meta.url));

if (process.argv.includes("--tests")) {
  const out = join(here, "build", "tests");
  rmSync(out, { recursive: true, force: true });
  await build({
    entryPoints: readdirSync(join(here, "test"))
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => join(here, "test", name)),
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node18",
    sourcemap: "inline",
    logLevel: "warning",
  });
} else {
  const dist = join(here, "dist");
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync(dist)) {
    rmSync(join(dist, name), { recursive: true, force: true });
  }
  await bundle({});
  for (const folder of [join(here, "static"), join(here, "static", "words")]) {
    for (const file of readdirSync(folder, { withFileTypes: true }).filter((each) => each.isFile())) {
      cpSync(join(folder, file.name), join(dist, file.name));
    }
  }
  for (const size of [180, 192, 512]) {
    writeFileSync(join(dist, `icon-${size}.png`), icon(size));
  }
}
