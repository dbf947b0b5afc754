"""A table's broker, and the table's place among its topics. It imports no client, which settings do not need."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from table_controller.mqtt.gate import Topic, TopicLevel, level_in
from table_controller.mqtt.topics import ANSWER, COMMAND, DeclaredTopic
from wording.barred import Where

if TYPE_CHECKING:
    import ssl


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

        Another client that connects with the same identifier disconnects the table.
        Two tables with one name and login share an identifier: the broker lets one of them in at a time, and both
        report it.
        """
        name = f"jantaku-{self.hall}-{self.table}"
        if self.password is None:
            return name
        secret = hmac.new(self.password.encode(), f"{self.user} {name}".encode(), hashlib.sha256)
        return f"{name}-{secret.hexdigest()[:32]}"

    def topic(self, declared: DeclaredTopic, *names: TopicLevel) -> Topic:
        return declared.topic(TopicLevel(self.hall), TopicLevel(self.table), *names)

    @property
    def commands(self) -> str:
        """The beginning of the topics of this table's commands."""
        return COMMAND.below(self.hall, self.table)

    @property
    def answers(self) -> str:
        """The beginning of the topics of all answers in the hall."""
        return ANSWER.below(self.hall)
