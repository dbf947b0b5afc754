/** The shape of entries to a tournament's book, as `operations.ts` declares them. */

import type { Taken } from "./form.js";
import type { Role } from "./role.js";

/** The values that a field may have, with their bounds. */
type EntryTaken = Exclude<Taken, { kind: "group" | "some" }> | { readonly kind: "player" } | Several;

/** A field of an entry; `preset` is its value if it is left out. */
export type EntryField = EntryTaken & { readonly name: string; readonly needed: boolean; readonly preset: boolean | number | string | null };

/** A list of players, of numbers, of rows, or of groups of fields. */
export interface Several {
  readonly kind: "some";
  readonly most: number;
  readonly of: { readonly kind: "player" } | { readonly kind: "whole"; readonly least: number; readonly most: number } | { readonly kind: "row"; readonly count: number; readonly of: EntryTaken } | { readonly kind: "group"; readonly fields: readonly EntryField[] };
}

export interface Operation {
  /** Below the address of all tournaments, with names in braces. */
  readonly path: string;
  /** A login needs one of them. */
  readonly roles: readonly Role[];
  readonly fields: readonly EntryField[];
}
