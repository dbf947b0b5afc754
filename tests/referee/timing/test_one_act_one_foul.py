"""An act is one foul, by the player who committed it: words after a refused turned tile, calls for a tile out of
turn."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from referee.encoding.codec import decode_event, encode
from referee.game import observations as seen
from referee.tiles import UNKNOWN, parse_tile, parse_tiles
from tests.referee.timing.conftest import Timed

WRC, MJ, SAI = "wrc-2015", "riichi-mj", "saikouisen-2025"
ALL = (WRC, MJ, SAI)


def _open_hand(ruleset: str) -> Timed:
    """South has called the dealer's 5p and discarded; it is his turn again, his tile drawn at 12 s."""
    hand = Timed(ruleset).first_discard().calls(2500, 1, "chi").melds(3400, 1, "chi", "456p")
    hand.at(3900, seen.TileTaken, seat=1).discards(5000, 1, "1z")
    for seat, ms in ((2, 6000), (3, 8000), (0, 10_000)):
        hand.draws(ms, seat).discards(ms + 1000, seat, "2z")
    return hand.draws(12_000, 1)


@pytest.mark.parametrize("ruleset", ALL)
def test_sai_39_3_a_word_right_after_a_turned_tile_of_an_open_hand(ruleset: str) -> None:
    """WRC 7.2, MJ 3.4.7: the riichi is the foul, the turned tile a part of it."""
    hand = _open_hand(ruleset).discards(13_000, 1, "3z", sideways=True)
    hand.calls(13_300, 1, "riichi").draws(15_000, 2).discards(16_000, 2, "4z").draws(20_000, 3)
    assert [rule for rule, _, _ in hand.found] == ["riichi_open_hand"]


@pytest.mark.parametrize("ruleset", ALL)
def test_sai_55_5_4_a_turned_tile_alone(ruleset: str) -> None:
    hand = _open_hand(ruleset).discards(13_000, 1, "3z", sideways=True)
    hand.draws(15_000, 2).discards(16_000, 2, "4z").draws(20_000, 3)
    assert [rule for rule, _, _ in hand.found] == ["turned_without_riichi"]


@pytest.mark.parametrize("announced", [False, True])
def test_wrc_6_5_1_a_turned_tile_with_too_few_tiles_left(announced: bool) -> None:
    hand = Timed(WRC, calls__riichi_least_tiles=70).draws(0, 0).discards(2000, 0, "1z", sideways=True)
    if announced:
        hand.calls(2300, 0, "riichi")
    hand.draws(6000, 1).discards(9000, 1, "2z").draws(10_000, 2)
    assert hand.found == [("riichi_late", 0, 2)]


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_7_2_who_calls_a_tile_discarded_out_of_turn_is_not_to_blame(ruleset: str) -> None:
    hand = Timed(ruleset).first_discard("1z").draws(3500, 1)
    hand.discards(4500, 3, "5p").calls(4900, 0, "pon").melds(5600, 0, "pon", "555p", source=3)
    assert hand.found == [("out_of_turn_discard", 3, 6)]


@pytest.mark.parametrize("ruleset", ALL)
def test_sai_55_3_2_calling_when_nothing_lies_there_is_a_foul_all_the_same(ruleset: str) -> None:
    """SAI 41.1, WRC 7.2."""
    hand = Timed(ruleset).draws(0, 0).calls(900, 2, "pon")
    assert hand.found == [("void_call", 2, 2)]


