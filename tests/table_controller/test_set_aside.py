"""The message to blame for the end of a connection, and the time of its next try (MQTT 5, 4.13)."""

import asyncio

import pytest

from table_controller.broker.set_aside import (
    A_WHILE_S,
    AGAIN_S,
    LONGEST_S,
    MOMENTS_S,
    MOST,
    Mark,
    SetAside,
)
from table_controller.mqtt.gate import Topic

HERE, THERE = Topic("jantaku/1/home/7/state"), Topic("jantaku/1/home/7/status")
POISON, OTHER = Mark(HERE, 1), Mark(THERE, 2)
SHUTS_DOWN, TAKEN_OVER, MALFORMED = 0x8B, 0x8E, 0x81
TOO_MANY_AT_ONCE, TOO_FAST, OVER_QUOTA = 0x93, 0x96, 0x97


class Line:
    """A series of connections, and a clock."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.aside = SetAside(lambda: self.now_s)

    def ends(
        self,
        *marks: Mark,
        after_s: float = 0.01,
        ours: bool = False,
        reason: int | None = None,
        refused: Mark | None = None,
        away: bool = False,
    ) -> Mark | None:
        """End a connection with these messages on their way, and begin the next; return the message that is set
        aside."""
        if refused is not None:
            self.refuses(refused)
        error = ConnectionError()
        for mark in marks:
            with pytest.raises(ConnectionError), self.aside.under_way(mark):
                raise error
        self.now_s += after_s
        found = self.aside.ended(ours=error if ours else None, reason=reason)
        if away:
            self.aside.away()
        return found or self.aside.begin()

    def has(self, mark: Mark) -> None:
        """Let the broker acknowledge a message."""
        with self.aside.under_way(mark):
            pass

    def refuses(self, mark: Mark) -> None:
        """Let the broker's acknowledgement refuse a message."""
        with self.aside.under_way(mark):
            self.aside.refused(mark)


def test_a_message_at_which_two_connections_end_is_set_aside() -> None:
    line = Line()
    assert line.ends(POISON) is None
    assert line.aside.takes(POISON)
    assert line.ends(POISON) == POISON
    assert not line.aside.takes(POISON)
    assert line.aside.takes(OTHER)
    assert line.aside.takes(Mark(HERE, 3)), "what comes next in that topic may be another matter"


def test_a_broker_that_is_started_again_blames_nobody() -> None:
    line = Line()
    for _ in range(5):
        assert line.ends(POISON) is None
        line.has(POISON)


def test_a_broker_that_is_away_after_each_end_is_likelier_to_be_the_cause() -> None:
    """A message may also crash the broker."""
    line = Line()
    ends = [line.ends(POISON, away=True) for _ in range(6)]
    assert ends == [*[None] * 5, POISON]


def test_while_two_tables_throw_each_other_off_an_end_counts_for_little() -> None:
    """A message that ends each connection is still found, and at once when that is over."""
    line = Line()
    assert line.ends(OTHER) is None
    line.aside.thrown_off()
    assert [line.ends(POISON, after_s=2.0) for _ in range(23)] == [None] * 23, "it goes on while they do"
    assert line.ends(POISON) == POISON
    line.now_s += A_WHILE_S
    line.has(OTHER)
    assert [line.ends(OTHER) for _ in range(2)] == [None, OTHER]


def test_only_one_connection_after_the_other_counts() -> None:
    line = Line()
    assert [line.ends(*marks) for marks in ((POISON,), (), (POISON,), (OTHER,), (POISON,))] == [None] * 5
    assert line.ends(POISON) == POISON


def test_two_at_once_are_sent_one_by_one_until_it_is_known_which() -> None:
    line = Line()
    assert line.ends(POISON, OTHER) is None
    assert line.aside.is_suspected(POISON)
    assert line.aside.is_suspected(OTHER)
    line.has(OTHER)
    assert not line.aside.is_suspected(OTHER)
    assert line.ends(POISON) == POISON


@pytest.mark.parametrize("reason", [SHUTS_DOWN, TAKEN_OVER, TOO_MANY_AT_ONCE, TOO_FAST, OVER_QUOTA])
def test_a_reason_that_is_none_of_the_messages_is_believed(reason: int) -> None:
    line = Line()
    assert [line.ends(POISON, reason=reason) for _ in range(5)] == [None] * 5


