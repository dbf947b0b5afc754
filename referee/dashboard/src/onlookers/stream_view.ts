/** The stream's overlay: a panel for each player and a bar with the hand. The middle stays free. */

import type { DiscardShown, MeldShown, StreamSeat, StreamShown, WaitShown } from "../declared/declared.js";
import { h } from "../elements/elements.js";
import { face } from "../faces/face.js";
import { handName, points, tilesWords } from "../table/format.js";
import { nameOf, shortly } from "./needed.js";
import { ended, rulings } from "./view.js";
import { o } from "../texts/onlookers.js";
import { t } from "../texts/texts.js";

const ROW = 6;

export function streamView(shown: StreamShown): HTMLElement[] {
  const panels = [...shown.seats].map((seat) => panel(seat, shown));
  return [bar(shown), ...panels];
}

function bar(shown: StreamShown): HTMLElement {
  const { last } = shown;
  const [win, another] = last?.wins ?? [];
  const winner = win === undefined || another !== undefined ? "" : `${nameOf(shown.seats[win.seat])} `;
  const over = shown.phase === "waiting" && last !== null;
  return h(
    "section",
    { class: "bar", "aria-label": o.hand },
    h("h1", {}, shown.phase === "ended" ? o.end : handName(over ? last.hand : shown.hand)),
    over ? h("span", {}, `${winner}${ended(last, shown.seats)}`) : h("span", {}, `${o.honba} ${shown.honba} · ${o.bets} ${shown.bets} · ${t.tilesLeft(shown.live_tiles)}`),
    row(o.dora, shown.indicators),
    shown.ura.length === 0 ? null : row(o.ura, shown.ura),
    ...rulings(shown),
  );
}

function panel(seat: StreamSeat, shown: StreamShown): HTMLElement {
  const playing = shown.phase === "playing";
  const needed = shown.result === null ? shortly(shown.needed, seat.seat) : "";
  return h(
    "section",
    { class: `panel seat-${seat.seat}${playing && shown.turn === seat.seat ? " acting" : ""}`, "aria-label": nameOf(seat) },
    h(
      "div",
      { class: "head" },
      h("span", { class: "wind" }, t.winds[seat.wind]),
      h("b", { class: "name", title: seat.name }, seat.name),
      h("span", { class: "score" }, points(seat.score)),
      h("span", { class: "place" }, o.place(seat.place)),
    ),
    needed === "" && !seat.riichi ? null : h("p", { class: "needed" }, seat.riichi ? h("span", { class: "riichi" }, o.riichi) : null, needed),
    pond(seat.pond),
    seat.melds.length === 0 ? null : h("div", { class: "melds", role: "group", "aria-label": o.melds }, ...seat.melds.map(meld)),
    seat.opened === null ? null : row(o.opened, seat.opened),
    seat.waits.length === 0 ? null : h("div", { class: "waits" }, h("span", {}, o.waits), ...seat.waits.map(wait)),
  );
}

function pond(discards: readonly DiscardShown[]): HTMLElement {
  const label = `${o.pond}: ${tilesWords(discards.map((each) => each.tile))}`;
  const rows = [0, 1, 2].map((at) => discards.slice(at * ROW, at === 2 ? undefined : (at + 1) * ROW)).filter((each) => each.length > 0);
  return h(
    "div",
    { class: "pond", role: "img", "aria-label": label },
    ...rows.map((each) => h("div", {}, ...each.map((tile) => face(tile.tile, { sideways: tile.sideways, look: look(tile) })))),
  );
}

function look({ sideways, called_by }: DiscardShown): string {
  return [sideways ? "sideways" : "", called_by === null ? "" : "called"].filter(Boolean).join(" ");
}

function meld({ tiles, kind }: MeldShown): HTMLElement {
  const hidden = (index: number): boolean => kind === "ankan" && (index === 0 || index === 3);
  const label = tilesWords([...tiles]);
  return h("span", { class: "tiles", role: "img", "aria-label": label }, ...tiles.map((tile, index) => face(hidden(index) ? "back" : tile)));
}

function wait({ tile, left }: WaitShown): HTMLElement {
  const label = `${tilesWords([tile])}: ${o.left(left)}`;
  return h("span", { class: left === 0 ? "wait none" : "wait", role: "img", "aria-label": label }, face(tile), `× ${left}`);
}

function row(label: string, tiles: readonly string[]): HTMLElement {
  return h("span", { class: "tiles", role: "img", "aria-label": `${label}: ${tilesWords([...tiles])}` }, ...tiles.map((tile) => face(tile)));
}
