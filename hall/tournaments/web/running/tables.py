"""Sends commands to the tables of a session through the broker, with the login of the person who asks for them."""

import asyncio
import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

import aiomqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from hall.tournaments.web.declaration import TableOrder, TableReply
from referee.texts import refused
from referee.texts.findings import Plain
from referee.texts.language import UnknownTextError, english
from referee.texts.message import Message, MessageError, from_json
from table_controller.mqtt.client import PromptClient
from table_controller.mqtt.gate import GateError, TopicLevel, level_in
from table_controller.mqtt.messages import refusing
from table_controller.mqtt.topics import ANSWER, COMMAND, OF_THE_HALL, STATUS, parted
from table_controller.web.broker_door import BROKER_ANSWER_S, BrokerDoor, BrokerLogin
from wording import barred, declined
from wording.barred import Where
from wording.misordered import Unreached

TEXTS: Final = (barred, declined, refused)
"""Importing these registers all messages with which a table may refuse a command."""
ANSWER_S: Final = 5.0
"""The real time that a table has to answer; after it the broker drops the command, too. [s]"""


class TableLine:
    """The way to the tables of a hall.

    Args:
        broker: where commands go.
        hall: its name.
    """

    def __init__(self, broker: BrokerDoor, hall: str) -> None:
        self._broker = broker
        self._hall = hall

    async def ask(self, who: BrokerLogin, orders: Sequence[TableOrder]) -> list[TableReply]:
        """Send commands to tables, all at once; return, for each, the table's answer or the reason why none came."""
        if not orders:
            return []
        answers: dict[int, Mapping[str, Any]] = {}
        why: Message | None = None
        try:
            async with (
                asyncio.timeout(ANSWER_S + BROKER_ANSWER_S),
                self._broker.client(who, "page-session") as client,
            ):
                await self._exchange(client, who, orders, answers)
        except TimeoutError:
            pass  # _why_not reports tables that have not answered by now
        except (OSError, aiomqtt.MqttError) as error:
            why = Unreached.broke(str(error))
        return [
            TableReply(order, answers.get(place, {}), _why_not(order, answers.get(place), why))
            for place, order in enumerate(orders)
        ]

    async def known(self, who: BrokerLogin) -> frozenset[str] | None:
        """Return all tables that were ever on; None if the broker is away."""
        status = STATUS.filter(TopicLevel(self._hall))
        found = set[str]()
        try:
            async with asyncio.timeout(BROKER_ANSWER_S), self._broker.client(who, "page-tables") as client:
                # The broker confirms the second subscription after the messages that the first one brings.
                for _ in range(2):
                    await client.subscribe(status)
                while len(client.messages):
                    found.add(parted(str((await anext(client.messages)).topic))[0])
        except (OSError, TimeoutError, aiomqtt.MqttError):
            return None
        return frozenset(found - {OF_THE_HALL})

    async def _exchange(
        self,
        client: PromptClient,
        who: BrokerLogin,
        orders: Sequence[TableOrder],
        answers: dict[int, Mapping[str, Any]],
    ) -> None:
        hall, login = (
            TopicLevel(self._hall),
            TopicLevel(who.name),
        )  # the option's and a session's: both are checked
        topic = ANSWER.topic(hall, login, TopicLevel(secrets.token_hex(8)))
        await client.subscribe(topic, ANSWER.qos)
        asked: dict[bytes, int] = {}
        for place, order in enumerate(orders):
            try:
                table, name = (level_in(each, Where.topic()) for each in (order.hall_table, order.name))
            except GateError as error:
                answers[place] = refusing(error.why, "en")
                continue
            correlation = secrets.token_bytes(16)
            asked[correlation] = place
            properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]  # paho has no types here
            properties.ResponseTopic = topic
            properties.CorrelationData = correlation
            properties.MessageExpiryInterval = int(ANSWER_S)
            to = COMMAND.topic(hall, table, login, name)
            await client.publish(
                to, json.dumps(dict(order.arguments)), qos=COMMAND.qos, properties=properties
            )
        async with asyncio.timeout(ANSWER_S):
            while asked:
                message = await anext(client.messages)
                place_of = asked.pop(getattr(message.properties, "CorrelationData", b""), None)
                answer = _mapping(message.payload)
                if place_of is not None and answer is not None:
                    answers[place_of] = answer


def _mapping(payload: object) -> dict[str, Any] | None:
    try:
        answer = json.loads(payload) if isinstance(payload, bytes | str) else None
    except (ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) else None


def _why_not(order: TableOrder, answer: Mapping[str, Any] | None, broke: Message | None) -> Message | None:
    if answer is None:
        return broke or Unreached.no_answer(order.hall_table, f"{ANSWER_S:g}")
    if answer.get("ok") is True or answer.get("code") in order.done_already:
        return None
    try:
        why = from_json({"code": answer.get("code"), "arguments": answer.get("arguments")})
        english(why)
        return why
    except (MessageError, UnknownTextError):  # of another version
        return Plain.words(str(answer.get("error", "")))
