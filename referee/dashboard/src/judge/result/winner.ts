/** A win that a judge enters: by tapping its tiles, which the table then scores, or as han and fu. */

import { COMMANDS } from "../../declared/commands.js";
import type { ClaimedWin, EvaluateAnswer, SeenHandsAnswer } from "../../declared/declared.js";
import type { Field } from "../../declared/form.js";
import { button, h, radio } from "../../elements/elements.js";
import { tileInput, type TileInput } from "../../faces/keyboard.js";
import { points, worth } from "../../table/format.js";
import type { TileName } from "../../table/protocol.js";
import { t } from "../../texts/texts.js";
import type { Desk } from "../sheets/desk.js";
import { choiceWords, type CommandForm, commandForm } from "../sheets/form.js";
import type { Arguments } from "../../broker/orders.js";
import { worthLines } from "./worth.js";

const EVALUATE_MS = 300;
const HAND_TILES = 13;
const GROUP = 3;
const MOST_INDICATORS = 5;
const MELDS = ["chi", "pon", "daiminkan", "kakan", "ankan"] as const;
type MeldKind = (typeof MELDS)[number];
/** Settings by which a player may be liable for a yakuman. */
const PAO = ["scoring.pao_daisangen", "scoring.pao_daisuushii", "scoring.pao_suukantsu"];
/** The fields of `evaluate` besides the tiles of the hand. */
const ASKED = ["riichi", "ippatsu", "rinshan", "chankan", "last_tile", "first_turn"];
let count = 0;

type Evaluated = Extract<EvaluateAnswer, { yaku: unknown }>;
export type SeenHands = Extract<SeenHandsAnswer, { hands: unknown }>;

export interface WinForm {
  readonly element: HTMLElement;
  /** The win as the command takes it, or null while it is incomplete. */
  read(): ClaimedWin | null;
  /** Hide the field for the discarder: a tsumo has none. */
  byTsumo(tsumo: boolean): void;
}

/** Make the form of a win. It begins with the hand that the table saw last, which `seen` gives once the table has answered. */
export function winForm(desk: Desk, seen: Promise<SeenHands | null>, changed: () => void): WinForm {
  const seats = { seats: desk.game()?.seats ?? [] };
  const declared = winFields();
  const form = (names: readonly string[], then: () => void): CommandForm =>
    commandForm(declared.filter((field) => names.includes(field.name)), seats, {}, then);
  const refresh = (): void => tiles.refresh(byTiles);
  const who = form(["seat"], () => begin());
  const from = form(["from"], refresh);
  const byValue = form(["han", "fu", "yakuman"], changed);
  const liable = form(["liable"], changed);
  let byTiles = true;
  let tsumo = false;
  const tiles = new HandTiles(desk, () => ({ seat: who.read()?.seat, tsumo }), changed);
  let found: SeenHands | null = null;
  const begin = (): void => {
    beginWith(found, who.read()?.seat, tsumo, from, tiles);
    refresh();
  };
  void seen.then((hands) => {
    found = hands;
    begin();
  });
  const name = `way-${(count += 1)}`;
  const way = (value: boolean, words: string): HTMLElement =>
    radio({ name, value: value ? "tiles" : "said", checked: value }, words, () => {
      byTiles = value;
      tiles.element.hidden = !value;
      byValue.element.hidden = value;
      refresh();
    });
  byValue.element.hidden = true;
  const element = h(
    "fieldset",
    { class: "group win-entered" },
    h("legend", {}, t.result.win),
    ...[who.element, from.element],
    h("div", { class: "choices", role: "radiogroup", "aria-label": t.result.way }, way(true, t.result.byTiles), way(false, t.result.bySaying)),
    ...[tiles.element, byValue.element],
    PAO.some((key) => desk.rules.value(key) !== false) ? h("details", {}, h("summary", {}, t.fields.liable ?? ""), liable.element) : null,
  );
  return {
    element,
    byTsumo(now) {
      if (now !== tsumo) {
        tsumo = now;
        from.element.hidden = now;
        begin();
      }
    },
    read() {
      const seat = who.read()?.seat as ClaimedWin["seat"] | undefined;
      const source = tsumo ? seat : (from.read()?.from as ClaimedWin["from"] | undefined);
      const value = byTiles ? valueOf(tiles.found) : byValue.read();
      if (seat === undefined || source === undefined || value === null || Object.keys(value).length === 0) {
        return null;
      }
      return { seat, from: source, ...value, ...liable.read() };
    },
  };
}

