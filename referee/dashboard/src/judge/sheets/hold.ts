/** A button that is held to confirm, by finger, mouse or key. A person who cannot hold it presses twice. */

import { h } from "../../elements/elements.js";
import { t } from "../../texts/texts.js";

const HOLD_MS = 900;
const AGAIN_MS = 4000;

/** A button that acts at once, or only after it has been held. */
export class ConfirmButton {
  readonly button: HTMLButtonElement;
  private must = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;
  private held = false;

  /** `letGo` is called when it was not held long enough, or not pressed again in time. */
  constructor(
    private readonly act: () => void,
    look: "main" | "quiet" = "main",
    private readonly letGo: () => void = () => undefined,
  ) {
    const button = (this.button = h("button", { type: "button", class: look }, t.send));
    button.addEventListener("pointerdown", () => this.begin());
    for (const over of ["pointerup", "pointerleave", "pointercancel", "blur", "keyup"]) {
      button.addEventListener(over, () => this.release());
    }
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    button.addEventListener("keydown", (event) => {
      if (this.must && (event.key === " " || event.key === "Enter")) {
        event.preventDefault();
        this.begin();
      }
    });
    button.addEventListener("click", () => this.clicked());
  }

  /** Whether it is being held, or has been pressed once and needs a second press. */
  get isUnderWay(): boolean {
    return this.timer !== undefined || this.again !== undefined;
  }

  /** Let the button act, or not: then a hold under way is over as well. */
  ready(on: boolean): void {
    if (!on) {
      this.held = false;
      clearTimeout(this.again);
      this.again = undefined;
      this.end();
    }
    this.button.disabled = !on;
  }

  mustHold(must: boolean): void {
    if (must !== this.must) {
      this.must = must;
      this.button.classList.toggle("hold", must);
      this.label();
    }
  }

  private label(): void {
    this.button.textContent = this.must ? t.hold : t.send;
  }

  private begin(): void {
    const { button } = this;
    if (this.must && this.timer === undefined && !button.disabled) {
      this.held = true;
      button.classList.add("holding");
      button.textContent = t.holdMore;
      this.timer = setTimeout(() => {
        this.end();
        swallowRest();
        this.act();
      }, HOLD_MS);
    }
  }

  private release(): void {
    if (this.timer !== undefined) {
      this.end();
      this.letGo();
    }
  }

  private end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.button.classList.remove("holding");
    this.label();
  }

  private clicked(): void {
    if (!this.must) {
      this.act();
    } else if (this.held) {
      this.held = false; // the end of a hold that was too short
    } else if (this.again === undefined) {
      // A screen reader clicks without holding.
      this.button.textContent = t.again;
      this.again = setTimeout(() => {
        this.again = undefined;
        this.label();
        this.letGo();
      }, AGAIN_MS);
    } else {
      clearTimeout(this.again);
      this.again = undefined;
      this.act();
    }
  }
}

/** Swallow what still comes of a hold that has acted, until something new begins: lifting the finger clicks on whatever
 * lies below the closed sheet, and a key that stays down repeats.
 */
function swallowRest(): void {
  const rest = new AbortController();
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const on = (type: "click" | "keydown" | "pointerdown", call: (event: Event) => void): void =>
    window.addEventListener(type, call, { capture: true, signal: rest.signal });
  on("click", (event) => {
    swallow(event);
    rest.abort();
  });
  on("keydown", (event) => ((event as KeyboardEvent).repeat ? swallow(event) : rest.abort()));
  on("pointerdown", () => rest.abort());
}
