"""Fouls: their names, where the rulebooks have them, and the grade that is proposed to the judge.

Grades rise from ``none`` (recorded only) over ``warning`` and ``dead_hand`` to ``chombo``. They are proposals after
WRC 7.2; the judge decides. WRC = World Riichi Championship Rules 2015, MJ = Riichi MJ Rule Book, SAI = Saikouisen
competition rules 2025.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Foul:
    """A kind of foul: sections of the rulebooks, proposed grade."""

    section: str
    grade: str


FOULS: Final[dict[str, Foul]] = {
    "out_of_turn_draw": Foul("WRC 7.2; SAI 55.1(6), 55.2(2)", "none"),
    "out_of_turn_discard": Foul("WRC 7.2; SAI 55.1(6), 55.2(2)", "none"),
    "early_draw": Foul("WRC 5.4.1; SAI 55.3(6)", "none"),
    "second_draw": Foul("WRC 7.2; SAI 55.3(5)", "dead_hand"),
    "tile_not_in_hand": Foul("WRC 7.2; SAI 55.3(5)", "dead_hand"),
    "kuikae": Foul("WRC 5.4, 7.2; MJ 3.3.2, 3.4.7; SAI 40.6, 55.3(1)", "dead_hand"),
    "riichi_hand_changed": Foul("WRC 6.5.1; MJ 3.3.14; SAI 39.8", "dead_hand"),
    "riichi_open_hand": Foul("WRC 6.5.1, 7.2; MJ 3.3.14; SAI 39.4", "none"),
    "riichi_below_1000": Foul("WRC 6.1; MJ 4.2.1", "none"),
    "riichi_late": Foul("WRC 6.5.1; MJ 3.3.14; SAI 39.4", "none"),
    "riichi_furiten": Foul("WRC 6.5.1", "none"),
    "riichi_not_said": Foul("WRC 7.2; SAI 39.13, 55.4(3)", "none"),
    "riichi_not_turned": Foul("WRC 7.2; SAI 39.13", "none"),
    "turned_without_riichi": Foul("SAI 39.6, 55.5(4)", "none"),
    "bet_not_placed": Foul("WRC 7.2; SAI 39.13", "none"),
    "riichi_out_of_turn": Foul("WRC 7.2; SAI 55.3(2)", "none"),
    "void_call": Foul("WRC 7.2; SAI 55.3(2)", "none"),
    "late_call": Foul("WRC 5.4.1; MJ 3.3.1; SAI 42.2, 55.3(8)", "none"),
    "late_win_call": Foul("WRC 5.4.1; MJ 3.3.1; SAI 45.3", "dead_hand"),
    "call_in_riichi": Foul("WRC 6.5.1; MJ 3.3.14; SAI 39.8", "dead_hand"),
    "call_precedence": Foul("WRC 5.4.1; MJ 3.3.1; SAI 40.3", "none"),
    "call_on_last_tile": Foul("WRC 5.7.1; MJ 3.4.1; SAI 43.6", "none"),
    "discard_before_meld": Foul("WRC 5.4; SAI 55.3(9)", "none"),
    "meld_display": Foul("WRC 5.4; MJ 3.3.2; SAI 44", "none"),
    "invalid_meld": Foul("WRC 7.2; MJ 3.4.7; SAI 55.3(10)", "dead_hand"),
    "kan_after_call": Foul("WRC 5.4.7, 5.4.8; SAI 43.3", "dead_hand"),
    "fifth_kan": Foul("WRC 5.4.9; MJ 3.3.10; SAI 43.5", "dead_hand"),
    "riichi_kan": Foul("WRC 6.5.1, 7.2; MJ 3.3.14; SAI 43.11, 55.1(3)", "chombo"),
    "kan_dora_not_turned": Foul("WRC 5.4.6-8; MJ 3.3.5-7; SAI 43.3", "none"),
    "indicator_without_kan": Foul("WRC 6.4; SAI 24.5", "warning"),
    "tiles_shown": Foul("WRC 7.2; SAI 55.4(1), 55.5(1)", "none"),
    "false_win_call": Foul("WRC 7.2; MJ 3.4.7; SAI 55.1(1)", "dead_hand"),
    "false_win": Foul("WRC 7.2; MJ 3.4.6; SAI 55.1(1)", "chombo"),
    "furiten_win": Foul("WRC 5.7.5, 7.2; MJ 3.4.5; SAI 51, 55.1(1)", "chombo"),
    "noten_riichi": Foul("WRC 7.2; MJ 3.4.6; SAI 55.1(2)", "chombo"),
    "riichi_hand_not_shown": Foul("WRC 5.7.2; MJ 3.4.2; SAI 52.5", "chombo"),
    "false_tenpai": Foul("WRC 5.7.2; SAI 55.4(4), 55.5(5)", "none"),
    "nine_terminals_not_there": Foul("MJ 3.4.3", "none"),
    "hand_not_over": Foul("WRC 5.7; MJ 3.4", "none"),
    "set_incomplete": Foul("WRC 3.3; MJ 1.3", "none"),
}
"""Every rule a ``FoulFound`` may name."""
