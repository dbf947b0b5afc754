/** The table seen from above: one SVG, drawn anew for every state. */

import { CLEAR_PM } from "../declared/commands.js";
import { s } from "../elements/elements.js";
import { symbolId } from "../faces/faces.js";
import { change, handName, points, tilesWords, tileWords, windName, words } from "../table/format.js";
import {
  CENTRE,
  FELT,
  type Placed,
  type PlacedTile,
  pondPlaces,
  position,
  seatRow,
  TILE_HEIGHT,
  TILE_WIDTH,
  turned,
} from "./layout.js";
import type { TableView } from "../table/model.js";
import { t } from "../texts/texts.js";
import type { Game, PondTile, Seat, TileName, Wind } from "../table/protocol.js";

const MIDDLE = FELT / 2;
const CENTRE_EDGE = MIDDLE + CENTRE / 2;
const WIND_TILE: Record<Wind, string> = { E: "1z", S: "2z", W: "3z", N: "4z" };
/** The key of a player is the place of the wind: 1 for East. */
export const WINDS = Object.keys(WIND_TILE) as readonly Wind[];
const CARD_WIDTH = 236;
const CARD_HEIGHT = 132;
/** The height of the band across the middle that says that play is stopped. */
const STOP_BAND = 38;
const INDICATORS = 5;
/** Where the elevator line runs, in from each side. */
const ELEVATOR = 89;

/** Return the leader: unless another player is chosen, the others' points are compared with the leader's. */
export function leader(game: Game): number {
  return game.seats.reduce((best, seat) => (seat.score > best.score ? seat : best), game.seats[0] as Seat).seat;
}

/** Draw the felt with the given chair at the bottom. The others' points are compared with those of the seat `against`,
 * or with the leader's if it is null. If a player's card `opens` something, it is a button for the keyboard too.
 */
export function felt(view: TableView, bottomChair: number, against: number | null = null, opens = false): SVGSVGElement {
  const stopped = (view.state?.game?.stopped ?? null) !== null;
  const label = stopped ? `${t.felt.table}, ${t.stop.title}` : t.felt.table;
  const picture = s("svg", { viewBox: `0 0 ${FELT} ${FELT}`, class: stopped ? "felt stopped" : "felt", role: "group", "aria-label": label });
  picture.append(
    s("rect", { x: 3, y: 3, width: FELT - 6, height: FELT - 6, rx: 26, fill: "url(#cloth)" }),
    s("rect", { x: ELEVATOR, y: ELEVATOR, width: FELT - 2 * ELEVATOR, height: FELT - 2 * ELEVATOR, rx: 10, class: "elevator" }),
    s("rect", { x: 3, y: 3, width: FELT - 6, height: FELT - 6, rx: 26, class: "rim" }),
  );
  const { state } = view;
  if (state === null || state.game === null) {
    const why = state === null ? t.noState : t.noHanchan;
    picture.append(s("text", { x: MIDDLE, y: MIDDLE, class: "empty" }, why));
    return picture;
  }
  const { game } = state;
  const base = game.seats.find((seat) => seat.seat === (against ?? leader(game)));
  for (const seat of game.seats) {
    const gap = base === undefined || base === seat ? null : seat.score - base.score;
    picture.append(player(seat, game, view.latest, position(seat.chair, bottomChair), gap, opens));
  }
  picture.append(centre(game, state.phase, bottomChair));
  return picture;
}

/** Draw a tile. One that can be tapped has its face, and where it lies: the zone and the place in it. */
function use(id: string, place: Placed, className = "", face: TileName | null = null, lies = ""): SVGElement {
  const tapped = { "data-face": face, "data-lies": lies === "" ? null : lies, "data-turned": place.sideways && lies !== "" };
  if (!place.sideways) {
    const { x, y, width, height } = place;
    return s("use", { href: `#${id}`, x, y, width, height, class: className, ...tapped });
  }
  const turn = `translate(${place.x} ${place.y + place.height}) rotate(-90)`;
  return s("use", { href: `#${id}`, width: place.height, height: place.width, transform: turn, class: className, ...tapped });
}

