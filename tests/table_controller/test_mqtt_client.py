"""The queue of the table's MQTT client is bounded, by login and altogether, until the table looks at it."""

import asyncio
from typing import Any

import pytest
from paho.mqtt.client import MQTTMessage

from table_controller.mqtt.client import WAITING_BYTES, WAITING_BYTES_EACH, WAITING_EACH, Client

COMMANDS = "jantaku/1/home/7/command/"


def message(login: str, size: int) -> MQTTMessage:
    found = MQTTMessage(topic=f"{COMMANDS}{login}/stop".encode())
    found.payload = b"x" * size
    return found


async def waiting(*messages: MQTTMessage, muted: str = "") -> list[tuple[str, int]]:
    """Login and size of each message that is kept; a message that was taken no longer counts."""
    client = Client("127.0.0.1", commands=COMMANDS, hears=lambda login: login != muted)
    paho: Any = client._client
    for each in messages:
        client._on_message(paho, None, each)
    kept = []
    while client._queue.qsize():
        found = client._queue.get_nowait()
        client.taken(found)
        kept.append((client.login_of(str(found.topic)), len(bytes(found.payload))))
    assert not client._waiting
    return kept


@pytest.mark.parametrize(
    ("size", "at_most"),
    [(10, WAITING_EACH), (200_000, WAITING_BYTES_EACH // 200_000)],
    ids=["number", "bytes"],
)
def test_messages_of_a_login_wait_by_number_and_by_their_bytes(size: int, at_most: int) -> None:
    kept = asyncio.run(waiting(*[message("bert", size)] * 200, message("anna", 60_000)))
    assert kept == [("bert", size)] * at_most + [("anna", 60_000)]


def test_all_together_wait_by_their_bytes() -> None:
    kept = asyncio.run(waiting(*[message(f"login {number}", 100_000) for number in range(400)]))
    assert len(kept) == WAITING_BYTES // 100_000


def test_who_is_muted_is_not_kept() -> None:
    kept = asyncio.run(waiting(message("bert", 10), message("anna", 10), muted="bert"))
    assert kept == [("anna", 10)]
