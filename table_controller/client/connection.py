"""A judge's connection to the broker, by MQTT 5 in its own thread: receives the tables' messages, sends orders.

The broker's access list decides what a login may do. The client sends a message to its own answer topic. Once that
comes back, all retained messages have arrived, and the login is known to receive answers.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import json
import logging
import math
import threading
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import aiomqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from referee.texts.findings import Plain
from table_controller.client.errors import JudgeError, LoginError, NotSentError, UnansweredError
from table_controller.mqtt.client import KEEPALIVE_S, PromptClient
from table_controller.mqtt.gate import GateError, Topic, TopicLevel, level_in
from table_controller.mqtt.tls import why_unsecured
from table_controller.mqtt.topics import ALERT, ANSWER, COMMAND, EVENT, STATE, STATUS, DeclaredTopic, parted
from wording.barred import Where
from wording.misordered import Unreached
from wording.terminal.visible import all_visible, visible

if TYPE_CHECKING:
    import ssl

    from paho.mqtt.client import Client as PahoClient
    from paho.mqtt.reasoncodes import ReasonCode

    from referee.texts.message import Message
    from table_controller.broker.requests import Answer

PATIENCE_S: Final = 10.0
"""The time limit for the broker to connect or to pass on a message."""
SETTLED_S: Final = 0.3
"""The silence after which retained messages count as complete, for a login that may not receive answers."""
AGAIN_S: Final = 1.0
WATCHED: Final = (STATUS, STATE, EVENT, ALERT)
NOBODY_LISTENS: Final = 0x10
REFUSED: Final = 0x80
"""Reason codes of PUBACK from here on are refusals (MQTT 5, 2.4)."""
BAD_LOGIN: Final = frozenset({4, 5, 0x86, 0x87})

_QUIET = logging.getLogger("jantaku.mqtt.judge")
_QUIET.addHandler(logging.NullHandler())
_QUIET.propagate = False


@dataclass(frozen=True, slots=True)
class Credentials:
    """The broker's address and the login; ``user`` is None if the broker has no logins.

    Raises:
        GateError: hall or user cannot be a level of a topic.
    """

    host: str
    port: int
    hall: str
    user: str | None = None
    password: str | None = None
    tls: ssl.SSLContext | None = None

    def __post_init__(self) -> None:
        for each in (self.hall, self.role):
            level_in(each, Where.topic())

    @property
    def role(self) -> TopicLevel:
        """Return the name in the answer topic, to which the access list gives rights."""
        return TopicLevel(self.user or "judge")

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


class AcknowledgedClient(PromptClient):
    """Keeps the broker's reply to the newest message, since aiomqtt itself ignores a refusal."""

    verdict = 0

    def _on_publish(
        self, client: PahoClient, userdata: Any, mid: int, reason_code: ReasonCode, properties: Properties
    ) -> None:
        self.verdict = int(reason_code.value)
        super()._on_publish(client, userdata, mid, reason_code, properties)