def test_sai_55_1_4_the_section_is_named_in_riichi_only() -> None:
    """Anything that makes a hand dead is a chombo for a player in riichi: SAI 39.8 with 55.1(4)."""
    sections = []
    for riichi in (False, True):
        hand = Timed(SAI).draws(0, 0)
        if riichi:
            hand.calls(1500, 0, "riichi")
        hand.hand(1800, 0, across=True).discards(2000, 0, "1z", sideways=riichi).hand(2300, 0, across=False)
        if riichi:
            hand.at(2900, seen.StickLaid, seat=0)
        for seat, ms in ((1, 4000), (2, 6000), (3, 8000)):
            hand.draws(ms, seat).discards(ms + 1000, seat, "2z")
        hand.draws(10_000, 0, place=90)
        found = hand.table.state.findings[-1]
        sections.append((found.rule, found.grade, found.section))
    assert sections == [
        ("wrong_tile_drawn", "dead_hand", "SAI 55.3(4)"),
        ("wrong_tile_drawn", "chombo", "SAI 55.3(4), 55.1(4)"),
    ]


def test_whose_tile_it_was_is_kept_with_the_finding() -> None:
    """Decisions rest on the finding's fields, not on its words; journals without them are still read."""
    hand = Timed(WRC).first_discard("1z").draws(3500, 1).discards(4500, 3, "5p")
    found = hand.table.state.findings[-1]
    assert (found.tile, found.turn) == (parse_tile("5p"), 1)
    encoded = encode(found)
    assert encoded["tile"] == "5p"
    assert decode_event(encoded) == found
    older = {name: value for name, value in encoded.items() if name not in {"tile", "turn"}}
    assert decode_event(older) == replace(found, tile=None, turn=None)
    hand.calls(4900, 0, "pon").melds(5600, 0, "pon", "666p", source=3)
    assert ("invalid_meld", 0) in [(rule, seat) for rule, seat, _ in hand.found]


@pytest.mark.parametrize("ruleset", ALL)
def test_sai_55_1_6_a_tile_like_the_newest_one_of_the_own_pond(ruleset: str) -> None:
    """If a hand crossed the line since the newest discard, the tile is a new one; otherwise it is the old one, seen
    again."""
    hand = Timed(ruleset).first_discard("1z").draws(3500, 1).discards(4500, 1, "2z").draws(6000, 2)
    hand.discards(7000, 0, "1z")
    assert hand.found == []
    hand.hand(7800, 0, across=True).discards(8000, 0, "1z")
    assert [found[:2] for found in hand.found] == [("out_of_turn_discard", 0)]


@pytest.mark.parametrize("ruleset", ALL)
def test_sai_55_5_4_a_tile_turned_again_in_riichi_and_called(ruleset: str) -> None:
    """WRC 6.5.1: the riichi tile still lies there, so it needs no replacement."""
    hand = Timed(ruleset).draws(0, 0).calls(1500, 0, "riichi").discards(2000, 0, "1z", sideways=True)
    hand.at(2900, seen.StickLaid, seat=0)
    for seat, ms in ((1, 4000), (2, 6000), (3, 8000)):
        hand.draws(ms, seat).discards(ms + 1000, seat, "2z")
    hand.draws(10_000, 0).discards(11_000, 0, "5p", sideways=True)
    hand.calls(11_500, 2, "pon").melds(12_300, 2, "pon", "555p").at(12_800, seen.TileTaken, seat=2)
    hand.discards(13_500, 2, "3z").draws(15_000, 3).discards(16_000, 3, "3z")
    hand.draws(17_000, 0).discards(18_000, 0, "4z", sideways=False).draws(20_000, 1)
    assert [found[:2] for found in hand.found] == [("turned_without_riichi", 0)]


# A call of an impossible win: WRC 7.2, MJ 3.4.6, SAI 55.1(1)


