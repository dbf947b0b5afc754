"""Helpers that the tests of orders share."""

from typing import Any

from msgspec.structs import replace

from hall.judge.tables.hall import Table
from referee.encoding.public import public_state
from referee.game.events import FoulFound
from referee.game.observations import HanchanBegun
from referee.judging.decide import advance
from tests.table_controller.seen_table import RULES

NAMES = ("Ada", "Béla", "Chihiro", "Bob")


def known_table() -> Table:
    """East 2, where seat 1 is East; a finding that proposes a dead hand and one that proposes chombo."""
    _, state = advance(None, HanchanBegun(ruleset=RULES.to_mapping(), names=NAMES))
    assert state is not None
    findings = (
        FoulFound("kuikae", "MJ 3.3.2", 1, "dead_hand", "discards 5p", ("frame:7",)),
        FoulFound("false_win", "WRC 7.2", 2, "chombo", "wins without a yaku", ("frame:9",)),
    )
    state = replace(state, round=1, phase="playing", findings=findings)
    known = Table("7", state=public_state(state, 12, 0, "7"))
    known.alerts["judge"] = {"text": "the judge is called"}
    known.events.append({"number": 41, "text": "East (Béla) discards 5s"})
    return known


SAID: list[tuple[str, dict[str, Any]]] = [
    ("accept 0", {"finding": 0}),
    ("accept 1 --seat north --force --resume", {"finding": 1, "seat": 0, "force": True, "resume": True}),
    ("change-grade 0 dead-hand", {"finding": 0, "grade": "dead_hand"}),
    ("change-grade 0 dead_hand --because it was seen", {"finding": 0, "grade": "dead_hand", "text": "it was seen"}),
    ("change-grade 0 warning --replace", {"finding": 0, "grade": "warning", "replace": True}),
    ("dismiss 1", {"finding": 1}),
    ("dismiss --seat W", {"seat": 3}),
    ("foul tiles-shown South --tiles 3", {"rule": "tiles_shown", "seat": 2, "tiles": 3}),
    ("foul kuikae Ada --ruling dead-hand", {"rule": "kuikae", "seat": 0, "ruling": "dead_hand"}),
    ("foul late Ada --minutes 4", {"rule": "late", "seat": 0, "minutes": 4}),
    ("guide chi", {"seat": 2}),
    ("warn 3", {"seat": 3}),
    ("warn --finding 1", {"finding": 1}),
    ("dead-hand East --finding 0", {"seat": 1, "finding": 0}),
    ("chombo bob", {"seat": 3}),
    ("disqualify béla", {"seat": 1}),
    ("rule none --finding 0", {"ruling": "none", "finding": 0}),
    ("rule void", {"ruling": "void"}),
    ("redeal", {}),
    ("void_hand", {}),
    ("stop", {}),
    ("resume", {}),
    ("resume --seen-to", {"seen_to": True}),
    ("take-call", {}),
    ("hand-over", {}),
    ("hand-over --to bert", {"to": "bert"}),
    ("replace-player n Zoë B.", {"seat": 0, "name": "Zoë B."}),
    ("appeal s --finding 1 --outcome upheld", {"seat": 2, "finding": 1, "outcome": "upheld"}),
    ("call-jury 1 anna bert", {"finding": 1, "jurors": ["anna", "bert"]}),
    ("vote stands", {"ruling": "stands"}),
    ("vote continue --points 5 --because seen", {"ruling": "continue", "points": 5, "text": "seen"}),
    ("excuse-juror anna --because a relative", {"who": "anna", "text": "a relative"}),
    ("close-jury", {}),
    ("appeal s", {"seat": 2}),
    ("correct 41 6s", {"entry": 41, "tile": "6s"}),
    ("correct 41 --set seat=2 sideways=true call=pon --agreed",
     {"entry": 41, "set": {"seat": 2, "sideways": True, "call": "pon"}, "agreed": True}),
    ("undo", {}),
    ("undo 41 --agreed", {"entry": 41, "agreed": True}),
    ("insert discard South 5p --after 41 --sideways --agreed",
     {"observation": {"type": "TileDiscarded", "seat": 2, "tile": "5p", "sideways": True}, "after": 41, "agreed": True}),
    ("insert draw 3", {"observation": {"type": "TileDrawn", "seat": 3, "tile": "?"}}),
    ("insert call bob pon", {"observation": {"type": "CallHeard", "seat": 3, "call": "pon"}}),
    ("insert meld bob pon 5p 5p 0p --claimed 0p --source East",
     {"observation": {"type": "MeldShown", "seat": 3, "kind": "pon", "tiles": ["5p", "5p", "0p"], "claimed": "0p",
                      "source_seat": 1}}),
    ("insert meld bob kakan 5p 5p 5p 0p --claimed 0p",
     {"observation": {"type": "MeldShown", "seat": 3, "kind": "kakan", "tiles": ["5p", "5p", "5p", "0p"], "added": "0p"}}),
    ("insert stick East", {"observation": {"type": "StickLaid", "seat": 1}}),
    ("insert indicator 3s", {"observation": {"type": "IndicatorSeen", "tile": "3s"}}),
    ("insert noten East", {"observation": {"type": "TenpaiDeclared", "seat": 1, "tenpai": False}}),
    ("begin-hanchan", {}),
    ("begin-hanchan --ruleset wrc-2015 --names A B C D --first-dealer 0 --force",
     {"ruleset": "wrc-2015", "names": ["A", "B", "C", "D"], "first_dealer": 0, "force": True}),
    ("begin-hanchan --chairs 1 2 3 0 --senses curtains sticks", {"chairs": [1, 2, 3, 0], "senses": ["curtains", "sticks"]}),
    ('begin-hanchan --overrides {"flow.start_points":40000} --draw {"east_chair":0}',
     {"overrides": {"flow.start_points": 40000}, "draw": {"east_chair": 0}}),
    ("close-hand", {}),
    ("close-hand --force", {"force": True}),
    ("close-hanchan --because the hall closes", {"text": "the hall closes"}),
    ("enter-hand ron --win East from South 3 han 40 fu --riichi W",
     {"result": "ron", "wins": [{"seat": 1, "from": 2, "han": 3, "fu": 40}], "riichi": [3]}),
    ("enter-hand tsumo --win Ada tsumo 2 yakuman", {"result": "tsumo", "wins": [{"seat": 0, "from": 0, "yakuman": 2}]}),
    ("enter-hand tsumo --win Ada tsumo 1 yakuman liable South",
     {"result": "tsumo", "wins": [{"seat": 0, "from": 0, "yakuman": 1, "liable": 2}]}),
    ("enter-hand ron --win Ada from East 1 yakuman liable nobody",
     {"result": "ron", "wins": [{"seat": 0, "from": 1, "yakuman": 1, "liable": "nobody"}]}),
    ("begin-hand", {}),
    ("begin-hand 3 4", {"dice": [3, 4]}),
    ("enter-hand exhaustive --tenpai East 3 --changes -1500 1500 -1500 1500",
     {"result": "exhaustive", "tenpai": [1, 3], "changes": [-1500, 1500, -1500, 1500]}),
    ("enter-hand nine-terminals", {"result": "nine_terminals"}),
    ("adjust-points East=-1000 Ada=+1000 --because sticks fell",
     {"changes": [1000, -1000, 0, 0], "text": "sticks fell"}),
    ("adjust-points East=-1000 --bets 1", {"changes": [0, -1000, 0, 0], "bets": 1}),
    ("adjust-points East=-1000 --unbalanced", {"changes": [0, -1000, 0, 0], "balanced": False}),
    ("start-signal", {}),
    ("start-signal --seconds-ago 5", {"seconds_ago": 5}),
    ("sign-sheet", {}),
    ("sign-sheet --hanchan 41 --because checked", {"hanchan": 41, "text": "checked"}),
    ("gong", {}),
    ("pause-clock", {"on": True}),
    ("pause-clock off", {"on": False}),
    ("extend-clock 5", {"minutes": 5}),
    ("extend-clock -5", {"minutes": -5}),
    ("grant-hand off", {"on": False}),
    ("acknowledge S", {"seat": 2}),
    ("paid", {}),
    ("pause", {"on": True}),
    ("pause off", {"on": False}),
    ("resolve judge", {"id": "judge"}),
    ("reset-faults", {}),
    ("update", {}),
    ("call-judge", {}),
]  # fmt: skip


