"""A second act after one that was already judged: dead hands, void wins, calls that are not carried out.

Each test names the sections of the rulebooks that it plays.
"""

from typing import Any

import pytest

from referee.game import observations as seen
from referee.game.wall import DEALT
from referee.tiles import UNKNOWN, parse_tiles
from tests.referee.conftest import Table

WRC, MJ, SAI = "wrc-2015", "riichi-mj", "saikouisen-2025"
ALL = (WRC, MJ, SAI)
PINFU = "234567m67p34522s"
"""Waits for 5p and 8p."""
NOTEN = "159m159p159s1234z"
EIGHT_KINDS = "19m19p19s12z345678m"
"""Fourteen tiles, eight kinds of terminals and honours."""


def without_first_turns(table: Table) -> Table:
    return table.deals().goes_round("1z", "2z", "3z", "4z")


def test_sai_53_7_the_nearer_false_ron_does_not_make_the_farther_win_an_offence() -> None:
    """SAI 45.4, 53.7, 55.1(1): the nearer one is ruled first and ends the hand; the farther hand was right."""
    table = without_first_turns(Table(SAI)).east.turn("5p").south.calls("ron").west.calls("ron")
    table.south.shows(NOTEN).west.shows(PINFU).closes()
    assert table.graded == [("false_win", 1, "chombo")]
    assert (table.result.result, table.result.offenders) == ("chombo", (1,))


def test_sai_55_1_two_false_rons_are_two_chombos() -> None:
    table = without_first_turns(Table(SAI)).east.turn("5p").south.calls("ron").west.calls("ron")
    table.south.shows(NOTEN).west.shows("19m19p19s1234567z").closes()
    assert table.result.offenders == (1, 2)


@pytest.mark.parametrize("ruleset", [WRC, MJ])
@pytest.mark.parametrize(
    ("shown", "thrown", "found"),
    [
        ("pon 555p", "5p", True),
        ("chi 345p", "5p", True),
        ("chi 345p", "2p", True),
        ("chi 456p", "2p", False),
        ("pon 555p", "2p", False),
    ],
)
def test_wrc_7_2_swap_calling_before_the_tiles_are_shown(
    ruleset: str, shown: str, thrown: str, found: bool
) -> None:
    """WRC 5.4, 7.2; MJ 3.3.2, 3.4.7: "determined when the player discards", whichever comes first, tiles or discard."""
    kind, names = shown.split()
    table = without_first_turns(Table(ruleset)).east.turn("5p").south.calls(kind)
    table.sees(seen.TileDiscarded(seat=1, tile=parse_tiles(thrown)[0], source="the discard"))
    meld: Any = kind
    tiles, claimed = parse_tiles(names), parse_tiles("5p")[0]
    table.sees(seen.MeldShown(seat=1, kind=meld, tiles=tiles, claimed=claimed, source="the tiles"))
    kuikae = [each for each in table.state.findings if each.rule == "kuikae"]
    assert [(each.seat, each.grade) for each in kuikae] == ([(1, "dead_hand")] if found else [])
    assert all(each.evidence == ("the discard", "the tiles") for each in kuikae)


def test_sai_55_3_9_a_discard_that_was_a_foul_already_is_no_second_one() -> None:
    """Discarding before the tiles are shown costs a dead hand by itself."""
    table = without_first_turns(Table(SAI)).east.turn("5p").south.calls("pon").south.discards("5p")
    table.south.shows_meld("pon", "555p", "5p", 0)
    assert table.graded == [("discard_before_meld", 1, "dead_hand")]


@pytest.mark.parametrize(("ruleset", "grade"), [(WRC, "judge"), (MJ, "judge"), (SAI, "chombo")])
def test_sai_55_1_5_a_hand_opened_for_nine_terminals_that_are_not_there(ruleset: str, grade: str) -> None:
    """SAI 52.1, 55.1(5); WRC 7.2; MJ 3.4.3, 3.4.6: fourteen tiles shown, as if the word had not been said."""
    table = Table(ruleset).deals().goes_round("1z").south.draws().south.calls("nine_terminals")
    table.south.shows(EIGHT_KINDS)
    assert ("tiles_shown", 1, grade) in table.graded
    assert table.state.phase == "playing"
    assert all(rule in {"tiles_shown", "nine_terminals_not_there"} for rule, _, _ in table.graded)
    before = table.graded
    table.south.discards("1m").goes_round("5p")
    assert table.graded == before
    table.closes()
    assert ("hand_not_over", 0, "none") in table.graded, "the word has no effect any more"


