/** The status line: the only place that decides whether the picture is live. Pure. */

import { clock } from "./format.js";
import type { TableView } from "./model.js";
import { stopOf } from "./stop.js";
import { t } from "../texts/texts.js";

/** The state of the connection to the broker. */
export type Link =
  | { kind: "connecting" }
  | { kind: "connected" }
  /** The broker is there but does not let this page listen. */
  | { kind: "refused"; reason: string }
  /** `before`: it has been connected since the page was opened. */
  | { kind: "lost"; before: boolean; since: Date; attempts: number; reason: string };

type Mood = "live" | "stopped" | "waiting" | "lost";

export interface StatusLine {
  /** `live` and `stopped`: the picture shows the table as it is now. */
  mood: Mood;
  title: string;
  detail: string;
}

/** Return whether the picture shows the table as it is now. */
export function isLive({ mood }: StatusLine): boolean {
  return mood === "live" || mood === "stopped";
}

/** Return the status line for a table. `link` is checked first: without it, nothing else is current. */
export function statusLine(link: Link, view: TableView): StatusLine {
  const asOf = view.heardAt === null ? t.nothingHeard : t.asOf(clock(view.heardAt));
  if (link.kind === "lost") {
    const reason = link.reason ? ` ${link.reason}.` : "";
    const detail = `${t.reconnecting(link.attempts)} ${t.since(clock(link.since))}${reason} ${asOf}`;
    return { mood: "lost", title: link.before ? t.brokerLost : t.noBroker, detail };
  }
  if (link.kind === "refused") {
    return { mood: "lost", title: t.notAllowed, detail: `${link.reason}. ${asOf}` };
  }
  if (link.kind === "connecting") {
    return { mood: "waiting", title: t.connecting, detail: t.looking };
  }
  if (view.status === null) {
    return { mood: "waiting", title: t.waiting, detail: t.notReported };
  }
  const { status, text } = view.status;
  const stop = stopOf(view);
  switch (status) {
    case "ready":
      if (stop !== null) {
        return { mood: "stopped", title: t.stop.title, detail: stop.cause };
      }
      return { mood: "live", title: t.ready, detail: text };
    case "init":
      return { mood: "waiting", title: t.starting, detail: text };
    case "stopped":
      return { mood: "waiting", title: t.switchedOff, detail: `${text} ${asOf}`.trim() };
    case "lost":
      return { mood: "lost", title: t.tableLost, detail: `${text} ${asOf}`.trim() };
  }
}
