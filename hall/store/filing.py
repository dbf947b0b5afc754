"""Decides where an entry of a table belongs: it continues a chain, is a repeat, waits, or begins a branch.

A *branch* is an unbroken chain of entries of one table. A table that plays on has one. It gets another one when a
different journal appears under its name (the table was replaced, or its state folder emptied), when the journal is
known under another name (renamed), or when it continues from an older entry (restored from a backup). Branches are
never merged; people decide which one counts.

The result depends only on the entries, not on their order or on repeats: an entry is filed once it follows from a
first entry without a gap.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, Literal, Protocol, TypeAlias

from hall.store.arrival import Arrival

MOST_WAITING: Final = 1000
"""The most entries of a table that wait for an earlier one. The table still has any more, and is asked for them."""
MOST_BRANCHES: Final = 200
"""The most branches of a table, so that nobody with its login can fill the store with beginnings of journals."""

NoticeKind: TypeAlias = Literal["replaced", "renamed", "forked", "set_back", "book_lost"]


class Placement(Enum):
    """The outcome for an entry."""

    FILED = "filed"
    REPEATED = "repeated"
    WAITS = "waits"
    """Its predecessor has not arrived; it is kept."""
    DROPPED = "dropped"
    """Its predecessor has not arrived, and too many entries wait already; the table will be asked for it."""
    REFUSED = "refused"
    """It would begin one branch too many."""


@dataclass(frozen=True, slots=True)
class Branch:
    """An unbroken chain of entries of one table.

    Attributes:
        name: of the branch, a number that no other one in the store has.
        journal: hash of the journal's first entry; all branches of a journal share it.
        first: number of the first entry that is this branch's own; those before are the parent's.
        number: of its newest entry, whose hash is ``digest``.
        parent: the branch that it left; None if it begins with entry 1.
    """

    name: int
    table: str
    journal: str
    first: int
    number: int
    digest: str
    parent: int | None = None


def numbers_of(branch: Branch) -> Iterator[int]:
    """Yield the numbers of the entries that a question names: the newest first, then in ever longer steps back."""
    back = 0
    while branch.number - back >= branch.first:
        yield branch.number - back
        back = 2 * back + 1


@dataclass(frozen=True, slots=True)
class Notice:
    """A change of a table's journal that people should know of.

    ``replaced``: the table has a different journal from before. ``renamed``: the hall knows the journal from the table
    ``other``. ``forked``: entry ``number`` follows from an older entry than the newest, as after a restored backup.
    ``branch`` keeps the table's entries from now on.

    ``set_back``: the store was restored from a backup whose newest entry is from ``other``; it lacks ``number`` entries
    of the tables in ``table``. ``book_lost``: the same, but it lacks entries ``branch`` to ``number`` of the tournament
    ``table``, which were made after ``other``.
    """

    kind: NoticeKind
    table: str
    branch: int
    number: int
    other: str = ""


class Looks(Protocol):
    """The view of the store that a decision needs."""

    def branches(self, table: str) -> Iterable[Branch]: ...

    def digests(self, table: str, number: int) -> Mapping[str, int]:
        """The hashes of a table's entries with this number, each with its branch."""

    def waiting(self, table: str) -> Iterable[Arrival]: ...

    def table_of(self, journal: str, other_than: str) -> str | None:
        """Return another table with a journal that begins with this hash."""

    def next_branch(self) -> int: ...


@dataclass(slots=True)
class Writes:
    """All changes that a batch of entries makes in the store."""

    branches: dict[int, Branch] = field(default_factory=dict)
    entries: list[tuple[int, Arrival]] = field(default_factory=list)
    waits: dict[tuple[str, int, str], Arrival] = field(default_factory=dict)
    waits_no_more: set[tuple[str, int, str]] = field(default_factory=set)
    notices: list[Notice] = field(default_factory=list)


