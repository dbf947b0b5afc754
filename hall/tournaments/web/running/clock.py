"""The clock of a session: tables set up, the start signal for all of them, extra time for one (WRC 8.2)."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar, Final

from msgspec import Meta

from hall.tournaments.book import entries as of
from hall.tournaments.book.comparing import names_at
from hall.tournaments.book.entries import AnyEntry, HallTable, TableNumber
from hall.tournaments.book.position import BookPosition, seated
from hall.tournaments.book.tallying import unsettled
from hall.tournaments.web.declaration import (
    OFFICIALS,
    BookOperation,
    BookPlace,
    BookRefusedError,
    TableOrder,
)
from hall.tournaments.web.running.equipped import RepeatedOrders, refuse_without_jantaku
from referee.texts.book_texts import BadEntry
from referee.texts.message import Message, to_json
from referee.texts.refused import Refused
from table_controller.mqtt.roles import Role

NO_HANCHAN: Final = to_json(Refused.no_hanchan())["code"]


class EquipTable(BookOperation, frozen=True, kw_only=True):
    """Say by which name the hall knows a table of this tournament that has Jantaku.

    The table must have been on before, so that the hall knows it.

    Attributes:
        hall_table: empty if the table has no Jantaku.
    """

    path: ClassVar[str] = "/{tournament}/tables"
    makes: ClassVar[type[AnyEntry]] = of.TableEquipped
    table: TableNumber
    hall_table: HallTable = ""


class SetUpTables(BookOperation, frozen=True, kw_only=True):
    """Set up the tables with Jantaku for this session: each begins a hanchan with its players, which awaits the signal.

    Where the rules want it, no other hanchan begins there before the result is signed (WRC 8.2).

    Nothing of an earlier session remains there. What still runs at a table of the tournament that has no seats now is
    ended if the table has a result.

    Attributes:
        only: these tables; empty for all.
        force: throw away hanchans that still run there; only their penalties count.
    """

    path: ClassVar[str] = "/{tournament}/sessions/{session}/tables"
    only: Annotated[tuple[TableNumber, ...], Meta(max_length=999)] = ()
    force: bool = False

    def entries(self, position: BookPosition, place: BookPlace) -> Sequence[AnyEntry]:
        if place.session not in position.seats:
            raise BookRefusedError(BadEntry.no_seats(place.session))
        refuse_without_jantaku(position, place.session, self.only)
        if place.session in position.closed:
            raise BookRefusedError(BadEntry.is_closed(place.session))
        if unsigned := list(self._unsigned(position, place.session)):
            raise BookRefusedError(BadEntry.not_signed(unsigned))
        tables = seated(position, place.session)
        return [
            of.TableSetUp(session=place.session, table=table, players=tables[table - 1])
            for table in sorted(position.equipped)
            if table <= len(tables) and (not self.only or table in self.only)
        ]

    def orders(self, position: BookPosition, place: BookPlace, now_s: int) -> Sequence[TableOrder]:
        return setting_up(position, place.session, self.only, force=self.force)

    def _unsigned(self, position: BookPosition, session: int) -> Iterator[Message]:
        """Yield the results of earlier sessions at these tables that must be signed before a table is reset (WRC 8.2)."""
        if not position.rules.flow.sheet_signed_first:
            return
        for earlier in sorted(each for each in position.begun if each < session):
            for table in sorted(position.equipped):
                wanted = not self.only or table in self.only
                there = table <= len(position.seats.get(earlier, ()))
                if wanted and there and (earlier, table) not in position.signed:
                    yield BadEntry.unsigned(earlier, table)


class GiveSignal(RepeatedOrders, frozen=True, kw_only=True):
    """Give the start signal again to tables that missed it; their time runs from when it was first given."""

    path: ClassVar[str] = "/{tournament}/sessions/{session}/signal"

    def repeated(self, position: BookPosition, session: int, now_s: int) -> Sequence[TableOrder]:
        return signals_to(position, session, now_s)


class BeginSession(BookOperation, frozen=True, kw_only=True):
    """Give the start signal of a session: to the people in the hall, and to its tables with Jantaku. Its seats stay."""

    path: ClassVar[str] = "/{tournament}/sessions/{session}/begin"
    makes: ClassVar[type[AnyEntry]] = of.SessionBegun

    def orders(self, position: BookPosition, place: BookPlace, now_s: int) -> Sequence[TableOrder]:
        return signals_to(position, place.session, now_s)


class ExtendTime(BookOperation, frozen=True, kw_only=True):
    """Give one table more minutes in this session; fewer if negative."""

    path: ClassVar[str] = "/{tournament}/sessions/{session}/tables/{table}/time"
    makes: ClassVar[type[AnyEntry]] = of.TimeExtended
    roles: ClassVar[tuple[Role, ...]] = OFFICIALS
    minutes: Annotated[int, Meta(ge=-600, le=600)]

    def orders(self, position: BookPosition, place: BookPlace, now_s: int) -> Sequence[TableOrder]:
        return to_table(position, place.table, "extend_clock", minutes=self.minutes)


class GiveExtraHand(BookOperation, frozen=True, kw_only=True):
    """Let one table deal one more hand after the gong of this session. Cannot be undone once the hand is dealt."""

    path: ClassVar[str] = "/{tournament}/sessions/{session}/tables/{table}/hand"
    makes: ClassVar[type[AnyEntry]] = of.ExtraHandGiven
    roles: ClassVar[tuple[Role, ...]] = OFFICIALS

    def orders(self, position: BookPosition, place: BookPlace, now_s: int) -> Sequence[TableOrder]:
        return to_table(position, place.table, "grant_hand")


def to_table(position: BookPosition, table: int, name: str, **arguments: Any) -> list[TableOrder]:
    """Return a command to a table as a list, which is empty if the table has no Jantaku."""
    hall_table = position.equipped.get(table)
    return [] if hall_table is None else [TableOrder(table, hall_table, name, arguments)]


def signals_to(position: BookPosition, session: int, now_s: int) -> list[TableOrder]:
    """Return the start signal for each table of a session that has Jantaku."""
    ago = max(0, now_s - (position.signals_s.get(session) or now_s))
    tables = len(position.seats.get(session, ()))
    return [
        TableOrder(table, name, "start_signal", {"seconds_ago": min(ago, 86_400)})
        for table, name in sorted(position.equipped.items())
        if table <= tables
    ]


def setting_up(
    position: BookPosition, session: int, only: Sequence[int] = (), *, force: bool = False
) -> list[TableOrder]:
    """Return the order to set each table with Jantaku up for a session; ``only`` and ``force`` as for ``SetUpTables``."""
    tables = seated(position, session)
    found = []
    for table, hall_table in sorted(position.equipped.items()):
        if only and table not in only:
            continue
        if table > len(tables):
            if not _running(position, table):
                ends = {"keeps": "penalties", "text": f"session {session}"}
                found.append(TableOrder(table, hall_table, "close_hanchan", ends, (NO_HANCHAN,)))
            continue
        begins: dict[str, Any] = {
            "ruleset": position.rules.to_mapping(),
            "names": names_at(position, tables[table - 1]),
            "awaits_signal": True,
            "awaits_signature": position.rules.flow.sheet_signed_first,
            "extra_minutes": position.extra_minutes.get((session, table), 0),
            **({"extra_hand": True} if (session, table) in position.granted else {}),
            **({"force": True, "keeps": "penalties"} if force else {}),
        }
        found.append(TableOrder(table, hall_table, "begin_hanchan", begins))
    return found


def _running(position: BookPosition, table: int) -> bool:
    """Return whether a table still lacks a result in a session that has begun."""
    return any(table in unsettled(position, session) for session in position.begun - position.closed.keys())
