"""A broker that accepts only what MQTT 5 allows a client: anything else ends the connection."""

import asyncio
import unicodedata
from dataclasses import dataclass, field
from typing import Any, Final, cast

from paho.mqtt.properties import Properties

from table_controller.broker.broker import Broker
from table_controller.mqtt.client import NO_LIMIT

MOST_TOPIC_BYTES: Final = 65_535
MOST_LEVELS: Final = 200
"""Mosquitto ends the connection if a topic has more slashes."""


def wrong_topic(topic: str) -> str:
    """Return the reason why nobody may publish to a topic; empty if anybody may."""
    if not topic:
        return "it is empty (4.7.3)"
    if {"+", "#"} & set(topic):
        return "it has a wildcard (3.3.2.1)"
    if topic.startswith("$"):
        return "it is the broker's own (4.7.2)"
    if topic.count("/") > MOST_LEVELS:
        return "it has too many levels"
    for character in topic:
        place = ord(character)
        if unicodedata.category(character) in {"Cs", "Cc"}:
            return f"U+{place:04X} is a surrogate or a control character (1.5.4)"
        if 0xFDD0 <= place <= 0xFDEF or place % 0x10000 >= 0xFFFE:
            return f"U+{place:04X} is no character (1.5.4)"
    return "it is too long (1.5.4)" if len(topic.encode()) > MOST_TOPIC_BYTES else ""


@dataclass
class StrictBroker:
    """Accepts everything that a client publishes if MQTT allows it."""

    room: int = NO_LIMIT
    sent: list[tuple[str, bytes]] = field(default_factory=list)

    async def deliver(
        self, topic: str, payload: bytes, *, retain: bool = False, properties: Properties | None = None
    ) -> None:
        del retain
        assert wrong_topic(topic) == "", f"{topic!r}: {wrong_topic(topic)}"
        assert len(payload) <= self.room
        if properties is not None:
            properties.pack()  # type: ignore[no-untyped-call]  # paho has no types here
        self.sent.append((topic, payload))


async def sent_by(broker: Broker) -> list[tuple[str, bytes]]:
    """Return topic and payload of everything that a table sends after connecting, in order."""
    client, loop = StrictBroker(), asyncio.get_running_loop()
    broker._loop, broker._wake = loop, asyncio.Event()
    broker._publisher.begin(cast("Any", client), loop.create_future())
    broker._retained.begin()
    broker._stopping = True
    await broker._send(cast("Any", client))
    broker._stopping = False
    return client.sent
