/** A grid of equal cards of which only those in sight exist. */

/** How many rows above and below those in sight exist too. */
const BEYOND = 2;
/** How long cards are made within one frame; the rest follow in the next. The browser needs twice that to lay them out. */
const MAKE_MS = 2;

/** What stands in the grid. */
export interface Cards {
  /** Changes whenever the card must be made anew. */
  sign(key: string): string;
  make(key: string): HTMLElement;
}

/** Keeps the cards of a list in place; `list` scrolls within `box`. */
export class CardGrid {
  private keys: readonly string[] = [];
  private readonly shown = new Map<string, { element: HTMLElement; sign: string; index: number }>();
  private columns = 1;
  private wide = 0;
  private high = 0;
  private planned = false;
  // How far it is scrolled and what is in sight, noted when that changes: asking for it between two changes of the page
  // has the browser lay out the whole page at once.
  private scrolled = 0;
  private listTop = 0;
  private seen = 0;
  private height = "";

  constructor(
    private readonly box: HTMLElement,
    private readonly list: HTMLElement,
    private readonly cards: Cards,
  ) {
    box.addEventListener(
      "scroll",
      () => {
        this.scrolled = box.scrollTop;
        this.plan();
      },
      { passive: true },
    );
    new ResizeObserver(() => {
      this.measure();
      this.plan();
    }).observe(box);
  }

  /** Shows these cards in this order. */
  show(keys: readonly string[]): void {
    this.keys = keys;
    this.paint();
  }

  private plan(): void {
    if (!this.planned) {
      this.planned = true;
      requestAnimationFrame(() => {
        this.planned = false;
        this.paint();
      });
    }
  }

  /** The least width and the height of a card are the style sheet's: they grow with the text. */
  private measure(): void {
    const probe = document.createElement("li");
    probe.className = "hall-card probe";
    this.list.append(probe);
    const { minWidth } = getComputedStyle(probe);
    const gap = Number.parseFloat(getComputedStyle(this.list).columnGap) || 0;
    this.high = probe.offsetHeight + gap;
    probe.remove();
    this.scrolled = this.box.scrollTop;
    this.listTop = this.list.offsetTop;
    this.seen = this.box.clientHeight;
    const room = this.list.clientWidth;
    this.columns = Math.max(1, Math.floor((room + gap) / ((Number.parseFloat(minWidth) || 240) + gap)));
    this.wide = (room + gap) / this.columns;
    this.list.style.setProperty("--card-width", `${this.wide - gap}px`);
    this.shown.forEach(({ element }) => element.remove());
    this.shown.clear();
  }

  private paint(): void {
    if (this.high === 0 || this.seen === 0) {
      if (this.box.clientHeight === 0) {
        return; // not in sight
      }
      this.measure();
    }
    const height = `${Math.ceil(this.keys.length / this.columns) * this.high}px`;
    if (height !== this.height) {
      this.list.style.height = this.height = height;
    }
    const above = this.scrolled - this.listTop;
    const first = Math.max(0, Math.floor(above / this.high) - BEYOND) * this.columns;
    const last = (Math.ceil((above + this.seen) / this.high) + BEYOND) * this.columns;
    const held = focusWithin(this.list);
    const wanted = this.keys.slice(first, last);
    const keep = new Set(wanted);
    for (const [key, { element }] of this.shown) {
      if (!keep.has(key)) {
        element.remove();
        this.shown.delete(key);
      }
    }
    let before: Element | null = null;
    const end = performance.now() + MAKE_MS;
    wanted.forEach((key, offset) => {
      const isLate = performance.now() > end;
      if (isLate && !this.shown.has(key)) {
        this.plan();
        return;
      }
      const element = this.placed(key, first + offset, isLate);
      // The order of the elements is that of the eye, for keyboards and screen readers.
      const next: Element | null = before === null ? this.list.firstElementChild : before.nextElementSibling;
      if (next !== element) {
        this.list.insertBefore(element, next);
      }
      before = element;
    });
    giveFocus(this.list, held);
  }

  /** The element of a card at its place; a late one shows what it did until the next frame. */
  private placed(key: string, index: number, isLate: boolean): HTMLElement {
    const sign = this.cards.sign(key);
    let one = this.shown.get(key);
    if (one !== undefined && one.sign !== sign && isLate) {
      this.plan();
    } else if (one === undefined || one.sign !== sign) {
      one?.element.remove();
      one = { element: this.cards.make(key), sign, index: -1 };
      one.element.dataset.key = key;
      this.shown.set(key, one);
    }
    const { element } = one;
    if (one.index !== index) {
      one.index = index;
      const x = (index % this.columns) * this.wide;
      const y = Math.floor(index / this.columns) * this.high;
      element.style.transform = `translate(${x}px, ${y}px)`;
      element.setAttribute("aria-posinset", String(index + 1));
    }
    if (element.getAttribute("aria-setsize") !== String(this.keys.length)) {
      element.setAttribute("aria-setsize", String(this.keys.length));
    }
    return element;
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
