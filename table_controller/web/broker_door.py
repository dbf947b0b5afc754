"""The page server's access to the broker: it checks logins there and opens the connections that carry a page's MQTT.

The server never shows the table's own certificate: a broker that identifies clients by certificate would treat every
page as the table.
"""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import aiomqtt

from table_controller.mqtt.client import PromptClient, client_of

if TYPE_CHECKING:
    import ssl

BROKER_ANSWER_S: Final = 5.0
"""Real time within which the broker must answer."""
MOST_TEXT: Final = 65_535
"""The longest text of MQTT. [bytes]"""
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
        """True if MQTT can carry the login (MQTT 5, 1.5.4), since people may type anything."""
        try:
            texts = [each.encode() for each in (self.name, self.password)]
        except UnicodeEncodeError:
            return False
        return all(len(each) <= MOST_TEXT and b"\0" not in each for each in texts)


@dataclass(frozen=True, slots=True)
class BrokerDoor:
    """The address of the broker.

    Attributes:
        host: the broker's host.
        port: the broker's port for MQTT.
        tls: encrypts and verifies the broker, without a client certificate; None if nothing is encrypted.
    """

    host: str
    port: int
    tls: ssl.SSLContext | None = None

    def client(self, who: BrokerLogin, purpose: str) -> PromptClient:
        """Return a client for a login; the broker knows it by its purpose and a random number."""
        identifier = f"{purpose}-{secrets.token_hex(8)}"
        return client_of(
            (self.host, self.port),
            (who.name, who.password),
            identifier=identifier,
            tls=self.tls,
            timeout_s=BROKER_ANSWER_S,
        )

    async def refusal(self, who: BrokerLogin) -> Refused | None:
        """Return the reason why the broker refuses a login; None if it accepts it."""
        try:
            async with self.client(who, "page-login"):
                return None
        except aiomqtt.MqttCodeError as error:
            return "wrong" if getattr(error.rc, "value", error.rc) in WRONG else "away"
        except NOT_THERE:
            return "away"

    async def line(self) -> Line:
        """Open a connection to the broker's MQTT port, to which a page's WebSocket data goes unchanged (MQTT 5, 6).

        The broker's own WebSocket listener is not used: Mosquitto 2.0 delays the end of a message of more than 4,000
        bytes by 100 ms.

        Raises:
            OSError: the broker is not there, or the other side has no certificate that we trust.
            TimeoutError: the broker does not answer.
        """
        async with asyncio.timeout(BROKER_ANSWER_S):
            return await asyncio.open_connection(self.host, self.port, ssl=self.tls)


Line: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]
