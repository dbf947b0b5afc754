/** The topics of tables. */

import { END, PREFIX } from "../declared/topics.js";
import type { TableAddress } from "../table/settings.js";

/** Topics of the watched table, below the table. */
const WATCHED = [END.status, END.state, END.card, `${END.alert}+`, END.event, END.machine_report, END.link];
/** Topics of all tables of a hall, below each table. */
const BELOW = [END.status, END.card, `${END.alert}+`];
const OF_HALL = new RegExp(`^${PREFIX}/([^/]+)/([^/]+)/(${BELOW.join("|").replace("+", "[^/]+")})$`);

export function topicOf(table: TableAddress): string {
  return `${PREFIX}/${table.hall}/${table.table}`;
}

/** Return the topics of the watched table. */
export function watchedTopics(table: TableAddress): string[] {
  return WATCHED.map((below) => `${topicOf(table)}/${below}`);
}

/** Return the topics of a hall's tables. */
export function hallTopics(halls: Iterable<string>): string[] {
  return [...new Set(halls)].flatMap((hall) => BELOW.map((below) => `${PREFIX}/${hall}/+/${below}`));
}

/** Split a topic of all tables into hall, table and the rest; null for any other topic. Each of these topics gives a
 * current state, so the newest message replaces the older ones.
 */
export function hallTopic(topic: string): { hall: string; table: string; below: string } | null {
  const [, hall = "", table = "", below = ""] = OF_HALL.exec(topic) ?? [];
  return below === "" ? null : { hall, table, below };
}
