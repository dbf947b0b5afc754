/** Pasted players, and whether entries that a person has not seen matter for a new one. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { OPERATIONS } from "../src/declared/operations.js";
import type { Happened, SessionSeated, Whole } from "../src/declared/tournaments.js";
import { type Book, lateIn, matters, nameOf, overall, standInsOf } from "../src/screens/tournaments/book/book.js";
import { asPlayers, decoded, pasted } from "../src/screens/tournaments/paste.js";
import { changesOf } from "../src/screens/tournaments/seats.js";
import { stepsOf } from "../src/screens/tournaments/steps.js";

const [players] = OPERATIONS.register_players.fields;
const FIELDS = players?.kind === "some" && players.of.kind === "group" ? players.of.fields : [];

function errors(text: string): [number, string][] {
  return pasted(text, FIELDS).filter(({ error }) => error !== "").map(({ line, error }) => [line, error]);
}

test("lines of a spreadsheet, of a CSV file, and bare names", () => {
  const wanted = [{ name: "Ada", id: "A1", since: 2 }, { name: "Béla, jr.", id: "B1" }];
  assert.deepEqual(asPlayers(pasted("\uFEFFname;ID;since\r\nAda;A1;2\r\n\r\nBéla, jr.;B1;\r\n", FIELDS), FIELDS), wanted);
  assert.deepEqual(asPlayers(pasted('name,id,since\nAda,A1,2\n"Béla, jr.",B1', FIELDS), FIELDS), wanted);
  assert.deepEqual(asPlayers(pasted("Ada\tHU\tBudapest\n秋\tJP", FIELDS), FIELDS), [
    { name: "Ada", country: "HU", club: "Budapest" },
    { name: "秋", country: "JP" },
  ]);
  assert.deepEqual(asPlayers(pasted('name\n"a ""b"" c"', FIELDS), FIELDS), [{ name: 'a "b" c' }]);
  assert.deepEqual(pasted(" \n\n", FIELDS), []);
});

test("a file in an older encoding is read, and headings of other lists are known", () => {
  const bytes = (...codes: number[]): Uint8Array<ArrayBuffer> => Uint8Array.from(codes);
  assert.equal(decoded(new TextEncoder().encode("Zoë\n秋山")), "Zoë\n秋山");
  assert.equal(decoded(bytes(0x5a, 0x6f, 0xeb, 0x0a, 0x4a, 0xf6, 0x72, 0x67)), "Zoë\nJörg");
  assert.equal(decoded(bytes(0x8f, 0x48, 0x8e, 0x52)), "秋山");
  assert.deepEqual(asPlayers(pasted("Player;Club\nAda;East", FIELDS), FIELDS), [{ name: "Ada", club: "East" }]);
  assert.deepEqual(errors("name\nZo\uFFFD"), [[2, "A letter could not be read (\uFFFD). Save the file as UTF-8."]]);
});

test("each wrong line says what is wrong with it", () => {
  assert.deepEqual(errors("name,since\nAda,1\n,2\nBea,0\nCai,x\nAda,3\nDan,1,7"), [
    [3, "The name is missing."],
    [4, "From session: a whole number from 1 to 99."],
    [5, "From session: a whole number from 1 to 99."],
    [6, "The same id as in line 2: give each an id."],
    [7, "More values than columns."],
  ]);
  assert.deepEqual(errors("name,colour\nAda,red"), [
    [1, "There is no column called colour."],
  ]);
  assert.deepEqual(errors(`name\n${"x".repeat(81)}\n"Ada`), [
    [2, "Name: at most 80 characters."],
    [3, "A quotation mark is not closed."],
  ]);
});

test("a column that stands twice is told, since only one of its values would be registered", () => {
  assert.deepEqual(errors("name;club;name\nAda;x;Bea"), [[1, "The column name stands twice."]]);
});

test("who was replaced by another substitute stands in for nobody", () => {
  const stands = (substitute: string): Happened => ({ kind: "substituted", entry: { kind: "substituted", session: 1, player: "P1", substitute } }) as Happened;
  const book = { whole: {}, entries: [stands("Nina"), stands("Otto")] } as unknown as Book;
  assert.deepEqual([...standInsOf(book, 1)], [["P1", "Otto"]]);
});

test("a step that was taken back no longer counts, and an undo that was taken back does", () => {
  const wall = (second: number): string => `2026-05-01T10:00:0${second}.000Z`;
  const made = (number: number, second: number, entry: object): Happened => ({ number, wall: wall(second), login: "anna", entry, kind: "" }) as unknown as Happened;
  const late = (player: string): object => ({ kind: "late", session: 1, player, minutes: 5 });
  const entries = [made(1, 1, late("P1")), made(2, 2, late("P2")), made(3, 2, late("P3")), made(4, 3, { kind: "undone", first: 2, last: 3 })];
  const left = (all: Happened[]): number[][] => stepsOf(all).map((step) => step.map(({ number }) => number));
  assert.deepEqual(left(entries), [[1]]);
  assert.deepEqual([...lateIn({ whole: {}, entries } as unknown as Book, 1).keys()], ["P1"]);
  assert.deepEqual(left([...entries, made(5, 4, { kind: "undone", first: 4, last: 4 })]), [[2, 3], [1]]);
});

test("a repair names the seats that it changes, and how many cards", () => {
  const names = ["A", "B", "C", "D", "E"].map((id) => ({ id, name: id }));
  const tables = (...players: string[]): object[] => [{ table: 1, players }];
  const whole = { players: names, sessions: [{ session: 1, tables: tables("A", "B", "C", "D") }, { session: 2, tables: tables("D", "C", "B", "A") }] } as unknown as Whole;
  const plans = [
    { session: 1, tables: [["A", "B", "C", "E"]] },
    { session: 2, tables: [["E", "B", "C", "A"]] },
  ] as unknown as SessionSeated[];
  const { cards, rows } = changesOf(whole, plans);
  assert.equal(cards, 4);
  assert.deepEqual(rows[0], ["1", "D", "Table 1 North", "–"]);
  assert.deepEqual(rows[1], ["1", "E", "–", "Table 1 North"]);
  assert.equal(rows.length, 6);
});

test("players with the same name can be told apart, and totals read as on paper", () => {
  const players = [["1", "Ito", "Nara"], ["2", "Ito", "Kobe"], ["3", "Ueda", ""], ["4", "Ueda", ""], ["5", "Abe", ""]].map(([id, name, club]) => ({ id, name, club }));
  const whole = { players, ruleset: { flow: { point_value: 1000 } } } as unknown as Whole;
  assert.deepEqual(players.map(({ id }) => nameOf(whole, id ?? "")), ["Ito (Nara)", "Ito (Kobe)", "Ueda (3)", "Ueda (4)", "Abe"]);
  assert.deepEqual([189_100, -500, 0, 16_667].map((total) => overall(total, whole)), ["+189.1", "−0.5", "0.0", "+16.667"]);
});

test("what others enter matters where it is about the same", () => {
  const at = (kind: string, entry: object | null): Happened[] => [{ kind, entry } as Happened];
  const other = at("table_entered", { session: 1, table: 2 });
  const same = at("table_signed", { session: 1, table: 1 });
  const place = { session: 1, table: 1 };
  assert.equal(matters("enter_scores", place, other), false);
  assert.equal(matters("enter_scores", place, same), true);
  assert.equal(matters("enter_scores", place, at("table_entered", null)), true);
  assert.equal(matters("close_session", { session: 1 }, same), false);
  assert.equal(matters("enter_scores", place, at("penalty_given", {})), false);
  assert.equal(matters("give_penalty", {}, at("penalty_given", {})), true);
  assert.equal(matters("enter_scores", place, at("swapped", { session: 2 })), true);
  assert.equal(matters("close_session", { session: 1 }, [...other, ...at("registered", {})]), true);
  assert.equal(matters("begin_session", { session: 1 }, at("arrived", {})), false);
  assert.equal(matters("check_players_in", { session: 1 }, at("session_begun", { session: 1 })), false);
  assert.equal(matters("check_players_in", { session: 1 }, at("substituted", { session: 1 })), true);
  const extended = at("time_extended", { session: 1, table: 1 });
  assert.equal(matters("extend_time", place, extended), true, "otherwise two who are asked give the time twice");
  assert.equal(matters("extend_time", { session: 1, table: 2 }, extended), false);
  const granted = at("extra_hand_given", { session: 1, table: 1 });
  assert.equal(matters("give_extra_hand", place, granted), true);
  assert.equal(matters("extend_time", place, granted), false);
  assert.equal(matters("enter_scores", place, extended), false);
});
