"""The hall's store, in any SQL database: files entries, each batch in one transaction.

The transaction locks the tables of the batch and reads all that the decisions need. So several collectors may write to
one store at the same time, and two that get neighbouring entries of one table file them as a single one would.
"""

from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Final

from hall.store import tables
from hall.store.arrival import Arrival, arrival_of
from hall.store.filing import Branch, Filing, Notice, Placement, Writes, numbers_of
from table_controller.journal.locating import MOST_KNOWN, KnownEntry

_BATCH: Final = 500


class StoreError(Exception):
    """The store cannot be used."""


class StoreAwayError(StoreError):
    """The store cannot be written now. The batch may have been committed or not; filing it again is safe."""


@dataclass(frozen=True, slots=True)
class Filed:
    """The outcome of a batch.

    Attributes:
        placements: how many entries were filed, repeated, …
        notices: changes that people should know of.
        gaps: tables of the batch with entries that still wait for an earlier one.
        grown: tables for which something was filed.
    """

    placements: Mapping[Placement, int]
    notices: tuple[Notice, ...]
    gaps: frozenset[str]
    grown: frozenset[str]


@dataclass(frozen=True, slots=True)
class KeptNotice:
    """A notice with its number in the store, when it was made and when somebody resolved it (empty: not yet)."""

    name: int
    wall: str
    resolved: str
    notice: Notice


@dataclass(frozen=True, slots=True)
class Stall:
    """A failure to forward entries to a place: its start, the last try (UTC, ISO 8601), and the reason."""

    place: str
    since: str
    tried: str
    why: str


