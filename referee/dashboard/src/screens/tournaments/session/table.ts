/** A table of a session: its players, its result, and the ways to a result: its journal, two people, a correction. */

import type { SessionShown, TableOfSession } from "../../../declared/tournaments.js";
import { h, put } from "../../../elements/elements.js";
import { change, points, typedNumber } from "../../../table/format.js";
import { b } from "../../../texts/books.js";
import { mayEnter } from "../book/api.js";
import { entriesOf, isSettled, nameOf, wholePoints } from "../book/book.js";
import { limitMinutes } from "../../clock/ends.js";
import type { BookDesk, Part } from "../book/desk.js";
import { bookForm, type BookForm } from "../book/form.js";
import { folded, name, show, table } from "../book/shown.js";

const BET = 1000;

/** Make the part for a table; its forms are made anew when other players sit there. */
export function tablePart(desk: BookDesk, session: number, number: number): Part {
  const place = { session, table: number };
  const result = h("div", {});
  const forms = h("div", { class: "ways" });
  let seated = "";
  let ways: Ways | null = null;
  const label = b.table(number);
  return {
    element: h("section", { class: "result", "data-table": number }, h("h3", {}, label), result, forms),
    draw() {
      const { whole } = desk.book;
      const at = whole.sessions.find((each) => each.session === session);
      const shown = at?.tables.find((each) => each.table === number);
      if (at === undefined || shown === undefined) {
        return;
      }
      show(result, ...resultLines(desk, session, shown));
      const names = shown.players.map((id, seat) => `${b.winds[seat]} ${nameOf(whole, id)}`);
      if (ways === null || seated !== names.join("\n")) {
        seated = names.join("\n");
        ways = new Ways(desk, place, names);
        forms.replaceChildren(...ways.elements);
      }
      ways.draw(shown, at);
    },
  };
}

function resultLines(desk: BookDesk, session: number, shown: TableOfSession): HTMLElement[] {
  const { whole } = desk.book;
  const { scores, totals, places, source } = shown;
  const rows = shown.players.map((id, seat) => [
    b.winds[seat] ?? "",
    name(nameOf(whole, id)),
    scores === null ? "" : points(scores[seat] ?? 0),
    totals === null ? "" : change(totals[seat] ?? 0),
    places === null ? "" : String(places[seat]),
  ]);
  const state = h("p", { class: `source ${source ?? "withheld"}`.replace(" by hand", " by-hand") }, b.sources[source ?? "withheld"] ?? "", shown.signed ? ` · ${b.signed}` : "");
  const lines = [table(b.table(shown.table), ["", b.fields.player ?? "", b.score, b.total, b.place], rows), state];
  const entered = entriesOf(desk.book, session, shown.table);
  if (source === "once") {
    lines.push(h("p", { class: "hint" }, `${[...entered.keys()].map(b.enteredBy).join(" · ")} ${b.needsAnother}`.trim()));
  }
  if (source === "differs") {
    const heads = ["", ...entered.keys()];
    const given = shown.players.map((id, seat) => [name(nameOf(whole, id)), ...[...entered.values()].map((each) => points(each.scores[seat] ?? 0))]);
    const bets = [b.fields.bets ?? "", ...[...entered.values()].map((each) => String(each.bets ?? 0))];
    lines.push(table(`${b.table(shown.table)}: ${b.sources.differs ?? ""}`, heads, [...given, bets]));
  }
  return lines;
}

/** The ways to a result, each shown while it is open. */
class Ways {
  readonly elements: HTMLElement[];
  private readonly scores: BookForm;
  private readonly fromJournal: HTMLElement;
  private readonly sign: HTMLElement;
  private readonly byHand: HTMLElement;
  private readonly correct: HTMLElement;
  private readonly time: HTMLElement;
  private readonly hand: HTMLElement;
  private readonly left = h("p", { class: "left", role: "status" });

  constructor(
    private readonly desk: BookDesk,
    place: { session: number; table: number },
    labels: readonly string[],
  ) {
    this.fromJournal = folded(b.operations.take_from_journal, bookForm("take_from_journal", desk, { place }).element);
    this.scores = bookForm("enter_scores", desk, { place, labels });
    this.scores.element.querySelector("button")?.before(this.left);
    this.scores.element.addEventListener("input", () => this.count());
    this.scores.element.addEventListener("reset", () => put(this.left, ""));
    this.byHand = folded(b.operations.enter_scores, this.scores.element);
    this.sign = bookForm("sign_table", desk, { place }).element;
    this.correct = folded(b.operations.correct_table, bookForm("correct_table", desk, { place, labels }).element);
    this.time = folded(b.operations.extend_time, bookForm("extend_time", desk, { place }).element);
    this.hand = folded(b.operations.give_extra_hand, bookForm("give_extra_hand", desk, { place }).element);
    this.elements = [this.time, this.hand, this.fromJournal, this.byHand, this.sign, this.correct];
  }

  draw(shown: TableOfSession, { begun, closed }: SessionShown): void {
    const { login, book } = this.desk;
    this.time.hidden = !begun || closed || limitMinutes(book.whole) === 0 || !mayEnter(login, "extend_time");
    this.hand.hidden = this.time.hidden || shown.hand_granted;
    this.fromJournal.hidden = !begun || shown.signed || !mayEnter(login, "take_from_journal");
    this.byHand.hidden = !begun || shown.signed || !mayEnter(login, "enter_scores");
    this.sign.hidden = shown.signed || !isSettled(shown) || !mayEnter(login, "sign_table");
    this.correct.hidden = !isSettled(shown) || !mayEnter(login, "correct_table");
  }

  /** Show how many of the table's points are still missing from the scores. */
  private count(): void {
    const given = this.scores.values();
    const boxes = [...this.scores.element.querySelectorAll<HTMLInputElement>("fieldset input")];
    const sum = boxes.map((box) => typedNumber(box.value)).reduce((whole, one) => whole + one, 0);
    const bets = typeof given.bets === "number" ? given.bets : 0;
    const left = wholePoints(this.desk.book.whole) - sum - BET * bets;
    put(this.left, Number.isFinite(left) ? (left === 0 ? b.addsUp : b.remains(points(left))) : "");
  }
}
