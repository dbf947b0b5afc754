/** Made by python -m table_controller.commands.describe from the declarations: change those, not this file. */
import type { Act, Form, Vocabulary } from "./form.js";

export type CommandName = "begin_hanchan" | "house_rules" | "begin_hand" | "close_hand" | "close_hanchan" | "enter_hand" | "adjust_points" | "start_signal" | "gong" | "pause_clock" | "extend_clock" | "acknowledge" | "paid" | "sign_sheet" | "rule" | "accept" | "change_grade" | "dismiss" | "guide" | "warn" | "dead_hand" | "chombo" | "disqualify" | "void_hand" | "redeal" | "foul" | "stop" | "resume" | "replace_player" | "appeal" | "call_judge" | "hear_calls" | "take_call" | "hand_over" | "correct" | "undo" | "insert" | "pause" | "machine" | "resolve" | "reset_faults" | "history" | "results" | "past_state" | "hand_results" | "evaluate" | "clip" | "camera_picture";

export const COMMANDS: Readonly<Record<CommandName, Form>> = {
 "begin_hanchan": {
  "name": "begin_hanchan",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [
   "WRC 4.4",
   "MJ 2.3",
   "SAI 26"
  ],
  "fields": [
   {
    "name": "ruleset",
    "needed": false,
    "help": "a name, or a whole ruleset",
    "preset": false,
    "kind": "choice",
    "choices": [
     "reference-sheet",
     "riichi-mj",
     "saikouisen-2025",
     "scoring-tables",
     "tenhou",
     "wrc-2015"
    ]
   },
   {
    "name": "overrides",
    "needed": false,
    "help": "settings that differ from it",
    "preset": false,
    "kind": "mapping"
   },
   {
    "name": "names",
    "needed": false,
    "help": "the players from the first dealer on; with first_dealer in order of chairs, with draw of people",
    "preset": false,
    "kind": "row",
    "count": 4,
    "of": {
     "kind": "text",
     "most": 100
    }
   },
   {
    "name": "chairs",
    "needed": false,
    "help": "the chair of each seat",
    "preset": false,
    "kind": "row",
    "count": 4,
    "of": {
     "kind": "chair"
    }
   },
   {
    "name": "first_dealer",
    "needed": false,
    "help": "instead of chairs: where the first dealer sits",
    "preset": false,
    "kind": "chair"
   },
   {
    "name": "draw",
    "needed": false,
    "help": "instead of chairs: how seats were drawn",
    "preset": false,
    "kind": "group",
    "fields": [
     {
      "name": "tiles",
      "needed": false,
      "help": "wind tiles, in the order of names",
      "preset": false,
      "kind": "some",
      "most": 4,
      "of": {
       "kind": "tile"
      }
     },
     {
      "name": "east_chair",
      "needed": false,
      "help": "a chair 0 to 3",
      "preset": false,
      "kind": "chair"
     },
     {
      "name": "shuffler",
      "needed": false,
      "help": "a chair 0 to 3",
      "preset": false,
      "kind": "chair"
     },
     {
      "name": "east_roll",
      "needed": false,
      "help": "a list of two numbers 1 to 6",
      "preset": false,
      "kind": "row",
      "count": 2,
      "of": {
       "kind": "whole",
       "least": 1,
       "most": 6
      }
     },
     {
      "name": "line",
      "needed": false,
      "help": "six tiles",
      "preset": false,
      "kind": "some",
      "most": 6,
      "of": {
       "kind": "tile"
      }
     },
     {
      "name": "pick_roll",
      "needed": false,
      "help": "a list of two numbers 1 to 6",
      "preset": false,
      "kind": "row",
      "count": 2,
      "of": {
       "kind": "whole",
       "least": 1,
       "most": 6
      }
     },
     {
      "name": "dealer_rolls",
      "needed": false,
      "help": "a list of two lists of two numbers 1 to 6",
      "preset": false,
      "kind": "row",
      "count": 2,
      "of": {
       "kind": "row",
       "count": 2,
       "of": {
        "kind": "whole",
        "least": 1,
        "most": 6
       }
      }
     }
    ]
   },
   {
    "name": "senses",
    "needed": false,
    "help": "the senses that this table has, if not all",
    "preset": false,
    "kind": "some",
    "most": 4,
    "of": {
     "kind": "choice",
     "choices": [
      "call_buttons",
      "curtains",
      "sticks",
      "wall_touch"
     ]
    }
   },
   {
    "name": "force",
    "needed": false,
    "help": "throw away a hanchan that is running, or leave the score sheet of the last one unsigned",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "keeps",
    "needed": false,
    "help": "what counts of the hanchan that is thrown away",
    "preset": false,
    "kind": "choice",
    "choices": [
     "nothing",
     "penalties"
    ]
   },
   {
    "name": "awaits_signal",
    "needed": false,
    "help": "its time runs from start_signal on; no dice before it, where the rules say so",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "awaits_signature",
    "needed": false,
    "help": "none begins after it until its score sheet is signed with sign_sheet",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "extra_minutes",
    "needed": false,
    "help": "beyond the rules' time; negative: fewer",
    "preset": false,
    "kind": "whole",
    "least": -1440,
    "most": 1440
   }
  ]
 },
 "house_rules": {
  "name": "house_rules",
  "role": "viewer",
  "ends": "",
  "reads": true,
  "sections": [],
  "fields": [
   {
    "name": "ruleset",
    "needed": false,
    "help": "a preset; the table's own if left out",
    "preset": false,
    "kind": "choice",
    "choices": [
     "reference-sheet",
     "riichi-mj",
     "saikouisen-2025",
     "scoring-tables",
     "tenhou",
     "wrc-2015"
    ]
   }
  ]
 },
 "begin_hand": {
  "name": "begin_hand",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [],
  "fields": [
   {
    "name": "dice",
    "needed": false,
    "help": "both dice; if left out, as the camera saw them thrown, else unknown where the table has none",
    "preset": false,
    "kind": "row",
    "count": 2,
    "of": {
     "kind": "whole",
     "least": 1,
     "most": 6
    }
   }
  ]
 },
 "close_hand": {
  "name": "close_hand",
  "role": "referee",
  "ends": "hand",
  "reads": false,
  "sections": [],
  "fields": [
   {
    "name": "force",
    "needed": false,
    "help": "close it even if it is not over; it is then void",
    "preset": false,
    "kind": "switch"
   }
  ]
 },
 "close_hanchan": {
  "name": "close_hanchan",
  "role": "referee",
  "ends": "hanchan",
  "reads": false,
  "sections": [],
  "fields": [
   {
    "name": "keeps",
    "needed": false,
    "help": "what still counts of the hanchan, which is void",
    "preset": false,
    "kind": "choice",
    "choices": [
     "nothing",
     "penalties"
    ]
   }
  ]
 },
 "enter_hand": {
  "name": "enter_hand",
  "role": "referee",
  "ends": "hand",
  "reads": false,
  "sections": [],
  "fields": [
   {
    "name": "result",
    "needed": true,
    "help": "one of ron, tsumo, exhaustive, nagashi, nine_terminals, four_winds, four_riichi, four_kans, triple_ron",
    "preset": false,
    "kind": "choice",
    "choices": [
     "ron",
     "tsumo",
     "exhaustive",
     "nagashi",
     "nine_terminals",
     "four_winds",
     "four_riichi",
     "four_kans",
     "triple_ron"
    ]
   },
   {
    "name": "wins",
    "needed": false,
    "help": "of a ron or tsumo",
    "preset": false,
    "kind": "some",
    "most": 3,
    "of": {
     "kind": "group",
     "fields": [
      {
       "name": "seat",
       "needed": true,
       "help": "who won",
       "preset": false,
       "kind": "seat"
      },
      {
       "name": "from",
       "needed": true,
       "help": "whose tile it was; the winner's own seat on tsumo",
       "preset": false,
       "kind": "seat"
      },
      {
       "name": "han",
       "needed": false,
       "help": "0 to 99, a whole number",
       "preset": false,
       "kind": "whole",
       "least": 0,
       "most": 99
      },
      {
       "name": "fu",
       "needed": false,
       "help": "0 to 200, a whole number",
       "preset": false,
       "kind": "whole",
       "least": 0,
       "most": 200
      },
      {
       "name": "yakuman",
       "needed": false,
       "help": "how many",
       "preset": false,
       "kind": "whole",
       "least": 0,
       "most": 20
      },
      {
       "name": "liable",
       "needed": false,
       "help": "the liable seat of a yakuman, if not the one that the table saw feed its last set",
       "preset": false,
       "kind": "seat"
      }
     ]
    }
   },
   {
    "name": "tenpai",
    "needed": false,
    "help": "who is tenpai",
    "preset": false,
    "kind": "some",
    "most": 4,
    "of": {
     "kind": "seat"
    }
   },
   {
    "name": "nagashi",
    "needed": false,
    "help": "who has nagashi mangan",
    "preset": false,
    "kind": "some",
    "most": 4,
    "of": {
     "kind": "seat"
    }
   },
   {
    "name": "riichi",
    "needed": false,
    "help": "whose riichi stood; a bet that was not seen is paid now",
    "preset": false,
    "kind": "some",
    "most": 4,
    "of": {
     "kind": "seat"
    }
   },
   {
    "name": "changes",
    "needed": false,
    "help": "points that each seat gains, collected bets included; calculated if left out",
    "preset": false,
    "kind": "row",
    "count": 4,
    "of": {
     "kind": "whole",
     "least": -19999998,
     "most": 19999998
    }
   },
   {
    "name": "unseen",
    "needed": false,
    "help": "between hands: enter a hand that the table never saw dealt",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "against_rules",
    "needed": false,
    "help": "why it differs from the rulebook, for the journal",
    "preset": false,
    "kind": "text",
    "most": 2000
   }
  ]
 },
 "adjust_points": {
  "name": "adjust_points",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [],
  "fields": [
   {
    "name": "changes",
    "needed": true,
    "help": "by seat",
    "preset": false,
    "kind": "row",
    "count": 4,
    "of": {
     "kind": "whole",
     "least": -19999998,
     "most": 19999998
    }
   },
   {
    "name": "bets",
    "needed": false,
    "help": "riichi bets put on the table; negative: taken off it",
    "preset": false,
    "kind": "whole",
    "least": -1000,
    "most": 1000
   },
   {
    "name": "balanced",
    "needed": false,
    "help": "false: the points need not sum to zero",
    "preset": true,
    "kind": "switch"
   }
  ]
 },
 "start_signal": {
  "name": "start_signal",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [
   "WRC 8.2"
  ],
  "fields": [
   {
    "name": "seconds_ago",
    "needed": false,
    "help": "when it was given in the hall, so that all clocks agree",
    "preset": false,
    "kind": "whole",
    "least": 0,
    "most": 86400
   }
  ]
 },
 "gong": {
  "name": "gong",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [
   "WRC 8.2"
  ],
  "fields": []
 },
 "pause_clock": {
  "name": "pause_clock",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [],
  "fields": [
   {
    "name": "on",
    "needed": false,
    "help": "false: it runs again",
    "preset": true,
    "kind": "switch"
   }
  ]
 },
 "extend_clock": {
  "name": "extend_clock",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [],
  "fields": [
   {
    "name": "minutes",
    "needed": true,
    "help": "negative: fewer",
    "preset": false,
    "kind": "whole",
    "least": -1440,
    "most": 1440
   }
  ]
 },
 "acknowledge": {
  "name": "acknowledge",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [
   "SAI 45.10"
  ],
  "fields": [
   {
    "name": "seat",
    "needed": true,
    "help": "a seat 0 to 3",
    "preset": false,
    "kind": "seat"
   }
  ]
 },
 "paid": {
  "name": "paid",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [
   "WRC 8.3",
   "SAI 45.13"
  ],
  "fields": []
 },
 "sign_sheet": {
  "name": "sign_sheet",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [
   "WRC 8.2"
  ],
  "fields": [
   {
    "name": "hanchan",
    "needed": false,
    "help": "the entry that began it: refused if another came since; the newest if left out",
    "preset": false,
    "kind": "whole",
    "least": 1,
    "most": 9007199254740992
   }
  ]
 },
 "rule": {
  "name": "rule",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [],
  "fields": [
   {
    "name": "ruling",
    "needed": true,
    "help": "one of accepted, dismissed, none, guidance, warning, continue, dead_hand, end, chombo, disqualified, void",
    "preset": false,
    "kind": "choice",
    "choices": [
     "accepted",
     "dismissed",
     "none",
     "guidance",
     "warning",
     "continue",
     "dead_hand",
     "end",
     "chombo",
     "disqualified",
     "void"
    ]
   },
   {
    "name": "finding",
    "needed": false,
    "help": "number of the finding that is ruled on; without seat, its offender is",
    "preset": false,
    "kind": "whole",
    "least": 0,
    "most": 9007199254740992
   },
   {
    "name": "seat",
    "needed": false,
    "help": "the player; with a finding, somebody at fault besides its offender",
    "preset": false,
    "kind": "seat"
   },
   {
    "name": "points",
    "needed": false,
    "help": "of the overall score, with the grade continue, where the rules let a judge choose them",
    "preset": false,
    "kind": "whole",
    "least": 1,
    "most": 1000
   },
   {
    "name": "force",
    "needed": false,
    "help": "even if the rulebook says otherwise",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "replace",
    "needed": false,
    "help": "replace another judge's ruling on it",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "resume",
    "needed": false,
    "help": "play goes on at once",
    "preset": false,
    "kind": "switch"
   }
  ]
 },
 "accept": {
  "name": "accept",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [],
  "fields": [
   {
    "name": "finding",
    "needed": true,
    "help": "its number, as findings shows it",
    "preset": false,
    "kind": "whole",
    "least": 0,
    "most": 9007199254740992
   },
   {
    "name": "seat",
    "needed": false,
    "help": "the player; with a finding, somebody at fault besides its offender",
    "preset": false,
    "kind": "seat"
   },
   {
    "name": "force",
    "needed": false,
    "help": "even if the rulebook says otherwise",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "replace",
    "needed": false,
    "help": "replace another judge's ruling on it",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "resume",
    "needed": false,
    "help": "play goes on at once",
    "preset": false,
    "kind": "switch"
   }
  ]
 },
 "change_grade": {
  "name": "change_grade",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [],
  "fields": [
   {
    "name": "finding",
    "needed": true,
    "help": "its number, as findings shows it",
    "preset": false,
    "kind": "whole",
    "least": 0,
    "most": 9007199254740992
   },
   {
    "name": "grade",
    "needed": true,
    "help": "one of none, guidance, warning, continue, dead_hand, end, chombo, disqualified",
    "preset": false,
    "kind": "choice",
    "choices": [
     "none",
     "guidance",
     "warning",
     "continue",
     "dead_hand",
     "end",
     "chombo",
     "disqualified"
    ]
   },
   {
    "name": "seat",
    "needed": false,
    "help": "the player; with a finding, somebody at fault besides its offender",
    "preset": false,
    "kind": "seat"
   },
   {
    "name": "points",
    "needed": false,
    "help": "of the overall score, with the grade continue, where the rules let a judge choose them",
    "preset": false,
    "kind": "whole",
    "least": 1,
    "most": 1000
   },
   {
    "name": "force",
    "needed": false,
    "help": "even if the rulebook says otherwise",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "replace",
    "needed": false,
    "help": "replace another judge's ruling on it",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "resume",
    "needed": false,
    "help": "play goes on at once",
    "preset": false,
    "kind": "switch"
   }
  ]
 },
 "dismiss": {
  "name": "dismiss",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [],
  "fields": [
   {
    "name": "seat",
    "needed": false,
    "help": "the player; with a finding, somebody at fault besides its offender",
    "preset": false,
    "kind": "seat"
   },
   {
    "name": "finding",
    "needed": false,
    "help": "number of the finding that is ruled on; without seat, its offender is",
    "preset": false,
    "kind": "whole",
    "least": 0,
    "most": 9007199254740992
   },
   {
    "name": "force",
    "needed": false,
    "help": "even if the rulebook says otherwise",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "replace",
    "needed": false,
    "help": "replace another judge's ruling on it",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "resume",
    "needed": false,
    "help": "play goes on at once",
    "preset": false,
    "kind": "switch"
   }
  ]
 },
 "guide": {
  "name": "guide",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [],
  "fields": [
   {
    "name": "seat",
    "needed": false,
    "help": "the player; with a finding, somebody at fault besides its offender",
    "preset": false,
    "kind": "seat"
   },
   {
    "name": "finding",
    "needed": false,
    "help": "number of the finding that is ruled on; without seat, its offender is",
    "preset": false,
    "kind": "whole",
    "least": 0,
    "most": 9007199254740992
   },
   {
    "name": "force",
    "needed": false,
    "help": "even if the rulebook says otherwise",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "replace",
    "needed": false,
    "help": "replace another judge's ruling on it",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "resume",
    "needed": false,
    "help": "play goes on at once",
    "preset": false,
    "kind": "switch"
   }
  ]
 },
 "warn": {
  "name": "warn",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [],
  "fields": [
   {
    "name": "seat",
    "needed": false,
    "help": "the player; with a finding, somebody at fault besides its offender",
    "preset": false,
    "kind": "seat"
   },
   {
    "name": "finding",
    "needed": false,
    "help": "number of the finding that is ruled on; without seat, its offender is",
    "preset": false,
    "kind": "whole",
    "least": 0,
    "most": 9007199254740992
   },
   {
    "name": "force",
    "needed": false,
    "help": "even if the rulebook says otherwise",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "replace",
    "needed": false,
    "help": "replace another judge's ruling on it",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "resume",
    "needed": false,
    "help": "play goes on at once",
    "preset": false,
    "kind": "switch"
   }
  ]
 },
 "dead_hand": {
  "name": "dead_hand",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [],
  "fields": [
   {
    "name": "seat",
    "needed": false,
    "help": "the player; with a finding, somebody at fault besides its offender",
    "preset": false,
    "kind": "seat"
   },
   {
    "name": "finding",
    "needed": false,
    "help": "number of the finding that is ruled on; without seat, its offender is",
    "preset": false,
    "kind": "whole",
    "least": 0,
    "most": 9007199254740992
   },
   {
    "name": "force",
    "needed": false,
    "help": "even if the rulebook says otherwise",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "replace",
    "needed": false,
    "help": "replace another judge's ruling on it",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "resume",
    "needed": false,
    "help": "play goes on at once",
    "preset": false,
    "kind": "switch"
   }
  ]
 },
 "chombo": {
  "name": "chombo",
  "role": "referee",
  "ends": "hand",
  "reads": false,
  "sections": [
   "WRC 7.2"
  ],
  "fields": [
   {
    "name": "seat",
    "needed": false,
    "help": "the player; with a finding, somebody at fault besides its offender",
    "preset": false,
    "kind": "seat"
   },
   {
    "name": "finding",
    "needed": false,
    "help": "number of the finding that is ruled on; without seat, its offender is",
    "preset": false,
    "kind": "whole",
    "least": 0,
    "most": 9007199254740992
   },
   {
    "name": "force",
    "needed": false,
    "help": "even if the rulebook says otherwise",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "replace",
    "needed": false,
    "help": "replace another judge's ruling on it",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "resume",
    "needed": false,
    "help": "play goes on at once",
    "preset": false,
    "kind": "switch"
   }
  ]
 },
 "disqualify": {
  "name": "disqualify",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [],
  "fields": [
   {
    "name": "seat",
    "needed": false,
    "help": "the player; with a finding, somebody at fault besides its offender",
    "preset": false,
    "kind": "seat"
   },
   {
    "name": "finding",
    "needed": false,
    "help": "number of the finding that is ruled on; without seat, its offender is",
    "preset": false,
    "kind": "whole",
    "least": 0,
    "most": 9007199254740992
   },
   {
    "name": "force",
    "needed": false,
    "help": "even if the rulebook says otherwise",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "replace",
    "needed": false,
    "help": "replace another judge's ruling on it",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "resume",
    "needed": false,
    "help": "play goes on at once",
    "preset": false,
    "kind": "switch"
   }
  ]
 },
 "void_hand": {
  "name": "void_hand",
  "role": "referee",
  "ends": "hand",
  "reads": false,
  "sections": [],
  "fields": []
 },
 "redeal": {
  "name": "redeal",
  "role": "referee",
  "ends": "hand",
  "reads": false,
  "sections": [
   "WRC 7.2"
  ],
  "fields": []
 },
 "foul": {
  "name": "foul",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [],
  "fields": [
   {
    "name": "rule",
    "needed": true,
    "help": "its name",
    "preset": false,
    "kind": "choice",
    "choices": [
     "out_of_turn_draw",
     "out_of_turn_discard",
     "early_draw",
     "early_chi",
     "wrong_tile_drawn",
     "second_draw",
     "tile_not_in_hand",
     "fifth_copy",
     "tile_count",
     "deal_count",
     "drawn_tile_in_hand",
     "tsumo_tile_in_hand",
     "line_crossed",
     "wall_touched",
     "slow_play",
     "play_while_stopped",
     "kuikae",
     "turned_without_riichi",
     "discards_hidden",
     "riichi_hand_changed",
     "riichi_open_hand",
     "riichi_below_1000",
     "riichi_late",
     "riichi_furiten",
     "riichi_not_said",
     "riichi_not_turned",
     "bet_not_placed",
     "bet_without_riichi",
     "riichi_order",
     "riichi_retracted",
     "riichi_out_of_turn",
     "noten_riichi",
     "riichi_hand_not_shown",
     "void_call",
     "empty_call",
     "empty_kan",
     "late_call",
     "call_in_riichi",
     "call_precedence",
     "call_on_last_tile",
     "call_changed",
     "win_call_changed",
     "call_not_said",
     "call_wording",
     "discard_before_meld",
     "claimed_tile_not_taken",
     "meld_display",
     "kan_display",
     "invalid_meld",
     "meld_corrected",
     "dead_hand_call",
     "dead_hand_call_early",
     "kan_after_call",
     "fifth_kan",
     "riichi_kan",
     "kan_dora_not_turned",
     "indicator_without_kan",
     "rinshan_not_set_down",
     "tiles_shown",
     "tiles_destroyed",
     "unfair_to_go_on",
     "deal_spoilt",
     "false_win_call",
     "late_win_call",
     "false_win",
     "furiten_win",
     "win_procedure",
     "false_tenpai",
     "announce_order",
     "announcement_changed",
     "nine_terminals_not_there",
     "hand_not_over",
     "passing_information",
     "cheating",
     "obstruction",
     "fault_of_another",
     "repeated_guidance",
     "phone",
     "device",
     "leaving",
     "late",
     "absent",
     "dice_out_of_time",
     "minor_irregularity"
    ]
   },
   {
    "name": "seat",
    "needed": true,
    "help": "a seat 0 to 3",
    "preset": false,
    "kind": "seat"
   },
   {
    "name": "tiles",
    "needed": false,
    "help": "how many, where the grade depends on it",
    "preset": false,
    "kind": "whole",
    "least": 1,
    "most": 136
   },
   {
    "name": "minutes",
    "needed": false,
    "help": "how late the player is",
    "preset": false,
    "kind": "whole",
    "least": 1,
    "most": 600
   },
   {
    "name": "ruling",
    "needed": false,
    "help": "rule on it at once: accepted, or a grade",
    "preset": false,
    "kind": "choice",
    "choices": [
     "accepted",
     "dismissed",
     "none",
     "guidance",
     "warning",
     "continue",
     "dead_hand",
     "end",
     "chombo",
     "disqualified",
     "void"
    ]
   },
   {
    "name": "points",
    "needed": false,
    "help": "of the overall score, with the grade continue, where the rules let a judge choose them",
    "preset": false,
    "kind": "whole",
    "least": 1,
    "most": 1000
   },
   {
    "name": "force",
    "needed": false,
    "help": "even if the rulebook says otherwise",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "resume",
    "needed": false,
    "help": "with ruling: play goes on at once",
    "preset": false,
    "kind": "switch"
   }
  ]
 },
 "stop": {
  "name": "stop",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [],
  "fields": []
 },
 "resume": {
  "name": "resume",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [],
  "fields": []
 },
 "replace_player": {
  "name": "replace_player",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [
   "WRC 7.2"
  ],
  "fields": [
   {
    "name": "seat",
    "needed": true,
    "help": "a seat 0 to 3",
    "preset": false,
    "kind": "seat"
   },
   {
    "name": "name",
    "needed": false,
    "help": "who plays on",
    "preset": false,
    "kind": "text",
    "most": 100
   }
  ]
 },
 "appeal": {
  "name": "appeal",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [
   "SAI 7"
  ],
  "fields": [
   {
    "name": "seat",
    "needed": true,
    "help": "a seat 0 to 3",
    "preset": false,
    "kind": "seat"
   },
   {
    "name": "finding",
    "needed": false,
    "help": "against the ruling on it",
    "preset": false,
    "kind": "whole",
    "least": 0,
    "most": 9007199254740992
   },
   {
    "name": "outcome",
    "needed": false,
    "help": "open if it is not decided yet",
    "preset": false,
    "kind": "choice",
    "choices": [
     "open",
     "upheld",
     "rejected"
    ]
   }
  ]
 },
 "call_judge": {
  "name": "call_judge",
  "role": "technician",
  "ends": "",
  "reads": false,
  "sections": [],
  "fields": []
 },
 "hear_calls": {
  "name": "hear_calls",
  "role": "referee",
  "ends": "",
  "reads": true,
  "sections": [],
  "fields": []
 },
 "take_call": {
  "name": "take_call",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [],
  "fields": []
 },
 "hand_over": {
  "name": "hand_over",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [],
  "fields": [
   {
    "name": "to",
    "needed": false,
    "help": "who goes; nobody if left out",
    "preset": false,
    "kind": "text",
    "most": 100
   }
  ]
 },
 "correct": {
  "name": "correct",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [
   "WRC 6",
   "SAI 45.14"
  ],
  "fields": [
   {
    "name": "entry",
    "needed": true,
    "help": "its number, as events shows it",
    "preset": false,
    "kind": "whole",
    "least": 1,
    "most": 9007199254740992
   },
   {
    "name": "set",
    "needed": false,
    "help": "fields of the observation as they should be",
    "preset": false,
    "kind": "mapping"
   },
   {
    "name": "tile",
    "needed": false,
    "help": "which tile it was",
    "preset": false,
    "kind": "tile"
   },
   {
    "name": "agreed",
    "needed": false,
    "help": "all players agree",
    "preset": false,
    "kind": "switch"
   }
  ]
 },
 "undo": {
  "name": "undo",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [
   "WRC 6",
   "SAI 45.14"
  ],
  "fields": [
   {
    "name": "entry",
    "needed": false,
    "help": "its number, as events shows it",
    "preset": false,
    "kind": "whole",
    "least": 1,
    "most": 9007199254740992
   },
   {
    "name": "agreed",
    "needed": false,
    "help": "all players agree",
    "preset": false,
    "kind": "switch"
   }
  ]
 },
 "insert": {
  "name": "insert",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [
   "WRC 6",
   "SAI 45.14"
  ],
  "fields": [
   {
    "name": "observation",
    "needed": true,
    "help": "what happened",
    "preset": false,
    "kind": "mapping"
   },
   {
    "name": "after",
    "needed": false,
    "help": "by default the newest act at the table",
    "preset": false,
    "kind": "whole",
    "least": 1,
    "most": 9007199254740992
   },
   {
    "name": "agreed",
    "needed": false,
    "help": "all players agree",
    "preset": false,
    "kind": "switch"
   }
  ]
 },
 "pause": {
  "name": "pause",
  "role": "technician",
  "ends": "",
  "reads": false,
  "sections": [],
  "fields": [
   {
    "name": "on",
    "needed": false,
    "help": "false: allow them again",
    "preset": true,
    "kind": "switch"
   }
  ]
 },
 "machine": {
  "name": "machine",
  "role": "technician",
  "ends": "",
  "reads": false,
  "sections": [],
  "fields": [
   {
    "name": "do",
    "needed": true,
    "help": "what to do",
    "preset": false,
    "kind": "choice",
    "choices": [
     "set",
     "dice",
     "stop",
     "retry",
     "open_lid"
    ]
   },
   {
    "name": "id",
    "needed": false,
    "help": "names the request, which is carried out once however often it is sent",
    "preset": false,
    "kind": "text",
    "most": 200
   }
  ]
 },
 "resolve": {
  "name": "resolve",
  "role": "referee",
  "ends": "",
  "reads": false,
  "sections": [],
  "fields": [
   {
    "name": "id",
    "needed": true,
    "help": "of the alert",
    "preset": false,
    "kind": "text",
    "most": 200
   }
  ]
 },
 "reset_faults": {
  "name": "reset_faults",
  "role": "technician",
  "ends": "",
  "reads": false,
  "sections": [],
  "fields": []
 },
 "history": {
  "name": "history",
  "role": "viewer",
  "ends": "",
  "reads": true,
  "sections": [],
  "fields": [
   {
    "name": "from",
    "needed": false,
    "help": "the first entry",
    "preset": false,
    "kind": "whole",
    "least": 1,
    "most": 9007199254740992
   },
   {
    "name": "to",
    "needed": false,
    "help": "the last entry",
    "preset": false,
    "kind": "whole",
    "least": 1,
    "most": 9007199254740992
   },
   {
    "name": "newest",
    "needed": false,
    "help": "how many of the newest, without from",
    "preset": false,
    "kind": "whole",
    "least": 1,
    "most": 200
   }
  ]
 },
 "results": {
  "name": "results",
  "role": "viewer",
  "ends": "",
  "reads": true,
  "sections": [],
  "fields": [
   {
    "name": "since",
    "needed": false,
    "help": "ISO 8601",
    "preset": false,
    "kind": "text",
    "most": 40
   },
   {
    "name": "until",
    "needed": false,
    "help": "ISO 8601",
    "preset": false,
    "kind": "text",
    "most": 40
   }
  ]
 },
 "past_state": {
  "name": "past_state",
  "role": "viewer",
  "ends": "",
  "reads": true,
  "sections": [],
  "fields": [
   {
    "name": "entry",
    "needed": true,
    "help": "its number, as events shows it",
    "preset": false,
    "kind": "whole",
    "least": 1,
    "most": 9007199254740992
   }
  ]
 },
 "hand_results": {
  "name": "hand_results",
  "role": "viewer",
  "ends": "",
  "reads": true,
  "sections": [],
  "fields": [
   {
    "name": "until",
    "needed": false,
    "help": "of the hanchan as it stood after this entry; the newest if left out",
    "preset": false,
    "kind": "whole",
    "least": 1,
    "most": 9007199254740992
   }
  ]
 },
 "evaluate": {
  "name": "evaluate",
  "role": "viewer",
  "ends": "",
  "reads": true,
  "sections": [],
  "fields": [
   {
    "name": "seat",
    "needed": true,
    "help": "who won",
    "preset": false,
    "kind": "seat"
   },
   {
    "name": "tiles",
    "needed": true,
    "help": "concealed, without the winning tile",
    "preset": false,
    "kind": "some",
    "most": 13,
    "of": {
     "kind": "tile"
    }
   },
   {
    "name": "winning",
    "needed": true,
    "help": "the winning tile",
    "preset": false,
    "kind": "tile"
   },
   {
    "name": "tsumo",
    "needed": false,
    "help": "drawn, not taken from another player",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "melds",
    "needed": false,
    "help": "concealed kans too",
    "preset": false,
    "kind": "some",
    "most": 4,
    "of": {
     "kind": "group",
     "fields": [
      {
       "name": "kind",
       "needed": true,
       "help": "one of chi, pon, daiminkan, ankan, kakan",
       "preset": false,
       "kind": "choice",
       "choices": [
        "chi",
        "pon",
        "daiminkan",
        "ankan",
        "kakan"
       ]
      },
      {
       "name": "tiles",
       "needed": true,
       "help": "a list of 3 to 4 tiles",
       "preset": false,
       "kind": "some",
       "most": 4,
       "of": {
        "kind": "tile"
       }
      }
     ]
    }
   },
   {
    "name": "riichi",
    "needed": false,
    "help": "one of no, riichi, double",
    "preset": false,
    "kind": "choice",
    "choices": [
     "no",
     "riichi",
     "double"
    ]
   },
   {
    "name": "ippatsu",
    "needed": false,
    "help": "true or false",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "last_tile",
    "needed": false,
    "help": "haitei or houtei",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "rinshan",
    "needed": false,
    "help": "true or false",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "chankan",
    "needed": false,
    "help": "true or false",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "first_turn",
    "needed": false,
    "help": "tenhou, chiihou or renhou",
    "preset": false,
    "kind": "switch"
   },
   {
    "name": "indicators",
    "needed": false,
    "help": "of dora, as they lie",
    "preset": false,
    "kind": "some",
    "most": 5,
    "of": {
     "kind": "tile"
    }
   },
   {
    "name": "ura",
    "needed": false,
    "help": "indicators of ura dora",
    "preset": false,
    "kind": "some",
    "most": 5,
    "of": {
     "kind": "tile"
    }
   }
  ]
 },
 "clip": {
  "name": "clip",
  "role": "referee",
  "ends": "",
  "reads": true,
  "sections": [],
  "fields": [
   {
    "name": "entry",
    "needed": true,
    "help": "its number, as evidence and telemetry/clip have it",
    "preset": false,
    "kind": "whole",
    "least": 1,
    "most": 9007199254740992
   }
  ]
 },
 "camera_picture": {
  "name": "camera_picture",
  "role": "referee",
  "ends": "",
  "reads": true,
  "sections": [],
  "fields": []
 }
};

