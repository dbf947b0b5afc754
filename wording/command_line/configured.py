"""Texts of ``jantaku config``: where a setting comes from, what it means, and whether all of them can be used."""

from collections.abc import Sequence

from referee.texts import reasons
from referee.texts import signatures as of
from referee.texts.declaration import Text
from referee.texts.message import Message


def _of_mistakes(number: int) -> None: ...
def _of_read(names: Sequence[str]) -> None: ...
def _of_wanted(wanted: Message) -> None: ...
# The name that was asked for, and the setting that was probably meant.
def _of_unknown(name: str, meant: str | None) -> None: ...


class Configured:
    """Settings, as their owner meets them."""

    # where a value comes from
    default = Text(of.nothing)
    file = Text(of.of_name)
    drop_in = Text(of.of_name)
    credential = Text(of.of_name)
    environment = Text(of.of_name)
    option = Text(of.of_name)
    # whether they can be used
    usable = Text(_of_read)
    usable_defaults = Text(of.nothing)
    mistakes = Text(_of_mistakes)
    # what one means
    must_be = Text(_of_wanted)
    unit = Text(of.of_name)
    by_default = Text(of.of_text)
    now = Text(of.of_text)
    ways = Text(reasons.of_listed)
    unknown = Text(_of_unknown)