/** Fill in what the table saw of a winner: the tiles, and who discarded the last of them. */
function beginWith(seen: SeenHands | null, seat: unknown, tsumo: boolean, from: CommandForm, tiles: HandTiles): void {
  const hand = typeof seat === "number" ? seen?.hands[seat] : undefined;
  if (seen === null || hand === undefined) {
    return;
  }
  const discard = seen.discard?.seat === seat ? null : seen.discard;
  if (discard !== null && from.read()?.from === undefined) {
    from.element.querySelectorAll("input").forEach((input) => (input.checked = input.value === String(discard.seat)));
  }
  tiles.begin(hand, hand.winning ?? (tsumo ? null : (discard?.tile ?? null)));
}

/** The tiles of a winning hand, entered row by row; the table scores them. */
class HandTiles {
  readonly element: HTMLElement;
  /** The table's score for the hand; null while there is none. */
  found: Evaluated | null = null;
  private readonly closed: TileInput;
  private readonly winning: TileInput;
  private readonly indicators: TileInput;
  private readonly ura: TileInput;
  private readonly circumstances: CommandForm;
  private readonly answer = h("div", { role: "status", "aria-label": t.result.worth });
  private readonly meldPlace = h("div", { class: "melds-entered" });
  private melds: { kind: MeldKind; row: TileInput }[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private number = 0;
  /** Whether the judge has changed a tile: what the table saw no longer replaces them. */
  private touched = false;

  /** `win` returns the winner, and whether it is a tsumo. */
  constructor(
    private readonly desk: Desk,
    private readonly win: () => { seat: unknown; tsumo: boolean },
    private readonly changed: () => void,
  ) {
    const game = desk.game();
    const refresh = (): void => {
      this.touched = true;
      this.refresh();
    };
    this.closed = tileInput(t.result.closed, [], HAND_TILES, () => {
      if (this.closed.tiles().length + GROUP * this.melds.length === HAND_TILES) {
        this.activate(this.winning.element);
      }
      refresh();
    });
    this.winning = tileInput(t.result.winning, [], 1, refresh);
    this.indicators = tileInput(t.hands.indicators, game?.indicators ?? [], MOST_INDICATORS, refresh);
    this.ura = tileInput(t.hands.ura, game?.ura ?? [], MOST_INDICATORS, refresh);
    const asked = COMMANDS.evaluate.fields.filter((field) => ASKED.includes(field.name));
    this.circumstances = commandForm(asked, { seats: game?.seats ?? [] }, {}, () => this.refresh());
    const another = (kind: MeldKind): void => {
      this.touched = true;
      this.activate(this.addMeld(kind, []));
      this.refresh();
    };
    const add = MELDS.map((kind) => button({ class: "quiet", "data-meld": kind }, () => another(kind), `+ ${choiceWords(kind)}`));
    this.element = h(
      "div",
      { class: "fields tile-rows" },
      this.closed.element,
      this.meldPlace,
      h("div", { class: "meld-kinds", role: "group", "aria-label": t.result.addMeld }, ...add),
      this.winning.element,
      this.indicators.element,
      this.ura.element,
      this.circumstances.element,
      this.answer,
      h("p", { class: "facts" }, t.result.tilesNotKept),
    );
    desk.follow(this.element, () => this.drawByRules());
    this.drawByRules();
    this.element.addEventListener("click", ({ target }) => {
      const row = (target as Element).closest(".tile-row");
      if (row !== null && (target as Element).closest(".tile-key") === null) {
        this.activate(row);
      }
    });
    this.rows().forEach(addOpener);
    this.activate(this.closed.element);
  }

  /** Ask only for what the rules give han for. */
  private drawByRules(): void {
    const { rules } = this.desk;
    this.circumstances.field("ippatsu").hidden = rules.value("scoring.ippatsu") === false;
    this.ura.element.hidden = rules.value("scoring.ura_dora") === false;
  }

  private rows(): HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>(".tile-row")];
  }

  /** Open the keyboard of one row only: five of them would push the form off a phone's screen. */
  private activate(row: Element): void {
    for (const each of this.rows()) {
      each.classList.toggle("active", each === row);
    }
  }

  /** Begin with a hand that the table saw, unless the judge has already changed a tile. */
  begin({ tiles, melds }: SeenHands["hands"][number], winning: TileName | null): void {
    if (this.touched) {
      return;
    }
    this.melds.forEach(({ row }) => row.element.remove());
    this.melds = [];
    melds.forEach((meld) => this.addMeld(meld.kind, meld.tiles));
    this.closed.put(tiles);
    this.winning.put(winning === null ? [] : [winning]);
    this.activate(tiles.length + GROUP * melds.length === HAND_TILES ? this.winning.element : this.closed.element);
  }

  /** Add the row of a meld, and return it. */
  private addMeld(kind: MeldKind, tiles: readonly TileName[]): HTMLElement {
    const most = kind === "chi" || kind === "pon" ? 3 : 4;
    const row = tileInput(choiceWords(kind), tiles, most, () => {
      this.touched = true;
      const held = row.tiles();
      if (kind !== "chi" && held.length === 1) {
        row.put(alike(held[0] as TileName, most)); // all tiles of a pon or kan are alike
      }
      this.refresh();
    });
    const meld = { kind, row };
    const remove = (): void => {
      this.touched = true;
      this.melds = this.melds.filter((each) => each !== meld);
      row.element.remove();
      this.refresh();
    };
    row.element.append(button({ class: "quiet" }, remove, t.remove));
    addOpener(row.element);
    this.melds = [...this.melds, meld];
    this.meldPlace.append(row.element);
    return row.element;
  }

  /** Discard the score and, if `asks`, have the table score the hand again. */
  refresh(asks = true): void {
    this.found = null;
    clearTimeout(this.timer);
    this.number += 1;
    if (asks) {
      this.answer.replaceChildren();
      this.timer = setTimeout(() => this.evaluate(), EVALUATE_MS);
    }
    this.changed();
  }

  private evaluate(): void {
    const { seat, tsumo } = this.win();
    const [tile] = this.winning.tiles();
    const more = this.circumstances.read();
    if (seat === undefined || tile === undefined || more === null) {
      return;
    }
    const indicators = this.indicators.tiles();
    const args: Arguments = {
      ...more,
      seat,
      tiles: this.closed.tiles(),
      winning: tile,
      tsumo,
      melds: this.melds.map(({ kind, row }) => ({ kind, tiles: row.tiles() })).filter((meld) => meld.tiles.length > 0),
      ...(indicators.length === 0 ? {} : { indicators }),
      ura: this.ura.tiles(),
    };
    const mine = this.number;
    void this.desk.orders.look("evaluate", args).then((scored) => {
      if (mine !== this.number) {
        return; // another tile was tapped in the meantime
      }
      this.found = scored?.ok ? (scored as unknown as Evaluated) : null;
      const why = scored === null ? t.unanswered : (scored.error ?? "");
      this.answer.replaceChildren(this.found === null ? h("p", { class: "would refused" }, why) : worthCard(this.found));
      this.changed();
    });
  }
}

