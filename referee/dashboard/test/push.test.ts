import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeNotice } from "../src/push/notice.js";
import { bytesOf } from "../src/push/telephone.js";

const SENT = { hall: "spring open", table: "b/2", tag: "b2/call", title: "Table b2", body: "A judge is called", over: false };

test("a message leads to its table", () => {
  const { hall: _hall, table: _table, ...rest } = SENT;
  assert.deepEqual(decodeNotice(JSON.stringify(SENT)), { address: "#hall=spring+open&table=b%2F2", ...rest });
  assert.equal(decodeNotice(JSON.stringify({ ...SENT, over: true })).over, true);
});

test("a message that cannot be read leads to the hall", () => {
  for (const text of ["", "[]", "null", "{", JSON.stringify({ ...SENT, table: 7 }), JSON.stringify({ ...SENT, tag: "" })]) {
    assert.deepEqual(decodeNotice(text), { address: "", tag: "unread", title: "Jantaku", body: "", over: false });
  }
});

test("a key in base64url is read", () => {
  assert.deepEqual([...bytesOf("BP4_-A")], [4, 254, 63, 248]);
});