function player(seat: Seat, game: Game, latest: TableView["latest"], at: number, gap: number | null, opens: boolean): SVGGElement {
  const wind = windName(seat.wind);
  const theirs = s("g", { transform: `rotate(${-90 * at} ${MIDDLE} ${MIDDLE})` });
  theirs.append(pond(seat, game, latest?.seat === seat.seat ? latest.index : null, wind, at));
  const row = seatRow(seat.seat, seat.concealed, seat.shown, seat.melds);
  const hand =
    seat.shown === null ? t.felt.concealed(seat.concealed) : `${t.felt.opened}: ${tilesWords(seat.shown)}`;
  theirs.append(group(`${wind}: ${hand}`, "hand", row.hand, seat.shown === null ? "" : "opened 0"));
  row.melds.forEach((tiles, index) => {
    const meld = seat.melds[index];
    theirs.append(group(`${wind}, ${meldWords(meld?.kind)}: ${tilesWords(meld?.tiles ?? [])}`, "meld", tiles, `meld ${index}`));
  });
  const name = seat.name ? ` ${seat.name}` : "";
  const facts = [
    `${points(seat.score)} ${t.worthPoints}`,
    gap === null ? "" : change(gap),
    seat.seat === game.dealer ? t.felt.dealer : "",
    seat.riichi ? t.felt.riichi : "",
    seat.dead ? t.felt.dead : "",
    seat.furiten === true ? t.felt.furiten : "",
    hasTurn(seat, game) ? t.felt.toAct : "",
  ].filter(Boolean);
  const label = `${wind}${name}: ${facts.join(", ")}`;
  return s("g", { role: "group", class: "player", "data-seat": seat.seat, "aria-label": label }, theirs, card(seat, game, at, gap), opens ? opener(seat, at) : null);
}

function meldWords(kind: string | undefined): string {
  return kind === undefined ? t.felt.meld : (t.choices[kind] ?? kind);
}

/** Return whether a player draws or discards next; between hands nobody does. */
function hasTurn(seat: Seat, { turn, phase }: Game): boolean {
  return turn === seat.seat && (phase === "playing" || phase === "dealing");
}

/** The lit edge of the middle, towards the player whose turn it is. */
function turnLight(): string {
  const [left, right, low] = [MIDDLE - CENTRE / 2 + 10, CENTRE_EDGE - 10, CENTRE_EDGE];
  return `M${left} ${low - 4}H${right}L${right - 8} ${low + 5}H${left + 8}Z`;
}

function group(label: string, className: string, tiles: PlacedTile[], lie: string): SVGGElement {
  const drawn = tiles.map((tile) => use(tile.faceDown ? "tile-back" : symbolId(tile.tile), tile, "", lie === "" ? null : tile.tile, lie));
  return s("g", { role: "img", class: className, "aria-label": label }, ...drawn);
}

function pond(seat: Seat, game: Game, latest: number | null, wind: string, turn: number): SVGGElement {
  const label =
    seat.pond.length === 0 ? `${wind}: ${t.felt.noDiscards}` : `${wind}, ${t.felt.discards}: ${seat.pond.map((tile) => describe(tile, game)).join(", ")}`;
  const places = pondPlaces(seat.pond);
  const pictures = s("g", { role: "img", class: "pond", "aria-label": label });
  seat.pond.forEach((tile, index) => {
    const place = places[index];
    if (place === undefined) {
      return;
    }
    const kinds = [
      "discard",
      tile.sideways ? "sideways" : "",
      tile.called_by === null ? "" : "called",
      tile.tsumogiri === true ? "tsumogiri" : "",
      index === latest ? "latest" : "",
    ];
    pictures.append(use(symbolId(tile.tile), place, kinds.filter(Boolean).join(" "), tile.tile, `pond ${index}`));
    if (tile.called_by !== null) {
      pictures.append(outline(place, "called-outline"));
    }
    if (index === latest && tile.called_by === null) {
      pictures.append(outline(place, "latest-outline"));
    }
    if (isDoubtful(tile)) {
      pictures.append(questionMark(place, turn));
    }
  });
  return pictures;
}

/** Return whether a discard may have been misread. */
function isDoubtful({ confidence_pm }: PondTile): boolean {
  return (confidence_pm ?? CLEAR_PM) < CLEAR_PM;
}

