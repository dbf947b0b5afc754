/** A keyboard of tiles, and a row of tiles that is filled in and corrected with it. */

import { button, h } from "../elements/elements.js";
import { face } from "./face.js";
import { tileWords } from "../table/format.js";
import type { TileName } from "../table/protocol.js";
import { t } from "../texts/texts.js";

/** The rows of the keyboard: one for each suit, with the red five after the five, and one for honours. */
export const TILE_ROWS: readonly (readonly TileName[])[] = [
  ...["m", "p", "s"].map((suit) => [..."1234506789"].map((number) => number + suit)),
  [..."1234567"].map((number) => `${number}z`),
];
/** A tile that nobody saw. */
const UNSEEN: TileName = "?";

/** Make the keys, a row for each suit. */
function tileKeys(pressed: (tile: TileName) => void, unseen = false): HTMLElement {
  const key = (tile: TileName): HTMLButtonElement =>
    button({ class: "tile-key", "data-tile": tile, "aria-label": tileWords(tile) }, () => pressed(tile), face(tile, { look: "face" }));
  const rows = TILE_ROWS.map((tiles) => h("div", { class: "tile-keys-row" }, ...tiles.map(key)));
  rows.at(-1)?.append(...(unseen ? [key(UNSEEN)] : []));
  return h("div", { class: "tile-keyboard", role: "group", "aria-label": t.tile.keyboard }, ...rows);
}

export interface TileInput {
  readonly element: HTMLElement;
  /** The tiles, in their order. */
  tiles(): TileName[];
  put(tiles: readonly TileName[]): void;
}

/** Make a row of tiles to be filled in. A key fills the next place, or replaces the tapped tile; ⌫ removes a tile. */
export function tileInput(
  label: string,
  given: readonly TileName[],
  most: number,
  changed: () => void,
  unseen = false,
): TileInput {
  let held = [...given];
  let chosen: number | null = null;
  const places = h("div", { class: "tile-places", role: "group", "aria-label": label });
  const count = h("span", { class: "tile-count", role: "status" });
  const keyboard = tileKeys((tile) => {
    if (chosen === null && held.length >= most && most > 1) {
      return;
    }
    held[chosen ?? (most === 1 ? 0 : held.length)] = tile;
    chosen = null;
    draw();
    changed();
  }, unseen);
  const takeAway = (): void => {
    held.splice(chosen ?? held.length - 1, 1);
    chosen = null;
    draw();
    changed();
  };
  const away = button({ class: "quiet", "aria-label": t.tile.takeAway }, takeAway, "⌫");
  const element = h(
    "fieldset",
    { class: "tile-row" },
    h("legend", {}, label),
    h("div", { class: "tile-line" }, places, count, away),
    keyboard,
  );
  function draw(): void {
    const tiles = held.map((tile, place) =>
      placed(tile, place, place === chosen, () => {
        chosen = chosen === place ? null : place;
        draw();
        (places.children[place] as HTMLElement | undefined)?.focus();
      }),
    );
    const next = held.length < most && chosen === null ? [h("span", { class: "tile-next", "aria-hidden": "true" })] : [];
    places.replaceChildren(...tiles, ...next);
    count.textContent = most === 1 ? "" : `${held.length} / ${most}`;
    away.disabled = held.length === 0;
  }
  draw();
  return {
    element,
    tiles: () => [...held],
    put(tiles) {
      held = [...tiles];
      chosen = null;
      draw();
    },
  };
}

/** Make the button of a tile that was filled in; tapping it selects the tile for a change. */
function placed(tile: TileName, place: number, isChosen: boolean, choose: () => void): HTMLElement {
  const label = t.tile.place(place + 1, tileWords(tile));
  const made = button({ class: "tile-place", "aria-pressed": String(isChosen), "aria-label": label }, choose, face(tile, { look: "face" }));
  made.addEventListener("click", (event) => event.stopPropagation());
  return made;
}
