// Whether an AsyncAPI document is valid by the official parser: node check.mjs [FILE]. Warnings count as errors.
import { readFile } from "node:fs/promises";
import { DiagnosticSeverity, Parser } from "@asyncapi/parser";

const file = process.argv[2] ?? new URL("../../docs/asyncapi.yaml", import.meta.url);
const { document, diagnostics } = await new Parser().parse(await readFile(file, "utf8"));
const wrong = diagnostics.filter((each) => each.severity <= DiagnosticSeverity.Warning);
for (const each of wrong) {
  console.error(`${file}:${each.range.start.line + 1}: ${each.path.join(".")}: ${each.message}`);
}
if (wrong.length || !document) {
  process.exit(1);
}
