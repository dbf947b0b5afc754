/** The players' page: points and places of one table, for telephones and a wall screen. */

import { checked } from "../declared/checked.js";
import type { PlayersShown } from "../declared/declared.js";
import { byId, h } from "../elements/elements.js";
import { clock } from "../table/format.js";
import { o } from "../texts/onlookers.js";
import { LANGUAGE, otherLanguage, t } from "../texts/texts.js";
import { follow, type Heard } from "./follow.js";
import { offerLogOut } from "./leave.js";
import { playersView } from "./view.js";

let shown: PlayersShown | null = null;
let heardAt: Date | null = null;
let mine = 0;

function status(mood: string, words: string): void {
  const line = byId("line");
  line.className = mood;
  line.textContent = words;
}

function draw(): void {
  if (shown !== null) {
    document.title = `${shown.table} · ${o.players}`;
    byId("table").textContent = shown.table;
    const focused = (document.activeElement as HTMLElement | null)?.dataset.mine;
    byId("shown").replaceChildren(...playersView(shown, mine));
    if (focused !== undefined) {
      byId("shown").querySelector<HTMLElement>(`[data-mine="${focused}"]`)?.focus();
    }
  }
}

function showNote(words: string): void {
  shown = null;
  byId("shown").replaceChildren(h("p", { class: "note" }, words));
}

function hear(heard: Heard): void {
  switch (heard.kind) {
    case "shown":
      shown = checked("PlayersShown", heard.value);
      draw();
      heardAt = new Date();
      status("live", o.live);
      return;
    case "nothing":
      status("live", o.live);
      showNote(o.closed);
      return;
    case "refused":
      if (shown === null) {
        showNote(o.refused);
      }
      status("lost", shown === null ? o.noRight : o.over);
      return;
    case "unreadable":
      status("lost", `${o.unreadable} (${heard.why})`);
      return;
    case "broken":
      status("lost", o.broken);
      return;
    case "lost":
      status("lost", heardAt === null ? o.lost : `${o.lost} · ${o.asOf(clock(heardAt))}`);
  }
}

document.documentElement.lang = LANGUAGE;
document.title = o.players;
byId("language").textContent = t.language;
byId("language").addEventListener("click", otherLanguage);
byId("shown").addEventListener("click", (event) => {
  const seat = (event.target as HTMLElement).closest("button")?.dataset.mine;
  if (seat !== undefined) {
    mine = Number(seat);
    draw();
  }
});
status("waiting", o.looking);
void follow("players/events", hear);
void offerLogOut(byId("who"));
