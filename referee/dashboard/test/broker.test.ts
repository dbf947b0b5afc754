/** The page's end of the line to the broker: which worker holds it, which commands go through it, what becomes of them. */

import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { test } from "node:test";
import { Broker } from "../src/broker/broker.js";
import { type Answer, DONE_MS, LOOKS, Orders } from "../src/broker/orders.js";
import { COMMANDS, type CommandName } from "../src/declared/commands.js";
import { GROUPS } from "../src/judge/actions.js";

/** One that the page sends by itself, and one that has a button on each alert. */
const ELSEWHERE: readonly CommandName[] = ["hear_calls", "resolve"];

type Heard = (event: { message?: string; data?: unknown }) => void;

/** A worker, as far as the page needs one: Node.js has none of this kind. */
class FakeWorker {
  static readonly all: FakeWorker[] = [];
  ended = false;
  private readonly heard = new Map<string, Heard>();

  constructor() {
    FakeWorker.all.push(this);
  }

  addEventListener(kind: string, heard: Heard): void {
    this.heard.set(kind, heard);
  }

  postMessage(): void {
    // Its script does not run here.
  }

  terminate(): void {
    this.ended = true;
  }

  fails(): void {
    this.heard.get("error")?.({ message: "out of memory" });
  }
}

test("a worker that fails twice before it is replaced is replaced by one", (context) => {
  // A channel with a listener keeps Node.js from ending.
  const channel = class {
    readonly port1 = {};
    readonly port2 = {};
  };
  Object.assign(globalThis, { Worker: FakeWorker, MessageChannel: channel, document: { hidden: false, addEventListener: () => undefined } });
  // Node.js 18 has it, but not under the browsers' name.
  Object.defineProperty(globalThis, "crypto", { value: webcrypto, configurable: true });
  // Not the mock clock of node:test, which is enabled differently in different versions of Node.js.
  const waiting: (() => void)[] = [];
  const wait = (call: () => void): number => waiting.push(call);
  context.mock.method(globalThis, "setTimeout", wait as unknown as typeof setTimeout);
  context.mock.method(globalThis, "setInterval", (() => 0) as unknown as typeof setInterval);
  const pass = (): void => waiting.splice(0).forEach((call) => call());
  const broker = new Broker();
  assert.ok(broker);
  const [first] = FakeWorker.all;
  first?.fails();
  first?.fails();
  pass();
  assert.deepEqual(FakeWorker.all.map(({ ended }) => ended), [true, false]);
  FakeWorker.all[1]?.fails();
  pass();
  assert.deepEqual(FakeWorker.all.map(({ ended }) => ended), [true, true, false]);
});

test("every command is in one group, and every question is asked", () => {
  const names = (Object.keys(COMMANDS) as CommandName[]).filter((name) => !ELSEWHERE.includes(name)).sort();
  const given = Object.values(GROUPS).flat();
  assert.deepEqual(given.filter((name) => COMMANDS[name].reads), []);
  assert.deepEqual(LOOKS.filter((name) => !COMMANDS[name].reads), []);
  assert.deepEqual([...given, ...LOOKS].sort(), names);
});

const TABLE = { hall: "home", table: "7", name: "7" };

/** A page whose table answers when told to, and whose time passes when told to. */
class Page {
  held = false;
  private readonly answers: ((answer: Answer | null) => void)[] = [];
  private late: (() => void)[] = [];
  readonly orders = new Orders(() => new Promise((answer) => this.answers.push(answer)), {
    changed: () => undefined,
    did: (_, name) => `did ${name}`,
    held: () => this.held,
    goes: () => undefined,
    later: (call, ms) => {
      assert.equal(ms, DONE_MS);
      this.late.push(call);
    },
  });
  readonly at = this.orders.at(TABLE);

  async answer(place: number, answer: Answer | null): Promise<void> {
    this.answers[place]?.(answer);
    await Promise.resolve().then(() => undefined);
  }

  passes(): void {
    const late = this.late;
    this.late = [];
    late.forEach((call) => call());
  }

  get says(): string {
    const { shown } = this.orders;
    return shown === null ? "" : `${shown.state} ${shown.did}`;
  }
}

test("of several orders the one is shown of which something became last", async () => {
  const page = new Page();
  void page.at.give("stop", {});
  void page.at.give("pause", { on: false });
  assert.equal(page.says, "pending did pause");
  await page.answer(0, { ok: false, error: "no" });
  assert.equal(page.says, "refused did stop");
  await page.answer(1, { ok: true, number: 4 });
  assert.equal(page.says, "done did pause");
});

test("what was done is said for a while, a refusal until it is closed", async () => {
  const page = new Page();
  void page.at.give("stop", {});
  await page.answer(0, { ok: true, number: 3 });
  page.held = true;
  page.passes();
  assert.equal(page.says, "done did stop", "somebody is about to undo it");
  page.held = false;
  page.passes();
  assert.equal(page.says, "");
  void page.at.give("stop", {});
  await page.answer(1, { ok: false, error: "no" });
  page.passes();
  assert.equal(page.says, "refused did stop");
});

test("an old message does not take a newer one away", async () => {
  const page = new Page();
  void page.at.give("stop", {});
  await page.answer(0, { ok: true });
  void page.at.give("resume", {});
  page.passes();
  assert.equal(page.says, "pending did resume");
});
