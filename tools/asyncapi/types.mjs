// Makes the page's types from docs/asyncapi.yaml: node types.mjs [--check].
import { readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";
import { load } from "js-yaml";

const SOURCE = new URL("../../docs/asyncapi.yaml", import.meta.url);
const MADE = new URL("../../referee/dashboard/src/declared.ts", import.meta.url);
const HEAD = "/** Made from docs/asyncapi.yaml by tools/asyncapi/types.mjs: change the declarations, not this file. */";

const { components } = load(await readFile(SOURCE, "utf8"));
const definitions = JSON.parse(JSON.stringify(components.schemas).replaceAll("#/components/schemas/", "#/definitions/"));
const every = { type: "object", definitions, additionalProperties: false };
const made = await compile(every, "Declared", {
  additionalProperties: false,
  bannerComment: HEAD,
  unreachableDefinitions: true,
  ignoreMinAndMaxItems: true,
  style: { printWidth: 110 },
});
const REFERRED = /^ \* This interface was referenced by `Declared`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/gm;
const text = made.replaceAll(REFERRED, "").replaceAll(/\/\*\*\n \*\/\n/g, "");
if (!process.argv.includes("--check")) {
  await writeFile(MADE, text);
} else if (text !== (await readFile(MADE, "utf8").catch(() => ""))) {
  console.error(`${MADE.pathname} is not what docs/asyncapi.yaml says: run npm run types in tools/asyncapi`);
  process.exit(1);
}
