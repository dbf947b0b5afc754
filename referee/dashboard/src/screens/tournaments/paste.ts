/** Players as text: turns lines of a spreadsheet or CSV file into values by column, or into an error each. Pure. */

import type { Field } from "../../declared/form.js";
import { b } from "../../texts/books.js";

interface PastedLine {
  /** Counted from 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
  /** In words; empty if the line is valid. */
  readonly error: string;
}

/** Two signs of Japanese in a row: accented letters of Windows-1252 are single ones, read as Shift_JIS. */
const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}/u;
const DELIMITERS = ["\t", ";", ","];
const UNNAMED = ["name", "country", "club"];
/** What lists of players call these columns besides their names here. */
const ALSO: Readonly<Record<string, string>> = {
  player: "name", players: "name", 氏名: "name", 名前: "name", 選手: "name", nation: "country", nationality: "country", 国: "country", 所属: "club",
};

/** Decode a file: UTF-8; else, as older spreadsheets write it, Shift_JIS if that gives Japanese, otherwise Windows-1252. */
export function decoded(bytes: BufferSource): string {
  for (const encoding of ["utf-8", "shift_jis"]) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      if (encoding === "utf-8" || JAPANESE.test(text)) {
        return text;
      }
    } catch {
      // Not in this encoding.
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

/** Parse the lines of a text; empty lines are left out. */
export function pasted(text: string, fields: readonly Field[]): PastedLine[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const first = lines.find((line) => line.trim() !== "") ?? "";
  const delimiter = DELIMITERS.reduce((best, one) => (first.split(one).length > first.split(best).length ? one : best));
  const head = (split(first, delimiter) ?? []).map((one) => one.trim().toLowerCase()).map((one) => ALSO[one] ?? one);
  const isHead = head.includes("name");
  const columns = isHead ? head : UNNAMED;
  const strange = columns.find((name) => !fields.some((field) => field.name === name));
  const double = columns.find((name, place) => columns.indexOf(name) !== place);
  const fault = strange !== undefined ? b.noColumn(strange) : double !== undefined ? b.columnTwice(double) : "";
  const seen = new Map<string, number>();
  let headLeft = isHead;
  return lines.flatMap((line, at): PastedLine[] => {
    if (line.trim() === "") {
      return [];
    }
    if (headLeft) {
      headLeft = false;
      return fault === "" ? [] : [{ line: at + 1, values: {}, error: fault }];
    }
    const cells = split(line, delimiter);
    if (cells === null) {
      return [{ line: at + 1, values: {}, error: b.unclosed }];
    }
    const values = Object.fromEntries(columns.slice(0, cells.length).map((name, place) => [name, (cells[place] ?? "").trim()]));
    const error = cells.length > columns.length ? b.tooMany : wrong(values, fields);
    const id = values.id || values.name || "";
    const before = seen.get(id);
    seen.set(id, before ?? at + 1);
    return [{ line: at + 1, values, error: error || (before === undefined ? "" : b.twice(before)) }];
  });
}

/** Return the players to send: with numbers as numbers, and without empty values, unless these clear a text that was known. */
export function asPlayers(lines: readonly PastedLine[], fields: readonly Field[]): Record<string, string | number>[] {
  return lines.map(({ values }) => {
    const is = (kind: Field["kind"], name: string): boolean => fields.some((field) => field.name === name && field.kind === kind && !field.needed);
    const given = Object.entries(values).filter(([name, value]) => value !== "" || is("text", name));
    return Object.fromEntries(given.map(([name, value]) => [name, is("whole", name) ? Number(value) : value]));
  });
}

function wrong(values: Readonly<Record<string, string>>, fields: readonly Field[]): string {
  if (Object.values(values).some((value) => value.includes("\uFFFD"))) {
    return b.unreadable;
  }
  for (const field of fields) {
    const value = values[field.name] ?? "";
    if (value === "") {
      if (field.needed) {
        return b.noName;
      }
    } else if (field.kind === "whole") {
      if (!/^\d{1,9}$/.test(value) || Number(value) < field.least || Number(value) > field.most) {
        return b.notSince;
      }
    } else if (field.kind === "text" && [...value].length > field.most) {
      return b.tooLong(b.fields[field.name] ?? field.name, field.most);
    }
  }
  return "";
}

/** Split a line into cells; quotation marks may enclose the delimiter. Null if one is not closed. */
function split(line: string, delimiter: string): string[] | null {
  const cells: string[] = [""];
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const last = cells.length - 1;
    const letter = line[at] ?? "";
    if (letter === '"' && quoted && line[at + 1] === '"') {
      cells[last] += '"';
      at += 1;
    } else if (letter === '"' && (quoted || cells[last] === "")) {
      quoted = !quoted;
    } else if (letter === delimiter && !quoted) {
      cells.push("");
    } else {
      cells[last] += letter;
    }
  }
  return quoted ? null : cells;
}
