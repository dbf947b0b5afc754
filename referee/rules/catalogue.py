"""The catalogue of fouls: each foul is a field. Its type has the entry, its value is the grade a ruleset proposes.

To add a foul, add a field here, a line in ``[fouls]`` of each complete ruleset, and its name in ``[words.rule]`` of each
language (``config/texts``). WRC = World Riichi Championship Rules 2015, MJ = Riichi MJ Rule Book, SAI = Saikouisen
competition rules 2025.
"""

from typing import Annotated, Literal, NamedTuple, TypeAlias

from referee.rules.penalties import Grade, Penalties, Steps

Known: TypeAlias = Literal["detected", "opened", "judge"]
"""The way a foul becomes known: found by the table in play, found when the hand is opened, or entered by the judge."""


class FoulEntry(NamedTuple):
    """The catalogue's entry on a foul: how it becomes known, its sections by rulebook."""

    known: Known
    sections: str


def _detected(sections: str) -> FoulEntry:
    return FoulEntry("detected", sections)


def _opened(sections: str) -> FoulEntry:
    return FoulEntry("opened", sections)


def _by_judge(sections: str) -> FoulEntry:
    return FoulEntry("judge", sections)


class Fouls(Penalties, frozen=True, kw_only=True):
    """The grade proposed for each foul, and what the grades cost."""

    # turns
    out_of_turn_draw: Annotated[Grade, _detected("WRC 7.2; SAI 55.1(6), 55.2(2)")]
    out_of_turn_discard: Annotated[Grade, _detected("WRC 7.2; SAI 55.1(6), 55.2(2)")]
    early_draw: Annotated[Grade, _detected("SAI 35.2, 55.3(6)")]
    early_chi: Annotated[Grade, _detected("SAI 41.2, 55.3(7)")]
    wrong_tile_drawn: Annotated[Grade, _detected("WRC 7.2; SAI 55.3(4)")]
    second_draw: Annotated[Grade, _detected("WRC 7.2; MJ 3.4.7; SAI 55.3(5)")]
    tile_not_in_hand: Annotated[Grade, _detected("WRC 7.2; MJ 3.4.7; SAI 55.3(5)")]
    fifth_copy: Annotated[Grade, _detected("WRC 3; MJ 1.3; SAI 2")]
    tile_count: Annotated[Grade, _opened("WRC 7.2; MJ 3.4.7; SAI 55.3(5)")]
    deal_count: Annotated[Grade, _by_judge("WRC 7.2; MJ 3.4.7; SAI 55.2(1)")]
    drawn_tile_in_hand: Annotated[Grade, _by_judge("WRC 5.6; MJ 3.3.12; SAI 37.2")]
    tsumo_tile_in_hand: Annotated[Grade, _detected("WRC 5.6; MJ 3.3.12; SAI 45.5, 55.1(1)")]
    line_crossed: Annotated[Grade, _detected("SAI 32")]
    wall_touched: Annotated[Grade, _by_judge("SAI 30")]
    slow_play: Annotated[Grade, _detected("WRC 5.4.1, 7.2; MJ 3.3.1")]
    play_while_stopped: Annotated[Grade, _detected("SAI 53.3, 53.4")]
    # discards
    kuikae: Annotated[Grade, _detected("WRC 5.4, 7.2; MJ 3.3.2, 3.4.7; SAI 40.6, 55.3(1)")]
    turned_without_riichi: Annotated[Grade, _detected("WRC 7.2; SAI 55.5(4)")]
    discards_hidden: Annotated[Grade, _by_judge("WRC 5.3; MJ 3.3; SAI 36.3, 38.4")]
    # riichi
    riichi_hand_changed: Annotated[Grade, _detected("WRC 6.5.1; MJ 3.3.14; SAI 39.8")]
    riichi_open_hand: Annotated[Grade, _detected("WRC 7.2; MJ 3.4.7; SAI 39.3")]
    riichi_below_1000: Annotated[Grade, _detected("WRC 6.1; MJ 4.2.1")]
    riichi_late: Annotated[Grade, _detected("WRC 6.5.1; MJ 3.3.14; SAI 39.5")]
    riichi_furiten: Annotated[Grade, _opened("WRC 6.5.1; MJ 3.3.14; SAI 39.4")]
    riichi_not_said: Annotated[Grade, _detected("WRC 7.2; MJ 3.4.7; SAI 39.13, 55.4(3)")]
    riichi_not_turned: Annotated[Grade, _detected("WRC 7.2; MJ 3.4.7; SAI 39.13, 55.4(3)")]
    bet_not_placed: Annotated[Grade, _detected("WRC 7.2; MJ 3.3.14; SAI 39.13")]
    bet_without_riichi: Annotated[Grade, _detected("WRC 6.5.1; MJ 3.3.14; SAI 39.13")]
    riichi_order: Annotated[Grade, _detected("WRC 6.5.1; MJ 3.3.14; SAI 39.13")]
    riichi_retracted: Annotated[Grade, _detected("WRC 7.2; MJ 3.4.7; SAI 39.2, 55.3(3)")]
    riichi_out_of_turn: Annotated[Grade, _detected("WRC 7.2; SAI 55.3(3)")]
    noten_riichi: Annotated[Grade, _opened("WRC 7.2; MJ 3.4.6; SAI 55.1(2)")]
    riichi_hand_not_shown: Annotated[
        Grade, _detected("WRC 5.7.2, 7.2; MJ 3.4.2, 3.4.6; SAI 39.10, 52.5, 55.1(2)")
    ]
    # calls
    void_call: Annotated[Grade, _detected("WRC 7.2; SAI 55.3(2)")]
    empty_call: Annotated[Grade, _detected("WRC 7.2; MJ 3.4.7; SAI 55.3(2)")]
    empty_kan: Annotated[Grade, _detected("WRC 7.2; MJ 3.4.7; SAI 55.3(2)")]
    late_call: Annotated[Grade, _detected("WRC 5.4.1; MJ 3.3.1; SAI 42.2, 43.15, 55.3(8)")]
    call_in_riichi: Annotated[Grade, _detected("WRC 6.5.1, 7.2; MJ 3.3.14; SAI 39.8, 55.3(2)")]
    call_precedence: Annotated[Grade, _detected("WRC 5.4.1; MJ 3.3.1; SAI 40.3")]
    call_on_last_tile: Annotated[Grade, _detected("WRC 5.7.1; MJ 3.4.1; SAI 40.5, 43.6, 55.3(2)")]
    call_changed: Annotated[Grade, _detected("WRC 7.2; MJ 3.3.1; SAI 41.3")]
    win_call_changed: Annotated[Grade, _detected("WRC 7.2; MJ 3.3.1; SAI 55.1(1)")]
    call_not_said: Annotated[Grade, _detected("WRC 5.4, 7.2; MJ 3.3.3; SAI 55.4(3)")]
    call_wording: Annotated[Grade, _by_judge("WRC 7.2; MJ 3.3.3; SAI 55.4(3)")]
    discard_before_meld: Annotated[Grade, _detected("WRC 5.4; MJ 3.3.3; SAI 55.3(9)")]
    claimed_tile_not_taken: Annotated[Grade, _detected("WRC 5.4, 7.2; MJ 3.3.8; SAI 41.2, 42.2")]
    meld_display: Annotated[Grade, _detected("WRC 5.4.10; MJ 3.3.8; SAI 44.2, 55.5(4)")]
    kan_display: Annotated[Grade, _detected("WRC 5.4.8, 5.4.10; MJ 3.3.7, 3.3.8; SAI 44.3, 44.4")]
    invalid_meld: Annotated[Grade, _detected("WRC 7.2; MJ 3.4.7; SAI 55.3(10)")]
    meld_corrected: Annotated[Grade, _detected("WRC 7.2; MJ 3.4.7; SAI 25, 41.3")]
    dead_hand_call: Annotated[Grade, _detected("WRC 7.2; MJ 3.4.6; SAI 55.3(11)")]
    dead_hand_call_early: Annotated[Grade, _by_judge("WRC 7.2")]
    # kans
    kan_after_call: Annotated[
        Grade, _detected("WRC 5.4.7, 5.4.8, 7.2; MJ 3.3.6, 3.3.7; SAI 43.10, 43.13, 55.3(2)")
    ]
    fifth_kan: Annotated[Grade, _detected("WRC 5.4.9, 7.2; MJ 3.3.10; SAI 43.5, 55.3(2)")]
    riichi_kan: Annotated[Grade, _opened("WRC 6.5.1, 7.2; MJ 3.3.14, 3.4.6; SAI 43.11, 55.1(3)")]
    kan_dora_not_turned: Annotated[
        Grade, _detected("WRC 5.4.6, 5.4.7, 5.4.8; MJ 3.3.5, 3.3.6, 3.3.7; SAI 24.6, 43.3")
    ]
    indicator_without_kan: Annotated[Grade, _detected("WRC 7.2; SAI 25, 55.5(2), 55.6(1)")]
    rinshan_not_set_down: Annotated[Grade, _by_judge("WRC 4.7; SAI 24.1")]
    # tiles shown
    tiles_shown: Annotated[
        Steps, _detected("WRC 7.2; MJ 3.4.6; SAI 25, 55.1(5), 55.2(3), 55.4(1), 55.5(1), 55.5(2), 55.6(1)")
    ]
    tiles_destroyed: Annotated[Grade, _detected("WRC 7.2; MJ 3.4.6; SAI 55.1(7)")]
    unfair_to_go_on: Annotated[Grade, _by_judge("WRC 7.2; MJ 3.4.6; SAI 55.1(8)")]
    deal_spoilt: Annotated[Grade, _by_judge("WRC 7.2; SAI 55.2(3)")]
    # wins
    false_win_call: Annotated[Grade, _detected("WRC 7.2; MJ 3.4.7; SAI 55.1(1)")]
    late_win_call: Annotated[Grade, _detected("WRC 5.4.1, 7.2; MJ 3.3.1, 3.4.7; SAI 45.3, 55.1(1)")]
    false_win: Annotated[Grade, _opened("WRC 7.2; MJ 3.4.6; SAI 55.1(1)")]
    furiten_win: Annotated[Grade, _opened("WRC 5.7.5, 7.2; MJ 3.4.5, 3.4.6; SAI 51.2, 55.1(1)")]
    win_procedure: Annotated[Grade, _by_judge("WRC 8.3; MJ 4.1; SAI 45.7, 45.13")]
    # draws and the end of the hand
    false_tenpai: Annotated[Grade, _opened("WRC 5.7.2; MJ 3.4.2; SAI 55.4(4), 55.5(5)")]
    announce_order: Annotated[Grade, _detected("WRC 5.7.2; MJ 3.4.2; SAI 52.2, 55.4(2)")]
    announcement_changed: Annotated[Grade, _detected("WRC 5.7.2; MJ 3.4.2")]
    nine_terminals_not_there: Annotated[Grade, _detected("MJ 3.4.3")]
    hand_not_over: Annotated[Grade, _detected("WRC 5.7; MJ 3.4; SAI 28.3")]
    # people
    passing_information: Annotated[Grade, _by_judge("WRC 7.2; MJ 3.4.7; SAI 33.2, 53.5")]
    cheating: Annotated[Grade, _by_judge("WRC 7.2; SAI 53.2")]
    obstruction: Annotated[Grade, _by_judge("WRC 7.2; MJ 3.3.1; SAI 55.1(8)")]
    fault_of_another: Annotated[Grade, _by_judge("WRC 7.2")]
    repeated_guidance: Annotated[Grade, _by_judge("WRC 7.1; SAI 55.5(6)")]
    phone: Annotated[Grade, _by_judge("WRC 7.2")]
    device: Annotated[Grade, _by_judge("WRC 7.2")]
    leaving: Annotated[Grade, _by_judge("WRC 7.2; SAI 29.3, 55.5(3)")]
    late: Annotated[Grade, _by_judge("WRC 7.2")]
    absent: Annotated[Grade, _by_judge("WRC 7.2")]
    dice_out_of_time: Annotated[Grade, _detected("WRC 8.2")]
    minor_irregularity: Annotated[Grade, _by_judge("WRC 7.1; MJ 3.4.8; SAI 55.6(2)")]
