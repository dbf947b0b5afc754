"""A table's broker, and the table's place among its topics. Knows no client: settings are read without one."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from table_controller.mqtt.gate import Topic, TopicLevel, level_in
from table_controller.wording.barred import Where

if TYPE_CHECKING:
    import ssl

TOPIC_PREFIX: Final = "jantaku/1"
TopicEnd: TypeAlias = Literal[
    "alert",
    "command",
    "delayed/state",
    "entry",
    "event",
    "public/state",
    "state",
    "status",
    "telemetry",
]
"""The end of a topic, after the table's name; names of alerts, logins and commands come after it."""


@dataclass(frozen=True, slots=True)
class Address:
    """The broker's address, the table's name there, and whether people's names are public there.

    Raises:
        GateError: hall or table can be no level of a topic.
    """

    host: str
    port: int
    hall: str
    table: str
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    tls: ssl.SSLContext | None = field(default=None, compare=False, repr=False)
    public_names: bool = True

    def __post_init__(self) -> None:
        for each in (self.hall, self.table):
            level_in(each, Where.topic())

    @property
    def identifier(self) -> str:
        """The client's identifier; only those who know the table's password can compute it.

        Another client that connects with the same identifier throws the table off.
        Two tables with one name and login share an identifier: the broker lets one of them in at a time, and both
        report it.
        """
        name = f"jantaku-{self.hall}-{self.table}"
        if self.password is None:
            return name
        secret = hmac.new(self.password.encode(), f"{self.user} {name}".encode(), hashlib.sha256)
        return f"{name}-{secret.hexdigest()[:32]}"

    def topic(self, end: TopicEnd, *names: TopicLevel) -> Topic:
        """A topic of this table."""
        return topic_of(TopicLevel(self.hall), TopicLevel(self.table), end, *names)

    @property
    def commands(self) -> str:
        """The beginning of the topics of this table's commands."""
        return f"{self.topic('command')}/"

    @property
    def answers(self) -> str:
        """The beginning of the topics of all answers in the hall."""
        return f"{TOPIC_PREFIX}/{self.hall}/answer/"


def topic_of(hall: TopicLevel, table: TopicLevel, end: TopicEnd, *names: TopicLevel) -> Topic:
    """A topic of a table of a hall."""
    return Topic("/".join((TOPIC_PREFIX, hall, table, end, *names)))


def answer_topic(hall: TopicLevel, login: TopicLevel, *names: TopicLevel) -> Topic:
    """A topic of answers to a login."""
    return Topic("/".join((TOPIC_PREFIX, hall, "answer", login, *names)))
