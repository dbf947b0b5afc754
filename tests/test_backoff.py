"""Delays between tries double up to the longest, and begin again after a success."""

from config.backoff import Backoff


def test_delays_double_up_to_the_longest() -> None:
    backoff = Backoff(0.25, 1.5)
    assert [backoff.next() for _ in range(5)] == [0.25, 0.5, 1.0, 1.5, 1.5]


def test_a_success_begins_again() -> None:
    backoff = Backoff(1, 60)
    backoff.next()
    backoff.next()
    backoff.reset()
    assert [backoff.next(), backoff.next()] == [1, 2]


def test_exhausted_delays_are_the_longest_until_a_success() -> None:
    backoff = Backoff(1, 60)
    backoff.exhaust()
    assert [backoff.next(), backoff.next()] == [60, 60]
    backoff.reset()
    assert backoff.next() == 1


def test_a_delay_follows_from_the_number_of_failures() -> None:
    """This also holds after more failures than a float can count in doublings."""
    assert [Backoff(1, 60).after(failures) for failures in (1, 2, 6, 7, 5000)] == [1, 2, 32, 60, 60]


def test_a_first_delay_beyond_the_longest_is_cut() -> None:
    assert Backoff(9, 3).next() == 3