class SqlStore(ABC):
    """A hall's store in a database.

    For one thread. A subclass for each database implements transactions and the writing of many rows.
    """

    mark = "?"
    """The mark of a parameter."""
    among: str
    """The condition that a text is in the list that a parameter holds (see ``listed``)."""

    @abstractmethod
    def transaction(self, held: Sequence[str] = ()) -> AbstractContextManager[Any]:
        """Open a transaction that excludes all others on these tables of the hall; yield a cursor.

        Raises:
            StoreAwayError: it could not be begun or committed.
        """

    @abstractmethod
    def listed(self, names: Sequence[str]) -> object:
        """Return texts as one parameter of a statement."""

    @abstractmethod
    def next_branch(self, cursor: Any) -> int:
        """Return an unused name for a branch."""

    @abstractmethod
    def scrub(self) -> None:
        """Remove data that no row holds any longer from the database's files, if possible.

        Raises:
            StoreAwayError: it cannot be done now.
        """

    @abstractmethod
    def close(self) -> None: ...

    def file(self, arrivals: Sequence[Arrival], wall: str) -> Filed:
        """File a batch; its entries are on disk when this returns.

        Args:
            arrivals: in the order in which they came.
            wall: the time, UTC, ISO 8601.

        Raises:
            StoreAwayError: it could not be written.
        """
        names = sorted({each.table for each in arrivals})
        with self.transaction(names) as cursor:
            filing = Filing(_Looks(self, cursor, names))
            placements = Counter(filing.place(each) for each in arrivals)
            gaps = frozenset(name for name in names if filing.is_waited_for(name))
            self._write(cursor, filing.writes, wall)
        grown = frozenset(each.table for _, each in filing.writes.entries)
        return Filed(placements, tuple(filing.writes.notices), gaps, grown)

    def branches(self, table: str | None = None) -> list[Branch]:
        return [branch for branch, _ in self.branches_with_walls() if table in {None, branch.table}]

    def branches_with_walls(self) -> list[tuple[Branch, str]]:
        """Return all branches, by table, each with the time at which its newest entry was filed."""
        with self.transaction() as cursor:
            rows = self.rows(cursor, tables.SELECT_ALL_BRANCHES)
        return [(Branch(*row[:-1]), row[-1]) for row in rows]

    def texts(self, branch: Branch, after: int = 0) -> Iterator[tuple[int, bytes]]:
        """Yield numbers and texts of a branch's entries in order, beginning with those of its parents.

        Args:
            branch: of the store.
            after: only entries with higher numbers.
        """
        if branch.parent is not None and after < branch.first - 1:
            parent = next(each for each in self.branches(branch.table) if each.name == branch.parent)
            for number, text in self.texts(parent, after):
                if number >= branch.first:
                    break
                yield number, text
        after = max(after, branch.first - 1)
        while batch := self.own_texts(branch.name, after):
            yield from batch
            after = batch[-1][0]

    def own_texts(self, branch: int, after: int, most: int = _BATCH) -> list[tuple[int, bytes]]:
        """Return numbers and texts of a branch's next own entries after a number, without those of its parents."""
        with self.transaction() as cursor:
            found = self.rows(cursor, tables.SELECT_TEXTS, (branch, after, most))
        return [(number, bytes(text)) for number, text in found]

    def branch_with(self, table: str, number: int, digest: str) -> int | None:
        """Return the branch of a table that has an entry; None if the entry is not filed."""
        with self.transaction() as cursor:
            return self.digests(cursor, table, number).get(digest)

    def forwarded(self, stream: str) -> dict[int, tuple[int, int]]:
        """Return, for each branch, the last entry forwarded to a stream: its number, and the number of its message there."""
        with self.transaction() as cursor:
            found = self.rows(cursor, tables.SELECT_FORWARDED, (stream,))
        return {branch: (number, sequence) for branch, number, sequence in found}

    def forwarded_numbers(self) -> dict[int, int]:
        """Return the number of the newest entry of each branch that was forwarded to any stream."""
        with self.transaction() as cursor:
            return dict(self.rows(cursor, tables.SELECT_ALL_FORWARDED))

    def note_forwarded(self, stream: str, reached: Mapping[int, tuple[int, int]]) -> None:
        """Note the progress of branches, in the form that ``forwarded`` returns."""
        with self.transaction(("",)) as cursor:
            for branch, (number, sequence) in sorted(reached.items()):
                self.execute(cursor, tables.PUT_FORWARDED, (stream, branch, number, sequence))

    def unforwarded(self) -> int:
        """Count the entries that were not forwarded to any stream yet."""
        forwarded = self.forwarded_numbers()
        return sum(each.number - max(each.first - 1, forwarded.get(each.name, 0)) for each in self.branches())

    def note_stall(self, place: str, why: str, wall: str) -> None:
        """Note that entries could not be forwarded to a place; repeated notes keep the time of the first."""
        with self.transaction(("",)) as cursor:
            self.execute(cursor, tables.PUT_STALL, (place, wall, wall, why))

    def note_flow(self, place: str) -> None:
        """Note that entries can be forwarded to a place."""
        with self.transaction(("",)) as cursor:
            self.execute(cursor, tables.DELETE_STALL, (place,))

    def stalls(self) -> list[Stall]:
        """Return the noted places to which entries cannot be forwarded, the longest stall first."""
        with self.transaction() as cursor:
            return [Stall(*row) for row in self.rows(cursor, tables.SELECT_STALLS)]

    def has(self, table: str, number: int, digest: str) -> bool:
        """Return whether an entry of a table is filed."""
        with self.transaction() as cursor:
            return digest in self.digests(cursor, table, number)

    def known_of(self, table: str) -> tuple[KnownEntry, ...]:
        """Return entries that show a table how much of its journal the hall has, the newest branch first."""
        found: list[KnownEntry] = []
        with self.transaction() as cursor:
            for branch in reversed(self.branches_of(cursor, table)):
                for number in numbers_of(branch):
                    if len(found) == MOST_KNOWN:
                        return tuple(found)
                    for (digest,) in self.rows(cursor, tables.SELECT_DIGEST, (branch.name, number)):
                        found.append(KnownEntry(number, bytes(digest).hex()))
        return tuple(found)

    def waiting(self) -> Mapping[str, int]:
        """Count the entries of each table that wait for an earlier one."""
        with self.transaction() as cursor:
            counted = "SELECT table_name, COUNT(*) FROM waiting GROUP BY table_name"
            return dict(self.rows(cursor, counted))

    def is_waited_for(self, table: str) -> bool:
        """Return whether entries of a table wait for an earlier one."""
        return table in self.waiting()

    def notices(self) -> list[KeptNotice]:
        """All notices, the oldest first."""
        with self.transaction() as cursor:
            rows = self.rows(cursor, tables.SELECT_NOTICES)
        return [KeptNotice(row[0], row[1], row[2], Notice(*row[3:])) for row in rows]

    def note(self, notices: Sequence[Notice], wall: str) -> None:
        """Add notices."""
        with self.transaction(("",)) as cursor:
            self._insert_notices(cursor, notices, wall)

    def resolve(self, name: int, wall: str) -> bool:
        """Mark a notice as resolved; return False if no such notice is open."""
        with self.transaction() as cursor:
            self.execute(cursor, tables.RESOLVE, (wall, name))
            return bool(cursor.rowcount)

    # Inside a transaction

    def execute(self, cursor: Any, statement: str, values: tuple[Any, ...] = ()) -> None:
        """Execute a statement of ``tables``."""
        cursor.execute(statement.replace("?", self.mark), values)

    def rows(self, cursor: Any, statement: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Return the rows that a statement of ``tables`` selects."""
        self.execute(cursor, statement, values)
        found: list[tuple[Any, ...]] = cursor.fetchall()
        return found

    def branches_of(self, cursor: Any, table: str) -> list[Branch]:
        """The branches of a table, the oldest first."""
        return [Branch(*row) for row in self.rows(cursor, tables.SELECT_BRANCHES, (table,))]

    def rows_among(self, cursor: Any, statement: str, names: Sequence[str]) -> list[tuple[Any, ...]]:
        """Return the rows that a statement selects for these tables of the hall."""
        return self.rows(cursor, statement.format(among=self.among), (self.listed(names),))

    def digests(self, cursor: Any, table: str, number: int) -> dict[str, int]:
        """Return the hashes of a table's entries with a number, each with its branch."""
        found = self.rows(cursor, tables.SELECT_DIGESTS, (table, number))
        return {bytes(digest).hex(): branch for digest, branch in found}

    def _write(self, cursor: Any, writes: Writes, wall: str) -> None:
        self.execute_each(
            cursor, tables.PUT_BRANCH, [(*_row(branch), wall) for branch in writes.branches.values()]
        )
        self.insert_entries(
            cursor, ((branch, e.number, bytes.fromhex(e.digest), e.text) for branch, e in writes.entries)
        )
        waits = [(each.table, each.number, each.digest, each.text) for each in writes.waits.values()]
        self.execute_each(cursor, tables.INSERT_WAITING, waits)
        self.execute_each(cursor, tables.DELETE_WAITING, list(writes.waits_no_more))
        self._insert_notices(cursor, writes.notices, wall)

    def _insert_notices(self, cursor: Any, notices: Sequence[Notice], wall: str) -> None:
        rows = [(wall, each.kind, each.table, each.branch, each.number, each.other) for each in notices]
        self.execute_each(cursor, tables.INSERT_NOTICE, rows)

    def execute_each(self, cursor: Any, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Execute a statement of ``tables`` with each of these rows of values, without waiting between them."""
        if rows:
            cursor.executemany(statement.replace("?", self.mark), rows)

    def insert_entries(self, cursor: Any, rows: Iterable[tuple[int, int, bytes, bytes]]) -> None:
        """Insert branch, number, hash and text of entries."""
        cursor.executemany(tables.INSERT_ENTRY.replace("?", self.mark), rows)

    def create(self, cursor: Any, kind: Mapping[str, str]) -> None:
        """Create missing tables, and check that this program knows the store's schema.

        Args:
            cursor: of a transaction.
            kind: the database's names of types: ``bytes``, and ``counted`` for a key that it counts up itself.

        Raises:
            StoreError: it has another schema.
        """
        for statement in tables.CREATE:
            cursor.execute(statement.format_map(kind))
        found = dict(self.rows(cursor, "SELECT key, value FROM hall"))
        schema = found.get("schema")
        if schema is None:
            self.execute(cursor, "INSERT INTO hall VALUES (?, ?)", ("schema", str(tables.SCHEMA)))
        elif schema != str(tables.SCHEMA):
            raise StoreError(f"its tables are of schema {schema}; this program knows {tables.SCHEMA}")


class _Looks:
    """The store as ``Filing`` sees it inside one transaction; it reads the branches of all tables of the batch at once."""

    def __init__(self, store: SqlStore, cursor: Any, names: Sequence[str]) -> None:
        self._store = store
        self._cursor = cursor
        self._branches: defaultdict[str, list[Branch]] = defaultdict(list)
        self._waiting: defaultdict[str, list[Arrival]] = defaultdict(list)
        for row in store.rows_among(cursor, tables.SELECT_BRANCHES_AMONG, names):
            branch = Branch(*row)
            self._branches[branch.table].append(branch)
        for table, text in store.rows_among(cursor, tables.SELECT_WAITING_AMONG, names):
            self._waiting[table].append(arrival_of(table, bytes(text)))

    def branches(self, table: str) -> Iterable[Branch]:
        return self._branches[table]

    def digests(self, table: str, number: int) -> Mapping[str, int]:
        return self._store.digests(self._cursor, table, number)

    def waiting(self, table: str) -> Iterable[Arrival]:
        return self._waiting[table]

    def table_of(self, journal: str, other_than: str) -> str | None:
        found = self._store.rows(self._cursor, tables.SELECT_TABLE_OF, (journal, other_than))
        return str(found[0][0]) if found else None

    def next_branch(self) -> int:
        return self._store.next_branch(self._cursor)


def _row(branch: Branch) -> tuple[Any, ...]:
    return (
        branch.name,
        branch.table,
        branch.journal,
        branch.first,
        branch.number,
        branch.digest,
        branch.parent,
    )
