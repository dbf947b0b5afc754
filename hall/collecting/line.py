"""The hall's connection to the broker, by MQTT 5. We acknowledge a message ourselves, once its entries are on disk.

``aiomqtt`` acknowledges a message before its reader has seen it, so this uses paho's client itself. One thread drives it
and writes the store. So a message of a lost connection is never acknowledged on the next one, where its number means
another message.
"""

import json
import select
import time
from collections.abc import Sequence
from typing import Any, Final

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

from table_controller.mqtt.address import Address
from table_controller.mqtt.client import ENDED
from table_controller.mqtt.gate import Topic, TopicLevel
from table_controller.mqtt.topics import ANSWER, COMMAND, ENTRY, JOURNAL_END, STATUS

KEPT_S: Final = 7 * 24 * 3600
"""The time for which the broker keeps entries for a hall that is away. The hall asks tables for older ones. [s]"""
IN_FLIGHT: Final = 500
"""The most unacknowledged messages that the broker sends: one batch, written in one transaction."""
KEEPALIVE_S: Final = 20
PATIENCE_S: Final = 10.0
SHARED: Final = "$share/jantaku/"


class LineError(Exception):
    """There is no connection to the broker, or it broke; the text says why."""


class HallLine:
    """One connection, for one thread. Once broken it is not used again.

    Args:
        address: of the broker and the hall; ``table`` is the collector's own name.
        share: whether other collectors of the hall get a part of the entries.
        will: topic and payload that the broker publishes, retained, when the connection breaks.

    Raises:
        LineError: there is no broker, or it refuses.
    """

    def __init__(self, address: Address, *, share: bool, will: tuple[Topic, bytes] | None) -> None:
        self._hall, self._who = TopicLevel(address.hall), TopicLevel(address.user or "hall")
        self._came: list[paho.MQTTMessage] = []
        self._connected: str | None = None
        self._refused = ""
        self._granted: dict[int, Sequence[Any]] = {}
        self._client = client = paho.Client(
            CallbackAPIVersion.VERSION2,
            client_id=address.identifier,
            protocol=paho.MQTTv5,
            manual_ack=True,
        )
        client.on_connect = self._on_connect
        client.on_message = self._on_message
        client.on_subscribe = self._on_subscribe
        client.on_publish = self._on_publish
        if address.user is not None:
            client.username_pw_set(address.user, address.password)
        if address.tls is not None:
            client.tls_set_context(address.tls)
        if will is not None:
            client.will_set(will[0], will[1], qos=1, retain=True)
        properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        properties.SessionExpiryInterval = KEPT_S
        properties.ReceiveMaximum = IN_FLIGHT
        try:
            client.connect(address.host, address.port, KEEPALIVE_S, clean_start=False, properties=properties)
        except (OSError, ValueError) as error:
            raise LineError(str(error)) from error
        self._until(lambda: self._connected is not None, "the broker does not answer")
        if self._connected:
            raise LineError(self._connected)
        self._subscribe(share)

    def _subscribe(self, share: bool) -> None:
        entries = f"{SHARED if share else ''}{ENTRY.filter(self._hall)}"
        ends = [each.filter(self._hall) for each in (JOURNAL_END, STATUS)]
        filters = [entries, *ends, ANSWER.filter(self._hall, self._who)]
        code, number = self._client.subscribe([(each, SubscribeOptions(qos=1)) for each in filters])
        if code != paho.MQTT_ERR_SUCCESS or number is None:
            raise LineError(paho.error_string(code))
        self._until(lambda: number in self._granted, "the broker does not answer")
        refused = [
            name for name, granted in zip(filters, self._granted[number], strict=False) if granted.is_failure
        ]
        if refused:
            raise LineError(f"the broker's access list keeps {', '.join(refused)} from this login")

    def poll(self, wait_s: float, most: int) -> list[paho.MQTTMessage]:
        """Return the messages that have come, ``most`` at most; wait up to ``wait_s`` for the first.

        Raises:
            LineError: the connection broke.
        """
        end_s = time.monotonic() + wait_s
        while len(self._came) < most:
            left_s = 0.0 if self._came else max(0.0, end_s - time.monotonic())
            if not self._moved(left_s) and (self._came or time.monotonic() >= end_s):
                break
        if self._refused:
            raise LineError(self._refused)
        came, self._came = self._came[:most], self._came[most:]
        return came

    def acknowledge(self, messages: Sequence[paho.MQTTMessage]) -> None:
        """Acknowledge messages, in the order in which they came, so that the broker does not send them again."""
        for message in messages:
            if message.qos:
                self._client.ack(message.mid, message.qos)
        self._flush()

    def publish(self, topic: Topic, payload: bytes, *, retain: bool = False) -> None:
        """Send a message; the broker's acknowledgement comes later."""
        self._client.publish(topic, payload, qos=1, retain=retain)
        self._flush()

    def ask(
        self,
        table: TopicLevel,
        name: TopicLevel,
        arguments: dict[str, Any],
        correlation: bytes,
        expires_s: int,
    ) -> None:
        """Send a table a command; its answer carries the correlation."""
        properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        properties.ResponseTopic = ANSWER.topic(self._hall, self._who, table)
        properties.CorrelationData = correlation
        properties.MessageExpiryInterval = expires_s
        topic = COMMAND.topic(self._hall, table, self._who, name)
        self._client.publish(topic, json.dumps(arguments).encode(), qos=1, properties=properties)
        self._flush()

    def close(self) -> None:
        """Disconnect. The broker keeps unacknowledged messages and does not publish the will."""
        self._client.disconnect()
        self._flush()
        self._client.loop_misc()

    def _until(self, condition: Any, otherwise: str) -> None:
        end_s = time.monotonic() + PATIENCE_S
        while not condition():
            if time.monotonic() > end_s:
                raise LineError(otherwise)
            self._moved(0.1)

    def _moved(self, wait_s: float) -> bool:
        """Read and write as much as the socket allows; return whether anything was read.

        Raises:
            LineError: the connection broke.
        """
        socket: Any = self._client.socket()
        if socket is None:
            raise LineError(self._refused or self._connected or ENDED)
        # TLS may hold decrypted bytes that were not read yet, though the socket itself has none.
        more = bool(getattr(socket, "pending", lambda: 0)())
        writing = [socket] if self._client.want_write() else []
        try:
            readable, writable, _ = select.select([socket], writing, [], 0.0 if more else wait_s)
        except (OSError, ValueError) as error:
            raise LineError(str(error)) from error
        codes = []
        if readable or more:
            codes.append(self._client.loop_read())
        if writable:
            codes.append(self._client.loop_write())
        codes.append(self._client.loop_misc())
        for code in codes:
            if code != paho.MQTT_ERR_SUCCESS:
                raise LineError(self._refused or self._connected or paho.error_string(code))
        return bool(readable or more)

    def _flush(self) -> None:
        if self._client.want_write():
            self._client.loop_write()

    def _on_connect(self, _client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        self._connected = f"the broker refuses: {reason}" if reason.is_failure else ""

    def _on_message(self, _client: Any, _data: Any, message: paho.MQTTMessage) -> None:
        self._came.append(message)

    def _on_publish(self, _client: Any, _data: Any, _number: int, reason: Any, _properties: Any) -> None:
        """Note a refused publication: it alone shows missing rights, since Mosquitto grants every subscription.

        Mosquitto 2.0.11 with a ``max_packet_size`` ends the connection after such an answer.
        """
        if reason.is_failure:
            self._refused = f"the broker refuses what this login sends ({reason}): is it of the role hall, and for this hall?"

    def _on_subscribe(
        self, _client: Any, _data: Any, number: int, reasons: Sequence[Any], _properties: Any
    ) -> None:
        self._granted[number] = reasons
