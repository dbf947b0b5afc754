/** A hall's view of its tables. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Alert } from "../src/table/protocol.js";
import { Calls } from "../src/screens/hall/calls.js";
import { Hearing } from "../src/screens/hall/hearing.js";
import { heard, type HallTable, needsOf, Order, troubles, unheard } from "../src/screens/hall/tables.js";

function alert(id: string, severity: Alert["severity"] = "warning"): Alert {
  return { id, severity, text: `text of ${id}`, advice: "", at_ms: 0 };
}

function withAlerts(...alerts: Alert[]): HallTable {
  return { ...unheard({ hall: "home", table: "7", name: "7" }), alerts };
}

test("what a card says of machine and camera is of the machine and of the camera", () => {
  const table = withAlerts(alert("time"), alert("broker"), alert("judge"), alert("camera"), alert("lift-2"), alert("drum", "error"));
  assert.deepEqual(needsOf(table, 0), ["judge", "machine", "camera"]);
  assert.deepEqual(needsOf(withAlerts(alert("sheet")), 0), ["sheet"]);
  assert.deepEqual(troubles(table, "machine").map((one) => one.id), ["drum", "lift-2"]);
  assert.deepEqual(troubles(table, "camera").map((one) => one.id), ["camera"]);
});

test("a stopped table needs a person, before all but a call for the judge", () => {
  const stopped = (reason: string): HallTable =>
    ({ ...withAlerts(), card: { stopped: { reason, seat: null, since_wall_ms: null }, open_findings: 1 } }) as unknown as HallTable;
  assert.deepEqual(needsOf(stopped("judge"), 0), ["stopped", "finding"]);
  assert.deepEqual(needsOf(stopped("kuikae"), 0), ["stopped", "finding"]);
  assert.deepEqual(needsOf(stopped("judge_called"), 0), ["judge", "stopped", "finding"]);
});

test("a note is no trouble", () => {
  const table = withAlerts(alert("drum", "info"), alert("camera", "info"));
  assert.deepEqual(needsOf(table, 0), []);
});

test("what cannot be read is noted until it can", () => {
  const table = unheard({ hall: "home", table: "7", name: "7" });
  const broken = heard(table, "telemetry/card", '{"phase": 7}');
  assert.deepEqual(Object.keys(broken.unreadable), ["telemetry/card"]);
  assert.deepEqual(heard(broken, "telemetry/card", "").unreadable, {});
});

test("a judge's page says to each table that is there that he hears it, again and again", () => {
  const told: string[] = [];
  const hearing = new Hearing(({ table }) => told.push(table));
  const says = (table: string, status: string): void =>
    hearing.message(`jantaku/1/home/${table}/status`, JSON.stringify({ status, text: "" }));
  says("1", "ready");
  says("2", "lost");
  says("hall", "ready");
  hearing.message("jantaku/1/home/3/telemetry/card", "{}");
  assert.deepEqual(told, ["1"], "at once");
  says("2", "init");
  says("1", "ready");
  assert.deepEqual(told, ["1", "2", "1"], "after a start it knows of nobody");
  hearing.again();
  says("1", "stopped");
  hearing.message("jantaku/1/home/4/status", "");
  hearing.again();
  assert.deepEqual(told.slice(3), ["1", "2", "2"]);
});

const QUIET = { settled: true, live: () => false, unheard: () => false };

test("calls that were there when the page was opened do not ring, however late they come", () => {
  const calls = new Calls();
  assert.deepEqual(calls.news(new Set(["a"]), { ...QUIET, settled: false }), []);
  assert.deepEqual(calls.news(new Set(["a", "b"]), { ...QUIET, settled: false }), []);
  assert.deepEqual(calls.news(new Set(["a", "b"]), QUIET), []);
  assert.deepEqual(calls.news(new Set(["a", "b", "c"]), QUIET), ["c"]);
});

test("a call that comes while the page is opened rings", () => {
  const calls = new Calls();
  assert.deepEqual(calls.news(new Set(["a", "b"]), { ...QUIET, settled: false, live: (key) => key === "b" }), ["b"]);
  assert.deepEqual(calls.news(new Set(["a", "b"]), QUIET), []);
});

test("a call that stands does not ring again when the line is made anew, one that ended and came back does", () => {
  const calls = new Calls();
  calls.news(new Set(["a", "b"]), QUIET);
  const anew = { settled: false, live: () => false, unheard: () => true };
  assert.deepEqual(calls.news(new Set(), anew), []);
  assert.deepEqual(calls.news(new Set(), { ...anew, settled: true }), []);
  assert.deepEqual(calls.news(new Set(["a"]), { ...anew, settled: true }), []);
  assert.deepEqual(calls.news(new Set(["a"]), QUIET), []);
  assert.deepEqual(calls.news(new Set(["a", "b"]), QUIET), ["b"]);
});

function named(name: string, ...alerts: Alert[]): HallTable {
  return { ...unheard({ hall: "home", table: name, name }), alerts };
}

test("tables that need a person come first; one whose needs change changes the order, one that says the same does not", () => {
  const order = Order.of([named("1"), named("2", alert("drum")), named("3", alert("judge"))], 0);
  assert.deepEqual(order.keys, ["home/3", "home/2", "home/1"]);
  assert.deepEqual([order.needing, [...order.calling]], [2, ["home/3"]]);
  const again = named("2", alert("drum"), alert("lift-2"));
  const same = order.with([again], 0);
  assert.equal(same?.keys, order.keys);
  assert.equal(same?.get("home/2")?.table, again);
  assert.notEqual(order.get("home/2")?.table, again);
  assert.equal(order.with([named("1", alert("camera"))], 0), null);
  assert.equal(order.with([named("4")], 0), null);
  assert.equal(Order.of([named("1", alert("drum"))], 0).needing, 1);
});

test("a table is placed anew when its time is up, and at no other time", () => {
  const clocked = { ...withAlerts(), card: { clock: { called: false, ends_wall_ms: 60_000, left_ms: null } } } as unknown as HallTable;
  const [early, later, over, back] = [0, 59_999, 60_000, 59_000].map((now) => Order.of([clocked], now).get("home/7"));
  assert.deepEqual([early, later, over, back].map((one) => one?.needs), [[], [], ["time"], []]);
  assert.equal(later, early);
});

test("a call that does not say since when it stands comes after those that do, at any time", () => {
  const called = (table: string, since: number | null): HallTable =>
    ({
      ...unheard({ hall: "home", table, name: table }),
      card: { stopped: { reason: "judge_called", seat: null, since_wall_ms: since } },
    }) as unknown as HallTable;
  const tables = [called("1", null), called("2", null), called("3", 5000)];
  const order = Order.of(tables, 6000);
  assert.deepEqual(order.keys, ["home/3", "home/1", "home/2"]);
  const [news] = tables.slice(1).map((one) => ({ ...one }));
  assert.equal(order.with(news === undefined ? [] : [news], 90_000)?.keys, order.keys);
});
