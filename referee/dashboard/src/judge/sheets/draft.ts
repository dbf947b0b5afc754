/** The open form as the browser keeps it: which form it is and each step of entering it, so that a reload repeats them. */

import type { CommandName } from "../../declared/commands.js";
import { keep, kept } from "../../elements/kept.js";
import { byId, h } from "../../elements/elements.js";
import type { Arguments } from "../../broker/orders.js";
import { topicOf } from "../../broker/topics.js";
import { t } from "../../texts/texts.js";
import type { Desk } from "./desk.js";

/** The form of a command, a ruling on a finding, a tapped tile, the machine, or what is done about a journal entry. */
export type FormOf =
  | readonly ["command", CommandName, Arguments]
  | readonly ["finding", number]
  | readonly ["tile", unknown]
  | readonly ["machine", string]
  | readonly ["correct" | "insert" | "undo", number];

/** A button that was pressed (`put` is null), or a value that was put into an input. */
interface Step {
  /** The way to the element, by the places of its ancestors. */
  readonly path: readonly number[];
  /** What the element is, so that no step is repeated on another one. */
  readonly is: string;
  readonly put: string | null;
}

interface Kept {
  readonly login: string;
  readonly table: string;
  readonly form: FormOf;
  readonly steps: readonly Step[];
}

/** How long a part of the form may take to appear: some wait for the table. */
const APPEARS_MS = 8000;
const LOOK_MS = 50;

/** The form that is being restored: its steps are repeated once it is shown. */
let restoring: Kept | null = null;

/** Records what is entered into one form. */
export class Draft {
  private steps: Step[] = [];

  constructor(
    private readonly desk: Desk,
    private readonly form: FormOf,
  ) {}

  /** Record from now on; the sheet shows the form. */
  begin(): void {
    const body = byId("sheet").querySelector<HTMLElement>(".sheet-body");
    if (body === null) {
      return;
    }
    body.addEventListener("click", ({ target }) => this.pressed(body, target as Element), true);
    body.addEventListener("input", ({ target }) => this.put(body, target as Element), true);
    const before = restoring;
    restoring = null;
    if (before !== null && JSON.stringify(before.form) === JSON.stringify(this.form)) {
      void this.repeat(body, before.steps);
    }
    this.keep();
  }

  private pressed(body: Element, target: Element): void {
    const element = target.closest("button, summary, input[type=radio], input[type=checkbox]");
    if (element !== null && element.closest(".confirm, .film-bar") === null) {
      this.add({ path: pathOf(body, element), is: nameOf(element), put: null });
    }
  }

  private put(body: Element, target: Element): void {
    if (isText(target)) {
      this.add({ path: pathOf(body, target), is: nameOf(target), put: target.value });
    }
  }

  private add(step: Step): void {
    const last = this.steps.at(-1);
    if (last !== undefined && step.put !== null && last.put !== null && String(last.path) === String(step.path)) {
      this.steps.pop(); // another letter in the same input
    }
    this.steps.push(step);
    this.keep();
  }

  private keep(): void {
    const { login, orders } = this.desk;
    keep({ login: login?.name ?? "", table: topicOf(orders.table), form: this.form, steps: this.steps });
  }

  private async repeat(body: HTMLElement, steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      const element = await appearing(body, step);
      if (element === null) {
        body.before(h("p", { class: "would refused", role: "alert" }, t.notAllKept));
        return;
      }
      if (step.put === null) {
        element.click();
      } else if (isText(element)) {
        element.value = step.put;
        element.dispatchEvent(new Event("input", { bubbles: true }));
        element.dispatchEvent(new Event("change", { bubbles: true }));
      }
    }
  }
}

/** Open the form again that the same login had open at this table before the page was loaded. */
export function restore(desk: Desk, open: (form: FormOf) => void): void {
  const before = kept() as Partial<Kept> | undefined;
  const same = before?.login === (desk.login?.name ?? "") && before.table === topicOf(desk.orders.table);
  if (same && Array.isArray(before.form) && Array.isArray(before.steps)) {
    restoring = before as Kept;
    open(restoring.form);
  }
}

type TextInput = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Return whether an element holds a text or a choice that may be kept. */
function isText(element: Element): element is TextInput {
  return element.matches("select, textarea, input:not([type=radio], [type=checkbox], [type=password], [type=file], [type=range])");
}

function pathOf(body: Element, element: Element): number[] {
  const path: number[] = [];
  for (let at = element; at !== body && at.parentElement !== null; at = at.parentElement) {
    path.unshift([...at.parentElement.children].indexOf(at));
  }
  return path;
}

function nameOf(element: Element): string {
  const { type, value, labels } = element as HTMLInputElement;
  const isInput = labels !== undefined && !(element instanceof HTMLButtonElement);
  const words = element.getAttribute("aria-label") ?? (isInput ? labels?.[0]?.textContent : element.textContent);
  return [element.tagName, type, isInput && !isText(element) ? value : "", words].join("|");
}

/** Return the element of a step, once it is there and may be used; null if it does not come. */
async function appearing(body: HTMLElement, { path, is }: Step): Promise<HTMLElement | null> {
  for (let waited = 0; body.isConnected && waited < APPEARS_MS; waited += LOOK_MS) {
    const element = path.reduce<Element | undefined>((at, place) => at?.children[place], body);
    if (element !== undefined && nameOf(element) === is && element.closest("[inert]") === null) {
      return element as HTMLElement;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return null;
}
