/** The roles of a login. */

/** Each may do whatever those before it may; of a table, an organiser sees no more than a viewer. */
export const ROLES = ["player", "stream", "viewer", "organiser", "technician", "referee", "head-referee"] as const;
export type Role = (typeof ROLES)[number];
