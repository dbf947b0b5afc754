/** A sheet that gives one command: its form, what it would do, why, and the button that confirms it. */

import { COMMANDS, type CommandName } from "../../declared/commands.js";
import { h } from "../../elements/elements.js";
import { t } from "../../texts/texts.js";
import type { Desk } from "./desk.js";
import { confirmButton } from "./hold.js";
import type { Answer, Arguments } from "../../broker/orders.js";
import { closeSheet, openSheet } from "../../elements/sheet.js";
import { mayEnd, wouldLines } from "./would.js";

/** How long nothing is put in before the table is asked what it would do. */
export const REHEARSE_MS = 250;

/** What is filled in: its element, and the arguments, or null while something is missing. */
export interface Filled {
  readonly element: HTMLElement;
  read(): Arguments | null;
  /** Whether what is filled in must be held to confirm, whatever it ends. */
  holds?(): boolean;
  /** Hears what the arguments would do, or why they are refused. */
  answered?(answer: Answer | null): void;
}

/** Shows the sheet. `filling` makes the form, and is given what to call when something in it has changed. */
export function confirmSheet(
  title: string,
  name: CommandName,
  desk: Desk,
  filling: (changed: () => void) => Filled,
  back: (() => void) | null,
): void {
  const told = COMMANDS[name];
  const at = desk.number();
  const place = h("div", { role: "status", "aria-label": t.would });
  const why = h("input", { id: "why", type: "text", maxlength: 2000, autocomplete: "off" });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  const said = (): Arguments | null => {
    const args = form.read();
    return args === null ? null : { ...args, ...(at > 0 ? { at } : {}), ...(why.value.trim() === "" ? {} : { text: why.value.trim() }) };
  };
  const { button, mustHold } = confirmButton(() => {
    const args = said();
    if (args !== null) {
      closeSheet();
      void desk.orders.give(name, args);
    }
  });
  const form = filling(() => {
    asked += 1;
    button.disabled = true;
    clearTimeout(timer);
    timer = setTimeout(rehearse, REHEARSE_MS);
  });
  mustHold(told.ends !== "");
  function rehearse(): void {
    const args = said();
    button.disabled = true;
    if (args === null) {
      place.replaceChildren();
      return;
    }
    asked += 1;
    const mine = asked;
    void desk.orders.rehearse(name, args).then((answer) => {
      if (mine !== asked) {
        return; // something else was put in meanwhile
      }
      form.answered?.(answer);
      place.replaceChildren(wouldLines(answer, desk.game(), desk.phase()));
      mustHold(told.ends !== "" || (form.holds?.() ?? false) || mayEnd(answer, desk.game(), desk.phase()));
      button.disabled = false;
    });
  }
  openSheet(
    title,
    [
      form.element,
      h("div", { class: "field" }, h("label", { for: "why" }, t.why), why),
      place,
      h("div", { class: "confirm" }, button),
      told.sections.length === 0 ? null : h("p", { class: "sections" }, told.sections.join(", ")),
    ],
    back,
  );
  rehearse();
}
