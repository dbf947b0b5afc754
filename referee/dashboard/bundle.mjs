/** How the scripts of the page are bundled. */

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { TARGET } from "./browsers/targets.mjs";

const here = dirname(fileURLToPath(import.meta.url));

/** Bundles them; `more` are options of esbuild. The files are those of the pages and of the worker. */
export async function bundle(more) {
  const made = await Promise.all(
    [
      // A worker that is a module is known to no Firefox before 114.
      { entryPoints: { broker: join(here, "src", "broker", "worker.ts") }, format: "iife" },
      {
        entryPoints: {
          page: join(here, "src", "main.ts"),
          players: join(here, "src", "onlookers", "players.ts"),
          tournaments: join(here, "src", "screens", "tournaments", "main.ts"),
          stream: join(here, "src", "onlookers", "stream.ts"),
        },
        format: "esm",
      },
    ].map((scripts) =>
      build({
        ...scripts,
        outdir: join(here, "dist"),
        bundle: true,
        target: TARGET,
        minify: true,
        legalComments: "eof",
        logLevel: "warning",
        ...more,
      }),
    ),
  );
  return { outputFiles: made.flatMap(({ outputFiles }) => outputFiles ?? []) };
}