def test_mj_3_4_3_nine_kinds_abort_the_hand() -> None:
    table = Table(MJ).deals().goes_round("1z").south.draws().south.calls("nine_terminals")
    table.south.shows("19m19p19s123z34567m").closes()
    assert table.fouls == []
    assert table.result.result == "nine_terminals"


@pytest.mark.parametrize("ruleset", ALL)
def test_a_player_who_opened_his_hand_in_vain_may_win_later(ruleset: str) -> None:
    """Tiles shown are put back (WRC 7.2, SAI 25), so the same player opens his hand once more."""
    table = Table(ruleset).deals().goes_round("1z").south.draws().south.calls("nine_terminals")
    table.south.shows(EIGHT_KINDS).south.discards("1m").goes_round("2z", "3z", "4z")
    table.south.draws().south.tsumo(PINFU, "8p").closes()
    assert [win.seat for win in table.result.wins] == [1]
    assert not {"false_win_call", "false_win"} & {rule for rule, _ in table.fouls}


@pytest.mark.parametrize("ruleset", ALL)
def test_a_hand_that_lies_open_may_win_with_the_next_tile(ruleset: str) -> None:
    """Nothing was discarded since it was opened; the same tiles seen once more change nothing."""
    table = without_first_turns(Table(ruleset)).east.turn("9m").south.shows(PINFU)
    found = table.fouls
    table.south.shows(PINFU)
    assert table.fouls == found == [("tiles_shown", 1)]
    table.south.draws().south.tsumo(PINFU, "8p").closes()
    assert [win.seat for win in table.result.wins] == [1]


@pytest.mark.parametrize(("ruleset", "grade"), [(WRC, "judge"), (MJ, "judge"), (SAI, "chombo")])
@pytest.mark.parametrize("senses", [("call_buttons", "sticks", "wall_touch"), ("wall_touch",), ()])
@pytest.mark.parametrize("apart", ["", "8p"])
def test_a_dead_hand_opened_in_play_without_a_word(
    ruleset: str, grade: str, senses: tuple[str, ...], apart: str
) -> None:
    """SAI 55.1(5), WRC 7.2, MJ 3.4.6: as for a live hand, winning or not."""
    table = without_first_turns(Table(ruleset, senses)).east.draws()
    table.ruled("dead_hand", seat=0).east.shows(PINFU + ("" if apart else "8p"), apart or None)
    assert table.graded == [("tiles_shown", 0, grade)]
    table.east.discards("9m").goes_round("9s")
    assert table.fouls == [("tiles_shown", 0)]


@pytest.mark.parametrize("shown", [NOTEN, PINFU])
def test_sai_55_1_1_a_dead_hand_says_tsumo(shown: str) -> None:
    """55.3(11) names calls of tiles and riichi only: an impossible win is 55.1(1)."""
    table = without_first_turns(Table(SAI)).east.draws().ruled("dead_hand", seat=0).east.calls("tsumo")
    assert table.graded == [("false_win_call", 0, "chombo")]
    table.east.shows(shown, "8p").closes()
    assert table.fouls == [("false_win_call", 0)]
    assert (table.result.result, table.result.offenders) == ("chombo", (0,))


@pytest.mark.parametrize(
    ("ruleset", "call", "found"),
    [
        (SAI, "ron", ("false_win_call", 1, "chombo")),
        (SAI, "pon", ("dead_hand_call", 1, "dead_hand")),
        (WRC, "ron", ("dead_hand_call", 1, "continue")),
        (MJ, "ron", ("dead_hand_call", 1, "chombo")),
    ],
)
def test_7_2_a_dead_hand_calls(ruleset: str, call: str, found: tuple[str, int, str]) -> None:
    """SAI 55.1(1), 55.3(11); WRC 7.2 "calling with a dead hand"; MJ 3.4.6 "attempting to claim a tile"."""
    table = without_first_turns(Table(ruleset)).ruled("dead_hand", seat=1).east.turn("5p").south.calls(call)
    assert table.graded == [found]


