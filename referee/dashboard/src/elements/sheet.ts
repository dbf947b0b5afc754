/** The sheet in front of the page while a judge does something: one dialog with changing content. */

import { button, byId, h } from "./elements.js";
import { t } from "../texts/texts.js";

function dialog(): HTMLDialogElement {
  return byId("sheet") as HTMLDialogElement;
}

/** Show content in the sheet; `back` returns to the content before it. */
export function openSheet(title: string, content: (Node | null)[], back: (() => void) | null = null): void {
  const sheet = dialog();
  const close = button({ class: "quiet" }, closeSheet, t.close);
  const before = back === null ? null : button({ class: "quiet" }, back, `‹ ${t.back}`);
  const heading = h("h2", { id: "sheet-title", tabindex: "-1" }, title);
  sheet.replaceChildren(h("div", { class: "sheet-head" }, before, heading, close), h("div", { class: "sheet-body" }, ...content));
  if (!sheet.open) {
    sheet.showModal();
  }
  heading.focus();
}

export function closeSheet(): void {
  dialog().close();
}

/** Return whether the sheet shows this element. */
export function isShown(element: Element): boolean {
  return dialog().open && dialog().contains(element);
}
