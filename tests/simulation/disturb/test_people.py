"""Records with physical times: the acts of people at a table, when they happen, and the table's reports of them."""

from itertools import pairwise
from typing import Any

import pytest

from config import read_ruleset
from referee.game import observations as seen
from referee.game.observations import Observation
from referee.records.neutral.record import GameRecord
from referee.rules.ruleset import Ruleset
from referee.tiles import UNKNOWN
from simulation.replay.disturb.game import play_game
from simulation.replay.replay import ruleset_of
from simulation.replay.timed import timed_reports

BOOKS = ("wrc-2015", "riichi-mj", "saikouisen-2025")


def hands(record: GameRecord, book: str = "saikouisen-2025", seed: int = 1) -> list[list[Observation]]:
    return list(play_game(record, read_ruleset(book), seed).each_hand())


def when(observations: list[Observation], kind: type[Any], **fields: Any) -> list[int]:
    return [
        each.at_ms
        for each in observations
        if isinstance(each, kind) and all(getattr(each, name) == value for name, value in fields.items())
    ]


def test_the_same_seed_is_the_same_game(own_games: list[GameRecord]) -> None:
    first, again, other = (hands(own_games[0], seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_observations_come_in_order_and_are_numbered(own_games: list[GameRecord]) -> None:
    for observations in hands(own_games[0]):
        assert isinstance(observations[0], seen.HandDealt)
        assert isinstance(observations[-1], seen.HandClosed)
        assert [each.source for each in observations] == [
            f"observation:{n}" for n in range(len(observations))
        ]
        assert all(first.at_ms <= second.at_ms for first, second in pairwise(observations))


def test_concealed_tiles_are_not_reported(own_games: list[GameRecord]) -> None:
    for observations in hands(own_games[0]):
        for each in observations:
            if isinstance(each, seen.HandDealt):
                assert {tile for hand in each.hands for tile in hand} == {UNKNOWN}
            if isinstance(each, seen.TileDrawn):
                assert each.tile == UNKNOWN
                assert each.place is not None


def test_hands_go_out_and_come_back(own_games: list[GameRecord]) -> None:
    for observations in hands(own_games[0]):
        for seat in range(4):
            moves = [
                each.across for each in observations if isinstance(each, seen.HandMoved) and each.seat == seat
            ]
            assert moves == [True, False] * (len(moves) // 2)


def test_nobody_draws_before_the_line_is_clear(own_games: list[GameRecord]) -> None:
    """SAI 35.2: the hand of the discarder is back, his riichi stick lies."""
    checked = 0
    for record in own_games:
        for observations in hands(record):
            laid: seen.TileDiscarded | None = None
            word: int | None = None
            for each in observations:
                if isinstance(each, seen.TileDiscarded):
                    laid = each
                elif isinstance(each, seen.CallHeard):
                    word = each.at_ms
                elif isinstance(each, seen.TileDrawn) and laid is not None and each.seat != laid.seat:
                    back = [
                        at
                        for at in when(observations, seen.HandMoved, seat=laid.seat, across=False)
                        if laid.at_ms < at < each.at_ms
                    ]
                    assert back, (laid, each)
                    checked += 1
            assert word is None or word > 0
    assert checked > 100


def test_calls_come_within_human_reaction(own_games: list[GameRecord]) -> None:
    """SAI 42.2: pon at the moment of the discard; SAI 41.2: chi once the hand is back."""
    pons = chis = 0
    for record in own_games:
        for observations in hands(record):
            laid: seen.TileDiscarded | None = None
            for each in observations:
                if isinstance(each, seen.TileDiscarded):
                    laid = each
                if not isinstance(each, seen.CallHeard) or laid is None or laid.seat == each.seat:
                    continue
                if each.call == "pon":
                    assert 100 < each.at_ms - laid.at_ms < 1000
                    pons += 1
                elif each.call == "chi":
                    moves = when(observations, seen.HandMoved, seat=laid.seat, across=False)
                    assert any(laid.at_ms < at < each.at_ms for at in moves)
                    chis += 1
    assert pons
    assert chis


@pytest.mark.parametrize("book", BOOKS)
def test_no_finding_in_undisturbed_games(own_games: list[GameRecord], book: str) -> None:
    """Even the strictest rulebook finds nothing in a game, and it pays as the record says."""
    for record in own_games:
        rules = ruleset_of(record).judged_by(Ruleset.read(book))
        for report in timed_reports(record, rules, 3):
            assert report.line["findings"] == []
            assert report.line["result"] is not None
            assert report.disagreements == []
