"""A loss of sight never becomes a foul: zones of legal games are hidden, and no foul is found.

Any zone is hidden, from any time on, for a moment or for good. A judge is asked at most once; if he is not
asked, the game is as it was played.
"""

from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bench.stages.unwired import ENTERED, GIVEN_UP, IN_DOUBT, Judged
from bench.stages.watched_games import Loss
from referee.records.neutral.record import GameRecord
from referee.records.reader import read_record
from simulation.playing.compare import compare_games
from table_controller.sensing.waiting.sources import ZONES
from tests.proofs import some
from tests.table_controller.lossy_games import Told, judged, told_of
from vision.sightings import ZoneReading
from vision.zones import ZoneId

FOR_EVER_MS = 10**9
CHANGED = sorted(zone for zone in ZONES if zone.kind not in {"ura", "wall"})
"""Zones in which players act; indicators are tested separately."""


class Game(NamedTuple):
    """A record with all its signals and sightings."""

    record: GameRecord
    reports: list[Told]

    def __repr__(self) -> str:
        return str(self.record.path)  # nobody finds the failure in half a megabyte


@pytest.fixture(scope="module")
def game(shared: Path) -> Game:
    """A short hand with three pons, a chi and an added kan."""
    record = read_record(shared / "records" / "games" / "be93ecf60534.mjlog")
    return Game(record, told_of(record, 3))


@st.composite
def hidden(draw: st.DrawFn) -> tuple[ZoneId, int, int, int]:
    """A zone, which of its readings it is hidden from, how long before it, and for how long."""
    return (
        draw(st.sampled_from(CHANGED)),
        draw(st.integers(0, 30)),
        draw(st.integers(-1000, 4000)),
        draw(st.sampled_from([1500, 3000, 5000, 8000, 14_000, 25_000, 60_000, FOR_EVER_MS])),
    )


def losses_of(game: Game, chosen: list[tuple[ZoneId, int, int, int]]) -> list[Loss]:
    losses = []
    for zone, index, before_ms, lasts_ms in chosen:
        times = [
            at_ms for at_ms, report in game.reports if isinstance(report, ZoneReading) and report.zone == zone
        ]
        from_ms = times[index % len(times)] - before_ms if times else 20_000
        # The deal is watched; what lies there before cannot be a foul.
        losses.append(Loss(zone, max(from_ms, 3000), from_ms + lasts_ms))
    return losses


def assert_nobody_is_accused(game: Game, losses: list[Loss], hands: int = 1) -> Judged:
    found = judged(game.record, game.reports, losses)
    assert found.fouls == []
    asked = {(hand, GIVEN_UP if text == IN_DOUBT else text) for hand, text in found.asked if text != ENTERED}
    assert len(asked) <= hands, found.asked
    if not found.asked:
        assert compare_games(game.record, found.record(), hands).differences == []
    return found


@pytest.mark.shared
def test_without_losses_nothing_is_asked(game: Game) -> None:
    assert assert_nobody_is_accused(game, []).asked == []


@pytest.mark.shared
@settings(max_examples=12, deadline=None, derandomize=True)
@example(chosen=[(ZoneId("meld", 2), 1, 100, 60_000)])  # two pons are laid before the corner is seen again
@given(chosen=st.lists(hidden(), min_size=1, max_size=2))
def test_what_is_not_seen_is_no_foul(game: Game, chosen: list[tuple[ZoneId, int, int, int]]) -> None:
    assert_nobody_is_accused(game, losses_of(game, chosen))


@pytest.mark.shared
def test_an_added_kan_that_is_read_late(game: Game) -> None:
    """The corner cannot be read while the kan is laid, its indicator turned and play goes on.

    Once it is read, everything follows.
    """
    laid_ms = max(
        at_ms
        for at_ms, report in game.reports
        if isinstance(report, ZoneReading) and report.zone == ZoneId("meld", 2) and report.tiles
    )
    late = assert_nobody_is_accused(game, [Loss(ZoneId("meld", 2), laid_ms - 1500, laid_ms + 6000)])
    assert late.asked == []
    never = assert_nobody_is_accused(game, [Loss(ZoneId("meld", 2), laid_ms - 1500, FOR_EVER_MS)])
    assert {text for _, text in never.asked} >= {ENTERED}


@pytest.mark.shared
def test_a_ron_whose_tile_is_read_late(shared: Path) -> None:
    """The pond is hidden for five seconds from the discard on; the call waits for it and is not one in vain."""
    record = read_record(shared / "records" / "games" / "37bd2b10727d.mjlog")
    game = Game(record, told_of(record, 3))
    [loss] = losses_of(game, [(ZoneId("pond", 3), 20, 100, 5000)])
    assert assert_nobody_is_accused(game, [loss]).asked == []


@pytest.mark.shared
@pytest.mark.prove(short=False)
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("part", some(range(6), 1))
def test_what_is_not_seen_of_recorded_hands_is_no_foul(shared: Path, part: int) -> None:
    games = sorted((shared / "records" / "games").glob("*.mjlog"))
    for number in range(4):
        record = read_record(games[(40 * (4 * part + number)) % len(games)])
        accuses_nobody(Game(record, told_of(record, number)))


def accuses_nobody(game: Game) -> None:
    @settings(max_examples=25, deadline=None, derandomize=True)
    @given(chosen=st.lists(hidden(), min_size=1, max_size=2))
    def law(chosen: list[tuple[ZoneId, int, int, int]]) -> None:
        assert_nobody_is_accused(game, losses_of(game, chosen))

    law()
