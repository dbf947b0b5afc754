/** A sheet that gives one command: its form, the reason, and the foot that confirms it. */

import { COMMANDS, type CommandName } from "../../declared/commands.js";
import { h, labelled } from "../../elements/elements.js";
import { t } from "../../texts/texts.js";
import type { Desk } from "./desk.js";
import { Draft, type FormOf } from "./draft.js";
import { FormFoot } from "./foot.js";
import type { Answer, Arguments } from "../../broker/orders.js";
import { openSheet } from "../../elements/sheet.js";

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

/** Show the sheet. `filling` makes the inputs, and calls `changed` whenever they change; `form` brings it back after a
 * reload.
 */
export function confirmSheet(
  title: string,
  name: CommandName,
  desk: Desk,
  filling: (changed: () => void) => Filled,
  back: (() => void) | null,
  form: FormOf | null = null,
): void {
  const { ends, sections } = COMMANDS[name];
  const reason = reasonInput();
  const foot: FormFoot = new FormFoot(name, desk, {
    read() {
      const args = filled.read();
      return args === null ? null : { ...args, ...reason.args() };
    },
    holds: () => ends !== "" || (filled.holds?.() ?? false),
    answered: (answer) => filled.answered?.(answer),
    ask: (args) => desk.orders.rehearse(name, args),
    reopen: show,
  });
  const filled = filling(() => foot.changed());
  const draft = form === null ? null : new Draft(desk, form);
  const elsewhere = desk.game()?.unchecked ? "cf. " : ""; // the book in force could not be had
  const rules = sections.length === 0 ? null : h("p", { class: "sections" }, elsewhere + sections.join(", "));
  function show(): void {
    openSheet(title, [filled.element, reason.element, rules, foot.element], back);
    draft?.begin();
    foot.begin();
  }
  show();
}
