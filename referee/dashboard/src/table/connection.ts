/** What the status line says: the only place that decides whether the picture is live. Pure. */

import { clock } from "./format.js";
import type { TableView } from "./model.js";
import { t } from "../texts/texts.js";

/** The state of the connection to the broker. */
export type Link =
  | { kind: "connecting" }
  | { kind: "connected" }
  /** The broker is reachable but does not let this page listen. */
  | { kind: "refused"; reason: string }
  /** `before`: it was connected once since the page was opened. */
  | { kind: "lost"; before: boolean; since: Date; attempts: number; reason: string };

export type Mood = "live" | "waiting" | "lost";

export interface StatusLine {
  mood: Mood;
  title: string;
  detail: string;
  /** Whether the picture shows the table as it is now. */
  live: boolean;
}

/** The status line for a table; `link` comes first, since without it nothing else is current. */
export function statusLine(link: Link, view: TableView): StatusLine {
  const asOf = view.heardAt === null ? t.nothingHeard : t.asOf(clock(view.heardAt));
  if (link.kind === "lost") {
    const tries = t.reconnecting(link.attempts);
    const reason = link.reason ? ` ${link.reason}.` : "";
    return {
      mood: "lost",
      title: link.before ? t.brokerLost : t.noBroker,
      detail: `${tries} ${t.since(clock(link.since))}${reason} ${asOf}`,
      live: false,
    };
  }
  if (link.kind === "refused") {
    return { mood: "lost", title: t.notAllowed, detail: `${link.reason}. ${asOf}`, live: false };
  }
  if (link.kind === "connecting") {
    return { mood: "waiting", title: t.connecting, detail: t.looking, live: false };
  }
  const said = view.status;
  if (said === null) {
    return { mood: "waiting", title: t.waiting, detail: t.notReported, live: false };
  }
  const words = said.text;
  switch (said.status) {
    case "ready":
      return { mood: "live", title: t.ready, detail: words, live: true };
    case "init":
      return { mood: "waiting", title: t.starting, detail: words, live: false };
    case "stopped":
      return { mood: "waiting", title: t.switchedOff, detail: `${words} ${asOf}`.trim(), live: false };
    case "lost":
      return { mood: "lost", title: t.tableLost, detail: `${words} ${asOf}`.trim(), live: false };
  }
}
