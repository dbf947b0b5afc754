"""The reasons why a message is not let in: what the gate refuses, and what a login may not do."""

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from referee.texts import signatures as of
from referee.texts.declaration import Text
from referee.texts.kinds import ArgumentKind
from referee.texts.message import Message

LoginRole: TypeAlias = Annotated[str, ArgumentKind(str, "role")]
"""The rights of a login, by the name that ``mqtt.roles`` has for them."""


# The place, how much there is, and the most that is read.
def _of_length(where: Message, number: int, most: int) -> None: ...
def _of_depth(where: Message, most: int) -> None: ...  # the place, and the most levels that are read
def _of_said(where: Message, text: str) -> None: ...  # the place, and the text that stands there
def _of_range(number: int, most: int) -> None: ...  # the amount there is, and the most that is read
# A login, its role, and the role that is needed.
def _of_role(name: str, role: LoginRole, needed: LoginRole) -> None: ...
def _of_table(name: str, table: str, hall: str) -> None: ...  # a login, a table and its hall


class Where:
    """The place of what is refused."""

    at = Text(of.of_text)
    a_name = Text(of.of_text)
    payload = Text(of.nothing)
    topic = Text(of.nothing)
    response_topic = Text(of.nothing)


class Barred:
    """Faults for which the gate refuses a message."""

    payload_too_long = Text(_of_range)
    no_object = Text(of.nothing)
    text_too_long = Text(_of_length)
    no_text = Text(_of_said)
    response_too_long = Text(of.of_number)
    answers_elsewhere = Text(of.of_text)
    no_topic = Text(_of_said)
    too_large = Text(of.of_text)
    no_whole_number = Text(of.of_text)
    twice = Text(of.of_text)
    too_deep = Text(_of_depth)
    too_many = Text(_of_length)
    correlation_too_long = Text(of.of_number)
    # logins
    no_login = Text(of.of_text)
    nobody_asks = Text(of.nothing)
    other_table = Text(_of_table)
    other_role = Text(_of_role)


# The place, the field that is unknown, and those that there are.
def _of_unknown(name: str, field: str, names: Sequence[str]) -> None: ...
def _of_wanted(name: str, wanted: Message) -> None: ...  # a field and what it must be
# A field, what it must be, and what was said.
def _of_wrong(name: str, wanted: Message, text: str) -> None: ...


class Unfit:
    """The reasons why the arguments of a command are refused."""

    unknown = Text(_of_unknown)
    missing = Text(_of_wanted)
    wrong = Text(_of_wanted)
    none = Text(_of_wrong)
    no_mapping = Text(of.nothing)


class Aside:
    """Notes that go with an answer."""

    done_before = Text(of.nothing)
    old_topic = Text(of.nothing)