export const ACTS: readonly Act[] = [
 {
  "type": "HandDealt",
  "missed": false,
  "fields": [
   {
    "name": "dice",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "row",
    "count": 2,
    "of": {
     "kind": "whole",
     "least": 1,
     "most": 6
    }
   }
  ]
 },
 {
  "type": "IndicatorSeen",
  "missed": true,
  "fields": [
   {
    "name": "tile",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "tile"
   }
  ]
 },
 {
  "type": "TileDrawn",
  "missed": true,
  "fields": [
   {
    "name": "seat",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "seat"
   },
   {
    "name": "tile",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "tile"
   },
   {
    "name": "place",
    "needed": false,
    "help": "",
    "preset": false,
    "kind": "whole",
    "least": 0,
    "most": 136
   }
  ]
 },
 {
  "type": "TileDiscarded",
  "missed": true,
  "fields": [
   {
    "name": "seat",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "seat"
   },
   {
    "name": "tile",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "tile"
   },
   {
    "name": "sideways",
    "needed": false,
    "help": "",
    "preset": false,
    "kind": "yes_no"
   },
   {
    "name": "tsumogiri",
    "needed": false,
    "help": "",
    "preset": false,
    "kind": "yes_no"
   }
  ]
 },
 {
  "type": "CallHeard",
  "missed": true,
  "fields": [
   {
    "name": "seat",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "seat"
   },
   {
    "name": "call",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "choice",
    "choices": [
     "chi",
     "pon",
     "kan",
     "riichi",
     "ron",
     "tsumo",
     "nine_terminals"
    ]
   }
  ]
 },
 {
  "type": "MeldShown",
  "missed": true,
  "fields": [
   {
    "name": "seat",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "seat"
   },
   {
    "name": "kind",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "choice",
    "choices": [
     "chi",
     "pon",
     "daiminkan",
     "ankan",
     "kakan"
    ]
   },
   {
    "name": "tiles",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "some",
    "most": 14,
    "of": {
     "kind": "tile"
    }
   },
   {
    "name": "claimed",
    "needed": false,
    "help": "",
    "preset": false,
    "kind": "tile"
   },
   {
    "name": "source_seat",
    "needed": false,
    "help": "",
    "preset": false,
    "kind": "seat"
   },
   {
    "name": "added",
    "needed": false,
    "help": "",
    "preset": false,
    "kind": "tile"
   },
   {
    "name": "reread",
    "needed": false,
    "help": "",
    "preset": false,
    "kind": "yes_no"
   }
  ]
 },
 {
  "type": "TileTaken",
  "missed": true,
  "fields": [
   {
    "name": "seat",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "seat"
   }
  ]
 },
 {
  "type": "TilesExposed",
  "missed": true,
  "fields": [
   {
    "name": "seat",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "seat"
   },
   {
    "name": "count",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "whole",
    "least": 0,
    "most": 136
   },
   {
    "name": "tiles",
    "needed": false,
    "help": "",
    "preset": false,
    "kind": "some",
    "most": 14,
    "of": {
     "kind": "tile"
    }
   }
  ]
 },
 {
  "type": "RiichiRetracted",
  "missed": true,
  "fields": [
   {
    "name": "seat",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "seat"
   }
  ]
 },
 {
  "type": "WallBroken",
  "missed": true,
  "fields": [
   {
    "name": "seat",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "seat"
   },
   {
    "name": "what",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "choice",
    "choices": [
     "wall",
     "dead_wall",
     "hand",
     "meld",
     "pond"
    ]
   }
  ]
 },
 {
  "type": "StickLaid",
  "missed": true,
  "fields": [
   {
    "name": "seat",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "seat"
   }
  ]
 },
 {
  "type": "TilesShown",
  "missed": true,
  "fields": [
   {
    "name": "seat",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "seat"
   },
   {
    "name": "tiles",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "some",
    "most": 14,
    "of": {
     "kind": "tile"
    }
   },
   {
    "name": "winning",
    "needed": false,
    "help": "",
    "preset": false,
    "kind": "tile"
   },
   {
    "name": "source_seat",
    "needed": false,
    "help": "",
    "preset": false,
    "kind": "seat"
   }
  ]
 },
 {
  "type": "UraSeen",
  "missed": true,
  "fields": [
   {
    "name": "tiles",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "some",
    "most": 14,
    "of": {
     "kind": "tile"
    }
   }
  ]
 },
 {
  "type": "TenpaiDeclared",
  "missed": true,
  "fields": [
   {
    "name": "seat",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "seat"
   },
   {
    "name": "tenpai",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "yes_no"
   }
  ]
 },
 {
  "type": "HandClosed",
  "missed": true,
  "fields": []
 },
 {
  "type": "WinAcknowledged",
  "missed": true,
  "fields": [
   {
    "name": "seat",
    "needed": true,
    "help": "",
    "preset": false,
    "kind": "seat"
   }
  ]
 },
 {
  "type": "PaymentMade",
  "missed": true,
  "fields": []
 }
];

