"""Signs results and reports that to tables with Jantaku: a table begins no other hanchan before (WRC 8.2)."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from hall.tournaments.book import entries as of
from hall.tournaments.book.entries import AnyEntry
from hall.tournaments.book.position import BookPosition
from hall.tournaments.web.declaration import OFFICIALS, BookOperation, BookPlace, TableOrder
from hall.tournaments.web.running.equipped import RepeatedOrders
from referee.texts.message import to_json
from referee.texts.refused import Refused
from table_controller.mqtt.roles import Role

NOTHING_TO_SIGN: Final = tuple(
    to_json(why)["code"] for why in (Refused.signed_already(), Refused.no_signature_awaited())
)


class SignTable(BookOperation, frozen=True, kw_only=True):
    """Sign the result of a table; from then on only a correction changes it.

    Where the rules want it signed first, the table hears of it: there sticks may be reset and another hanchan may begin.
    """

    path: ClassVar[str] = "/{tournament}/sessions/{session}/tables/{table}/signature"
    makes: ClassVar[type[AnyEntry]] = of.TableSigned
    roles: ClassVar[tuple[Role, ...]] = OFFICIALS

    def orders(self, position: BookPosition, place: BookPlace, now_s: int) -> Sequence[TableOrder]:
        return [order for order in signatures_to(position, place.session) if order.table == place.table]


class TellSignatures(RepeatedOrders, frozen=True, kw_only=True):
    """Tell tables again that their results of a session are signed, if they missed it."""

    path: ClassVar[str] = "/{tournament}/sessions/{session}/signatures"
    roles: ClassVar[tuple[Role, ...]] = OFFICIALS

    def repeated(self, position: BookPosition, session: int, now_s: int) -> Sequence[TableOrder]:
        return signatures_to(position, session)


def signatures_to(position: BookPosition, session: int) -> list[TableOrder]:
    """Return a session's signatures for the tables that await them.

    A result from a table's journal names its hanchan. For a result entered by hand, the book does not know the hanchan. It
    must be the last one at the table, as long as the table plays in no later session.
    """
    if not position.rules.flow.sheet_signed_first:
        return []
    found = []
    for table, name in sorted(position.equipped.items()):
        if (session, table) not in position.signed:
            continue
        arguments: dict[str, Any] = {"text": f"session {session}"}
        played = position.played.get((session, table))
        if played is not None and played.by == name and played.hanchan:
            arguments["hanchan"] = played.hanchan
        elif any(later > session and table <= len(position.seats[later]) for later in position.begun):
            continue
        found.append(TableOrder(table, name, "sign_sheet", arguments, NOTHING_TO_SIGN))
    return found
