"""The address of the driver's table: ``mqtt://user:password@host:port/topic``, the setting ``serial``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote, urlsplit

PORT: Final = 1883


@dataclass(frozen=True, slots=True)
class GatewayAddress:
    """The broker, and the topic under which this table's gateway speaks."""

    host: str
    port: int
    prefix: str
    user: str | None = None
    password: str | None = field(default=None, repr=False)

    def topic(self, rest: str) -> str:
        """Return a topic of this table."""
        return f"{self.prefix}/{rest}"


def address_of(place: str) -> GatewayAddress:
    """Return the address in a setting.

    Raises:
        ValueError: it has none; the text says what an address looks like.
    """
    wanted = "write mqtt://host/topic or mqtt://user:password@host:port/topic"
    try:
        parts = urlsplit(place)
        port = parts.port or PORT
    except ValueError as error:
        raise ValueError(f"it is no address ({error}); {wanted}") from error
    prefix = parts.path.strip("/")
    if parts.scheme != "mqtt" or not parts.hostname or not prefix or set(prefix) & set("+#"):
        raise ValueError(f"it is no address of a table behind a gateway; {wanted}")
    user = None if parts.username is None else unquote(parts.username)
    password = None if parts.password is None else unquote(parts.password)
    return GatewayAddress(parts.hostname, port, prefix, user, password)
