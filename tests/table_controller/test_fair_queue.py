"""A queue in which a flood from one sender keeps no other waiting."""

from collections import defaultdict

from hypothesis import given
from hypothesis import strategies as st

from table_controller.broker.fairness.fair_queue import FairQueue


def test_everybody_is_served_in_turn() -> None:
    queue: FairQueue[int] = FairQueue(each=100, owners=4)
    for number in range(50):
        assert queue.put("flood", number)
    assert queue.put("anna", 1)
    served = [queue.get(), queue.get()]
    assert served == [("flood", 0), ("anna", 1)]


def test_who_asks_too_much_is_refused_and_nobody_else() -> None:
    queue: FairQueue[int] = FairQueue(each=2, owners=2)
    assert [queue.put("flood", number) for number in range(3)] == [True, True, False]
    assert queue.put("anna", 1)
    assert not queue.put("bea", 1), "a third owner has no room"
    assert len(queue) == 3


def test_what_is_put_back_is_the_next_one() -> None:
    queue: FairQueue[int] = FairQueue(each=1, owners=1)
    queue.put("anna", 1)
    got = queue.get()
    assert got is not None
    queue.put("anna", 2)
    queue.put_back(*got)
    assert [queue.get(), queue.get(), queue.get()] == [("anna", 1), ("anna", 2), None]


@given(steps=st.lists(st.tuples(st.sampled_from("abc"), st.booleans()), max_size=60))
def test_what_was_put_in_comes_out_once_and_in_order(steps: list[tuple[str, bool]]) -> None:
    queue: FairQueue[int] = FairQueue(each=5, owners=2)
    put: dict[str, list[int]] = defaultdict(list)
    got: dict[str, list[int]] = defaultdict(list)
    for number, (owner, takes) in enumerate(steps):
        if takes:
            if (item := queue.get()) is not None:
                got[item[0]].append(item[1])
        elif queue.put(owner, number):
            put[owner].append(number)
        assert all(len(put[each]) - len(got[each]) <= 5 for each in put)
    while (item := queue.get()) is not None:
        got[item[0]].append(item[1])
    assert {each: put[each] for each in put if put[each]} == dict(got)


@given(
    steps=st.lists(
        st.tuples(st.sampled_from("abc"), st.sampled_from(["put", "get", "put back"]), st.integers(1, 9))
    )
)
def test_what_waits_for_one_weighs_no_more_than_it_may(steps: list[tuple[str, str, int]]) -> None:
    """A single item may exceed the limit, and so may the queue by items that were taken out and put back."""
    queue: FairQueue[int] = FairQueue(each=10, owners=3, weight=lambda item: item)
    waiting: dict[str, list[int]] = defaultdict(list)
    for owner, step, weight in steps:
        if step == "put":
            fits = not waiting[owner] or sum(waiting[owner]) + weight <= 10
            assert queue.put(owner, weight) == fits
            if fits:
                waiting[owner].append(weight)
        elif (got := queue.get()) is not None:
            assert waiting[got[0]].pop(0) == got[1]
            if step == "put back":
                queue.put_back(*got)
                waiting[got[0]].insert(0, got[1])
    assert len(queue) == sum(map(len, waiting.values()))
