/** Players: the registered ones, adding one by hand or many by pasting with a preview, and withdrawals. */

import { OPERATIONS } from "../../declared/operations.js";
import type { Field } from "../../declared/form.js";
import { button, h } from "../../elements/elements.js";
import { b } from "../../texts/books.js";
import { mayEnter } from "./book/api.js";
import type { BookDesk, Part } from "./book/desk.js";
import { bookForm, type BookForm, refusedLine, withField, wordsOf } from "./book/form.js";
import { asPlayers, decoded, pasted } from "./paste.js";
import { folded, name, show, table } from "./book/shown.js";

/** The texts that a player may lack. */
const CLEARED = ["country", "club", "team"] as const;

/** Return the fields of a player. */
function playerFields(): readonly Field[] {
  const [players] = OPERATIONS.register_players.fields;
  return players?.kind === "some" && players.of.kind === "group" ? players.of.fields : [];
}

export function playersPart(desk: BookDesk): Part {
  const list = h("div", {});
  const byHand = playerForm(desk);
  const leaves = bookForm("withdraw_player", desk);
  const forgets = forgetForm(desk);
  const forms = mayEnter(desk.login, "register_players")
    ? [folded(b.paste, pasteForm(desk)), folded(b.byHand, byHand.element), folded(b.operations.withdraw_player, leaves.element), folded(b.operations.forget_player, forgets.element)]
    : [];
  return {
    element: h("section", {}, h("h2", {}, b.players), list, ...forms),
    draw() {
      const { players } = desk.book.whole;
      const { name: called, id, country, club, team, since } = b.fields;
      const heads = [called, id, country, club, team, since, b.leftFrom].map(String);
      const rows = players.map((each) => [name(each.name), name(each.id), name(each.country), name(each.club), name(each.team), String(each.since), String(each.withdrawn ?? "")]);
      show(list, h("p", { class: "count" }, players.length === 0 ? b.noPlayers : b.count(players.length)), players.length === 0 ? null : table(b.players, heads, rows));
      forgets.people(players);
      leaves.people(players.filter((each) => each.withdrawn === null));
    },
  };
}

/** Make the form of one player. It fills in what is known of a registered one; a text that is then emptied is cleared. */
function playerForm(desk: BookDesk): BookForm {
  const idOf = ({ id, name }: Readonly<Record<string, unknown>>): unknown => id ?? name;
  const cleared = Object.fromEntries(CLEARED.map((field) => [field, ""]));
  let filled: string | undefined;
  const enter: BookDesk["enter"] = (operation, body, place) => {
    const { players } = body as { players: readonly Readonly<Record<string, unknown>>[] };
    return desk.enter(operation, { players: players.map((each) => (idOf(each) === filled ? { ...cleared, ...each } : each)) }, place);
  };
  const form = bookForm("register_players", { enter }, { single: "players" });
  const input = (field: string): HTMLInputElement | null => form.element.querySelector(`[data-field=${field}] input`);
  const fill = (): void => {
    const player = desk.book.whole.players.find(({ id }) => id === idOf(form.values()));
    filled = player?.id;
    for (const field of ["name", ...CLEARED] as const) {
      const control = input(field);
      if (player !== undefined && control !== null && (field !== "name" || control.value === "")) {
        control.value = player[field];
      }
    }
  };
  input("id")?.addEventListener("change", fill);
  input("name")?.addEventListener("change", fill);
  return form;
}

/** Make the form that forgets a player; it can be sent once it has shown what would change. */
function forgetForm(desk: BookDesk): BookForm {
  const form = bookForm("forget_player", desk);
  const { element } = form;
  const changes = h("p", { role: "status" });
  const send = element.querySelector<HTMLButtonElement>("button[type=submit]");
  const show = (words: string, ready: boolean): void => {
    changes.textContent = words;
    if (send !== null) {
      send.hidden = !ready;
    }
  };
  const look = button({ class: "quiet", "data-look": "forget" }, () => {
    const { player } = form.values();
    if (player !== undefined) {
      desk.preview("forget_player", { player }).then(
        (entries) => show(b.forgets(entries.length), true),
        (error: unknown) => show(refusedLine(error).textContent ?? "", false),
      );
    }
  }, b.showChanges);
  send?.before(look, changes);
  for (const event of ["change", "reset"]) {
    element.addEventListener(event, () => show("", false));
  }
  show("", false);
  return form;
}

/** Make the form for pasted players, with a preview of what each line would register. */
function pasteForm(desk: BookDesk): HTMLElement {
  const fields = playerFields();
  const text = h("textarea", { id: "pasted", rows: 6, spellcheck: "false", "aria-describedby": "pasted-hint" });
  const file = h("input", { id: "pasted-file", type: "file", accept: ".csv,.tsv,.txt,text/csv,text/plain" });
  const preview = h("div", { class: "preview", "aria-live": "polite" });
  const refused = h("p", { class: "refused", role: "alert" });
  const button = h("button", { type: "submit", disabled: true }, b.registerAll(0));
  const element = h(
    "form",
    { class: "book-form paste", "data-operation": "paste", novalidate: true },
    h("p", { class: "hint", id: "pasted-hint" }, b.pasteHint),
    h("div", { class: "entry" }, h("label", { for: "pasted" }, b.paste), text),
    h("div", { class: "entry" }, h("label", { for: "pasted-file" }, b.file), file),
    preview,
    refused,
    button,
  );
  const look = (): void => {
    const lines = pasted(text.value, fields);
    const wrong = lines.filter(({ error }) => error !== "").length;
    const known = new Set(desk.book.whole.players.map(({ id }) => id));
    const rows = lines.map(({ line, values, error }) => [
      String(line),
      ...fields.map((field) => name(values[field.name] ?? "")),
      error === "" ? (known.has(values.id || values.name || "") ? b.change : "") : h("span", { class: "fault" }, error),
    ]);
    const heads = [b.line, ...fields.map((field) => b.fields[field.name] ?? field.name), b.preview];
    show(preview, lines.length === 0 ? null : table(b.preview, heads, rows), wrong === 0 ? null : h("p", { class: "fault" }, b.wrongLines(wrong)));
    button.textContent = b.registerAll(lines.length - wrong);
    button.disabled = lines.length === 0 || wrong > 0;
    refused.textContent = "";
  };
  text.addEventListener("input", look);
  file.addEventListener("change", () => {
    void file.files?.[0]?.arrayBuffer().then((read) => {
      text.value = decoded(read);
      look();
    });
  });
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    button.disabled = true;
    const lines = pasted(text.value, fields);
    void desk.enter("register_players", { players: asPlayers(lines, fields) }).then((refusal) => {
      if (refusal === null) {
        element.reset();
        look();
        return;
      }
      button.disabled = false;
      const at = "field" in refusal ? /^players\[(\d+)\]/.exec(refusal.field ?? "") : null;
      const line = at === null ? undefined : lines[Number(at[1])];
      refused.textContent = line === undefined ? wordsOf(refusal) : b.onLine(line.line, withField(refusal));
    });
  });
  return element;
}
