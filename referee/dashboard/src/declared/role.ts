/** The roles of a login. */

/** Each may do whatever those before it may; an organiser sees no more of a table than a viewer does. */
export const ROLES = ["player", "stream", "viewer", "organiser", "technician", "referee", "head-referee"] as const;
export type Role = (typeof ROLES)[number];
