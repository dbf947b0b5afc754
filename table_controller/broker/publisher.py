"""Delivers one message at a time over the present connection, and reports those that the broker does not take."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Final

import aiomqtt
from paho.mqtt.properties import Properties

from config.log_line import TROUBLE, Say
from referee.texts.message import Message as Said
from table_controller.broker.set_aside import Mark, SetAside, forget_oldest
from table_controller.mqtt.client import Client
from table_controller.mqtt.gate import Topic
from table_controller.mqtt.topics import ALERT
from wording.alerts.declaration import Trouble
from wording.alerts.declared import TableAlert
from wording.alerts.texts import Advice, Untaken

ITS_OWN_ALERT: Final = f"/{ALERT.end}{TableAlert.SET_ASIDE.name}"


class Publisher:
    """Publishes messages, each marked so that it is known when it is sent again. Only for the broker's thread.

    Args:
        say: takes lines for the daemon's log.
        raise_alert: alerts people to a message that is not sent.
    """

    def __init__(self, say: Say, raise_alert: Callable[[Trouble], None]) -> None:
        self._say = say
        self._raise_alert = raise_alert
        self.aside = SetAside()
        self._withheld: dict[Topic, Counter[Said]] = {}
        """For each topic, the number of unsent messages since the broker last accepted one, and the reason."""
        self._client: Client | None = None
        self._ended: asyncio.Future[None] | None = None

    def begin(self, client: Client, ended: asyncio.Future[None]) -> None:
        """Use another connection from now on, until ``ended`` is done."""
        self._client, self._ended = client, ended

    @property
    def _line(self) -> tuple[Client, asyncio.Future[None]]:
        if self._client is None or self._ended is None:
            raise AssertionError("begin comes first")
        return self._client, self._ended

    @property
    def room(self) -> int:
        """The most bytes of a payload that the broker accepts."""
        return self._line[0].room

    async def while_connected(self, work: Coroutine[Any, Any, Any]) -> None:
        """Wait for something, but no longer than the connection lasts: the client itself would wait for its timeout."""
        _, ended = self._line
        task = asyncio.ensure_future(work)
        await asyncio.wait({task, ended}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            task.result()
            return
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError, aiomqtt.MqttError):
            await task
        ended.result()

    async def publish(
        self,
        mark: Mark,
        payload: bytes | Callable[[], bytes],
        *,
        retain: bool = False,
        properties: Properties | None = None,
    ) -> None:
        """Publish a message, made first if it is a function, and wait until the broker has acknowledged it."""
        client, _ = self._line
        with self.aside.under_way(mark):
            made = payload if isinstance(payload, bytes) else payload()
            refusal = await client.deliver(mark.topic, made, retain=retain, properties=properties)
            if refusal is not None:
                self.aside.refused(mark)
        if refusal is not None:
            self._withhold(mark, Untaken.refused(str(refusal)))
        elif (withheld := self._withheld.pop(mark.topic, None)) is not None:
            self._say(f"the broker takes {mark.topic} again; passed over: {withheld.total()}")

    def pass_over(self, mark: Mark) -> None:
        """Drop a message to a topic that has to wait."""
        if not self.aside.is_aside(mark):
            self._withhold(mark, Untaken.topic_waits())

    def set_aside(self, mark: Mark, why: Said) -> None:
        """Report a message that is not sent, while everything else is."""
        trouble = TableAlert.set_aside(mark.topic, mark.entry, why)
        if why.code == Untaken.too_long(0).code:
            trouble = trouble._replace(advice=Advice.raise_packet_size())
        if mark.topic.endswith(ITS_OWN_ALERT):
            self._say(trouble.line, TROUBLE)
        else:
            self._raise_alert(trouble)

    def _withhold(self, mark: Mark, why: Said) -> None:
        """Report that nothing is sent to a topic: once for each reason until the broker accepts a message there.

        A topic that merely has to wait is not reported again.
        """
        withheld = self._withheld.setdefault(mark.topic, Counter())
        forget_oldest(self._withheld)
        is_news = why not in withheld and not (withheld and why == Untaken.topic_waits())
        withheld[why] += 1
        if is_news:
            self.set_aside(replace(mark, entry=None), why)
