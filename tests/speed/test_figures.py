"""Figures of speed: their confidence, the ratios, and a run that measures what it claims."""

from random import Random

import pytest

from bench.speed.measuring.figure import LIMIT, Figure, Goal, Rounds, result_of
from bench.speed.measuring.interval import interval

FAST = Figure(
    name="a.rate", what="work", unit="hands/s", more=True, to="mahjong", goal=Goal(of="ratio", bound=3)
)
SMALL = Figure(
    name="a.size", what="size", unit="bytes", more=False, to=LIMIT, goal=Goal(of="value", bound=600)
)


def test_the_interval_of_ten_rounds_leaves_out_one_at_each_end() -> None:
    found = interval([9, 1, 2, 3, 100, 4, 5, 6, 7, 8])
    assert (found.low, found.median, found.high) == (2, 5.5, 9)


def test_few_rounds_say_no_more_than_their_range() -> None:
    found = interval([3, 1, 2])
    assert (found.low, found.median, found.high) == (1, 2, 3)
    with pytest.raises(ValueError, match="no rounds"):
        interval([])


@pytest.mark.parametrize("number", [6, 10, 25])
def test_the_interval_holds_the_median_as_often_as_it_says(number: int) -> None:
    """The noise is skewed, like that of a shared machine; its true median is 1."""
    random, tries = Random(number), 2000
    held = sum(
        found.low <= 1 <= found.high
        for found in (
            interval([2 ** random.expovariate(1) / 2**0.6931 for _ in range(number)]) for _ in range(tries)
        )
    )
    assert held / tries >= 0.94


def test_a_ratio_is_made_in_each_round() -> None:
    """The machine was twice as slow in the second round, for both."""
    found = result_of(FAST, Rounds(ours=(300, 150, 330), theirs=(100, 50, 100)))
    assert found["ratio"] == {"median": 3.0, "low": 3.0, "high": 3.3}
    assert found["met"] is True
    assert result_of(FAST, Rounds(ours=(200,), theirs=(100,)))["met"] is False


def test_without_a_peer_a_figure_is_a_ratio_to_its_limit() -> None:
    found = result_of(SMALL, Rounds(ours=(660,)))
    assert (found["ratio"]["median"], found["met"], found["theirs"]) == (1.1, False, None)
    assert result_of(SMALL, Rounds(ours=(500,)))["met"] is True
