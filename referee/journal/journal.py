"""The journal: every observation with the events decided from it, append-only, on disk before anything else happens.

An entry is one canonical JSON text, written in one transaction. It carries the hash of the entry before, so that a change
of any entry shows. Loading folds the events (``evolve``) and never decides again.

The same database holds the *inbox* and the cursors of readers elsewhere. A signal of the unit is stored in the inbox
before it is acknowledged, and leaves it in the transaction that journals the observation made of it. The recorders of the
``eventsourcing`` library store everything in SQLite (write-ahead log, full sync).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from eventsourcing.persistence import (
    IntegrityError,
    StoredEvent,
    Tracking,
)

from referee.encoding.codec import canonical
from referee.encoding.snapshot import encode_state
from referee.game.events import Event, HanchanStarted, HandEnded, HandStarted
from referee.game.judge_events import Refolded
from referee.game.observations import Observation
from referee.game.position import GameState
from referee.journal import sqlite as journal_sqlite
from referee.journal.entry import (
    NO_ENTRY,
    SCHEMA,
    Entry,
    JournalAwayError,
    JournalCorruptError,
    JournalError,
    digest_of,
    text_of,
)
from referee.journal.reader import BROKEN, JournalReader, Loaded
from referee.journal.tables import SEQUENCE
from referee.texts.journal_texts import BadJournal

TOPIC: Final = f"entry/{SCHEMA}"
SNAPSHOT_TOPIC: Final = f"snapshot/{SCHEMA}"
_SNAPSHOT_AFTER: Final = (HanchanStarted, HandStarted, HandEnded, Refolded)


@dataclass(frozen=True, slots=True, order=True)
class InboxSignal:
    """A raw signal that no journal entry has settled yet; ``payload`` is its JSON text."""

    order: int
    nonce: int
    number: int
    payload: str

    @property
    def key(self) -> tuple[int, int]:
        """The identity of the signal: the unit's boot nonce and the signal's number since that boot."""
        return (self.nonce, self.number)


def utc_now() -> str:
    """Wall time in the format of entries."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Journal(JournalReader):
    """A table's journal.

    One thread appends; the inbox and the cursors may be used from other threads at the same time.

    Args:
        place: path of the SQLite file.
        wall: gives the wall time of a new entry.
        synced: entries in a file survive loss of power; False if no real game is played.

    Raises:
        JournalError: the database cannot be opened.
    """

    def __init__(self, place: str | Path, wall: Callable[[], str] = utc_now, *, synced: bool = True) -> None:
        self._wall = wall
        self._request = ""
        try:
            self._recorder = journal_sqlite.open_recorder(Path(place), synced=synced)
            super().__init__(self._recorder)
        except BROKEN as error:
            raise JournalError(BadJournal.unopened(str(place), str(error))) from error

    def append(
        self,
        observation: Observation,
        events: Iterable[Event],
        *,
        settles: Sequence[tuple[int, int]] = (),
        state: GameState | None = None,
    ) -> Entry:
        """Write an entry; it is on disk when this returns.

        Args:
            observation: what was reported.
            events: what was decided from it.
            settles: keys of the inbox signals that the observation was made of; they leave the inbox in the same transaction.
            state: the state after the entry, for a snapshot if one is due.

        Raises:
            JournalAwayError: it could not be written.
            JournalError: somebody else has written an entry.
        """
        decided = tuple(events)
        wall = self._wall()
        number = self._number + 1
        text = text_of(number, wall, observation, decided, before=self._digest, people=self._people)
        people = self._people.new()
        stored = StoredEvent(SEQUENCE, number, TOPIC, text)
        try:
            self._recorder.insert_events(
                [stored], settles=tuple(settles), request=self._request, people=people
            )
        except IntegrityError as error:
            self._people.drop(people)
            raise JournalError(BadJournal.another_process(number)) from error
        except BROKEN as error:
            self._people.drop(people)
            raise JournalAwayError(BadJournal.unwritten(number, str(error))) from error
        entry = Entry(number, observation.at_ms, wall, decided, self._digest, digest_of(text), observation)
        self._number, self._digest = number, entry.digest
        if state is not None and any(isinstance(event, _SNAPSHOT_AFTER) for event in decided):
            self._snapshot(entry, state)
        return entry

    def _snapshot(self, entry: Entry, state: GameState) -> None:
        text = canonical({"digest": entry.digest, "state": self._people.hidden(encode_state(state))})
        # A snapshot only saves time when loading, so the game goes on even if it cannot be written.
        with suppress(*BROKEN):
            self._recorder.insert_snapshot(StoredEvent(SEQUENCE, entry.number, SNAPSHOT_TOPIC, text.encode()))

    # The inbox

    def receive(self, nonce: int, number: int, payload: str) -> bool:
        """Store a signal before it is acknowledged to the unit; False if it has been received before.

        Signals of one boot must come in the order of their numbers.
        """
        try:
            return self._recorder.receive(nonce, number, payload)
        except BROKEN as error:
            raise JournalAwayError(BadJournal.signal_unstored(number, str(error))) from error

    def pass_over(self, nonce: int, number: int) -> None:
        """Note that a signal was received without keeping the signal itself."""
        try:
            self._recorder.pass_over(nonce, number)
        except BROKEN as error:
            raise JournalAwayError(BadJournal.signal_unnoted(number, str(error))) from error

    def inbox(self) -> list[InboxSignal]:
        """The signals received and not yet settled, in the order they came."""
        return [InboxSignal(*row) for row in self._recorder.inbox()]

    def settle(self, keys: Sequence[tuple[int, int]]) -> None:
        """Remove from the inbox signals that need no journal entry.

        Raises:
            JournalAwayError: they could not be removed.
        """
        if not keys:
            return
        try:
            self._recorder.discard(keys)
        except BROKEN as error:
            raise JournalAwayError(BadJournal.done_unnoted(str(error))) from error

    def try_writing(self) -> None:
        """Test whether the journal can be written, with a write that changes nothing.

        Raises:
            JournalAwayError: it cannot be written.
        """
        try:
            self._recorder.note_request("", self._wall())
        except BROKEN as error:
            raise JournalAwayError(BadJournal.nothing_written(str(error))) from error

    def last_signal(self) -> tuple[int, int] | None:
        """Nonce and number of the unit's signal received last, None before the first."""
        return self._recorder.last_signal()

    # Requests

    @contextmanager
    def on_request(self, request: str) -> Iterator[None]:
        """Entries appended inside belong to this request; their transaction also stores the request."""
        self._request = request
        try:
            yield
        finally:
            self._request = ""

    def answered(self, request: str) -> str | None:
        """The answer to a request that was done; empty if the answer is lost, None if the request was not done.

        Raises:
            JournalError: it could not be read.
        """
        try:
            return self._recorder.answer(request)
        except BROKEN as error:
            raise JournalError(BadJournal.unknown_before(str(error))) from error

    def note_answer(self, request: str, answer: str) -> None:
        """Remember the answer to a request that was done.

        Raises:
            JournalError: it could not be written.
        """
        try:
            self._recorder.note_request(request, answer)
        except BROKEN as error:
            raise JournalError(BadJournal.answer_unnoted(str(error))) from error

    # Votes of a jury, which no entry may hold before all are in

    def keep_vote(self, jury: int, juror: str, vote: str) -> None:
        """Keep a juror's vote, in place of an earlier one; it is on disk when this returns. Votes of other juries go.

        Raises:
            JournalError: it could not be written.
        """
        try:
            self._recorder.keep_vote(jury, juror, vote)
        except BROKEN as error:
            raise JournalError(BadJournal.vote_unkept(str(error))) from error

    def votes(self, jury: int) -> dict[str, str]:
        """Return the votes of a jury, by juror.

        Raises:
            JournalError: they could not be read.
        """
        try:
            return self._recorder.votes(jury)
        except BROKEN as error:
            raise JournalError(BadJournal.vote_unkept(str(error))) from error

    # Cursors

    def acknowledge(self, reader: str, number: int) -> None:
        """Move the cursor of ``reader``: it holds every entry up to ``number``. A cursor never moves back.

        Raises:
            JournalError: it could not be written.
        """
        try:
            with suppress(IntegrityError):
                self._recorder.insert_tracking(Tracking(reader, number))
        except BROKEN as error:
            raise JournalError(BadJournal.cursor_unnoted(reader, str(error))) from error

    def close(self) -> None:
        self._recorder.close()


__all__ = [
    "NO_ENTRY",
    "Entry",
    "InboxSignal",
    "Journal",
    "JournalAwayError",
    "JournalCorruptError",
    "JournalError",
    "Loaded",
    "utc_now",
]
