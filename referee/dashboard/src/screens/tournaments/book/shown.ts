/** Tables and headings that several parts show. */

import { become, h } from "../../../elements/elements.js";

/** A table of data in a region that scrolls by itself where it is too wide. */
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

/** A name, whose direction does not change what stands around it. */
export function name(words: string): HTMLElement {
  return h("bdi", {}, words);
}

/** Shows these elements in a place, in which what is the same stays. */
export function show(place: HTMLElement, ...elements: readonly (HTMLElement | null)[]): void {
  const wanted = place.cloneNode(false) as HTMLElement;
  wanted.append(...elements.filter((one) => one !== null));
  become(place, wanted);
}

/** Shows what is read, or why it is not; where it is read again meanwhile, only the newest. */
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

  /** What is being read is not wanted any more. */
  drop(): void {
    this.count += 1;
  }
}

/** Something that is opened when it is needed. */
export function folded(title: string, ...within: readonly HTMLElement[]): HTMLElement {
  return h("details", {}, h("summary", {}, title), ...within);
}
