"""The time in which a discard may be called: WRC 5.4.1, 7.2; MJ 3.3.1; SAI 35, 40-43, 45.3."""

import pytest

from referee.game import observations as seen
from tests.referee.timing.conftest import Timed

WRC, MJ, SAI = "wrc-2015", "riichi-mj", "saikouisen-2025"
FREE = (WRC, MJ)
ALL = (WRC, MJ, SAI)


@pytest.mark.parametrize(("seat", "late", "in_time"), [(2, 3100, 2900), (3, 3100, 2900), (1, 4100, 3900)])
def test_sai_42_2_and_43_15_pon_and_kan_come_the_moment_the_discard_is_complete(
    seat: int, late: int, in_time: int
) -> None:
    """The ruleset allows one second after other players' discards, two after kamicha's."""
    for call in ("pon", "kan"):
        assert Timed(SAI).first_discard().calls(in_time, seat, call).found == []
        assert Timed(SAI).first_discard().calls(late, seat, call).found == [("late_call", seat, 5)]


def test_sai_42_2_a_pon_is_late_only_throughout_the_sharpness() -> None:
    assert Timed(SAI).first_discard().calls(3100, 2, "pon", within=120).found == []


@pytest.mark.parametrize("ruleset", FREE)
def test_wrc_5_4_1_and_mj_3_3_1_pon_is_open_until_the_next_draw(ruleset: str) -> None:
    hand = Timed(ruleset).first_discard().calls(9000, 2, "pon").melds(9900, 2, "pon", "555p")
    assert hand.found == []
    hand = Timed(ruleset).first_discard().draws(9000, 1).calls(9300, 2, "pon")
    assert hand.found == [("late_call", 2, 6)]


@pytest.mark.parametrize("ruleset", FREE)
def test_wrc_5_4_1_a_draw_too_fast_to_call_before_it_goes_back(ruleset: str) -> None:
    hand = Timed(ruleset).first_discard().draws(2150, 1).calls(2390, 2, "pon")
    hand.melds(3200, 2, "pon", "555p")
    assert hand.found == []
    assert hand.table.state.turn == 2
    assert hand.table.state.live == 69


@pytest.mark.parametrize("ruleset", FREE)
@pytest.mark.parametrize("call", ["pon", "kan"])
@pytest.mark.parametrize(("drawn", "called"), [(50, 450), (100, 900), (390, 5000), (430, 450), (430, 900)])
def test_wrc_5_4_1_it_is_the_draw_that_was_too_fast(ruleset: str, call: str, drawn: int, called: int) -> None:
    """MJ 3.3.1: "if a player draws too fast … the call is still valid and the drawn tile must be put back"; 400 ms here."""
    late = drawn > 400
    hand = Timed(ruleset).first_discard().draws(2000 + drawn, 1).calls(2000 + called, 2, call)
    kind, names = ("pon", "555p") if call == "pon" else ("daiminkan", "5555p")
    hand.melds(2900 + called, 2, kind, names)
    assert hand.found == ([("late_call", 2, 6)] if late else [])
    if not late:
        assert hand.table.state.turn == 2
        assert hand.table.state.live == 69
        assert hand.table.state.seats[1].concealed == 13


@pytest.mark.parametrize("ruleset", FREE)
def test_wrc_5_4_1_a_call_after_the_discard_of_who_drew_too_fast(ruleset: str) -> None:
    """It claims that newer tile."""
    hand = Timed(ruleset).first_discard().draws(2050, 1).discards(2600, 1, "1z").calls(2900, 2, "pon")
    hand.melds(3700, 2, "pon", "555p")
    assert [rule for rule, _, _ in hand.found] == ["invalid_meld"]


@pytest.mark.parametrize("ruleset", FREE)
def test_wrc_5_4_1_a_draw_is_slow_only_throughout_the_sharpness(ruleset: str) -> None:
    hand = Timed(ruleset).first_discard().draws(2450, 1, within=60).calls(4000, 2, "pon")
    assert hand.melds(4900, 2, "pon", "555p").found == []


