/** The shape of a command's arguments, as `commands.ts` declares them. */

import type { Role } from "./role.js";

/** The values that an argument may have, with their bounds. */
export type Taken =
  | { readonly kind: "seat" | "chair" | "tile" | "switch" | "yes_no" | "mapping" }
  | { readonly kind: "whole"; readonly least: number; readonly most: number }
  | { readonly kind: "choice"; readonly choices: readonly string[] }
  | { readonly kind: "text"; readonly most: number }
  | { readonly kind: "row"; readonly count: number; readonly of: Taken }
  | { readonly kind: "some"; readonly most: number; readonly of: Taken }
  | { readonly kind: "group"; readonly fields: readonly Field[] };

/** An argument of a command, or a part of one. */
export type Field = Taken & { readonly name: string; readonly needed: boolean; readonly help: string; readonly preset: boolean };

/** A command as declared. */
export interface Form {
  readonly name: string;
  readonly role: Role;
  readonly ends: "" | "hand" | "hanchan";
  readonly reads: boolean;
  readonly sections: readonly string[];
  readonly fields: readonly Field[];
}

/** An act at the table, for correcting it or inserting a missed one. */
export interface Act {
  readonly type: string;
  /** Whether it can be inserted if nobody saw it. */
  readonly missed: boolean;
  readonly fields: readonly Field[];
}

/** Words in one language for names that the table uses. */
export interface Vocabulary {
  readonly rule: Readonly<Record<string, string>>;
  readonly grade: Readonly<Record<string, string>>;
  /** Yaku, dora, fu items and limits. */
  readonly worth: Readonly<Record<string, string>>;
  readonly act: Readonly<Record<string, string>>;
  readonly stop: Readonly<Record<string, string>>;
}
