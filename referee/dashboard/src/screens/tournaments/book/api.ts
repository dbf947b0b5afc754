/** Requests to the server of tournaments: reading, and entering with the number of entries that the page knows. */

import { OPERATIONS, type OperationName, ROOT } from "../../../declared/operations.js";
import type { Entered, Problem } from "../../../declared/tournaments.js";
import type { Role } from "../../../declared/role.js";
import type { Login } from "../../../table/settings.js";
import { b } from "../../../texts/books.js";
import { render } from "../../../texts/render.js";

/** The parts of an operation's address besides the tournament. */
export interface Place {
  readonly session?: number;
  readonly table?: number;
  readonly penalty?: number;
}

/** The reason for a refusal; `unreachable` if the server did not answer, so that the entry may have been made. */
export type Refusal = (Omit<Problem, "code"> & { code: Problem["code"] }) | { code: "unreachable"; error: string };

/** A request was refused. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.error);
  }
}

/** Read from this path, which begins with a slash or is empty. Throws `Refused`. */
export async function read<T>(path: string): Promise<T> {
  return (await answered(path, { cache: "no-store" })) as T;
}

/** Enter something, and return the server's answer. Throws `Refused`. */
export async function enter(name: OperationName, tournament: string, place: Place, known: number, body: unknown, preview = false): Promise<Entered> {
  const named: Readonly<Record<string, string | number>> = { ...place, tournament };
  const path = OPERATIONS[name].path.replace(/\{(\w+)\}/g, (_, one: string) => encodeURIComponent(named[one] ?? ""));
  const request = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return (await answered(`${path}?known=${known}${preview ? "&preview=true" : ""}`, request)) as Entered;
}

/** Fetch the file at this path. Throws `Refused`. */
export async function fetched(path: string): Promise<Blob> {
  return (await answer(path, { cache: "no-store" }, (given) => given.blob())) as Blob;
}

function answered(path: string, request: RequestInit): Promise<unknown> {
  return answer(path, request, (given) => given.json());
}

async function answer(path: string, request: RequestInit, content: (given: Response) => Promise<unknown>): Promise<unknown> {
  try {
    const given = await fetch(ROOT + path, request);
    if (!given.ok) {
      throw new Refused(worded((await given.json()) as Problem));
    }
    return await content(given);
  } catch (error) {
    throw error instanceof Refused ? error : new Refused({ code: "unreachable", error: String(error) });
  }
}

/** Describe a problem in the page's language. A place in the body that the server names becomes its field's label. */
function worded(problem: Problem): Problem {
  const { code, arguments: given } = problem.why;
  const place = placeOf(given);
  const where = { code: "where.at", arguments: { text: labelOf(place) ?? place } };
  const error = render(problem.error, code, place === "" ? given : { ...given, where });
  return { ...problem, error, ...(place === "" ? {} : { field: place.replace(/\.(\d+)(?=\.|$)/g, "[$1]") }) };
}

/** Return the place in the body, such as `players.3.name`, that an argument names; empty if none does. */
function placeOf(given: { where?: { code?: unknown; arguments?: { text?: unknown } } }): string {
  const { where } = given;
  return where?.code === "where.at" && typeof where.arguments?.text === "string" ? where.arguments.text : "";
}

/** Return the label of the field at a place; undefined if no form has it. */
export function labelOf(place: string): string | undefined {
  const labels = place.split(/[.[\]]+/).map((step) => b.fields[step]);
  return labels.filter((each) => each !== undefined).pop();
}

/** Return whether a login may enter something. */
export function mayEnter({ role }: Login, name: OperationName): boolean {
  return OPERATIONS[name].roles.some((needed: Role) => role === needed || (needed === "referee" && role === "head-referee"));
}
