/** A win that is entered: by tapping its tiles, which the table then scores, or by han and fu. */

import { COMMANDS } from "../../declared/commands.js";
import type { ClaimedWin, EvaluateAnswer } from "../../declared/declared.js";
import type { Field } from "../../declared/form.js";
import { h } from "../../elements/elements.js";
import { tileInput, type TileInput } from "../../faces/keyboard.js";
import { points, worth } from "../../table/format.js";
import type { TileName } from "../../table/protocol.js";
import { t } from "../../texts/texts.js";
import type { Desk } from "../sheets/desk.js";
import { choiceWords, commandForm } from "../sheets/form.js";
import type { Arguments } from "../../broker/orders.js";
import { worthLines } from "./worth.js";

const EVALUATE_MS = 300;
const HAND_TILES = 13;
const GROUP = 3;
const MOST_INDICATORS = 5;
const MELDS = ["chi", "pon", "daiminkan", "kakan", "ankan"] as const;
type MeldKind = (typeof MELDS)[number];
/** What `evaluate` asks of a hand besides its tiles. */
const ASKED = ["riichi", "ippatsu", "rinshan", "chankan", "last_tile", "first_turn"];
let count = 0;

type Evaluated = Extract<EvaluateAnswer, { yaku: unknown }>;

export interface WinForm {
  readonly element: HTMLElement;
  /** The win as the command takes it, or null while something is missing. */
  read(): ClaimedWin | null;
  /** By tsumo there is nobody who discarded the tile. */
  byTsumo(tsumo: boolean): void;
}

