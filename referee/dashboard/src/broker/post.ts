/** The messages between the page and the worker that holds its line to the broker. */

import type { CommandName } from "../declared/commands.js";
import type { TableAddress } from "../table/settings.js";

/** The details with which a line is opened. */
export interface Opening {
  /** WebSocket URL of the broker. */
  readonly url: string;
  /** The client id at the broker. A client that connects under it again gets everything that the broker kept for it. */
  readonly client: string;
  /** The login that sends commands; empty if nobody is logged in. */
  readonly login: string;
  readonly halls: readonly string[];
  /** The tables that are known from the settings. */
  readonly tables: readonly TableAddress[];
}

/** The most items that the page is sent within a frame. The browser makes objects of everything posted before the page
 * sees the first one; for this many, a tablet's processor took less than a millisecond.
 */
export const PORTION = 100;

export interface Question {
  /** An id that the answer repeats. */
  readonly id: string;
  readonly table: TableAddress;
  readonly name: CommandName;
  readonly args: Readonly<Record<string, unknown>>;
}

export type ToWorker =
  | { kind: "open"; opening: Opening }
  | { kind: "watch"; table: TableAddress | null }
  | { kind: "hear"; topics: readonly string[] }
  | { kind: "ask"; question: Question }
  /** The page has handled everything it was sent, and can take this many more. */
  | { kind: "more"; most: number }
  /** A check that the worker is alive; it answers with the same. */
  | { kind: "alive" };

/** The state of the line. */
export type LineState =
  | { kind: "connected" }
  /** The broker refuses these topics; the list is empty if it does not say which. */
  | { kind: "refused"; topics: readonly string[] }
  /** `before`: the line has been connected since it was opened. */
  | { kind: "lost"; before: boolean; since: Date; attempts: number; reason: string };

/** News for the page, in the order in which it happened. */
export type News =
  | { kind: "line"; state: LineState }
  /** The broker is connected (again): all retained messages follow. */
  | { kind: "fresh" }
  /** `kept`: a retained message that the broker sends because the page has just subscribed. */
  | { kind: "message"; topic: string; payload: string; kept: boolean }
  /** `payload` is null if no answer came in time. */
  | { kind: "answer"; id: string; payload: string | null };

export type FromWorker = { kind: "news"; news: readonly News[] } | { kind: "alive" };
