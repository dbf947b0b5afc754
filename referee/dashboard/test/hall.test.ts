/** What a hall makes of its tables. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Alert } from "../src/protocol.js";
import { type HallTable, needsOf, troubles, unheard } from "../src/screens/hall/tables.js";

function alert(id: string, severity: Alert["severity"] = "warning"): Alert {
  return { id, severity, text: `text of ${id}`, advice: "", atMs: 0 };
}

function withAlerts(...alerts: Alert[]): HallTable {
  return { ...unheard({ hall: "home", table: "7", name: "7" }), alerts };
}

test("what a card says of machine and camera is of the machine and of the camera", () => {
  const table = withAlerts(alert("time"), alert("broker"), alert("judge"), alert("camera"), alert("lift-2"), alert("drum", "error"));
  assert.deepEqual(needsOf(table, 0), ["judge", "machine", "camera"]);
  assert.deepEqual(troubles(table, "machine").map((one) => one.id), ["drum", "lift-2"]);
  assert.deepEqual(troubles(table, "camera").map((one) => one.id), ["camera"]);
});

test("a note is no trouble", () => {
  const table = withAlerts(alert("drum", "info"), alert("camera", "info"));
  assert.deepEqual(needsOf(table, 0), []);
});
