/** The head of the page: what it shows, and how the line to the table is. */

import type { StatusLine } from "../table/connection.js";
import { byId, h, update } from "../elements/elements.js";

/** Head the page and name its tab, which says first that play is stopped. */
export function title(name: string, line: string, status: StatusLine): void {
  update("table-name", [h("span", {}, name)]);
  update("hand-line", [h("span", {}, line)]);
  const tab = name === "Jantaku" ? [name] : [name, "Jantaku"];
  document.title = (status.mood === "stopped" ? [status.title, ...tab] : tab).join(" · ");
}

export function showStatus(line: StatusLine): void {
  const mark = { live: "●", stopped: "■", waiting: "◌", lost: "✕" }[line.mood];
  byId("status").className = `status ${line.mood}`;
  document.body.dataset.mood = line.mood;
  update("status", [
    h("span", { class: "mark", "aria-hidden": "true" }, mark),
    h("strong", {}, line.title),
    h("span", { class: "detail" }, line.detail),
  ]);
}
