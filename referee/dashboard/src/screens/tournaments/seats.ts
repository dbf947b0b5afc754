/** Seats: drawing, repairing and setting them, and the plan of every session by table. */

import type { OperationName } from "../../declared/operations.js";
import type { Happened, SessionSeated, Whole } from "../../declared/tournaments.js";
import { button, h, put } from "../../elements/elements.js";
import { b } from "../../texts/books.js";
import { mayEnter, type Refusal, Refused } from "./book/api.js";
import { nameOf } from "./book/book.js";
import type { BookDesk, Part } from "./book/desk.js";
import { bookForm, wordsOf } from "./book/form.js";
import { folded, name, show, table } from "./book/shown.js";

/** Make the form for repairs: it shows what would change, and enters it at the next press of a button. */
function previewed(desk: BookDesk): HTMLElement {
  const changes = h("div", { class: "preview", "aria-live": "polite" });
  const shown = (entries: readonly Happened[], body: Readonly<Record<string, unknown>>): void => {
    const plans = entries.flatMap(({ entry }) => (entry?.kind === "seated" ? [entry] : []));
    const { cards, rows } = changesOf(desk.book.whole, plans);
    const seed = plans[0]?.seed ?? null;
    const go = button({}, () => {
      go.disabled = true;
      void desk.enter("repair_seats", { ...body, ...(seed === null ? {} : { seed }) }).then((refusal) => {
        show(changes, refusal === null ? null : h("p", { class: "refused", role: "alert" }, wordsOf(refusal)));
      });
    }, b.enterChanges);
    const heads = [b.sessionHead, b.fields.player ?? "", b.before, b.after];
    show(changes, h("p", {}, b.changes(cards, rows.length)), rows.length === 0 ? null : table(b.preview, heads, rows));
    changes.append(go);
  };
  const enter = async (_name: OperationName, body: unknown): Promise<Refusal | null> => {
    try {
      shown(await desk.preview("repair_seats", body), body as Readonly<Record<string, unknown>>);
      return null;
    } catch (error) {
      if (error instanceof Refused) {
        return error.refusal;
      }
      throw error;
    }
  };
  return h("div", {}, bookForm("repair_seats", { enter }, { button: b.showChanges }).element, changes);
}

/** Return the seats that other players get than before: how many cards change, and a row for each player and session. */
export function changesOf(whole: Whole, plans: readonly SessionSeated[]): { cards: number; rows: string[][] } {
  const cards = new Set<string>();
  const rows: string[][] = [];
  const seatsOf = (tables: readonly (readonly string[])[]): Map<string, string> =>
    new Map(tables.flatMap((players, at) => players.map((id, wind) => [id, `${b.table(at + 1)} ${b.winds[wind] ?? ""}`] as const)));
  for (const { session, tables } of plans) {
    const before = seatsOf(whole.sessions.find((each) => each.session === session)?.tables.map(({ players }) => players) ?? []);
    const after = seatsOf(tables);
    for (const id of new Set([...before.keys(), ...after.keys()])) {
      if (before.get(id) !== after.get(id)) {
        cards.add(id);
        rows.push([String(session), nameOf(whole, id), before.get(id) ?? "–", after.get(id) ?? "–"]);
      }
    }
  }
  return { cards: cards.size, rows };
}

const OPERATIONS = ["draw_seats", "cut_to_final", "seat_by_standings", "repair_seats", "seat_by_hand", "equip_table"] as const;

export function seatsPart(desk: BookDesk): Part {
  const plan = h("div", {});
  const filled = h("p", { class: "hint" });
  const forms = OPERATIONS.filter((one) => mayEnter(desk.login, one)).map((one) =>
    folded(b.operations[one], one === "repair_seats" ? previewed(desk) : bookForm(one, desk).element),
  );
  return {
    element: h("section", {}, h("h2", {}, b.seats), filled, ...forms, plan),
    draw() {
      const { whole } = desk.book;
      const next = 1 + whole.sessions.filter(({ begun }) => begun).length;
      const there = whole.cuts.at(-1)?.players ?? whole.players.filter(({ since, withdrawn }) => since <= next && (withdrawn === null || withdrawn > next)).length;
      put(filled, there % 4 === 0 ? "" : b.willFill(there, there % 4, whole.incomplete));
      const plans = whole.sessions.flatMap(({ session, seed, tables, byes }) => [
        h("h3", {}, b.session(session)),
        ...(seed === null ? [] : [h("p", {}, b.drawnWith(seed))]),
        table(
          b.session(session),
          [b.tableHead, ...b.winds],
          tables.map((each) => [each.hall_table === "" ? String(each.table) : `${each.table} (${each.hall_table})`, ...each.players.map((id) => name(nameOf(whole, id)))]),
        ),
        ...(byes.length === 0 ? [] : [h("p", {}, b.bye(byes.map((id) => nameOf(whole, id)).join(", ")))]),
      ]);
      show(plan, ...(plans.length === 0 ? [h("p", {}, b.noSeats)] : plans));
    },
  };
}
