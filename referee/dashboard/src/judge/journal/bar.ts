/** The bar under the felt: back and forward through the journal, claims that are open, the camera, and the way to now. */

import { h } from "../../elements.js";
import { clock, tileWords } from "../../format.js";
import type { Game } from "../../protocol.js";
import { may } from "../../settings.js";
import { t } from "../../texts/texts.js";
import type { Desk } from "../desk.js";
import { choiceWords, seatWords } from "../form.js";
import type { Step, Way } from "./past.js";

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

/** What the bar shows; its buttons are found by their data. */
export function pastBar(desk: Desk): HTMLElement[] {
  const { shown, pending, refused } = desk.past;
  const buttons = ORDER.map(([step, way]) => {
    const to = shown === null ? (way === "back" ? desk.number() : 0) : (desk.past.next(step, way, desk.number()) ?? 0);
    const words = t.past[way](t.past.steps[step] ?? step);
    return h(
      "button",
      { type: "button", "data-step": step, "data-way": way, "aria-label": words, title: words, disabled: pending || to === 0 },
      h("span", { "aria-hidden": "true" }, SIGNS[way][step]),
      h("small", {}, t.past.steps[step] ?? step),
    );
  });
  const now = h("button", { type: "button", class: "now", disabled: shown === null, "aria-label": t.past.toNow }, t.past.now);
  const camera = may(desk.login, "referee") ? h("button", { type: "button", class: "camera" }, t.past.camera) : null;
  return [
    h("p", { class: "moment", role: "status" }, ...momentLine(desk, refused)),
    h("div", { class: "steps" }, ...buttons, now, ...(camera === null ? [] : [camera])),
  ];
}

function momentLine(desk: Desk, refused: string | null): (Node | string)[] {
  const { shown } = desk.past;
  if (refused !== null) {
    return [h("b", { class: "gone" }, `${t.past.refused}. ${refused}`)];
  }
  const game = shown === null ? desk.game() : (shown.view.state?.game ?? null);
  const claims = game === null ? "" : claimsLine(game);
  if (shown === null) {
    return [claims === "" ? t.past.now : claims];
  }
  const within = shown.withinMs >= 1000 ? ` ${t.past.within(shown.withinMs)}` : "";
  return [h("b", {}, `${t.past.shown(shown.number, clock(shown.wall))}${within}`), ` · ${shown.text}`, ...(claims === "" ? [] : [` · ${claims}`])];
}

/** Which tile may be claimed, and who has claimed it. */
function claimsLine(game: Game): string {
  const open = game.open === null ? [] : [t.past.open(seatWords(game.seats, game.open.seat), tileWords(game.open.tile))];
  const claims = game.claims.filter((claim) => !claim.isVoid).map((claim) => t.past.calls(seatWords(game.seats, claim.seat), choiceWords(claim.call)));
  return [...open, ...claims].join(" · ");
}

/** Lets the bar and the arrow keys go through the journal. */
export function listenToBar(bar: HTMLElement, of: () => Desk | null, camera: (desk: Desk) => void): void {
  bar.addEventListener("click", (event) => {
    const button = (event.target as Element).closest("button");
    const desk = of();
    if (button === null || desk === null) {
      return;
    }
    if (button.classList.contains("now")) {
      desk.past.now();
    } else if (button.classList.contains("camera")) {
      camera(desk);
    } else {
      void desk.past.step(button.dataset.step as Step, button.dataset.way as Way, desk.number());
    }
  });
  document.addEventListener("keydown", (event) => {
    const desk = of();
    const busy = (event.target as Element).closest("input, select, textarea, dialog[open], [role=radio]") !== null;
    if (busy || event.ctrlKey || event.metaKey || event.altKey || desk === null || desk.login === null || bar.hidden) {
      return;
    }
    const way = event.key === "ArrowLeft" ? "back" : event.key === "ArrowRight" ? "forward" : null;
    if (way !== null && (way === "back" || desk.past.shown !== null)) {
      event.preventDefault();
      void desk.past.step(event.shiftKey ? "discard" : "entry", way, desk.number());
    } else if (event.key === "Escape" && desk.past.shown !== null) {
      desk.past.now();
    }
  });
}
