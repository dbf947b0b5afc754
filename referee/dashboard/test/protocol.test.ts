/** Payloads: declared ones are read, and an error names the field that is wrong. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameShown, PlayerShown } from "../src/declared/declared.js";
import { Unreadable } from "../src/declared/checked.js";
import { decodeAlert, decodeEntry, decodeState, decodeStatus } from "../src/table/protocol.js";
import { routeOf } from "../src/table/route.js";
import { decodeSettings, reachable } from "../src/table/settings.js";
import { decodeNotice } from "../src/push/notice.js";
import { bytesOf } from "../src/push/telephone.js";

const HERE = new URL("http://localhost:8080/");
const TABLET = new URL("http://192.168.1.5:8080/");

/** Return a state as the table publishes it: the types are made from the table's declarations. */
function stateWith(changes: Record<string, unknown>): string {
  const seat = (number: number): PlayerShown => ({
    seat: number,
    chair: number,
    name: "",
    wind: (["E", "S", "W", "N"] as const)[number] ?? "E",
    score: 25000,
    riichi: false,
    concealed: 13,
    pond: [{ tile: "1z", sideways: false, called_by: null, tsumogiri: null }],
    melds: [{ kind: "pon", tiles: ["5m", "5m", "0m"], claimed: "5m", from: 3, added: null }],
    dead: false,
    warnings: 0,
    disqualified: false,
    shown: null,
  });
  const game: GameShown = {
    schema: 1,
    table: "sim",
    number: 7,
    at_ms: 0,
    phase: "playing",
    ruleset: "tenhou",
    unchecked: 0,
    hand: "E1",
    honba: 0,
    bets: 0,
    dealer: 0,
    turn: 2,
    live_tiles: 56,
    indicators: ["5p"],
    ura: [],
    seats: [0, 1, 2, 3].map(seat),
    result: null,
    last_result: null,
    findings: [],
    time: { limit_ms: 0, started_at_ms: 0, called: false, paused_at_ms: null, added_ms: 0, awaits_signal: false },
    stopped: null,
    closing: null,
    appeals: [],
  };
  return JSON.stringify({ ...game, ...changes });
}

test("a state is read, unknown fields are passed over", () => {
  const state = decodeState(stateWith({ weather: "fair" }));
  assert.equal(state.game?.seats[3]?.wind, "N");
  assert.equal(state.game?.seats[0]?.pond[0]?.tile, "1z");
  assert.equal(state.game?.seats[1]?.melds[0]?.from, 3);
});

test("a table before its first hanchan has no game", () => {
  const waiting = { schema: 1, table: "sim", number: 0, at_ms: 0, phase: "waiting", seats: [] };
  assert.equal(decodeState(JSON.stringify(waiting)).game, null);
});

test("what is wrong in a state is named", () => {
  const why = (changes: Record<string, unknown>): string => {
    try {
      decodeState(stateWith(changes));
    } catch (error) {
      assert.ok(error instanceof Unreadable);
      return error.message;
    }
    return "read";
  };
  assert.equal(why({ schema: 2 }), "schema is 2; this page reads schema 1");
  assert.equal(why({ indicators: ["0z"] }), "indicators[0] is not a tile");
  assert.equal(why({ turn: 4 }), "turn is not a seat 0-3");
  assert.equal(why({ turn: null }), "turn is not a seat 0-3");
  assert.equal(why({ seats: [{}] }), "seats is not a list of 4");
  const [first, ...others] = JSON.parse(stateWith({})).seats;
  assert.equal(why({ seats: [{}, ...others] }), "seats[0].chair is not a chair 0-3");
  assert.equal(why({ seats: [{ ...first, wind: "X" }, ...others] }), "seats[0].wind is not one of E, N, S, W");
  assert.equal(why({ seats: [{ ...first, pond: [{}] }, ...others] }), "seats[0].pond[0].sideways is not true or false");
  assert.equal(why({ honba: 1.5 }), "honba is not an integer");
  assert.equal(why({ findings: [{ rule: "kuikae" }] }).split(" ")[0], "findings[0].costs");
  assert.equal(decodeState(stateWith({ last_result: undefined })).game?.last_result, null);
  assert.equal(why({ last_result: { hand: "E5" } }).startsWith("last_result."), true);
  assert.throws(() => decodeState("nonsense"), { message: "payload is not JSON" });
});

test("entries, status and alerts", () => {
  const entry = decodeEntry(
    JSON.stringify({ number: 3, at_ms: 1, wall: "2026-03-01T12:00:00Z", events: [{ type: "FoulFound" }], text: "x" }),
  );
  assert.deepEqual(entry.eventTypes, ["FoulFound"]);
  const large = { number: 4, at_ms: 1, wall: "", observation: null, events: null, text: "", too_large: 200000 };
  assert.deepEqual(decodeEntry(JSON.stringify(large)).eventTypes, []);
  assert.throws(() => decodeEntry(JSON.stringify({ ...large, events: [{}] })), { message: "events[0].type is not text" });
  assert.equal(decodeStatus('{"status":"lost","text":""}').status, "lost");
  assert.throws(() => decodeStatus('{"status":"fine","text":""}'), Unreadable);
  assert.equal(decodeAlert(""), null);
  assert.equal(
    decodeAlert('{"id":"a","severity":"error","text":"t","advice":"do","at_ms":5}')?.advice,
    "do",
  );
});

