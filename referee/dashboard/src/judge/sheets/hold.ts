/** A button that is held to confirm, by finger, mouse or key; whoever cannot hold presses twice. */

import { h } from "../../elements/elements.js";
import { t } from "../../texts/texts.js";

const HOLD_MS = 900;
const AGAIN_MS = 4000;

/** A button that does something at once, or when it has been held. */
export function confirmButton(act: () => void): { button: HTMLButtonElement; mustHold(must: boolean): void } {
  const button = h("button", { type: "button", class: "main" }, t.send);
  let must = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let held = false;
  const label = (): void => {
    button.textContent = must ? t.hold : t.send;
  };
  const begin = (): void => {
    if (must && timer === undefined && !button.disabled) {
      held = true;
      button.classList.add("holding");
      button.textContent = t.holdMore;
      timer = setTimeout(() => {
        end();
        if (!button.disabled) {
          act();
        }
      }, HOLD_MS);
    }
  };
  const end = (): void => {
    clearTimeout(timer);
    timer = undefined;
    button.classList.remove("holding");
    label();
  };
  button.addEventListener("pointerdown", begin);
  for (const over of ["pointerup", "pointerleave", "pointercancel", "blur"]) {
    button.addEventListener(over, end);
  }
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("keydown", (event) => {
    if (must && (event.key === " " || event.key === "Enter")) {
      event.preventDefault();
      begin();
    }
  });
  button.addEventListener("keyup", end);
  button.addEventListener("click", () => {
    if (!must) {
      act();
    } else if (held) {
      held = false; // the end of a hold that was too short
    } else if (again === undefined) {
      // A screen reader clicks without holding.
      button.textContent = t.again;
      again = setTimeout(() => {
        again = undefined;
        label();
      }, AGAIN_MS);
    } else {
      clearTimeout(again);
      again = undefined;
      act();
    }
  });
  return {
    button,
    mustHold(value) {
      if (value !== must) {
        must = value;
        button.classList.toggle("hold", must);
        label();
      }
    },
  };
}
