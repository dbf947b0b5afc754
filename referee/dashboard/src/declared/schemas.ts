/** Made from docs/asyncapi.yaml by tools/asyncapi/types.mjs: change the declarations, not this file. */
import type { Alert, Card, Entry, GameShown, MachineReport, PlayersShown, Status, StreamShown, TableShown, Telemetry } from "./declared.js";
import type { Schema } from "./checked.js";

/** What is read, by the name of its schema. */
export interface Read {
  GameShown: GameShown;
  TableShown: TableShown;
  Entry: Entry;
  Status: Status;
  Alert: Alert;
  PlayersShown: PlayersShown;
  Card: Card;
  MachineReport: MachineReport;
  Telemetry: Telemetry;
  StreamShown: StreamShown;
}

export const SCHEMAS: Readonly<Record<string, Schema>> = {
 "GameShown": {
  "type": "object",
  "properties": {
   "appeals": {
    "type": "array",
    "items": {
     "$ref": "AppealShown"
    }
   },
   "at_ms": {
    "type": "integer"
   },
   "attendant": {
    "anyOf": [
     {
      "$ref": "AttendantShown"
     },
     {
      "type": "null"
     }
    ]
   },
   "bets": {
    "type": "integer"
   },
   "claims": {
    "type": "array",
    "items": {
     "$ref": "ClaimShown"
    }
   },
   "closing": {
    "anyOf": [
     {
      "$ref": "ClosingShown"
     },
     {
      "type": "null"
     }
    ]
   },
   "dealer": {
    "title": "seat",
    "type": "integer",
    "minimum": 0,
    "maximum": 3
   },
   "findings": {
    "type": "array",
    "items": {
     "$ref": "FindingShown"
    }
   },
   "hand": {
    "type": "string",
    "pattern": "^[ESWN][1-4]$"
   },
   "honba": {
    "type": "integer"
   },
   "indicators": {
    "type": "array",
    "items": {
     "title": "tile",
     "type": "string",
     "pattern": "^(0[mps]|[1-9][mps]|[1-7]z|\\?)$"
    }
   },
   "last_result": {
    "anyOf": [
     {
      "$ref": "ResultShown"
     },
     {
      "type": "null"
     }
    ]
   },
   "live_tiles": {
    "type": "integer"
   },
   "number": {
    "type": "integer"
   },
   "open": {
    "anyOf": [
     {
      "$ref": "OpenShown"
     },
     {
      "type": "null"
     }
    ]
   },
   "phase": {
    "enum": [
     "closing",
     "dealing",
     "ended",
     "playing",
     "waiting"
    ]
   },
   "result": {
    "anyOf": [
     {
      "$ref": "HanchanShown"
     },
     {
      "type": "null"
     }
    ]
   },
   "ruleset": {
    "type": "string"
   },
   "schema": {
    "enum": [
     1
    ]
   },
   "seats": {
    "type": "array",
    "items": {
     "$ref": "PlayerShown"
    },
    "maxItems": 4,
    "minItems": 4
   },
   "signature": {
    "anyOf": [
     {
      "enum": [
       "awaited",
       "given"
      ]
     },
     {
      "type": "null"
     }
    ]
   },
   "stopped": {
    "anyOf": [
     {
      "$ref": "StopShown"
     },
     {
      "type": "null"
     }
    ]
   },
   "table": {
    "type": "string"
   },
   "time": {
    "$ref": "TimeShown"
   },
   "turn": {
    "title": "seat",
    "type": "integer",
    "minimum": 0,
    "maximum": 3
   },
   "ura": {
    "type": "array",
    "items": {
     "title": "tile",
     "type": "string",
     "pattern": "^(0[mps]|[1-9][mps]|[1-7]z|\\?)$"
    }
   }
  },
  "required": [
   "appeals",
   "at_ms",
   "bets",
   "closing",
   "dealer",
   "findings",
   "hand",
   "honba",
   "indicators",
   "last_result",
   "live_tiles",
   "number",
   "phase",
   "result",
   "ruleset",
   "schema",
   "seats",
   "stopped",
   "table",
   "time",
   "turn",
   "ura"
  ]
 },
 "AppealShown": {
  "type": "object",
  "properties": {
   "finding": {
    "anyOf": [
     {
      "type": "integer"
     },
     {
      "type": "null"
     }
    ]
   },
   "outcome": {
    "enum": [
     "open",
     "rejected",
     "upheld"
    ]
   },
   "seat": {
    "title": "seat",
    "type": "integer",
    "minimum": 0,
    "maximum": 3
   },
   "text": {
    "type": "string"
   }
  },
  "required": [
   "finding",
   "outcome",
   "seat",
   "text"
  ]
 },
 "AttendantShown": {
  "type": "object",
  "properties": {
   "since_ms": {
    "anyOf": [
     {
      "type": "integer"
     },
     {
      "type": "null"
     }
    ]
   },
   "waited_ms": {
    "anyOf": [
     {
      "type": "integer"
     },
     {
      "type": "null"
     }
    ]
   },
   "who": {
    "type": "string"
   }
  },
  "required": [
   "since_ms",
   "waited_ms",
   "who"
  ]
 },
 "ClaimShown": {
  "type": "object",
  "properties": {
   "at_ms": {
    "type": "integer"
   },
   "call": {
    "enum": [
     "chi",
     "kan",
     "nine_terminals",
     "pon",
     "riichi",
     "ron",
     "tsumo"
    ]
   },
   "seat": {
    "title": "seat",
    "type": "integer",
    "minimum": 0,
    "maximum": 3
   },
   "void": {
    "type": "boolean"
   }
  },
  "required": [
   "at_ms",
   "call",
   "seat",
   "void"
  ]
 },
 "ClosingShown": {
  "type": "object",
  "properties": {
   "acknowledged": {
    "type": "array",
    "items": {
     "title": "seat",
     "type": "integer",
     "minimum": 0,
     "maximum": 3
    }
   },
   "paid": {
    "type": "boolean"
   }
  },
  "required": [
   "acknowledged",
   "paid"
  ]
 },
 "FindingShown": {
  "type": "object",
  "properties": {
   "arguments": {
    "type": "object"
   },
   "code": {
    "type": "string"
   },
   "costs": {
    "type": "integer"
   },
   "evidence": {
    "type": "array",
    "items": {
     "type": "string"
    }
   },
   "grade": {
    "enum": [
     "chombo",
     "continue",
     "dead_hand",
     "disqualified",
     "end",
     "guidance",
     "judge",
     "none",
     "warning"
    ]
   },
   "hand": {
    "anyOf": [
     {
      "type": "string",
      "pattern": "^[ESWN][1-4]$"
     },
     {
      "type": "null"
     }
    ]
   },
   "name": {
    "type": "string"
   },
   "rule": {
    "type": "string"
   },
   "ruling": {
    "anyOf": [
     {
      "enum": [
       "accepted",
       "chombo",
       "continue",
       "dead_hand",
       "dismissed",
       "disqualified",
       "end",
       "guidance",
       "none",
       "void",
       "warning"
      ]
     },
     {
      "type": "null"
     }
    ]
   },
   "seat": {
    "title": "seat",
    "type": "integer",
    "minimum": 0,
    "maximum": 3
   },
   "section": {
    "type": "string"
   },
   "text": {
    "type": "string"
   },
   "wind": {
    "anyOf": [
     {
      "enum": [
       "E",
       "N",
       "S",
       "W"
      ]
     },
     {
      "type": "null"
     }
    ]
   }
  },
  "required": [
   "costs",
   "evidence",
   "grade",
   "hand",
   "name",
   "rule",
   "ruling",
   "seat",
   "section",
   "text",
   "wind"
  ]
 },
 "ResultShown": {
  "type": "object",
  "properties": {
   "changes": {
    "type": "array",
    "items": {
     "type": "integer"
    }
   },
   "hand": {
    "type": "string",
    "pattern": "^[ESWN][1-4]$"
   },
   "names": {
    "type": "array",
    "items": {
     "type": "string"
    },
    "maxItems": 4,
    "minItems": 4
   },
   "offenders": {
    "type": "array",
    "items": {
     "title": "seat",
     "type": "integer",
     "minimum": 0,
     "maximum": 3
    }
   },
   "result": {
    "enum": [
     "chombo",
     "exhaustive",
     "four_kans",
     "four_riichi",
     "four_winds",
     "nagashi",
     "nine_terminals",
     "ron",
     "triple_ron",
     "tsumo"
    ]
   },
   "scores": {
    "type": "array",
    "items": {
     "type": "integer"
    }
   },
   "tenpai": {
    "type": "array",
    "items": {
     "title": "seat",
     "type": "integer",
     "minimum": 0,
     "maximum": 3
    }
   },
   "winds": {
    "type": "array",
    "items": {
     "enum": [
      "E",
      "N",
      "S",
      "W"
     ]
    },
    "maxItems": 4,
    "minItems": 4
   },
   "wins": {
    "type": "array",
    "items": {
     "$ref": "WinShown"
    },
    "maxItems": 3
   }
  },
  "required": [
   "changes",
   "hand",
   "names",
   "offenders",
   "result",
   "scores",
   "tenpai",
   "winds",
   "wins"
  ]
 },
 "WinShown": {
  "type": "object",
  "properties": {
   "changes": {
    "type": "array",
    "items": {
     "type": "integer"
    }
   },
   "from": {
    "title": "seat",
    "type": "integer",
    "minimum": 0,
    "maximum": 3
   },
   "fu": {
    "type": "integer"
   },
   "han": {
    "type": "integer"
   },
   "liable": {
    "anyOf": [
     {
      "title": "seat",
      "type": "integer",
      "minimum": 0,
      "maximum": 3
     },
     {
      "type": "null"
     }
    ]
   },
   "points": {
    "type": "integer"
   },
   "seat": {
    "title": "seat",
    "type": "integer",
    "minimum": 0,
    "maximum": 3
   },
   "yaku": {
    "type": "object",
    "additionalProperties": {
     "type": "integer"
    }
   },
   "yakuman": {
    "type": "array",
    "items": {
     "type": "string"
    }
   }
  },
  "required": [
   "changes",
   "from",
   "fu",
   "han",
   "liable",
   "points",
   "seat",
   "yaku",
   "yakuman"
  ]
 },
 "OpenShown": {
  "type": "object",
  "properties": {
   "at_ms": {
    "type": "integer"
   },
   "kind": {
    "enum": [
     "ankan",
     "discard",
     "kakan"
    ]
   },
   "seat": {
    "title": "seat",
    "type": "integer",
    "minimum": 0,
    "maximum": 3
   },
   "tile": {
    "title": "tile",
    "type": "string",
    "pattern": "^(0[mps]|[1-9][mps]|[1-7]z|\\?)$"
   }
  },
  "required": [
   "at_ms",
   "kind",
   "seat",
   "tile"
  ]
 },
 "HanchanShown": {
  "type": "object",
  "properties": {
   "places": {
    "type": "array",
    "items": {
     "type": "integer"
    },
    "maxItems": 4,
    "minItems": 4
   },
   "totals": {
    "type": "array",
    "items": {
     "type": "integer"
    },
    "maxItems": 4,
    "minItems": 4
   }
  },
  "required": [
   "places",
   "totals"
  ]
 },
 "PlayerShown": {
  "type": "object",
  "properties": {
   "chair": {
    "title": "chair",
    "type": "integer",
    "minimum": 0,
    "maximum": 3
   },
   "concealed": {
    "type": "integer",
    "minimum": 0
   },
   "dead": {
    "type": "boolean"
   },
   "disqualified": {
    "type": "boolean"
   },
   "melds": {
    "type": "array",
    "items": {
     "$ref": "MeldShown"
    },
    "maxItems": 4
   },
   "name": {
    "type": "string"
   },
   "pond": {
    "type": "array",
    "items": {
     "$ref": "PondTileShown"
    }
   },
   "riichi": {
    "type": "boolean"
   },
   "score": {
    "type": "integer"
   },
   "seat": {
    "title": "seat",
    "type": "integer",
    "minimum": 0,
    "maximum": 3
   },
   "shown": {
    "anyOf": [
     {
      "type": "array",
      "items": {
       "title": "tile",
       "type": "string",
       "pattern": "^(0[mps]|[1-9][mps]|[1-7]z|\\?)$"
      }
     },
     {
      "type": "null"
     }
    ]
   },
   "warnings": {
    "type": "integer",
    "minimum": 0
   },
   "wind": {
    "enum": [
     "E",
     "N",
     "S",
     "W"
    ]
   }
  },
  "required": [
   "chair",
   "concealed",
   "dead",
   "disqualified",
   "melds",
   "name",
   "pond",
   "riichi",
   "score",
   "seat",
   "shown",
   "warnings",
   "wind"
  ]
 },
 "MeldShown": {
  "type": "object",
  "properties": {
   "added": {
    "anyOf": [
     {
      "title": "tile",
      "type": "string",
      "pattern": "^(0[mps]|[1-9][mps]|[1-7]z|\\?)$"
     },
     {
      "type": "null"
     }
    ]
   },
   "claimed": {
    "anyOf": [
     {
      "title": "tile",
      "type": "string",
      "pattern": "^(0[mps]|[1-9][mps]|[1-7]z|\\?)$"
     },
     {
      "type": "null"
     }
    ]
   },
   "from": {
    "anyOf": [
     {
      "title": "seat",
      "type": "integer",
      "minimum": 0,
      "maximum": 3
     },
     {
      "type": "null"
     }
    ]
   },
   "kind": {
    "enum": [
     "ankan",
     "chi",
     "daiminkan",
     "kakan",
     "pon"
    ]
   },
   "tiles": {
    "type": "array",
    "items": {
     "title": "tile",
     "type": "string",
     "pattern": "^(0[mps]|[1-9][mps]|[1-7]z|\\?)$"
    },
    "maxItems": 4,
    "minItems": 3
   }
  },
  "required": [
   "added",
   "claimed",
   "from",
   "kind",
   "tiles"
  ]
 },
 "PondTileShown": {
  "type": "object",
  "properties": {
   "called_by": {
    "anyOf": [
     {
      "title": "seat",
      "type": "integer",
      "minimum": 0,
      "maximum": 3
     },
     {
      "type": "null"
     }
    ]
   },
   "confidence_pm": {
    "anyOf": [
     {
      "type": "integer",
      "minimum": 0,
      "maximum": 1000
     },
     {
      "type": "null"
     }
    ]
   },
   "sideways": {
    "type": "boolean"
   },
   "tile": {
    "title": "tile",
    "type": "string",
    "pattern": "^(0[mps]|[1-9][mps]|[1-7]z|\\?)$"
   },
   "tsumogiri": {
    "anyOf": [
     {
      "type": "boolean"
     },
     {
      "type": "null"
     }
    ]
   }
  },
  "required": [
   "called_by",
   "sideways",
   "tile",
   "tsumogiri"
  ]
 },
 "StopShown": {
  "type": "object",
  "properties": {
   "played_on": {
    "anyOf": [
     {
      "title": "seat",
      "type": "integer",
      "minimum": 0,
      "maximum": 3
     },
     {
      "type": "null"
     }
    ]
   },
   "reason": {
    "type": "string"
   },
   "seat": {
    "anyOf": [
     {
      "title": "seat",
      "type": "integer",
      "minimum": 0,
      "maximum": 3
     },
     {
      "type": "null"
     }
    ]
   }
  },
  "required": [
   "played_on",
   "reason",
   "seat"
  ]
 },
 "TimeShown": {
  "type": "object",
  "properties": {
   "added_ms": {
    "type": "integer"
   },
   "awaits_signal": {
    "type": "boolean"
   },
   "called": {
    "type": "boolean"
   },
   "limit_ms": {
    "type": "integer"
   },
   "paused_at_ms": {
    "anyOf": [
     {
      "type": "integer"
     },
     {
      "type": "null"
     }
    ]
   },
   "started_at_ms": {
    "type": "integer"
   }
  },
  "required": [
   "added_ms",
   "awaits_signal",
   "called",
   "limit_ms",
   "paused_at_ms",
   "started_at_ms"
  ]
 },
 "TableShown": {
  "type": "object",
  "properties": {
   "at_ms": {
    "type": "integer"
   },
   "number": {
    "type": "integer"
   },
   "phase": {
    "enum": [
     "closing",
     "dealing",
     "ended",
     "playing",
     "waiting"
    ]
   },
   "schema": {
    "enum": [
     1
    ]
   },
   "seats": {
    "type": "array",
    "items": {
     "$ref": "PlayerShown"
    },
    "maxItems": 0
   },
   "table": {
    "type": "string"
   }
  },
  "required": [
   "at_ms",
   "number",
   "phase",
   "schema",
   "seats",
   "table"
  ]
 },
 "Entry": {
  "type": "object",
  "properties": {
   "at_ms": {
    "type": "integer"
   },
   "events": {
    "anyOf": [
     {
      "type": "array",
      "items": {
       "$ref": "Event"
      }
     },
     {
      "type": "null"
     }
    ]
   },
   "lines": {
    "type": "array",
    "items": {
     "$ref": "Message"
    }
   },
   "number": {
    "type": "integer",
    "minimum": 1
   },
   "observation": {
    "anyOf": [
     {
      "$ref": "Observation"
     },
     {
      "type": "null"
     }
    ]
   },
   "text": {
    "type": "string"
   },
   "wall": {
    "type": "string"
   },
   "too_large": {
    "type": "integer"
   }
  },
  "required": [
   "at_ms",
   "events",
   "number",
   "observation",
   "text",
   "wall"
  ]
 },
 "Event": {
  "type": "object",
  "required": [
   "type"
  ],
  "properties": {
   "type": {
    "type": "string"
   }
  }
 },
 "Message": {
  "type": "object",
  "required": [
   "code",
   "arguments"
  ],
  "properties": {
   "code": {
    "type": "string"
   },
   "arguments": {
    "type": "object"
   }
  },
  "additionalProperties": false
 },
 "Observation": {
  "type": "object",
  "required": [
   "type"
  ],
  "properties": {
   "type": {
    "type": "string"
   }
  }
 },
 "Status": {
  "type": "object",
  "properties": {
   "arguments": {
    "type": "object"
   },
   "code": {
    "type": "string"
   },
   "status": {
    "enum": [
     "init",
     "lost",
     "ready",
     "stopped"
    ]
   },
   "text": {
    "type": "string"
   }
  },
  "required": [
   "status",
   "text"
  ]
 },
 "Alert": {
  "type": "object",
  "properties": {
   "advice": {
    "type": "string"
   },
   "advice_arguments": {
    "type": "object"
   },
   "advice_code": {
    "type": "string"
   },
   "arguments": {
    "type": "object"
   },
   "at_ms": {
    "type": "integer"
   },
   "code": {
    "type": "string"
   },
   "id": {
    "type": "string"
   },
   "severity": {
    "enum": [
     "error",
     "info",
     "warning"
    ]
   },
   "text": {
    "type": "string"
   }
  },
  "required": [
   "advice",
   "at_ms",
   "id",
   "severity",
   "text"
  ]
 },
 "PlayersShown": {
  "type": "object",
  "properties": {
   "at_ms": {
    "type": "integer"
   },
   "bets": {
    "type": "integer"
   },
   "dealer": {
    "title": "seat",
    "type": "integer",
    "minimum": 0,
    "maximum": 3
   },
   "hand": {
    "type": "string",
    "pattern": "^[ESWN][1-4]$"
   },
   "hands": {
    "type": "array",
    "items": {
     "$ref": "HandPlayed"
    }
   },
   "honba": {
    "type": "integer"
   },
   "live_tiles": {
    "type": "integer"
   },
   "needed": {
    "type": "array",
    "items": {
     "$ref": "NeededShown"
    }
   },
   "number": {
    "type": "integer"
   },
   "phase": {
    "enum": [
     "closing",
     "dealing",
     "ended",
     "playing",
     "waiting"
    ]
   },
   "result": {
    "anyOf": [
     {
      "$ref": "HanchanShown"
     },
     {
      "type": "null"
     }
    ]
   },
   "schema": {
    "enum": [
     1
    ]
   },
   "seats": {
    "type": "array",
    "items": {
     "$ref": "StandingShown"
    },
    "maxItems": 4,
    "minItems": 4
   },
   "table": {
    "type": "string"
   }
  },
  "required": [
   "at_ms",
   "bets",
   "dealer",
   "hand",
   "hands",
   "honba",
   "live_tiles",
   "needed",
   "number",
   "phase",
   "result",
   "schema",
   "seats",
   "table"
  ]
 },
 "HandPlayed": {
  "type": "object",
  "properties": {
   "changes": {
    "type": "array",
    "items": {
     "type": "integer"
    },
    "maxItems": 4,
    "minItems": 4
   },
   "hand": {
    "type": "string",
    "pattern": "^[ESWN][1-4]$"
   },
   "honba": {
    "type": "integer"
   },
   "offenders": {
    "type": "array",
    "items": {
     "title": "seat",
     "type": "integer",
     "minimum": 0,
     "maximum": 3
    }
   },
   "result": {
    "enum": [
     "chombo",
     "exhaustive",
     "four_kans",
     "four_riichi",
     "four_winds",
     "nagashi",
     "nine_terminals",
     "ron",
     "triple_ron",
     "tsumo"
    ]
   },
   "scores": {
    "type": "array",
    "items": {
     "type": "integer"
    },
    "maxItems": 4,
    "minItems": 4
   },
   "tenpai": {
    "type": "array",
    "items": {
     "title": "seat",
     "type": "integer",
     "minimum": 0,
     "maximum": 3
    }
   },
   "wins": {
    "type": "array",
    "items": {
     "$ref": "WonShown"
    },
    "maxItems": 3
   }
  },
  "required": [
   "changes",
   "hand",
   "honba",
   "offenders",
   "result",
   "scores",
   "tenpai",
   "wins"
  ]
 },
 "WonShown": {
  "type": "object",
  "properties": {
   "fu": {
    "type": "integer"
   },
   "han": {
    "type": "integer"
   },
   "points": {
    "type": "integer"
   },
   "seat": {
    "title": "seat",
    "type": "integer",
    "minimum": 0,
    "maximum": 3
   },
   "source": {
    "title": "seat",
    "type": "integer",
    "minimum": 0,
    "maximum": 3
   },
   "yaku": {
    "type": "object",
    "additionalProperties": {
     "type": "integer"
    }
   },
   "yakuman": {
    "type": "array",
    "items": {
     "type": "string"
    }
   }
  },
  "required": [
   "fu",
   "han",
   "points",
   "seat",
   "source",
   "yaku",
   "yakuman"
  ]
 },
 "NeededShown": {
  "type": "object",
  "properties": {
   "from": {
    "title": "seat",
    "type": "integer",
    "minimum": 0,
    "maximum": 3
   },
   "limit": {
    "enum": [
     "",
     "baiman",
     "haneman",
     "mangan",
     "sanbaiman",
     "yakuman"
    ]
   },
   "place": {
    "type": "integer",
    "minimum": 1,
    "maximum": 4
   },
   "points": {
    "type": "integer"
   },
   "seat": {
    "title": "seat",
    "type": "integer",
    "minimum": 0,
    "maximum": 3
   },
   "worth": {
    "type": "array",
    "items": {
     "$ref": "Worth"
    }
   },
   "yakuman": {
    "type": "integer",
    "minimum": 0
   }
  },
  "required": [
   "from",
   "limit",
   "place",
   "points",
   "seat",
   "worth",
   "yakuman"
  ]
 },
 "Worth": {
  "type": "object",
  "properties": {
   "fu": {
    "type": "integer"
   },
   "han": {
    "type": "integer",
    "minimum": 1,
    "maximum": 4
   }
  },
  "required": [
   "fu",
   "han"
  ]
 },
 "StandingShown": {
  "type": "object",
  "properties": {
   "ahead": {
    "anyOf": [
     {
      "type": "integer"
     },
     {
      "type": "null"
     }
    ]
   },
   "name": {
    "type": "string"
   },
   "place": {
    "type": "integer",
    "minimum": 1,
    "maximum": 4
   },
   "riichi": {
    "type": "boolean"
   },
   "score": {
    "type": "integer"
   },
   "seat": {
    "title": "seat",
    "type": "integer",
    "minimum": 0,
    "maximum": 3
   },
   "wind": {
    "enum": [
     "E",
     "N",
     "S",
     "W"
    ]
   }
  },
  "required": [
   "ahead",
   "name",
   "place",
   "riichi",
   "score",
   "seat",
   "wind"
  ]
 },
 "Card": {
  "type": "object",
  "properties": {
   "attendant": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   },
   "clock": {
    "anyOf": [
     {
      "$ref": "ClockBrief"
     },
     {
      "type": "null"
     }
    ]
   },
   "hand": {
    "anyOf": [
     {
      "type": "string"
     },
     {
      "type": "null"
     }
    ]
   },
   "honba": {
    "type": "integer"
   },
   "names": {
    "type": "array",
    "items": {
     "type": "string"
    },
    "maxItems": 4
   },
   "open_findings": {
    "type": "integer",
    "minimum": 0
   },
   "phase": {
    "enum": [
     "closing",
     "dealing",
     "ended",
     "playing",
     "waiting"
    ]
   },
   "points_off": {
    "type": "integer"
   },
   "ruleset": {
    "type": "string"
   },
   "scores": {
    "type": "array",
    "items": {
     "type": "integer"
    },
    "maxItems": 4
   },
   "stopped": {
    "anyOf": [
     {
      "$ref": "StopBrief"
     },
     {
      "type": "null"
     }
    ]
   },
   "waited_ms": {
    "anyOf": [
     {
      "type": "integer"
     },
     {
      "type": "null"
     }
    ]
   }
  },
  "required": [
   "attendant",
   "clock",
   "hand",
   "honba",
   "names",
   "open_findings",
   "phase",
   "points_off",
   "ruleset",
   "scores",
   "stopped",
   "waited_ms"
  ]
 },
 "ClockBrief": {
  "type": "object",
  "properties": {
   "called": {
    "type": "boolean"
   },
   "ends_wall_ms": {
    "anyOf": [
     {
      "type": "integer"
     },
     {
      "type": "null"
     }
    ]
   },
   "left_ms": {
    "anyOf": [
     {
      "type": "integer"
     },
     {
      "type": "null"
     }
    ]
   }
  },
  "required": [
   "called",
   "ends_wall_ms",
   "left_ms"
  ]
 },
 "StopBrief": {
  "type": "object",
  "properties": {
   "reason": {
    "type": "string"
   },
   "seat": {
    "anyOf": [
     {
      "type": "integer"
     },
     {
      "type": "null"
     }
    ]
   },
   "since_wall_ms": {
    "anyOf": [
     {
      "type": "integer"
     },
     {
      "type": "null"
     }
    ]
   }
  },
  "required": [
   "reason",
   "seat",
   "since_wall_ms"
  ]
 },
 "MachineReport": {
  "type": "object",
  "properties": {
   "alerts": {
    "type": "array",
    "items": {
     "type": "string"
    }
   },
   "camera": {
    "$ref": "CameraReport"
   },
   "computer_c": {
    "anyOf": [
     {
      "type": "integer"
     },
     {
      "type": "null"
     }
    ]
   },
   "held": {
    "type": "string"
   },
   "paused": {
    "type": "string"
   },
   "phase": {
    "enum": [
     "closing",
     "collecting",
     "dealing",
     "opening",
     "playing",
     "raising",
     "ready",
     "waiting"
    ]
   },
   "sets": {
    "type": "array",
    "items": {
     "enum": [
      "drum",
      "lifting",
      "shuffling",
      "stacked",
      "table"
     ]
    },
    "maxItems": 2,
    "minItems": 2
   }
  },
  "required": [
   "camera",
   "held",
   "paused",
   "phase",
   "sets"
  ]
 },
 "CameraReport": {
  "type": "object",
  "properties": {
   "calibrated_px": {
    "anyOf": [
     {
      "type": "number"
     },
     {
      "type": "null"
     }
    ]
   },
   "hidden": {
    "type": "object",
    "additionalProperties": {
     "type": "string"
    }
   },
   "moved_mm": {
    "anyOf": [
     {
      "type": "number"
     },
     {
      "type": "null"
     }
    ]
   },
   "residual_px": {
    "anyOf": [
     {
      "type": "number"
     },
     {
      "type": "null"
     }
    ]
   }
  },
  "required": [
   "calibrated_px",
   "hidden",
   "moved_mm",
   "residual_px"
  ]
 },
 "Telemetry": {
  "type": "object",
  "properties": {
   "at_ms": {
    "type": "integer"
   },
   "state": {
    "type": "string"
   },
   "firmware": {
    "type": "string"
   },
   "requests": {
    "type": "integer"
   },
   "retries": {
    "type": "integer"
   },
   "signals": {
    "type": "integer"
   },
   "signals_repeated": {
    "type": "integer"
   },
   "signals_lost": {
    "type": "integer"
   },
   "beats_unanswered": {
    "type": "integer"
   },
   "frames": {
    "type": "integer"
   },
   "bad_crc": {
    "type": "integer"
   },
   "bad_frames": {
    "type": "integer"
   },
   "foreign_frames": {
    "type": "integer"
   },
   "resets": {
    "type": "integer"
   },
   "losses": {
    "type": "integer"
   },
   "round_trip_ms": {
    "type": "number"
   },
   "offset_ms": {
    "type": "integer"
   },
   "drift_ppm": {
    "type": "integer"
   },
   "clock_outliers": {
    "type": "integer"
   }
  },
  "required": [
   "at_ms",
   "state",
   "firmware",
   "requests",
   "retries",
   "signals",
   "signals_repeated",
   "signals_lost",
   "beats_unanswered",
   "frames",
   "bad_crc",
   "bad_frames",
   "foreign_frames",
   "resets",
   "losses",
   "round_trip_ms",
   "offset_ms",
   "drift_ppm",
   "clock_outliers"
  ]
 },
 "StreamShown": {
  "type": "object",
  "properties": {
   "at_ms": {
    "type": "integer"
   },
   "bets": {
    "type": "integer"
   },
   "dealer": {
    "title": "seat",
    "type": "integer",
    "minimum": 0,
    "maximum": 3
   },
   "hand": {
    "type": "string",
    "pattern": "^[ESWN][1-4]$"
   },
   "honba": {
    "type": "integer"
   },
   "indicators": {
    "type": "array",
    "items": {
     "title": "tile",
     "type": "string",
     "pattern": "^(0[mps]|[1-9][mps]|[1-7]z|\\?)$"
    }
   },
   "last": {
    "anyOf": [
     {
      "$ref": "LastPlayed"
     },
     {
      "type": "null"
     }
    ]
   },
   "live_tiles": {
    "type": "integer"
   },
   "needed": {
    "type": "array",
    "items": {
     "$ref": "NeededShown"
    }
   },
   "number": {
    "type": "integer"
   },
   "phase": {
    "enum": [
     "closing",
     "dealing",
     "ended",
     "playing",
     "waiting"
    ]
   },
   "result": {
    "anyOf": [
     {
      "$ref": "HanchanShown"
     },
     {
      "type": "null"
     }
    ]
   },
   "schema": {
    "enum": [
     1
    ]
   },
   "seats": {
    "type": "array",
    "items": {
     "$ref": "StreamSeat"
    },
    "maxItems": 4,
    "minItems": 4
   },
   "table": {
    "type": "string"
   },
   "turn": {
    "title": "seat",
    "type": "integer",
    "minimum": 0,
    "maximum": 3
   },
   "ura": {
    "type": "array",
    "items": {
     "title": "tile",
     "type": "string",
     "pattern": "^(0[mps]|[1-9][mps]|[1-7]z|\\?)$"
    }
   }
  },
  "required": [
   "at_ms",
   "bets",
   "dealer",
   "hand",
   "honba",
   "indicators",
   "last",
   "live_tiles",
   "needed",
   "number",
   "phase",
   "result",
   "schema",
   "seats",
   "table",
   "turn",
   "ura"
  ]
 },
 "LastPlayed": {
  "type": "object",
  "properties": {
   "changes": {
    "type": "array",
    "items": {
     "type": "integer"
    },
    "maxItems": 4,
    "minItems": 4
   },
   "hand": {
    "type": "string",
    "pattern": "^[ESWN][1-4]$"
   },
   "offenders": {
    "type": "array",
    "items": {
     "title": "seat",
     "type": "integer",
     "minimum": 0,
     "maximum": 3
    }
   },
   "result": {
    "enum": [
     "chombo",
     "exhaustive",
     "four_kans",
     "four_riichi",
     "four_winds",
     "nagashi",
     "nine_terminals",
     "ron",
     "triple_ron",
     "tsumo"
    ]
   },
   "scores": {
    "type": "array",
    "items": {
     "type": "integer"
    },
    "maxItems": 4,
    "minItems": 4
   },
   "tenpai": {
    "type": "array",
    "items": {
     "title": "seat",
     "type": "integer",
     "minimum": 0,
     "maximum": 3
    }
   },
   "wins": {
    "type": "array",
    "items": {
     "$ref": "WonShown"
    },
    "maxItems": 3
   }
  },
  "required": [
   "changes",
   "hand",
   "offenders",
   "result",
   "scores",
   "tenpai",
   "wins"
  ]
 },
 "StreamSeat": {
  "type": "object",
  "properties": {
   "ahead": {
    "anyOf": [
     {
      "type": "integer"
     },
     {
      "type": "null"
     }
    ]
   },
   "concealed": {
    "type": "integer",
    "minimum": 0
   },
   "melds": {
    "type": "array",
    "items": {
     "$ref": "MeldShown"
    },
    "maxItems": 4
   },
   "name": {
    "type": "string"
   },
   "opened": {
    "anyOf": [
     {
      "type": "array",
      "items": {
       "title": "tile",
       "type": "string",
       "pattern": "^(0[mps]|[1-9][mps]|[1-7]z|\\?)$"
      }
     },
     {
      "type": "null"
     }
    ]
   },
   "place": {
    "type": "integer",
    "minimum": 1,
    "maximum": 4
   },
   "pond": {
    "type": "array",
    "items": {
     "$ref": "DiscardShown"
    }
   },
   "riichi": {
    "type": "boolean"
   },
   "score": {
    "type": "integer"
   },
   "seat": {
    "title": "seat",
    "type": "integer",
    "minimum": 0,
    "maximum": 3
   },
   "waits": {
    "type": "array",
    "items": {
     "$ref": "WaitShown"
    }
   },
   "wind": {
    "enum": [
     "E",
     "N",
     "S",
     "W"
    ]
   }
  },
  "required": [
   "ahead",
   "concealed",
   "melds",
   "name",
   "opened",
   "place",
   "pond",
   "riichi",
   "score",
   "seat",
   "waits",
   "wind"
  ]
 },
 "DiscardShown": {
  "type": "object",
  "properties": {
   "called_by": {
    "anyOf": [
     {
      "title": "seat",
      "type": "integer",
      "minimum": 0,
      "maximum": 3
     },
     {
      "type": "null"
     }
    ]
   },
   "sideways": {
    "type": "boolean"
   },
   "tile": {
    "title": "tile",
    "type": "string",
    "pattern": "^(0[mps]|[1-9][mps]|[1-7]z|\\?)$"
   },
   "tsumogiri": {
    "anyOf": [
     {
      "type": "boolean"
     },
     {
      "type": "null"
     }
    ]
   }
  },
  "required": [
   "called_by",
   "sideways",
   "tile",
   "tsumogiri"
  ]
 },
 "WaitShown": {
  "type": "object",
  "properties": {
   "left": {
    "type": "integer",
    "minimum": 0,
    "maximum": 4
   },
   "tile": {
    "title": "tile",
    "type": "string",
    "pattern": "^(0[mps]|[1-9][mps]|[1-7]z|\\?)$"
   }
  },
  "required": [
   "left",
   "tile"
  ]
 }
};
