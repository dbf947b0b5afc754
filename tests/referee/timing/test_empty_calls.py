"""Calls that come to nothing, in a record and at a table: WRC 5.4.1, 7.2; MJ 3.4.7; SAI 55.1(1), 55.3(2)."""

import pytest

from referee.game import judge_observations as judge_seen
from referee.game import observations as seen
from referee.tiles import parse_tiles
from tests.referee.timing.conftest import Timed

WRC, MJ, SAI = "wrc-2015", "riichi-mj", "saikouisen-2025"
ALL = (WRC, MJ, SAI)
RECORD = ("acts", "call_buttons")
WAITS_FOR_5P = parse_tiles("234m46p23467888s")
NINE = parse_tiles("19m19p19s1234567z")
RULE = {"ron": "false_win_call", "pon": "empty_call"}


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("call", RULE)
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_wrc_7_2_a_call_that_a_record_tells_and_nothing_is_shown_for(
    ruleset: str, call: str, seat: int
) -> None:
    """MJ 3.4.7, SAI 55.1(1), 55.3(2): a foul by the caller. The next player's draw counts, and is no foul."""
    hand = Timed(ruleset, senses=RECORD).first_discard(back=None).calls(2500, seat, call)
    hand.draws(14_500, 1).discards(16_000, 1, "1z").draws(18_000, 2).discards(19_000, 2, "1z").draws(
        20_000, 3
    )
    assert hand.found == [(RULE[call], seat, 4)]
    assert (hand.table.state.turn, hand.table.state.live) == (3, 66)


@pytest.mark.parametrize("ruleset", ALL)
def test_sai_55_3_6_a_record_in_which_the_next_player_draws_and_the_tiles_are_shown(ruleset: str) -> None:
    """The draw goes back; it was a foul if the rules punish drawing too fast."""
    hand = Timed(ruleset, senses=RECORD).first_discard(back=None).calls(2500, 2, "pon").draws(3000, 1)
    hand.melds(4000, 2, "pon", "555p").discards(6000, 2, "1z").draws(7000, 3)
    assert [rule for rule, _, _ in hand.found] == (["early_draw"] if ruleset == SAI else [])
    assert (hand.table.state.turn, hand.table.state.live) == (3, 68)


@pytest.mark.parametrize("ruleset", ALL)
def test_a_record_in_which_two_tiles_are_drawn_after_a_call(ruleset: str) -> None:
    """WRC 7.2, SAI 55.3(5)."""
    hand = Timed(ruleset, senses=RECORD).first_discard(back=None).calls(2500, 2, "pon").draws(3000, 1)
    assert [rule for rule, _, _ in hand.draws(4000, 1).found] == ["second_draw"]


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("senses", [RECORD, ("call_buttons",)])
def test_a_tsumo_after_a_call_that_came_to_nothing(ruleset: str, senses: tuple[str, ...]) -> None:
    """The tile that was drawn although another had called can be won on."""
    hand = Timed(ruleset, senses=senses).first_discard(back=None).calls(2500, 2, "pon").draws(14_500, 1)
    assert hand.calls(16_000, 1, "tsumo").found in ([], [("empty_call", 2, 4)])
    assert (hand.table.state.turn, hand.table.state.holding) == (1, True)


# Nothing is shown for a timely call, and then somebody else takes the tile or the hand ends


@pytest.mark.parametrize("ruleset", [WRC, MJ])
@pytest.mark.parametrize("kind", ["pon", "chi"])
@pytest.mark.parametrize("pause", [9000, 12_000])
def test_mj_3_4_7_a_call_that_is_not_carried_out_goes_before_nothing(
    ruleset: str, kind: str, pause: int
) -> None:
    """WRC 7.2: an empty call, once its time is over; a moment earlier a pon that takes the tile is a foul of its own."""
    seat, names = {"pon": (3, "555p"), "chi": (1, "456p")}[kind]
    hand = Timed(ruleset).first_discard().calls(2500, 2, "pon").calls(2500 + pause, seat, kind)
    hand.melds(3500 + pause, seat, kind, names).at(3700 + pause, seen.TileTaken, seat=seat)
    hand.discards(5500 + pause, seat, "1z").draws(7500 + pause, (seat + 1) % 4)
    assert hand.table.state.turn == (seat + 1) % 4
    found = [each[:2] for each in hand.found]
    assert (found == [("empty_call", 2)]) == (pause > 10_000 or kind == "chi")


