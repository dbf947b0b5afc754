/** A journal entry before the judge: see the table then, strike the entry out, correct it, insert something after it.
 */

import { ACTS } from "../../declared/commands.js";
import type { Act } from "../../declared/form.js";
import { button, h, labelled } from "../../elements/elements.js";
import { clock, inWords } from "../../table/format.js";
import { may } from "../../table/settings.js";
import { t, vocabulary } from "../../texts/texts.js";
import { confirmSheet } from "../sheets/confirm.js";
import type { Desk } from "../sheets/desk.js";
import { filmOf } from "../sheets/film.js";
import { type CommandForm, commandForm } from "../sheets/form.js";
import type { Arguments } from "../../broker/orders.js";
import { closeSheet, openSheet } from "../../elements/sheet.js";

/** An entry as the table sends it. */
interface TableEntry {
  readonly number: number;
  readonly wall: string;
  readonly text: string;
  readonly observation: Readonly<Record<string, unknown>> | null;
}

type Line = Pick<TableEntry, "number" | "wall" | "text">;

async function fetchEntry(number: number, desk: Desk): Promise<TableEntry | null> {
  const answer = await desk.orders.look("history", { from: number, to: number });
  const [entry] = answer?.ok && Array.isArray(answer.entries) ? (answer.entries as TableEntry[]) : [];
  return entry ?? null;
}

function actOf(entry: TableEntry): Act | undefined {
  return ACTS.find((act) => act.type === entry.observation?.type);
}

/** Show the sheet of an entry, with its film if there is one, and a note on why it is shown. */
export function showEntry(number: number, desk: Desk, back: (() => void) | null = null, note = ""): void {
  const again = (): void => showEntry(number, desk, back, note);
  const line = h("p", { class: "happened" });
  const act = (name: string, text: string, done: () => void): HTMLElement => button({ class: "command", "data-act": name }, done, text);
  const open = (commands: HTMLElement[], film: HTMLElement | null): void =>
    openSheet(t.past.entry(number), [line, note === "" ? null : h("p", { class: "facts" }, note), h("div", { class: "commands" }, ...commands)], back, film);
  open([], null);
  const rules = may(desk.login, "referee");
  const clip = rules ? desk.orders.look("clip", { entry: number }) : Promise.resolve(null);
  void Promise.all([fetchEntry(number, desk), clip]).then(([entry, film]) => {
    if (entry === null) {
      line.textContent = t.unanswered;
    }
    if (entry === null || !line.isConnected) {
      return;
    }
    line.textContent = `${clock(entry.wall)} · ${inWords(entry.text) || (vocabulary.act[String(entry.observation?.type)] ?? "")}`;
    const kind = actOf(entry);
    const then = act("then", t.past.then, () => {
      closeSheet();
      void desk.past.go(number);
    });
    const corrects = kind !== undefined && kind.fields.length > 0 ? [act("correct", t.past.correct, () => showCorrect(entry, kind, desk, again))] : [];
    const strikes = act("strike", t.past.strike, () => showStrike(entry, desk, again));
    const inserts = act("insert", t.past.insert, () => showInsert(number, desk, again));
    open(rules ? [then, ...corrects, strikes, inserts] : [then], filmOf(film, desk));
  });
}

/** Make the box by which all players agree to a late correction. */
export function agreedBox(changed: () => void): { element: HTMLElement; args(): Arguments } {
  const box = h("input", { type: "checkbox" });
  box.addEventListener("input", changed);
  const element = h("label", { class: "switch" }, box, h("span", {}, t.fields.agreed ?? ""));
  return { element, args: () => (box.checked ? { agreed: true } : {}) };
}

/** Show the sheet that strikes an entry out. */
function showStrike(entry: TableEntry, desk: Desk, back: (() => void) | null): void {
  confirmSheet(
    `${t.past.strike}: ${entry.number}`,
    "undo",
    desk,
    (changed) => {
      const agreed = agreedBox(changed);
      return {
        element: h("div", { class: "fields" }, h("p", { class: "happened" }, inWords(entry.text)), agreed.element),
        read: () => ({ entry: entry.number, ...agreed.args() }),
      };
    },
    back,
    ["undo", entry.number],
  );
}

/** Show the sheet that corrects an entry: it sends only the fields that differ. */
function showCorrect(entry: TableEntry, act: Act, desk: Desk, back: (() => void) | null): void {
  const held = entry.observation ?? {};
  confirmSheet(
    `${t.past.correct}: ${entry.number}`,
    "correct",
    desk,
    (changed) => {
      const form = commandForm(act.fields, { seats: desk.game()?.seats ?? [] }, {}, changed, held);
      const agreed = agreedBox(changed);
      return {
        element: h("div", { class: "fields" }, h("p", { class: "happened" }, inWords(entry.text)), form.element, agreed.element),
        read() {
          const args = form.read();
          if (args === null) {
            return null;
          }
          const set = Object.fromEntries(
            act.fields
              .map(({ name }): [string, unknown] => [name, args[name] ?? null])
              .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(held[name] ?? null) && !isEmptyAgain(value, held[name])),
          );
          return Object.keys(set).length === 0 ? null : { entry: entry.number, set, ...agreed.args() };
        },
      };
    },
    back,
    ["correct", entry.number],
  );
}

