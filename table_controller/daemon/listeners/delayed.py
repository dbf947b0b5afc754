"""A position some minutes ago, hand by hand: the part of a running game that may be shown now.

An entry is shown once the delay has passed, and never while its hand is still played. The journal alone decides, so a
restarted daemon shows the same as before, and no sooner.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import TypeAlias

from referee.folding.state import evolve
from referee.game.events import Event, HanchanStarted, HandStarted
from referee.game.position import IN_HAND, GameState
from referee.journal.entry import Entry
from referee.journal.reader import JournalReader

Hand: TypeAlias = tuple[int, int]
"""Identifies a hand: the start of its hanchan and its number in it, the same if the hand is begun again."""


class DelayedGame:
    """The part of a game that may be shown.

    Args:
        journal: the table's journal.
        delay_ms: the table time after which an entry may be shown.
    """

    def __init__(self, journal: JournalReader, delay_ms: int) -> None:
        self._journal = journal
        self._delay_ms = delay_ms
        self.state: GameState | None = None
        """The position after the newest entry that may be shown."""
        self.number = 0
        """The number of that entry; 0 if there is none yet."""
        self.at_ms = 0
        """Table time of that entry, which never goes back."""
        self._next: Entry | None = None
        self._began: dict[Hand, int] = {}
        """The number of the entry that began each hand; only hands begun since this object first saw the game."""
        self._open: Hand | None = None

    def resume_from_journal(self, now_ms: int) -> None:
        """Begin with the entries of the journal that are old enough to be shown.

        Raises:
            JournalError: the journal cannot be read.
        """
        entries = self._journal.hanchan()
        while entries and entries[0].number > 1 and entries[0].at_ms + self._delay_ms > now_ms:
            before = self._journal.hanchan(entries[0].number - 1)
            if not before:
                break
            entries = before + entries
        state: GameState | None = None
        moments: list[tuple[int, int, GameState | None]] = []
        at_ms = 0
        self.number = entries[0].number - 1 if entries else 0
        for entry in entries:
            state, at_ms = _folded(state, entry.events), max(at_ms, entry.at_ms)
            moments.append((entry.number, at_ms, state))
            self.journalled(entry.number, entry.events, state)
        may = takewhile(lambda each: self._may(each[0], each[1], now_ms), moments)
        for self.number, self.at_ms, self.state in may:
            pass

    def journalled(self, number: int, events: Sequence[Event], state: GameState | None) -> None:
        """Take a new entry and the position after it."""
        self._open = _hand_of(state)
        if self._open is not None and self._open not in self._began:
            begun = any(isinstance(event, HandStarted) for event in events)
            # Undoing the end of a hand has reopened it, and its beginning is unknown: show no more of it.
            self._began[self._open] = number if begun else self.number + 1

    def release(self, now_ms: int) -> bool:
        """Advance to the newest entry that may be shown now; return whether there was one.

        Raises:
            JournalError: the journal cannot be read.
        """
        moved = False
        while (entry := self._following()) is not None and self._may(entry.number, entry.at_ms, now_ms):
            self.state = _folded(self.state, entry.events)
            self.number, self.at_ms = entry.number, max(self.at_ms, entry.at_ms)
            self._next, moved = None, True
        return moved

    def due_ms(self) -> int | None:
        """Return the table time at which the next entry may be shown; None if that depends on play.

        Raises:
            JournalError: the journal cannot be read.
        """
        entry = self._following()
        if entry is None or self._held(entry.number):
            return None
        return max(self.at_ms, entry.at_ms) + self._delay_ms

    def _following(self) -> Entry | None:
        if self._next is None and self.number < self._journal.number:
            self._next = next(self._journal.entries(self.number + 1, self.number + 1), None)
        return self._next

    def _may(self, number: int, at_ms: int, now_ms: int) -> bool:
        return not self._held(number) and max(self.at_ms, at_ms) + self._delay_ms <= now_ms

    def _held(self, number: int) -> bool:
        """Return whether an entry is of the hand that is played now, or comes after its beginning."""
        return self._open is not None and number >= self._began[self._open]


def _folded(state: GameState | None, events: Sequence[Event]) -> GameState | None:
    for event in events:
        if state is not None or isinstance(event, HanchanStarted):
            state = evolve(state, event)
    return state


def _hand_of(state: GameState | None) -> Hand | None:
    """Return the hand in play; None between hands."""
    if state is None or state.phase not in IN_HAND:
        return None
    return state.started_at_ms, state.hands
