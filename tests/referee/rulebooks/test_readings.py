"""What the rulebooks leave open, as ``docs/rules.md`` decides it under "Readings": a test for each, naming the sections."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.referee.conftest import Player, Table

PINFU = "234567m67p34522s"
"""Waits for 5p and 8p; with 5p it is pinfu and tanyao, worth 2,000 by ron of a non-dealer."""
NOTEN = "147m258p369s1234z"


def graded(table: Table) -> list[tuple[str, int, str]]:
    return [(found.rule, found.seat, found.grade) for found in table.state.findings]


# A kan that may not be: in a turn that began with a call, a fifth one, on the last tile


def after_a_call(table: Table) -> Player:
    table.east.turn("5p").west.pon("55p").west.ankan("1111z")
    return table.west


def a_fifth(table: Table) -> Player:
    table.east.draws()
    for names in ("1111m", "2222z", "3333z", "4444z"):
        table.east.ankan(names).turns_indicator("9s").east.draws()
    table.east.discards("1m").south.draws().south.ankan("5555z")
    return table.south


def on_the_last_tile(table: Table) -> Player:
    table.runs_out(keep=1)
    player = table.players[table.state.turn]
    player.draws().players[player.seat].ankan("1111z")
    return player


FORBIDDEN_KANS = [
    (after_a_call, "kan_after_call"),  # WRC 5.4.7, 5.4.8; MJ 3.3.6, 3.3.7; SAI 43.10, 43.13
    (a_fifth, "fifth_kan"),  # WRC 5.4.9; MJ 3.3.10; SAI 43.5
    (on_the_last_tile, "call_on_last_tile"),  # WRC 5.7.1; MJ 3.4.1; SAI 43.6
]


@pytest.mark.parametrize(("kan", "rule"), FORBIDDEN_KANS)
@pytest.mark.parametrize("ruleset", ["wrc-2015", "riichi-mj"])
def test_a_kan_that_may_not_be_is_an_empty_call_until_the_discard(
    tables: type[Table], ruleset: str, kan: object, rule: str
) -> None:
    """WRC 7.2: "being unable to perform the claimed action" is an empty call; the group can be corrected until the discard,
    and after it cannot be changed; MJ 3.4.7: "can be corrected … before the discard is made".
    """
    assert callable(kan)
    table = tables(ruleset).deals()
    player: Player = kan(table)
    assert graded(table) == [(rule, player.seat, "none")]
    player.draws().players[player.seat].discards("9m")
    assert graded(table) == [(rule, player.seat, "none"), ("invalid_meld", player.seat, "dead_hand")]


@pytest.mark.parametrize(("kan", "rule"), FORBIDDEN_KANS)
def test_that_it_was_not_seen_to_be_carried_out_proves_nothing(
    tables: type[Table], kan: object, rule: str
) -> None:
    """WRC 7.2: tiles that went back are no sense of the table; a replacement tile that was taken is."""
    assert callable(kan)
    table = tables("wrc-2015").deals()
    player: Player = kan(table)
    player.discards("9m")
    assert graded(table) == [(rule, player.seat, "none")]


@pytest.mark.parametrize(("kan", "rule"), FORBIDDEN_KANS)
def test_where_the_word_itself_is_a_foul_it_is_one_at_once_and_no_other(
    tables: type[Table], kan: object, rule: str
) -> None:
    """SAI 55.3(2): "Declaring Pon • Chii • Kan by mistake"."""
    assert callable(kan)
    table = tables("saikouisen-2025").deals()
    player: Player = kan(table)
    player.draws().players[player.seat].discards("9m")
    assert graded(table) == [(rule, player.seat, "dead_hand")]


def test_the_hand_ends_after_a_kan_on_the_last_tile(tables: type[Table]) -> None:
    """WRC 5.7.2: after the discard after the last tile, whatever was taken from the dead wall."""
    table = tables("wrc-2015").deals()
    player = on_the_last_tile(table)
    player.draws().players[player.seat].discards("9m").closes()
    assert table.state.live == 0
    assert table.result.result == "exhaustive"


def test_a_fifth_kan_of_a_discard_is_one_too(tables: type[Table]) -> None:
    """WRC 5.4.9, 7.2, as for the own hand."""
    table = tables("wrc-2015").deals().east.draws()
    for names in ("1111m", "2222z", "3333z", "4444z"):
        table.east.ankan(names).turns_indicator("9s").east.draws()
    table.east.discards("5p").west.kan("555p")
    assert graded(table) == [("fifth_kan", 2, "none")]
    table.west.draws().west.discards("9m")
    assert graded(table) == [("fifth_kan", 2, "none"), ("invalid_meld", 2, "dead_hand")]