/** Return whether a field is still empty: the form has no value for an empty list of tiles. */
function isEmptyAgain(value: unknown, held: unknown): boolean {
  return value === null && (held === false || (Array.isArray(held) && held.length === 0));
}

/** Show the sheet that inserts an act that nobody saw. */
function showInsert(after: number, desk: Desk, back: (() => void) | null): void {
  confirmSheet(
    `${t.past.insert} ${after}`,
    "insert",
    desk,
    (changed) => {
      const kinds = ACTS.filter((act) => act.missed);
      const select = h(
        "select",
        { id: "act-kind" },
        h("option", { value: "" }, "…"),
        ...kinds.map(({ type }) => h("option", { value: type }, vocabulary.act[type] ?? type)),
      );
      const place = h("div", {});
      const agreed = agreedBox(changed);
      let form: CommandForm | null = null;
      select.addEventListener("change", () => {
        const act = kinds.find(({ type }) => type === select.value);
        form = act === undefined ? null : commandForm(act.fields, { seats: desk.game()?.seats ?? [] }, {}, changed);
        place.replaceChildren(...(form === null ? [] : [form.element]));
        changed();
      });
      return {
        element: h(
          "div",
          { class: "fields" },
          h("p", { class: "facts" }, t.past.after(after)),
          labelled(t.past.kind, select),
          place,
          agreed.element,
        ),
        read() {
          const args = form?.read() ?? null;
          return args === null ? null : { observation: { type: select.value, ...args }, after, ...agreed.args() };
        },
      };
    },
    back,
    ["insert", after],
  );
}

/** Show again what was being done about an entry. */
export function showAbout(what: "correct" | "insert" | "undo", number: number, desk: Desk): void {
  void fetchEntry(number, desk).then((entry) => {
    if (entry !== null) {
      showWhat(what, entry, desk, null);
    }
  });
}

function showWhat(what: "correct" | "insert" | "undo", entry: TableEntry, desk: Desk, back: (() => void) | null): void {
  const act = actOf(entry);
  if (what === "insert") {
    showInsert(entry.number, desk, back);
  } else if (what === "correct" && act !== undefined && act.fields.length > 0) {
    showCorrect(entry, act, desk, back);
  } else if (what === "correct") {
    showEntry(entry.number, desk, back, t.past.noFields);
  } else {
    showStrike(entry, desk, back);
  }
}

/** The number of entries in one request. */
const PORTION = 100;

/** Show the journal, newest first, for picking an entry. New entries appear on top. */
function pickEntry(title: string, desk: Desk, picked: (entry: TableEntry, back: () => void) => void, back: (() => void) | null): void {
  const again = (): void => pickEntry(title, desk, picked, back);
  const list = h("div", { class: "pick" });
  const status = h("p", { role: "status" });
  const earlier = button({ class: "quiet" }, () => void ask(), t.past.earlier);
  const there = new Set<number>();
  /** The number of the oldest entry that is known; null while none is. */
  let first: number | null = null;
  const line = ({ number, wall, text }: Line): HTMLElement => {
    const pick = async (): Promise<void> => {
      status.textContent = "";
      const entry = await fetchEntry(number, desk);
      if (entry === null) {
        status.textContent = t.unanswered;
      } else if (made.isConnected) {
        picked(entry, again);
      }
    };
    const facts = h("span", { class: "facts" }, `${number} · ${clock(wall)}`);
    const made = button({ class: "command picked", "data-number": number }, () => void pick(), facts, h("span", {}, inWords(text)));
    return made;
  };
  const put = (entries: readonly Line[]): void => {
    for (const entry of entries) {
      first = Math.min(first ?? entry.number, entry.number);
      if (entry.text !== "" && !there.has(entry.number)) {
        there.add(entry.number);
        const below = [...list.children].find((one) => Number((one as HTMLElement).dataset.number) < entry.number);
        list.insertBefore(line(entry), below ?? null);
      }
    }
    earlier.hidden = desk.number() === 0 || (first !== null && first <= 1);
  };
  const ask = async (): Promise<void> => {
    earlier.disabled = true;
    status.textContent = t.pending;
    const answer = await desk.orders.look("history", { newest: PORTION, ...(first === null ? {} : { to: first - 1 }) });
    earlier.disabled = false;
    if (!answer?.ok || !Array.isArray(answer.entries)) {
      status.textContent = answer?.error ?? t.unanswered;
      return;
    }
    first = answer.entries.length === 0 ? 1 : first;
    put(answer.entries as TableEntry[]);
    status.textContent = list.childElementCount === 0 ? t.past.nothing : "";
  };
  put(desk.entries());
  openSheet(title, [list, status, earlier], back);
  desk.follow(list, () => put(desk.entries()));
  if (first === null) {
    void ask(); // the journal has not arrived yet, or is empty
  }
}

/** Show the journal for a command that needs an entry, which is picked and not typed. */
export function showPicked(name: "correct" | "insert" | "undo", desk: Desk, back: (() => void) | null): void {
  pickEntry(
    t.past.pick[name] ?? "",
    desk,
    (entry, again) => showWhat(name, entry, desk, again),
    back,
  );
}
