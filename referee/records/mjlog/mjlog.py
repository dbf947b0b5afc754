"""Tenhou's mjlog: one line of XML-like tags (the format of the official game records)."""

import re
from typing import Final

from referee.records.mjlog.read import MjlogReader
from referee.records.mjlog.write import Writer
from referee.records.neutral.prolog import declares, skip_silent
from referee.records.neutral.record import GameRecord

_BEGIN: Final = re.compile(r"<(?:mjloggm|SHUFFLE|GO|UN|TAIKYOKU|INIT)\b")


def looks_like(text: str) -> bool:
    """Return whether the text is an mjlog: its first tag begins a game, or it is XML that ``parse`` will refuse."""
    at = skip_silent(text)
    return _BEGIN.match(text, at) is not None or declares(text, at)


def parse(text: str, path: str = "") -> GameRecord:
    """The game of an mjlog, in one line or many. It may end after any tag.

    Raises:
        RecordError: the text is damaged, or the game has three players; gives hand, event and byte.
    """
    return MjlogReader(text, path).read_game()


def write(record: GameRecord) -> str:
    """The text of a game in one line, with the record's own tile ids if it has them.

    Raises:
        NotWritableError: a concealed tile is not known, or mjlog cannot express something; says where.
    """
    return Writer(record).text()
