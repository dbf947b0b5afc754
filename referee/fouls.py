"""Fouls: what they are, where the rulebooks have them, and the grade a ruleset proposes to the judge.

WRC = World Riichi Championship Rules 2015, MJ = Riichi MJ Rule Book, SAI = Saikouisen competition rules 2025.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Grade: TypeAlias = Literal["none", "guidance", "warning", "continue", "dead_hand", "end", "chombo"]
"""Grades, rising: recorded only; shidou; chuui; sho-chonbo "continue", dead hand, sho-chonbo "end"; chombo (WRC 7.1, SAI 54)."""


@dataclass(frozen=True, slots=True)
class Fouls:
    """The grade proposed for each foul. The judge may give another, or none."""

    out_of_turn_draw: Grade
    """Drawing in another's turn. WRC 7.2; SAI 55.1(6)."""
    out_of_turn_discard: Grade
    """Discarding in another's turn. WRC 7.2; SAI 55.1(6)."""
    early_draw: Grade
    """Drawing although a call was made. WRC 5.4.1; SAI 55.3(6)."""
    second_draw: Grade
    """Drawing with a full hand. WRC 7.2; MJ 3.4.7; SAI 55.3(5)."""
    tile_not_in_hand: Grade
    """Playing a tile that was not in the hand. WRC 7.2; MJ 3.4.7; SAI 55.3(5)."""
    kuikae: Grade
    """Discarding what was called with. WRC 5.4, 7.2; MJ 3.3.2, 3.4.7; SAI 40.6, 55.3(1)."""
    riichi_hand_changed: Grade
    """In riichi, discarding another tile than the drawn one. WRC 6.5.1; MJ 3.3.14; SAI 39.8."""
    riichi_open_hand: Grade
    """Riichi with an open hand. WRC 7.2; MJ 3.4.7."""
    riichi_below_1000: Grade
    """Riichi without the points where they are needed. WRC 6.1; MJ 4.2.1."""
    riichi_late: Grade
    """Riichi with too few tiles left. WRC 6.5.1; MJ 3.3.14; SAI 39.4, 39.5."""
    riichi_furiten: Grade
    """Riichi in furiten where it is not allowed. WRC 6.5.1; MJ 3.3.14; SAI 39.4."""
    riichi_not_said: Grade
    """Turning the riichi tile without the word. WRC 7.2; MJ 3.4.7; SAI 55.4(3)."""
    riichi_not_turned: Grade
    """The word without turning the tile. WRC 7.2; MJ 3.4.7; SAI 55.4(3)."""
    turned_without_riichi: Grade
    """A sideways tile that is no riichi tile. WRC 7.2; SAI 55.5(4)."""
    bet_not_placed: Grade
    """No stick after a riichi. WRC 7.2; SAI 39.13."""
    riichi_out_of_turn: Grade
    """Riichi in another's turn. WRC 7.2; SAI 55.3(3)."""
    void_call: Grade
    """A call for which nothing can be called. WRC 7.2; SAI 55.3(2)."""
    late_call: Grade
    """A call after the next draw. WRC 5.4.1; MJ 3.3.1; SAI 42.2, 55.3(8)."""
    late_win_call: Grade
    """A win called after its time. WRC 5.4.1, 7.2; MJ 3.3.1; SAI 45.3, 55.1(1)."""
    call_in_riichi: Grade
    """A call in riichi. WRC 6.5.1; MJ 3.3.14; SAI 39.8."""
    call_precedence: Grade
    """Taking a tile for which another call goes first. WRC 5.4.1; MJ 3.3.1; SAI 40.3."""
    call_on_last_tile: Grade
    """A call or kan when no tile is left. WRC 5.7.1; MJ 3.4.1; SAI 43.6."""
    dead_hand_call: Grade
    """A call with a dead hand. WRC 7.2; MJ 3.4.6; SAI 55.3(11)."""
    discard_before_meld: Grade
    """Discarding before the tiles of a call are shown. WRC 5.4; SAI 55.3(9)."""
    meld_display: Grade
    """A claimed tile that points to the wrong player. WRC 5.4; MJ 3.3.2; SAI 44."""
    invalid_meld: Grade
    """Tiles that are no meld. WRC 7.2; MJ 3.4.7; SAI 55.3(10)."""
    kan_after_call: Grade
    """A kan in a turn that began with a call. WRC 5.4.7, 5.4.8, 7.2; SAI 43.3."""
    fifth_kan: Grade
    """A fifth kan. WRC 5.4.9; MJ 3.3.10; SAI 43.5."""
    riichi_kan: Grade
    """A kan that riichi does not allow. WRC 6.5.1, 7.2; MJ 3.3.14, 3.4.6; SAI 43.11, 55.1(3)."""
    kan_dora_not_turned: Grade
    """An indicator that is not turned in time. WRC 5.4.6-8; MJ 3.3.5-7; SAI 43.3."""
    indicator_without_kan: Grade
    """An indicator turned without a kan. WRC 7.2; SAI 55.5(1)."""
    tiles_shown: Grade
    """A hand opened during play. WRC 7.2; SAI 55.4(1), 55.5(1)."""
    false_win_call: Grade
    """A win called where there is none. WRC 7.2; MJ 3.4.7; SAI 55.1(1)."""
    false_win: Grade
    """A hand shown as a win that is none. WRC 7.2; MJ 3.4.6; SAI 55.1(1)."""
    furiten_win: Grade
    """A ron in furiten. WRC 5.7.5, 7.2; MJ 3.4.5, 3.4.6; SAI 51, 55.1(1)."""
    noten_riichi: Grade
    """A hand in riichi that is not tenpai. WRC 7.2; MJ 3.4.6; SAI 55.1(2)."""
    riichi_hand_not_shown: Grade
    """A hand in riichi that stays closed at the draw. WRC 5.7.2; MJ 3.4.2; SAI 52.5, 55.1(2)."""
    false_tenpai: Grade
    """A hand shown as tenpai that is not. WRC 5.7.2; SAI 55.4(4)."""
    nine_terminals_not_there: Grade
    """Nine terminals where the hand cannot be aborted. MJ 3.4.3."""
    hand_not_over: Grade
    """Closing a hand that is not over. WRC 5.7; MJ 3.4; SAI 28."""


