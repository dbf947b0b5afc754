"""Draws, places in the wall, riichi steps, tiles shown, pace: WRC 5.6, 6.5.1, 7.2; SAI 30-39, 53, 55."""

import pytest

from referee.game import observations as seen
from referee.game.wall import RINSHAN
from tests.referee.timing.conftest import Timed

WRC, MJ, SAI = "wrc-2015", "riichi-mj", "saikouisen-2025"
ALL = (WRC, MJ, SAI)


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("place", [54, 60, 122, 134])
def test_sai_55_3_4_a_wrong_tile_of_the_wall_that_is_put_back(ruleset: str, place: int) -> None:
    """WRC 7.2: it is placed back where it came from; the right tile after it is no second draw."""
    hand = Timed(ruleset).first_discard().draws(3000, 1, place=place).draws(4000, 1).discards(6000, 1, "1z")
    hand.draws(7000, 2).discards(9000, 2, "2z").draws(9900, 3)
    assert hand.found == [("wrong_tile_drawn", 1, 5)]


def test_a_wrong_tile_that_is_kept_is_one_foul() -> None:
    hand = Timed(SAI).first_discard().draws(3000, 1, place=54).discards(6000, 1, "1z")
    hand.draws(7000, 2).discards(9000, 2, "2z").draws(9900, 3)
    assert hand.found == [("wrong_tile_drawn", 1, 5)]


@pytest.mark.parametrize("ruleset", ALL)
def test_sai_55_3_5_the_same_tile_reported_again_is_no_second_draw(ruleset: str) -> None:
    """WRC 7.2, MJ 3.4.7: a second draw takes another tile, also at a table that sees only some places in the wall."""
    hand = Timed(ruleset, senses=("call_buttons", "wall_touch")).first_discard().draws(3000, 1, place=53)
    hand.draws(3400, 1, place=53).discards(6000, 1, "1z").draws(6500, 1, place=53).draws(9000, 2, place=54)
    assert hand.found == []
    assert hand.draws(9400, 2, place=55).found == [("second_draw", 2, 10)]


def _ankan(hand: Timed) -> Timed:
    return (
        hand.draws(0, 0)
        .calls(900, 0, "kan")
        .at(1500, seen.MeldShown, seat=0, kind="ankan", tiles=(9, 9, 9, 9))
        .at(3000, seen.IndicatorSeen, tile=30)
    )


@pytest.mark.parametrize("ruleset", ALL)
def test_sai_12_3_replacement_tiles_come_in_their_order(ruleset: str) -> None:
    assert _ankan(Timed(ruleset)).draws(4000, 0, place=RINSHAN[0]).found == []
    for wrong in (RINSHAN[1], RINSHAN[2], 53):
        assert _ankan(Timed(ruleset)).draws(4000, 0, place=wrong).found == [("wrong_tile_drawn", 0, 5)]


def test_after_a_replacement_tile_the_live_wall_goes_on() -> None:
    hand = _ankan(Timed(SAI)).draws(4000, 0, place=RINSHAN[0]).discards(6000, 0, "1z")
    assert hand.draws(7000, 1).found == []


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_7_2_drawing_twice(ruleset: str) -> None:
    hand = Timed(ruleset).first_discard().draws(3000, 1).draws(4000, 1)
    assert hand.found == [("second_draw", 1, 6)]


def test_the_same_draw_reported_twice_is_one() -> None:
    hand = Timed(SAI).first_discard().draws(3000, 1, place=53).draws(3010, 1, place=53)
    assert hand.found == []


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_7_2_not_drawing(ruleset: str) -> None:
    """SAI 55.3(5): a tile too few."""
    assert Timed(ruleset).first_discard().discards(4000, 1, "1z").found == [("tile_count", 1, 5)]


def test_where_places_are_not_sensed_a_draw_may_have_gone_unseen() -> None:
    hand = Timed(WRC, senses=("wall_touch",)).draws(0, 0).discards(2000, 0, "5p").discards(4000, 1, "1z")
    assert hand.found == []


@pytest.mark.parametrize(
    ("ruleset", "grades"), [(WRC, ["none", "none"]), (MJ, ["none", "none"]), (SAI, ["end", "chombo"])]
)
def test_sai_55_1_6_and_55_2_2_out_of_turn(ruleset: str, grades: list[str]) -> None:
    """Before the dealer's first discard and after it."""
    hand = Timed(ruleset).draws(0, 0).draws(900, 2, place=53).discards(2000, 0, "5p").draws(4000, 3, place=53)
    assert hand.found == [("out_of_turn_draw", 2, 2), ("out_of_turn_draw", 3, 4)]
    assert [found.grade for found in hand.table.state.findings] == grades


