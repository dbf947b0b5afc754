/** A keyboard of tiles, and a row of tiles that is filled and corrected with it. */

import { h } from "../elements/elements.js";
import { face } from "./face.js";
import { tileWords } from "../table/format.js";
import type { TileName } from "../table/protocol.js";
import { t } from "../texts/texts.js";

const SUITS = ["m", "p", "s"] as const;
const NUMBERS = ["1", "2", "3", "4", "5", "0", "6", "7", "8", "9"] as const;
const HONOURS = ["1", "2", "3", "4", "5", "6", "7"] as const;
/** A tile that nobody saw. */
export const UNSEEN: TileName = "?";

/** The keys, a row for each suit. */
export function tileKeys(pressed: (tile: TileName) => void, unseen = false): HTMLElement {
  const key = (tile: TileName): HTMLButtonElement => {
    const button = h("button", { type: "button", class: "tile-key", "data-tile": tile, "aria-label": tileWords(tile) }, face(tile, { look: "face" }));
    button.addEventListener("click", () => pressed(tile));
    return button;
  };
  const rows = SUITS.map((suit) => h("div", { class: "tile-keys-row" }, ...NUMBERS.map((number) => key(number + suit))));
  const honours = HONOURS.map((number) => key(`${number}z`));
  return h(
    "div",
    { class: "tile-keyboard", role: "group", "aria-label": t.tile.keyboard },
    ...rows,
    h("div", { class: "tile-keys-row" }, ...honours, ...(unseen ? [key(UNSEEN)] : [])),
  );
}

export interface TileInput {
  readonly element: HTMLElement;
  /** The tiles, in their order. */
  tiles(): TileName[];
  put(tiles: readonly TileName[]): void;
}

/** A row of tiles that is filled in. A key fills the next place, or changes the tile that was tapped; ⌫ takes away. */
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
  const said = h("span", { class: "tile-count", role: "status" });
  const keyboard = tileKeys((tile) => {
    if (chosen !== null) {
      held[chosen] = tile;
      chosen = null;
    } else if (held.length < most) {
      held.push(tile);
    } else if (most === 1) {
      held = [tile];
    } else {
      return;
    }
    draw();
    changed();
  }, unseen);
  const away = h("button", { type: "button", class: "quiet", "aria-label": t.tile.takeAway }, "⌫");
  away.addEventListener("click", () => {
    held.splice(chosen ?? held.length - 1, 1);
    chosen = null;
    draw();
    changed();
  });
  const element = h(
    "fieldset",
    { class: "tile-row" },
    h("legend", {}, label),
    h("div", { class: "tile-line" }, places, said, away),
    keyboard,
  );
  function draw(): void {
    const tiles = held.map((tile, place) => {
      const button = h(
        "button",
        {
          type: "button",
          class: "tile-place",
          "aria-pressed": String(place === chosen),
          "aria-label": t.tile.place(place + 1, tileWords(tile)),
        },
        face(tile, { look: "face" }),
      );
      button.addEventListener("click", (event) => {
        event.stopPropagation();
        chosen = chosen === place ? null : place;
        draw();
        (places.children[place] as HTMLElement | undefined)?.focus();
      });
      return button;
    });
    const next = held.length < most && chosen === null ? [h("span", { class: "tile-next", "aria-hidden": "true" })] : [];
    places.replaceChildren(...tiles, ...next);
    said.textContent = most === 1 ? "" : `${held.length} / ${most}`;
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