def test_mj_3_4_6_a_dead_hand_calls_kan_for_a_discard() -> None:
    """The kan claims a tile where it cannot be one from the player's own hand: he has certainly not drawn, or it is not
    his turn."""
    for senses, seat in ((("call_buttons", "wall_place"), 1), (("call_buttons", "wall_touch"), 2)):
        table = without_first_turns(Table(MJ, senses)).ruled("dead_hand", seat=seat).east.turn("5p")
        table.players[seat].calls("kan")
        assert table.graded == [("dead_hand_call", seat, "chombo")]


def test_wrc_7_2_a_dead_hand_calls_tsumo() -> None:
    """Every call costs 20 points, and the game continues; if all have seen fourteen tiles the judge decides."""
    table = without_first_turns(Table(WRC)).east.draws().ruled("dead_hand", seat=0).east.tsumo(PINFU, "8p")
    assert table.graded == [("dead_hand_call", 0, "continue"), ("tiles_shown", 0, "judge")]


@pytest.mark.parametrize("shows", [False, True])
def test_mj_3_4_6_a_dead_hand_calls_tsumo(shows: bool) -> None:
    """A tsumo claims no tile: it is an invalid win, a chombo if the tiles are shown (3.4.6), otherwise a dead hand
    (3.4.7)."""
    table = without_first_turns(Table(MJ)).east.draws().ruled("dead_hand", seat=0).east.calls("tsumo")
    assert table.fouls == []
    if shows:
        table.east.shows(PINFU, "8p").closes()
        assert table.graded == [("false_win", 0, "chombo")]
        assert table.result.offenders == (0,)
    else:
        table.east.discards("9m")
        assert table.graded == [("false_win_call", 0, "dead_hand")]


@pytest.mark.parametrize(("ruleset", "grade"), [(WRC, "none"), (MJ, "none"), (SAI, "continue")])
@pytest.mark.parametrize("hand", [NOTEN, "234567m67p345s22s"])
def test_sai_55_4_4_a_dead_hand_announces_tenpai(ruleset: str, grade: str, hand: str) -> None:
    """SAI 54.3: it is deemed noten, whatever it holds; 55.4(4) costs ten points. WRC 2.2, 5.7.2; MJ 3.3.13, 3.4.2."""
    table = without_first_turns(Table(ruleset)).ruled("dead_hand", seat=0).runs_out()
    table.sees(seen.TenpaiDeclared(seat=0, tenpai=True))
    assert table.graded == [("false_tenpai", 0, grade)]
    table.east.shows(hand).closes()
    assert table.fouls == [("false_tenpai", 0)]
    assert table.result.tenpai == ()


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("later", ["its player plays on", "time passes", "the hand is closed"])
def test_wrc_7_2_a_pon_that_is_never_shown_does_not_forbid_a_chi(ruleset: str, later: str) -> None:
    """The call that could not be carried out was empty; the other one was proper (MJ 3.3.1, 3.4.7; SAI 40.3, 55.3(2))."""
    table = without_first_turns(Table(ruleset)).east.turn("5p").west.calls("pon").south.chi("34p")
    table.south.discards("9m")
    assert table.fouls == []
    if later == "its player plays on":
        table.west.turn("9s")
    elif later == "time passes":
        table.sees(seen.ClockAdvanced(at_ms=table.at_ms + 10_000))
    else:
        table.closes()
    assert table.fouls[:1] == [("empty_call", 2)]
    assert len(table.state.seats[1].melds) == 1


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_7_2_a_record_tells_a_pon_and_the_chi_that_was_made(ruleset: str) -> None:
    """The recorded tiles of the other hand decide: a pon that could be made goes before the chi."""
    for west, found in (
        ("159m159p159s3344z", ("empty_call", 2)),
        ("159m155p159s344z5m", ("call_precedence", 1)),
    ):
        table = Table(ruleset, ("acts", "call_buttons")).deals(west=west).east.turn("5p")
        table.sees(seen.CallHeard(seat=2, call="pon")).south.chi("34p").south.discards("9m")
        assert table.fouls == [found]


@pytest.mark.parametrize("ruleset", ALL)
def test_mj_3_3_1_a_record_tells_a_ron_before_a_false_tsumo(ruleset: str) -> None:
    table = (
        Table(ruleset, ("acts", "call_buttons")).deals().goes_round("1z", "2z", "3z", "4z").east.turn("5p")
    )
    five, eight = parse_tiles("5p")[0], parse_tiles("8p")[0]
    table.west.calls("ron").south.draws("8p").south.calls("tsumo")
    table.sees(seen.TilesShown(seat=1, tiles=parse_tiles(NOTEN), winning=eight, source_seat=1))
    table.sees(seen.TilesShown(seat=2, tiles=parse_tiles(PINFU), winning=five, source_seat=0)).closes()
    assert [(rule, seat) for rule, seat in table.fouls if seat == 2] == []
    assert [win.seat for win in table.result.wins] == [2]