class Filing:
    """One batch of entries. It changes nothing but ``writes``.

    Args:
        looks: its view of the store, which must not change meanwhile.
    """

    def __init__(self, looks: Looks) -> None:
        self._looks = looks
        self._tables: dict[str, _Table] = {}
        self._begun: dict[str, str] = {}  # the table of each journal that begins in this batch
        self.writes = Writes()

    def place(self, arrival: Arrival) -> Placement:
        """Place an entry, and the entries that waited for it."""
        table = self._table(arrival.table)
        placement = self._place(table, arrival)
        if placement is Placement.FILED:
            follow = [arrival]
            while follow:
                filed = follow.pop()
                for each in table.followers(filed):
                    if self._place(table, each) is Placement.FILED:
                        self._waits_no_more(table, each)
                        follow.append(each)
        return placement

    def is_waited_for(self, table: str) -> bool:
        """Return whether entries of a table wait for an earlier one."""
        return bool(self._table(table).waiting)

    def _table(self, name: str) -> _Table:
        known = self._tables.get(name)
        if known is None:
            branches = {each.name: each for each in self._looks.branches(name)}
            waiting = {each.key: each for each in self._looks.waiting(name)}
            known = self._tables[name] = _Table(name, branches, waiting)
        return known

    def _place(self, table: _Table, arrival: Arrival) -> Placement:
        for branch in table.branches.values():
            if branch.number == arrival.number - 1 and branch.digest == arrival.before:
                self._file(table, branch, arrival)
                return Placement.FILED
        if arrival.digest in self._digests(table, arrival.number):
            return Placement.REPEATED
        if arrival.number == 1:
            return self._begin(table, arrival, None)
        left = self._digests(table, arrival.number - 1).get(arrival.before)
        if left is not None:
            return self._begin(table, arrival, table.branches[left])
        return self._wait(table, arrival)

    def _digests(self, table: _Table, number: int) -> Mapping[str, int]:
        return {**self._looks.digests(table.name, number), **table.filed[number]}

    def _file(self, table: _Table, branch: Branch, arrival: Arrival) -> None:
        grown = replace(branch, number=arrival.number, digest=arrival.digest)
        table.branches[branch.name] = self.writes.branches[branch.name] = grown
        table.filed[arrival.number][arrival.digest] = branch.name
        self.writes.entries.append((branch.name, arrival))

    def _begin(self, table: _Table, arrival: Arrival, parent: Branch | None) -> Placement:
        if len(table.branches) >= MOST_BRANCHES:
            return Placement.REFUSED
        name = self._looks.next_branch()
        self._notice(table, arrival, name, parent)
        if parent is None:
            self._begun.setdefault(arrival.digest, table.name)
        branch = Branch(
            name=name,
            table=table.name,
            journal=arrival.digest if parent is None else parent.journal,
            first=arrival.number,
            number=arrival.number - 1,
            digest=arrival.before,
            parent=None if parent is None else parent.name,
        )
        self._file(table, branch, arrival)
        return Placement.FILED

    def _notice(self, table: _Table, arrival: Arrival, name: int, parent: Branch | None) -> None:
        if parent is not None:
            self.writes.notices.append(Notice("forked", table.name, name, arrival.number))
            return
        if table.branches:
            self.writes.notices.append(Notice("replaced", table.name, name, arrival.number))
        other = self._looks.table_of(arrival.digest, table.name) or self._begun.get(arrival.digest)
        if other is not None:
            self.writes.notices.append(Notice("renamed", table.name, name, arrival.number, other))

    def _wait(self, table: _Table, arrival: Arrival) -> Placement:
        if arrival.key in table.waiting:
            return Placement.WAITS
        if len(table.waiting) >= MOST_WAITING:
            return Placement.DROPPED
        table.waiting[arrival.key] = arrival
        self.writes.waits[arrival.key] = arrival
        return Placement.WAITS

    def _waits_no_more(self, table: _Table, arrival: Arrival) -> None:
        del table.waiting[arrival.key]
        if self.writes.waits.pop(arrival.key, None) is None:
            self.writes.waits_no_more.add(arrival.key)


class _Table:
    """The state of a table while a batch is placed, including the batch."""

    def __init__(
        self, name: str, branches: dict[int, Branch], waiting: dict[tuple[str, int, str], Arrival]
    ) -> None:
        self.name = name
        self.branches = branches
        self.waiting = waiting
        self.filed: defaultdict[int, dict[str, int]] = defaultdict(dict)

    def followers(self, filed: Arrival) -> list[Arrival]:
        """Return the waiting entries that follow this one."""
        return [
            each
            for each in self.waiting.values()
            if each.number == filed.number + 1 and each.before == filed.digest
        ]