def test_a_line_that_falls_silent_says_nothing_of_a_message() -> None:
    line = Line()
    assert [line.ends(POISON, after_s=MOMENTS_S + 1) for _ in range(5)] == [None] * 5


def test_a_reason_that_is_the_messages_is_heard_twice_too() -> None:
    line = Line()
    assert [line.ends(POISON, reason=MALFORMED) for _ in range(2)] == [None, POISON]


def test_what_this_program_cannot_make_is_set_aside_at_once() -> None:
    line = Line()
    assert line.ends(POISON, ours=True) == POISON


def test_a_fault_of_this_program_elsewhere_blames_nobody() -> None:
    """It may occur while a command is received, for example."""
    line = Line()
    for _ in range(5):
        with pytest.raises(asyncio.CancelledError), line.aside.under_way(POISON):
            raise asyncio.CancelledError
        assert line.aside.ended(ours=RuntimeError()) is None
        assert line.aside.begin() is None
    assert line.aside.takes(POISON)


def test_what_follows_a_refusal_is_not_to_blame() -> None:
    """Mosquitto 2.0.11 may end the connection after refusing a message."""
    line = Line()
    assert [line.ends(OTHER, refused=POISON) for _ in range(3)] == [None] * 3
    assert line.aside.takes(OTHER)
    assert not line.aside.takes(POISON)
    assert not line.aside.takes(Mark(HERE, 3)), "a refusal that ends connections is of the topic"


def test_a_refusal_alone_is_of_that_message_only() -> None:
    line = Line()
    line.refuses(POISON)
    assert not line.aside.takes(POISON)
    assert line.aside.takes(Mark(HERE, 3))


def test_it_is_tried_again_later_and_later() -> None:
    line = Line()
    line.ends(POISON)
    line.ends(POISON)
    waits = [line.aside.waits_s(HERE)]
    while len(waits) < 10:
        line.now_s += waits[-1] + 0.1
        assert line.aside.takes(POISON)
        while line.ends(POISON) is None:
            assert line.aside.takes(POISON)
        waits.append(line.aside.waits_s(HERE))
    assert waits[:3] == pytest.approx([AGAIN_S, 2 * AGAIN_S, 4 * AGAIN_S])
    assert waits[-1] == pytest.approx(LONGEST_S)
    line.has(POISON)
    assert line.aside.waits_s(HERE) == 0


@pytest.mark.parametrize(("ends", "first_s"), [(False, AGAIN_S), (True, 2 * AGAIN_S)])
def test_what_is_refused_is_tried_again_later_and_later(ends: bool, first_s: float) -> None:
    """The broker may end the connection after refusing it."""
    line = Line()
    waits: list[float] = []
    while len(waits) < 10:
        if ends:
            line.ends(refused=POISON)
        else:
            line.refuses(POISON)
        waits.append(line.aside.waits_s(HERE))
        line.now_s += waits[-1] + 0.1
        assert line.aside.takes(POISON)
    assert waits[:3] == pytest.approx([first_s, 2 * first_s, 4 * first_s], abs=0.1)
    assert waits[-1] == pytest.approx(LONGEST_S, abs=0.1)
    line.has(POISON)
    line.refuses(POISON)
    assert line.aside.waits_s(HERE) == AGAIN_S, "the broker took it in between"


def test_a_topic_at_which_connections_end_again_and_again_has_to_wait() -> None:
    line = Line()
    for mark in (POISON, Mark(HERE, 3)):
        line.ends(mark)
        assert line.ends(mark) == mark
    assert not line.aside.takes(Mark(HERE, 4))
    assert line.aside.takes(OTHER)
    line.now_s += 2 * AGAIN_S
    assert line.aside.takes(Mark(HERE, 4))


def test_it_keeps_only_so_much_in_mind() -> None:
    line = Line()
    for number in range(3 * MOST):
        mark = Mark(Topic(f"jantaku/1/home/answer/{number}"), number)
        line.ends(mark)
        line.ends(mark)
    assert len(line.aside._faults) <= MOST
    assert len(line.aside._suspected) <= MOST
