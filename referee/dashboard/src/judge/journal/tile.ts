/** A tile on the felt before the judge: whose and when, its film, what it is if it was misread, a discard missed after it. */

import { ACTS } from "../../declared/commands.js";
import type { TileEntryAnswer } from "../../declared/declared.js";
import type { Field } from "../../declared/form.js";
import { button, h } from "../../elements/elements.js";
import { openSheet } from "../../elements/sheet.js";
import { tileRow } from "../../faces/row.js";
import { clock, inWords, tileWords } from "../../table/format.js";
import type { TileName } from "../../table/protocol.js";
import { may } from "../../table/settings.js";
import { renderLine } from "../../texts/render.js";
import { t } from "../../texts/texts.js";
import { confirmSheet, type Filled } from "../sheets/confirm.js";
import type { Desk } from "../sheets/desk.js";
import { commandForm } from "../sheets/form.js";
import { showFilm } from "../sheets/film.js";
import { agreedBox, showEntry } from "./entry.js";

/** A tile as it lies on the felt. */
export interface LyingTile {
  readonly zone: "pond" | "meld" | "opened" | "indicator" | "ura";
  /** Null for a tile that is nobody's. */
  readonly seat: number | null;
  /** In its zone; of a meld among the player's melds. */
  readonly place: number;
  readonly face: TileName;
  /** Whether it lies on its side. */
  readonly turned: boolean;
}

type TileOrigin = Extract<TileEntryAnswer, { next_after: unknown }>;
type Seen = Readonly<Record<string, unknown>>;

const TILE: Field = { name: "tile", kind: "tile", needed: true, preset: null };
const DISCARD = ACTS.find(({ type }) => type === "TileDiscarded")?.fields.filter(({ name }) => name !== "tsumogiri") ?? [];

/** Read where a drawn tile lies. */
export function lyingTile(drawn: HTMLElement): LyingTile {
  const [zone, place] = (drawn.dataset.lies ?? "").split(" ");
  const seat = drawn.closest<HTMLElement>("[data-seat]")?.dataset.seat;
  return {
    zone: zone as LyingTile["zone"],
    seat: seat === undefined ? null : Number(seat),
    place: Number(place),
    face: drawn.dataset.face ?? "?",
    turned: drawn.dataset.turned !== undefined,
  };
}

/** Show the sheet of a tile as it lies on the felt that is shown, now or in the past. */
export function showTile(tile: LyingTile, desk: Desk): void {
  const { zone, seat, place } = tile;
  const until = desk.past.shown?.number;
  const wait = h("p", { role: "status" }, t.pending);
  openSheet(tileWords(tile.face), [wait]);
  void desk.orders.look("tile_entry", { zone, seat, place: zone === "ura" ? 0 : place, ...(until === undefined ? {} : { until }) }).then((answer) => {
    if (!wait.isConnected) {
      return;
    }
    if (!answer?.ok) {
      wait.textContent = answer?.error ?? t.unanswered;
      return;
    }
    const origin = answer as unknown as TileOrigin;
    if (may(desk.login, "referee")) {
      const again = (): void => showTile(tile, desk);
      confirmSheet(tileWords(tile.face), "correct", desk, (changed) => misread(tile, origin, desk, again, changed), null, until === undefined ? ["tile", tile] : null);
    } else {
      openSheet(tileWords(tile.face), [facts(tile, origin)]);
    }
  });
}

function facts(tile: LyingTile, { entry }: TileOrigin): HTMLElement {
  return h("p", { class: "happened" }, tileRow([tile.face], "large"), ` ${clock(entry.wall)} · ${inWords(renderLine(entry.text, entry.lines))}`);
}

/** Make the form that puts a misread tile right, with the ways to its film and to a discard that was missed. */
function misread(tile: LyingTile, origin: TileOrigin, desk: Desk, again: () => void, changed: () => void): Filled {
  const { entry, observation } = origin;
  const film = h("div", {});
  const act = (name: string, words: string, done: () => void): HTMLElement => button({ class: "command", "data-act": name }, done, words);
  const form = commandForm([TILE], { seats: [] }, {}, changed, { tile: tile.face });
  const agreed = agreedBox(changed);
  return {
    element: h(
      "div",
      { class: "fields" },
      facts(tile, origin),
      h(
        "div",
        { class: "commands" },
        act("missed", t.tapped.missed, () => showMissed(origin, desk, again)),
        act("film", t.past.film, () => void showFilm(film, "clip", { entry: entry.number }, desk)),
        act("entry", t.past.entry(entry.number), () => showEntry(entry.number, desk, again)),
      ),
      film,
      h("h3", {}, t.tapped.misread),
      form.element,
      agreed.element,
    ),
    read() {
      const right = form.read()?.tile as TileName | undefined;
      const set = right === undefined || right === tile.face ? null : corrected(observation, tile, right);
      return set === null ? null : { entry: entry.number, set, ...agreed.args() };
    },
  };
}

/** Show the sheet for a discard that was missed after an entry; its player is known from who drew or called. */
function showMissed({ next_seat, next_after }: TileOrigin, desk: Desk, back: () => void): void {
  confirmSheet(
    t.tapped.missedDiscard,
    "insert",
    desk,
    (changed) => {
      const form = commandForm(DISCARD, { seats: desk.game()?.seats ?? [] }, {}, changed, { seat: next_seat });
      const agreed = agreedBox(changed);
      return {
        element: h("div", { class: "fields" }, form.element, agreed.element),
        read() {
          const args = form.read();
          return args === null ? null : { observation: { type: "TileDiscarded", ...args }, after: next_after, ...agreed.args() };
        },
      };
    },
    back,
  );
}

/** Return the fields of an observation that change if one of its tiles is another; null if it has no such tile. */
export function corrected(seen: Seen, tile: LyingTile, right: TileName): Seen | null {
  const { zone, face, place } = tile;
  if (zone === "pond" || zone === "indicator") {
    return { tile: right };
  }
  const tiles = (seen.tiles ?? []) as readonly TileName[];
  if (zone === "meld") {
    return correctedMeld(seen, tiles, tile, right);
  }
  const at = zone === "ura" ? place : tiles.indexOf(face);
  return tiles[at] === face ? { tiles: tiles.map((each, index) => (index === at ? right : each)) } : null;
}

/** All tiles of a pon or kan are alike but for a red five, so another tile there changes them all. */
function correctedMeld(seen: Seen, tiles: readonly TileName[], { face, turned }: LyingTile, right: TileName): Seen | null {
  const at = tiles.indexOf(face);
  if (at < 0) {
    return null;
  }
  const { claimed = null, added = null } = seen;
  if (seen.kind !== "chi" && plain(face) !== plain(right)) {
    const others = plain(right);
    return {
      tiles: tiles.map((_, index) => (index === at ? right : others)),
      ...(claimed === null ? {} : { claimed: turned ? right : others }),
      ...(added === null ? {} : { added: others }),
    };
  }
  const one = { tiles: tiles.map((each, index) => (index === at ? right : each)) };
  return claimed === face && (turned || seen.kind === "chi") ? { ...one, claimed: right } : one;
}

function plain(tile: TileName): TileName {
  return tile.replace("0", "5");
}
