/** One tree becomes another, and a list another: equal nodes stay, and the result is what is wanted. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { become, update } from "../src/elements/elements.js";

/** A node, as far as a tree of elements and texts needs one: Node.js has no document. */
class Item {
  readonly nodeType: number;
  readonly namespaceURI = "http://www.w3.org/2000/svg";
  parent: Item | null = null;
  written = 0;
  readonly childNodes: Item[] = [];
  private readonly attributes: Map<string, string>;

  constructor(
    readonly nodeName: string,
    attributes: Record<string, string> = {},
    ...children: Item[]
  ) {
    this.nodeType = nodeName.startsWith("#") ? 3 : 1;
    this.attributes = new Map(Object.entries(attributes));
    children.forEach((child) => this.append(child));
  }

  get markup(): string {
    const attributes = [...this.attributes].sort().map(([name, value]) => ` ${name}="${value}"`);
    return `<${this.nodeName}${attributes.join("")}>${this.childNodes.map((child) => child.markup).join("")}</>`;
  }

  get outerHTML(): string {
    return this.markup;
  }

  isEqualNode(other: Item): boolean {
    return this.markup === other.markup;
  }

  getAttributeNames(): string[] {
    return [...this.attributes.keys()];
  }

  hasAttribute(name: string): boolean {
    return this.attributes.has(name);
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }

  setAttribute(name: string, value: string): void {
    this.written += 1;
    this.attributes.set(name, value);
  }

  removeAttribute(name: string): void {
    this.written += 1;
    this.attributes.delete(name);
  }

  append(child: Item): void {
    child.remove();
    child.parent = this;
    this.childNodes.push(child);
  }

  insertBefore(child: Item, before: Item | null): void {
    child.remove();
    child.parent = this;
    this.childNodes.splice(before === null ? this.childNodes.length : this.childNodes.indexOf(before), 0, child);
  }

  remove(): void {
    this.parent?.childNodes.splice(this.parent.childNodes.indexOf(this), 1);
    this.parent = null;
  }

  replaceWith(other: Item): void {
    const parent = this.parent;
    assert.ok(parent !== null, "a node without a parent is replaced by nothing");
    other.remove();
    parent.childNodes.splice(parent.childNodes.indexOf(this), 1, other);
    other.parent = parent;
    this.parent = null;
  }
}

const words = (text: string): Item => new Item(`#${text}`);
const tile = (kind: string, more: Record<string, string> = {}): Item => new Item("use", { href: kind, ...more });

/** Return the tree after it became the wanted one, and assert that it is equal. */
function became(shown: Item, wanted: Item): Item[] {
  const want = wanted.markup;
  become(shown as unknown as ChildNode, wanted as unknown as ChildNode);
  assert.equal(shown.markup, want);
  return shown.childNodes;
}

test("an attribute that changed is set on the element that is there", () => {
  const [first, second] = [tile("1m", { class: "latest" }), tile("2m", { x: "40" })];
  const after = became(new Item("g", {}, first, second), new Item("g", { class: "pond" }, tile("1m"), tile("3m", { x: "40" })));
  assert.deepEqual([after[0] === first, after[1] === second], [true, true]);
  assert.deepEqual([first.written, second.written], [1, 1]);
});

test("what is added is new, and what is left over goes", () => {
  const first = tile("1m");
  const shown = new Item("g", {}, first);
  const longer = became(shown, new Item("g", {}, tile("1m"), tile("2m"), tile("3m")));
  assert.ok(longer[0] === first && longer.length === 3);
  assert.ok(became(shown, new Item("g", {}, tile("1m")))[0] === first);
  assert.equal(first.written, 0);
});

test("another element and other words take the place of what was there", () => {
  const [score, other] = [new Item("text", { x: "1" }, words("25,000")), tile("1m")];
  const after = became(
    new Item("g", {}, score, other),
    new Item("g", {}, new Item("text", { x: "1" }, words("26,000")), new Item("rect", { href: "1m" })),
  );
  assert.deepEqual([after[0] === score, after[1] === other], [true, false]);
});

test("of a list only what is new is put in, also among equal lines and where something goes", () => {
  const list = new Item("ol", {}, words("loading"));
  Object.assign(globalThis, { document: { getElementById: () => list } });
  const shows = (...kinds: string[]): Item[] => {
    update("list", kinds.map((kind) => tile(kind)) as unknown as HTMLElement[]);
    assert.deepEqual(list.childNodes.map(({ markup }) => markup), kinds.map((kind) => tile(kind).markup));
    return [...list.childNodes];
  };
  const [first, second, third] = shows("1m", "2m", "3m");
  const after = shows("4m", "1m", "2m");
  assert.ok(after[1] === first && after[2] === second);
  assert.ok(!list.childNodes.includes(third as Item));
  const [, , twin] = shows("2m", "1m", "2m");
  assert.equal(list.childNodes.indexOf(first as Item), 1);
  assert.equal(shows("2m", "1m", "2m")[2], twin);
  assert.deepEqual(shows(), []);
});
