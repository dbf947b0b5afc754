"""Roles: who may ask a table for what. The access list of the broker and the daemon's own check are made from this.

A login has one role, in the halls and at the tables that it is for. A role includes others: a referee may do whatever a
technician or a viewer may. A table's login commands nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

if TYPE_CHECKING:
    from collections.abc import Mapping

Role: TypeAlias = Literal["viewer", "technician", "referee", "head-referee", "table"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)
INCLUDES: Final[Mapping[Role, frozenset[Role]]] = {
    "viewer": frozenset({"viewer"}),
    "technician": frozenset({"viewer", "technician"}),
    "referee": frozenset({"viewer", "technician", "referee"}),
    "head-referee": frozenset({"viewer", "technician", "referee", "head-referee"}),
    "table": frozenset(),
}
"""What each role may do, as the roles that an order can need."""


@dataclass(frozen=True, slots=True)
class Login:
    """A login's rights.

    Attributes:
        halls: in which it may act; empty for all.
        tables: at which it may act, by name; empty for all of its halls.
    """

    name: str
    role: Role
    halls: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()

    def is_for(self, hall: str, table: str) -> bool:
        """Whether it is for a table."""
        return (not self.halls or hall in self.halls) and (not self.tables or table in self.tables)


def may(role: Role, needed: Role) -> bool:
    """Whether a login of a role may give an order that needs another."""
    return needed in INCLUDES[role]


def refusal(login: Login | None, name: str, needed: Role, *, hall: str, table: str) -> str:
    """Why a login may not give an order, in words; empty if it may.

    Args:
        login: None if none of this name is known.
        name: what the topic says of who asks; empty where it says nothing.
        needed: the role that the order needs.
        hall: of the table that is asked.
        table: that is asked.
    """
    if login is None:
        return f"no login {name!r} is known here" if name else "the topic does not say who asks"
    if not login.is_for(hall, table):
        return f"{login.name} is not for table {table} of hall {hall}"
    if not may(login.role, needed):
        return f"{login.name} is a {login.role}; this needs a {needed}"
    return ""