HAND = parse_tiles("147m258p369s1234z")
WAYS: dict[str, tuple[Callable[[Timed], Timed], int]] = {
    "nothing there": (lambda hand: hand.draws(0, 0).calls(900, 2, "ron"), 2),
    "own discard": (lambda hand: hand.first_discard().calls(3000, 0, "ron"), 0),
    "no tile drawn": (lambda hand: hand.first_discard().draws(3000, 1).calls(4000, 2, "tsumo"), 2),
    "before the draw": (lambda hand: hand.draws(0, 0).calls(900, 1, "tsumo"), 1),
}
"""The calls of impossible wins, and the seat that makes each."""
FOUND = {WRC: ("false_win", "chombo"), MJ: ("false_win", "chombo"), SAI: ("false_win_call", "chombo")}


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("apart", [False, True])
def test_wrc_7_2_a_void_win_with_the_hand_opened_is_one_chombo(ruleset: str, way: str, apart: bool) -> None:
    """MJ 3.4.6: "invalidly declaring a win and showing the tiles … because the declaration was not valid"."""
    call, seat = WAYS[way]
    hand = call(Timed(ruleset))
    winning = parse_tiles("5p")[0] if apart else None
    hand.at(6000, seen.TilesExposed, seat=seat, count=3)
    hand.at(6500, seen.TilesShown, seat=seat, tiles=HAND, winning=winning)
    hand.at(12_000, seen.HandClosed)
    (found,) = hand.table.state.findings
    assert (found.rule, found.grade, found.seat) == (*FOUND[ruleset], seat)
    assert (hand.table.result.result, hand.table.result.offenders) == ("chombo", (seat,))


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("ends", ["time", "closed", "pressed again"])
def test_wrc_7_2_a_void_win_with_the_hand_closed(ruleset: str, way: str, ends: str) -> None:
    """The call is the foul: a dead hand by WRC 7.2 and MJ 3.4.7, a chombo by SAI 55.1(1)."""
    call, seat = WAYS[way]
    hand = call(Timed(ruleset))
    word = hand.number
    if ends == "pressed again":
        hand.calls(4400, seat, "tsumo" if "draw" in way else "ron")
    if ends == "closed":
        hand.at(9000, seen.HandClosed)
    hand.at(25_000, seen.ClockAdvanced)
    found = [each for each in hand.found if each[0] != "hand_not_over"]
    assert found == [("false_win_call", seat, word)]
    graded = next(each for each in hand.table.state.findings if each.rule == "false_win_call")
    assert graded.grade == ("chombo" if ruleset == SAI else "dead_hand")


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_7_2_who_goes_on_has_not_opened_the_hand(ruleset: str) -> None:
    hand = Timed(ruleset).draws(0, 0).calls(900, 1, "tsumo").discards(2000, 0, "1z").draws(3000, 1)
    hand.discards(4500, 1, "2z")
    assert hand.found == [("false_win_call", 1, 2)]


def test_mj_3_3_1_a_ron_after_the_tsumo_with_the_hand_opened() -> None:
    """ "Except in case of tsumo": the declaration is not valid, whatever the hand (3.4.6); the tsumo makes it void."""
    hand = Timed(MJ).first_discard().draws(3000, 1).calls(4000, 1, "tsumo")
    own = seen.TilesShown
    hand.at(5000, own, seat=1, tiles=parse_tiles("123m123p123s11z23p"), winning=parse_tiles("4p")[0])
    hand.calls(6000, 2, "ron").at(7000, own, seat=2, tiles=parse_tiles("234567m67p34522s"))
    hand.at(20_000, seen.HandClosed)
    (found,) = hand.table.state.findings
    assert (found.rule, found.grade, found.seat) == ("false_win", "chombo", 2)
    assert (hand.table.result.result, hand.table.result.offenders) == ("tsumo", ())


WINS = parse_tiles("234567m67p34522s")
"""Waits for the 5p that is discarded first."""
ON_EAST = parse_tiles("234567m678s88p11z")
"""Waits for East, which South discards."""


