/** The shape of commands and operations, as `commands.ts` and `operations.ts` declare them. */

import type { Role } from "./role.js";

/** The values that an argument may have, with their bounds. */
export type Taken =
  | { readonly kind: "seat" | "chair" | "tile" | "player" | "finding" | "switch" | "yes_no" | "mapping" }
  | { readonly kind: "whole"; readonly least: number; readonly most: number }
  | { readonly kind: "choice"; readonly choices: readonly string[] }
  | { readonly kind: "text"; readonly most: number }
  | { readonly kind: "row"; readonly count: number; readonly of: Taken }
  | { readonly kind: "some"; readonly most: number; readonly of: Taken }
  | { readonly kind: "group"; readonly fields: readonly Field[] };

/** A field of a command or an operation, or a part of one; `preset` is its value if it is left out. */
export type Field = Taken & { readonly name: string; readonly needed: boolean; readonly preset: boolean | number | string | null };

/** A command as declared. */
export interface Form {
  readonly ends: "" | "hand" | "hanchan";
  /** It only asks. */
  readonly reads: boolean;
  readonly sections: readonly string[];
  /** A login needs one of them; the others are not the judges'. */
  readonly roles: readonly [Role, ...Role[]];
  readonly fields: readonly Field[];
}

/** An entry to a tournament's book as declared. */
export interface Operation {
  /** Below the address of all tournaments, with names in braces. */
  readonly path: string;
  /** A login needs one of them. */
  readonly roles: readonly Role[];
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
  /** Phases of the machine's cycle, in its order. */
  readonly cycle: Readonly<Record<string, string>>;
  readonly tie: Readonly<Record<string, string>>;
}
