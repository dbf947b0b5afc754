/** All tournaments, and opening a new one. */

import type { Listed } from "../../declared/tournaments.js";
import { h } from "../../elements/elements.js";
import { ruleWords } from "../../judge/begin/rules.js";
import type { Login } from "../../table/settings.js";
import { b } from "../../texts/books.js";
import { enter, mayEnter, read, Refused } from "./book/api.js";
import { bookForm } from "./book/form.js";
import { folded, name } from "./book/shown.js";

/** Make the list, and a form for those who may open a tournament; `opened` gets its id. Throws `Refused`. */
export async function listPart(login: Login, opened: (id: string) => void): Promise<HTMLElement> {
  const all = await read<Listed[]>("");
  const links = all.map(({ id, title }) => h("li", {}, h("a", { href: `#${id}` }, name(title), " ", h("small", {}, id))));
  const list = links.length === 0 ? h("p", {}, b.none) : h("ul", { class: "files" }, ...links);
  return h("section", {}, list, ...(mayEnter(login, "open_tournament") ? [await openForm(opened)] : []));
}

async function openForm(opened: (id: string) => void): Promise<HTMLElement> {
  const { presets } = await ruleWords().catch(() => ({ presets: [] }));
  const ruleset = presets.map((each) => ({ id: each.name, name: each.offered }));
  const form = bookForm(
    "open_tournament",
    {
      async enter(operation, body) {
        const { id } = body as { id: string };
        try {
          await enter(operation, id, {}, 0, body);
        } catch (error) {
          if (error instanceof Refused) {
            return error.refusal;
          }
          throw error;
        }
        opened(id);
        return null;
      },
    },
    { choices: { ruleset } },
  );
  return folded(b.operations.open_tournament, form.element);
}
