/** The payloads that onlookers get, and which faults are not the line's. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Unreadable } from "../src/declared/checked.js";
import type { HandPlayed, StandingShown } from "../src/declared/declared.js";
import { follow, type Heard } from "../src/onlookers/follow.js";
import { ended } from "../src/onlookers/view.js";

const SEATS = ["Ada", "Béla", "Chihiro", "Dan"].map((name, seat) => ({ seat, name, wind: "E" })) as unknown as StandingShown[];

function win(seat: number, points: number): HandPlayed["wins"][number] {
  return { seat, source: 0, han: 3, fu: 30, points, yakuman: [] } as unknown as HandPlayed["wins"][number];
}

test("of a double ron both winners are named", () => {
  const hand = { result: "ron", wins: [win(1, 3900), win(2, 7700)], offenders: [] } as unknown as HandPlayed;
  assert.equal(ended(hand, SEATS), "Béla Ron 3,900 · 3 han 30 fu / Chihiro Ron 7,700 · 3 han 30 fu");
  assert.equal(ended({ ...hand, wins: [win(1, 3900)] }, SEATS), "Ron 3,900 · 3 han 30 fu");
});

/** Return the first messages, up to `most`, and the waiting time before each request but the first. */
async function heard(most: number, answers: Response[], hear: (one: Heard) => void): Promise<{ kinds: string[]; waits: number[] }> {
  const kinds: string[] = [];
  const waits: number[] = [];
  Object.assign(globalThis, { location: { hash: "#token" }, reportError: () => undefined });
  mock.method(globalThis, "fetch", () => Promise.resolve(answers.shift() ?? new Response(null, { status: 503 })));
  const later = mock.method(globalThis, "setTimeout", ((call: () => void, ms: number) => {
    if (ms !== 25_000) {
      waits.push(ms);
      queueMicrotask(call);
    }
    return 0;
  }) as typeof setTimeout);
  await new Promise<void>((resolve) => {
    void follow("players/events", (one) => {
      kinds.push(one.kind);
      if (kinds.length === most) {
        resolve();
        mock.method(globalThis, "fetch", () => new Promise(() => undefined));
      }
      hear(one);
    });
  });
  later.mock.restore();
  return { kinds, waits };
}

test("what cannot be read or drawn is no lost line, and the line goes on", async () => {
  const line = new Response('data: 1\n\ndata: {\n\ndata: 2\n\ndata: 3\n\ndata: null\n\n');
  const { kinds } = await heard(8, [line], (one) => {
    if (one.kind === "shown" && one.value === 1) {
      throw new Unreadable("seats is not a list");
    }
    if (one.kind === "shown" && one.value === 2) {
      throw new TypeError("a fault of the page");
    }
  });
  assert.deepEqual(kinds, ["shown", "unreadable", "unreadable", "shown", "broken", "shown", "nothing", "lost"]);
});

test("who is refused asks seldom, who has lost the line soon", async () => {
  const { kinds, waits } = await heard(3, [new Response(null, { status: 403 }), new Response(null, { status: 500 })], () => undefined);
  assert.deepEqual(kinds, ["refused", "lost", "lost"]);
  assert.deepEqual(waits.slice(0, 2), [30_000, 2000]);
});
