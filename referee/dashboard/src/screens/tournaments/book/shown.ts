/** Tables and headings that several parts share. */

import { become, h } from "../../../elements/elements.js";

/** Make a table of data, in a region of its own that scrolls if the table is too wide. */
export function table(label: string, heads: readonly string[], rows: readonly (readonly (HTMLElement | string)[])[]): HTMLElement {
  return h(
    "div",
    { class: "wide", role: "region", tabindex: 0, "aria-label": label },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...heads.map((head) => (head === "" ? h("td", {}) : h("th", { scope: "col" }, head))))),
      h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, cell))))),
    ),
  );
}

/** Make a name whose writing direction does not affect the text around it. */
export function name(words: string): HTMLElement {
  return h("bdi", {}, words);
}

/** Show these elements in a place; equal ones stay. */
export function show(place: HTMLElement, ...elements: readonly (HTMLElement | null)[]): void {
  const wanted = place.cloneNode(false) as HTMLElement;
  wanted.append(...elements.filter((one) => one !== null));
  become(place, wanted);
}

/** Shows what is read, or why it cannot be; if it is read several times, only the newest counts. */
export class Newest {
  private count = 0;

  show<T>(read: Promise<T>, shown: (given: T) => void, refused: (error: unknown) => void): void {
    this.count += 1;
    const mine = this.count;
    const ifNewest = <V>(then: (value: V) => void) => (value: V): void => {
      if (mine === this.count) {
        then(value);
      }
    };
    void read.then(ifNewest(shown), ifNewest(refused));
  }

  /** Discard what is still being read. */
  drop(): void {
    this.count += 1;
  }
}

/** Make a section that opens when it is needed. */
export function folded(title: string, ...within: readonly HTMLElement[]): HTMLElement {
  return h("details", {}, h("summary", {}, title), ...within);
}