export function winForm(desk: Desk, changed: () => void): WinForm {
  const seats = { seats: desk.game()?.seats ?? [] };
  const declared = winFields();
  const pick = (names: readonly string[]): Field[] => declared.filter((field) => names.includes(field.name));
  const who = commandForm(pick(["seat"]), seats, {}, refresh);
  const from = commandForm(pick(["from"]), seats, {}, refresh);
  const said = commandForm(pick(["han", "fu", "yakuman"]), seats, {}, changed);
  const liable = commandForm(pick(["liable"]), seats, {}, changed);
  const asked = COMMANDS.evaluate.fields.filter((field) => ASKED.includes(field.name));
  const circumstances = commandForm(asked, seats, {}, refresh);
  const answer = h("div", { role: "status", "aria-label": t.result.worth });
  const meldPlace = h("div", { class: "melds-entered" });
  let melds: { kind: MeldKind; row: TileInput }[] = [];
  let byTiles = true;
  let tsumo = false;
  let found: Evaluated | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let number = 0;

  const closed = tileInput(t.result.closed, [], HAND_TILES, () => {
    if (closed.tiles().length + GROUP * melds.length === HAND_TILES) {
      activate(winning.element);
    }
    refresh();
  });
  const winning = tileInput(t.result.winning, [], 1, refresh);
  const indicators = tileInput(t.hands.indicators, desk.game()?.indicators ?? [], MOST_INDICATORS, refresh);
  const ura = tileInput(t.hands.ura, [], MOST_INDICATORS, refresh);
  const add = MELDS.map((kind) => {
    const button = h("button", { type: "button", class: "quiet", "data-meld": kind }, `+ ${choiceWords(kind)}`);
    button.addEventListener("click", () => addMeld(kind));
    return button;
  });
  const tiles = h(
    "div",
    { class: "fields tile-rows" },
    closed.element,
    meldPlace,
    h("div", { class: "meld-kinds", role: "group", "aria-label": t.result.addMeld }, ...add),
    winning.element,
    indicators.element,
    ura.element,
    circumstances.element,
    answer,
    h("p", { class: "facts" }, t.result.tilesNotKept),
  );
  // One keyboard at a time: five of them would push the form off a telephone.
  const rows = (): HTMLElement[] => [...tiles.querySelectorAll<HTMLElement>(".tile-row")];
  function activate(row: Element | null): void {
    for (const each of rows()) {
      each.classList.toggle("active", each === row);
    }
  }
  tiles.addEventListener("click", (event) => {
    const row = (event.target as Element).closest(".tile-row");
    if (row !== null && (event.target as Element).closest(".tile-key") === null) {
      activate(row);
    }
  });
  for (const row of rows()) {
    row.querySelector(".tile-line")?.prepend(opener(row));
  }
  activate(closed.element);

  function opener(row: HTMLElement): HTMLElement {
    return h("button", { type: "button", class: "quiet open-keys", "aria-label": `${row.querySelector("legend")?.textContent ?? ""}: ${t.tile.keyboard}` }, "⌨");
  }

  function addMeld(kind: MeldKind): void {
    const most = kind === "chi" || kind === "pon" ? 3 : 4;
    const row = tileInput(choiceWords(kind), [], most, () => {
      const held = row.tiles();
      if (kind !== "chi" && held.length === 1) {
        row.put(alike(held[0] as TileName, most)); // a pung or kan is one tile many times
      }
      refresh();
    });
    const meld = { kind, row };
    const away = h("button", { type: "button", class: "quiet" }, t.remove);
    away.addEventListener("click", () => {
      melds = melds.filter((each) => each !== meld);
      row.element.remove();
      refresh();
    });
    row.element.append(away);
    row.element.querySelector(".tile-line")?.prepend(opener(row.element));
    melds = [...melds, meld];
    meldPlace.append(row.element);
    activate(row.element);
    refresh();
  }

  function refresh(): void {
    found = null;
    clearTimeout(timer);
    number += 1;
    if (byTiles) {
      answer.replaceChildren();
      timer = setTimeout(evaluate, EVALUATE_MS);
    }
    changed();
  }

  function evaluate(): void {
    const seat = who.read()?.seat;
    const [tile] = winning.tiles();
    const more = circumstances.read();
    if (seat === undefined || tile === undefined || more === null) {
      return;
    }
    const args: Arguments = {
      ...more,
      seat,
      tiles: closed.tiles(),
      winning: tile,
      tsumo,
      melds: melds.map(({ kind, row }) => ({ kind, tiles: row.tiles() })).filter((meld) => meld.tiles.length > 0),
      ...(indicators.tiles().length === 0 ? {} : { indicators: indicators.tiles() }),
      ura: ura.tiles(),
    };
    const mine = number;
    void desk.orders.look("evaluate", args).then((told) => {
      if (mine !== number) {
        return; // another tile was tapped meanwhile
      }
      found = told?.ok ? (told as unknown as Evaluated) : null;
      answer.replaceChildren(
        ...(found === null
          ? [h("p", { class: "would refused" }, told === null ? t.unanswered : (told.error ?? ""))]
          : [
              h(
                "article",
                { class: "hand-card" },
                h("p", { class: "worth" }, h("b", {}, `${points(found.points)} ${t.worthPoints}`), ` ${worth(found.han, found.fu, names(found.yakuman))}`),
                ...worthLines(found.yaku, found.fu_items, found.limit, found.rounding, found.fu),
              ),
            ]),
      );
      changed();
    });
  }

  count += 1;
  const name = `way-${count}`;
  const way = (value: boolean, words: string): HTMLElement => {
    const radio = h("input", { type: "radio", name, value: value ? "tiles" : "said", checked: value });
    radio.addEventListener("change", () => {
      byTiles = value;
      tiles.hidden = !value;
      said.element.hidden = value;
      refresh();
    });
    return h("label", {}, radio, h("span", {}, words));
  };
  said.element.hidden = true;
  const element = h(
    "fieldset",
    { class: "group win-entered" },
    h("legend", {}, t.result.win),
    who.element,
    from.element,
    h("div", { class: "choices", role: "radiogroup", "aria-label": t.result.way }, way(true, t.result.byTiles), way(false, t.result.bySaying)),
    tiles,
    said.element,
    h("details", {}, h("summary", {}, t.fields.liable ?? ""), liable.element),
  );

  return {
    element,
    byTsumo(now) {
      if (now !== tsumo) {
        tsumo = now;
        from.element.hidden = now;
        refresh();
      }
    },
    read() {
      const seat = who.read()?.seat as ClaimedWin["seat"] | undefined;
      const source = tsumo ? seat : (from.read()?.from as ClaimedWin["from"] | undefined);
      const value = byTiles ? valueOf(found) : said.read();
      if (seat === undefined || source === undefined || value === null || Object.keys(value).length === 0) {
        return null;
      }
      return { seat, from: source, ...value, ...liable.read() };
    },
  };
}

/** What the command takes of a hand that was scored. */
function valueOf(found: Evaluated | null): Arguments | null {
  if (found === null) {
    return null;
  }
  return found.yakuman > 0 ? { yakuman: found.yakuman } : { han: found.han, fu: found.fu };
}

function names(yakuman: number): string[] {
  return Array.from({ length: yakuman }, () => "yakuman");
}

/** One tile many times; of the red fives there is one. */
function alike(tile: TileName, times: number): TileName[] {
  const plain = tile.replace(/^0/, "5");
  return [tile, ...Array.from({ length: times - 1 }, () => plain)];
}

function winFields(): readonly Field[] {
  const wins = COMMANDS.enter_hand.fields.find((field) => field.name === "wins");
  return wins?.kind === "some" && wins.of.kind === "group" ? wins.of.fields.map((field) => ({ ...field, needed: false })) : [];
}
