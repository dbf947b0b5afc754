/** Checks that styles, regular expressions and scripts use nothing that one of the page's browsers lacks. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "../bundle.mjs";
import { complaintsOfScript } from "./scripts.mjs";
import { complaints } from "./styles.mjs";
import { declarations } from "./types.mjs";

const page = join(dirname(fileURLToPath(import.meta.url)), "..");
const made = join(page, "build", "browsers");
mkdirSync(made, { recursive: true });
writeFileSync(join(made, "lib.d.ts"), declarations());

const styles = ["static", "src/style"].flatMap((folder) => readdirSync(join(page, folder)).map((name) => `${folder}/${name}`)).filter((name) => name.endsWith(".css"));
const said = styles.flatMap((name) => complaints(readFileSync(join(page, name), "utf-8"), name));
const { outputFiles } = await bundle({ write: false, minify: false });
const scripts = outputFiles.filter((file) => file.path.endsWith(".js"));
said.push(...scripts.flatMap((file) => complaintsOfScript(file.text, basename(file.path))));
for (const line of said) {
  console.error(line);
}
process.exitCode = said.length > 0 ? 1 : 0;