def _ron(hand: Timed, ms: int, seat: int) -> Timed:
    hand.calls(ms, seat, "ron").at(ms + 900, seen.TilesShown, seat=seat, tiles=WAITS_FOR_5P)
    return hand.at(ms + 9000, seen.HandClosed)


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("pause", [5000, 12_000])
def test_wrc_7_2_a_pon_without_tiles_before_another_wins_on_the_tile(ruleset: str, pause: int) -> None:
    """SAI 55.3(2). A win goes before a pon whose tiles might still be shown."""
    hand = _ron(Timed(ruleset).first_discard().calls(2300, 2, "pon"), 2500 + pause, 3)
    assert hand.table.result.result == "ron"
    assert hand.found == ([("empty_call", 2, 5)] if pause > 10_000 else [])


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize(("seat", "winner"), [(2, 3), (2, 1)])
def test_wrc_5_7_6_a_ron_that_is_not_shown_before_another_wins_on_the_tile(
    ruleset: str, seat: int, winner: int
) -> None:
    """SAI 45.4, 55.1(1): a player further away than the winner need not show his hand, unless all win (MJ 3.3.1)."""
    hand = _ron(Timed(ruleset).first_discard().calls(2500, seat, "ron"), 15_000, winner)
    nearest = hand.table.ruleset.flow.winners == "nearest"
    assert hand.table.result.result == "ron"
    assert hand.found == ([] if nearest and winner < seat else [("false_win_call", seat, 5)])


@pytest.mark.parametrize("call", RULE)
@pytest.mark.parametrize("senses", [RECORD, ("call_buttons",)])
def test_mj_3_4_3_a_call_without_tiles_before_the_hand_is_aborted(call: str, senses: tuple[str, ...]) -> None:
    hand = Timed(MJ, senses=senses, flow__abort_nine_terminals=True).first_discard(back=None)
    hand.calls(2500, 2, call).draws(14_500, 1).calls(16_000, 1, "nine_terminals")
    hand.at(17_000, seen.TilesShown, seat=1, tiles=(*NINE, NINE[0])).at(20_000, seen.HandClosed)
    assert hand.table.result.result == "nine_terminals"
    assert hand.found == [(RULE[call], 2, 4)]


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("call", RULE)
def test_sai_54_1_a_call_that_the_judge_has_entered_is_not_found_once_more(ruleset: str, call: str) -> None:
    """One act is one foul; an entry about another player is another act."""
    for seat, often in ((2, 1), (3, 2)):
        hand = Timed(ruleset).first_discard().calls(2300, 2, call)
        hand.at(13_000, judge_seen.FoulEntered, rule=RULE[call], seat=seat, judge="anna")
        hand.at(13_500, judge_seen.PlayReleased, judge="anna")
        hand.draws(14_500, 1).discards(16_000, 1, "1z").draws(18_000, 2)
        assert [rule for rule, _, _ in hand.found] == [RULE[call]] * often


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("pause", [5000, 12_000])
def test_sai_55_1_1_a_ron_that_is_not_shown_before_a_kan_of_the_next_player(ruleset: str, pause: int) -> None:
    """WRC 7.2, MJ 3.4.7: found once, whatever happens to the kan; before that the hand may still be opened."""
    hand = Timed(ruleset).first_discard().calls(2500, 2, "ron").draws(2600 + pause, 1)
    hand.at(4500 + pause, seen.MeldShown, seat=1, kind="ankan", tiles=parse_tiles("1111z"))
    assert hand.found == ([("false_win_call", 2, 5)] if pause > 10_000 else [])
    hand.at(5500 + pause, seen.IndicatorSeen, tile=parse_tiles("9s")[0]).draws(6000 + pause, 1)
    assert [rule for rule, _, _ in hand.discards(7000 + pause, 1, "2z").found].count("false_win_call") <= 1


@pytest.mark.parametrize("senses", [RECORD, ("call_buttons", "curtains", "wall_touch")])
def test_sai_55_3_6_a_draw_after_a_ron_that_was_none_is_no_foul_once_other_tiles_are_shown(
    senses: tuple[str, ...],
) -> None:
    """The tiles of a later pon prove nothing about the draw before it, whatever came in between, here two concealed
    kans."""
    hand = Timed(SAI, senses=senses).first_discard("9m").calls(2500, 2, "ron").draws(14_500, 1)
    hand.calls(15_500, 1, "kan").at(16_000, seen.MeldShown, seat=1, kind="ankan", tiles=parse_tiles("3333z"))
    hand.at(17_000, seen.IndicatorSeen, tile=parse_tiles("9s")[0]).draws(18_000, 1)
    hand.calls(18_500, 1, "kan").at(19_000, seen.MeldShown, seat=1, kind="ankan", tiles=parse_tiles("4444z"))
    hand.at(19_200, seen.IndicatorSeen, tile=parse_tiles("9s")[0]).draws(19_500, 1)
    hand.discards(20_000, 1, "5p").calls(20_500, 2, "pon").melds(21_400, 2, "pon", "555p", source=1)
    hand.discards(23_000, 2, "2z")
    assert [each[:2] for each in hand.found] == [("false_win_call", 2)]


def test_wrc_7_2_a_hand_opened_long_after_a_call_is_not_opened_for_it() -> None:
    """Hands are opened at four riichi, and at other times: a ron called long before does not make that a false win."""
    hand = Timed(WRC, senses=("call_buttons",)).first_discard(back=None).calls(2500, 2, "ron")
    hand.draws(14_500, 1).discards(16_000, 1, "1z")
    hand.at(17_000, seen.TilesShown, seat=2, tiles=NINE[:13])
    assert [rule for rule, seat, _ in hand.found if seat == 2] == ["false_win_call", "tiles_shown"]
