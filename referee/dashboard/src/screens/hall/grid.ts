/** A grid of equal cards. Only those in sight exist. */

import { Pace } from "./pace.js";

/** How many rows above and below those in sight exist as well. */
const BEYOND = 2;
/** How many cards just out of sight stay in the page while it is scrolled. */
const LINGER = 6;
/** How long after the last scrolling the elements are put into visual order. */
const REST_MS = 150;

/** The element of a card; it can show another card. */
export interface Face {
  readonly element: HTMLElement;
}

/** The cards of the grid. */
export interface Cards<F extends Face> {
  /** A text that changes whenever the card must be drawn anew. */
  sign(key: string): string;
  make(): F;
  show(face: F, key: string): void;
  /** Called with the cards in sight whenever they are painted and nobody scrolls. */
  inSight(keys: readonly string[]): void;
}

interface Shown<F> {
  readonly face: F;
  sign: string;
  index: number;
  /** The number of cards in the list when this one was shown. */
  size: number;
}

interface Wanted {
  readonly key: string;
  readonly index: number;
}

/** Keeps the cards of a list in place; `list` scrolls within `box`. */
export class CardGrid<F extends Face> {
  private keys: readonly string[] = [];
  private readonly shown = new Map<string, Shown<F>>();
  /** Keys of cards that are in the page but no longer wanted. */
  private readonly outOfSight = new Set<string>();
  /** Faces that are not in the page. */
  private readonly spare: F[] = [];
  private readonly pace = new Pace();
  /** Has cards drawn in a task of their own: with the frame that paints them it would be one long task. */
  private readonly task = new MessageChannel();
  /** Runs until the list has not been scrolled for a while; null once it rests. */
  private resting: ReturnType<typeof setTimeout> | null = null;
  private columns = 1;
  private gap = 0;
  private wide = 0;
  private high = 0;
  private planned = false;
  // The scroll position and the visible height, noted when they change: reading them between two changes of the page
  // would make the browser lay out the whole page at once.
  private scrolled = 0;
  private scrolledAt = 0;
  private listTop = 0;
  private seen = 0;
  private height = "";

  constructor(
    private readonly box: HTMLElement,
    private readonly list: HTMLElement,
    private readonly cards: Cards<F>,
  ) {
    this.task.port1.onmessage = () => {
      this.planned = false;
      this.paint();
    };
    box.addEventListener(
      "scroll",
      () => {
        this.scrolled = box.scrollTop;
        this.scrolledAt = performance.now();
        this.resting ??= setTimeout(() => this.rest(), REST_MS);
        this.plan();
      },
      { passive: true },
    );
    // Tab must move to the next card as the eye sees it, even right after scrolling.
    box.addEventListener("keydown", (event) => {
      if (event.key === "Tab") {
        this.paint(Infinity, false);
      }
    });
    new ResizeObserver(() => {
      this.measure();
      this.plan();
    }).observe(box);
  }

  /** The width of a card in pixels. */
  get cardWidth(): number {
    return this.wide - this.gap;
  }

  /** Show these cards in this order. */
  show(keys: readonly string[]): void {
    this.keys = keys;
    this.plan();
  }

  /** Look again which cards have changed. */
  refresh(): void {
    this.plan();
  }

  private plan(): void {
    if (!this.planned) {
      this.planned = true;
      this.task.port2.postMessage(null);
    }
  }

  /** Go on after the next frame with what does not fit before it. */
  private goOn(): void {
    if (!this.planned) {
      this.planned = true;
      requestAnimationFrame(() => this.task.port2.postMessage(null));
    }
  }

  private rest(): void {
    const left = this.scrolledAt + REST_MS - performance.now();
    this.resting = left > 0 ? setTimeout(() => this.rest(), left) : null;
    this.plan();
  }

  /** Measure a card: the style sheet sets its least width and its height, which grow with the text. */
  private measure(): void {
    const probe = document.createElement("li");
    probe.className = "hall-card probe";
    this.list.append(probe);
    const { minWidth } = getComputedStyle(probe);
    const gap = Number.parseFloat(getComputedStyle(this.list).columnGap) || 0;
    const room = this.list.clientWidth;
    const columns = Math.max(1, Math.floor((room + gap) / ((Number.parseFloat(minWidth) || 240) + gap)));
    const wide = (room + gap) / columns;
    // How high a card is may follow from how wide it is.
    this.list.style.setProperty("--card-width", `${wide - gap}px`);
    this.gap = gap;
    const high = probe.offsetHeight + gap;
    probe.remove();
    this.scrolled = this.box.scrollTop;
    this.listTop = this.list.offsetTop;
    this.seen = this.box.clientHeight;
    if (high !== this.high || columns !== this.columns || wide !== this.wide) {
      [this.high, this.columns, this.wide] = [high, columns, wide];
      // Laying all of them out anew would take one long frame.
      this.shown.forEach(({ face }) => {
        face.element.remove();
        this.spare.push(face);
      });
      this.shown.clear();
    }
  }

