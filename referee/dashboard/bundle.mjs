/** How the scripts of the page are bundled. */

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { TARGET } from "./browsers/targets.mjs";

const here = dirname(fileURLToPath(import.meta.url));

/** Bundles them; `more` are options of esbuild. */
export function bundle(more) {
  return build({
    entryPoints: {
      page: join(here, "src", "main.ts"),
      players: join(here, "src", "onlookers", "players.ts"),
      stream: join(here, "src", "onlookers", "stream.ts"),
    },
    outdir: join(here, "dist"),
    bundle: true,
    format: "esm",
    target: TARGET,
    minify: true,
    legalComments: "eof",
    logLevel: "warning",
    ...more,
  });
}
