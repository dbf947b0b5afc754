"""Turns and discards: draws in turn, what is implied, what is seen twice (WRC 5.1-5.4, 7.2; SAI 35-37, 55)."""

import pytest

from referee.game import events
from referee.game import observations as seen
from referee.tiles import UNKNOWN
from tests.referee.conftest import Table


def test_a_discard_without_an_observed_draw_implies_the_draw(table: Table) -> None:
    table.east.discards("1z").south.discards("2z")
    assert [type(event).__name__ for event in table.events[-2:]] == ["TileDrawn", "TileDiscarded"]
    assert table.state.live == 68
    assert all(seat.concealed == 13 for seat in table.state.seats)


def test_a_second_touch_of_the_wall_by_the_player_in_turn_is_no_second_draw(table: Table) -> None:
    table.east.draws().east.draws()
    assert table.state.live == 69
    assert table.fouls == []


def test_drawing_out_of_turn_is_found_and_the_game_goes_on(table: Table) -> None:
    table.west.draws().east.turn("1z").south.turn("2z")
    assert table.fouls == [("out_of_turn_draw", 2)]
    assert table.state.turn == 2


@pytest.mark.parametrize("senses", [("acts",), ("call_buttons",)])
@pytest.mark.parametrize(
    ("ruleset", "rule"),
    [
        ("wrc-2015", "out_of_turn_draw"),
        ("riichi-mj", "out_of_turn_draw"),
        ("saikouisen-2025", "early_draw"),
    ],
)
def test_drawing_before_the_player_to_the_left_has_discarded(
    ruleset: str, rule: str, senses: tuple[str, ...]
) -> None:
    """SAI 35.2, 55.3(6): a tile drawn too early by whose turn is next, in a record as at a table."""
    table = Table(ruleset, senses=senses).deals().east.draws().south.draws()
    assert table.fouls == [(rule, 1)]


def test_discarding_out_of_turn_is_found_and_the_tile_goes_back(table: Table) -> None:
    table.east.turn("1z").west.discards("5p")
    assert table.fouls == [("out_of_turn_discard", 2)]
    assert table.state.seats[2].pond == ()
    assert table.state.turn == 1


def test_the_same_discard_reported_once_more_changes_nothing(table: Table) -> None:
    table.east.turn("1z")
    before = table.state
    table.east.discards("1z")
    assert table.state == before


def test_a_tile_that_is_not_in_a_known_hand() -> None:
    table = Table("wrc-2015").deals(east="123456789m1234p").east.draws("5z").east.discards("7z")
    assert table.fouls == [("tile_not_in_hand", 0)]


def test_nobody_draws_from_an_empty_wall(table: Table) -> None:
    table.runs_out()
    before = table.state
    table.players[before.turn].draws()
    assert table.state == before


def test_a_finding_names_section_and_evidence(table: Table) -> None:
    table.sees(seen.TileDrawn(seat=2, tile=UNKNOWN, source="signal:55"))
    foul = table.events[-1]
    assert isinstance(foul, events.FoulFound)
    assert foul.evidence == ("signal:55",)
    assert "WRC" in foul.section
