/** Lists that stay where they are under a finger or the keyboard's focus: what is new waits behind a line above them. */

import { button, byId, differs, update } from "./elements.js";
import { t } from "../texts/texts.js";

/** How long a list rests after the finger has left it: the next tap is often meant for what was just read. */
const REST_MS = 700;
/** A finger is forgotten after this time without a sign of it. */
const LOST_MS = 10_000;
/** What is counted as an entry. */
const ENTRY = "[data-number], [data-finding], [data-alert]";

/** The lists within one part of the page: a finger on one of them holds them all, since each pushes those below it. */
export class StillLists {
  private heldUntil = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private subject = "";
  /** The lists that show this subject. */
  private readonly drawn = new Set<string>();
  private readonly lines = new Map<string, HTMLButtonElement>();
  /** The lists that are scrolled down, noted as they are: asking for it while drawing would lay out the whole page. */
  private readonly scrolled = new Set<Element>();

  /** `redraw` draws the lists again. */
  constructor(
    around: HTMLElement,
    private readonly redraw: () => void,
  ) {
    for (const sign of ["pointerdown", "touchstart", "touchmove"]) {
      around.addEventListener(sign, () => this.hold(LOST_MS), { passive: true });
    }
    // A touch that scrolls ends its pointer at once, and goes on as a touch.
    for (const end of ["pointerup", "touchend", "touchcancel"]) {
      window.addEventListener(end, () => this.heldUntil > 0 && this.hold(REST_MS), { passive: true });
    }
    around.addEventListener("focusout", () => this.redraw());
    const scrolls = ({ target }: Event): void => {
      const list = target as Element;
      if (list.scrollTop > 0) {
        this.scrolled.add(list);
      } else {
        this.scrolled.delete(list);
        this.redraw();
      }
    };
    around.addEventListener("scroll", scrolls, { passive: true, capture: true });
  }

  /** Lists of something else, as another table, do not wait. */
  about(subject: string): void {
    if (subject !== this.subject) {
      this.subject = subject;
      this.drawn.clear();
    }
  }

  /** Draw a list, or say above it how many entries wait. */
  update(id: string, children: HTMLElement[]): void {
    if (this.drawn.has(id) && this.isHeld(id, byId(id))) {
      this.say(id, differs(id, children) ? fresh(byId(id), children) : null);
    } else {
      this.drawn.add(id);
      update(id, children);
      this.say(id, null);
    }
  }

  private isHeld(id: string, list: Element): boolean {
    const reads = this.scrolled.has(list) || document.activeElement === (this.lines.get(id) ?? null);
    return reads || performance.now() < this.heldUntil || list.matches(":focus-visible") || list.querySelector(":focus-visible") !== null;
  }

  /** Say above a list how many entries wait; null if the list is up to date. */
  private say(id: string, count: number | null): void {
    let line = this.lines.get(id);
    if (line === undefined && count === null) {
      return;
    }
    const list = byId(id);
    if (line === undefined) {
      line = button({ class: "fresh" }, () => this.release(id, list));
      this.lines.set(id, line);
      list.before(line);
    }
    if (count === null && document.activeElement === line) {
      (list.querySelector("button") ?? list).focus();
    }
    line.hidden = count === null;
    if (count !== null) {
      line.textContent = count > 0 ? t.fresh(count) : t.otherwise;
      line.style.top = `${list.offsetTop}px`;
    }
  }

  private release(id: string, list: HTMLElement): void {
    this.drawn.delete(id);
    this.heldUntil = 0;
    list.scrollTop = 0;
    this.scrolled.delete(list);
    this.redraw();
  }

  private hold(ms: number): void {
    this.heldUntil = performance.now() + ms;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.heldUntil = 0;
      this.redraw();
    }, ms);
  }
}

/** Have an element keep its height until the next tap is over, since one may be on its way to what lies below. */
export function keepPlace(element: HTMLElement): void {
  element.style.minHeight = `${element.offsetHeight}px`;
  window.addEventListener("click", () => (element.style.minHeight = ""), { once: true });
}

/** Count the entries that a list does not show yet. */
function fresh(list: Element, children: readonly Element[]): number {
  const shown = new Set([...list.querySelectorAll<HTMLElement>(ENTRY)].map(keyOf));
  const wanted = children.flatMap((child) => [...(child.matches(ENTRY) ? [child] : []), ...child.querySelectorAll(ENTRY)] as HTMLElement[]);
  return wanted.filter((each) => !shown.has(keyOf(each))).length;
}

function keyOf({ dataset }: HTMLElement): string {
  return JSON.stringify([dataset.number, dataset.finding, dataset.alert]);
}
