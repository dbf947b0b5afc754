"""The table's retained messages: of each topic only the newest is sent, and again at each new connection."""

import asyncio
import threading
from collections.abc import Callable
from typing import Final

import aiomqtt

from table_controller.broker.publisher import Publisher
from table_controller.broker.set_aside import Mark
from table_controller.mqtt.gate import Topic
from wording.alerts.texts import Untaken

MOST_WITHDRAWN: Final = 500
"""The number of withdrawn topics to withdraw again at the next connection; a table has far fewer names of alerts."""


class RetainedMessages:
    """The newest message of each topic, and the topics whose message the broker does not have yet.

    Args:
        publisher: sends them.
        nudge: wakes the broker's thread.
    """

    def __init__(self, publisher: Publisher, nudge: Callable[[], None]) -> None:
        self._publisher = publisher
        self._nudge = nudge
        self._lock = threading.Lock()
        self._newest: dict[Topic, bytes] = {}
        self._unsent: set[Topic] = set()
        self._waiting: set[Topic] = set()
        """Topics to retry some time after their message was set aside."""

    # Methods that any thread may call

    def keep(self, topic: Topic, payload: bytes) -> None:
        """Have a message sent, unless it is the newest of its topic already; an empty one withdraws it."""
        with self._lock:
            if self._newest.get(topic) == payload:
                return
            self._newest[topic] = payload
            self._unsent.add(topic)
            self._forget_withdrawn()
        self._nudge()

    def newest(self, topic: Topic) -> bytes | None:
        """Return the newest message of a topic."""
        with self._lock:
            return self._newest.get(topic)

    def __len__(self) -> int:
        return len(self._newest)

    @property
    def unsent(self) -> bool:
        """True while the broker lacks a message that may be sent now."""
        return bool(self._unsent)

    def _forget_withdrawn(self) -> None:
        """Forget the oldest topics withdrawn at the broker."""
        if len(self._newest) <= MOST_WITHDRAWN:
            return
        withdrawn = [topic for topic, payload in self._newest.items() if not payload]
        for topic in withdrawn[:-MOST_WITHDRAWN]:
            if topic not in self._unsent:
                del self._newest[topic]

    # Methods of the broker's thread

    def begin(self) -> None:
        """Send everything again: the connection is new."""
        with self._lock:
            self._unsent = set(self._newest)

    async def send(self) -> None:
        """Send all that may be sent now.

        Raises:
            aiomqtt.MqttError: the connection ended; the message is sent over the next one.
        """
        while self._unsent:
            with self._lock:
                topic = min(self._unsent)
                self._unsent.discard(topic)
                payload = self._newest[topic]
            mark = Mark(topic, hash(payload))
            if not self._publisher.aside.takes(mark):
                self._try_later(topic)
                continue
            if len(payload) > self._publisher.room:
                self._publisher.set_aside(mark, Untaken.too_long(len(payload)))
                continue
            try:
                await self._publisher.while_connected(self._publisher.publish(mark, payload, retain=True))
            except aiomqtt.MqttError:
                self._again(topic)
                raise
            if not self._publisher.aside.takes(mark):
                self._try_later(topic)

    def _again(self, topic: Topic) -> None:
        with self._lock:
            if topic in self._newest:
                self._unsent.add(topic)

    def _try_later(self, topic: Topic) -> None:
        """Queue a topic's message again once the topic may be retried."""
        if topic in self._waiting:
            return

        def due() -> None:
            self._waiting.discard(topic)
            self._again(topic)
            self._nudge()

        self._waiting.add(topic)
        asyncio.get_running_loop().call_later(self._publisher.aside.waits_s(topic), due)
