/** What is entered into a tournament's book, as `operations.ts` declares it. */

import type { Taken } from "./form.js";
import type { Role } from "./role.js";

/** What a field may be, with its bounds. */
type EntryTaken = Exclude<Taken, { kind: "group" | "some" }> | { readonly kind: "player" } | Several;

/** A field of what is entered; `preset` is what holds where it is left out. */
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
  /** One of them is needed. */
  readonly roles: readonly Role[];
  readonly fields: readonly EntryField[];
}
