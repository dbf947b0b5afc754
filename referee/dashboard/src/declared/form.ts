/** What a command takes, as `commands.ts` declares it. */

import type { Role } from "./role.js";

/** What a value may be, with its bounds. */
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

/** A command as it is declared. */
export interface Form {
  readonly name: string;
  readonly role: Role;
  readonly ends: "" | "hand" | "hanchan";
  readonly reads: boolean;
  readonly sections: readonly string[];
  readonly fields: readonly Field[];
}

/** An act at the table, as it is corrected or put in. */
export interface Act {
  readonly type: string;
  /** Whether one that nobody saw can be put in. */
  readonly missed: boolean;
  readonly fields: readonly Field[];
}

/** Words of one language for names that the table uses. */
export interface Vocabulary {
  readonly rule: Readonly<Record<string, string>>;
  readonly grade: Readonly<Record<string, string>>;
  /** Yaku, dora, fu items and limits. */
  readonly worth: Readonly<Record<string, string>>;
  readonly act: Readonly<Record<string, string>>;
  readonly stop: Readonly<Record<string, string>>;
}
