"""The table's MQTT client: the broker's address, the packet sizes it takes, messages as JSON."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import aiomqtt
from paho.mqtt.enums import MQTTErrorCode

if TYPE_CHECKING:
    import ssl

    from paho.mqtt.client import Client as PahoClient
    from paho.mqtt.client import DisconnectFlags, MQTTMessage
    from paho.mqtt.properties import Properties
    from paho.mqtt.reasoncodes import ReasonCode

    from table_controller.mqtt.gate import Topic

NO_LIMIT: Final = 2**28 - 1
"""The longest MQTT packet (MQTT 5, 1.5.5), used if the broker names no limit."""
WAITING_EACH: Final = 64
WAITING_BYTES_EACH: Final = 2 * 1024 * 1024
WAITING_BYTES: Final = 16 * 1024 * 1024
"""The most messages of a login that may wait, and the most bytes of one login and of all."""
OVERHEAD: Final = 512
"""The most bytes that a packet needs besides its payload: the gate bounds topics and correlation data."""
ENDED: Final = "it ended the line at once: does it want TLS, or a certificate of its authority from us?"
QUIET: Final = logging.getLogger("jantaku.mqtt")
"""The client library logs every broken connection; the daemon reports it once, in its own words."""
QUIET.addHandler(logging.NullHandler())
QUIET.propagate = False


class PromptClient(aiomqtt.Client):
    """Reports at once that the broker closed the connection without an answer: aiomqtt itself waits for its timeout.

    paho opens and writes to its socket in one thread, and another one's loop is told later to watch it. A socket that was
    closed meanwhile is not watched here. aiomqtt watches whatever has its number then: nothing, which asyncio reports as a
    bad file descriptor, or another connection of this process.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._closing = threading.Lock()
        """Held while a socket is looked at and watched; it is closed only before that or after."""

    def _on_socket_open(self, _client: PahoClient, _userdata: Any, sock: Any) -> None:
        self._loop.call_soon_threadsafe(self._watch, sock)

    def _on_socket_register_write(self, _client: PahoClient, _userdata: Any, sock: Any) -> None:
        self._loop.call_soon_threadsafe(self._watch_writing, sock)

    def _on_socket_unregister_write(self, client: PahoClient, userdata: Any, sock: Any) -> None:
        with self._closing:
            super()._on_socket_unregister_write(client, userdata, sock)

    def _on_socket_close(self, client: PahoClient, userdata: Any, sock: Any) -> None:
        # paho has let go of the socket before and closes it after this.
        with self._closing:
            super()._on_socket_close(client, userdata, sock)

    def _is_open(self, sock: Any) -> bool:
        return self._client.socket() is sock

    def _watch(self, sock: Any) -> None:
        with self._closing:
            if self._is_open(sock):
                self._loop.add_reader(sock.fileno(), self._broken_ends, self._read)
                self._misc_task = self._loop.create_task(self._misc_loop())

    def _watch_writing(self, sock: Any) -> None:
        with self._closing:
            if self._is_open(sock) and self._client.want_write():
                self._loop.add_writer(sock.fileno(), self._broken_ends, self._client.loop_write)

    def _read(self) -> None:
        self._client.loop_read()
        # TLS may have decrypted more than was read: then the socket itself has nothing.
        while getattr(self._client.socket(), "pending", int)():
            self._client.loop_read()

    def _broken_ends(self, move: Callable[[], object]) -> None:
        """Make a move and end the connection if it breaks while it reads or writes."""
        try:
            move()
        except Exception as error:  # noqa: BLE001 - whatever it is, the user of the connection gets it
            if not self._disconnected.done():
                self._disconnected.set_exception(error)

    def _on_disconnect(
        self,
        client: PahoClient,
        userdata: Any,
        flags: DisconnectFlags,
        reason_code: ReasonCode,
        properties: Properties | None = None,
    ) -> None:
        if not self._connected.done():
            self._connected.set_exception(aiomqtt.MqttError(ENDED))
        super()._on_disconnect(client, userdata, flags, reason_code, properties)