@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_5_4_10_tiles_of_a_pon_that_come_after_a_hasty_chi_accuse_nobody(ruleset: str) -> None:
    """The pon was called in time and is merely slow; the tile is gone, which players and judge have to sort out."""
    table = without_first_turns(Table(ruleset)).east.turn("5p").west.calls("pon").south.chi("34p")
    table.south.discards("9m").west.shows_meld("pon", "555p", "5p", 0)
    assert table.fouls == []


@pytest.mark.parametrize("ruleset", [WRC, MJ])
def test_wrc_5_4_1_a_proper_pon_goes_before_the_chi(ruleset: str) -> None:
    table = without_first_turns(Table(ruleset)).east.turn("5p").west.calls("pon").south.chi("34p")
    table.west.shows_meld("pon", "555p", "5p", 0)
    assert table.fouls == [("call_precedence", 1)]
    assert [len(seat.melds) for seat in table.state.seats] == [0, 0, 1, 0]


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("shown_first", [False, True])
def test_7_1_a_false_tsumo_over_a_ron_called_in_time(ruleset: str, shown_first: bool) -> None:
    """SAI 55.1(1), 55.3(6); WRC 7.1, 7.2; MJ 3.4.6: the foul stands, the win voids its cost where the book says so."""
    table = without_first_turns(Table(ruleset)).east.turn("5p").west.calls("ron").south.draws()
    if shown_first:
        table.south.tsumo(NOTEN, "1s").west.shows(PINFU)
    else:
        table.west.shows(PINFU).south.tsumo(NOTEN, "1s")
    table.closes()
    assert {rule for rule, seat, grade in table.graded if grade == "chombo"} <= {
        "false_win",
        "false_win_call",
    }
    assert [seat for _, seat, grade in table.graded if grade == "chombo"] == [1]
    assert [win.seat for win in table.result.wins] == [2]
    assert bool(table.result.voided) is (ruleset != SAI)


@pytest.mark.parametrize("ruleset", [WRC, MJ])
def test_5_4_the_tile_of_a_void_call_is_not_owed(ruleset: str) -> None:
    """WRC 7.2 "the call is voided": a dead hand that still takes the tile has committed one foul, not two."""
    table = without_first_turns(Table(ruleset, ("call_buttons", "tile_taken", "wall_touch")))
    table.ruled("dead_hand", seat=1).east.turn("5p").south.calls("pon").south.shows_meld(
        "pon", "555p", "5p", 0
    )
    table.sees(seen.TileTaken(seat=1)).goes_round("9m", "9s", "9p", "1m", "1s", "1p", "9m", "9s")
    assert table.fouls == [("dead_hand_call", 1)]


@pytest.mark.parametrize(
    ("ruleset", "rule"), [(WRC, "dead_hand_call"), (MJ, "empty_kan"), (SAI, "dead_hand_call")]
)
@pytest.mark.parametrize("says", [False, True])
def test_7_2_a_dead_hand_declares_a_concealed_kan(ruleset: str, rule: str, says: bool) -> None:
    """WRC 7.2 "including concealed kong"; MJ 3.4.6 names the claim of a tile, 3.4.7 forbids a kong; SAI 54.3, 55.3(11)."""
    table = without_first_turns(Table(ruleset)).east.draws().ruled("dead_hand", seat=0)
    if says:
        table.east.ankan("1111m")
    else:
        table.east.shows_meld("ankan", "1111m").east.shows_meld("ankan", "1111m")
    assert table.fouls == [(rule, 0)]
    assert table.state.seats[0].melds == ()


@pytest.mark.parametrize("ruleset", ALL)
def test_7_2_a_dead_hand_declares_riichi(ruleset: str) -> None:
    """WRC 7.2, SAI 55.3(11); no rule of MJ punishes it, and the riichi does not count (MJ 3.3.13, 3.3.14)."""
    table = without_first_turns(Table(ruleset)).east.draws().ruled("dead_hand", seat=0).east.riichi("9m")
    assert table.fouls == ([] if ruleset == MJ else [("dead_hand_call", 0)])
    assert table.state.seats[0].riichi == 0


