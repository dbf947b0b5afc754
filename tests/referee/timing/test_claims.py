"""The call that goes first, the calls that may be changed, and the consequences: WRC 5.4, 7.2; MJ 3.3; SAI 40-43, 55.3."""

from collections.abc import Callable

import pytest

from referee.game import observations as seen
from referee.tiles import UNKNOWN, parse_tiles
from tests.referee.timing.conftest import Timed

WRC, MJ, SAI = "wrc-2015", "riichi-mj", "saikouisen-2025"
ALL = (WRC, MJ, SAI)


@pytest.mark.parametrize(
    ("ruleset", "apart", "found"),
    [
        (WRC, 150, [("call_precedence", 1, 7)]),
        (WRC, 600, [("call_precedence", 2, 8)]),
        (MJ, 600, [("call_precedence", 1, 7)]),
    ],
)
def test_wrc_5_4_1_the_first_call_or_pon_over_chi(
    ruleset: str, apart: int, found: list[tuple[str, int, int]]
) -> None:
    """Chi is called first and takes the tile: right if it certainly came first (WRC), never right by MJ 3.3.1."""
    hand = Timed(ruleset).first_discard().calls(2500, 1, "chi").calls(2500 + apart, 2, "pon")
    assert hand.melds(4000, 1, "chi", "456p").melds(4500, 2, "pon", "555p").found == found


def test_wrc_5_4_1_a_pon_called_certainly_after_a_chi_yields() -> None:
    hand = Timed(WRC).first_discard().calls(2500, 1, "chi").calls(3200, 2, "pon")
    assert hand.melds(4000, 2, "pon", "555p").found == [("call_precedence", 2, 7)]


def test_mj_3_3_1_a_pon_takes_the_tile_from_a_chi() -> None:
    hand = Timed(MJ).first_discard().calls(2500, 1, "chi").calls(3200, 2, "pon")
    hand.melds(4000, 2, "pon", "555p").discards(6000, 2, "1z")
    assert hand.found == []
    assert hand.table.state.turn == 3


def test_sai_40_3_a_proper_chi_goes_before_an_illegal_pon() -> None:
    hand = Timed(SAI).first_discard().calls(2500, 1, "chi").calls(3300, 3, "pon")
    hand.melds(4000, 1, "chi", "456p").discards(6000, 1, "1z")
    assert hand.found == [("late_call", 3, 6)]
    assert hand.table.state.turn == 2


@pytest.mark.parametrize("ruleset", ALL)
def test_a_win_goes_before_a_call(ruleset: str) -> None:
    """WRC 5.4.1, MJ 3.3.1, SAI 45.3: a provisional meld is taken back."""
    hand = Timed(ruleset).first_discard().calls(2500, 1, "chi").calls(2520, 3, "ron")
    hand.at(4000, seen.TilesShown, seat=3, tiles=tuple(range(13)))
    assert [(win.seat, win.source) for win in hand.table.state.wins] == [(3, 0)]
    assert hand.found == []


def test_wrc_7_2_chii_no_i_mean_pon() -> None:
    hand = Timed(WRC).first_discard().calls(2500, 1, "chi").calls(3500, 1, "pon")
    hand.melds(4500, 1, "pon", "555p").discards(6000, 1, "1z")
    assert hand.found == []
    assert hand.table.state.seats[1].melds[0].kind == "pon"


def test_wrc_7_2_saying_ron_taking_time_then_saying_pon() -> None:
    hand = Timed(WRC).first_discard().calls(2500, 1, "ron").calls(6000, 1, "pon")
    assert hand.found == [("win_call_changed", 1, 6)]
    assert hand.draws(8000, 1).discards(9000, 1, "1z").found == [("win_call_changed", 1, 6)]


def test_wrc_7_2_a_call_changed_after_a_while() -> None:
    assert Timed(WRC).first_discard().calls(2500, 1, "chi").calls(6000, 1, "pon").found == [
        ("call_changed", 1, 6)
    ]