def client_of(
    address: tuple[str, int],
    login: tuple[str | None, str | None],
    *,
    identifier: str,
    tls: ssl.SSLContext | None,
    timeout_s: float,
) -> PromptClient:
    """Return a client of a broker, by host and port, for a login, by name and password.

    Args:
        address: of the broker.
        login: its name and password; None if the broker asks for none.
        identifier: by which the broker knows the client.
        tls: encrypts the line; None if nothing is encrypted.
        timeout_s: real time within which the broker must answer.
    """
    host, port = address
    name, password = login
    return PromptClient(
        host,
        port,
        username=name,
        password=password,
        identifier=identifier,
        protocol=aiomqtt.ProtocolVersion.V5,
        timeout=timeout_s,
        tls_context=tls,
        logger=QUIET,
    )


class Client(PromptClient):
    """Knows the largest packet that the broker takes, and bounds the queue of incoming messages.

    Args:
        commands: the topic below which commands come, ``…/command/``: in a flood from one login the excess is
            dropped, but no other login's command.
        hears: whether a command of a login is heard; called for each that is delivered.
        kwargs: of ``aiomqtt.Client``.
    """

    most_bytes = NO_LIMIT

    def __init__(self, *args: Any, commands: str, hears: Callable[[str], bool], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._commands = commands
        self._hears = hears
        self._waiting: Counter[str] = Counter()
        self._refusals: dict[int, ReasonCode] = {}

    def _on_connect(
        self,
        client: PahoClient,
        userdata: Any,
        flags: Any,
        reason_code: ReasonCode,
        properties: Properties | None = None,
    ) -> None:
        self.most_bytes = getattr(properties, "MaximumPacketSize", NO_LIMIT)
        super()._on_connect(client, userdata, flags, reason_code, properties)

    def _on_publish(
        self, client: PahoClient, userdata: Any, mid: int, reason_code: ReasonCode, properties: Properties
    ) -> None:
        if reason_code.is_failure:
            self._refusals[mid] = reason_code
        super()._on_publish(client, userdata, mid, reason_code, properties)

    async def deliver(
        self, topic: Topic, payload: bytes, *, retain: bool = False, properties: Properties | None = None
    ) -> ReasonCode | None:
        """Publish a message; return the reason if the broker's acknowledgement refuses it, which aiomqtt ignores.

        Raises:
            aiomqtt.MqttError: the connection broke before it was acknowledged.
        """
        info = self._client.publish(topic, payload, 1, retain, properties)
        if info.rc != MQTTErrorCode.MQTT_ERR_SUCCESS:
            raise aiomqtt.MqttCodeError(info.rc, "Could not publish message")
        acknowledged = asyncio.Event()
        with self._pending_call(info.mid, acknowledged, self._pending_publishes):
            await self._wait_for(acknowledged.wait(), timeout=None)
        return self._refusals.pop(info.mid, None)

    def _on_message(self, client: PahoClient, userdata: Any, message: MQTTMessage) -> None:
        login = self.login_of(message.topic)
        if not self._hears(login):
            return
        weight = _weight(message.payload)
        if (
            self._waiting[login] + weight > WAITING_BYTES_EACH
            or self._waiting.total() + weight > WAITING_BYTES
        ):
            return
        self._waiting[login] += weight
        super()._on_message(client, userdata, message)

    def taken(self, message: aiomqtt.Message) -> None:
        """Note that a message no longer waits."""
        login = self.login_of(str(message.topic))
        self._waiting[login] -= _weight(message.payload)
        if not self._waiting[login]:
            del self._waiting[login]

    def login_of(self, topic: str) -> str:
        """The login that a command's topic names; empty if it names none."""
        login, slash, _ = topic.removeprefix(self._commands).partition("/")
        return login if slash else ""

    @property
    def room(self) -> int:
        """The most bytes that a payload may have."""
        return self.most_bytes - OVERHEAD


def _weight(payload: object) -> int:
    """A message's share of what may wait."""
    size = len(payload) if isinstance(payload, bytes) else 0
    return max(size, WAITING_BYTES_EACH // WAITING_EACH)


def encoded(value: Mapping[str, Any]) -> bytes:
    """The JSON text of a message, whatever characters it holds."""
    try:
        return json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:  # a lone surrogate, from a journal older than the rule against them
        return json.dumps(value).encode()