@pytest.mark.parametrize(
    ("count", "before", "after"),
    [
        (1, "guidance", "warning"),
        (2, "guidance", "warning"),
        (3, "warning", "continue"),
        (4, "warning", "continue"),
        (5, "end", "chombo"),
        (13, "end", "chombo"),
    ],
)
def test_sai_55_tiles_shown_by_their_number(count: int, before: str, after: str) -> None:
    """SAI 55.1(5), 55.2(3), 55.4(1), 55.5(1)-(2), 55.6(1)."""
    hand = Timed(SAI).draws(0, 0).at(500, seen.TilesExposed, seat=3, count=count).discards(2000, 0, "5p")
    hand.at(2500, seen.TilesExposed, seat=2, count=count)
    assert hand.found == [("tiles_shown", 3, 2), ("tiles_shown", 2, 4)]
    assert [found.grade for found in hand.table.state.findings] == [before, after]


@pytest.mark.parametrize("ruleset", [WRC, MJ])
def test_wrc_7_2_few_tiles_shown_are_put_back(ruleset: str) -> None:
    hand = Timed(ruleset).first_discard().at(2500, seen.TilesExposed, seat=2, count=2)
    assert [found.grade for found in hand.table.state.findings] == ["none"]


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("what", ["wall", "dead_wall", "hand", "meld", "pond"])
def test_sai_55_1_7_tiles_destroyed(ruleset: str, what: str) -> None:
    hand = Timed(ruleset).first_discard().at(2500, seen.WallBroken, seat=2, what=what)
    assert hand.found == [("tiles_destroyed", 2, 5)]
    assert hand.table.state.findings[0].grade == "chombo"


def _riichi(hand: Timed, *, sideways: bool = True) -> Timed:
    return hand.draws(0, 0).calls(1500, 0, "riichi").discards(2000, 0, "5p", sideways=sideways)


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_7_2_a_stick_that_does_not_come(ruleset: str) -> None:
    hand = _riichi(Timed(ruleset)).draws(11000, 1)
    assert hand.found == []
    hand.discards(12500, 1, "1z")
    assert hand.found == [("bet_not_placed", 0, 2)]
    hand.draws(13000, 2).discards(14000, 2, "2z").draws(15000, 3).discards(16000, 3, "3z").draws(17000, 0)
    assert hand.found == [("bet_not_placed", 0, 2)]


@pytest.mark.parametrize("ruleset", ALL)
def test_a_riichi_in_order(ruleset: str) -> None:
    hand = _riichi(Timed(ruleset)).at(3000, seen.StickLaid, seat=0).draws(3500, 1).discards(20000, 1, "1z")
    assert hand.found == []


@pytest.mark.parametrize(("ruleset", "found"), [(WRC, []), (MJ, []), (SAI, [("riichi_order", 0, 3)])])
def test_sai_39_13_the_stick_before_the_discard(ruleset: str, found: list[tuple[str, int, int]]) -> None:
    hand = Timed(ruleset).draws(0, 0).calls(1500, 0, "riichi").at(1700, seen.StickLaid, seat=0)
    assert hand.discards(2000, 0, "5p", sideways=True).found == found


@pytest.mark.parametrize(("ruleset", "found"), [(WRC, []), (MJ, []), (SAI, [("riichi_order", 0, 3)])])
def test_sai_39_13_the_word_after_the_discard(ruleset: str, found: list[tuple[str, int, int]]) -> None:
    hand = Timed(ruleset).draws(0, 0).discards(2000, 0, "5p", sideways=True).calls(2600, 0, "riichi")
    assert hand.at(3000, seen.StickLaid, seat=0).draws(6000, 1).found == found


@pytest.mark.parametrize(("ruleset", "grade"), [(WRC, "none"), (MJ, "dead_hand"), (SAI, "continue")])
def test_wrc_7_2_riichi_not_said(ruleset: str, grade: str) -> None:
    """MJ 3.4.7: a dead hand; SAI 55.4(3)."""
    hand = Timed(ruleset).draws(0, 0).discards(2000, 0, "5p", sideways=True).at(3000, seen.StickLaid, seat=0)
    assert hand.found == []
    assert hand.draws(6000, 1).found == [("riichi_not_said", 0, 2)]
    assert hand.table.state.findings[0].grade == grade


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_7_2_riichi_not_turned(ruleset: str) -> None:
    assert _riichi(Timed(ruleset), sideways=False).found == [("riichi_not_turned", 0, 3)]