def test_mj_3_3_1_only_a_claimed_win_cannot_be_changed() -> None:
    assert Timed(MJ).first_discard().calls(2500, 1, "chi").calls(6000, 1, "pon").found == []
    assert Timed(MJ).first_discard().calls(2500, 1, "ron").calls(3000, 1, "pon").found == [
        ("win_call_changed", 1, 6)
    ]


def test_wrc_2022_the_first_word_counts() -> None:
    """A call cannot be changed any more: the chi stands, however soon the pon follows."""
    hand = Timed("wrc-2025").first_discard().calls(2500, 1, "chi").calls(2600, 1, "pon")
    assert [(claim.call, claim.void) for claim in hand.table.state.claims] == [("chi", False), ("pon", True)]
    hand.melds(4500, 1, "chi", "456p").discards(6000, 1, "1z").draws(8000, 2)
    assert {rule for rule, _, _ in hand.found} == {"call_changed"}
    assert hand.table.state.seats[1].melds[0].kind == "chi"
    assert not hand.table.state.seats[1].dead


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("call", ["pon", "kan"])
def test_wrc_7_2_and_sai_55_3_2_an_empty_call(ruleset: str, call: str) -> None:
    hand = Timed(ruleset).first_discard().calls(2500, 2, call).draws(5000, 1)
    assert hand.found == []
    hand.discards(7000, 1, "1z").draws(9000, 2).discards(9900, 2, "2z")
    assert hand.found == [("empty_call", 2, 5)]


@pytest.mark.parametrize("ruleset", ALL)
def test_an_empty_chi_shows_when_the_caller_draws(ruleset: str) -> None:
    hand = Timed(ruleset).first_discard().calls(2500, 1, "chi").draws(5000, 1)
    assert hand.found == [("empty_call", 1, 5)]


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_7_2_an_empty_kan_after_a_draw_that_was_put_off(ruleset: str) -> None:
    """Before the draw, the call would have been for the discard."""
    hand = Timed(ruleset).first_discard().calls(2500, 2, "pon").draws(2900, 1).calls(5000, 1, "kan")
    hand.discards(8000, 1, "1z")
    assert sorted(hand.found) == [("empty_call", 2, 5), ("empty_kan", 1, 7)]
    before = Timed(ruleset).first_discard().calls(2500, 2, "pon").calls(2600, 1, "kan").draws(2900, 1)
    before.discards(8000, 1, "1z")
    assert ("empty_kan", 1, 6) not in before.found


