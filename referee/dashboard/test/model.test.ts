/** The page's knowledge of a table, folded from messages, and whether it calls itself live. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Link, statusLine } from "../src/table/connection.js";
import { EMPTY_VIEW, latestDiscard, received, reconnected } from "../src/table/model.js";
import type { Card } from "../src/declared/declared.js";
import type { TableState } from "../src/table/protocol.js";
import { stopLine, stopOf, stopOfCard } from "../src/table/stop.js";

const NOW = new Date(2026, 2, 1, 14, 3, 22);
const CONNECTED: Link = { kind: "connected" };

function withPonds(...lengths: number[]): TableState {
  const seats = lengths.map((length, seat) => ({ seat, pond: Array.from({ length }, () => ({ tile: "1z" })) }));
  return { game: { seats } } as unknown as TableState;
}

test("the tile that came last is marked, until a hand begins anew", () => {
  const before = withPonds(3, 2, 2, 2);
  const marked = latestDiscard(before, withPonds(3, 3, 2, 2), null);
  assert.deepEqual(marked, { seat: 1, index: 2 });
  assert.deepEqual(latestDiscard(withPonds(3, 3, 2, 2), withPonds(3, 3, 2, 2), marked), marked);
  assert.equal(latestDiscard(withPonds(3, 3, 2, 2), withPonds(0, 0, 0, 0), marked), null);
  assert.equal(latestDiscard(null, withPonds(3, 3, 2, 2), null), null);
});

test("alerts are ordered by gravity and resolved by an empty message", () => {
  const alert = (id: string, severity: string): string => JSON.stringify({ id, severity, text: id, advice: "", at_ms: 0 });
  let view = received(EMPTY_VIEW, "alert/a", alert("a", "info"), NOW);
  view = received(view, "alert/b", alert("b", "error"), NOW);
  assert.deepEqual(view.alerts.map((one) => one.id), ["b", "a"]);
  view = received(view, "alert/b", "", NOW);
  assert.deepEqual(view.alerts.map((one) => one.id), ["a"]);
});

test("an unreadable message is remembered until its topic is readable again", () => {
  const broken = received(EMPTY_VIEW, "status", "{}", NOW);
  assert.match(broken.unreadable.status ?? "", /status is not one of/);
  assert.deepEqual(received(broken, "status", '{"status":"ready","text":""}', NOW).unreadable, {});
});

test("only a connected page with a ready table is live", () => {
  const ready = received(EMPTY_VIEW, "status", '{"status":"ready","text":""}', NOW);
  assert.equal(statusLine(CONNECTED, ready).mood, "live");
  assert.notEqual(statusLine({ kind: "connecting" }, ready).mood, "live");
  const lost = statusLine({ kind: "lost", before: true, since: NOW, attempts: 3, reason: "" }, ready);
  assert.notEqual(lost.mood, "live");
  assert.equal(lost.detail, "Reconnecting, attempt 3. Since 14:03:22. The picture is from 14:03:22.");
  assert.notEqual(statusLine({ kind: "refused", reason: "No" }, ready).mood, "live");
  for (const status of ["init", "lost", "stopped"]) {
    const view = received(EMPTY_VIEW, "status", JSON.stringify({ status, text: "" }), NOW);
    assert.notEqual(statusLine(CONNECTED, view).mood, "live", status);
  }
});

test("a broker that was never there is not called lost", () => {
  const link = { kind: "lost", since: NOW, attempts: 1, reason: "" } as const;
  assert.equal(statusLine({ ...link, before: true }, EMPTY_VIEW).title, "Broker lost");
  assert.equal(statusLine({ ...link, before: false }, EMPTY_VIEW).title, "No broker");
});

test("after a reconnection nothing old is called live or standing", () => {
  let view = received(EMPTY_VIEW, "status", '{"status":"ready","text":""}', NOW);
  view = received(view, "alert/a", '{"id":"a","severity":"info","text":"a","advice":"","at_ms":0}', NOW);
  const again = reconnected(view);
  assert.notEqual(statusLine(CONNECTED, again).mood, "live");
  assert.deepEqual(again.alerts, []);
});

test("telemetry that cannot be read is noted, and not taken for what was told before", () => {
  const broken = received(EMPTY_VIEW, "telemetry/machine", '{"phase": 7}', NOW);
  assert.equal(broken.technical.machine, null);
  assert.notEqual(broken.unreadable["telemetry/machine"], undefined);
  assert.deepEqual(received(broken, "telemetry/machine", "", NOW).unreadable, {});
  assert.notEqual(received(EMPTY_VIEW, "telemetry/link", "{", NOW).unreadable["telemetry/link"], undefined);
});

test("a stop says its cause, the judge's reason and since when", () => {
  const card = { hand: "E2", names: ["Ada", "Béla", "Chihiro", "Dan"], stopped: { reason: "judge", seat: null, since_wall_ms: NOW.getTime() } };
  const seats = card.names.map((name, seat) => ({ seat, name }));
  const said = (stopped: object): unknown => {
    const known = { ...card, stopped: { ...card.stopped, ...stopped } } as unknown as Card;
    const state = { game: { hand: "E2", seats, stopped: known.stopped } } as unknown as TableState;
    const stop = stopOf({ state, card: known });
    assert.equal(stopOfCard(known)?.cause, stop?.cause);
    return stop === null ? null : stopLine(stop);
  };
  assert.equal(said({ by: "anna", text: "a tile fell" }), "by anna · a tile fell · since 14:03:22");
  assert.equal(said({ since_wall_ms: null }), "by the judge", "an older table");
  assert.equal(said({ reason: "judge_called", seat: 2 }), "the judge is called (South Chihiro) · since 14:03:22");
  assert.equal(said({ reason: "disqualified", seat: 1, by: "anna" }), "disqualified (East Béla), by anna · since 14:03:22");
  assert.equal(said({ reason: "kuikae", seat: 1 }), "Discarding what was called with (kuikae) (East Béla) · since 14:03:22");
  assert.equal(stopOf(EMPTY_VIEW), null);
});
