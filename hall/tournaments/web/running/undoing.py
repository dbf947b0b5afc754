"""Takes back steps of a tournament, and tells tables that a start signal is taken back."""

from collections.abc import Sequence
from typing import ClassVar

from hall.tournaments.book import entries as of
from hall.tournaments.book.entries import AnyEntry, NumberOfEntry
from hall.tournaments.book.position import BookPosition
from hall.tournaments.web.declaration import BookOperation, BookPlace, TableOrder
from hall.tournaments.web.running.clock import setting_up


class UndoEntries(BookOperation, frozen=True, kw_only=True):
    """Take back the entries from one number to another, which are a step if one request made them.

    Refused once somebody has played in a session that was seated, begun or closed by them, and where later entries build
    on them. Tables that heard a start signal that is taken back wait for another one, unless they have dealt a hand.
    """

    path: ClassVar[str] = "/{tournament}/undo"
    first: NumberOfEntry
    last: NumberOfEntry

    def entries(self, position: BookPosition, place: BookPlace) -> Sequence[AnyEntry]:
        return [of.StepUndone(first=self.first, last=self.last)]

    def orders(self, position: BookPosition, place: BookPlace, now_s: int) -> Sequence[TableOrder]:
        undone = position.history[self.first - 1 : self.last]
        return [
            order
            for each in undone
            if isinstance(each, of.SessionBegun) and each.session not in position.begun
            for order in setting_up(position, each.session)
        ]
