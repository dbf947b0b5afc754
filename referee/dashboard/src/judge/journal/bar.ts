/** The bar below the felt: steps through the journal, open claims, the camera, and the way back to now. */

import { button, h } from "../../elements/elements.js";
import { clock, inWords, tileWords } from "../../table/format.js";
import type { Game } from "../../table/protocol.js";
import { may } from "../../table/settings.js";
import { t } from "../../texts/texts.js";
import type { Desk } from "../sheets/desk.js";
import { choiceWords, seatWords } from "../sheets/form.js";
import { showCamera } from "./camera.js";
import type { Step, Way } from "../sheets/past.js";

const ORDER: readonly [Step, Way][] = [
  ["hand", "back"],
  ["discard", "back"],
  ["entry", "back"],
  ["entry", "forward"],
  ["discard", "forward"],
  ["hand", "forward"],
];
const SIGNS: Readonly<Record<Way, Readonly<Record<Step, string>>>> = {
  back: { hand: "|◀", discard: "◀◀", entry: "◀" },
  forward: { hand: "▶|", discard: "▶▶", entry: "▶" },
};

/** The bar. It is made once, so that the focus and the screen reader stay where they are. */
export class PastBar {
  private readonly moment = h("p", { class: "moment", role: "status" });
  private readonly steps = ORDER.map(([step, way]) => {
    const words = t.past[way](t.past.steps[step] ?? step);
    const made = button(
      { "data-step": step, "data-way": way, "aria-label": words, title: words },
      () => this.step(step, way),
      h("span", { "aria-hidden": "true" }, SIGNS[way][step]),
      h("small", {}, t.past.steps[step] ?? step),
    );
    return { step, way, button: made };
  });
  private readonly now = button({ class: "now", "aria-label": t.past.toNow }, () => this.of()?.past.now(), t.past.now);
  private readonly camera = button({ class: "camera" }, () => this.showCamera(), t.past.camera);

  /** `of` returns the watched table. */
  constructor(
    private readonly bar: HTMLElement,
    private readonly of: () => Desk | null,
  ) {
    bar.replaceChildren(this.moment, h("div", { class: "steps" }, ...this.steps.map(({ button }) => button), this.now, this.camera));
    document.addEventListener("keydown", (event) => this.pressed(event));
  }

  private showCamera(): void {
    const desk = this.of();
    if (desk !== null) {
      showCamera(desk);
    }
  }

  draw(): void {
    const desk = this.of();
    if (desk === null) {
      return;
    }
    const { shown, refused } = desk.past;
    for (const { step, way, button } of this.steps) {
      turn(button, this.leads(desk, step, way));
    }
    turn(this.now, shown !== null || refused !== null);
    this.camera.hidden = !may(desk.login, "referee");
    const line = h("p", {}, ...momentLine(desk, refused));
    if (line.innerHTML !== this.moment.innerHTML) {
      this.moment.replaceChildren(...line.childNodes);
    }
    this.bar.classList.toggle("past", shown !== null);
  }

  private leads(desk: Desk, step: Step, way: Way): boolean {
    const { shown, pending } = desk.past;
    const to = shown === null ? (way === "back" ? desk.number() : 0) : (desk.past.next(step, way, desk.number()) ?? 0);
    return !pending && to !== 0;
  }

  private step(step: Step, way: Way): void {
    const desk = this.of();
    if (desk !== null && this.leads(desk, step, way)) {
      void desk.past.step(step, way, desk.number());
    }
  }

  private pressed(event: KeyboardEvent): void {
    const busy = (event.target as Element).closest("input, select, textarea, dialog[open], [role=radio]") !== null;
    const desk = this.of();
    if (busy || event.ctrlKey || event.metaKey || event.altKey || desk === null || this.bar.hidden) {
      return;
    }
    const { shown, refused } = desk.past;
    const way = event.key === "ArrowLeft" ? "back" : event.key === "ArrowRight" ? "forward" : null;
    if (way !== null && (way === "back" || shown !== null)) {
      event.preventDefault();
      this.step(event.shiftKey ? "discard" : "entry", way);
    } else if (event.key === "Escape" && (shown !== null || refused !== null)) {
      desk.past.now();
    }
  }
}

/** Turn a button on or off without taking its focus away. */
function turn(button: HTMLElement, on: boolean): void {
  button.setAttribute("aria-disabled", String(!on));
}

function momentLine(desk: Desk, refused: string | null): (Node | string)[] {
  const { shown } = desk.past;
  const failed = refused === null ? [] : [h("b", { class: "gone" }, `${t.past.refused}. ${refused}`), " · "];
  const game = shown === null ? desk.game() : (shown.view.state?.game ?? null);
  const claims = game === null ? "" : claimsLine(game);
  if (shown === null) {
    return [...failed, claims === "" ? t.past.now : claims];
  }
  const within = shown.withinMs >= 1000 ? ` ${t.past.within(shown.withinMs)}` : "";
  const words = [inWords(shown.text), claims].filter(Boolean).map((one) => ` · ${one}`);
  return [...failed, h("b", {}, `${t.past.shown(shown.number, clock(shown.wall))}${within}`), ...words];
}

/** Describe the tile that may be claimed, and the claims on it. */
function claimsLine(game: Game): string {
  const open = !game.open ? [] : [t.past.open(seatWords(game.seats, game.open.seat), tileWords(game.open.tile))];
  const claims = (game.claims ?? []).filter((claim) => !claim.void).map((claim) => t.past.calls(seatWords(game.seats, claim.seat), choiceWords(claim.call)));
  return [...open, ...claims].join(" · ");
}
