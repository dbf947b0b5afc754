"""Where a table's broker is, and the table's place among its topics. Knows no client: settings are read without one."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import ssl

TOPIC_PREFIX: Final = "jantaku/1"


@dataclass(frozen=True, slots=True)
class Address:
    """Where the broker is, the table's name there, and whether people's names are public there."""

    host: str
    port: int
    hall: str
    table: str
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    tls: ssl.SSLContext | None = field(default=None, compare=False, repr=False)
    public_names: bool = True

    @property
    def identifier(self) -> str:
        """The client's identifier; only those who know the table's password can compute it.

        Another client that connects with the same identifier throws the table off.
        Two tables with one name and login share an identifier: the broker lets one of them in at a time, and both
        report it.
        """
        name = f"jantaku-{self.hall}-{self.table}"
        if self.password is None:
            return name
        secret = hmac.new(self.password.encode(), f"{self.user} {name}".encode(), hashlib.sha256)
        return f"{name}-{secret.hexdigest()[:32]}"

    def topic(self, *rest: str) -> str:
        """A topic of this table."""
        return "/".join((TOPIC_PREFIX, self.hall, self.table, *rest))
