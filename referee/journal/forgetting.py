"""Forgetting a person: the name is removed, while entries, hashes and points stay as they are."""

import json
from dataclasses import dataclass
from pathlib import Path

from referee.journal.entry import JournalError
from referee.journal.reader import BROKEN, open_reader
from referee.journal.sqlite import forget_in
from referee.texts.journal_texts import BadJournal


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
            raise JournalError(BadJournal.nobody(str(place), repr(name)))
        written = json.dumps(name, ensure_ascii=False)[1:-1].encode()
        left = tuple(number for number, text in journal.texts() if written in text)
    finally:
        journal.close()
    try:
        forget_in(Path(place), number)
    except BROKEN as error:
        raise JournalError(BadJournal.not_forgotten(str(place), repr(name), str(error))) from error
    return Forgotten(f"forgotten {number}", left)