def overheard(ruleset: str, *, sideways: bool = False) -> Timed:
    """West says ron in time; South does not hear it and plays on."""
    hand = Timed(ruleset).first_discard("5p").calls(2500, 2, "ron").draws(3000, 1)
    if sideways:
        hand.calls(3500, 1, "riichi")
    return hand.discards(4000, 1, "1z", sideways=sideways)


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("further", range(3))
def test_wrc_5_4_1_a_win_called_in_time_and_opened_after_the_next_discard(ruleset: str, further: int) -> None:
    """MJ 3.3.1, SAI 45.3: the call is in time; the discards after it, a riichi and its stick go back."""
    hand = overheard(ruleset, sideways=True)
    if further:
        hand.at(4400, seen.StickLaid, seat=1)
    if further == 2:
        east = parse_tiles("111z")
        hand.calls(4500, 3, "pon")
        hand.at(5000, seen.MeldShown, seat=3, kind="pon", tiles=east, claimed=east[0], source_seat=1)
        hand.at(5300, seen.TileTaken, seat=3).discards(5600, 3, "9s")
    hand.at(6000, seen.TilesShown, seat=2, tiles=WINS)
    hand.at(20_000, seen.HandClosed)
    assert hand.found == []
    assert hand.table.result.result == "ron"
    assert [(win.seat, win.source) for win in hand.table.result.wins] == [(2, 0)]
    start = hand.table.ruleset.flow.start_points
    assert (hand.table.result.scores[1], hand.table.result.scores[3]) == (start, start)


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("end", ["closed", "plays on", "time", "the hand ends"])
def test_wrc_7_2_a_win_called_in_time_and_not_opened(ruleset: str, end: str) -> None:
    """MJ 3.4.7, SAI 55.1(1): one foul, once its player plays on or the time is over."""
    hand = overheard(ruleset)
    assert hand.found == []
    if end == "plays on":
        hand.draws(5000, 2).discards(6000, 2, "1s")
    if end == "time":
        hand.at(25_000, seen.ClockAdvanced)
    if end in {"closed", "the hand ends"}:
        hand.at(9000, seen.HandClosed)
    assert [each for each in hand.found if each[0] != "hand_not_over"] == [("false_win_call", 2, 5)]
    hand.at(26_000, seen.TilesShown, seat=2, tiles=WINS)
    assert hand.table.state.wins == ()


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_7_2_a_win_called_in_time_with_a_hand_that_is_none(ruleset: str) -> None:
    """MJ 3.4.6, SAI 55.1(1): one chombo."""
    hand = overheard(ruleset).at(6000, seen.TilesShown, seat=2, tiles=HAND).at(20_000, seen.HandClosed)
    (found,) = hand.table.state.findings
    assert (found.rule, found.grade, found.seat) == (*FOUND[ruleset], 2)


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_5_4_1_two_wins_on_two_discards(ruleset: str) -> None:
    """The discard that another wins on goes back with the rest."""
    hand = overheard(ruleset).calls(4500, 0, "ron").at(5000, seen.TilesShown, seat=0, tiles=ON_EAST)
    hand.at(6000, seen.TilesShown, seat=2, tiles=WINS).at(20_000, seen.HandClosed)
    assert hand.found == []
    assert [(win.seat, win.source) for win in hand.table.result.wins] == [(2, 0)]


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_7_2_a_proper_win_after_one_that_was_void(ruleset: str) -> None:
    """The void call stays a foul of its own, apart from the hand that wins."""
    hand = Timed(ruleset).draws(0, 0).calls(900, 2, "ron").discards(2000, 0, "5p").calls(2600, 2, "ron")
    hand.at(4000, seen.TilesShown, seat=2, tiles=parse_tiles("234567m67p34522s")).at(20_000, seen.HandClosed)
    assert hand.found == [("false_win_call", 2, 2)]
    assert hand.table.result.result == "ron"


def test_mj_3_4_3_nine_terminals_that_are_none_and_the_hand_opened() -> None:
    hand = Timed(MJ).first_discard("1z")
    for seat, ms in ((1, 4000), (2, 6000), (3, 8000)):
        hand.draws(ms, seat).discards(ms + 1000, seat, "2z")
    hand.draws(10_000, 0).calls(11_000, 0, "nine_terminals")
    hand.at(12_000, seen.TilesShown, seat=0, tiles=(*HAND, HAND[0]))
    assert [rule for rule, _, _ in hand.found] == ["nine_terminals_not_there", "tiles_shown"]


