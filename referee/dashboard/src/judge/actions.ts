/** All commands, grouped as a judge thinks, at most two taps from the table. */

import { COMMANDS, type CommandName } from "../declared/commands.js";
import { h } from "../elements.js";
import type { Game } from "../protocol.js";
import { type Login, may } from "../settings.js";
import { t } from "../texts/texts.js";
import { commandForm } from "./form.js";
import { confirmButton } from "./hold.js";
import type { Arguments, Orders } from "./orders.js";
import { closeSheet, openSheet } from "./sheet.js";
import { mayEnd, wouldLines } from "./would.js";

export type Group = "player" | "tiles" | "score" | "clock" | "machine";

export const GROUPS: Readonly<Record<Group, readonly CommandName[]>> = {
  player: [
    ...(["foul", "guide", "warn", "dead_hand", "chombo", "disqualify", "accept", "change_grade", "dismiss"] as const),
    ...(["rule", "appeal", "replace_player"] as const),
  ],
  tiles: ["correct", "insert", "undo", "redeal", "void_hand", "begin_hand"],
  score: ["enter_hand", "adjust_points", "close_hand", "paid", "acknowledge", "begin_hanchan", "close_hanchan"],
  clock: ["stop", "resume", "pause_clock", "extend_clock", "gong"],
  machine: ["pause", "machine", "reset_faults", "resolve"],
};
const REHEARSE_MS = 250;

/** What the sheets know of the table. */
export interface Desk {
  readonly orders: Orders;
  readonly login: Login | null;
  game(): Game | null;
  phase(): string;
  /** The newest entry that is known. */
  number(): number;
}

/** The groups in which a login may do something. */
export function groupsOf(login: Login | null): Group[] {
  return (Object.keys(GROUPS) as Group[]).filter((group) => commandsOf(group, login).length > 0);
}

function commandsOf(group: Group, login: Login | null): CommandName[] {
  return login === null ? [] : GROUPS[group].filter((name) => may(login, COMMANDS[name].role));
}

/** The commands of a group. */
export function showGroup(group: Group, desk: Desk): void {
  const buttons = commandsOf(group, desk.login).map((name) => {
    const button = h("button", { type: "button", class: "command", "data-command": name }, t.commands[name] ?? name);
    button.addEventListener("click", () => showCommand(name, desk, {}, () => showGroup(group, desk)));
    return button;
  });
  openSheet(t[group], [h("div", { class: "commands" }, ...buttons)]);
}

/** The form of a command; `given` are arguments that are already known. */
export function showCommand(name: CommandName, desk: Desk, given: Arguments, back: (() => void) | null): void {
  const told = COMMANDS[name];
  const at = desk.number();
  const place = h("div", { role: "status", "aria-label": t.would });
  const why = h("input", { id: "why", type: "text", maxlength: 2000, autocomplete: "off" });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  const form = commandForm(told.fields, { seats: desk.game()?.seats ?? [] }, given, () => {
    asked += 1;
    button.disabled = true;
    clearTimeout(timer);
    timer = setTimeout(rehearse, REHEARSE_MS);
  });
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
  mustHold(told.ends !== "");
  const rehearse = (): void => {
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
      place.replaceChildren(wouldLines(answer, desk.game(), desk.phase()));
      mustHold(told.ends !== "" || mayEnd(answer, desk.game(), desk.phase()));
      button.disabled = false;
    });
  };
  openSheet(
    t.commands[name] ?? name,
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