@pytest.mark.parametrize("ruleset", FREE)
def test_wrc_5_4_1_where_no_word_is_heard_the_tiles_are_the_call(ruleset: str) -> None:
    senses = ("curtains", "wall_place", "wall_touch")
    hand = Timed(ruleset, senses=senses).first_discard().draws(2100, 1).melds(3400, 2, "pon", "555p")
    assert hand.found == []
    assert hand.table.state.turn == 2


@pytest.mark.parametrize("ruleset", ALL)
def test_a_late_call_that_is_shown_all_the_same_is_one_foul(ruleset: str) -> None:
    hand = Timed(ruleset).first_discard().draws(4200, 1).calls(5000, 2, "pon")
    hand.melds(5900, 2, "pon", "555p").discards(7500, 2, "1z")
    assert hand.found == [("late_call", 2, 6)]


@pytest.mark.parametrize("ruleset", ALL)
def test_a_late_call_that_comes_to_nothing_leaves_the_turn_where_it_was(ruleset: str) -> None:
    hand = Timed(ruleset).first_discard().draws(4200, 1).calls(5000, 2, "pon").discards(7500, 1, "1z")
    hand.draws(9000, 2)
    assert hand.found == [("late_call", 2, 6)]
    assert hand.table.state.turn == 2


def test_sai_41_2_chi_before_kamichas_hand_is_back() -> None:
    hand = Timed(SAI).first_discard(back=None).calls(2150, 1, "chi")
    assert hand.found == []
    assert hand.hand(2300, 0, across=False).found == [("early_chi", 1, 4)]


def test_sai_41_2_chi_is_early_only_throughout_the_sharpness() -> None:
    hand = Timed(SAI).first_discard(back=None).calls(2290, 1, "chi", within=20)
    assert hand.hand(2300, 0, across=False, within=20).found == []


@pytest.mark.parametrize("ruleset", FREE)
def test_wrc_5_4_1_chi_is_open_from_the_discard_on(ruleset: str) -> None:
    hand = Timed(ruleset).first_discard(back=None).calls(2150, 1, "chi").hand(2300, 0, across=False)
    assert hand.found == []


def test_sai_35_2_a_draw_before_kamichas_hand_is_back() -> None:
    hand = Timed(SAI).first_discard(back=None).draws(2150, 1).hand(2300, 0, across=False)
    assert hand.found == [("early_draw", 1, 4)]
    assert hand.table.state.holding
    assert hand.table.state.turn == 1


def test_sai_35_2_a_draw_after_it_is_proper() -> None:
    assert Timed(SAI).first_discard().draws(2320, 1).found == []


def test_where_no_curtain_is_sensed_nobody_draws_early() -> None:
    hand = (
        Timed(SAI, senses=("call_buttons", "wall_touch")).draws(0, 0).discards(2000, 0, "5p").draws(2001, 1)
    )
    assert hand.found == []


@pytest.mark.parametrize("ruleset", FREE)
def test_wrc_5_4_1_drawing_early_is_no_foul_of_its_own(ruleset: str) -> None:
    hand = Timed(ruleset).first_discard(back=None).draws(2150, 1).hand(2300, 0, across=False)
    assert hand.found == []


def test_sai_35_2_after_a_riichi_the_stick_comes_first() -> None:
    from referee.game import observations as seen

    hand = Timed(SAI).draws(0, 0).calls(1500, 0, "riichi").discards(2000, 0, "5p", sideways=True)
    hand.draws(2600, 1).at(3000, seen.StickLaid, seat=0)
    assert hand.found == [("early_draw", 1, 4)]
    hand = Timed(SAI).draws(0, 0).calls(1500, 0, "riichi").discards(2000, 0, "5p", sideways=True)
    hand.calls(2600, 1, "chi").at(3000, seen.StickLaid, seat=0)
    assert hand.found == [("early_chi", 1, 4)]


@pytest.mark.parametrize(("ruleset", "found"), [(WRC, []), (MJ, []), (SAI, [("early_draw", 1, 6)])])
def test_drawing_though_somebody_called(ruleset: str, found: list[tuple[str, int, int]]) -> None:
    """WRC 5.4.1, MJ 3.3.1: the call stands, the tile goes back; SAI 55.3(6): it is also saki-tsumo."""
    hand = Timed(ruleset).first_discard().calls(2400, 2, "pon").draws(3200, 1)
    assert hand.found == []  # nobody knows yet whether anything was called
    hand.melds(3400, 2, "pon", "555p")
    assert hand.found == found
    assert hand.table.state.turn == 2
    assert hand.table.state.seats[1].concealed == 13


