/** The order in which news waits for the page. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Backlog } from "../src/broker/backlog.js";
import type { News } from "../src/broker/post.js";

function message(topic: string, payload: string, kept = false): News {
  return { kind: "message", topic: `jantaku/1/home/${topic}`, payload, kept };
}

function filled(...news: News[]): Backlog {
  const backlog = new Backlog();
  news.forEach((one) => backlog.put(one));
  return backlog;
}

test("all that waits is taken once, in order, in portions", () => {
  const entries = Array.from({ length: 10 }, (_, place) => message("7/event", String(place)));
  const backlog = filled(...entries);
  assert.deepEqual(backlog.take(4), entries.slice(0, 4));
  assert.equal(backlog.size, 6);
  assert.deepEqual([...backlog.take(4), ...backlog.take(4), ...backlog.take(4)], entries.slice(4));
});

test("of what is said of all tables the newest waits, at its own place", () => {
  const [state, entry, lost] = [message("7/state", "1"), message("7/event", "2"), message("7/status", "ready")];
  const backlog = filled(message("7/status", "lost"), message("7/telemetry/card", "1"), state, message("7/telemetry/card", "2"), entry, lost);
  assert.deepEqual(backlog.take(9), [state, message("7/telemetry/card", "2"), entry, lost]);
});

test("every state and every entry of the watched table waits", () => {
  const all = [message("7/state", "1"), message("7/event", "2"), message("7/state", "2"), message("7/event", "3"), message("7/telemetry/link", "1"), message("7/telemetry/link", "2")];
  assert.deepEqual(filled(...all).take(9), all);
});

test("an alert and its end are of one topic, another alert is not", () => {
  const backlog = filled(message("7/alert/1", "{}"), message("7/alert/2", "{}"), message("7/alert/1", ""));
  assert.deepEqual(backlog.take(9), [message("7/alert/2", "{}"), message("7/alert/1", "")]);
});

test("a table that has spoken by itself has done so, whatever the broker repeats", () => {
  assert.deepEqual(filled(message("7/status", "a"), message("7/status", "b", true)).take(9), [message("7/status", "b", false)]);
  assert.deepEqual(filled(message("7/status", "a", true), message("7/status", "b", true)).take(9), [message("7/status", "b", true)]);
  assert.deepEqual(filled(message("7/status", "a", true), message("7/status", "b")).take(9), [message("7/status", "b", false)]);
});

test("what was heard before a new line stays before it", () => {
  const fresh: News = { kind: "fresh" };
  const entry = message("7/event", "1");
  assert.deepEqual(filled(entry, fresh, message("7/status", "ready")).take(9), [entry, fresh, message("7/status", "ready")]);
});