@pytest.mark.parametrize("ruleset", ALL)
def test_sai_39_6_the_tile_after_a_called_riichi_tile_is_turned(ruleset: str) -> None:
    """WRC 6.5.1, MJ 3.3.14."""
    for sideways, found in ((True, []), (False, [("riichi_not_turned", 0, 11)])):
        hand = _riichi(Timed(ruleset)).at(2600, seen.StickLaid, seat=0).calls(2800, 3, "pon")
        hand.melds(3600, 3, "pon", "555p").at(4000, seen.TileTaken, seat=3).discards(5000, 3, "1z")
        hand.hand(5600, 3, across=False).draws(6500, 0)
        assert hand.discards(8000, 0, "2z", sideways=sideways, tsumogiri=True).found == found


def test_sai_39_2_and_55_3_3_riichi_taken_back() -> None:
    hand = Timed(SAI).draws(0, 0).calls(1500, 0, "riichi").at(1900, seen.RiichiRetracted, seat=0)
    assert hand.found == [("riichi_retracted", 0, 3)]
    assert hand.discards(3000, 0, "5p", sideways=False).found == [("riichi_retracted", 0, 3)]
    assert not hand.table.state.seats[0].riichi


def test_sai_39_2_after_the_discard_it_cannot_be_taken_back() -> None:
    hand = _riichi(Timed(SAI)).at(2500, seen.RiichiRetracted, seat=0)
    assert hand.table.state.seats[0].riichi


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_5_4_1_an_overlong_turn_is_put_before_the_judge(ruleset: str) -> None:
    assert Timed(ruleset).draws(0, 0).discards(59_000, 0, "1z").found == []
    hand = Timed(ruleset).draws(0, 0).discards(61_000, 0, "1z")
    assert hand.found == [("slow_play", 0, 2)]
    assert hand.table.state.findings[0].grade == "judge"


@pytest.mark.parametrize(("ruleset", "found"), [(WRC, []), (MJ, []), (SAI, [("line_crossed", 2, 2)])])
def test_sai_32_nobody_reaches_over_the_line_but_to_draw(
    ruleset: str, found: list[tuple[str, int, int]]
) -> None:
    hand = Timed(ruleset).draws(0, 0).hand(900, 2, across=True).hand(1500, 2, across=False)
    assert hand.found == found


def test_sai_32_who_reaches_to_do_something_else_wrong_commits_that_foul_only() -> None:
    hand = (
        Timed(SAI).draws(0, 0).hand(900, 2, across=True).draws(1200, 2, place=53).hand(1500, 2, across=False)
    )
    assert hand.found == [("out_of_turn_draw", 2, 3)]


@pytest.mark.parametrize(("ruleset", "found"), [(WRC, []), (MJ, []), (SAI, [("play_while_stopped", 0, 3)])])
def test_sai_53_4_all_stop_when_one_calls_the_judge(ruleset: str, found: list[tuple[str, int, int]]) -> None:
    hand = Timed(ruleset).draws(0, 0).at(900, seen.JudgeCalled, seat=2).discards(3000, 0, "1z").draws(5000, 1)
    assert hand.found == found
    hand.at(6000, seen.RulingGiven, ruling="none", judge="anna").discards(8000, 1, "2z")
    assert hand.found == found


def test_sai_53_4_an_act_already_on_its_way_is_none() -> None:
    hand = Timed(SAI).draws(0, 0).at(1950, seen.JudgeCalled, seat=2).discards(2000, 0, "1z")
    assert hand.found == []


@pytest.mark.parametrize(("ruleset", "found"), [(WRC, [("dice_out_of_time", 0, 2)]), (SAI, [])])
def test_wrc_8_2_dice_after_the_gong(ruleset: str, found: list[tuple[str, int, int]]) -> None:
    """The hand is not played; where there is no time limit there is no gong."""
    hand = Timed(ruleset)
    hand.table.sees(seen.RulingGiven(ruling="void", judge="anna"))
    hand.at(9000, seen.GongHeard)
    hand.at(12000, seen.HandDealt, dice=(2, 2), hands=((37,) * 13,) * 4)
    assert hand.found == found
    assert hand.table.state.phase == ("ended" if found else "dealing")
