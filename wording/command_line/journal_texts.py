"""Texts of the command ``jantaku journal``."""

from collections.abc import Sequence
from typing import Annotated, Final

from referee.texts import reasons
from referee.texts import signatures as of
from referee.texts.declaration import Text
from referee.texts.kinds import ArgumentKind, Letter
from referee.texts.message import Message

_Phase = Annotated[str, ArgumentKind(str, "phase", open=True)]


# A journal, its entries, its table time, and where its game stands.
def _of_whole(name: str, number: int, minutes: int, where: Message) -> None: ...
# A hand (round, number in it from 1), its honba, and how far it is.
def _of_hand(wind: Letter, number: int, honba: int, phase: _Phase) -> None: ...
def _of_forgotten(name: str, text: str) -> None: ...  # somebody's name, and as what he is shown from now on
# In how many entries a name stays, the first of them, and whether there are more.
def _of_left(count: int, names: Sequence[str], *, more: bool) -> None: ...
def _of_listed(name: str, what: Message) -> None: ...  # a journal, and what is wrong


class Verified:
    """Results of reading a journal from its first entry on."""

    whole = Text(_of_whole)
    in_hand = Text(_of_hand)
    no_hanchan = Text(of.nothing)
    remembered = Text(of.nothing)
    not_remembered = Text(of.nothing)


class ForgottenTexts:
    """Results of ``jantaku forget``."""

    TOPIC: Final = "forgotten"

    nobody = Text(of.nothing)
    done = Text(_of_forgotten)
    left = Text(_of_left)
    stop_first = Text(of.of_message)
    lists_all = Text(_of_listed)


class Unremembered:
    """The reasons why there is no end of a journal to compare with."""

    no_head = Text(of.of_name)
    no_broker_url = Text(of.of_text)
    not_told = Text(reasons.of_value)
