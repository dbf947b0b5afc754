"""The tables that the hall asks, and when: soon, not all at once, and at longer and longer intervals if nobody
answers."""

from itertools import pairwise

from hall.collecting.asking import (
    AT_ONCE,
    FIRST_S,
    LONGEST_S,
    MISSING_S,
    UNANSWERED_S,
    Questions,
)
from table_controller.mqtt.gate import TopicLevel

ONE = TopicLevel("1")


def test_a_table_is_asked_soon_and_again_when_it_does_not_answer() -> None:
    asking, now_s, asked_at = Questions(), 0.0, []
    asking.want(ONE, now_s)
    while now_s < 300:
        if asking.due(now_s) == [ONE]:
            asked_at.append(now_s)
            asking.asked(ONE, now_s)
        asking.want(ONE, now_s)  # it keeps reporting where its journal ends
        now_s += FIRST_S
    pauses = [later - sooner for sooner, later in pairwise(asked_at)]
    assert asked_at[0] == FIRST_S
    assert pauses[:3] == [UNANSWERED_S, 2 * UNANSWERED_S, 4 * UNANSWERED_S]
    assert set(pauses[3:]) == {LONGEST_S}


def test_no_more_tables_are_asked_at_once_than_there_is_room_for() -> None:
    asking = Questions()
    for number in range(3 * AT_ONCE):
        asking.want(TopicLevel(str(number)), 0.0)
    first = asking.due(1.0)
    assert len(first) == AT_ONCE
    for table in first:
        asking.asked(table, 1.0)
    assert asking.due(1.5) == []
    for table in first:
        asking.answered(table, 1.6)
        asking.complete(table)
    assert len(asking.due(1.6)) == AT_ONCE
    assert not set(asking.due(1.6)) & set(first)


def test_an_answer_is_followed_by_the_next_question_at_once() -> None:
    asking = Questions()
    asking.want(ONE, 0.0)
    asking.asked(ONE, 1.0)
    asking.answered(ONE, 1.2)
    assert asking.due(1.2) == [ONE]
    asking.complete(ONE)
    assert asking.due(99.0) == []
    assert asking.next_s() is None
    asking.answered(ONE, 99.0)
    assert asking.next_s() is None


def test_a_table_that_is_switched_on_is_not_waited_for() -> None:
    asking = Questions()
    asking.want(ONE, 0.0)
    for now_s in (1.0, 11.0, 31.0):
        asking.asked(ONE, now_s)
    asking.came_back(ONE, 32.0)
    assert asking.due(32.0 + FIRST_S) == [ONE]


def test_what_is_missing_for_long_is_reported() -> None:
    asking = Questions()
    asking.want(ONE, 0.0)
    assert asking.missing(MISSING_S - 1) == frozenset()
    assert asking.missing(MISSING_S) == {ONE}
    asking.answered(ONE, MISSING_S)
    assert asking.missing(MISSING_S + 1) == frozenset()
