/** The hanchans played at this table, newest first: places, overall scores, and the penalties with who imposed them. */

import type { Hanchan } from "../../declared/declared.js";
import { h } from "../../elements/elements.js";
import { openSheet } from "../../elements/sheet.js";
import { clock, points, ruleWords } from "../../table/format.js";
import { t } from "../../texts/texts.js";
import { gradeWords } from "../sheets/findings.js";
import type { Desk } from "../sheets/desk.js";

export function showHanchans(desk: Desk): void {
  const place = h("div", { class: "hands" }, h("p", { class: "happened" }, t.pending));
  openSheet(t.hanchan.show.hanchans, [place]);
  void desk.orders.look("results", {}).then((answer) => {
    if (!answer?.ok || !Array.isArray(answer.hanchans)) {
      place.replaceChildren(h("p", { class: "would refused" }, answer?.error ?? t.unanswered));
      return;
    }
    const hanchans = [...(answer.hanchans as Hanchan[])].reverse();
    const earlier = answer.earlier === null ? [] : [h("p", { class: "earlier" }, t.hanchan.earlier)];
    place.replaceChildren(...(hanchans.length === 0 ? [h("p", {}, t.noHanchan)] : hanchans.map(card)), ...earlier);
  });
}

function card(hanchan: Hanchan): HTMLElement {
  const { began, finished, players, places, penalties, disqualified } = hanchan;
  const state = hanchan.void ? t.hanchan.void : finished ? "" : t.hanchan.running;
  const order = players.map((_, seat) => seat).sort((a, b) => (places?.[a] ?? a) - (places?.[b] ?? b));
  const rows = order.map((seat) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, [places?.[seat] === undefined ? "" : `${places[seat]}. `, players[seat] || `${t.seat} ${seat}`].join("")),
      h("td", {}, hanchan.scores === null ? "" : points(hanchan.scores[seat] ?? 0)),
      h("td", {}, finished ? (hanchan.overall[seat] ?? "") : ""),
    ),
  );
  const lost = penalties.map(({ player, points: cost, reason, ruling, judge }) => {
    const what = [ruling === "" ? "" : gradeWords(ruling), reason === ruling ? "" : ruleWords(reason)].filter(Boolean).join(", ");
    return h("li", {}, t.hanchan.penalty(player, points(cost), what, judge));
  });
  return h(
    "article",
    { class: "hand-card" },
    h("h3", {}, [`${began.slice(0, 10)} ${clock(began).slice(0, 5)}`, hanchan.ruleset, state].filter(Boolean).join(" · ")),
    h("table", { class: "changes" }, h("tbody", {}, ...rows)),
    lost.length + disqualified.length === 0
      ? null
      : h("ul", {}, ...lost, ...disqualified.map((player) => h("li", {}, `${player}: ${gradeWords("disqualified")}`))),
  );
}
