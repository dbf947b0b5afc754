"""A discard straight from the wall counts as one only if the arm was never back at its own tiles."""

import pytest

from vision.tracking.arm_paths import ArmPaths


def paths(reach: dict[int, list[tuple[int, int]]], until_ms: int = 6000) -> ArmPaths:
    """Arms that are beyond their own tiles in these spans (first and last frame), with a frame every 100 ms."""
    arms = ArmPaths(222.0)
    for at_ms in range(0, until_ms, 100):
        arms.update(
            {
                chair: 150.0 if any(start <= at_ms <= end for start, end in stretches) else 270.0
                for chair, stretches in reach.items()
            },
            at_ms,
        )
    return arms


def test_from_the_wall_to_the_pond_in_one_reach() -> None:
    arms = paths({1: [(1000, 2500)]})
    arms.taken(1, 900, 2000)
    assert arms.straight_from_wall(1, 1800, 2600)
    assert not arms.straight_from_wall(0, 1800, 2600)


def test_an_arm_that_was_back_may_have_laid_another_tile() -> None:
    arms = paths({1: [(1000, 1500), (2000, 2500)]})
    arms.taken(1, 900, 1600)
    assert not arms.straight_from_wall(1, 1900, 2600)


def test_if_it_may_have_been_the_reach_before_nothing_is_said() -> None:
    arms = paths({1: [(1000, 1500), (2000, 2500)]})
    arms.taken(1, 900, 2600)
    assert not arms.straight_from_wall(1, 1900, 2600)


def test_no_tile_was_taken() -> None:
    assert not paths({1: [(1000, 2500)]}).straight_from_wall(1, 1800, 2600)


@pytest.mark.parametrize("who", [0, 2])
def test_another_took_it(who: int) -> None:
    arms = paths({1: [(1000, 2500)], who: [(1000, 2500)]})
    arms.taken(who, 900, 2000)
    assert not arms.straight_from_wall(1, 1800, 2600)


def test_what_was_not_seen_is_not_known() -> None:
    arms = paths({1: [(1000, 2500)]})
    arms.taken(1, 900, 2000)
    arms.blind()
    assert not arms.straight_from_wall(1, 1800, 2600)
