"""The tables of a tournament that have Jantaku: to others nothing can be said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.texts.book_texts import BadEntry
from table_controller.web.tournaments.declaration import BookRefusedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.tournament.book.position import BookPosition


def refuse_without_jantaku(position: BookPosition, session: int, only: Sequence[int]) -> None:
    """Refuse tables to which nothing can be said.

    Raises:
        BookRefusedError: one of them is none of the tournament, or has no Jantaku.
    """
    for table in only:
        if table not in position.equipped:
            there = table <= len(position.seats.get(session, ()))
            why = BadEntry.no_jantaku() if there else BadEntry.no_table()
            raise BookRefusedError(BadEntry.result(session, table, why))
