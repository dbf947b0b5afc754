/** Where tiles lie on the drawn table. Pure.
 *
 * The felt is a square of 1000 units. Everything a player owns is laid out as if that player sat at the bottom
 * and is then turned about the centre. A position counts the sides of the picture counter-clockwise from the
 * bottom, as the chairs of a table do.
 */

import type { Meld, PondTile, TileName } from "../table/protocol.js";

export const FELT = 1000;
export const TILE_WIDTH = 46;
export const TILE_HEIGHT = 62;
const BACK_WIDTH = 33;
const BACK_HEIGHT = 45;
/** The side of the square in the middle, whose edges the ponds face. */
export const CENTRE = 284;
const POND_ROWS = 4;
const IN_A_ROW = 6;
const POND_LEFT = (FELT - IN_A_ROW * TILE_WIDTH) / 2;
const POND_TOP = FELT / 2 + CENTRE / 2 + 14;
const ROW_LEFT = 92;
const ROW_RIGHT = 988;
const ROW_BOTTOM = 986;
const GAP = 9;

export interface Placed {
  /** Upper left corner of the space the tile takes. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** Lies on its side. */
  sideways: boolean;
}

export interface PlacedTile extends Placed {
  tile: TileName;
  faceDown: boolean;
}

function upright(x: number, bottom: number): Placed {
  return { x, y: bottom - TILE_HEIGHT, width: TILE_WIDTH, height: TILE_HEIGHT, sideways: false };
}

function onItsSide(x: number, bottom: number): Placed {
  return { x, y: bottom - TILE_WIDTH, width: TILE_HEIGHT, height: TILE_WIDTH, sideways: true };
}

/** Return the places of a pond's tiles, in rows of six; the last row takes the rest. */
export function pondPlaces(pond: Pick<PondTile, "sideways">[]): Placed[] {
  const places: Placed[] = [];
  let x = POND_LEFT;
  pond.forEach((tile, index) => {
    if (index % IN_A_ROW === 0 && index < POND_ROWS * IN_A_ROW) {
      x = POND_LEFT;
    }
    const row = Math.min(Math.floor(index / IN_A_ROW), POND_ROWS - 1);
    const bottom = POND_TOP + (row + 1) * TILE_HEIGHT;
    const place = tile.sideways ? onItsSide(x, bottom) : upright(x, bottom);
    places.push(place);
    x += place.width;
  });
  return places;
}

function without(tiles: TileName[], tile: TileName | null): TileName[] {
  const index = tile === null ? -1 : tiles.indexOf(tile);
  return tiles.filter((_, at) => at !== index);
}

/** Lay out a meld with its left end at 0 and its bottom edge at 0.
 *
 * The claimed tile lies sideways and points to the player it came from: at the left for the player before, in the
 * middle for the one across, at the right for the one after. An added tile lies on top of it. An ankan has its outer
 * tiles face down, and shows a red five.
 */
export function meldPlaces(meld: Meld, seat: number): PlacedTile[] {
  if (meld.claimed === null || meld.from === null) {
    const tiles = [...meld.tiles].sort((a, b) => Number(a.startsWith("0")) - Number(b.startsWith("0")));
    const red = tiles.length === 4 ? tiles.splice(3, 1) : [];
    tiles.splice(1, 0, ...red);
    return tiles.map((tile, index) => ({
      ...upright(index * TILE_WIDTH, 0),
      tile,
      faceDown: meld.kind === "ankan" && (index === 0 || index === tiles.length - 1),
    }));
  }
  const standing = without(without(meld.tiles, meld.claimed), meld.added);
  const away = (meld.from - seat + 4) % 4;
  const at = away === 3 ? 0 : away === 2 ? 1 : standing.length;
  const places: PlacedTile[] = [];
  let x = 0;
  for (let index = 0; index <= standing.length; index += 1) {
    if (index === at) {
      places.push({ ...onItsSide(x, 0), tile: meld.claimed, faceDown: false });
      if (meld.added !== null) {
        places.push({ ...onItsSide(x, -TILE_WIDTH), tile: meld.added, faceDown: false });
      }
      x += TILE_HEIGHT;
    }
    const tile = standing[index];
    if (tile !== undefined) {
      places.push({ ...upright(x, 0), tile, faceDown: false });
      x += TILE_WIDTH;
    }
  }
  return places;
}

interface SeatRow {
  hand: PlacedTile[];
  melds: PlacedTile[][];
}

/** Lay out the row in front of a player: the hand from the left, melds from the right, the oldest in the corner.
 *
 * Face-down hands are drawn small, opened ones at full size. A row that does not fit is shrunk as a whole; tiles never
 * overlap.
 */
export function seatRow(seat: number, concealed: number, shown: TileName[] | null, melds: Meld[]): SeatRow {
  const laid = melds.map((meld) => meldPlaces(meld, seat));
  const widths = laid.map((tiles) => Math.max(...tiles.map((tile) => tile.x + tile.width)));
  const meldsWidth = widths.reduce((sum, width) => sum + width + GAP, 0);
  const hand = shown === null ? backs(concealed) : opened(shown);
  const last = hand.at(-1);
  const handWidth = last === undefined ? 0 : last.x + last.width;
  const scale = Math.min(1, (ROW_RIGHT - ROW_LEFT) / (meldsWidth + handWidth));
  const moved = (tile: PlacedTile, x: number): PlacedTile => ({
    ...tile,
    x: x + tile.x * scale,
    y: ROW_BOTTOM + tile.y * scale,
    width: tile.width * scale,
    height: tile.height * scale,
  });
  let right = ROW_RIGHT;
  const placedMelds = laid.map((tiles, index) => {
    right -= (widths[index] ?? 0) * scale;
    const placed = tiles.map((tile) => moved(tile, right));
    right -= GAP * scale;
    return placed;
  });
  return { hand: hand.map((tile) => moved(tile, ROW_LEFT)), melds: placedMelds };
}

function opened(tiles: TileName[]): PlacedTile[] {
  return tiles.map((tile, index) => ({ ...upright(index * TILE_WIDTH, 0), tile, faceDown: false }));
}

function backs(concealed: number): PlacedTile[] {
  const drawn = concealed % 3 === 2;
  return Array.from({ length: concealed }, (_, index) => ({
    x: index * BACK_WIDTH + (drawn && index === concealed - 1 ? GAP : 0),
    y: -BACK_HEIGHT,
    width: BACK_WIDTH,
    height: BACK_HEIGHT,
    sideways: false,
    tile: "?",
    faceDown: true,
  }));
}

/** Return the side of the picture at which a chair is drawn: 0 bottom, 1 right, 2 top, 3 left. */
export function position(chair: number, bottomChair: number): number {
  return (chair - bottomChair + 4) % 4;
}

/** Turn a point of the bottom player's layout to another position. */
export function turned(x: number, y: number, at: number): [x: number, y: number] {
  const [dx, dy] = [x - FELT / 2, y - FELT / 2];
  const [rx, ry] = (
    [
      [dx, dy],
      [dy, -dx],
      [-dx, -dy],
      [-dy, dx],
    ] as const
  )[at % 4] ?? [dx, dy];
  return [FELT / 2 + rx, FELT / 2 + ry];
}
