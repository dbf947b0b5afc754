"""Calls: what may be called when, precedence, display, kuikae (WRC 5.4, 7.2; MJ 3.3; SAI 40-43, 55.3)."""

import pytest

from referee.game import observations as seen
from referee.tiles import parse_tiles
from tests.referee.conftest import Table


def test_a_pon_takes_the_discard_and_the_turn(table: Table) -> None:
    table.east.turn("5p").west.pon("05p")
    meld = table.state.seats[2].melds[0]
    assert (meld.kind, meld.claimed, meld.source) == ("pon", parse_tiles("5p")[0], 0)
    assert table.state.seats[0].pond[-1].called_by == 2
    assert table.state.seats[2].concealed == 11
    assert table.state.turn == 2
    assert table.state.live == 69


def test_a_meld_without_a_heard_call_still_lies_there(table: Table) -> None:
    table.east.turn("5p").south.shows_meld("chi", "456p", "5p", 0)
    assert table.state.seats[1].melds[0].kind == "chi"
    assert table.fouls == []


def test_a_meld_of_a_tile_nobody_discarded(table: Table) -> None:
    table.east.turn("5p").south.shows_meld("pon", "111z", "1z", 0)
    assert table.fouls == [("invalid_meld", 1)]
    assert table.state.seats[1].melds == ()


def test_a_call_that_may_have_come_in_time_stands_and_the_tile_goes_back(table: Table) -> None:
    """WRC 5.4.1: a finding is made only if it holds throughout the time the sensors leave open."""
    table.east.turn("5p").sees(seen.TileDrawn(seat=1, tile=37, at_ms=5000, within_ms=200))
    table.sees(seen.CallHeard(seat=2, call="pon", at_ms=5100, within_ms=100))
    table.west.shows_meld("pon", "555p", "5p", 0)
    assert table.fouls == []
    assert table.state.turn == 2
    assert table.state.seats[1].concealed == 13
    assert table.state.live == 69


def test_what_is_no_chow_has_no_other_end(table: Table) -> None:
    """If 569p were 567p with the 5p called, 8p would be the other end; wrong tiles are one foul (WRC 7.2)."""
    table.east.turn("5p").south.calls("chi").south.shows_meld("chi", "569p", "5p", 0).south.discards("8p")
    assert table.fouls == [("invalid_meld", 1)]


def test_kuikae_with_a_red_five_and_with_a_pon() -> None:
    table = Table("riichi-mj").deals().east.turn("5p").south.pon("05p").south.discards("5p")
    assert table.fouls == [("kuikae", 1)]


def test_kuikae_holds_for_the_discard_of_that_turn_only(table: Table) -> None:
    table.east.turn("5p").south.chi("46p").south.discards("1z").goes_round("2z", "3z", "4z", "5p")
    assert table.fouls == []


def test_the_same_meld_reported_again_changes_nothing(table: Table) -> None:
    table.east.turn("5p").south.chi("46p")
    before = table.state
    table.south.shows_meld("chi", "456p", "5p", 0)
    assert table.state == before
    table.south.discards("1z").south.shows_meld("chi", "456p", "5p", 0)
    assert len(table.state.seats[1].melds) == 1
    assert table.fouls == []


def test_a_second_chi_of_the_same_tiles_after_a_call_is_a_new_one(table: Table) -> None:
    table.east.turn("5p").south.chi("46p").south.discards("1z").goes_round("2z", "3z", "5p").south.chi("46p")
    assert len(table.state.seats[1].melds) == 2
    assert table.fouls == []


@pytest.mark.parametrize(("ruleset", "found"), [("wrc-2015", True), ("saikouisen-2025", False)])
def test_a_claimed_tile_that_is_not_taken(ruleset: str, found: bool) -> None:
    """WRC 5.4, MJ 3.3.8: "before another two discards", else the hand is dead; SAI has no such rule."""
    table = Table(ruleset).deals()
    table.east.turn("5p").west.calls("pon").west.discards("1z")
    table.goes_round("2z")
    assert ("claimed_tile_not_taken", 2) not in table.fouls
    table.goes_round("3z")
    assert (("claimed_tile_not_taken", 2) in table.fouls) is found
    table.goes_round("4z")
    assert table.fouls.count(("claimed_tile_not_taken", 2)) == found