/** A tile read with less confidence, per mille, may have been misread. */
export const CLEAR_PM = 909;

/** The alert that a score sheet is not signed, which the state says too. */
export const SHEET_ALERT = "sheet";

export const VOCABULARY: Readonly<Record<"en" | "ja", Vocabulary>> = {
 "en": {
  "rule": {
   "out_of_turn_draw": "drawing in another player's turn",
   "out_of_turn_discard": "discarding in another player's turn",
   "early_draw": "drawing before the discarder's hand is back, or though a call was made (saki-tsumo)",
   "early_chi": "calling chi before its time (saki-chii)",
   "wrong_tile_drawn": "drawing a wrong tile of the wall",
   "second_draw": "drawing with a full hand",
   "tile_not_in_hand": "playing a tile that was not in the hand",
   "fifth_copy": "a fifth tile of a kind in the set",
   "tile_count": "too many or too few tiles in the hand (taahai, shouhai)",
   "deal_count": "a wrong number of tiles taken at the deal",
   "drawn_tile_in_hand": "putting the drawn tile into the hand before the discard",
   "tsumo_tile_in_hand": "saying tsumo after putting the drawn tile into the hand",
   "line_crossed": "reaching across the line without a tile to draw",
   "wall_touched": "touching another player's wall without a tile to draw",
   "slow_play": "taking overlong",
   "play_while_stopped": "playing on although play is stopped",
   "kuikae": "discarding what was called with (kuikae)",
   "turned_without_riichi": "turning a tile sideways that is no riichi tile",
   "discards_hidden": "keeping a discard covered, or disturbing the discards",
   "riichi_hand_changed": "in riichi, discarding another tile than the drawn one",
   "riichi_open_hand": "riichi with an open hand",
   "riichi_below_1000": "riichi without the points that it needs",
   "riichi_late": "riichi with too few tiles left in the wall",
   "riichi_furiten": "riichi in furiten where that is not allowed",
   "riichi_not_said": "turning the riichi tile without the word",
   "riichi_not_turned": "saying riichi without turning the tile",
   "bet_not_placed": "no stick after a riichi",
   "bet_without_riichi": "a stick laid without a riichi",
   "riichi_order": "carrying a riichi out in the wrong order",
   "riichi_retracted": "saying riichi and not carrying it out",
   "riichi_out_of_turn": "saying riichi in another player's turn",
   "noten_riichi": "riichi on a hand that is not tenpai",
   "riichi_hand_not_shown": "not showing a hand in riichi at an exhaustive draw",
   "void_call": "calling when there is nothing to call",
   "empty_call": "calling chi, pon or kan and making no meld",
   "empty_kan": "declaring a concealed or added kan and making none",
   "late_call": "calling chi, pon or kan after its time",
   "call_in_riichi": "calling chi, pon or an open kan in riichi",
   "call_precedence": "taking a tile for which another call goes first",
   "call_on_last_tile": "calling a tile, or a kan, when no tile is left in the wall",
   "call_changed": "changing a call",
   "win_call_changed": "changing a call of a win into another call",
   "call_not_said": "making a call without saying it",
   "call_wording": "a wrong word for a call",
   "discard_before_meld": "discarding before the tiles of a call are shown",
   "claimed_tile_not_taken": "not taking a claimed tile in time",
   "meld_display": "a claimed tile that points to the wrong player",
   "kan_display": "a kan laid out wrongly",
   "invalid_meld": "tiles that are no meld, after the discard",
   "meld_corrected": "correcting the tiles of a meld before the discard",
   "dead_hand_call": "a call with a hand that was declared dead",
   "dead_hand_call_early": "a call with a hand that is dead but was not declared so",
   "kan_after_call": "a kan in a turn that began with a call",
   "fifth_kan": "a fifth kan",
   "riichi_kan": "a concealed kan that riichi does not allow",
   "kan_dora_not_turned": "an indicator that is not turned in time",
   "indicator_without_kan": "turning an indicator without a kan",
   "rinshan_not_set_down": "not setting the first rinshan tile down beside the dead wall",
   "tiles_shown": "showing tiles that nobody may see (mise-hai)",
   "tiles_destroyed": "destroying a hand, melds, discards or the wall",
   "unfair_to_go_on": "a mistake after which the hand cannot fairly continue",
   "deal_spoilt": "tiles shown during the deal, so that it is dealt again",
   "false_win_call": "calling a win that is none, hand not shown",
   "late_win_call": "calling a win after its time, hand not shown",
   "false_win": "showing a hand as a win that is none",
   "furiten_win": "winning by ron in furiten",
   "win_procedure": "points said wrongly or sticks taken before all have paid",
   "false_tenpai": "showing a hand as tenpai that is not",
   "announce_order": "announcing tenpai or noten in the wrong order",
   "announcement_changed": "changing the announcement of tenpai or noten",
   "nine_terminals_not_there": "nine terminals where the hand cannot be aborted",
   "hand_not_over": "closing a hand that is not over",
   "passing_information": "passing information about a hand",
   "cheating": "cheating",
   "obstruction": "obstruction",
   "fault_of_another": "a fault that another player's fault caused",
   "repeated_guidance": "the same guidance several times",
   "phone": "a phone that rings",
   "device": "using an electronic device",
   "leaving": "asking to leave during the game",
   "late": "coming late for a hanchan",
   "absent": "missing a hanchan",
   "dice_out_of_time": "rolling the dice before the start signal or after the gong",
   "minor_irregularity": "any minor irregularity"
  },
  "stop": {
   "judge_called": "the judge is called",
   "judge": "by the judge",
   "disqualified": "disqualified"
  },
  "worth": {
   "riichi": "Riichi",
   "double_riichi": "Double riichi",
   "ippatsu": "Ippatsu",
   "menzen_tsumo": "Menzen tsumo",
   "pinfu": "Pinfu",
   "tanyao": "Tanyao",
   "iipeikou": "Iipeikou",
   "seat_wind": "Jikaze",
   "round_wind": "Bakaze",
   "haku": "Haku",
   "hatsu": "Hatsu",
   "chun": "Chun",
   "chankan": "Chankan",
   "rinshan_kaihou": "Rinshan kaihou",
   "haitei": "Haitei raoyue",
   "houtei": "Houtei raoyui",
   "chiitoitsu": "Chiitoitsu",
   "ittsuu": "Ittsuu",
   "sanshoku_doujun": "Sanshoku doujun",
   "sanshoku_doukou": "Sanshoku doukou",
   "chanta": "Chanta",
   "toitoi": "Toitoi",
   "sanankou": "Sanankou",
   "sankantsu": "Sankantsu",
   "sanrenkou": "Sanrenkou",
   "honroutou": "Honroutou",
   "shousangen": "Shousangen",
   "ryanpeikou": "Ryanpeikou",
   "honitsu": "Honitsu",
   "junchan": "Junchan",
   "chinitsu": "Chinitsu",
   "renhou": "Renhou",
   "dora": "Dora",
   "ura_dora": "Ura dora",
   "aka_dora": "Aka dora",
   "tenhou": "Tenhou",
   "chiihou": "Chiihou",
   "kokushi_musou": "Kokushi musou",
   "kokushi_musou_juusanmen": "Kokushi musou juusanmen",
   "chuuren_poutou": "Chuuren poutou",
   "junsei_chuuren_poutou": "Junsei chuuren poutou",
   "suuankou": "Suuankou",
   "suuankou_tanki": "Suuankou tanki",
   "suukantsu": "Suukantsu",
   "ryuuiisou": "Ryuuiisou",
   "chinroutou": "Chinroutou",
   "tsuuiisou": "Tsuuiisou",
   "daisangen": "Daisangen",
   "shousuushii": "Shousuushii",
   "daisuushii": "Daisuushii",
   "daisharin": "Daisharin",
   "daichikurin": "Daichikurin",
   "daisuurin": "Daisuurin",
   "suurenkou": "Suurenkou",
   "base": "Fuutei",
   "closed_ron": "Menzen kafu",
   "tsumo": "Tsumo fu",
   "open_pinfu": "Kui pinfu",
   "edge_wait": "Penchan",
   "closed_wait": "Kanchan",
   "pair_wait": "Tanki",
   "minkou": "Minkou",
   "ankou": "Ankou",
   "minkan": "Minkan",
   "ankan": "Ankan",
   "pair": "Jantou",
   "mangan": "Mangan",
   "haneman": "Haneman",
   "baiman": "Baiman",
   "sanbaiman": "Sanbaiman",
   "yakuman": "Yakuman",
   "counted_yakuman": "Kazoe yakuman",
   "kiriage_mangan": "Kiriage mangan"
  },
  "act": {
   "HandDealt": "a deal",
   "IndicatorSeen": "a dora indicator",
   "TileDrawn": "a draw",
   "TileDiscarded": "a discard",
   "CallHeard": "a call",
   "MeldShown": "a meld",
   "TileTaken": "a claimed tile that is taken",
   "TilesExposed": "tiles that were shown by accident",
   "RiichiRetracted": "a riichi that is taken back",
   "WallBroken": "something that was knocked over",
   "StickLaid": "a riichi stick",
   "TilesShown": "an opened hand",
   "UraSeen": "ura dora indicators",
   "TenpaiDeclared": "a word of tenpai or noten",
   "HandClosed": "the closing of a hand",
   "WinAcknowledged": "an acknowledgement of a win",
   "PaymentMade": "a payment"
  },
  "grade": {
   "judge": "the judge decides",
   "none": "not penalised",
   "guidance": "guidance (shidou)",
   "warning": "warning (chuui)",
   "continue": "penalty points, play goes on",
   "dead_hand": "dead hand",
   "end": "the hand is void (sho-chombo)",
   "chombo": "chombo",
   "disqualified": "disqualification"
  }
 },
 "ja": {
  "rule": {
   "out_of_turn_draw": "他家の手番での自摸",
   "out_of_turn_discard": "他家の手番での打牌",
   "early_draw": "打牌者の手が戻る前、または発声があったときの自摸（先ヅモ）",
   "early_chi": "早すぎるチーの発声（先チー）",
   "wrong_tile_drawn": "山の誤った牌の自摸",
   "second_draw": "打牌すべきときの自摸（多牌）",
   "tile_not_in_hand": "手牌になかった牌の使用",
   "fifth_copy": "同種五枚目の牌",
   "tile_count": "手牌の枚数の過不足（多牌・少牌）",
   "deal_count": "配牌の枚数の誤り",
   "drawn_tile_in_hand": "打牌前に自摸牌を手牌に入れること",
   "tsumo_tile_in_hand": "自摸牌を手牌に入れてからのツモ和了",
   "line_crossed": "自摸する牌がないときにエレベーターラインを越えて手を伸ばすこと",
   "wall_touched": "自摸する牌がないときに他家の山に触れること",
   "slow_play": "遅延行為",
   "play_while_stopped": "進行が止められているときの続行",
   "kuikae": "喰い替え",
   "turned_without_riichi": "立直宣言牌ではない牌を横に曲げること",
   "discards_hidden": "捨て牌を隠す、または乱すこと",
   "riichi_hand_changed": "立直後に自摸牌以外を打牌すること",
   "riichi_open_hand": "副露した手での立直",
   "riichi_below_1000": "持ち点不足の立直",
   "riichi_late": "山の残り枚数が足りない立直",
   "riichi_furiten": "認められていない振聴立直",
   "riichi_not_said": "発声のない立直宣言牌",
   "riichi_not_turned": "牌を横に曲げない立直",
   "bet_not_placed": "リーチ棒を出していない立直",
   "bet_without_riichi": "立直のないリーチ棒",
   "riichi_order": "立直の手順の誤り",
   "riichi_retracted": "立直の取り消し",
   "riichi_out_of_turn": "他家の手番での立直の発声",
   "noten_riichi": "不聴立直",
   "riichi_hand_not_shown": "流局時に立直の手牌を公開しないこと",
   "void_call": "鳴けないときの発声",
   "empty_call": "発声して副露しないこと（空発声）",
   "empty_kan": "暗槓・加槓を宣言して行わないこと",
   "late_call": "遅すぎるチー・ポン・カンの発声",
   "call_in_riichi": "立直後のチー・ポン・大明槓",
   "call_precedence": "優先する発声のある牌を取ること",
   "call_on_last_tile": "山に牌が残っていないときの副露や槓",
   "call_changed": "発声の変更",
   "win_call_changed": "和了の発声から他の発声への変更",
   "call_not_said": "発声のない副露",
   "call_wording": "誤った発声の言葉",
   "discard_before_meld": "副露の牌をさらす前の打牌",
   "claimed_tile_not_taken": "鳴いた牌の取り遅れ",
   "meld_display": "鳴いた牌の向きの誤り",
   "kan_display": "槓のさらし方の誤り",
   "invalid_meld": "面子にならない副露（打牌後・誤チー・誤ポン・誤カン）",
   "meld_corrected": "打牌前の副露の訂正",
   "dead_hand_call": "和了放棄を宣告された手での発声",
   "dead_hand_call_early": "和了放棄だが宣告されていない手での発声",
   "kan_after_call": "鳴いた手番の槓",
   "fifth_kan": "五つ目の槓",
   "riichi_kan": "立直後に認められない暗槓",
   "kan_dora_not_turned": "槓ドラ表示牌のめくり遅れ",
   "indicator_without_kan": "槓のないドラ表示牌のめくり",
   "rinshan_not_set_down": "嶺上牌を王牌の脇に下ろさないこと",
   "tiles_shown": "見せてはならない牌を見せること（見せ牌）",
   "tiles_destroyed": "手牌・副露・河・山を崩すこと",
   "unfair_to_go_on": "公正に局を続けられない誤り",
   "deal_spoilt": "配牌中の見せ牌（配り直し）",
   "false_win_call": "誤った和了の発声（手牌は未公開・誤ロン・誤ツモ）",
   "late_win_call": "遅すぎる和了の発声（手牌は未公開）",
   "false_win": "和了ではない手牌の公開（錯和）",
   "furiten_win": "振聴でのロン和了",
   "win_procedure": "点数申告の誤り、または全員の支払い前の点棒の受け取り",
   "false_tenpai": "聴牌していない手牌の聴牌としての公開",
   "announce_order": "聴牌・不聴の宣言順の誤り",
   "announcement_changed": "聴牌・不聴の宣言の変更",
   "nine_terminals_not_there": "流局にできない九種九牌",
   "hand_not_over": "終わっていない局を閉じること",
   "passing_information": "手牌についての情報を伝えること",
   "cheating": "不正行為",
   "obstruction": "進行の妨害",
   "fault_of_another": "他家の誤りに起因する誤り",
   "repeated_guidance": "同じ指導の繰り返し",
   "phone": "携帯電話の鳴動",
   "device": "電子機器の使用",
   "leaving": "対局中の離席の申し出",
   "late": "対局への遅刻",
   "absent": "対局の欠席",
   "dice_out_of_time": "開始の合図前または終了の合図後にサイコロを振ること",
   "minor_irregularity": "軽微な不手際"
  },
  "stop": {
   "judge_called": "審判の呼び出し",
   "judge": "審判による",
   "disqualified": "失格"
  },
  "worth": {
   "riichi": "立直",
   "double_riichi": "ダブル立直",
   "ippatsu": "一発",
   "menzen_tsumo": "門前清自摸和",
   "pinfu": "平和",
   "tanyao": "断幺九",
   "iipeikou": "一盃口",
   "seat_wind": "自風",
   "round_wind": "場風",
   "haku": "白",
   "hatsu": "發",
   "chun": "中",
   "chankan": "搶槓",
   "rinshan_kaihou": "嶺上開花",
   "haitei": "海底撈月",
   "houtei": "河底撈魚",
   "chiitoitsu": "七対子",
   "ittsuu": "一気通貫",
   "sanshoku_doujun": "三色同順",
   "sanshoku_doukou": "三色同刻",
   "chanta": "混全帯幺九",
   "toitoi": "対々和",
   "sanankou": "三暗刻",
   "sankantsu": "三槓子",
   "sanrenkou": "三連刻",
   "honroutou": "混老頭",
   "shousangen": "小三元",
   "ryanpeikou": "二盃口",
   "honitsu": "混一色",
   "junchan": "純全帯幺九",
   "chinitsu": "清一色",
   "renhou": "人和",
   "dora": "ドラ",
   "ura_dora": "裏ドラ",
   "aka_dora": "赤ドラ",
   "tenhou": "天和",
   "chiihou": "地和",
   "kokushi_musou": "国士無双",
   "kokushi_musou_juusanmen": "国士無双十三面待ち",
   "chuuren_poutou": "九蓮宝燈",
   "junsei_chuuren_poutou": "純正九蓮宝燈",
   "suuankou": "四暗刻",
   "suuankou_tanki": "四暗刻単騎",
   "suukantsu": "四槓子",
   "ryuuiisou": "緑一色",
   "chinroutou": "清老頭",
   "tsuuiisou": "字一色",
   "daisangen": "大三元",
   "shousuushii": "小四喜",
   "daisuushii": "大四喜",
   "daisharin": "大車輪",
   "daichikurin": "大竹林",
   "daisuurin": "大数隣",
   "suurenkou": "四連刻",
   "base": "副底",
   "closed_ron": "門前加符",
   "tsumo": "自摸符",
   "open_pinfu": "喰い平和",
   "edge_wait": "辺張",
   "closed_wait": "嵌張",
   "pair_wait": "単騎",
   "minkou": "明刻",
   "ankou": "暗刻",
   "minkan": "明槓",
   "ankan": "暗槓",
   "pair": "雀頭",
   "mangan": "満貫",
   "haneman": "跳満",
   "baiman": "倍満",
   "sanbaiman": "三倍満",
   "yakuman": "役満",
   "counted_yakuman": "数え役満",
   "kiriage_mangan": "切り上げ満貫"
  },
  "act": {
   "HandDealt": "配牌",
   "IndicatorSeen": "ドラ表示牌",
   "TileDrawn": "自摸",
   "TileDiscarded": "打牌",
   "CallHeard": "発声",
   "MeldShown": "副露",
   "TileTaken": "鳴いた牌の取り込み",
   "TilesExposed": "誤って見えた牌",
   "RiichiRetracted": "立直の取り消し",
   "WallBroken": "崩れた牌",
   "StickLaid": "リーチ棒",
   "TilesShown": "公開した手牌",
   "UraSeen": "裏ドラ表示牌",
   "TenpaiDeclared": "聴牌・不聴の宣言",
   "HandClosed": "局の終了",
   "WinAcknowledged": "和了の承認",
   "PaymentMade": "支払い"
  },
  "grade": {
   "judge": "審判が決める",
   "none": "罰則なし",
   "guidance": "指導",
   "warning": "注意",
   "continue": "減点（続行）",
   "dead_hand": "和了放棄",
   "end": "局の無効（小チョンボ）",
   "chombo": "チョンボ",
   "disqualified": "失格"
  }
 }
};
