/** A sheet that gives one command: its form, its effect, the reason, and the button that confirms it. */

import { COMMANDS, type CommandName } from "../../declared/commands.js";
import { h, labelled } from "../../elements/elements.js";
import { t } from "../../texts/texts.js";
import type { Desk } from "./desk.js";
import { ConfirmButton } from "./hold.js";
import type { Answer, Arguments } from "../../broker/orders.js";
import { closeSheet, openSheet } from "../../elements/sheet.js";
import { mayEnd, wouldLines } from "./would.js";

/** After this time without input, the table is asked for the command's effect. */
export const REHEARSE_MS = 250;

/** A form within the sheet: its element, and the arguments, or null while it is incomplete. */
export interface Filled {
  readonly element: HTMLElement;
  read(): Arguments | null;
  /** Whether these arguments must be confirmed by holding, whatever the command ends. */
  holds?(): boolean;
  /** Called with the effect of the arguments, or with the reason for a refusal. */
  answered?(answer: Answer | null): void;
}

/** Make the input for a command's reason; `args` adds the reason to the arguments. */
export function reasonInput(): { element: HTMLElement; args(): Arguments } {
  const why = h("input", { id: "why", type: "text", maxlength: 2000, autocomplete: "off" });
  return {
    element: labelled(t.why, why),
    args: () => (why.value.trim() === "" ? {} : { text: why.value.trim() }),
  };
}

/** Show the sheet. `filling` makes the form, which calls `changed` whenever its input changes. */
export function confirmSheet(
  title: string,
  name: CommandName,
  desk: Desk,
  filling: (changed: () => void) => Filled,
  back: (() => void) | null,
): void {
  const { ends, sections } = COMMANDS[name];
  const at = desk.number();
  const place = h("div", { role: "status", "aria-label": t.would });
  const reason = reasonInput();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  const currentArgs = (): Arguments | null => {
    const args = form.read();
    return args === null ? null : { ...args, ...(at > 0 ? { at } : {}), ...reason.args() };
  };
  const confirm = new ConfirmButton(() => {
    const args = currentArgs();
    if (args !== null) {
      closeSheet();
      void desk.orders.give(name, args);
    }
  });
  const form = filling(() => {
    asked += 1;
    confirm.button.disabled = true;
    clearTimeout(timer);
    timer = setTimeout(rehearse, REHEARSE_MS);
  });
  confirm.mustHold(ends !== "");
  function rehearse(): void {
    const args = currentArgs();
    confirm.button.disabled = true;
    if (args === null) {
      place.replaceChildren();
      return;
    }
    asked += 1;
    const mine = asked;
    void desk.orders.rehearse(name, args).then((answer) => {
      if (mine !== asked) {
        return; // the input has changed in the meantime
      }
      form.answered?.(answer);
      place.replaceChildren(wouldLines(answer, desk.game(), desk.phase()));
      confirm.mustHold(ends !== "" || (form.holds?.() ?? false) || mayEnd(answer, desk.game(), desk.phase()));
      confirm.button.disabled = false;
    });
  }
  const rules = sections.length === 0 ? null : h("p", { class: "sections" }, sections.join(", "));
  openSheet(title, [form.element, reason.element, place, h("div", { class: "confirm" }, confirm.button), rules], back);
  rehearse();
}
