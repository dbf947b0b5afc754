/** Checks untrusted JSON against the schemas that the table declares (`schemas.ts`, made from docs/asyncapi.yaml).
 *
 * An error is an `Unreadable` that names the field. Undeclared fields are ignored, so that an older page can watch a
 * newer table. A missing field counts as null if it may be null, so that a newer page can watch an older table.
 */

import type { Schema } from "./schema.js";
import { SCHEMAS, type Read } from "./schemas.js";

/** A payload that does not match the table's declaration; the message names the field. */
export class Unreadable extends Error {}

/** Return the value, checked against the schema of this name. Throws `Unreadable`. */
export function checked<Name extends keyof Read>(name: Name, value: unknown): Read[Name] {
  check({ $ref: name }, value, "");
  return value as Read[Name];
}

/** Parse a text as JSON. Throws `Unreadable`. */
export function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    throw new Unreadable("payload is not JSON");
  }
}

function check(raw: Schema, value: unknown, path: string): void {
  const schema = named(raw);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) {
    one(either, value, path);
  } else if (!isOf(schema, value)) {
    throw new Unreadable(`${path || "payload"} is not ${words(schema)}`);
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => check(schema.items ?? {}, item, `${path}[${index}]`));
  } else if (schema.type === "object") {
    inside(schema, value as Record<string, unknown>, path);
  }
}

function inside(schema: Schema, value: Record<string, unknown>, path: string): void {
  const at = (name: string): string => (path ? `${path}.${name}` : name);
  for (const [name, each] of Object.entries(schema.properties ?? {})) {
    const needed = schema.required?.includes(name) === true;
    if (value[name] === undefined && needed && mayBeNull(each)) {
      value[name] = null;
    } else if (value[name] !== undefined || needed) {
      check(each, value[name], at(name));
    }
  }
  if (typeof schema.additionalProperties === "object" && !schema.properties) {
    for (const [name, each] of Object.entries(value)) {
      check(schema.additionalProperties, each, at(name));
    }
  }
}

/** Check a value against several schemas. The error is that of the first that is not null: most likely it was meant. */
function one(either: readonly Schema[], value: unknown, path: string): void {
  // Making an error is slow, and most unions are just one schema or null.
  if (value === null && either.some(mayBeNull)) {
    return;
  }
  const meant = either.filter((schema) => named(schema).type !== "null");
  const [only] = meant;
  if (only !== undefined && meant.length === 1) {
    check(only, value, path);
    return;
  }
  let wrong: unknown = null;
  for (const schema of meant) {
    try {
      check(schema, value, path);
      return;
    } catch (error) {
      wrong ??= error;
    }
  }
  throw wrong;
}

function isOf(schema: Schema, value: unknown): boolean {
  if ("const" in schema || schema.enum) {
    return "const" in schema ? value === schema.const : schema.enum?.includes(value) === true;
  }
  switch (schema.type) {
    case "integer":
      return Number.isInteger(value) && within(value as number, schema.minimum, schema.maximum);
    case "string":
      return (
        typeof value === "string" &&
        within(value.length, schema.minLength, schema.maxLength) &&
        (!schema.pattern || new RegExp(schema.pattern).test(value))
      );
    case "boolean":
      return typeof value === "boolean";
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value) && within(value.length, schema.minItems, schema.maxItems);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    default:
      return true;
  }
}

function within(number: number, least = -Infinity, most = Infinity): boolean {
  return least <= number && number <= most;
}

function mayBeNull(raw: Schema): boolean {
  const schema = named(raw);
  return schema.type === "null" || (schema.anyOf ?? schema.oneOf ?? []).some(mayBeNull);
}

function named(raw: Schema): Schema {
  const schema = raw.$ref === undefined ? raw : SCHEMAS[raw.$ref];
  if (!schema) {
    throw new Error(`no schema ${raw.$ref}`);
  }
  return schema.$ref === undefined ? schema : named(schema);
}

const KINDS: Readonly<Record<string, string>> = {
  integer: "an integer",
  string: "text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
};

function words(schema: Schema): string {
  if ("const" in schema) {
    return String(schema.const);
  }
  if (schema.enum) {
    return `one of ${schema.enum.join(", ")}`;
  }
  const [least, most] = schema.type === "array" ? [schema.minItems, schema.maxItems] : [schema.minimum, schema.maximum];
  const range = most === undefined ? "" : least === most ? ` of ${most}` : ` ${least ?? 0}-${most}`;
  return (schema.title ? `a ${schema.title}` : (KINDS[schema.type ?? ""] ?? "what was promised")) + range;
}