def test_mj_3_4_3_nine_terminals_that_are_none_and_then_a_tsumo() -> None:
    """If no button tells the word tsumo, the hand that wins is not opened for the nine terminals."""
    hand = Timed(MJ, senses=("sticks",)).first_discard("1z", back=None)
    for seat, ms in ((1, 4000), (2, 6000), (3, 8000)):
        hand.draws(ms, seat).discards(ms + 1000, seat, "2z")
    hand.draws(10_000, 0).calls(11_000, 0, "nine_terminals")
    winning = parse_tiles("5p")[0]
    hand.at(12_000, seen.TilesShown, seat=0, tiles=WINS, winning=winning).at(20_000, seen.HandClosed)
    assert [rule for rule, _, _ in hand.found] == ["nine_terminals_not_there"]
    assert hand.table.result.result == "tsumo"


@pytest.mark.parametrize("ruleset", ALL)
def test_a_record_tells_a_void_win_and_its_hand(ruleset: str) -> None:
    """A record may have the call too; it has no times."""
    hand = Timed(ruleset, senses=("acts", "call_buttons"))
    hand.at(0, seen.TileDrawn, seat=0, tile=parse_tile("5p")).calls(900, 2, "ron")
    hand.at(2000, seen.TilesShown, seat=2, tiles=HAND, winning=parse_tiles("5p")[0], source_seat=0)
    hand.at(9000, seen.HandClosed)
    rules = [found.rule for found in hand.table.state.findings]
    assert rules == (["false_win_call"] if ruleset == SAI else ["false_win"])
    assert hand.table.result.offenders == (2,)


# Tiles or sticks shown for a call that was found belong to that foul


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_7_2_wrong_tiles_for_a_call_that_could_not_be_made(ruleset: str) -> None:
    """SAI 55.3(2): the call is the foul, the tiles shown for it are a part of it."""
    hand = Timed(ruleset).draws(0, 0).calls(900, 2, "pon").melds(1800, 2, "pon", "666p")
    assert hand.discards(3000, 0, "1z").found == [("void_call", 2, 2)]


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_7_2_tiles_shown_after_the_next_discard_for_a_call_that_could_not_be_made(ruleset: str) -> None:
    """One call came before there was a tile, one too late; tiles shown again are another act."""
    hand = Timed(ruleset).draws(0, 0).calls(900, 2, "pon").discards(2000, 0, "1z").hand(2300, 0, across=False)
    hand.melds(3000, 2, "pon", "555p").draws(5000, 1).discards(6500, 1, "9s").draws(8000, 2)
    assert hand.found == [("void_call", 2, 2)]
    hand = Timed(ruleset).first_discard().draws(5000, 1).calls(8000, 2, "pon").discards(8500, 1, "1z")
    hand.melds(9300, 2, "pon", "555p").draws(11_000, 2).discards(12_500, 2, "9s").draws(14_000, 3)
    assert hand.found == [("late_call", 2, 6)]
    hand.melds(15_000, 2, "pon", "777p")
    assert [each[:2] for each in hand.found] == [("late_call", 2), ("invalid_meld", 2)]


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_7_2_tiles_that_do_not_hold_the_called_one(ruleset: str) -> None:
    """It is an invalid group, not an empty call as well."""
    hand = Timed(ruleset).first_discard("1z").calls(2500, 2, "pon").melds(3400, 2, "pon", "555p")
    hand.draws(5000, 1).discards(7000, 1, "2z").draws(9000, 2)
    assert hand.found == [("invalid_meld", 2, 6)]


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("way", ["nothing there", "late", "in time"])
def test_wrc_7_2_a_concealed_kan_out_of_turn(ruleset: str, way: str) -> None:
    hand = Timed(ruleset)
    if way == "nothing there":
        hand.draws(0, 0)
    else:
        hand.first_discard("1z")
    if way == "late":
        hand.draws(3500, 1)
    hand.calls(5000 if way == "late" else 2600, 2, "kan")
    hand.at(6000, seen.MeldShown, seat=2, kind="ankan", tiles=parse_tiles("1111m"))
    if way == "in time":
        hand.draws(9500, 1)
    if way != "nothing there":
        hand.discards(12_000, 1, "2z").draws(14_000, 2)
    assert [rule for rule, _, _ in hand.found] == ["late_call" if way == "late" else "void_call"]


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_7_2_the_stick_of_a_riichi_out_of_turn(ruleset: str) -> None:
    """The word is the foul, even if the button is pressed twice; the stick belongs to it."""
    hand = Timed(ruleset).draws(0, 0).calls(900, 2, "riichi").calls(1300, 2, "riichi")
    hand.at(1800, seen.StickLaid, seat=2)
    hand.discards(3000, 0, "1z").draws(4000, 1).discards(5000, 1, "2z").draws(6000, 2).discards(7000, 2, "3z")
    assert hand.found == [("riichi_out_of_turn", 2, 2)]


