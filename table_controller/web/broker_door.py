"""The page server's access to the broker: it checks logins there and opens the connections that carry a page's MQTT.

The server never shows the table's own certificate: a broker that identifies clients by certificate would treat every
page as the table.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import aiomqtt
from websockets.asyncio.client import connect

from table_controller.mqtt.client import QUIET, PromptClient

if TYPE_CHECKING:
    import ssl

    from websockets.asyncio.client import ClientConnection

BROKER_ANSWER_S: Final = 5.0
"""Real time within which the broker must answer."""
MOST_BYTES: Final = 1024 * 1024
"""Longest message of the broker."""
MOST_TEXT: Final = 65_535
"""Bytes of a text of MQTT."""
NOT_THERE: Final = (OSError, aiomqtt.MqttError, TimeoutError)
WRONG: Final = frozenset({0x86, 0x87})
"""Bad user name or password; not authorized (MQTT 5, 3.2.2.2)."""
Refused: TypeAlias = Literal["wrong", "away"]


@dataclass(frozen=True, slots=True)
class BrokerLogin:
    """A name and password at the broker."""

    name: str
    password: str = field(repr=False)

    @property
    def sayable(self) -> bool:
        """Whether MQTT can carry it (MQTT 5, 1.5.4): anybody may have typed it."""
        try:
            said = [each.encode() for each in (self.name, self.password)]
        except UnicodeEncodeError:
            return False
        return all(len(each) <= MOST_TEXT and b"\0" not in each for each in said)


@dataclass(frozen=True, slots=True)
class BrokerDoor:
    """Where the broker is.

    Attributes:
        host: of the broker.
        port: for MQTT.
        websocket_port: for MQTT over WebSocket.
        tls: encrypts both and verifies the broker, without a client certificate; None if they are not encrypted.
    """

    host: str
    port: int
    websocket_port: int
    tls: ssl.SSLContext | None = None

    async def refusal(self, who: BrokerLogin) -> Refused | None:
        """Why the broker refuses a login; None if it accepts it."""
        try:
            async with PromptClient(
                self.host,
                self.port,
                username=who.name,
                password=who.password,
                identifier=f"page-login-{secrets.token_hex(8)}",
                protocol=aiomqtt.ProtocolVersion.V5,
                timeout=BROKER_ANSWER_S,
                tls_context=self.tls,
                logger=QUIET,
            ):
                return None
        except aiomqtt.MqttCodeError as error:
            return "wrong" if getattr(error.rc, "value", error.rc) in WRONG else "away"
        except NOT_THERE:
            return "away"

    def line(self) -> connect:
        """A WebSocket to the broker, to be awaited.

        Raises:
            OSError: when awaited: the broker is not there.
            websockets.WebSocketException: when awaited: the other side is no such broker.
        """
        scheme = "ws" if self.tls is None else "wss"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return connect(
            f"{scheme}://{host}:{self.websocket_port}/",
            subprotocols=["mqtt"],  # type: ignore[list-item]  # a NewType of str
            ssl=self.tls,
            compression=None,
            open_timeout=BROKER_ANSWER_S,
            close_timeout=1.0,
            ping_interval=None,  # MQTT has its own
            max_size=MOST_BYTES,
            proxy=None,
        )


Line: TypeAlias = "ClientConnection"