@pytest.mark.parametrize("ruleset", [WRC, SAI])
def test_7_2_a_record_tells_a_win_of_a_dead_hand(ruleset: str) -> None:
    """One foul, whether or not the record tells the word as well."""
    rule = "dead_hand_call" if ruleset == WRC else "false_win_call"
    for called in (False, True):
        table = (
            Table(ruleset, ("acts", "call_buttons"))
            .deals()
            .goes_round("1z", "2z", "3z", "4z")
            .east.draws("8p")
        )
        table.ruled("dead_hand", seat=0)
        if called:
            table.east.calls("tsumo")
        win = seen.TilesShown(seat=0, tiles=parse_tiles(PINFU), winning=parse_tiles("8p")[0], source_seat=0)
        table.sees(win).sees(seen.PlayWentOn())
        assert table.fouls[:1] == [(rule, 0)]
        assert {each for each, _ in table.fouls} <= {rule, "hand_not_over"}


@pytest.mark.parametrize("ruleset", [WRC, SAI])
def test_wrc_5_4_1_a_pon_shown_after_the_chi_that_goes_before_it(ruleset: str) -> None:
    """WRC 5.4.1, SAI 40.3: the chi was certainly called first and lies there; the tiles of the pon go back."""
    table = without_first_turns(Table(ruleset)).east.turn("5p")
    table.sees(seen.CallHeard(seat=1, call="chi", at_ms=table.at_ms + 300))
    table.sees(seen.CallHeard(seat=2, call="pon", at_ms=table.at_ms + 600))
    table.south.shows_meld("chi", "456p", "5p", 0).west.shows_meld("pon", "555p", "5p", 0)
    table.west.shows_meld("pon", "555p", "5p", 0)
    assert table.fouls == [("call_precedence", 2)], "seen twice, found once"
    assert [len(seat.melds) for seat in table.state.seats] == [0, 1, 0, 0]
    table.south.discards("9m").west.turn("9s")
    assert table.fouls == [("call_precedence", 2)]


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("tiles_first", [False, True])
def test_7_2_a_ron_that_stays_closed_while_another_takes_the_tile(ruleset: str, tiles_first: bool) -> None:
    """WRC 7.2, MJ 3.4.7, SAI 55.1(1): its time had run out before the chi."""
    table = without_first_turns(Table(ruleset)).east.turn("5p")
    table.sees(seen.CallHeard(seat=3, call="ron", source="the ron"))
    table.at_ms += 12_000
    if tiles_first:
        table.south.chi("46p").south.discards("9m")
    else:
        table.south.calls("chi").south.discards("9m").south.shows_meld("chi", "456p", "5p", 0)
    table.goes_round("9s")
    assert ("false_win_call", 3) in table.fouls


@pytest.mark.parametrize(("waited_ms", "offenders"), [(0, (0,)), (12_000, (0, 1))])
def test_sai_53_7_a_ron_that_was_never_shown_comes_before_a_go_ron(
    waited_ms: int, offenders: tuple[int, ...]
) -> None:
    """SAI 55.1(1): East says ron on his own discard; the player who said ron before him had ten seconds to show his
    hand."""
    table = without_first_turns(Table(SAI)).east.turn("5p")
    table.sees(seen.CallHeard(seat=1, call="ron", source="the first"))
    table.at_ms += waited_ms
    table.sees(seen.CallHeard(seat=0, call="ron", source="the second")).east.shows(NOTEN).closes()
    assert tuple(sorted({seat for rule, seat in table.fouls if rule == "false_win_call"})) == offenders


@pytest.mark.parametrize("ruleset", ALL)
def test_7_2_the_same_wrong_tile_drawn_twice(ruleset: str) -> None:
    """ "Placed back where they came from": the right tile drawn instead is counted, so the next draws have their places."""
    table = Table(ruleset, ("call_buttons", "wall_place", "wall_touch")).deals()

    def draws(seat: int, *places: int) -> None:
        for place in places:
            table.sees(seen.TileDrawn(seat=seat, tile=UNKNOWN, place=place))
        table.players[seat].discards("9m")

    draws(0, DEALT)
    draws(1, 122, DEALT + 1)
    draws(2, 122, DEALT + 2)
    draws(3, DEALT + 3)
    assert table.fouls == [("wrong_tile_drawn", 1), ("wrong_tile_drawn", 2)]


