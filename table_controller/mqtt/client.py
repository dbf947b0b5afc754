"""The table's MQTT client: the broker's address, the packet sizes it accepts, messages as JSON."""

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

KEEPALIVE_S: Final = 10
NO_LIMIT: Final = 2**28 - 1
"""The longest MQTT packet (MQTT 5, 1.5.5), used if the broker names no limit."""
WAITING_EACH: Final = 64
WAITING_BYTES_EACH: Final = 2 * 1024 * 1024
WAITING_BYTES: Final = 16 * 1024 * 1024
"""The most messages of one login that may wait, the most bytes of one login, and the most bytes of all."""
OVERHEAD: Final = 512
"""The most bytes of a packet besides its payload: the gate bounds topics and correlation data."""
ENDED: Final = "it ended the line at once: does it want TLS, or that we show a certificate of its authority?"
QUIET: Final = logging.getLogger("jantaku.mqtt")
"""The client library logs every broken connection; the daemon reports it once, in its own words."""
QUIET.addHandler(logging.NullHandler())
QUIET.propagate = False


class PromptClient(aiomqtt.Client):
    """Reports at once that the broker closed the connection without an answer: aiomqtt itself waits for its timeout.

    paho opens and writes to its socket in one thread, and the loop of another thread starts to watch it later. This
    class does not watch a socket that was closed meanwhile. aiomqtt would watch its number: by then a bad file
    descriptor, or another connection of this process.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._closing = threading.Lock()
        """Held from the check of a socket until it is watched, so that it is not closed in between."""

    def _on_socket_open(self, _client: PahoClient, _userdata: Any, sock: Any) -> None:
        self._loop.call_soon_threadsafe(self._watch, sock)

    def _on_socket_register_write(self, _client: PahoClient, _userdata: Any, sock: Any) -> None:
        self._loop.call_soon_threadsafe(self._watch_writing, sock)

    def _on_socket_unregister_write(self, client: PahoClient, userdata: Any, sock: Any) -> None:
        with self._closing:
            super()._on_socket_unregister_write(client, userdata, sock)

    def _on_socket_close(self, client: PahoClient, userdata: Any, sock: Any) -> None:
        # paho has already let go of the socket and closes it after this.
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
        # TLS may have decrypted more than was read; the socket itself is then empty.
        while getattr(self._client.socket(), "pending", int)():
            self._client.loop_read()

    def _broken_ends(self, move: Callable[[], object]) -> None:
        """Run one step of reading or writing; end the connection if it breaks."""
        try:
            move()
        except Exception as error:  # noqa: BLE001 - pass any error to the user of the connection
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
    """Return a client of a broker.

    Args:
        address: the broker's host and port.
        login: the name and password; None if the broker needs no login.
        identifier: the client's identifier at the broker.
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
    """A client that knows the largest packet that the broker accepts, and bounds the queue of incoming messages.

    Args:
        commands: the topic above all commands, ``…/command/``: in a flood from one login, only that login's excess
            commands are dropped.
        hears: returns whether to accept a login's command; called for each delivered command.
        kwargs: the arguments of ``aiomqtt.Client``.
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
        """Return the login that a command's topic names; empty if it names none."""
        login, slash, _ = topic.removeprefix(self._commands).partition("/")
        return login if slash else ""

    @property
    def room(self) -> int:
        """Return the most bytes that a payload may have."""
        return self.most_bytes - OVERHEAD


def _weight(payload: object) -> int:
    """Return the bytes that a message takes up in the queue."""
    size = len(payload) if isinstance(payload, bytes) else 0
    return max(size, WAITING_BYTES_EACH // WAITING_EACH)


def encoded(value: Mapping[str, Any]) -> bytes:
    """Return a message as JSON text, even if it holds invalid characters."""
    try:
        return json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:  # a lone surrogate, from a journal older than the rule against them
        return json.dumps(value).encode()