def test_wrc_7_2_a_void_ron_that_was_the_wrong_word() -> None:
    """ "A player can correct himself if he used an incorrect word. The correction must immediately follow the call"."""
    hand = Timed(WRC).first_discard().draws(2100, 1).discards(2900, 1, "5p").calls(3200, 1, "ron")
    hand.calls(3900, 1, "riichi").at(30_000, seen.ClockAdvanced)
    assert "false_win_call" not in [rule for rule, _, _ in hand.found]
    hand = Timed(WRC).draws(0, 0).calls(900, 1, "tsumo").calls(7000, 1, "chi").at(30_000, seen.ClockAdvanced)
    assert [rule for rule, _, _ in hand.found] == ["void_call", "false_win_call"]


def test_sai_53_4_an_act_after_the_judge_is_called_that_is_a_foul_itself() -> None:
    """It is one act, and the other foul takes precedence; an otherwise proper act counts as playing on."""
    hand = Timed(SAI).first_discard().at(3000, seen.JudgeCalled, seat=3).draws(4500, 2)
    assert hand.found == [("out_of_turn_draw", 2, 6)]
    hand = Timed(SAI).first_discard().at(3000, seen.JudgeCalled, seat=3).draws(4500, 1)
    assert hand.found == [("play_while_stopped", 1, 6)]


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize(("call", "names"), [("pon", "555p"), ("kan", "5555p")])
def test_wrc_7_2_a_false_ron_after_the_tiles_of_a_call(ruleset: str, call: str, names: str) -> None:
    """A hand that stays closed takes nothing back (5.4.1): the call stands, and nobody else plays out of turn."""
    hand = Timed(ruleset).first_discard().calls(2400, 2, call)
    hand.melds(3400, 2, "pon" if call == "pon" else "daiminkan", names).calls(3403, 1, "ron")
    word = hand.number
    if call == "kan":
        hand.at(4200, seen.IndicatorSeen, tile=30).at(5000, seen.TileDrawn, seat=2, tile=UNKNOWN, place=134)
    hand.at(5200, seen.TileTaken, seat=2).discards(6000, 2, "1z")
    hand.draws(7000, 3).discards(9000, 3, "2z").draws(10_000, 0).at(25_000, seen.ClockAdvanced)
    assert hand.found == [("false_win_call", 1, word)]
    assert len(hand.table.state.seats[2].melds) == 1


def test_wrc_7_2_a_false_ron_after_a_tsumo_is_shown() -> None:
    """The ron goes before the tsumo (5.4.1) once its hand is opened; closed, it is the foul and the tsumo is paid."""
    hand = Timed(WRC).first_discard("1z").draws(3000, 1).calls(4000, 1, "tsumo")
    tiles, winning = parse_tiles("123m123p123s11z23p"), parse_tiles("4p")[0]
    hand.at(5000, seen.TilesShown, seat=1, tiles=tiles, winning=winning).calls(5400, 2, "ron")
    hand.at(20_000, seen.HandClosed)
    assert hand.found == [("false_win_call", 2, 8)]
    assert hand.table.result.result == "tsumo"
