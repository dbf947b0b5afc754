/** The line about the latest order of a judge. */

import { h } from "../elements/elements.js";
import type { Order } from "../broker/orders.js";
import type { TableAddress } from "../table/settings.js";
import { t } from "../texts/texts.js";
import { topicOf } from "../broker/topics.js";

/** Say what became of the latest order, with the table's name if it is not the one being watched. */
export function orderLines(order: Order | null, watched: TableAddress | null): HTMLElement[] {
  if (order === null) {
    return [];
  }
  const { table } = order.at;
  const where = watched !== null && topicOf(watched) === topicOf(table) ? "" : `${table.name}: `;
  const failed = order.state === "refused" || order.state === "silent";
  const undoable = order.state === "done" && order.entry !== null && order.name !== "undo";
  return [
    h(
      "p",
      { class: `order ${order.state}` },
      order.state === "done" ? h("span", {}, where, h("b", {}, order.did)) : h("span", {}, ...notDone(order, where)),
      failed && order.again !== null ? h("button", { type: "button", class: "again" }, t.formAgain) : null,
      undoable ? h("button", { type: "button", class: "undo" }, t.undo) : null,
      order.state === "pending" ? null : h("button", { type: "button", class: "forget", "aria-label": t.close }, "✕"),
    ),
  ];
}

function notDone({ state, name, text }: Order, where: string): (Node | string)[] {
  const word = { pending: t.pending, done: "", refused: t.refused, silent: t.silent }[state];
  return [h("b", {}, `${word}: `), `${where}${t.commands[name] ?? name}`, text === "" ? "" : `. ${text}`];
}
