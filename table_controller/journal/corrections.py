"""Corrections of a table's journal, which read the newest hanchan back on request."""

from collections.abc import Sequence
from typing import Final

from referee.folding.state import evolve
from referee.game.events import (
    FoulFound,
    HanchanEnded,
    HanchanStarted,
    HandEnded,
    HandStarted,
    RulingMade,
)
from referee.game.judge_events import HanchanVoided, PlayerChanged, Refolded
from referee.game.judge_observations import Corrected, Inserted
from referee.game.observations import Observation
from referee.game.position import GameState
from referee.journal.corrections.refold import refold
from referee.journal.corrections.slots import (
    ACTS,
    ORDERED,
    Slot,
    last_action,
    place_of,
    slots_of,
    takes_beginning,
    undone_by,
)
from referee.journal.journal import Entry, Journal
from referee.texts.message import Message
from referee.tournament.results import Decided, HanchanResult, results_of
from wording.events.lines import lines_of

_COUNTING: Final = (
    HanchanStarted,
    HanchanEnded,
    HanchanVoided,
    HandStarted,
    HandEnded,
    FoulFound,
    RulingMade,
    PlayerChanged,
    Refolded,
)
"""Events that change a result."""


class Corrections:
    """Corrections of the last hanchan in the journal."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._read: list[Entry] = []
        """The entries of the newest hanchan, from the first request on."""
        self._results: tuple[HanchanResult, ...] | None = None

    def results(self, more: Sequence[Decided] = ()) -> tuple[HanchanResult, ...]:
        """The present result of the newest hanchan, preceded by that of the hanchan before if that may still go on.

        Args:
            more: entries to count as if they were in the journal.
        """
        entries = self._entries()
        if self._results is not None and not more:
            return self._results
        if entries and not any(isinstance(event, HandStarted) for each in entries for event in each.events):
            entries = self._journal.hanchan(entries[0].number - 1) + entries
        counted = [*entries, *more]
        if not any(isinstance(event, Refolded) for each in counted for event in each.events):
            # A correction may change which entries count. Without one, most do not.
            counted = [each for each in counted if any(isinstance(event, _COUNTING) for event in each.events)]
        found = tuple(result for _, result in results_of(counted))
        if not more and self._read:  # before the first hanchan no entry would refresh a stored result
            self._results = found
        return found

    def journalled(self, entry: Entry) -> None:
        """Take a new entry, so that it need not be read back."""
        if any(isinstance(event, _COUNTING) for event in entry.events):
            self._results = None
        if not self._read or entry.number != self._read[-1].number + 1:
            return
        self._read.append(entry)
        if any(
            isinstance(event, HanchanStarted) or (isinstance(event, Refolded) and event.hanchan is not None)
            for event in entry.events
        ):
            self._read = self._journal.hanchan()

    def begun(self) -> int | None:
        """The number of the entry that began the newest hanchan; None before the first."""
        entries = self._entries()
        return entries[0].number if entries else None

    def observation(self, entry: int) -> Observation | None:
        """The observation of an entry after all corrections; None if it was removed, or is not in this hanchan."""
        slots = self._slots()
        at = place_of(slots, entry)
        return None if at is None else slots[at].observation

    def last_action(self) -> int | None:
        """The number of the newest entry of an act at the table."""
        return last_action(self._slots())

    def newest(self) -> int | None:
        """The number of the newest entry that a judge can undo: an act at the table, a judge's order, a correction."""
        slots = self._slots()
        undone = undone_by(slots)
        found = (
            slot.number
            for slot in slots
            if slot.number not in undone
            and (not slot.begins or self._journal.hanchan(slot.number - 1))
            and (slot.amends or (slot.events and isinstance(slot.observation, ACTS + ORDERED)))
        )
        return max(found, default=None)

    def lines(self, entry: int) -> tuple[Message, ...]:
        """The text of an entry of this hanchan in lines, with the names and winds of its time."""
        state: GameState | None = None
        for each in self._entries():
            for event in each.events:
                if state is not None or isinstance(event, HanchanStarted):
                    state = evolve(state, event)
            if each.number == entry:
                return lines_of(each.events, state)
        return ()

    def hand_end(self) -> int | None:
        """The number of the entry that ended the newest hand of this hanchan; None if none has ended."""
        ends = (
            slot.number
            for slot in reversed(self._slots())
            if any(isinstance(event, HandEnded) for event in slot.events)
        )
        return next(ends, None)

    def ruled_in(self, made: RulingMade) -> int:
        """The number of the newest entry that made this ruling of the hanchan."""
        return next(slot.number for slot in reversed(self._slots()) if made in slot.events)

    def refold(self, seen: Corrected | Inserted) -> tuple[Refolded, GameState]:
        """Return the outcome of a correction and the state after it.

        Raises:
            CorrectionRefusedError: it makes no sense or comes too late.
        """
        slots = self._slots()
        if slots and isinstance(seen, Corrected) and takes_beginning(slots, seen):
            slots = self._slots(with_one_before=True)
        return refold(slots, seen)

    def _slots(self, *, with_one_before: bool = False) -> list[Slot]:
        entries = self._entries()
        if with_one_before:
            entries = self._journal.hanchan(entries[0].number - 1) + entries
        return slots_of((entry.number, entry.observation, entry.events) for entry in entries)

    def _entries(self) -> list[Entry]:
        """The journalled entries of the newest hanchan, without corrections."""
        if not self._read:
            self._read = self._journal.hanchan()
        elif self._read[-1].number < self._journal.number:
            for entry in list(self._journal.entries(self._read[-1].number + 1)):
                self.journalled(entry)
        return self._read