function describe(tile: PondTile, game: Game): string {
  const caller = game.seats.find((seat) => seat.seat === tile.called_by);
  return [
    tileWords(tile.tile),
    tile.sideways ? t.felt.sideways : "",
    tile.tsumogiri === true ? t.felt.tsumogiri : "",
    isDoubtful(tile) ? t.felt.doubtful : "",
    caller === undefined ? "" : t.felt.calledBy(windName(caller.wind)),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Draw the mark of a discard that may have been misread, upright for the judge. */
function questionMark({ x, y, width }: Placed, turn: number): SVGGElement {
  const [across, down] = [x + width - 12, y + 12];
  return s(
    "g",
    { class: "doubtful", transform: `rotate(${90 * turn} ${across} ${down})` },
    s("circle", { cx: across, cy: down, r: 11 }),
    s("text", { x: across, y: down + 6.5 }, "?"),
  );
}

function outline(place: Placed, className: string): SVGRectElement {
  const { x, y, width, height } = place;
  return s("rect", { x: x + 1.5, y: y + 1.5, width: width - 3, height: height - 3, rx: 5, class: className });
}

function stick(x: number, y: number, width: number): SVGGElement {
  return s(
    "g",
    { class: "riichi-stick" },
    s("rect", { x: x - width / 2, y: y - 5, width, height: 10, rx: 4 }),
    s("circle", { cx: x, cy: y, r: 3.4 }),
  );
}

/** Draw a stick of 100 points, which counts a honba: two rows of four black dots. */
function hundred(x: number, y: number): SVGGElement {
  const dots = [-9, -3, 3, 9].flatMap((dx) => [-2, 2].map((dy) => s("circle", { cx: x + dx, cy: y + dy, r: 1.3 })));
  return s("g", { class: "honba-stick" }, s("rect", { x: x - 25, y: y - 5, width: 50, height: 10, rx: 4 }), ...dots);
}

/** Return the corner of a card, which lies at its player's right hand. */
function cardPlace(at: number): { x: number; y: number } {
  const reach = at % 2 === 0 ? 308 : 272;
  const [x, y] = turned(MIDDLE + 286, MIDDLE + reach, at);
  return { x: x - CARD_WIDTH / 2, y: y - CARD_HEIGHT / 2 };
}

/** Draw the button over a player's card. The card itself is drawn text, which the player's label says. */
function opener({ wind, name }: Seat, at: number): SVGRectElement {
  const place = { ...cardPlace(at), width: CARD_WIDTH, height: CARD_HEIGHT, rx: 14 };
  const label = [windName(wind), name].filter(Boolean).join(" ");
  const keys = WINDS.indexOf(wind) + 1;
  return s("rect", { ...place, class: "opens", role: "button", tabindex: 0, "aria-label": label, "aria-haspopup": "dialog", "aria-keyshortcuts": keys });
}

/** Draw the card with wind, name and score, upright for the judge. */
function card(seat: Seat, game: Game, at: number, gap: number | null): SVGGElement {
  const { x, y } = cardPlace(at);
  const acting = hasTurn(seat, game);
  const dealer = seat.seat === game.dealer;
  const drawn = s("g", {
    class: ["card", acting ? "acting" : "", seat.dead ? "dead" : "", dealer ? "dealer" : "", seat.riichi ? "riichi" : ""].filter(Boolean).join(" "),
    transform: `translate(${x} ${y})`,
    "aria-hidden": "true",
  });
  drawn.append(
    s("rect", { width: CARD_WIDTH, height: CARD_HEIGHT, rx: 14, class: "card-body" }),
    s("path", { d: cardEdge(at), class: "card-edge" }),
    s("rect", { x: 14, y: 16, width: 48, height: 48, rx: 10, class: "wind-badge" }),
    s("use", { href: `#wind-${WIND_TILE[seat.wind]}`, x: 20, y: 14, width: 36, height: 50, class: "wind-character" }),
    ...(acting ? [s("path", { d: "M74 21l12 8-12 8z", class: "turn-mark" })] : []),
    s("text", { x: acting ? 90 : 74, y: 36, class: "wind-name" }, windName(seat.wind)),
    s("text", { x: 74, y: 60, class: "player-name" }, shortened(seat.name || `${t.seat} ${seat.seat}`)),
    s("text", { x: CARD_WIDTH - 16, y: gap === null ? 108 : 100, class: "score" }, points(seat.score)),
    ...(gap === null ? [] : [s("text", { x: CARD_WIDTH - 16, y: 123, class: "gap" }, change(gap))]),
    s("use", { href: "#tile-back", x: 15, y: 84, width: 18, height: 25 }),
    s("text", { x: 38, y: 104, class: "concealed" }, String(seat.concealed)),
  );
  const badge = badgeOf(seat);
  if (badge !== null) {
    const place = { x: CARD_WIDTH - 80, y: 15, width: 74, height: 28, rx: 7 };
    const word = s("text", { x: CARD_WIDTH - 43, y: 35 }, t.felt.badges[badge]);
    drawn.append(s("g", { class: `badge badge-${badge}` }, s("rect", place), word));
  }
  return drawn;
}

/** What stands on the card: the gravest, since riichi and an open hand show on the felt too. */
function badgeOf({ dead, furiten, riichi, shown }: Seat): keyof typeof t.felt.badges | null {
  return dead ? "dead" : furiten === true ? "furiten" : riichi ? "riichi" : shown !== null ? "open" : null;
}

/** Return the path of the bar on the side of the card that faces its player. */
function cardEdge(at: number): string {
  const [right, bottom] = [CARD_WIDTH - 2.5, CARD_HEIGHT - 2.5];
  const [toRight, toBottom] = [`H${CARD_WIDTH - 14}`, `V${CARD_HEIGHT - 14}`];
  return [`M14 ${bottom}${toRight}`, `M${right} 14${toBottom}`, `M14 2.5${toRight}`, `M2.5 14${toBottom}`][at] ?? "";
}

function shortened(name: string): string {
  return name.length > 13 ? `${name.slice(0, 12)}…` : name;
}

function centre(game: Game, phase: string, bottomChair: number): SVGGElement {
  const left = MIDDLE - CENTRE / 2;
  const drawn = s("g", { class: "centre" });
  drawn.append(s("rect", { x: left, y: left, width: CENTRE, height: CENTRE, rx: 18, class: "centre-body" }));
  for (const seat of game.seats) {
    const side = s("g", { transform: `rotate(${-90 * position(seat.chair, bottomChair)} ${MIDDLE} ${MIDDLE})` });
    if (hasTurn(seat, game)) {
      side.append(s("path", { class: "turn-light", d: turnLight() }));
    }
    if (seat.riichi) {
      side.append(stick(MIDDLE, CENTRE_EDGE - 17, 170));
    }
    drawn.append(side);
  }
  const playing = phase === "playing";
  if (game.stopped !== null) {
    drawn.append(
      s("path", { class: "stop-band", d: `M${left} ${left + STOP_BAND}v${18 - STOP_BAND}a18 18 0 0 1 18 -18h${CENTRE - 36}a18 18 0 0 1 18 18v${STOP_BAND - 18}z` }),
      s("text", { x: MIDDLE, y: left + 27, class: "stop-word" }, t.stop.felt),
    );
  }
  // After the last hand the next one is never played.
  const over = phase === "ended";
  const under = over ? t.hanchanOver : playing ? t.tilesLeft(game.live_tiles) : (t.phases[phase] ?? words(phase));
  const ura = game.ura.length > 0;
  drawn.append(
    s("text", { x: MIDDLE, y: left + 78, class: "hand-name" }, over ? "" : handName(game.hand)),
    s("text", { x: MIDDLE, y: left + 106, class: playing ? "live-tiles" : "live-tiles phase" }, under),
    indicators(t.hands.indicators, "indicator", game.indicators, left + (ura ? 118 : 128), ura ? 0.86 : 1, true),
  );
  if (ura) {
    drawn.append(indicators(t.hands.ura, "ura", game.ura, left + 176, 0.86, false));
  }
  const low = left + CENTRE - 44;
  drawn.append(
    s(
      "g",
      { role: "img", "aria-label": t.felt.counters(over ? 0 : game.honba, game.bets), class: "counters" },
      hundred(left + 57, low + 7.5),
      s("text", { x: left + 90, y: low + 15 }, `× ${over ? 0 : game.honba}`),
      stick(left + 182, low + 7.5, 50),
      s("text", { x: left + 214, y: low + 15 }, `× ${game.bets}`),
    ),
  );
  return drawn;
}

function indicators(label: string, zone: string, tiles: string[], y: number, scale: number, backs: boolean): SVGGElement {
  const [width, height] = [TILE_WIDTH * scale, TILE_HEIGHT * scale];
  const number = Math.max(tiles.length, INDICATORS);
  const step = width + 3;
  const x = MIDDLE - (number * step - 3) / 2;
  const row = s("g", { role: "img", class: "indicators", "aria-label": `${label}: ${tilesWords(tiles)}` });
  for (let index = 0; index < number; index += 1) {
    const tile = tiles[index];
    const place = { x: x + index * step, y, width, height, sideways: false };
    if (tile !== undefined) {
      row.append(use(symbolId(tile), place, "", tile, `${zone} ${index}`));
    } else if (backs) {
      row.append(use("tile-back", place, "unturned"));
    }
  }
  return row;
}
