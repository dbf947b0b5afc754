/** What the page and the worker that holds its line to the broker post to each other. */

import type { CommandName } from "../declared/commands.js";
import type { TableAddress } from "../table/settings.js";

/** How a line is opened. */
export interface Opening {
  /** WebSocket URL of the broker. */
  readonly url: string;
  /** The client's name at the broker: who connects under it again has what the broker kept meanwhile. */
  readonly client: string;
  /** The login that asks; empty without one. */
  readonly login: string;
  readonly halls: readonly string[];
  /** Those that are known before anything is heard of them. */
  readonly tables: readonly TableAddress[];
}

/**
 * How much the page is given within a frame at most. It makes objects of all that is posted before it looks at the first
 * of them; this many took a tablet's processor less than a millisecond.
 */
export const PORTION = 100;

export interface Question {
  /** Names the answer. */
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
  /** The page has worked through all that was posted, and is given more: as many as these at most. */
  | { kind: "more"; most: number }
  /** To be answered with `alive`. */
  | { kind: "alive" };

/** How the line is. */
export type LineState =
  | { kind: "connected" }
  /** The broker does not let this page read these topics; none where it does not say which. */
  | { kind: "refused"; topics: readonly string[] }
  /** `before`: it was connected once since it was opened. */
  | { kind: "lost"; before: boolean; since: Date; attempts: number; reason: string };

/** What the page is to know, in the order in which it happened. */
export type News =
  | { kind: "line"; state: LineState }
  /** The broker is connected (again): all retained messages follow. */
  | { kind: "fresh" }
  /** `kept`: the broker retained it, and sends it since the page began to listen. */
  | { kind: "message"; topic: string; payload: string; kept: boolean }
  /** `payload` is null if no answer came in time. */
  | { kind: "answer"; id: string; payload: string | null };

export type FromWorker = { kind: "news"; news: readonly News[] } | { kind: "alive" };
