/** What the parts of a tournament's page need of it. */

import type { OperationName } from "../../../declared/operations.js";
import type { Login } from "../../../table/settings.js";
import type { Place, Refusal } from "./api.js";
import type { Book } from "./book.js";

export interface BookDesk {
  readonly login: Login;
  readonly book: Book;
  /** Enters something and reads the book again; why it was refused, null if it was entered. */
  enter(name: OperationName, body: unknown, place?: Place): Promise<Refusal | null>;
}

/** A part of the page: it stays while the book changes, so that what is being typed is kept. */
export interface Part {
  readonly element: HTMLElement;
  /** Shows the book as it is now. */
  draw(): void;
}
