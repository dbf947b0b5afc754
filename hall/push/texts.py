"""The texts of push messages. They name tables and judges, and no player."""

from typing import Final

from referee.texts import signatures as of
from referee.texts.declaration import Text


class PushText:
    """Texts of a notification."""

    TOPIC: Final = "push"

    table = Text(of.of_name)
    call = Text(of.nothing)
    finding = Text(of.nothing)
    jam = Text(of.nothing)
    goes = Text(of.of_name)
    over = Text(of.nothing)