  /** `most`: how many cards may be drawn or moved now. */
  private paint(most = this.pace.fits, isScrolling = this.resting !== null): void {
    if (this.high === 0 || this.seen === 0) {
      if (this.box.clientHeight === 0) {
        return; // not visible
      }
      this.measure();
    }
    const began = performance.now();
    const height = `${Math.ceil(this.keys.length / this.columns) * this.high}px`;
    if (height !== this.height) {
      this.list.style.height = this.height = height;
    }
    const above = this.scrolled - this.listTop;
    const row = Math.floor(above / this.high);
    const rowBelow = Math.ceil((above + this.seen) / this.high);
    const [first, last] = [Math.max(0, row - BEYOND) * this.columns, (rowBelow + BEYOND) * this.columns];
    const wanted = this.keys.slice(first, last).map((key, offset) => ({ key, index: first + offset }));
    const inSight = ({ index }: Wanted): boolean => index >= row * this.columns && index < rowBelow * this.columns;
    const held = focusWithin(this.list);
    this.leave(new Set(wanted.map(({ key }) => key)), !isScrolling);
    let left = most;
    for (const one of [...wanted.filter(inSight), ...wanted.filter((each) => !inSight(each))]) {
      left -= this.place(one, left > 0);
    }
    // The browser makes an element anew when it is moved among the others, so that waits until nobody scrolls.
    left -= isScrolling ? 0 : this.order(wanted, left);
    if (!isScrolling) {
      this.cards.inSight(wanted.filter(inSight).map(({ key }) => key));
    }
    this.list.getBoundingClientRect(); // lays out what has changed: here, not in the frame
    if (left < most) {
      this.pace.learn(performance.now() - began, most - left);
    }
    giveFocus(this.list, held);
  }

  /** Free the faces of all other cards. While the list is scrolled, some stay in place, out of sight: the browser would
   * make an element anew if it were taken out and put back.
   */
  private leave(wanted: ReadonlySet<string>, all: boolean): void {
    this.outOfSight.clear();
    let over = this.shown.size - wanted.size - (all ? 0 : LINGER);
    for (const [key, { face, index }] of this.shown) {
      if (wanted.has(key)) {
        continue;
      }
      const stays = over <= 0 && this.keys[index] === key && !face.element.contains(document.activeElement);
      if (stays) {
        this.outOfSight.add(key);
      } else {
        face.element.remove();
        this.spare.push(face);
        this.shown.delete(key);
      }
      over -= 1;
    }
  }

  /** Return a face for another card: from one out of sight, a spare one, or a new one. */
  private face(): F {
    for (const key of this.outOfSight) {
      const one = this.shown.get(key);
      this.outOfSight.delete(key);
      this.shown.delete(key);
      if (one !== undefined) {
        return one.face;
      }
    }
    return this.spare.pop() ?? this.cards.make();
  }

  /** Put a card in its place, and draw it if it is new or has changed. Return how many were drawn. */
  private place({ key, index }: Wanted, may: boolean): 0 | 1 {
    const sign = this.cards.sign(key);
    let one = this.shown.get(key);
    const isNews = one?.sign !== sign;
    if (isNews && !may) {
      this.goOn();
    } else if (isNews) {
      one ??= { face: this.face(), sign, index: -1, size: 0 };
      one.sign = sign;
      this.cards.show(one.face, key);
      one.face.element.dataset.key = key;
      this.shown.set(key, one);
    }
    if (one === undefined) {
      return 0;
    }
    const { element } = one.face;
    if (one.index !== index) {
      one.index = index;
      const x = (index % this.columns) * this.wide;
      const y = Math.floor(index / this.columns) * this.high;
      element.style.left = `${x}px`;
      element.style.top = `${y}px`;
      element.setAttribute("aria-posinset", String(index + 1));
    }
    if (one.size !== this.keys.length) {
      one.size = this.keys.length;
      element.setAttribute("aria-setsize", String(one.size));
    }
    if (isNews && !element.isConnected) {
      this.list.append(element);
    }
    return isNews && may ? 1 : 0;
  }

  /** Put elements into visual order, for keyboards and screen readers. Return how many were moved. */
  private order(wanted: readonly Wanted[], most: number): number {
    let moved = 0;
    let before: Element | null = null;
    for (const { key } of wanted) {
      const element = this.shown.get(key)?.face.element;
      const next: Element | null = before === null ? this.list.firstElementChild : before.nextElementSibling;
      if (element === undefined) {
        continue;
      }
      if (next !== element) {
        if (moved >= most) {
          this.goOn();
          break;
        }
        this.list.insertBefore(element, next);
        moved += 1;
      }
      before = element;
    }
    return moved;
  }
}

type Held = { key: string; act: string } | null;

function focusWithin(list: HTMLElement): Held {
  const at = document.activeElement;
  const card = at instanceof HTMLElement && list.contains(at) ? at.closest<HTMLElement>("[data-key]") : null;
  return card === null ? null : { key: card.dataset.key ?? "", act: (at as HTMLElement).dataset.act ?? "" };
}

function giveFocus(list: HTMLElement, held: Held): void {
  if (held === null || list.contains(document.activeElement)) {
    return;
  }
  const card = [...list.children].find((one) => (one as HTMLElement).dataset.key === held.key);
  const wanted = card?.querySelector<HTMLElement>(`[data-act="${held.act}"]`) ?? card?.querySelector<HTMLElement>("a, button");
  wanted?.focus({ preventScroll: true });
}