@pytest.mark.parametrize("ruleset", [WRC, SAI])
def test_wrc_7_2_an_empty_kan_and_tsumo_in_the_own_turn(ruleset: str) -> None:
    hand = Timed(ruleset).draws(0, 0).calls(900, 0, "kan").discards(3000, 0, "1z")
    assert hand.found == [("empty_kan", 0, 2)]
    hand = Timed(ruleset).draws(0, 0).calls(900, 0, "tsumo").discards(3000, 0, "1z")
    assert hand.found == [("false_win_call", 0, 2)]


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_7_2_an_empty_ron(ruleset: str) -> None:
    """SAI 55.1(1), MJ 3.4.7: the hand counts as not shown once its player plays on."""
    hand = Timed(ruleset).first_discard().calls(2500, 2, "ron").draws(5000, 1).discards(7000, 1, "1z")
    hand.draws(8000, 2)
    assert hand.found == []
    hand.discards(9000, 2, "2z")
    assert hand.found == [("false_win_call", 2, 5)]


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("call", ["pon", "kan", "ron"])
def test_wrc_7_2_an_empty_call_before_a_riichi(ruleset: str, call: str) -> None:
    """SAI 55.3(2): the player in turn draws anyway and says riichi; only his discard proves the call empty. A call for
    a win is proven empty only by its own player, or by time."""
    hand = Timed(ruleset).first_discard().calls(2500, 2, call).draws(6000, 1).calls(8000, 1, "riichi")
    assert hand.found == []
    hand.discards(9000, 1, "1z", sideways=True).at(15_000, seen.ClockAdvanced)
    assert hand.found == [("empty_call" if call != "ron" else "false_win_call", 2, 5)]


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_5_4_1_tiles_shown_after_a_riichi_was_said(ruleset: str) -> None:
    """The call is not empty: the drawn tile goes back."""
    hand = Timed(ruleset).first_discard().calls(2500, 2, "pon").draws(2600, 1).calls(3000, 1, "riichi")
    hand.melds(3400, 2, "pon", "555p")
    assert hand.table.state.turn == 2
    assert "empty_call" not in [rule for rule, _, _ in hand.found]


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_7_2_an_empty_call_before_a_tsumo(ruleset: str) -> None:
    hand = Timed(ruleset).first_discard().calls(2500, 2, "pon").draws(6000, 1).calls(8000, 1, "tsumo")
    tiles = parse_tiles("123m123p123s11z23p")
    hand.at(9000, seen.TilesShown, seat=1, tiles=tiles, winning=parse_tiles("4p")[0])
    assert hand.found == []
    hand.at(15_000, seen.HandClosed)
    assert hand.found == [("empty_call", 2, 5)]


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_7_2_an_empty_call_before_a_concealed_kan(ruleset: str) -> None:
    hand = Timed(ruleset).first_discard().calls(2500, 2, "pon").draws(6000, 1).calls(8000, 1, "kan")
    tiles = parse_tiles("1111m")
    hidden = (tiles[0], UNKNOWN, UNKNOWN, tiles[3])
    hand.at(9000, seen.MeldShown, seat=1, kind="ankan", tiles=hidden)
    assert hand.found == [("empty_call", 2, 5)]


def _pon(hand: Timed) -> Timed:
    return hand.first_discard().calls(2500, 2, "pon").melds(3400, 2, "pon", "555p")


@pytest.mark.parametrize("ruleset", [WRC, MJ])
def test_wrc_5_4_10_a_claimed_tile_not_taken_before_two_more_discards(ruleset: str) -> None:
    """WRC 5.4, MJ 3.3.8."""
    hand = _pon(Timed(ruleset)).discards(5000, 2, "1z").draws(6000, 3).discards(7000, 3, "2z")
    hand.draws(8000, 0)
    assert hand.found == []
    hand.discards(9000, 0, "3z").draws(10000, 1)
    assert hand.found == [("claimed_tile_not_taken", 2, 6)]


@pytest.mark.parametrize(("taken", "found"), [(4500, False), (5005, False), (5200, True), (None, True)])
def test_sai_41_2_the_claimed_tile_is_taken_before_the_discard(taken: int | None, found: bool) -> None:
    """42.2: the judge decides (55.6(2)); two acts that may be simultaneous prove nothing."""
    hand = _pon(Timed(SAI))
    acts: list[tuple[int, Callable[[], object]]] = [(5000, lambda: hand.discards(5000, 2, "1z"))]
    if taken is not None:
        acts.append((taken, lambda: hand.at(taken, seen.TileTaken, seat=2)))
    for _, act in sorted(acts, key=lambda each: each[0]):
        act()
    hand.draws(6000, 3).discards(7000, 3, "2z")
    assert [rule for rule, _, _ in hand.found] == (["claimed_tile_not_taken"] if found else [])
    assert all(each.grade == "judge" for each in hand.table.state.findings)


@pytest.mark.parametrize(
    ("ruleset", "shown", "found"), [(WRC, 12400, False), (WRC, 12600, True), (SAI, 12600, True)]
)
def test_wrc_5_4_10_the_tiles_of_a_call_are_shown_soon(ruleset: str, shown: int, found: bool) -> None:
    """The judge decides when it takes too long (5.4.1), as with a turn."""
    hand = Timed(ruleset).first_discard().calls(2500, 2, "pon").melds(shown, 2, "pon", "555p")
    assert [rule for rule, _, _ in hand.found] == (["slow_play"] if found else [])


