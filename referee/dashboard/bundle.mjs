/** Bundles the scripts of the pages, and the judges' style. */

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { TARGET } from "./browsers/targets.mjs";

const here = dirname(fileURLToPath(import.meta.url));

/** Bundles the scripts of the pages and of the worker, and the judges' style; `more` are further options for esbuild. */
export async function bundle(more) {
  const made = await Promise.all(
    [
      // No Firefox before 114 can run a module as a worker.
      { entryPoints: { broker: join(here, "src", "broker", "worker.ts"), push: join(here, "src", "push", "worker.ts") }, format: "iife" },
      {
        entryPoints: {
          page: join(here, "src", "main.ts"),
          players: join(here, "src", "onlookers", "players.ts"),
          tournaments: join(here, "src", "screens", "tournaments", "main.ts"),
          stream: join(here, "src", "onlookers", "stream.ts"),
          qr: join(here, "src", "onlookers", "qr.ts"),
        },
        format: "esm",
        external: ["./qr.js"], // fetched when it is needed
      },
      { entryPoints: { page: join(here, "src", "style", "page.css") } },
    ].map((bundled) =>
      build({
        ...bundled,
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
