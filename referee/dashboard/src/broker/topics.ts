/** The topics of tables. */

import type { TableAddress } from "../table/settings.js";

/** Topics of the watched table, below the table. */
const WATCHED = ["status", "state", "alert/+", "event", "telemetry/machine", "telemetry/link"];
/** Topics of all tables of a hall, below each table. */
const BELOW = ["status", "telemetry/card", "alert/+"];
const OF_HALL = /^jantaku\/1\/([^/]+)\/([^/]+)\/(status|telemetry\/card|alert\/[^/]+)$/;

export function topicOf(table: TableAddress): string {
  return `jantaku/1/${table.hall}/${table.table}`;
}

/** Return the topics of the watched table. */
export function watchedTopics(table: TableAddress): string[] {
  return WATCHED.map((below) => `${topicOf(table)}/${below}`);
}

/** Return the topics of a hall's tables. */
export function hallTopics(halls: Iterable<string>): string[] {
  return [...new Set(halls)].flatMap((hall) => BELOW.map((below) => `jantaku/1/${hall}/+/${below}`));
}

/** Split a topic of all tables into hall, table and the rest; null for any other topic. Each of these topics gives a
 * current state, so the newest message replaces the older ones.
 */
export function hallTopic(topic: string): { hall: string; table: string; below: string } | null {
  const [, hall = "", table = "", below = ""] = OF_HALL.exec(topic) ?? [];
  return below === "" ? null : { hall, table, below };
}
