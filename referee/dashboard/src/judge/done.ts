/** What a command did, in a judge's words: the table's texts `commanddone.<name>`, filled with the command's arguments. */

import { COMMANDS, type CommandName } from "../declared/commands.js";
import type { Arguments } from "../broker/orders.js";
import type { TableView } from "../table/model.js";
import { argumentsOf, render } from "../texts/render.js";
import { t } from "../texts/texts.js";
import { findingTitle } from "./sheets/findings.js";

/** Rulings that are a command of their own. */
const RULED: ReadonlyMap<string, CommandName> = new Map([
  ["accepted", "accept"],
  ["dismissed", "dismiss"],
]);

/** Word what a command does once it is carried out; `view` is the table as it was when the command was given. */
export function doneWords(name: CommandName, args: Arguments, view: TableView): string {
  const ruled = name === "rule" ? RULED.get(String(args.ruling)) : undefined;
  const code = `commanddone.${ruled ?? name}`;
  const given = Object.fromEntries(argumentsOf(code).map((argument) => [argument, valueOf(argument, name, args, view)]));
  return render(t.commands[name] ?? name, code, given);
}

function valueOf(argument: string, name: CommandName, args: Arguments, { state, alerts }: TableView): unknown {
  const value = args[argument] ?? COMMANDS[name].fields.find((field) => field.name === argument)?.preset ?? null;
  const game = state?.game ?? null;
  const finding = typeof args.finding === "number" ? game?.findings[args.finding] : undefined;
  switch (argument) {
    case "finding":
      return finding === undefined || game === null ? null : findingTitle(finding, game);
    case "seat": {
      const player = game?.seats.find(({ seat }) => seat === value);
      return player === undefined || finding?.seat === value ? null : { wind: player.wind, name: player.name };
    }
    case "alert":
      return alerts.find(({ id }) => id === args.id)?.text ?? args.id;
    case "to":
    case "name":
      return value ?? "";
    default:
      return value;
  }
}
