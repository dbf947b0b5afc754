"""Roles: the rights of logins at tables. The broker's access list and the daemon's own check are made from them.

A login has one role, valid in its halls and at its tables. A role includes others: a referee may do whatever a
technician or a viewer may. An organiser keeps a tournament's book, watches its tables and starts their hanchans
(``Command.roles``). A table's login may command nobody; a hall's login only collects journalled entries from tables.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from referee.texts.message import Message
from wording.barred import Barred

Role: TypeAlias = Literal[
    "player", "stream", "viewer", "organiser", "technician", "referee", "head-referee", "table", "hall"
]
ROLES: Final[tuple[Role, ...]] = get_args(Role)
ONLOOKER: Final[frozenset[Role]] = frozenset({"player", "stream"})
"""Roles that see only their own views: points and places, or a game some minutes ago."""
INCLUDES: Final[Mapping[Role, frozenset[Role]]] = {
    "player": frozenset({"player"}),
    "stream": frozenset({"stream"}),
    "viewer": ONLOOKER | {"viewer"},
    "organiser": ONLOOKER | {"viewer", "organiser"},
    "technician": ONLOOKER | {"viewer", "technician"},
    "referee": ONLOOKER | {"viewer", "technician", "referee"},
    "head-referee": ONLOOKER | {"viewer", "technician", "referee", "head-referee"},
    "table": frozenset(),
    "hall": frozenset({"hall"}),
}
"""For each role, the required roles that it satisfies."""
CALLS_A_JUDGE: Final[Role] = "technician"
"""The roles that may call a judge to a table from elsewhere, as its own button does."""


@dataclass(frozen=True, slots=True)
class Login:
    """A login's rights.

    Attributes:
        halls: the halls in which it may act; empty for all.
        tables: the names of the tables at which it may act; empty for all tables of its halls.
    """

    name: str
    role: Role
    halls: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()

    def is_for(self, hall: str, table: str) -> bool:
        """Return whether the login is valid for a table."""
        return self.is_in(hall) and (not self.tables or table in self.tables)

    def is_in(self, hall: str) -> bool:
        """Return whether the login is valid for any table of a hall."""
        return not self.halls or hall in self.halls


def may(role: Role, needed: Role) -> bool:
    """Return whether a role satisfies the role that an order needs."""
    return needed in INCLUDES[role]


def may_one_of(role: Role, needed: Iterable[Role]) -> bool:
    """Return whether a role satisfies at least one of the sufficient roles."""
    return any(may(role, each) for each in needed)


def refusal(login: Login | None, name: str, needed: Role, *, hall: str, table: str) -> Message | None:
    """Return the reason why a login may not give an order; None if it may.

    Args:
        login: the login; None if the name is unknown.
        name: the sender's name from the topic; empty if it has none.
        needed: the role that the order needs.
        hall: the hall of the table.
        table: the table that receives the order.
    """
    if login is None:
        return Barred.no_login(name) if name else Barred.nobody_asks()
    if not login.is_for(hall, table):
        return Barred.other_table(login.name, table, hall)
    if not may(login.role, needed):
        return Barred.other_role(login.name, login.role, needed)
    return None
