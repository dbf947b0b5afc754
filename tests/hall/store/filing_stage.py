"""Helpers that the tests of filing share."""

from hypothesis import strategies as st

from hall.store.arrival import Arrival
from tests.hall.store.chains import Journal, journal


def split(batch: list[Arrival], sizes: list[int]) -> list[list[Arrival]]:
    """The same entries in batches of these sizes, over and over."""
    found: list[list[Arrival]] = []
    at = 0
    while at < len(batch):
        size = sizes[len(found) % len(sizes)]
        found.append(batch[at : at + size])
        at += size
    return found


@st.composite
def journals_of_a_table(draw: st.DrawFn) -> list[Journal]:
    """One journal that was played on from backups, and perhaps another one under the same name."""
    found = [journal(draw(st.integers(1, 8)), draw(st.sampled_from("ab")))]
    for what in draw(st.lists(st.sampled_from("cdef"), max_size=3, unique=True)):
        former = draw(st.sampled_from(found))
        kept = draw(st.integers(0, len(former.texts)))
        found.append(former.until(kept).and_then(draw(st.integers(1, 5)), what))
    return found


@st.composite
def arrivals(draw: st.DrawFn) -> list[Arrival]:
    """Draw the messages of two tables as they arrive: some lost, some doubled, in any order."""
    sent = [
        each
        for table in ("1", "2")
        for one in draw(journals_of_a_table())
        for each in one.of(table)
        if draw(st.integers(0, 9)) < 9
    ]
    doubled = draw(st.lists(st.sampled_from(sent), max_size=8)) if sent else []
    return list(draw(st.permutations(sent + doubled)))
