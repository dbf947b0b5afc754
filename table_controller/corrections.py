"""Corrections of a table's journal: the hanchan as it counts, read back when somebody asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.events import HandEnded
from referee.refold import refold
from referee.slots import last_action, place_of, slots_of

if TYPE_CHECKING:
    from referee.journal import Journal
    from referee.judge_events import Refolded
    from referee.judge_observations import Corrected, Inserted
    from referee.observations import Observation
    from referee.position import GameState
    from referee.slots import Slot


class Corrections:
    """What a correction of the hanchan that the journal ends with comes to."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def observation(self, entry: int) -> Observation | None:
        """What an entry of this hanchan holds, after all corrections; None if it is of none, or was taken out."""
        slots = self._slots()
        at = place_of(slots, entry)
        return None if at is None else slots[at].observation

    def last_action(self) -> int | None:
        """Number of the newest entry in which something happened at the table."""
        return last_action(self._slots())

    def hand_end(self) -> int | None:
        """Number of the entry that ended the newest hand of this hanchan; None if none has ended."""
        ends = (
            slot.number
            for slot in reversed(self._slots())
            if any(isinstance(event, HandEnded) for event in slot.events)
        )
        return next(ends, None)

    def refold(self, seen: Corrected | Inserted) -> tuple[Refolded, GameState]:
        """What a correction comes to and the state after it.

        Raises:
            CorrectionRefusedError: it makes no sense or comes too late.
        """
        return refold(self._slots(), seen)

    def _slots(self) -> list[Slot]:
        return slots_of((entry.number, entry.observation, entry.events) for entry in self._journal.hanchan())