def test_a_discard_is_complete_when_the_hand_is_withdrawn_where_that_counts() -> None:
    """SAI 36.4: when it touches the mat. Where the withdrawal counts, the window for a pon opens with it."""
    for complete, late in (("mat_touched", True), ("hand_withdrawn", False)):
        hand = Timed(SAI, timing__discard_complete=complete).first_discard(back=3500)
        hand.calls(4200, 2, "pon")
        assert [rule for rule, _, _ in hand.found] == (["late_call"] if late else [])


@pytest.mark.parametrize("ruleset", [WRC, MJ])
def test_wrc_5_4_10_a_tile_taken_after_the_own_discard(ruleset: str) -> None:
    hand = _pon(Timed(ruleset)).discards(5000, 2, "1z").draws(6000, 3).discards(7000, 3, "2z")
    hand.at(7500, seen.TileTaken, seat=2).draws(8000, 0).discards(9000, 0, "3z").draws(10000, 1)
    assert hand.found == []


def test_a_tile_not_taken_is_found_only_throughout_the_sharpness() -> None:
    hand = _pon(Timed(WRC)).discards(5000, 2, "1z").draws(6000, 3).discards(7000, 3, "2z").draws(8000, 0)
    hand.discards(9000, 0, "3z", within=90).at(9050, seen.TileTaken, within=90, seat=2).draws(10000, 1)
    assert hand.found == []


def test_where_taking_is_not_sensed_nothing_is_found() -> None:
    hand = _pon(Timed(WRC, senses=("call_buttons", "wall_place")))
    hand.discards(5000, 2, "1z").draws(6000, 3).discards(7000, 3, "2z").draws(8000, 0).discards(9000, 0, "3z")
    assert hand.draws(10000, 1).found == []


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("seat", [1, 2])
def test_sai_55_3_9_a_discard_before_the_tiles_are_shown(ruleset: str, seat: int) -> None:
    """WRC 5.4: only pointed out. The same holds for the player whose turn it is anyway."""
    kind, names = ("chi", "456p") if seat == 1 else ("pon", "555p")
    hand = Timed(ruleset).first_discard().calls(2500, seat, kind).discards(3300, seat, "1z")
    assert hand.found == []
    hand.melds(4000, seat, kind, names)
    assert hand.found == [("discard_before_meld", seat, 6)]
    assert hand.draws(6000, (seat + 1) % 4).found == [("discard_before_meld", seat, 6)]


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("senses", [("call_buttons",), ("call_buttons", "sticks", "wall_touch")])
@pytest.mark.parametrize(("kind", "names"), [("chi", "456p"), ("pon", "555p")])
def test_sai_55_3_9_who_is_next_in_turn_and_discards_before_the_tiles_has_not_drawn(
    ruleset: str, senses: tuple[str, ...], kind: str, names: str
) -> None:
    """WRC 5.4, MJ 3.3.3: it is only pointed out; the call is carried out."""
    hand = Timed(ruleset, senses=senses).first_discard().calls(2500, 1, kind).discards(3300, 1, "1z")
    hand.melds(4000, 1, kind, names).draws(6000, 2)
    assert hand.found == [("discard_before_meld", 1, 6)]
    assert [len(each.melds) for each in hand.table.state.seats] == [0, 1, 0, 0]
    assert hand.table.state.live == 68


@pytest.mark.parametrize(("pause", "live"), [(9000, 69), (11_000, 68)])
def test_who_discards_long_after_a_call_at_a_wall_that_is_not_watched_may_have_drawn(
    pause: int, live: int
) -> None:
    hand = Timed(WRC, senses=("call_buttons",)).first_discard().calls(2500, 1, "pon")
    assert hand.discards(2500 + pause, 1, "1z").table.state.live == live
    assert hand.found == []


