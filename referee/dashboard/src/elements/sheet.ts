/** The sheet in front of the page while a judge does something: one dialog with changing content. Back goes through it. */

import { button, byId, h } from "./elements.js";
import { forget } from "./kept.js";
import { t } from "../texts/texts.js";

/** The content that is shown: its level, 0 while the sheet is closed, and the way to the content before it. */
let shown: { level: number; back: (() => void) | null } = { level: 0, back: null };
/** The level of content, by its way back. */
const levels = new WeakMap<() => void, number>();
/** The step in the browser's history that the page is at. */
const step = { level: 0, hash: "" };

function dialog(): HTMLDialogElement {
  return byId("sheet") as HTMLDialogElement;
}

/** Show content in the sheet; `back` returns to the content before it. With something `beside` it, such as a film, the
 * sheet is as wide as the page, and only the content scrolls.
 */
export function openSheet(title: string, content: (Node | null)[], back: (() => void) | null = null, beside: HTMLElement | null = null): void {
  const sheet = dialog();
  const close = button({ class: "quiet" }, closeSheet, t.close);
  const before = back === null ? null : button({ class: "quiet" }, back, `‹ ${t.back}`);
  const heading = h("h2", { id: "sheet-title", tabindex: "-1" }, title);
  const body = h("div", { class: "sheet-body" }, ...content);
  forget();
  sheet.classList.toggle("doubled", beside !== null);
  sheet.replaceChildren(
    h("div", { class: "sheet-head" }, before, heading, close),
    beside === null ? body : h("div", { class: "sheet-parts" }, h("div", { class: "sheet-beside" }, beside), body),
  );
  if (!sheet.open) {
    sheet.showModal();
  }
  heading.focus();
  if (back !== null && !levels.has(back)) {
    levels.set(back, shown.level + 1);
  }
  shown = { level: back === null ? 1 : (levels.get(back) ?? 1), back };
  if (levelInHistory() < shown.level) {
    history.pushState({ sheet: shown.level }, "");
    step.level = shown.level;
  }
}

/** Close the sheet for good: a form in it is forgotten. */
export function closeSheet(): void {
  if (dialog().open) {
    forget();
    hideSheet();
  }
}

/** Close the sheet for now: a form in it comes back when the page is loaded again. */
export function hideSheet(): void {
  shown = { level: 0, back: null };
  dialog().close();
}

/** Return whether the sheet shows this element. */
export function isShown(element: Element): boolean {
  return dialog().open && dialog().contains(element);
}

function levelInHistory(): number {
  return Number((history.state as { sheet?: number } | null)?.sheet ?? 0);
}

/** Have Back leave the content of the sheet before it leaves the screen. */
export function listenToBack(): void {
  const look = (): boolean => {
    const [level, hash] = [levelInHistory(), location.hash];
    const isBack = level < step.level && hash === step.hash;
    Object.assign(step, { level, hash });
    return isBack;
  };
  look();
  window.addEventListener("hashchange", look);
  window.addEventListener("popstate", () => {
    if (!look()) {
      return; // another screen, which closes the sheet
    }
    if (step.level >= shown.level) {
      history.back(); // content that has been closed since has left this step behind
    } else if (step.level > 0 && shown.back !== null) {
      shown.back();
    } else {
      closeSheet();
    }
  });
  dialog().addEventListener("close", () => {
    if (shown.level > 0 && !dialog().open) {
      forget(); // closed by Escape
      hideSheet();
    }
  });
}
