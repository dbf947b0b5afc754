"""What a table says of its own status."""

from referee.texts import signatures as of
from referee.texts.declaration import Text


class TableStatus:
    """The table's status: one text for each."""

    init = Text(of.nothing)
    ready = Text(of.nothing)
    lost = Text(of.nothing)
    stopped = Text(of.nothing)