def test_a_tile_drawn_although_another_called_is_discarded_from_a_full_hand() -> None:
    """The postponed tile was drawn, so the player gave up his own call."""
    hand = Timed(MJ).first_discard().calls(2500, 1, "chi").calls(2700, 2, "pon").draws(3300, 1)
    hand.discards(4500, 1, "1z")
    assert "discard_before_meld" not in {rule for rule, _, _ in hand.found}
    assert hand.table.state.live == 68


def test_a_discard_that_may_have_been_after_the_tiles() -> None:
    hand = Timed(SAI).first_discard().calls(2500, 2, "pon").discards(3300, 2, "1z", within=200)
    assert hand.melds(3350, 2, "pon", "555p").found == []


@pytest.mark.parametrize(
    ("ruleset", "rule"), [(WRC, "meld_corrected"), (MJ, "meld_corrected"), (SAI, "tiles_shown")]
)
def test_sai_41_3_wrong_tiles_put_right_before_the_discard(ruleset: str, rule: str) -> None:
    """SAI 25, 41.3: tiles shown; WRC 7.2, MJ 3.4.7: not penalised."""
    hand = Timed(ruleset).first_discard().calls(2500, 1, "chi").melds(3400, 1, "chi", "457p")
    assert hand.found == []
    hand.melds(4400, 1, "chi", "456p").discards(6000, 1, "1z")
    assert hand.found == [(rule, 1, 6)]
    assert len(hand.table.state.seats[1].melds) == 1


@pytest.mark.parametrize(
    ("ruleset", "rule"), [(WRC, "meld_corrected"), (MJ, "meld_corrected"), (SAI, "tiles_shown")]
)
def test_wrong_tiles_put_right_into_a_chi_that_lies_there_already(ruleset: str, rule: str) -> None:
    hand = Timed(ruleset).first_discard().calls(2500, 1, "chi").melds(3400, 1, "chi", "456p")
    hand.at(3600, seen.TileTaken, seat=1).discards(6000, 1, "1z")
    hand.draws(8000, 2).discards(9000, 2, "1z").draws(10_000, 3).discards(11_000, 3, "1z")
    hand.draws(12_000, 0).hand(13_800, 0, across=True).discards(14_000, 0, "5p").hand(14_300, 0, across=False)
    hand.calls(14_500, 1, "chi").melds(15_400, 1, "chi", "457p").melds(16_400, 1, "chi", "456p")
    word = hand.number - 1
    hand.at(16_600, seen.TileTaken, seat=1).discards(18_000, 1, "2z")
    assert hand.found == [(rule, 1, word)]
    assert [meld.tiles for meld in hand.table.state.seats[1].melds] == [parse_tiles("456p")] * 2


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize(("name", "reread", "melds"), [("5p", False, 2), ("5p", True, 1), ("6p", False, 2)])
def test_wrc_5_4_2_a_second_chow_of_the_same_tiles_where_no_call_is_sensed(
    ruleset: str, name: str, reread: bool, melds: int
) -> None:
    """WRC 5.4.2, MJ 3.3.3, SAI 41: each claimed discard makes a meld of its own; a meld that is merely read again is
    not a new one."""
    hand = Timed(ruleset, senses=()).first_discard().melds(3400, 1, "chi", "456p").discards(6000, 1, "1z")
    for seat, ms in ((2, 8000), (3, 10_000), (0, 12_000)):
        hand.draws(ms, seat).discards(ms + 1000, seat, name if seat == 0 else "2z")
    hand.at(
        14_000,
        seen.MeldShown,
        seat=1,
        kind="chi",
        tiles=parse_tiles("456p"),
        claimed=parse_tiles(name)[0],
        source_seat=0,
        reread=reread,
    )
    assert [len(each.melds) for each in hand.table.state.seats] == [0, melds, 0, 0]
    hand.discards(16_000, 1, "3z").draws(18_000, 2)
    assert hand.found == []
    assert hand.table.state.turn == 2


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("kind", ["pon", "daiminkan"])
def test_wrc_5_4_1_a_pon_laid_after_a_chi_where_no_call_is_sensed(ruleset: str, kind: str) -> None:
    """WRC 5.4.1, MJ 3.3.1, SAI 40.3: perhaps it was called before; a player who lays the meld of the call with
    precedence has done nothing wrong."""
    hand = Timed(ruleset, senses=()).first_discard().melds(3400, 1, "chi", "456p")
    hand.melds(4600, 2, kind, "555p" if kind == "pon" else "5555p")
    assert hand.found == []
    assert [[meld.kind for meld in each.melds] for each in hand.table.state.seats] == [[], [], [kind], []]
    assert hand.table.state.turn == 2


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_5_4_a_pon_laid_after_a_draw_where_no_call_is_sensed(ruleset: str) -> None:
    """WRC 5.4, MJ 3.3.1, SAI 42: perhaps it was called in time, while the next player drew; then the draw goes back."""
    hand = Timed(ruleset, senses=()).first_discard().draws(4000, 1)
    hand.melds(5600, 2, "pon", "555p").discards(7000, 2, "1z").draws(9000, 3)
    assert hand.found == []
    assert [len(each.melds) for each in hand.table.state.seats] == [0, 0, 1, 0]
    assert hand.table.state.turn == 3


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_7_2_a_pon_laid_after_the_next_discard_where_no_call_is_sensed(ruleset: str) -> None:
    """WRC 7.2, MJ 3.4.7, SAI 55.3(10): there is no tile left for it to claim."""
    hand = Timed(ruleset, senses=()).first_discard().draws(4000, 1).discards(5000, 1, "1z")
    assert [found[:2] for found in hand.melds(6600, 2, "pon", "555p").found] == [("invalid_meld", 2)]


