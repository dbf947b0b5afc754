"""A login that sends more than a table can handle is muted for a while, and longer each time."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_controller.broker.fairness.flood_guard import (
    BURST,
    FIRST_MUTE_S,
    FORGIVEN_S,
    LONGEST_MUTE_S,
    MOST_LOGINS,
    RATE,
    FloodGuard,
)


class Clock:
    now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


def flood(guard: FloodGuard, login: str) -> int:
    """Count the commands that are heard before it is muted."""
    heard = 0
    while guard.hears(login):
        heard += 1
    return heard


def test_a_busy_page_is_never_muted(clock: Clock) -> None:
    guard = FloodGuard(clock)
    for _ in range(60):
        assert all(guard.hears("anna") for _ in range(int(RATE)))
        clock.now_s += 1
    assert not guard.muted()


def test_a_flood_is_muted_and_nobody_else(clock: Clock) -> None:
    guard = FloodGuard(clock)
    assert flood(guard, "bert") == BURST
    assert guard.muted() == {"bert"}
    assert guard.hears("anna")


def test_it_is_heard_again_and_muted_longer_each_time(clock: Clock) -> None:
    guard, began_s, mutes_s = FloodGuard(clock), clock.now_s, []
    for _ in range(8):
        assert flood(guard, "bert") == BURST
        muted_at_s = clock.now_s
        while guard.muted():
            assert not guard.hears("bert")
            clock.now_s += 1
        mutes_s.append(clock.now_s - muted_at_s)
    assert mutes_s == [10, 20, 40, 80, 160, 300, 300, 300]
    assert (mutes_s[0], mutes_s[-1]) == (FIRST_MUTE_S, LONGEST_MUTE_S)
    assert clock.now_s - began_s == sum(mutes_s)


def test_what_is_long_past_is_forgiven(clock: Clock) -> None:
    guard = FloodGuard(clock)
    flood(guard, "bert")
    clock.now_s += FIRST_MUTE_S + FORGIVEN_S
    flood(guard, "bert")
    clock.now_s += FIRST_MUTE_S
    assert not guard.muted()


def test_invented_names_fill_no_memory(clock: Clock) -> None:
    guard = FloodGuard(clock)
    for number in range(3 * MOST_LOGINS):
        clock.now_s += 0.001
        guard.hears(f"name {number}")
    assert len(guard._senders) == MOST_LOGINS


@given(
    st.lists(st.tuples(st.sampled_from("ab"), st.floats(0, 30), st.integers(1, 400)), max_size=30),
)
def test_no_login_is_heard_more_often_than_its_rate(sent: list[tuple[str, float, int]]) -> None:
    clock, heard = Clock(), Counter[str]()
    guard, began_s = FloodGuard(clock), clock.now_s
    for login, pause_s, count in sent:
        clock.now_s += pause_s
        for _ in range(count):
            heard[login] += guard.hears(login)
        assert heard[login] <= BURST + RATE * (clock.now_s - began_s) + 1
        for other in set("ab") - {login}:
            assert other not in guard.muted() or heard[other] >= BURST
