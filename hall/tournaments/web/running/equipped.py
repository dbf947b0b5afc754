"""The tables of a tournament that have Jantaku; other tables take no commands."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from hall.tournaments.book.entries import AnyEntry, TableNumber
from hall.tournaments.book.position import BookPosition
from hall.tournaments.web.declaration import BookOperation, BookPlace, BookRefusedError, TableOrder
from hall.tournaments.web.refusal_texts import NoResult
from referee.texts.book_texts import BadEntry


class RepeatedOrders(BookOperation, frozen=True, kw_only=True):
    """Something about a session that has begun is sent again to tables that missed it; the book does not change.

    Attributes:
        only: these tables; empty for all.
    """

    only: Annotated[tuple[TableNumber, ...], Meta(max_length=999)] = ()

    @abstractmethod
    def repeated(self, position: BookPosition, session: int, now_s: int) -> Sequence[TableOrder]: ...

    def entries(self, position: BookPosition, place: BookPlace) -> Sequence[AnyEntry]:
        if place.session not in position.begun:
            raise BookRefusedError(NoResult.not_begun(place.session))
        refuse_without_jantaku(position, place.session, self.only)
        return ()

    def orders(self, position: BookPosition, place: BookPlace, now_s: int) -> Sequence[TableOrder]:
        orders = self.repeated(position, place.session, now_s)
        return [order for order in orders if not self.only or order.table in self.only]


def refuse_without_jantaku(position: BookPosition, session: int, only: Sequence[int]) -> None:
    """Refuse tables that take no commands.

    Raises:
        BookRefusedError: one of them is not in the tournament, or has no Jantaku.
    """
    for table in only:
        if table not in position.equipped:
            there = table <= len(position.seats.get(session, ()))
            why = BadEntry.no_jantaku() if there else BadEntry.no_table()
            raise BookRefusedError(BadEntry.result(session, table, why))
