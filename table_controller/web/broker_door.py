"""The broker as the page's server reaches it: whether it takes a login, and the line that carries a page's MQTT.

The server never shows a certificate of the table's own: a broker that believes certificates would take anybody for the table.
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

ANSWER_S: Final = 5.0
"""Real time in which the broker must answer."""
MOST_BYTES: Final = 1024 * 1024
"""Of a message of the broker."""
NOT_THERE: Final = (OSError, aiomqtt.MqttError, TimeoutError)
WRONG: Final = frozenset({0x86, 0x87})
"""Bad user name or password; not authorized (MQTT 5, 3.2.2.2)."""
Refused: TypeAlias = Literal["wrong", "away"]


@dataclass(frozen=True, slots=True)
class BrokerLogin:
    """A login of the broker."""

    name: str
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class BrokerDoor:
    """Where the broker is.

    Attributes:
        host: of the broker.
        port: for MQTT.
        websocket_port: for MQTT over WebSocket.
        tls: encrypts both and verifies the broker, without a certificate of ours; None where they are not encrypted.
    """

    host: str
    port: int
    websocket_port: int
    tls: ssl.SSLContext | None = None

    async def refusal(self, who: BrokerLogin) -> Refused | None:
        """Why the broker does not let a login in; None if it does."""
        try:
            async with PromptClient(
                self.host,
                self.port,
                username=who.name,
                password=who.password,
                identifier=f"page-login-{secrets.token_hex(8)}",
                protocol=aiomqtt.ProtocolVersion.V5,
                timeout=ANSWER_S,
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
            websockets.WebSocketException: when awaited: what answers is no such broker.
        """
        scheme = "ws" if self.tls is None else "wss"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return connect(
            f"{scheme}://{host}:{self.websocket_port}/",
            subprotocols=["mqtt"],  # type: ignore[list-item]
            ssl=self.tls,
            compression=None,
            open_timeout=ANSWER_S,
            close_timeout=1.0,
            ping_interval=None,  # MQTT has its own
            max_size=MOST_BYTES,
            proxy=None,
        )


Line: TypeAlias = "ClientConnection"
