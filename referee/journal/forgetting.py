"""Forgetting a person: the name is removed, while entries, hashes and points stay as they are."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.journal.entry import JournalError
from referee.journal.growing_copy import is_beginning
from referee.journal.reader import BROKEN, POSTGRES, open_reader, without_password
from referee.journal.sqlite import forget_in
from referee.texts.journal_texts import BadJournal

if TYPE_CHECKING:
    from pathlib import Path

    from referee.journal.reader import JournalReader


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The result of forgetting a name.

    Attributes:
        shown_as: what replaces the name from now on.
        left: numbers of entries that still hold the name and cannot be changed: somebody wrote it in a reason, or the entry
            is older than the separate table of names.
    """

    shown_as: str
    left: tuple[int, ...]


def people_of(place: str | Path) -> list[str]:
    """The names that a journal knows, sorted.

    Raises:
        JournalError: it cannot be read.
    """
    journal = open_reader(place)
    try:
        return sorted(journal.people)
    finally:
        journal.close()


def forget(place: str | Path, name: str) -> Forgotten:
    """Remove a name from a journal that nobody has open.

    Raises:
        JournalError: it cannot be read or written, a table has it open, or nobody is called so.
    """
    journal = open_reader(place)
    try:
        number = journal.people.get(name)
        if number is None:
            raise JournalError(BadJournal.nobody(without_password(place), repr(name)))
        written = json.dumps(name, ensure_ascii=False)[1:-1].encode()
        left = tuple(number for number, text in journal.texts() if written in text)
    finally:
        journal.close()
    try:
        if str(place).startswith(POSTGRES):
            # Only a hall has the PostgreSQL client library.
            from referee.journal import postgres as journal_postgres  # noqa: PLC0415

            journal_postgres.forget_in(str(place), (number,))
        else:
            forget_in(str(place), number)
    except BROKEN as error:
        raise JournalError(
            BadJournal.not_forgotten(without_password(place), repr(name), str(error))
        ) from error
    return Forgotten(f"forgotten {number}", left)


def forget_as(journal: JournalReader, copy: JournalReader, url: str) -> int:
    """Remove from a copy everybody the journal has forgotten, and return how many still had a name there.

    Args:
        journal: of the table.
        copy: the copy in PostgreSQL, open.
        url: where it is.

    Raises:
        JournalError: it cannot be read or written, or it is no copy of this journal.
    """
    if not is_beginning(copy, journal):
        raise JournalError(BadJournal.other_journal(without_password(url)))
    gone = {number for number, name in journal.people_with_ids() if name is None}
    left = [number for number, name in copy.people_with_ids() if name is not None and number in gone]
    if left:
        # Only a hall has the PostgreSQL client library.
        from referee.journal import postgres as journal_postgres  # noqa: PLC0415

        try:
            journal_postgres.forget_in(url, left)
        except BROKEN as error:
            raise JournalError(BadJournal.names_not_forgotten(without_password(url), str(error))) from error
    return len(left)