class BrokerLine:
    """A connection that reconnects whenever it breaks.

    Args:
        login: the broker's address and the login.
        heard: called in the connection's thread with table, rest of the topic and JSON value (None if removed).
        told: called in the connection's thread when the connection breaks and when it is back.
        kept_s: the time for which the broker keeps events while the connection is broken.
        watched: the topics of each table to subscribe to.
    """

    def __init__(
        self,
        login: Credentials,
        heard: Callable[[str, str, Any], None],
        on_change: Callable[[Message], None] = lambda _: None,
        *,
        kept_s: int = 0,
        watched: Sequence[DeclaredTopic] = WATCHED,
    ) -> None:
        self.login = login
        self.may_hear_answers = False
        """True if the access list lets this login receive answers, which a viewer may not."""
        self._heard = heard
        self._on_change = on_change
        self._kept_s = kept_s
        self._watched = watched
        self._identifier = f"jantaku-judge-{uuid.uuid4().hex[:12]}"
        # Not the client identifier: anybody who receives requests could log in with that and disconnect this client.
        self._answers = ANSWER.topic(TopicLevel(login.hall), login.role, TopicLevel(uuid.uuid4().hex[:12]))
        self._waiting: dict[bytes, asyncio.Future[Answer]] = {}
        self._client: AcknowledgedClient | None = None
        self._asking = asyncio.Lock()
        self._messages = 0
        self._loop = asyncio.new_event_loop()
        self._serving: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._run, name="judge", daemon=True)
        self._opened = threading.Event()
        self._failed: JudgeError | None = None

    def open(self) -> None:
        """Connect and receive the retained messages.

        Raises:
            LoginError: there is no broker or it refuses.
        """
        self._thread.start()
        self._opened.wait()
        if self._failed is not None:
            self._thread.join()
            raise self._failed

    def close(self) -> None:
        if self._thread.is_alive():
            with contextlib.suppress(RuntimeError):  # the loop ended between the check and the call
                self._loop.call_soon_threadsafe(self._cancel)
            self._thread.join(PATIENCE_S)

    def ask(self, table: str, name: str, arguments: dict[str, Any], wait_s: float) -> Answer:
        """Give an order and return the table's answer.

        Args:
            table: its name.
            name: of the command, as in docs/mqtt.md.
            arguments: of the command.
            wait_s: the time to wait; after that the broker drops the order, too.

        Raises:
            NotSentError: the order did not reach the table.
            UnansweredError: no answer came in time.
        """
        asking = asyncio.run_coroutine_threadsafe(self._ask(table, name, arguments, wait_s), self._loop)
        try:
            return asking.result()
        except concurrent.futures.CancelledError:
            raise UnansweredError(Unreached.closed()) from None

    def tell(self, table: str, name: str) -> None:
        """Give an order without waiting for an answer, from any thread; without a connection it is lost."""
        with contextlib.suppress(RuntimeError):  # it is closed
            self._loop.call_soon_threadsafe(lambda: self._loop.create_task(self._tell(table, name)))

    # In the thread

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._serving = self._loop.create_task(self._serve())
            with contextlib.suppress(asyncio.CancelledError):
                self._loop.run_until_complete(self._serving)
        finally:
            self._loop.run_until_complete(self._end_tasks())
            self._loop.run_until_complete(self._loop.shutdown_default_executor())
            self._loop.close()
            self._opened.set()

    async def _end_tasks(self) -> None:
        """Fail all orders that still wait for an answer."""
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    def _cancel(self) -> None:
        if self._serving is not None:
            self._serving.cancel()

    async def _serve(self) -> None:
        while True:
            lost = True
            try:
                await self._session()
            except aiomqtt.MqttError as error:
                if not self._opened.is_set():
                    self._failed = LoginError(_why_not(self.login, error))
                    return
                lost = self._client is not None
                reason = Plain.words(str(error))
            else:
                reason = Unreached.broker_closed()
            self._client = None
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(UnansweredError(Unreached.broke("")))
            if lost:
                self._on_change(Unreached.lost(reason))
            await asyncio.sleep(AGAIN_S)

    async def _session(self) -> None:
        login = self.login
        properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        properties.SessionExpiryInterval = self._kept_s
        async with AcknowledgedClient(
            login.host,
            login.port,
            username=login.user,
            password=login.password,
            identifier=self._identifier,
            protocol=aiomqtt.ProtocolVersion.V5,
            clean_start=False,
            properties=properties,
            keepalive=KEEPALIVE_S,
            tls_context=login.tls,
            timeout=PATIENCE_S,
            logger=_QUIET,
        ) as client:
            listening = asyncio.ensure_future(self._listen(client))
            try:
                await self._subscribe(client)
                self._client = client
                if self._opened.is_set():
                    self._on_change(Unreached.back())
                self._opened.set()
                await listening
            finally:
                listening.cancel()
                with contextlib.suppress(asyncio.CancelledError, aiomqtt.MqttError):
                    await listening

    async def _subscribe(self, client: AcknowledgedClient) -> None:
        filters = [(each.filter(self.login.hall), each.qos) for each in self._watched]
        await client.subscribe([*filters, (self._answers, ANSWER.qos)])
        came_back: asyncio.Future[Answer] = self._loop.create_future()
        here = uuid.uuid4().bytes
        self._waiting[here] = came_back
        try:
            await client.publish(self._answers, b"{}", qos=ANSWER.qos, properties=_correlated(here))
            self.may_hear_answers = client.verdict < REFUSED
            if self.may_hear_answers:
                async with asyncio.timeout(PATIENCE_S):
                    await came_back
        except TimeoutError:
            self.may_hear_answers = False
        finally:
            del self._waiting[here]
        if not self.may_hear_answers:
            before = -1
            while before != self._messages:
                before = self._messages
                await asyncio.sleep(SETTLED_S)

    async def _listen(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            self._messages += 1
            payload = message.payload
            try:
                value = (
                    all_visible(json.loads(payload)) if isinstance(payload, bytes | str) and payload else None
                )
            except (ValueError, RecursionError):
                continue
            topic = visible(str(message.topic))
            if topic == self._answers:
                self._take_answer(getattr(message.properties, "CorrelationData", None), value)
                continue
            self._heard(*parted(topic), value)

    def _take_answer(self, correlation: bytes | None, value: Any) -> None:
        waiting = self._waiting.get(correlation or b"")
        if waiting is not None and not waiting.done() and isinstance(value, dict):
            waiting.set_result(value)

    def _command(self, table: str, name: str) -> Topic:
        """Return the topic of an order.

        Raises:
            NotSentError: a table cannot have this name.
        """
        try:
            levels = [level_in(each, Where.topic()) for each in (table, name)]
        except GateError as error:
            raise NotSentError(error.why) from None
        return COMMAND.topic(TopicLevel(self.login.hall), levels[0], self.login.role, levels[1])

    async def _tell(self, table: str, name: str) -> None:
        async with self._asking:
            if self._client is not None:
                with contextlib.suppress(aiomqtt.MqttError, NotSentError):
                    await self._client.publish(self._command(table, name), "{}", qos=0)

    async def _ask(self, table: str, name: str, arguments: dict[str, Any], wait_s: float) -> Answer:
        # One after the other: the client keeps only the broker's reply to the newest message.
        async with self._asking:
            client = self._client
            if client is None:
                raise NotSentError(Unreached.no_connection())
            if not self.may_hear_answers:
                raise NotSentError(Unreached.only_looks(self.login.role))
            topic = self._command(table, name)
            correlation = uuid.uuid4().bytes
            answer: asyncio.Future[Answer] = self._loop.create_future()
            self._waiting[correlation] = answer
            properties = _correlated(correlation)
            properties.ResponseTopic = self._answers
            properties.MessageExpiryInterval = max(1, math.ceil(wait_s))
            try:
                await client.publish(topic, json.dumps(arguments), qos=COMMAND.qos, properties=properties)
                if client.verdict >= REFUSED:
                    raise NotSentError(Unreached.may_not(self.login.role, name))
                if client.verdict == NOBODY_LISTENS:
                    raise NotSentError(Unreached.nobody_listens(table))
                async with asyncio.timeout(wait_s):
                    return await answer
            except TimeoutError:
                raise UnansweredError(Unreached.no_answer(table, f"{wait_s:g}")) from None
            except aiomqtt.MqttError as error:
                raise UnansweredError(Unreached.broke(str(error))) from None
            finally:
                del self._waiting[correlation]
                if answer.done() and not answer.cancelled():
                    answer.exception()  # retrieved, so that asyncio does not complain


def _correlated(correlation: bytes) -> Properties:
    properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
    properties.CorrelationData = correlation
    return properties


def _why_not(login: Credentials, error: aiomqtt.MqttError) -> Message:
    if isinstance(error, aiomqtt.MqttCodeError):
        code = error.rc if isinstance(error.rc, int) else getattr(error.rc, "value", None)
        if code in BAD_LOGIN:
            if login.user is None:
                return Unreached.wants_login(str(login))
            return Unreached.wrong_login(str(login), login.user)
    why = None if login.tls is None else why_unsecured(error, login.host)
    return Unreached.no_broker(str(login), why or Plain.words(str(error)))
