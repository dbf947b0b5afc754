/** The topics of tables. */

import type { TableAddress } from "../table/settings.js";

/** What is heard of the watched table, besides what is heard of all. */
const WATCHED = ["status", "state", "alert/+", "event", "telemetry/machine", "telemetry/link"];
/** What is heard of all tables of a hall. */
const BELOW = ["status", "telemetry/card", "alert/+"];
const OF_HALL = /^jantaku\/1\/([^/]+)\/([^/]+)\/(status|telemetry\/card|alert\/[^/]+)$/;

export function topicOf(table: TableAddress): string {
  return `jantaku/1/${table.hall}/${table.table}`;
}

/** The topics of the table that is watched. */
export function watchedTopics(table: TableAddress): string[] {
  return WATCHED.map((below) => `${topicOf(table)}/${below}`);
}

/** The topics of a hall's tables. */
export function hallTopics(halls: Iterable<string>): string[] {
  return [...new Set(halls)].flatMap((hall) => BELOW.map((below) => `jantaku/1/${hall}/+/${below}`));
}

/**
 * Hall, table and topic below it, of a topic that is heard of all tables; null for any other. Each says how something is
 * now, so the newest message says all.
 */
export function hallTopic(topic: string): { hall: string; table: string; below: string } | null {
  const [, hall = "", table = "", below = ""] = OF_HALL.exec(topic) ?? [];
  return below === "" ? null : { hall, table, below };
}
