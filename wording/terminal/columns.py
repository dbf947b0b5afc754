"""Text in the columns of a terminal, where a Japanese character is two columns wide."""

import re
import unicodedata
from typing import Final

PIECE: Final = r"\s+|[^\s\u2e80-\uffef]+|[\u2e80-\uffef]"
"""Blanks, a word, or a Japanese character; a line may end after each."""
NEVER_FIRST: Final = frozenset("、。，．・：；？！）］｝」』】ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ～")
"""Characters that must not begin a Japanese line (kinsoku)."""
NEVER_LAST: Final = frozenset("（［｛「『【")


def width_of(text: str) -> int:
    """Return the number of columns that a text is wide."""
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)


def padded(text: str, width: int) -> str:
    """Return the text with spaces up to a width in columns, at least one."""
    return text + " " * max(1, width - width_of(text))


def wrapped(text: str, start: str, width: int) -> list[str]:
    """Break a text into lines of at most ``width`` columns, unless a word is longer; all but the first are indented by two more."""
    lines, line, further = [], start, " " * (width_of(start) + 2)
    empty = True
    for piece in _pieces(text):
        if not empty and width_of(line + piece.rstrip()) > width:
            lines.append(line.rstrip())
            line, empty = further, True
        if not (empty and piece.isspace()):
            line, empty = line + piece, False
    return [*lines, line.rstrip()]


def _pieces(text: str) -> list[str]:
    pieces: list[str] = []
    for each in re.findall(PIECE, text):
        if pieces and (each in NEVER_FIRST or pieces[-1][-1] in NEVER_LAST):
            blank = pieces.pop() if len(pieces) > 1 and pieces[-1].isspace() else ""
            pieces[-1] += blank + each
        else:
            pieces.append(each)
    return pieces
