"""Copies a table's journal into a hall's database, entry by entry, in its own thread: no game waits for it.

The table's own journal is always the file in its state folder. While the database is away, an alert says so and play
goes on; the missing entries are copied when it is back.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Final

from config.log_line import TROUBLE
from referee.journal.forgetting import forget_as
from referee.journal.growing_copy import GrowingCopy, is_beginning
from referee.journal.journal import Journal, JournalError
from referee.texts.language import english
from table_controller.wording.alert_texts import Advice, AlertTexts

if TYPE_CHECKING:
    from collections.abc import Callable

    from config.log_line import Say
    from referee.texts.message import Message

COPY_ALERT: Final = "journal-copy"
MOST_WORDS: Final = 240
"""Longest text of an error in an alert."""
LOOK_S: Final = 1.0
"""Real time between two looks for new entries."""
FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 30.0
FAREWELL_S: Final = 3.0
BATCH: Final = 200


class Mirror:
    """Keeps a copy of the journal in a database.

    Args:
        journal: of the table.
        url: of the database.
        alert: called in the thread with text (None: all is well) and advice.
        say: takes lines for the log.
    """

    def __init__(
        self,
        journal: Journal,
        url: str,
        *,
        alert: Callable[[Message | None, Message], None],
        say: Say,
    ) -> None:
        self._journal = journal
        self._url = url
        self._alert = alert
        self._say = say
        self._told: Message | None = None
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="mirror", daemon=True)
        quiet()

    def start(self) -> None:
        """Begin to copy."""
        self._thread.start()

    def stop(self) -> None:
        """Copy the rest, if the database is there, and end."""
        self._end.set()
        self._thread.join(FAREWELL_S)

    def _run(self) -> None:
        pause_s = FIRST_PAUSE_S
        while True:
            try:
                copied = self._copy()
            except JournalError as error:
                behind = AlertTexts.copy_away(str(error)[:MOST_WORDS])
                if self._told != behind:
                    self._say(f"{english(behind)}; trying again", TROUBLE)
                self._told = behind
                self._alert(behind, Advice.see_to_database())
            else:
                pause_s = FIRST_PAUSE_S
                if not copied:
                    other, advice = AlertTexts.copy_other(), Advice.empty_database()
                    self._alert(other, advice)
                    self._say(f"{english(other)}. {english(advice)}", TROUBLE)
                    pause_s = LONGEST_PAUSE_S
            if self._end.wait(pause_s):
                return
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    def _copy(self) -> bool:
        """Copy until the end; False if the database holds another journal.

        Raises:
            JournalError: the database is away.
        """
        copy = GrowingCopy(self._url)
        try:
            if not is_beginning(copy, self._journal):
                return False
            if forgotten := forget_as(self._journal, copy, self._url):
                self._say(
                    f"people forgotten in the journal were removed from the hall's database: {forgotten}"
                )
            self._well()
            while True:
                while copy.take_from(self._journal, BATCH):
                    pass
                if self._end.wait(LOOK_S):
                    while copy.take_from(self._journal, BATCH):
                        pass
                    return True
        finally:
            copy.close()

    def _well(self) -> None:
        if self._told:
            self._say("the hall's database is back")
        self._told = None
        self._alert(None, Advice.none())


def seed(place: str, url: str, say: Say) -> None:
    """Fill an empty journal from its copy: a table with a new state folder goes on where its journal ended.

    If the database is away, the table begins a new journal.

    Raises:
        JournalError: the journal itself cannot be opened.
    """
    quiet()
    journal = GrowingCopy(place)
    try:
        if journal.number:
            return
        copy = Journal(url)
        try:
            while journal.take_from(copy, BATCH):
                pass
        finally:
            copy.close()
    except JournalError as error:
        say(f"whether the hall's database holds a journal of this table is not known: {error}", TROUBLE)
    else:
        if journal.number:
            say(f"{journal.number} entries were taken from the hall's database")
    finally:
        journal.close()


def quiet() -> None:
    """Silence the client library, which logs each try: the daemon reports it once in its own words."""
    for name in ("psycopg.pool", "psycopg"):
        logger = logging.getLogger(name)
        logger.addHandler(logging.NullHandler())
        logger.propagate = False