WRONG = [
    ("explode", "'explode' is not an order; type help"),
    ("acceptx 0", "'acceptx' is not an order; did you mean accept?"),
    ("accept", "accept: also needed: FINDING"),
    ("accept two", "finding must be a whole number"),
    ("accept -1", "finding must be a whole number"),
    ("accept 2", "there is no finding 2 at table 7; there are 0 to 1"),
    ("accept 0 --loud", "not known here: --loud"),
    ("warn", "whose is it?"),
    ("warn Zoë", "'Zoë' is nobody at table 7: North (Ada), East (Béla), South (Chihiro), West (Bob)"),
    ("warn b", "'b' fits several players at table 7"),
    ("warn 4", "nobody"),
    ("change-grade 0 death", "GRADE: 'death' is not one of none, guidance"),
    ("change-grade 0 dismissed", "'dismissed' is not one of"),
    ("foul jaywalking East", "'jaywalking' is not one of"),
    ("rule warning", "whose is it?"),
    ("appeal East --outcome maybe", "--outcome: 'maybe' is not one of open, upheld, rejected"),
    ("correct 41", "what should it have been?"),
    ("correct 41 8z", "'8z' is not a tile"),
    ("correct 41 --set seat", "'seat' is not FIELD=VALUE"),
    ("insert jump East", "'jump' is not one of"),
    ("insert discard East", "insert discard SEAT TILE"),
    ("insert discard East 8z", "'8z' is not a tile"),
    ("insert call East kita", "'kita' is not one of chi, pon"),
    ("insert meld East pung 1z 1z 1z", "'pung' is not one of chi, pon"),
    ("insert indicator", "insert indicator TILE"),
    ("begin-hanchan --ruleset house", "'house' is not one of"),
    ("begin-hanchan --names A B", "--names: give 4 words"),
    ("begin-hanchan --draw [1]", "draw must be a mapping with tiles"),
    ("enter-hand ron --win East from", "'from' is not understood"),
    ("enter-hand ron --win East from South", "how many han?"),
    ("enter-hand ron --win East 1 yakuman liable", "'liable' is not understood"),
    ("enter-hand ron --win East 3 dora", "'3' is not understood"),
    ("begin-hand 3", "give both dice"),
    ("begin-hand 3 7", "give both dice"),
    ("enter-hand jackpot", "'jackpot' is not one of"),
    ("adjust-points East", "'East' is not SEAT=POINTS"),
    ("adjust-points East=lots", "'East=lots' is not SEAT=POINTS"),
    ("extend-clock soon", "minutes must be -1,440 to 1,440, a whole number"),
    ("pause perhaps", "'perhaps' is not one of on, off"),
    ("machine jump", "'jump' is not one of set, dice, stop, retry, open_lid"),
    ("stop --dry-run=3", "--dry-run takes no word: '3'"),
    ("acknowledge East --because", "--because: give at least one word"),
    ("change-grade 0 warning --seat", "--seat: give one word"),
    ("resolve lid", "has no alert 'lid'; there are: judge"),
]