/** Give a row the button that opens its keyboard. */
function addOpener(row: HTMLElement): void {
  const label = `${row.querySelector("legend")?.textContent ?? ""}: ${t.tile.keyboard}`;
  row.querySelector(".tile-line")?.prepend(h("button", { type: "button", class: "quiet open-keys", "aria-label": label }, "⌨"));
}

function worthCard({ points: value, han, fu, yakuman, yaku, fu_items, limit, rounding }: Evaluated): HTMLElement {
  return h(
    "article",
    { class: "hand-card" },
    h("p", { class: "worth" }, h("b", {}, `${points(value)} ${t.worthPoints}`), ` ${worth(han, fu, names(yakuman))}`),
    ...worthLines(yaku, fu_items, limit, rounding, fu),
  );
}

/** Return the command's arguments for a scored hand. */
function valueOf(found: Evaluated | null): Arguments | null {
  if (found === null) {
    return null;
  }
  return found.yakuman > 0 ? { yakuman: found.yakuman } : { han: found.han, fu: found.fu };
}

function names(yakuman: number): string[] {
  return Array.from({ length: yakuman }, () => "yakuman");
}

/** Repeat a tile; the red five exists only once. */
function alike(tile: TileName, times: number): TileName[] {
  const plain = tile.replace(/^0/, "5");
  return [tile, ...Array.from({ length: times - 1 }, () => plain)];
}

function winFields(): readonly Field[] {
  const wins = COMMANDS.enter_hand.fields.find((field) => field.name === "wins");
  return wins?.kind === "some" && wins.of.kind === "group" ? wins.of.fields.map((field) => ({ ...field, needed: false })) : [];
}
