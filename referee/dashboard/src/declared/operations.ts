/** Made by python -m table_controller.commands.describe from the declarations: change those, not this file. */
import type { Operation } from "./operation.js";

export type OperationName = "open_tournament" | "register_players" | "withdraw_player" | "draw_seats" | "seat_by_standings" | "repair_seats" | "seat_by_hand" | "equip_table" | "check_players_in" | "set_up_tables" | "begin_session" | "give_signal" | "extend_time" | "arrive_late" | "substitute_player" | "excuse_player" | "swap_seats" | "enter_scores" | "take_from_journal" | "sign_table" | "tell_signatures" | "correct_table" | "close_session" | "give_penalty" | "cancel_penalty";

/** The address of all tournaments, from that of the page. */
export const ROOT = "api/tournaments";

export const OPERATIONS: Readonly<Record<OperationName, Operation>> = {
 "open_tournament": {
  "path": "",
  "roles": [
   "organiser"
  ],
  "fields": [
   {
    "name": "id",
    "needed": true,
    "preset": null,
    "kind": "text",
    "most": 0
   },
   {
    "name": "title",
    "needed": true,
    "preset": null,
    "kind": "text",
    "most": 300
   },
   {
    "name": "ruleset",
    "needed": true,
    "preset": null,
    "kind": "text",
    "most": 0
   },
   {
    "name": "withheld",
    "needed": false,
    "preset": true,
    "kind": "switch"
   },
   {
    "name": "entered_twice",
    "needed": false,
    "preset": true,
    "kind": "switch"
   }
  ]
 },
 "register_players": {
  "path": "/{tournament}/players",
  "roles": [
   "organiser"
  ],
  "fields": [
   {
    "name": "players",
    "needed": true,
    "preset": null,
    "kind": "some",
    "most": 1000,
    "of": {
     "kind": "group",
     "fields": [
      {
       "name": "name",
       "needed": true,
       "preset": null,
       "kind": "text",
       "most": 80
      },
      {
       "name": "id",
       "needed": false,
       "preset": null,
       "kind": "player"
      },
      {
       "name": "country",
       "needed": false,
       "preset": "",
       "kind": "text",
       "most": 300
      },
      {
       "name": "club",
       "needed": false,
       "preset": "",
       "kind": "text",
       "most": 300
      },
      {
       "name": "since",
       "needed": false,
       "preset": 1,
       "kind": "whole",
       "least": 1,
       "most": 99
      }
     ]
    }
   }
  ]
 },
 "withdraw_player": {
  "path": "/{tournament}/withdrawals",
  "roles": [
   "organiser"
  ],
  "fields": [
   {
    "name": "player",
    "needed": true,
    "preset": null,
    "kind": "player"
   },
   {
    "name": "since",
    "needed": true,
    "preset": null,
    "kind": "whole",
    "least": 1,
    "most": 99
   }
  ]
 },
 "draw_seats": {
  "path": "/{tournament}/seats/draw",
  "roles": [
   "organiser"
  ],
  "fields": [
   {
    "name": "seed",
    "needed": false,
    "preset": 0,
    "kind": "whole",
    "least": 0,
    "most": 9007199254740992
   },
   {
    "name": "apart",
    "needed": false,
    "preset": "nobody",
    "kind": "choice",
    "choices": [
     "club",
     "country",
     "nobody"
    ]
   },
   {
    "name": "locked",
    "needed": false,
    "preset": null,
    "kind": "mapping"
   },
   {
    "name": "sessions",
    "needed": true,
    "preset": null,
    "kind": "whole",
    "least": 1,
    "most": 15
   }
  ]
 },
 "seat_by_standings": {
  "path": "/{tournament}/seats/swiss",
  "roles": [
   "organiser"
  ],
  "fields": [
   {
    "name": "seed",
    "needed": false,
    "preset": 0,
    "kind": "whole",
    "least": 0,
    "most": 9007199254740992
   },
   {
    "name": "apart",
    "needed": false,
    "preset": "nobody",
    "kind": "choice",
    "choices": [
     "club",
     "country",
     "nobody"
    ]
   },
   {
    "name": "locked",
    "needed": false,
    "preset": null,
    "kind": "mapping"
   }
  ]
 },
 "repair_seats": {
  "path": "/{tournament}/seats/repair",
  "roles": [
   "organiser"
  ],
  "fields": [
   {
    "name": "seed",
    "needed": false,
    "preset": 0,
    "kind": "whole",
    "least": 0,
    "most": 9007199254740992
   },
   {
    "name": "apart",
    "needed": false,
    "preset": "nobody",
    "kind": "choice",
    "choices": [
     "club",
     "country",
     "nobody"
    ]
   },
   {
    "name": "locked",
    "needed": false,
    "preset": null,
    "kind": "mapping"
   }
  ]
 },
 "seat_by_hand": {
  "path": "/{tournament}/seats",
  "roles": [
   "organiser"
  ],
  "fields": [
   {
    "name": "session",
    "needed": true,
    "preset": null,
    "kind": "whole",
    "least": 1,
    "most": 99
   },
   {
    "name": "tables",
    "needed": true,
    "preset": null,
    "kind": "some",
    "most": 250,
    "of": {
     "kind": "row",
     "count": 4,
     "of": {
      "kind": "player"
     }
    }
   }
  ]
 },
 "equip_table": {
  "path": "/{tournament}/tables",
  "roles": [
   "organiser"
  ],
  "fields": [
   {
    "name": "table",
    "needed": true,
    "preset": null,
    "kind": "whole",
    "least": 1,
    "most": 999
   },
   {
    "name": "hall_table",
    "needed": false,
    "preset": "",
    "kind": "text",
    "most": 80
   }
  ]
 },
 "check_players_in": {
  "path": "/{tournament}/sessions/{session}/arrivals",
  "roles": [
   "organiser",
   "referee"
  ],
  "fields": [
   {
    "name": "players",
    "needed": true,
    "preset": null,
    "kind": "some",
    "most": 1000,
    "of": {
     "kind": "player"
    }
   },
   {
    "name": "here",
    "needed": false,
    "preset": true,
    "kind": "switch"
   }
  ]
 },
 "set_up_tables": {
  "path": "/{tournament}/sessions/{session}/tables",
  "roles": [
   "organiser"
  ],
  "fields": [
   {
    "name": "only",
    "needed": false,
    "preset": null,
    "kind": "some",
    "most": 999,
    "of": {
     "kind": "whole",
     "least": 1,
     "most": 999
    }
   },
   {
    "name": "force",
    "needed": false,
    "preset": false,
    "kind": "switch"
   }
  ]
 },
 "begin_session": {
  "path": "/{tournament}/sessions/{session}/begin",
  "roles": [
   "organiser"
  ],
  "fields": []
 },
 "give_signal": {
  "path": "/{tournament}/sessions/{session}/signal",
  "roles": [
   "organiser"
  ],
  "fields": [
   {
    "name": "only",
    "needed": false,
    "preset": null,
    "kind": "some",
    "most": 999,
    "of": {
     "kind": "whole",
     "least": 1,
     "most": 999
    }
   }
  ]
 },
 "extend_time": {
  "path": "/{tournament}/sessions/{session}/tables/{table}/time",
  "roles": [
   "organiser",
   "referee"
  ],
  "fields": [
   {
    "name": "minutes",
    "needed": true,
    "preset": null,
    "kind": "whole",
    "least": -600,
    "most": 600
   }
  ]
 },
 "arrive_late": {
  "path": "/{tournament}/sessions/{session}/late",
  "roles": [
   "organiser",
   "referee"
  ],
  "fields": [
   {
    "name": "player",
    "needed": true,
    "preset": null,
    "kind": "player"
   },
   {
    "name": "minutes",
    "needed": true,
    "preset": null,
    "kind": "whole",
    "least": 0,
    "most": 999
   }
  ]
 },
 "substitute_player": {
  "path": "/{tournament}/sessions/{session}/substitutes",
  "roles": [
   "organiser"
  ],
  "fields": [
   {
    "name": "player",
    "needed": true,
    "preset": null,
    "kind": "player"
   },
   {
    "name": "substitute",
    "needed": true,
    "preset": null,
    "kind": "player"
   },
   {
    "name": "excused",
    "needed": false,
    "preset": false,
    "kind": "switch"
   }
  ]
 },
 "excuse_player": {
  "path": "/{tournament}/sessions/{session}/excuses",
  "roles": [
   "organiser",
   "referee"
  ],
  "fields": [
   {
    "name": "player",
    "needed": true,
    "preset": null,
    "kind": "player"
   },
   {
    "name": "why",
    "needed": true,
    "preset": null,
    "kind": "text",
    "most": 300
   }
  ]
 },
 "swap_seats": {
  "path": "/{tournament}/sessions/{session}/swaps",
  "roles": [
   "organiser"
  ],
  "fields": [
   {
    "name": "one",
    "needed": true,
    "preset": null,
    "kind": "player"
   },
   {
    "name": "other",
    "needed": true,
    "preset": null,
    "kind": "player"
   }
  ]
 },
 "enter_scores": {
  "path": "/{tournament}/sessions/{session}/tables/{table}/scores",
  "roles": [
   "organiser"
  ],
  "fields": [
   {
    "name": "scores",
    "needed": true,
    "preset": null,
    "kind": "row",
    "count": 4,
    "of": {
     "kind": "whole",
     "least": -1000000,
     "most": 1000000
    }
   },
   {
    "name": "bets",
    "needed": false,
    "preset": 0,
    "kind": "whole",
    "least": 0,
    "most": 40
   }
  ]
 },
 "take_from_journal": {
  "path": "/{tournament}/sessions/{session}/tables/{table}/journal",
  "roles": [
   "organiser"
  ],
  "fields": [
   {
    "name": "hall_table",
    "needed": false,
    "preset": "",
    "kind": "text",
    "most": 80
   }
  ]
 },
 "sign_table": {
  "path": "/{tournament}/sessions/{session}/tables/{table}/signature",
  "roles": [
   "organiser",
   "referee"
  ],
  "fields": []
 },
 "tell_signatures": {
  "path": "/{tournament}/sessions/{session}/signatures",
  "roles": [
   "organiser",
   "referee"
  ],
  "fields": [
   {
    "name": "only",
    "needed": false,
    "preset": null,
    "kind": "some",
    "most": 999,
    "of": {
     "kind": "whole",
     "least": 1,
     "most": 999
    }
   }
  ]
 },
 "correct_table": {
  "path": "/{tournament}/sessions/{session}/tables/{table}/correction",
  "roles": [
   "organiser"
  ],
  "fields": [
   {
    "name": "scores",
    "needed": true,
    "preset": null,
    "kind": "row",
    "count": 4,
    "of": {
     "kind": "whole",
     "least": -1000000,
     "most": 1000000
    }
   },
   {
    "name": "why",
    "needed": true,
    "preset": null,
    "kind": "text",
    "most": 300
   },
   {
    "name": "bets",
    "needed": false,
    "preset": 0,
    "kind": "whole",
    "least": 0,
    "most": 40
   }
  ]
 },
 "close_session": {
  "path": "/{tournament}/sessions/{session}/close",
  "roles": [
   "organiser"
  ],
  "fields": []
 },
 "give_penalty": {
  "path": "/{tournament}/penalties",
  "roles": [
   "organiser",
   "referee"
  ],
  "fields": [
   {
    "name": "session",
    "needed": true,
    "preset": null,
    "kind": "whole",
    "least": 1,
    "most": 99
   },
   {
    "name": "player",
    "needed": true,
    "preset": null,
    "kind": "player"
   },
   {
    "name": "grade",
    "needed": true,
    "preset": null,
    "kind": "choice",
    "choices": [
     "chombo",
     "continue",
     "dead_hand",
     "disqualified",
     "end",
     "guidance",
     "points",
     "warning"
    ]
   },
   {
    "name": "reason",
    "needed": true,
    "preset": null,
    "kind": "text",
    "most": 300
   },
   {
    "name": "points",
    "needed": false,
    "preset": null,
    "kind": "whole",
    "least": 0,
    "most": 1000
   }
  ]
 },
 "cancel_penalty": {
  "path": "/{tournament}/penalties/{penalty}/cancellation",
  "roles": [
   "organiser",
   "referee"
  ],
  "fields": [
   {
    "name": "why",
    "needed": true,
    "preset": null,
    "kind": "text",
    "most": 300
   }
  ]
 }
};
