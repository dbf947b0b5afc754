"""Entries in any order, doubled or late: each is filed once and in order, and no branches are merged."""

import json
from itertools import chain, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hall.store.arrival import MOST_TEXT_BYTES, Arrival, UnfitEntryError, arrival_of
from hall.store.filing import MOST_BRANCHES, MOST_WAITING, Branch, Filing, Notice, Placement, numbers_of
from table_controller.journal.locating import KnownEntry, common
from tests.hall.store.chains import journal, reachable
from tests.hall.store.filing_stage import arrivals, split


class Memory:
    """A store without a database: what is written is remembered."""

    def __init__(self) -> None:
        self.all: dict[int, Branch] = {}
        self.entries: dict[int, list[Arrival]] = {}
        self.late: dict[tuple[str, int, str], Arrival] = {}
        self.notices: list[Notice] = []

    def branches(self, table: str) -> list[Branch]:
        return [each for each in self.all.values() if each.table == table]

    def digests(self, table: str, number: int) -> dict[str, int]:
        return {
            each.digest: branch
            for branch, entries in self.entries.items()
            for each in entries
            if each.table == table and each.number == number
        }

    def waiting(self, table: str) -> list[Arrival]:
        return [each for each in self.late.values() if each.table == table]

    def table_of(self, journal: str, other_than: str) -> str | None:
        found = [each.table for each in self.all.values() if each.journal == journal]
        return next((each for each in found if each != other_than), None)

    def next_branch(self) -> int:
        self.given = getattr(self, "given", 0) + 1
        return self.given

    def file(self, batch: list[Arrival]) -> list[Placement]:
        filing = Filing(self)
        placements = [filing.place(each) for each in batch]
        writes = filing.writes
        self.all |= writes.branches
        for branch, each in writes.entries:
            self.entries.setdefault(branch, []).append(each)
        self.late |= writes.waits
        for key in writes.waits_no_more:
            del self.late[key]
        self.notices += writes.notices
        return placements

    def filed(self) -> list[tuple[str, int, str]]:
        return [each.key for entries in self.entries.values() for each in entries]

    def check(self) -> None:
        """Check that every branch matches its own description, and is an unbroken chain back to its parent's entry."""
        for branch in self.all.values():
            entries = self.entries[branch.name]
            assert {each.table for each in entries} == {branch.table}
            assert [each.number for each in entries] == list(range(branch.first, branch.number + 1))
            assert branch.digest == entries[-1].digest
            for former, each in pairwise(entries):
                assert each.before == former.digest
            if branch.parent is None:
                assert branch.first == 1
                assert branch.journal == entries[0].digest
            else:
                parent = self.all[branch.parent]
                assert (parent.table, parent.journal) == (branch.table, branch.journal)
                left = entries[0].before
                assert left in self.digests(branch.table, branch.first - 1)


@given(arrivals(), st.lists(st.integers(1, 7), min_size=1, max_size=4))
def test_each_entry_is_filed_once_and_in_order(sent: list[Arrival], sizes: list[int]) -> None:
    hall = Memory()
    for batch in split(sent, sizes):
        hall.file(batch)
        hall.check()
    filed = hall.filed()
    assert len(filed) == len(set(filed))
    assert set(filed) == reachable(sent)
    assert set(hall.late) == {each.key for each in sent} - set(filed)


@given(arrivals(), st.lists(st.integers(1, 7), min_size=1, max_size=4))
def test_what_comes_again_changes_nothing(sent: list[Arrival], sizes: list[int]) -> None:
    hall = Memory()
    hall.file(sent)
    branches, late, notices = dict(hall.all), dict(hall.late), list(hall.notices)
    for batch in split(sent, sizes):
        assert not {Placement.FILED, Placement.REFUSED} & set(hall.file(batch))
    assert (hall.all, hall.late, hall.notices) == (branches, late, notices)


@given(st.permutations(journal(30).of("1")))
def test_an_undisturbed_journal_is_one_branch_and_nothing_is_reported(sent: list[Arrival]) -> None:
    hall = Memory()
    hall.file(sent)
    (branch,) = hall.all.values()
    assert (branch.first, branch.number, branch.parent) == (1, 30, None)
    assert hall.notices == []
    assert hall.late == {}


def test_a_restored_table_is_reported_and_kept_apart() -> None:
    """The table goes on from entry 5; the five entries that the backup lacked stay where they were."""
    hall, played = Memory(), journal(10)
    hall.file(played.of("1"))
    restored = played.until(5).and_then(3, "restored")
    assert hall.file(restored.of("1"))[-3:] == [Placement.FILED] * 3
    assert hall.notices == [Notice("forked", "1", 2, 6)]
    assert [(each.first, each.number, each.parent) for each in hall.all.values()] == [
        (1, 10, None),
        (6, 8, 1),
    ]
    hall.file(played.and_then(1, "the old disk is back").of("1"))
    assert [(each.first, each.number) for each in hall.all.values()] == [(1, 11), (6, 8)]


