/** What the status line says: the one truth about whether the picture is live. Pure. */

import { clock } from "./format.js";
import type { TableView } from "./model.js";

/** The way to the broker. */
export type Link =
  | { kind: "connecting" }
  | { kind: "connected" }
  /** The broker is there and does not let this page listen. */
  | { kind: "refused"; reason: string }
  /** `before`: it was there once since the page was opened. */
  | { kind: "lost"; before: boolean; since: Date; attempts: number; reason: string };

export type Mood = "live" | "waiting" | "lost";

export interface StatusLine {
  mood: Mood;
  title: string;
  detail: string;
  /** Whether the picture shows the table as it is now. */
  live: boolean;
}

/** The status line for a table; `link` comes first, since without it nothing else is news. */
export function statusLine(link: Link, view: TableView): StatusLine {
  const asOf = view.heardAt === null ? "Nothing has been received." : `The picture is from ${clock(view.heardAt)}.`;
  if (link.kind === "lost") {
    const tries = link.attempts > 0 ? `Reconnecting, attempt ${link.attempts}.` : "Reconnecting.";
    const reason = link.reason ? ` ${link.reason}.` : "";
    return {
      mood: "lost",
      title: link.before ? "Broker lost" : "No broker",
      detail: `${tries} Since ${clock(link.since)}.${reason} ${asOf}`,
      live: false,
    };
  }
  if (link.kind === "refused") {
    return { mood: "lost", title: "Not allowed", detail: `${link.reason}. ${asOf}`, live: false };
  }
  if (link.kind === "connecting") {
    return { mood: "waiting", title: "Connecting", detail: "Looking for the broker.", live: false };
  }
  const said = view.status;
  if (said === null) {
    return { mood: "waiting", title: "Waiting for the table", detail: "It has not reported yet.", live: false };
  }
  const words = said.text;
  switch (said.status) {
    case "ready":
      return { mood: "live", title: "Ready", detail: words, live: true };
    case "init":
      return { mood: "waiting", title: "Starting", detail: words, live: false };
    case "stopped":
      return { mood: "waiting", title: "Stopped", detail: `${words} ${asOf}`.trim(), live: false };
    case "lost":
      return { mood: "lost", title: "Table lost", detail: `${words} ${asOf}`.trim(), live: false };
  }
}
