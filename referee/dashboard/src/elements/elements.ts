/** Makes HTML and SVG elements in one line. */

const SVG = "http://www.w3.org/2000/svg";

type Attributes = Record<string, string | number | boolean | null>;
type Child = Node | string | null;

function filled<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Make an HTML element; an attribute that is null or false is left out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return filled(document.createElement(name), attributes, children);
}

/** Make an SVG element; an attribute that is null or false is left out. */
export function s<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

/** Return the element of the page with this id. Throws if the page has none. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) {
    throw new Error(`the page has no #${id}`);
  }
  return element;
}

/** Set the text of an element, unless it has that text already. */
export function put(element: HTMLElement, words: string): void {
  if (element.textContent !== words) {
    element.textContent = words;
  }
}

/** The markup of the children of each element that `update` has drawn. */
const drawn = new Map<string, readonly string[]>();

/** Give an element these children. Equal ones stay, so that a screen reader reads out nothing but changes, and the browser
 * lays out and paints nothing else.
 */
export function update(id: string, children: readonly HTMLElement[]): void {
  if (!differs(id, children)) {
    return;
  }
  const place = byId(id);
  const markup = markupOf(children);
  const olds = [...place.childNodes];
  const staying = new Map(drawn.get(id)?.map((one, at) => [one, olds[at]]));
  const wanted = children.map((child, at): ChildNode => {
    const old = staying.get(markup[at] ?? "");
    staying.delete(markup[at] ?? "");
    return old ?? child;
  });
  drawn.set(id, markup);
  olds.filter((old) => !wanted.includes(old)).forEach((old) => old.remove());
  wanted.forEach((one, at) => {
    const there = place.childNodes[at] ?? null;
    if (there !== one) {
      place.insertBefore(one, there);
    }
  });
}

/** Return whether an element that `update` has drawn has another content. */
export function differs(id: string, children: readonly HTMLElement[]): boolean {
  const before = drawn.get(id);
  return before?.length !== children.length || markupOf(children).some((one, at) => one !== before[at]);
}

function markupOf(children: readonly HTMLElement[]): string[] {
  return children.map((child) => child.outerHTML);
}

const isElement = (node: Node): node is Element => node.nodeType === 1;

/** Make the shown element equal to the wanted one, and may move parts of the wanted one into it. Equal parts stay, so
 * that only new ones are laid out and painted. Only for elements from h() and s(), which have nothing but attributes
 * and children.
 */
export function become(shown: ChildNode, wanted: ChildNode): void {
  if (shown.isEqualNode(wanted)) {
    return;
  }
  if (!isElement(shown) || !isElement(wanted) || shown.nodeName !== wanted.nodeName || shown.namespaceURI !== wanted.namespaceURI) {
    shown.replaceWith(wanted);
    return;
  }
  for (const name of shown.getAttributeNames()) {
    if (!wanted.hasAttribute(name)) {
      shown.removeAttribute(name);
    }
  }
  for (const name of wanted.getAttributeNames()) {
    const value = wanted.getAttribute(name) ?? "";
    if (shown.getAttribute(name) !== value) {
      shown.setAttribute(name, value);
    }
  }
  const [olds, news] = [[...shown.childNodes], [...wanted.childNodes]];
  olds.slice(news.length).forEach((old) => old.remove());
  news.forEach((fresh, place) => {
    const old = olds[place];
    if (old === undefined) {
      shown.append(fresh);
    } else {
      become(old, fresh);
    }
  });
}

/** Make a button that calls `act` when it is pressed. */
export function button(attributes: Attributes, act: () => void, ...children: Child[]): HTMLButtonElement {
  const made = h("button", { type: "button", ...attributes }, ...children);
  made.addEventListener("click", () => act());
  return made;
}

/** Put a label above an input that has an id. */
export function labelled(label: string, input: HTMLElement): HTMLElement {
  return h("div", { class: "field" }, h("label", { for: input.id }, label), input);
}

/** Make a radio button with a label; `chosen` is called when it is selected. */
export function radio(attributes: Attributes, words: string, chosen: () => void, look: Attributes = {}): HTMLLabelElement {
  const made = h("input", { type: "radio", ...attributes });
  made.addEventListener("change", chosen);
  return h("label", look, made, h("span", {}, words));
}