def test_sai_35_4_a_draw_that_had_begun_cannot_be_stopped() -> None:
    """The hand's movement is the beginning (35.3): here it began before the call."""
    hand = Timed(SAI).first_discard().hand(2380, 1, across=True).calls(2400, 2, "pon").draws(2700, 1)
    hand.melds(3400, 2, "pon", "555p")
    assert hand.found == []


@pytest.mark.parametrize(
    ("ruleset", "rule"), [(WRC, "out_of_turn_draw"), (MJ, "out_of_turn_draw"), (SAI, "early_draw")]
)
def test_sai_55_3_6_drawing_before_kamicha_has_discarded(ruleset: str, rule: str) -> None:
    hand = Timed(ruleset).draws(0, 0).draws(900, 1)
    assert hand.found == [(rule, 1, 2)]
    hand.discards(2000, 0, "5p")
    assert hand.table.state.turn == 1


def test_sai_45_3_ron_until_the_wall_is_touched() -> None:
    assert Timed(SAI).first_discard().draws(2900, 1).calls(3200, 2, "ron").found == [("late_win_call", 2, 6)]
    assert Timed(SAI).first_discard().draws(2900, 1).calls(2905, 2, "ron").found == []
    assert Timed(SAI).first_discard().calls(9000, 2, "ron").found == []


def test_sai_45_3_ron_until_the_tiles_of_a_call_are_shown() -> None:
    hand = Timed(SAI).first_discard().calls(2400, 2, "pon").melds(3400, 2, "pon", "555p")
    assert hand.calls(3600, 1, "ron").found == [("late_win_call", 1, 7)]
    hand = Timed(SAI).first_discard().calls(2400, 2, "pon").melds(3400, 2, "pon", "555p")
    assert hand.calls(3405, 1, "ron").found == []
    hand.at(4700, seen.TilesShown, seat=1, tiles=tuple(range(13)))
    assert hand.table.state.seats[2].melds == ()


@pytest.mark.parametrize("ruleset", FREE)
def test_wrc_5_4_1_ron_until_the_next_discard(ruleset: str) -> None:
    """It overrides even a draw or a call whose tiles were shown."""
    hand = Timed(ruleset).first_discard().calls(2400, 2, "pon").melds(3400, 2, "pon", "555p")
    assert hand.calls(6000, 1, "ron").found == []
    hand.at(7300, seen.TilesShown, seat=1, tiles=tuple(range(13)))
    assert hand.table.state.seats[2].melds == ()
    hand = Timed(ruleset).first_discard().draws(3000, 1)
    assert hand.calls(6000, 2, "ron").found == []
    hand = Timed(ruleset).first_discard().draws(3000, 1).discards(5000, 1, "1z").calls(6000, 0, "ron")
    assert hand.found == []  # on the newer discard


def _added_kan() -> Timed:
    hand = Timed(SAI).first_discard().calls(2500, 2, "pon").melds(3400, 2, "pon", "555p")
    hand.at(4000, seen.TileTaken, seat=2).discards(5000, 2, "1z").draws(6000, 3).discards(
        7500, 3, "2z"
    ).draws(8500, 0).discards(9500, 0, "3z")
    hand.draws(10500, 1).discards(11500, 1, "4z").draws(12500, 2).calls(13000, 2, "kan")
    return hand.at(14000, seen.MeldShown, seat=2, kind="kakan", tiles=(13, 13, 13, 13), added=13)


@pytest.mark.parametrize(
    ("turned", "ron", "late"), [(15500, 15600, True), (14300, 14500, False), (14300, 15600, True)]
)
def test_sai_43_4_an_added_tile_is_robbed_until_the_indicator(turned: int, ron: int, late: bool) -> None:
    """WRC 5.4.7: it is turned after a reasonable time; turning it at once shuts nobody out."""
    hand = _added_kan().at(turned, seen.IndicatorSeen, tile=30).calls(ron, 3, "ron")
    assert [rule for rule, _, _ in hand.found] == (["late_win_call"] if late else [])
