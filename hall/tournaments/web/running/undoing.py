"""Takes back steps of a tournament, and tells tables what is taken back of their clocks."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from hall.tournaments.book import entries as of
from hall.tournaments.book.entries import AnyEntry, NumberOfEntry
from hall.tournaments.book.position import BookPosition, folded
from hall.tournaments.web.declaration import BookOperation, BookPlace, TableOrder
from hall.tournaments.web.running.clock import setting_up, to_table


class UndoEntries(BookOperation, frozen=True, kw_only=True):
    """Take back the entries from one number to another. They are one step if one request made them.

    Refused if they seated, began or closed a session in which somebody has played since, if later entries build on them,
    and if a table has dealt the hand that they granted. If a start signal is taken back, its tables wait for another one,
    unless they have dealt a hand; they take back extra time too.
    """

    path: ClassVar[str] = "/{tournament}/undo"
    makes: ClassVar[type[AnyEntry]] = of.StepUndone
    first: NumberOfEntry
    last: NumberOfEntry

    def orders(self, position: BookPosition, place: BookPlace, now_s: int) -> Sequence[TableOrder]:
        before = folded(position.history[:-1])
        again = sorted(before.begun - position.begun)
        return [
            *(order for session in again for order in setting_up(position, session)),
            *_of_clocks(before, position),
        ]


def grants_taken_back(position: BookPosition, undo: AnyEntry) -> list[TableOrder]:
    """Return the commands that take granted hands back with this undo; a table that has dealt one refuses."""
    orders = _of_clocks(position, folded([*position.history, undo]))
    return [order for order in orders if order.arguments.get("on") is False]


def _of_clocks(before: BookPosition, after: BookPosition) -> Iterator[TableOrder]:
    """Yield the changes at tables of sessions that continue."""
    for session in sorted(before.begun & after.begun - after.closed.keys()):
        for table in sorted(after.equipped):
            at = session, table
            minutes = after.extra_minutes.get(at, 0) - before.extra_minutes.get(at, 0)
            if minutes:
                yield from to_table(after, table, "extend_clock", minutes=minutes)
            if (at in after.granted) is not (at in before.granted):
                yield from to_table(after, table, "grant_hand", on=at in after.granted)
