"""A journal that is the copy of another one and grows with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eventsourcing.persistence import IntegrityError

from referee.journal.entry import JournalAwayError, JournalError, digest_of
from referee.journal.journal import Journal
from referee.journal.reader import BROKEN
from referee.texts.journal_texts import BadJournal

if TYPE_CHECKING:
    from referee.journal.reader import JournalReader


class GrowingCopy(Journal):
    """A journal into which another one is copied."""

    def take_from(self, other: JournalReader, most: int) -> int:
        """Copy the entries that another journal has beyond this one, unchanged, and return how many were written.

        Raises:
            JournalError: it could not be read or written.
        """
        stored = other.stored(self._number, most)
        if not stored:
            return 0
        try:
            known = {each for each, _ in self._recorder.people()}
            people = [(each, name) for each, name in other.people_with_ids() if each not in known]
            self._recorder.insert_events(stored, people=people)
        except IntegrityError as error:
            raise JournalError(BadJournal.another_process(self._number + 1)) from error
        except BROKEN as error:
            raise JournalAwayError(BadJournal.unwritten(self._number + 1, str(error))) from error
        self._number, self._digest = stored[-1].originator_version, digest_of(stored[-1].state)
        return len(stored)


def is_beginning(copy: JournalReader, journal: JournalReader) -> bool:
    """Return whether a journal begins with all the entries of a copy, as far as their hashes tell.

    Raises:
        JournalError: the journal cannot be read.
    """
    return copy.number == 0 or journal.digest_at(copy.number) == copy.head.digest
