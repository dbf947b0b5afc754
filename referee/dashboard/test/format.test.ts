/** Numbers, times and names as a judge reads them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  change,
  clock,
  handName,
  inWords,
  points,
  resultTitle,
  tableTime,
  tileWords,
  typedNumber,
  windInHand,
  withTiles,
  worth,
} from "../src/table/format.js";
import type { Result, Seat } from "../src/table/protocol.js";

const seats = ["Aoyama", "", "Kobayashi", "Ito"].map((name, seat) => ({ seat, name }) as Seat);

function result(hand: string, kind: string, wins: [seat: number, from: number][]): Pick<Result, "hand" | "result" | "wins"> {
  const worthOf = { changes: [], yaku: {}, yakuman: [], han: 1, fu: 30, points: 1000, liable: null };
  return { hand, result: kind as Result["result"], wins: wins.map(([seat, from]) => ({ ...worthOf, seat, from })) };
}

test("points have thousands and a true minus sign", () => {
  assert.equal(points(0), "0");
  assert.equal(points(900), "900");
  assert.equal(points(102300), "102,300");
  assert.equal(points(-1200), "−1,200");
  assert.equal(change(8000), "+8,000");
  assert.equal(change(-300), "−300");
  assert.equal(change(0), "±0");
});

test("times", () => {
  assert.equal(tableTime(0), "0:00:00");
  assert.equal(tableTime(3_723_999), "1:02:03");
  assert.equal(clock(new Date(2026, 2, 1, 9, 5, 7)), "09:05:07");
  assert.equal(clock("not a time"), "not a time");
});

test("hands and tiles by name", () => {
  assert.equal(handName("S3"), "South 3");
  assert.equal(handName("final"), "final");
  assert.equal(tileWords("0p"), "red 5 pin");
  assert.equal(tileWords("9m"), "9 man");
  assert.equal(tileWords("4z"), "North");
  assert.equal(tileWords("6z"), "hatsu");
  assert.equal(tileWords("?"), "unknown tile");
});

test("a line says its tiles in words", () => {
  assert.equal(inWords("discards 0s in the turn of South"), "discards red 5 sou in the turn of South");
  assert.equal(inWords("calls chi of 234m, 1 honba"), "calls chi of 2 man, 3 man, 4 man, 1 honba");
  assert.equal(inWords("takes 7 seconds"), "takes 7 seconds");
});

test("winds turn with the dealer", () => {
  assert.deepEqual([0, 1, 2, 3].map((seat) => windInHand("E1", seat)), ["E", "S", "W", "N"]);
  assert.deepEqual([0, 1, 2, 3].map((seat) => windInHand("S4", seat)), ["S", "W", "N", "E"]);
  assert.equal(windInHand("end", 0), null);
});

test("how a hand ended", () => {
  assert.equal(resultTitle(result("E2", "ron", [[2, 0]]), seats), "South Kobayashi wins by ron from North Aoyama");
  assert.equal(resultTitle(result("E1", "tsumo", [[1, 1]]), seats), "South wins by tsumo");
  assert.equal(
    resultTitle(result("E1", "ron", [[0, 1], [3, 1]]), seats),
    "East Aoyama wins by ron from South; North Ito wins by ron from South",
  );
  assert.equal(resultTitle(result("E1", "nine_terminals", []), seats), "Nine terminals");
  assert.equal(resultTitle(result("E1", "some_new_draw", []), seats), "Some new draw");
});

test("what a hand is worth", () => {
  assert.equal(worth(4, 30, []), "4 han 30 fu");
  assert.equal(worth(0, 0, ["kokushi"]), "yakuman");
  assert.equal(worth(0, 0, ["daisangen", "tsuuiisou"]), "2 yakuman");
});

test("tiles in a line of the journal are found, other numbers are not", () => {
  assert.deepEqual(withTiles("South discards 5p"), ["South discards ", ["5p"]]);
  assert.deepEqual(withTiles("East shows 23m0p77z."), ["East shows ", ["2m", "3m", "0p", "7z", "7z"], "."]);
  assert.deepEqual(withTiles("5p 6s(7z)、1m"), [["5p"], " ", ["6s"], "(", ["7z"], ")、", ["1m"]]);
  assert.deepEqual(withTiles("12 points, 3.4s late, 5pm, 9z, v5p"), ["12 points, 3.4s late, 5pm, 9z, v5p"]);
});

test("a number that was typed, on whatever keyboard", () => {
  assert.deepEqual(["7", " −1,200 ", "２５，０００", "31 000", "25.100", "1’000’000", "−2.5", "－５", ""].map(typedNumber), [7, -1200, 25000, 31000, 25100, 1000000, -2.5, -5, 0]);
  assert.ok(["five", "31 00", "1,000.500"].every((typed) => Number.isNaN(typedNumber(typed))));
});
