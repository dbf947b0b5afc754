"""The texts of push messages, besides ``texts.CallText``. They name tables and judges, and no player."""

from typing import Final

from referee.texts import signatures as of
from referee.texts.declaration import Text


class PushText:
    """Texts of a notification."""

    TOPIC: Final = "push"

    call = Text(of.nothing)
    finding = Text(of.nothing)
    fault = Text(of.nothing)
    goes = Text(of.of_name)
