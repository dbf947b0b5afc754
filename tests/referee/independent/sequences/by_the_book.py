"""The table: what an act of a player is whose hand has been ruled dead. Acts of a live hand are what they always are.

WRC 7.1: no chow, pung, kong, concealed kong, riichi or win; 7.2 "Calling with a dead hand", declared dead: 20 points,
"the game continues". MJ 3.4.7: no win, kong, pong or chow; 3.4.6: a chombo for "attempting to claim a tile". SAI 54.3:
noten, no calls and no riichi; 55.3(11) names these two, so that a win declared all the same is a go-ron or go-tsumo
(55.1(1)).
"""

from typing import NamedTuple

from referee.rules.ruleset import Ruleset


class Line(NamedTuple):
    """The foul by rulebook, with the sections that make it one; None: no such foul."""

    wrc: str | None
    mj: str | None
    sai: str | None
    sections: str

    def by(self, rules: Ruleset) -> str | None:
        """The foul under these rules; rulesets without a text of their own on fouls follow MJ."""
        return {"WRC": self.wrc, "SAI": self.sai}.get(rules.sources[0], self.mj)


NO_CALL = Line("dead_hand_call", "dead_hand_call", "dead_hand_call", "WRC 7.2; MJ 3.4.6; SAI 55.3(11)")

DEAD: dict[str, Line] = {
    # a win that is shown, right or not; a ron claims a tile, and in SAI the word is the foul
    "false_win": Line(
        "dead_hand_call", "false_win", "false_win_call", "WRC 7.2; MJ 3.4.6; SAI 54.3, 55.1(1)"
    ),
    "false_ron": Line(
        "dead_hand_call", "dead_hand_call", "false_win_call", "WRC 7.2; MJ 3.4.6; SAI 54.3, 55.1(1)"
    ),
    # the word alone
    "false_win_call": Line(
        "dead_hand_call", "dead_hand_call", "false_win_call", "WRC 7.2; MJ 3.4.6; SAI 55.1(1)"
    ),
    "tsumo_call": Line(
        "dead_hand_call", "false_win_call", "false_win_call", "WRC 7.2; MJ 3.4.7; SAI 55.1(1)"
    ),
    # tiles of others
    "void_call": NO_CALL,
    "empty_call": NO_CALL,
    "late_call": NO_CALL,
    "early_chi": NO_CALL,
    "call_in_riichi": NO_CALL,
    "call_on_last_tile": NO_CALL,
    "right_call": NO_CALL,
    "riichi_out_of_turn": Line("dead_hand_call", None, "dead_hand_call", "WRC 7.2; SAI 55.3(11)"),
    # in the own turn: neither claims a tile (MJ), and of riichi MJ 3.4.7 says nothing
    "empty_kan": Line(
        "dead_hand_call", "empty_kan", "dead_hand_call", "WRC 7.2; MJ 3.4.6, 3.4.7; SAI 55.3(11)"
    ),
    "dead_riichi": Line("dead_hand_call", None, "dead_hand_call", "WRC 7.2; SAI 55.3(11)"),
}

LIVE = {"tsumo_call": "false_win_call"}
"""Acts that have another name than the foul they are."""


def rule_for(rules: Ruleset, act: str, *, dead: bool) -> str | None:
    """The foul that an act is: its own name for a live hand, the table's for a dead one."""
    return DEAD[act].by(rules) if dead and act in DEAD else LIVE.get(act, act)
