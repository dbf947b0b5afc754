/** Made by python -m tools.describe from the declarations: change those, not this file. */

export const PREFIX = "jantaku/1";

/** The name under which a hall's own program speaks, among those of its tables. */
export const OF_THE_HALL = "hall";

/** The end of each topic: what comes after the table (or the hall, if it belongs to no table), up to a parameter. */
export const END = {
 "status": "status",
 "state": "state",
 "event": "event",
 "kept_entry": "entry",
 "alert": "alert/",
 "card": "telemetry/card",
 "machine_report": "telemetry/machine",
 "link": "telemetry/link",
 "players": "public/state",
 "stream": "delayed/state",
 "journal_end": "telemetry/journal",
 "clip_kept": "telemetry/clip",
 "probe": "telemetry/doctor",
 "command": "command/",
 "answer": "answer/"
} as const;