@pytest.mark.parametrize("ruleset", ALL)
def test_tiles_that_were_read_wrongly_were_not_changed(ruleset: str) -> None:
    hand = Timed(ruleset).first_discard().calls(2500, 1, "chi").melds(3400, 1, "chi", "567p")
    hand.at(
        4400,
        seen.MeldShown,
        seat=1,
        kind="chi",
        tiles=(12, 13, 14),
        claimed=13,
        source_seat=0,
        reread=True,
    )
    hand.at(4800, seen.TileTaken, seat=1).discards(6000, 1, "1z")
    assert hand.found == []
    assert hand.table.state.seats[1].melds[-1].tiles == (12, 13, 14)


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_7_2_and_sai_55_3_10_wrong_tiles_after_the_discard(ruleset: str) -> None:
    hand = Timed(ruleset).first_discard().calls(2500, 1, "chi").melds(3400, 1, "chi", "457p")
    assert hand.discards(6000, 1, "1z").found == [("invalid_meld", 1, 6)]


@pytest.mark.parametrize(("ruleset", "grade"), [(WRC, "none"), (MJ, "none"), (SAI, "warning")])
def test_sai_55_5_4_a_sideways_tile_that_points_to_another_player(ruleset: str, grade: str) -> None:
    hand = Timed(ruleset).first_discard().calls(2500, 2, "pon").melds(3400, 2, "pon", "555p", source=1)
    assert hand.found == [("meld_display", 2, 6)]
    assert hand.table.state.findings[-1].grade == grade


@pytest.mark.parametrize("ruleset", ALL)
def test_sai_55_4_3_a_call_that_is_not_said(ruleset: str) -> None:
    hand = Timed(ruleset).first_discard().melds(3400, 2, "pon", "555p")
    assert hand.found == []
    assert hand.discards(6000, 2, "1z").found == [("call_not_said", 2, 5)]


def test_a_word_right_after_the_tiles_is_a_word() -> None:
    hand = Timed(SAI).first_discard().melds(3000, 2, "pon", "555p").calls(3100, 2, "pon")
    assert hand.discards(6000, 2, "1z").found == []


def test_where_there_are_no_buttons_silence_proves_nothing() -> None:
    hand = Timed(SAI, senses=("curtains", "wall_place")).first_discard()
    assert hand.melds(3400, 2, "pon", "555p").discards(6000, 2, "1z").found == []