@pytest.mark.parametrize("ruleset", ALL)
def test_7_2_a_wrong_tile_is_replaced_although_another_foul_came_between(ruleset: str) -> None:
    table = Table(ruleset, ("call_buttons", "wall_place", "wall_touch")).deals()
    table.sees(seen.TileDrawn(seat=0, tile=UNKNOWN, place=DEALT)).east.discards("5p")
    table.sees(seen.TileDrawn(seat=1, tile=UNKNOWN, place=122)).west.calls("chi")
    table.sees(seen.TileDrawn(seat=1, tile=UNKNOWN, place=DEALT + 1))
    assert "second_draw" not in {rule for rule, _ in table.fouls}


def test_mj_3_3_14_a_stick_long_after_a_void_call() -> None:
    """The void chi has nothing to do with it."""
    table = without_first_turns(Table(MJ)).east.turn("5p").west.calls("chi").goes_round("9m", "9s")
    table.goes_round("9p", "1m", "2s").west.draws()
    table.sees(seen.StickLaid(seat=2)).west.discards("3s")
    assert table.fouls == [("void_call", 2), ("bet_without_riichi", 2)]


@pytest.mark.parametrize("senses", [("call_buttons",), ("acts", "call_buttons")])
@pytest.mark.parametrize("ruleset", ALL)
def test_wrc_7_2_a_word_corrected_at_once(ruleset: str, senses: tuple[str, ...]) -> None:
    """ "Have successfully corrected himself"; SAI 42.3, MJ 3.3.1. A record that tells both words is read in the same way."""
    table = Table(ruleset, senses).deals(west="159m155p159s344z5m").east.turn("5p")
    table.sees(seen.CallHeard(seat=2, call="kan", at_ms=table.at_ms + 300))
    table.sees(seen.CallHeard(seat=2, call="pon", at_ms=table.at_ms + 1300))
    table.west.shows_meld("pon", "555p", "5p", 0).west.discards("9m")
    assert table.fouls == []


def test_sai_53_7_a_go_ron_of_a_dead_hand_takes_no_win_from_the_nearer_player() -> None:
    """SAI 45.4, 55.1(1): whichever hand is opened first, the nearer one was right."""
    for dead_first in (False, True):
        table = without_first_turns(Table(SAI)).ruled("dead_hand", seat=2).east.turn("5p")
        table.south.calls("ron").west.calls("ron")
        for player in (table.west, table.south) if dead_first else (table.south, table.west):
            player.shows(PINFU)
        table.closes()
        assert table.fouls == [("false_win_call", 2)]
        assert [win.seat for win in table.result.wins] == [1]


@pytest.mark.parametrize(("first", "result"), [("dead", "chombo"), ("right", "ron")])
def test_sai_53_7_a_nearer_go_ron_of_a_dead_hand_is_ruled_first_if_it_was_said_first(
    first: str, result: str
) -> None:
    """SAI 45.4, 53.7, 55.1(1): first in the order of play and in precedence."""
    table = without_first_turns(Table(SAI)).ruled("dead_hand", seat=1).east.turn("5p")
    for player in (table.south, table.west) if first == "dead" else (table.west, table.south):
        player.calls("ron")
    table.west.shows(PINFU).south.shows(PINFU).closes()
    assert table.fouls == [("false_win_call", 1)]
    assert table.result.result == result


@pytest.mark.parametrize("ruleset", ALL)
def test_5_7_2_a_tenpai_hand_that_lies_open_at_the_end_stays_tenpai(ruleset: str) -> None:
    """Opened before the last discard of another player; its own player has discarded nothing since."""
    table = without_first_turns(Table(ruleset)).runs_out(keep=1)
    player = table.players[(table.state.turn + 2) % 4]
    player.shows("234567m67p345s22s").goes_round("9m").closes()
    assert table.result.tenpai == (player.seat,)


def test_sai_54_3_a_dead_hand_that_says_noten_may_be_shown() -> None:
    table = without_first_turns(Table(SAI)).ruled("dead_hand", seat=0).runs_out()
    table.sees(seen.TenpaiDeclared(seat=0, tenpai=False)).east.shows(NOTEN).closes()
    assert "false_tenpai" not in {rule for rule, _ in table.fouls}


