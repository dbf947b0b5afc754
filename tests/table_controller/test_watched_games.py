"""Whole recorded games, watched as a table watches them: what was felt and seen becomes the record again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from referee.records.reader import read_record
from table_controller.simulation.compare import compare_games
from tests.table_controller.watched_games import watch

if TYPE_CHECKING:
    from pathlib import Path

MOST_LATE_MS = 2000
"""Nothing has to wait for longer in a game without irregularities."""


def assert_watched(path: Path, hands: int | None, seed: int = 1) -> None:
    record = read_record(path)
    watched = watch(record, seed=seed, hands=hands)
    compared = compare_games(record, watched.record(), hands)
    assert compared.differences == []
    assert compared.equal
    assert watched.fouls == []
    assert watched.notes == []
    assert max(watched.lateness_ms) < MOST_LATE_MS
    times = [observation.at_ms for observation, _ in watched.entries]
    assert times == sorted(times)


@pytest.mark.shared
@pytest.mark.parametrize(("name", "hands"), [("c93d03da18a0", 2), ("23921e4b7bfc", 2)])
def test_the_first_hands_of_a_game(shared: Path, name: str, hands: int) -> None:
    assert_watched(shared / "records" / "games" / f"{name}.mjlog", hands)


@pytest.mark.shared
@pytest.mark.prove(short=False)
@pytest.mark.timeout(2400)
def test_many_whole_games(shared: Path) -> None:
    games = sorted((shared / "records" / "games").glob("*.mjlog"))
    for number, path in enumerate(games[::40]):
        assert_watched(path, None, seed=number)
