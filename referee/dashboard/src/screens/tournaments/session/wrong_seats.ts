/** Seats where a Jantaku table has a different player than the plan, each with the swap that corrects it. */

import type { SeatsAtTable } from "../../../declared/tournaments.js";
import { h } from "../../../elements/elements.js";
import { b } from "../../../texts/books.js";
import { mayEnter, read } from "../book/api.js";
import { nameOf } from "../book/book.js";
import type { BookDesk, Part } from "../book/desk.js";
import { wordsOf } from "../book/form.js";
import { name, show } from "../book/shown.js";

const AGAIN_MS = 15_000;

export function wrongSeatsPart(desk: BookDesk, session: number): Part {
  const list = h("ul", { class: "proposals" });
  const refused = h("p", { class: "refused", role: "alert" });
  const element = h("section", { class: "wrong-seats", hidden: true }, h("h3", {}, b.wrongSeats), list, refused);
  let known = -1;
  const look = async (): Promise<void> => {
    const { whole } = desk.book;
    const shown = whole.sessions.find((each) => each.session === session);
    const asks = shown !== undefined && shown.begun && !shown.closed && shown.tables.some(({ hall_table }) => hall_table !== "");
    if (!asks || !mayEnter(desk.login, "check_players_in")) {
      element.hidden = true;
      return;
    }
    const found = await read<SeatsAtTable[]>(`/${whole.id}/sessions/${session}/seats`);
    const lines = found.flatMap((at) => at.wrong.map((wrong) => line(desk, at, wrong)));
    element.hidden = lines.length === 0;
    show(list, ...lines);
  };
  const again = (): void => void look().catch(() => undefined);
  const timer = setInterval(() => {
    if (!element.isConnected) {
      clearInterval(timer);
    } else if (document.visibilityState === "visible") {
      again();
    }
  }, AGAIN_MS);
  element.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>("button[data-one]") : null;
    if (button !== null && !button.disabled) {
      const { one, other } = button.dataset;
      button.disabled = true;
      void desk.enter("swap_seats", { one, other }, { session }).then((refusal) => {
        button.disabled = false;
        refused.textContent = refusal === null ? "" : wordsOf(refusal);
      });
    }
  });
  return {
    element,
    draw() {
      if (desk.book.whole.number !== known) {
        known = desk.book.whole.number;
        again();
      }
    },
  };
}

function line(desk: BookDesk, at: SeatsAtTable, { seat, planned, found, swap }: SeatsAtTable["wrong"][number]): HTMLElement {
  const { whole } = desk.book;
  const words = [`${b.table(at.table)}, ${b.winds[seat] ?? ""}: `, name(found), ` ${b.insteadOf} `, name(nameOf(whole, planned))];
  const swaps = swap !== null && mayEnter(desk.login, "swap_seats");
  const button = h("button", { type: "button", "data-one": planned, "data-other": swap ?? "" }, b.swapThem);
  return h("li", {}, ...words, swaps ? button : null);
}