def test_sai_45_3_two_late_rons_are_two_go_rons() -> None:
    """Nobody has called a tsumo: both were said after the wall was touched."""
    table = without_first_turns(Table(SAI)).east.turn("5p").south.draws()
    table.west.calls("ron").north.calls("ron").west.shows(PINFU).north.shows(PINFU).closes()
    assert table.fouls == [("late_win_call", 2), ("late_win_call", 3)]
    assert table.result.offenders == (2, 3)


@pytest.mark.parametrize("order", ["WSN", "WNS", "SWN"])
def test_mj_4_1_two_rons_beside_a_false_tsumo(order: str) -> None:
    """MJ 3.3.1, 4.1: both win, whichever hand is opened first."""
    table = without_first_turns(Table(MJ)).east.turn("5p").south.draws().south.calls("tsumo")
    table.west.calls("ron").north.calls("ron")
    for name in order:
        {"S": table.south, "W": table.west, "N": table.north}[name].shows(
            NOTEN if name == "S" else PINFU if name == "W" else "234567s67p34522m",
            "1s" if name == "S" else None,
        )
    table.closes()
    assert [win.seat for win in table.result.wins] == [2, 3]
    assert table.fouls == [("false_win", 1)]


@pytest.mark.parametrize("ruleset", ALL)
def test_7_1_a_false_ron_after_a_false_tsumo_are_two_chombos(ruleset: str) -> None:
    table = without_first_turns(Table(ruleset)).east.turn("5p").west.calls("ron").south.draws()
    table.south.tsumo(NOTEN, "1s").west.shows("19m19p19s1234567z").closes()
    assert table.result.offenders == (1, 2)


@pytest.mark.parametrize("ruleset", [WRC, MJ])
def test_7_1_a_right_tsumo_voids_the_chombo_of_a_false_ron(ruleset: str) -> None:
    """WRC 7.1, MJ 3.4.6: the winning tile had been drawn when the ron hand was opened."""
    table = without_first_turns(Table(ruleset)).east.turn("5p").west.calls("ron").south.draws()
    table.south.tsumo(PINFU, "8p").west.shows(NOTEN).closes()
    assert [win.seat for win in table.result.wins] == [1]
    assert table.fouls == [("false_win", 2)]
    assert table.result.voided == (0,)


@pytest.mark.parametrize("ruleset", ALL)
def test_39_13_a_stick_long_after_a_riichi_that_could_not_be(ruleset: str) -> None:
    """WRC 6.5.1, MJ 3.3.14, SAI 39.13: the stick of that riichi is no second act, but a stick in a later turn is."""
    table = without_first_turns(Table(ruleset)).east.turn("2m").south.chi("34m").south.riichi("1z")
    table.goes_round("2z", "3z", "4z")
    assert table.fouls == [("riichi_open_hand", 1)]
    table.south.draws().sees(seen.StickLaid(seat=1)).south.discards("5z")
    assert table.fouls == [("riichi_open_hand", 1), ("bet_without_riichi", 1)]


@pytest.mark.parametrize("senses", [("call_buttons",), ("acts", "call_buttons")])
def test_mj_3_4_7_a_ron_and_then_a_tsumo_that_are_never_shown(senses: tuple[str, ...]) -> None:
    """Two words for two tiles are two acts, though the hand was ruled dead for the first."""
    table = without_first_turns(Table(MJ, senses)).east.turn("5p")
    table.sees(seen.CallHeard(seat=1, call="ron", source="the ron"))
    table.at_ms += 11_000
    table.south.draws("9m")
    table.ruled("dead_hand", seat=1).sees(seen.CallHeard(seat=1, call="tsumo", source="the tsumo"))
    table.south.discards("9m").goes_round("9s")
    assert table.fouls == [("false_win_call", 1), ("false_win_call", 1)]


@pytest.mark.parametrize("ruleset", ALL)
def test_7_2_a_hand_that_lay_open_is_opened_for_a_false_ron_after_another(ruleset: str) -> None:
    """Both are false wins, though one of the hands had already been opened in play."""
    table = without_first_turns(Table(ruleset)).north.shows(NOTEN).east.turn("5p")
    table.west.calls("ron").north.calls("ron").west.shows("19m19p19s1234567z").north.shows(NOTEN).closes()
    assert table.result.offenders == (2, 3)
