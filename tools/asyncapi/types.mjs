// Makes the page's types, and the schemas by which it reads payloads, from docs/asyncapi.yaml, and the types of
// tournaments from docs/tables/openapi.yaml: node types.mjs [--check].
import { readFile, writeFile } from "node:fs/promises";
import { compile } from "json-schema-to-typescript";
import { load } from "js-yaml";

const SOURCE = new URL("../../docs/asyncapi.yaml", import.meta.url);
const MADE = new URL("../../referee/dashboard/src/declared/declared.ts", import.meta.url);
const READERS = new URL("../../referee/dashboard/src/declared/schemas.ts", import.meta.url);
const BOOKS = new URL("../../docs/tables/openapi.yaml", import.meta.url);
const TOURNAMENTS = new URL("../../referee/dashboard/src/declared/tournaments.ts", import.meta.url);
const headOf = (source) => `/** Made from ${source} by tools/asyncapi/types.mjs: change the declarations, not this file. */`;
const HEAD = headOf("docs/asyncapi.yaml");
const REFERRED = /^ \* This interface was referenced by `Declared`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/gm;

async function typesOf(schemas, head) {
  const definitions = JSON.parse(JSON.stringify(schemas).replaceAll("#/components/schemas/", "#/definitions/"));
  const every = { type: "object", definitions, additionalProperties: false };
  const made = await compile(every, "Declared", {
    additionalProperties: false,
    bannerComment: head,
    unreachableDefinitions: true,
    ignoreMinAndMaxItems: true,
    style: { printWidth: 110 },
  });
  return made.replaceAll(REFERRED, "").replaceAll(/\/\*\*\n \*\/\n/g, "");
}

const { components } = load(await readFile(SOURCE, "utf8"));
const text = await typesOf(components.schemas, HEAD);
const books = load(await readFile(BOOKS, "utf8")).components.schemas;
// A title within a schema is a noun for errors, and would be the name of a type; fixed lists are written as before 2020.
const plain = JSON.parse(JSON.stringify(books), (key, value) => (key === "title" && typeof value === "string" ? undefined : value));
const former = JSON.parse(JSON.stringify(plain), (_, value) => {
  const { prefixItems, ...rest } = value ?? {};
  return prefixItems ? { ...rest, items: prefixItems, additionalItems: false } : value;
});
const bookTypes = await typesOf(former, headOf("docs/tables/openapi.yaml"));

// The page reads of an entry only the types of its events: their many shapes are left out.
const READ = {
  State: "GameShown",
  Waiting: "TableShown",
  Entry: "Entry",
  Status: "Status",
  Alert: "Alert",
  Players: "PlayersShown",
  Card: "Card",
  Machine: "MachineReport",
  Link: "Telemetry",
  Stream: "StreamShown",
};
const TYPED = { type: "object", required: ["type"], properties: { type: { type: "string" } } };
const OUTLINED = { Event: TYPED, Observation: TYPED };
const TOLD = new Set([
  ...["$ref", "title", "type", "const", "enum", "pattern", "minimum", "maximum", "minItems", "maxItems", "minLength"],
  ...["maxLength", "anyOf", "oneOf", "items", "properties", "required", "additionalProperties"],
]);
const NAMES = "#/components/schemas/";
const schemas = {};

function pruned(schema, field = "") {
  const kept = {};
  for (const [key, value] of Object.entries(schema).filter(([key]) => TOLD.has(key))) {
    if (key === "$ref") {
      keep(value.slice(NAMES.length));
      kept.$ref = value.slice(NAMES.length);
    } else if (key === "properties") {
      kept[key] = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, pruned(each, name)]));
    } else if (Array.isArray(value) && typeof value[0] === "object") {
      kept[key] = value.map((each) => pruned(each));
    } else {
      kept[key] = typeof value === "object" && !Array.isArray(value) ? pruned(value) : value;
    }
  }
  return called(kept, field);
}

/** What a plain value is called in errors, where the declaration has a schema of its own for it. */
function called(schema, field) {
  const name = ["Tile", "Seat"].find((each) => JSON.stringify(components.schemas[each]) === JSON.stringify(schema));
  return name ? { title: field === "chair" ? field : name.toLowerCase(), ...schema } : schema;
}

function keep(name) {
  if (!(name in schemas)) {
    schemas[name] = {}; // met again within itself
    schemas[name] = OUTLINED[name] ?? pruned(components.schemas[name]);
  }
}

Object.values(READ).forEach(keep);
const imports = Object.values(READ).sort().join(", ");
const kinds = Object.values(READ).map((name) => `  ${name}: ${name};`).join("\n");
const written = `${HEAD}
import type { ${imports} } from "./declared.js";
import type { Schema } from "./checked.js";

/** What is read, by the name of its schema. */
export interface Read {
${kinds}
}

export const SCHEMAS: Readonly<Record<string, Schema>> = ${JSON.stringify(schemas, null, 1)};
`;

let stale = false;
for (const [place, want] of [[MADE, text], [READERS, written], [TOURNAMENTS, bookTypes]]) {
  if (!process.argv.includes("--check")) {
    await writeFile(place, want);
  } else if (want !== (await readFile(place, "utf8").catch(() => ""))) {
    console.error(`${place.pathname} is not what is described: run npm run types in tools/asyncapi`);
    stale = true;
  }
}
process.exit(stale ? 1 : 0);
