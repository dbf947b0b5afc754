/** Starts the judge's page: asks the server for its settings, and the user for a login where one is needed. */

import { Broker } from "./broker/broker.js";
import { byId } from "./elements/elements.js";
import { sheet } from "./faces/faces.js";
import { learnTime } from "./table/now.js";
import { askLogin } from "./judge/login.js";
import { decodeSettings } from "./table/settings.js";
import { fetchWords } from "./texts/render.js";
import { LANGUAGE, otherLanguage, t } from "./texts/texts.js";
import { showStatus } from "./page/head.js";
import { Page } from "./page/page.js";

const SETTINGS_RETRY_MS = 3000;

async function start(): Promise<void> {
  const words = fetchWords();
  const broker = new Broker();
  byId("symbols").innerHTML = sheet();
  document.documentElement.lang = LANGUAGE;
  byId("language").textContent = t.language;
  byId("language").addEventListener("click", otherLanguage);
  byId("turn-view").textContent = t.turnView;
  byId("skip").textContent = t.skip;
  byId("views").setAttribute("aria-label", t.views);
  byId("journal-title").textContent = t.journal;
  const labels = {
    ...{ felt: t.felt.table, hanchan: t.hanchan.title, alerts: t.felt.alerts, findings: t.findings, penalties: t.penalties },
    ...{ result: t.felt.lastResult, stop: t.stop.title },
  };
  for (const [id, label] of Object.entries({ ...labels, journal: t.journal, "journal-lines": t.felt.newestFirst })) {
    byId(id).setAttribute("aria-label", label);
  }
  byId("past").setAttribute("aria-label", t.past.bar);
  for (;;) {
    try {
      const askedAt = Date.now();
      const answer = await fetch("settings.json", { cache: "no-store" });
      learnTime(answer, askedAt);
      if (!answer.ok) {
        throw new Error(String(answer.status));
      }
      const settings = decodeSettings(await answer.json(), new URL(location.href));
      const asks = settings.login === null && !settings.viewers;
      const login = asks ? await askLogin(settings) : settings.login;
      if (login?.role === "player" || login?.role === "stream") {
        location.replace(login.role === "player" ? "players.html" : "stream.html");
        return; // onlookers have pages of their own
      }
      await words; // messages are worded as they arrive
      new Page({ ...settings, login }, broker);
      return;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      showStatus({ mood: "lost", title: t.noSettings, detail: t.tryingAgain(why) });
      await new Promise((resolve) => setTimeout(resolve, SETTINGS_RETRY_MS));
    }
  }
}

void start();
