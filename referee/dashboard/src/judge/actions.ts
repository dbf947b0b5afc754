/** All commands, in the groups that a judge thinks in, at most two taps from the table; those about a tapped player. */

import { COMMANDS, type CommandName } from "../declared/commands.js";
import { button, h } from "../elements/elements.js";
import { type Login, may } from "../table/settings.js";
import { t } from "../texts/texts.js";
import { showBegin } from "./begin/begin.js";
import { confirmSheet } from "./sheets/confirm.js";
import type { Desk } from "./sheets/desk.js";
import { findingChoices } from "./sheets/findings.js";
import { commandForm, commandTitle, seatWords } from "./sheets/form.js";
import { showFoul } from "./foul.js";
import { showCallJury, showVote } from "./hanchan/jury.js";
import { showHands } from "./hands.js";
import { showPicked } from "./journal/entry.js";
import type { Arguments } from "../broker/orders.js";
import { showEnterHand } from "./result/enter.js";
import { signing } from "./score_sheet.js";
import { closeSheet, openSheet } from "../elements/sheet.js";

export type { Desk } from "./sheets/desk.js";

export type Group = "player" | "tiles" | "score" | "clock" | "machine";

/** The commands of each group. An alert is resolved by its own button, so `resolve` is in none. */
export const GROUPS: Readonly<Record<Group, readonly CommandName[]>> = {
  player: [
    ...(["foul", "guide", "warn", "dead_hand", "chombo", "disqualify", "accept", "change_grade", "dismiss"] as const),
    ...(["rule", "appeal", "call_jury", "vote", "excuse_juror", "close_jury", "replace_player"] as const),
  ],
  tiles: ["correct", "insert", "undo", "redeal", "void_hand", "begin_hand"],
  score: ["enter_hand", "adjust_points", "close_hand", "paid", "acknowledge", "sign_sheet", "begin_hanchan", "close_hanchan"],
  clock: ["stop", "resume", "take_call", "hand_over", "start_signal", "pause_clock", "extend_clock", "grant_hand", "gong"],
  machine: ["pause", "machine", "reset_faults", "update", "call_judge"],
};

/** Return the groups in which a login may do something. */
export function groupsOf(login: Login | null): Group[] {
  return (Object.keys(GROUPS) as Group[]).filter((group) => commandsOf(group, login).length > 0);
}

function commandsOf(group: Group, login: Login | null): CommandName[] {
  return login === null ? [] : GROUPS[group].filter((name) => may(login, COMMANDS[name].roles[0]));
}

/** Return the commands of a group that the rules in force know. */
function knownOf(group: Group, desk: Desk): CommandName[] {
  return commandsOf(group, desk.login).filter((name) => name !== "appeal" || desk.rules.value("fouls.appeal") !== "none");
}

/** Show the commands of a group; `more` is the address of a page with more about it. */
export function showGroup(group: Group, desk: Desk, more = ""): void {
  const again = (): void => showGroup(group, desk, more);
  const buttons = commandButtons(knownOf(group, desk), desk, {}, again);
  const link = more === "" ? null : h("a", { href: more, class: "more-about" }, t.screens.seeMachine);
  link?.addEventListener("click", closeSheet);
  if (group === "score") {
    buttons.unshift(button({ class: "command", "data-show": "hands" }, () => showHands(desk, again), t.hands.all));
  }
  openSheet(t[group], [link, h("div", { class: "commands" }, ...buttons)]);
}

/** Show what can be done about a player, whom no form then asks for; `compare` compares the others' points with theirs. */
export function showPlayer(seat: number, desk: Desk, compare: () => void): void {
  const again = (): void => showPlayer(seat, desk, compare);
  const known = knownOf("player", desk).filter((name) => isAbout(name, "seat") && !isAbout(name, "finding", true));
  const compared = (): void => {
    closeSheet();
    compare();
  };
  const points = button({ class: "command", "data-show": "compared" }, compared, t.felt.compare);
  openSheet(seatWords(desk.game()?.seats ?? [], seat), [h("div", { class: "commands" }, ...commandButtons(known, desk, { seat }, again), points)]);
}

/** Return whether a command takes an argument, or `needed`, does nothing without it. */
function isAbout(name: CommandName, argument: string, needed = false): boolean {
  return COMMANDS[name].fields.some((field) => field.name === argument && (field.needed || !needed));
}

function commandButtons(names: readonly CommandName[], desk: Desk, given: Arguments, again: () => void): HTMLElement[] {
  return names.map((name) =>
    button({ class: "command", "data-command": name }, () => showCommand(name, desk, given, again), t.commands[name] ?? name),
  );
}

/** Show the form of a command; `given` are arguments that are already known. */
export function showCommand(name: CommandName, desk: Desk, given: Arguments, back: (() => void) | null): void {
  if ((name === "correct" || name === "insert" || name === "undo") && given.entry === undefined) {
    showPicked(name, desk, back);
    return;
  }
  if (name === "begin_hanchan") {
    showBegin(desk, back);
    return;
  }
  if (name === "foul") {
    showFoul(desk, given, back);
    return;
  }
  if (name === "call_jury") {
    showCallJury(desk, back);
    return;
  }
  if (name === "vote") {
    showVote(desk, back);
    return;
  }
  if (name === "enter_hand") {
    showEnterHand(desk, back);
    return;
  }
  confirmSheet(
    commandTitle(name, desk.game(), given),
    name,
    desk,
    (changed) => {
      const game = desk.game();
      // The sheet that is seen is signed; if anything has changed since, the table refuses.
      const fields = name === "sign_sheet" ? [] : COMMANDS[name].fields;
      const form = commandForm(fields, { seats: game?.seats ?? [], findings: findingChoices(name, game, given.seat) }, given, changed);
      if (name === "sign_sheet") {
        return signing(form, desk);
      }
      if (name === "rule" || name === "change_grade") {
        form.field("points").hidden = !desk.rules.choosesPoints();
      }
      return { ...form, holds: () => name === "machine" && form.read()?.do === "open_lid" };
    },
    back,
    ["command", name, given],
  );
}