test("what a table says in codes too is read, and so is what an older one says in words only", () => {
  const coded = { code: "plain.words", arguments: { words: "x" } };
  const old = { rule: "kuikae", section: "3.3.7", seat: 0, hand: "E1", wind: "E", name: "A", grade: "none", costs: 0, text: "x" };
  const finding = { ...old, evidence: [], ruling: null };
  const entry = { number: 3, at_ms: 1, wall: "", observation: { type: "X" }, events: [], text: "x" };
  const alert = { id: "a", severity: "error", text: "x", advice: "", at_ms: 5 };
  const advised = { advice_code: coded.code, advice_arguments: coded.arguments };
  for (const one of [finding, { ...finding, ...coded }]) {
    assert.equal(decodeState(stateWith({ findings: [one] })).game?.findings[0]?.text, "x");
  }
  for (const one of [entry, { ...entry, lines: [coded] }]) {
    assert.equal(decodeEntry(JSON.stringify(one)).text, "x");
  }
  for (const one of [alert, { ...alert, ...coded, ...advised }]) {
    assert.equal(decodeAlert(JSON.stringify(one))?.text, "x");
  }
  assert.throws(() => decodeEntry(JSON.stringify({ ...entry, lines: "x" })), { message: "lines is not a list" });
  assert.throws(() => decodeAlert(JSON.stringify({ ...alert, code: 1 })), { message: "code is not text" });
});

test("settings for one table and for several", () => {
  const one = decodeSettings({ mqtt: "ws://127.0.0.1:9001/", hall: "home", table: "sim" }, HERE);
  assert.deepEqual(one.tables, [{ hall: "home", table: "sim", name: "sim" }]);
  const several = decodeSettings(
    { mqtt: "ws://a:1/", hall: "home", tables: ["a1", { table: "b2", hall: "annex", name: "Table B2" }] },
    HERE,
  );
  assert.equal(several.tables[1]?.name, "Table B2");
  assert.equal(routeOf(several, "").table, null);
  assert.equal(routeOf(several, "#hall=annex&table=b2").table?.hall, "annex");
  assert.equal(routeOf(several, "#hall=nowhere&table=b2").table, null);
  assert.equal(routeOf(one, "").table?.table, "sim");
  assert.throws(() => decodeSettings({ mqtt: "ws://a/", hall: "h", tables: [] }, HERE), Unreadable);
  assert.throws(() => decodeSettings({ mqtt: "http://a/", hall: "h", table: "t" }, HERE), Unreadable);
  assert.throws(() => decodeSettings({ mqtt: "ws://a/", hall: "h", table: "t/#" }, HERE), Unreadable);
});

test("the settings of a hall name no table, and any of the hall can be looked at", () => {
  const hall = decodeSettings({ mqtt: "/mqtt", hall: "home", login: null, viewers: false }, HERE);
  assert.deepEqual([hall.tables, hall.halls, hall.own], [[], ["home"], null]);
  assert.deepEqual(routeOf(hall, ""), { screen: "hall", table: null, entry: null });
  assert.deepEqual(routeOf(hall, "#hall=home&table=7").table, { hall: "home", table: "7", name: "7" });
  assert.deepEqual(routeOf(hall, "#table=7").table, { hall: "home", table: "7", name: "7" });
  assert.equal(routeOf(hall, "#hall=annex&table=7").table, null);
  assert.equal(routeOf(hall, "#table=a/b").table, null);
  assert.deepEqual(["#table=7&entry=12", "#table=7", "#table=7&entry=x", "#entry=12"].map((hash) => routeOf(hall, hash).entry), [12, null, null, null]);
});

test("a tablet reaches the broker by the host it got the page from", () => {
  assert.equal(reachable("ws://127.0.0.1:9001/", TABLET), "ws://192.168.1.5:9001/");
  assert.equal(reachable("ws://localhost:9001/", HERE), "ws://localhost:9001/");
  assert.equal(reachable("ws://broker.hall:9001/", TABLET), "ws://broker.hall:9001/");
  assert.equal(reachable("/mqtt", new URL("https://table:8443/x")), "wss://table:8443/mqtt");
});

const NOTICE = { hall: "spring open", table: "b/2", tag: "b2/call", title: "Table b2", body: "A judge is called", over: false };

test("a message leads to its table", () => {
  const { hall: _hall, table: _table, ...rest } = NOTICE;
  assert.deepEqual(decodeNotice(JSON.stringify(NOTICE)), { address: "#hall=spring+open&table=b%2F2", ...rest });
  assert.equal(decodeNotice(JSON.stringify({ ...NOTICE, over: true })).over, true);
});

test("a message that cannot be read leads to the hall", () => {
  for (const text of ["", "[]", "null", "{", JSON.stringify({ ...NOTICE, table: 7 }), JSON.stringify({ ...NOTICE, tag: "" })]) {
    assert.deepEqual(decodeNotice(text), { address: "", tag: "unread", title: "Jantaku", body: "", over: false });
  }
});

test("a key in base64url is read", () => {
  assert.deepEqual([...bytesOf("BP4_-A")], [4, 254, 63, 248]);
});
