/** Sheets: files of the tournament to print or keep. */

import { h } from "../../elements/elements.js";
import { b } from "../../texts/books.js";
import { LANGUAGE } from "../../texts/texts.js";
import { fetched, mayEnter, read, Refused } from "./book/api.js";
import type { BookDesk, Part } from "./book/desk.js";
import { wordsOf } from "./book/form.js";
import { show } from "./book/shown.js";

const WHOLE = "whole";
const PAPERS = ["a4", "letter"] as const;

export function sheetsPart(desk: BookDesk): Part {
  const { id } = desk.book.whole;
  const paper = h("select", { id: "paper" }, ...PAPERS.map((each) => h("option", { value: each }, b.papers[each] ?? each)));
  const list = h("div", {});
  const refused = h("p", { class: "refused", role: "alert" });
  const official = mayEnter(desk.login, "sign_table");
  const query = (): string => `lang=${LANGUAGE}&paper=${paper.value}`;
  const keep = async (path: string, name: string): Promise<void> => {
    refused.textContent = "";
    try {
      save(await fetched(path), name);
    } catch (error) {
      if (!(error instanceof Refused)) {
        throw error;
      }
      refused.textContent = wordsOf(error.refusal);
    }
  };
  const draw = async (): Promise<void> => {
    const whole = button(WHOLE, b.wholeFile, b.wholeHint);
    try {
      const names = official ? await read<string[]>(`/${id}/sheets?${query()}`) : [];
      show(list, h("ul", { class: "files" }, ...names.map((name) => button(name, titleOf(name))), whole));
    } catch (error) {
      if (!(error instanceof Refused)) {
        throw error;
      }
      show(list, h("p", { class: "refused" }, wordsOf(error.refusal)), h("ul", { class: "files" }, whole));
    }
  };
  list.addEventListener("click", (event) => {
    const name = (event.target as HTMLElement).closest("button")?.dataset.sheet;
    if (name === WHOLE) {
      void keep(`/${id}`, `${id}.json`);
    } else if (name !== undefined) {
      void keep(`/${id}/sheets/${name}?${query()}`, `${id}-${name}`);
    }
  });
  const choice = h("div", { class: "entry" }, h("label", { for: "paper" }, b.paper), paper);
  return { element: h("section", {}, h("h2", {}, b.sheets), official ? choice : null, refused, list), draw: () => void draw() };
}

function button(name: string, title: string, hint = ""): HTMLElement {
  return h("li", {}, h("button", { type: "button", "data-sheet": name }, title), hint === "" ? null : h("p", { class: "hint" }, hint));
}

/** Describe a file's name: `scores-2.pdf` has the score sheets of the second session. */
function titleOf(name: string): string {
  const [, kind = name, session = "", end = ""] = /^([a-z]+)(?:-(\d+))?\.(\w+)$/.exec(name) ?? [];
  const words = b.sheetKinds[kind] ?? kind;
  return `${session === "" ? words : `${b.session(Number(session))}: ${words}`} (${end.toUpperCase()})`;
}

/** Make the browser save a file. */
function save(content: Blob, name: string): void {
  const link = h("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}
