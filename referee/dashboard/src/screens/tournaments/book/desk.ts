/** What the parts of a tournament's page need from it. */

import type { OperationName } from "../../../declared/operations.js";
import type { Happened } from "../../../declared/tournaments.js";
import type { Login } from "../../../table/settings.js";
import type { Place, Refusal } from "./api.js";
import type { Book } from "./book.js";

export interface BookDesk {
  readonly login: Login;
  readonly book: Book;
  /** Enter something and read the book again. Return the refusal, or null if it was entered. */
  enter(name: OperationName, body: unknown, place?: Place): Promise<Refusal | null>;
  /** Return the entries that something would make. Throws `Refused`. */
  preview(name: OperationName, body: unknown, place?: Place): Promise<readonly Happened[]>;
}

/** A part of the page. It stays while the book changes, so that text being typed is kept. */
export interface Part {
  readonly element: HTMLElement;
  /** Show the book as it is now. */
  draw(): void;
}
