/** Standings: the newest published ones, earlier ones and, for organisers, those that include open sessions. */

import type { NewestStandings, NumberedStandings, TeamStanding, TournamentStanding } from "../../declared/tournaments.js";
import { h } from "../../elements/elements.js";
import { b } from "../../texts/books.js";
import { vocabulary } from "../../texts/texts.js";
import { mayEnter, read } from "./book/api.js";
import { nameOf, overall } from "./book/book.js";
import type { BookDesk, Part } from "./book/desk.js";
import { refusedLine } from "./book/form.js";
import { name, Newest, show, table } from "./book/shown.js";

/** Standings; earlier versions do not have the teams. */
type Shown = Pick<NewestStandings, "places" | "sessions"> & Partial<NewestStandings>;

export function standingsPart(desk: BookDesk): Part {
  const list = h("div", { "aria-live": "polite" });
  const running = h("input", { type: "checkbox" });
  const version = h("select", { id: "version" });
  const choices = h("div", { class: "choices" });
  const newest = new Newest();
  const drawn = (shown: Shown): void => {
    show(list, ...standingsLines(desk, shown));
  };
  const draw = (): void => {
    const { whole } = desk.book;
    const { value } = version;
    const newestFirst = [...whole.versions].reverse();
    version.replaceChildren(
      h("option", { value: "" }, b.newest),
      ...newestFirst.map((each) => h("option", { value: String(each.version) }, b.versionOf(each.version, each.sessions.length))),
    );
    version.value = value;
    version.disabled = running.checked;
    if (running.checked) {
      newest.show(read<NumberedStandings>(`/${whole.id}/standings?running=true`), drawn, (error) => show(list, refusedLine(error)));
      return;
    }
    newest.drop();
    drawn(whole.versions.find((each) => String(each.version) === value) ?? whole.standings);
  };
  running.addEventListener("change", draw);
  version.addEventListener("change", draw);
  choices.append(
    h("div", { class: "entry" }, h("label", { for: "version" }, b.version), version),
    ...(mayEnter(desk.login, "open_tournament") ? [h("label", { class: "box" }, running, h("span", {}, b.running))] : []),
  );
  return { element: h("section", {}, h("h2", {}, b.standings), choices, list), draw };
}

function standingsLines(desk: BookDesk, { places, sessions, teams = [] }: Shown): HTMLElement[] {
  if (sessions.length === 0) {
    return [h("p", {}, b.noStandings)];
  }
  const { whole } = desk.book;
  const cuts = whole.cuts.map((each) => b.cutFrom(each.session, each.players, each.carried));
  const ties = whole.ties.filter((each) => each !== "shared").map((each) => vocabulary.tie[each] ?? each);
  const notes = [...cuts, ...(ties.length === 0 ? [] : [b.brokenBy(ties.join(", "))])].map((words) => h("p", {}, words));
  const heads = (who: string): string[] => [b.place, who, b.total, ...sessions.map((each) => b.session(each)), b.penalties];
  const row = (who: string, each: TournamentStanding | TeamStanding): (HTMLElement | string)[] => [
    each.place === null ? b.noPlace : String(each.place),
    name(who),
    overall(each.total, whole),
    ...each.sessions.map((total) => (total === null ? "" : overall(total, whole))),
    each.penalties === 0 ? "" : String(-each.penalties),
  ];
  const rows = places.map((each) => row(nameOf(whole, each.player), each));
  const ofTeams = teams.map((each) => row(each.team, each));
  return [
    table(b.standings, heads(b.fields.player ?? ""), rows),
    ...(teams.length === 0 ? [] : [h("h3", {}, b.teams), table(b.teams, heads(b.fields.team ?? ""), ofTeams)]),
    ...notes,
  ];
}
