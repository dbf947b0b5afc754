"""Rows of all tables whose journals a hall has collected."""

from collections.abc import Iterator
from itertools import dropwhile

from hall.store.filing import Branch
from hall.store.store import SqlStore
from referee.game.events import HanchanStarted
from referee.journal.entry import Entry, read_entry
from referee.journal.people import People
from table_controller.journal.analysis.rows import Row, rows_of


def rows_of_store(store: SqlStore) -> Iterator[tuple[str, Row]]:
    """Yield the rows of each table's newest branch, including the entries that it shares with older branches.

    Raises:
        JournalCorruptError: an entry cannot be read.
        StoreError: the store cannot be read.
    """
    newest: dict[str, Branch] = {}
    for branch in store.branches():
        known = newest.get(branch.table)
        if known is None or branch.name > known.name:
            newest[branch.table] = branch
    for table, branch in sorted(newest.items()):
        yield from rows_of(table, _entries(store, branch))


def _entries(store: SqlStore, branch: Branch) -> Iterator[Entry]:
    """Yield entries from the first hanchan that the hall has from its beginning. Player names stayed at the table."""
    people = People((), nameless=lambda number: f"{branch.table}/p{number}")
    begins = HanchanStarted.__name__.encode()
    for number, text in dropwhile(lambda row: begins not in row[1], store.texts(branch)):
        yield read_entry(text, number, number, people)