def test_a_replaced_table_is_reported() -> None:
    hall = Memory()
    hall.file(journal(4).of("1"))
    hall.file(journal(2, "another machine").of("1"))
    assert hall.notices == [Notice("replaced", "1", 2, 1)]
    assert [each.number for each in hall.all.values()] == [4, 2]


@pytest.mark.parametrize("at_once", [True, False])
def test_a_renamed_table_is_reported(at_once: bool) -> None:
    hall, played = Memory(), journal(4)
    batches = [played.of("1"), played.and_then(1, "b").of("7")]
    for batch in [list(chain(*batches))] if at_once else batches:
        hall.file(batch)
    assert hall.notices == [Notice("renamed", "7", 2, 1, "1")]


def test_entries_wait_for_the_one_that_is_missing() -> None:
    hall, sent = Memory(), journal(5).of("1")
    assert hall.file([sent[0], sent[2], sent[4], sent[3]]) == [Placement.FILED, *[Placement.WAITS] * 3]
    assert hall.file([sent[4]]) == [Placement.WAITS]
    assert hall.file([sent[1]]) == [Placement.FILED]
    assert [each.number for each in hall.entries[1]] == [1, 2, 3, 4, 5]
    assert hall.late == {}


def test_no_more_wait_than_there_is_room_for() -> None:
    hall, sent = Memory(), journal(MOST_WAITING + 5).of("1")
    placements = hall.file(sent[1:])
    assert placements.count(Placement.WAITS) == MOST_WAITING
    assert placements.count(Placement.DROPPED) == 4
    hall.file(sent)
    assert len(hall.entries[1]) == MOST_WAITING + 5


def test_a_table_cannot_begin_journals_without_end() -> None:
    hall = Memory()
    for each in range(MOST_BRANCHES):
        assert hall.file(journal(1, str(each)).of("1")) == [Placement.FILED]
    assert hall.file(journal(1, "one more").of("1")) == [Placement.REFUSED]
    assert hall.file(journal(1, "one more").of("2")) == [Placement.FILED]


@pytest.mark.parametrize(
    "text",
    [
        b"", b"\xff", b"[]", b"[" * 100_000, b'"x"', b"{}", b'{"number": 1}', b'{"number": true, "before": "0"}',
        json.dumps({"number": 0, "before": "0" * 64}).encode(), json.dumps({"number": 1, "before": "a" * 64}).encode(),
        json.dumps({"number": 2, "before": "0" * 64}).encode(), json.dumps({"number": 2, "before": "A" * 64}).encode(),
        json.dumps({"number": 2**60, "before": "a" * 64}).encode(), json.dumps({"number": 1.0, "before": "0" * 64}).encode(),
        b'{"number": ' + b"9" * 5000 + b"}",
        json.dumps({"number": 1, "before": "0" * 64, "x": "y" * MOST_TEXT_BYTES}).encode(),
    ],
)  # fmt: skip
def test_what_is_no_entry_is_refused(text: bytes) -> None:
    with pytest.raises(UnfitEntryError):
        arrival_of("1", text)


@given(st.integers(0, 3000), st.integers(0, 3000), st.integers(0, 3000))
def test_a_table_finds_where_the_hall_left_it(both: int, only_hall: int, only_table: int) -> None:
    """The table resends at most twice as many entries as the hall has that the table lacks."""

    class Numbered:
        def __init__(self, own: int, mark: str) -> None:
            self.own, self.mark = own, mark

        def digest_at(self, number: int) -> str | None:
            if number > both + self.own:
                return None
            return f"{number}" if number <= both else f"{number} {self.mark}"

    hall, table = Numbered(only_hall, "hall"), Numbered(only_table, "table")
    branch = Branch(1, "1", "1", 1, both + only_hall, "")
    known = [KnownEntry(number, hall.digest_at(number) or "") for number in numbers_of(branch)]
    found = common(table.digest_at, known)
    assert found <= both
    assert both - found <= 2 * (only_hall + 1)
    assert len(known) <= 14


def test_the_newest_entry_is_found_at_once() -> None:
    long = journal(700)
    branch = Branch(1, "1", "", 1, 700, "")
    known = [KnownEntry(number, long.digest_at(number) or "") for number in numbers_of(branch)]
    assert common(long.and_then(40, "more").digest_at, known) == 700
