"""Puts the login, which the page itself does not know, into its first MQTT packet (CONNECT, MQTT 5, 3.1).

A page without a password cannot leak it. Everything that a page does not need is refused: a will, a client name that
may belong to somebody else, another version, a session that outlasts a page's reconnection, unlimited silence.
"""

from typing import Final

from table_controller.web.broker_door import BrokerLogin

CONNECT: Final = 0x10
PROTOCOL: Final = b"\x00\x04MQTT\x05"
CLEAN: Final = 0x02
USER_AND_PASSWORD: Final = 0xC0
CLIENTS: Final = b"page-"
"""The prefix of every page's client name."""
LONGEST: Final = 4096
MOST_LENGTH_BYTES: Final = 4
MOST_KEEP_ALIVE_S: Final = 60
SESSION_EXPIRY: Final = 0x11
"""The only property that a page sends; without it the session ends with the line."""
EXPIRY_BYTES: Final = 4
MOST_EXPIRY_S: Final = 600


class ConnectError(ValueError):
    """The bytes are not a CONNECT packet as a page sends it."""


def length_of(data: bytes) -> int | None:
    """Return the number of bytes of the first packet; None if too little of it has arrived.

    Raises:
        ConnectError: the packet is not a CONNECT, or is too long.
    """
    if data[:1] not in (b"", bytes([CONNECT])):
        raise ConnectError("the first packet is no CONNECT")
    value = 0
    for place, byte in enumerate(data[1 : 1 + MOST_LENGTH_BYTES]):
        value |= (byte & 0x7F) << (7 * place)
        if not byte & 0x80:
            if value > LONGEST:
                raise ConnectError("the CONNECT is too long")
            return 2 + place + value
    if len(data) > MOST_LENGTH_BYTES:
        raise ConnectError("the length of the CONNECT has no end")
    return None


def with_login(packet: bytes, who: BrokerLogin) -> bytes:
    """Put this name and password into a whole CONNECT.

    Raises:
        ConnectError: the packet is not a CONNECT, or has something that no page needs.
    """
    body = packet[_head(packet) :]
    if not body.startswith(PROTOCOL):
        raise ConnectError("not MQTT 5")
    flags, rest = body[len(PROTOCOL) : len(PROTOCOL) + 1], body[len(PROTOCOL) + 1 :]
    if not flags or flags[0] & ~CLEAN:
        raise ConnectError("a will or a login in a page's CONNECT")
    keep_alive, rest = rest[:2], rest[2:]
    if not 1 <= int.from_bytes(keep_alive, "big") <= MOST_KEEP_ALIVE_S:
        raise ConnectError("a page is heard of once a minute at least")
    properties = _properties(rest)
    client = _field(rest[len(properties) :])
    if len(properties) + len(client) != len(rest) or not client[2:].startswith(CLIENTS):
        raise ConnectError("not the name of a page's client")
    made = b"".join(
        (
            PROTOCOL,
            bytes([flags[0] | USER_AND_PASSWORD]),
            keep_alive,
            properties,
            client,
            _text(who.name),
            _text(who.password),
        )
    )
    return bytes([CONNECT]) + _length(len(made)) + made


def _head(packet: bytes) -> int:
    """Return the number of bytes before the part that the length counts."""
    place = 1
    while place < len(packet) and packet[place] & 0x80:
        place += 1
    return place + 1


def _properties(data: bytes) -> bytes:
    """Return the properties at the beginning, with their length."""
    found = data[: 1 + data[0]] if data else b""
    expiry = found[2:]
    if found != b"\0" and (
        found[:2] != bytes([1 + EXPIRY_BYTES, SESSION_EXPIRY]) or len(expiry) != EXPIRY_BYTES
    ):
        raise ConnectError("not the properties of a page")
    if int.from_bytes(expiry, "big") > MOST_EXPIRY_S:
        raise ConnectError("a session that would be kept for too long")
    return found


def _field(data: bytes) -> bytes:
    """Return the text at the beginning, with its length."""
    length = 2 + int.from_bytes(data[:2], "big")
    if len(data) < length:
        raise ConnectError("a text has no end")
    return data[:length]


def _text(text: str) -> bytes:
    data = text.encode()
    return len(data).to_bytes(2, "big") + data


def _length(value: int) -> bytes:
    made = bytearray()
    while True:
        value, low = value >> 7, value & 0x7F
        made.append(low | (0x80 if value else 0))
        if not value:
            return bytes(made)
