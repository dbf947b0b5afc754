/** Arrivals for a session: checked in one by one or by table, and the cost of coming late. */

import type { SessionShown } from "../../../declared/tournaments.js";
import { h } from "../../../elements/elements.js";
import { clock } from "../../../table/format.js";
import { b } from "../../../texts/books.js";
import { mayEnter } from "../book/api.js";
import { nameOf } from "../book/book.js";
import type { BookDesk, Part } from "../book/desk.js";
import { bookForm, wordsOf } from "../book/form.js";
import { folded, name, show } from "../book/shown.js";

/** Make the part. Buttons hold their entry in `data-…` attributes, so that equal ones can stay when the book changes.
 */
export function arrivalsPart(desk: BookDesk, session: number): Part {
  const place = { session };
  const tables = h("ul", { class: "arrivals" });
  const mistaken = h("p", { class: "choices" });
  const late = h("ul", { class: "proposals" });
  const refused = h("p", { class: "refused", role: "alert" });
  const excuse = bookForm("excuse_player", desk, { place });
  const excused = folded(b.operations.excuse_player, excuse.element);
  const list = folded(b.arrivals, tables, folded(b.mistaken, mistaken));
  const element = h("section", { class: "at-the-door" }, list, late, refused, excused);
  const submit = async (button: HTMLButtonElement): Promise<void> => {
    const { players, here, player, minutes } = button.dataset;
    const refusal =
      players === undefined
        ? await desk.enter("arrive_late", { player, minutes: Number(minutes) }, place)
        : await desk.enter("check_players_in", { players: JSON.parse(players) as string[], here: here === "true" }, place);
    refused.textContent = refusal === null ? "" : wordsOf(refusal);
  };
  element.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>("button[data-players], button[data-minutes]") : null;
    if (button !== null && !button.disabled) {
      button.disabled = true;
      void submit(button).finally(() => {
        button.disabled = false;
      });
    }
  });
  return {
    element,
    draw() {
      const { whole } = desk.book;
      const shown = whole.sessions.find((each) => each.session === session);
      element.hidden = shown === undefined || shown.closed || !mayEnter(desk.login, "check_players_in");
      if (shown === undefined) {
        return;
      }
      const there = new Map(shown.arrivals.map((each) => [each.player, each]));
      const all = shown.tables.flatMap(({ players }) => players);
      const summary = list.querySelector("summary");
      if (summary !== null) {
        summary.textContent = `${b.arrivals} · ${b.there(there.size, all.length)}`;
      }
      show(tables, ...shown.tables.map((table) => tableLine(desk, shown, table.table)));
      show(mistaken, ...[...there.keys()].map((id) => doorButton([id], false, name(nameOf(whole, id)))));
      show(late, ...shown.proposed.map((each) => proposal(nameOf(whole, each.player), each)));
      const lost = whole.penalties.filter((each) => each.session === session && each.grade === "" && each.judge === "");
      const lostBy = new Set(lost.map(({ player }) => player));
      excused.hidden = lostBy.size === 0;
      excuse.people(whole.players.filter(({ id }) => lostBy.has(id)));
    },
  };
}

function tableLine(desk: BookDesk, shown: SessionShown, number: number): HTMLElement {
  const { whole } = desk.book;
  const players = shown.tables.find(({ table }) => table === number)?.players ?? [];
  const there = new Map(shown.arrivals.map((each) => [each.player, each]));
  const missing = players.filter((id) => !there.has(id));
  const each = players.map((id) => {
    const come = there.get(id);
    if (come === undefined) {
      return doorButton([id], true, name(nameOf(whole, id)));
    }
    const after = come.minutes > 0 ? ` (${b.minutesLate(come.minutes)})` : "";
    return h("span", { class: "there" }, "✓ ", name(nameOf(whole, id)), ` ${clock(new Date(come.at_s * 1000)).slice(0, 5)}${after}`);
  });
  const whole4 = missing.length > 1 ? doorButton(missing, true, b.wholeTable) : null;
  return h("li", { "data-at": number }, h("strong", {}, b.table(number)), " ", ...each, whole4);
}

function doorButton(players: readonly string[], here: boolean, words: HTMLElement | string): HTMLElement {
  return h("button", { type: "button", class: "quiet", "data-players": JSON.stringify(players), "data-here": String(here) }, words);
}

function proposal(who: string, { player, minutes, points }: SessionShown["proposed"][number]): HTMLElement {
  const give = h("button", { type: "button", "data-player": player, "data-minutes": minutes }, b.givePoints(points));
  const none = h("button", { type: "button", class: "quiet", "data-player": player, "data-minutes": 0 }, b.giveNone);
  return h("li", {}, name(who), ` ${b.cameLate(minutes)} `, give, none);
}
