"""Whole recorded games, watched as a table would: signals and sightings become the record again."""

from pathlib import Path

import pytest

from bench.stages.watched_games import watch
from referee.game.observations import HandDealt, HandMoved, StickLaid, TileDrawn
from referee.records.neutral.record import RecordedDraw, RecordedRiichi
from referee.records.reader import read_record
from simulation.playing.compare import compare_games
from tests.proofs import some

MOST_LATE_MS = 2000
"""The longest wait in a game without irregularities."""


def assert_watched(path: Path, hands: int | None, seed: int = 1) -> None:
    record = read_record(path)
    watched = watch(record, seed=seed, hands=hands)
    compared = compare_games(record, watched.record(), hands)
    assert compared.differences == []
    assert compared.equal
    assert watched.fouls == []
    assert watched.notes == []
    late_ms = [
        given_ms - observation.at_ms
        for (observation, _), given_ms in zip(watched.entries, watched.given_ms, strict=True)
        if not isinstance(observation, HandMoved)  # they come with the next observation
    ]
    assert max(late_ms) < MOST_LATE_MS
    times = [observation.at_ms for observation, _ in watched.entries]
    assert times == sorted(times)


@pytest.mark.sampled(1)
@pytest.mark.shared
@pytest.mark.parametrize(("name", "hands"), [("c93d03da18a0", 2), ("23921e4b7bfc", 2)])
def test_the_first_hands_of_a_game(shared: Path, name: str, hands: int) -> None:
    assert_watched(shared / "records" / "games" / f"{name}.mjlog", hands)


@pytest.mark.shared
def test_a_table_that_feels_no_hands_no_walls_and_no_sticks(shared: Path) -> None:
    """The camera sees what the table does not sense: every draw, every bet, and hands over the lines."""
    record = read_record(shared / "records" / "games" / "23921e4b7bfc.mjlog")
    watched = watch(record, hands=2, senses=("call_buttons",))
    assert compare_games(record, watched.record(), 2).differences == []
    assert watched.fouls == []
    assert watched.notes == []
    seen = [observation for observation, _ in watched.entries]
    played = [act for hand in record.hands[:2] for act in hand.acts]
    assert sum(isinstance(each, TileDrawn) for each in seen) == sum(
        isinstance(act, RecordedDraw) for act in played
    )
    assert sum(isinstance(each, StickLaid) for each in seen) == sum(
        isinstance(act, RecordedRiichi) for act in played
    )
    moved = [each for each in seen if isinstance(each, HandMoved)]
    assert {each.seat for each in moved} == {0, 1, 2, 3}


@pytest.mark.shared
def test_a_table_of_which_only_the_camera_tells(shared: Path) -> None:
    """No dice, no button, no call: hands begin with the deal and end when the tiles are swept."""
    record = read_record(shared / "records" / "games" / "23921e4b7bfc.mjlog")
    watched = watch(record, hands=2, senses=(), by_sight=True)
    assert compare_games(record, watched.record(), 2).differences == []
    assert (watched.fouls, watched.asked, watched.notes) == ([], [], [])
    dealt = [each for each, _ in watched.entries if isinstance(each, HandDealt)]
    assert [each.dice for each in dealt] == [(0, 0)] * 2, "this table has no dome"
    drawn = [each for each, _ in watched.entries if isinstance(each, TileDrawn)]
    assert sum(each.place is not None for each in drawn) > len(drawn) * 0.9, (
        "their break follows from the deal"
    )


@pytest.mark.shared
@pytest.mark.prove(short=False)
@pytest.mark.timeout(2400)
def test_many_games_of_which_only_the_camera_tells(shared: Path) -> None:
    games = sorted((shared / "records" / "games").glob("*.mjlog"))
    for number, path in enumerate(games[1:300:15]):
        record = read_record(path)
        watched = watch(record, seed=number, hands=4, senses=(), by_sight=True)
        assert compare_games(record, watched.record(), 4).differences == [], path
        assert (watched.fouls, watched.asked, watched.notes) == ([], [], []), path


@pytest.mark.shared
@pytest.mark.prove(short=False)
@pytest.mark.timeout(2400)
@pytest.mark.parametrize("part", some(range(3), 1))
def test_many_whole_games(shared: Path, part: int) -> None:
    games = sorted((shared / "records" / "games").glob("*.mjlog"))
    for number, path in enumerate(games[40 * part :: 120]):
        assert_watched(path, None, seed=number)