SECTIONS: Final[dict[str, str]] = {
    "out_of_turn_draw": "WRC 7.2; SAI 55.1(6)",
    "out_of_turn_discard": "WRC 7.2; SAI 55.1(6)",
    "early_draw": "WRC 5.4.1; SAI 55.3(6)",
    "second_draw": "WRC 7.2; MJ 3.4.7; SAI 55.3(5)",
    "tile_not_in_hand": "WRC 7.2; MJ 3.4.7; SAI 55.3(5)",
    "kuikae": "WRC 5.4, 7.2; MJ 3.3.2, 3.4.7; SAI 40.6, 55.3(1)",
    "riichi_hand_changed": "WRC 6.5.1; MJ 3.3.14; SAI 39.8",
    "riichi_open_hand": "WRC 7.2; MJ 3.4.7",
    "riichi_below_1000": "WRC 6.1; MJ 4.2.1",
    "riichi_late": "WRC 6.5.1; MJ 3.3.14; SAI 39.4, 39.5",
    "riichi_furiten": "WRC 6.5.1; MJ 3.3.14; SAI 39.4",
    "riichi_not_said": "WRC 7.2; MJ 3.4.7; SAI 55.4(3)",
    "riichi_not_turned": "WRC 7.2; MJ 3.4.7; SAI 55.4(3)",
    "turned_without_riichi": "WRC 7.2; SAI 55.5(4)",
    "bet_not_placed": "WRC 7.2; SAI 39.13",
    "riichi_out_of_turn": "WRC 7.2; SAI 55.3(3)",
    "void_call": "WRC 7.2; SAI 55.3(2)",
    "late_call": "WRC 5.4.1; MJ 3.3.1; SAI 42.2, 55.3(8)",
    "late_win_call": "WRC 5.4.1, 7.2; MJ 3.3.1; SAI 45.3, 55.1(1)",
    "call_in_riichi": "WRC 6.5.1; MJ 3.3.14; SAI 39.8",
    "call_precedence": "WRC 5.4.1; MJ 3.3.1; SAI 40.3",
    "call_on_last_tile": "WRC 5.7.1; MJ 3.4.1; SAI 43.6",
    "dead_hand_call": "WRC 7.2; MJ 3.4.6; SAI 55.3(11)",
    "discard_before_meld": "WRC 5.4; SAI 55.3(9)",
    "meld_display": "WRC 5.4; MJ 3.3.2; SAI 44",
    "invalid_meld": "WRC 7.2; MJ 3.4.7; SAI 55.3(10)",
    "kan_after_call": "WRC 5.4.7, 5.4.8, 7.2; SAI 43.3",
    "fifth_kan": "WRC 5.4.9; MJ 3.3.10; SAI 43.5",
    "riichi_kan": "WRC 6.5.1, 7.2; MJ 3.3.14, 3.4.6; SAI 43.11, 55.1(3)",
    "kan_dora_not_turned": "WRC 5.4.6-8; MJ 3.3.5-7; SAI 43.3",
    "indicator_without_kan": "WRC 7.2; SAI 55.5(1)",
    "tiles_shown": "WRC 7.2; SAI 55.4(1), 55.5(1)",
    "false_win_call": "WRC 7.2; MJ 3.4.7; SAI 55.1(1)",
    "false_win": "WRC 7.2; MJ 3.4.6; SAI 55.1(1)",
    "furiten_win": "WRC 5.7.5, 7.2; MJ 3.4.5, 3.4.6; SAI 51, 55.1(1)",
    "noten_riichi": "WRC 7.2; MJ 3.4.6; SAI 55.1(2)",
    "riichi_hand_not_shown": "WRC 5.7.2; MJ 3.4.2; SAI 52.5, 55.1(2)",
    "false_tenpai": "WRC 5.7.2; SAI 55.4(4)",
    "nine_terminals_not_there": "MJ 3.4.3",
    "hand_not_over": "WRC 5.7; MJ 3.4; SAI 28",
}
"""Where the rulebooks have each foul."""
