"""What may stand before and between the elements of an XML text and says nothing of the game."""

from __future__ import annotations

import re
from typing import Final

BOM: Final = "\ufeff"
_SILENT: Final = re.compile(r"\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*>", re.DOTALL)
_DECLARES: Final = re.compile(r"<!(?:DOCTYPE[^>\[]*\[|ENTITY\b)")


def skip_silent(text: str, at: int = 0) -> int:
    """Where the next element begins: behind blanks, declarations, comments and a document type without an own part.

    One piece after the other, so that no piece is tried in two ways and many of them cost no more than their length.
    """
    while (silent := _SILENT.match(text, at)) is not None:
        at = silent.end()
    return at


def declares(text: str, at: int) -> bool:
    """Whether a document type with declarations begins here. Entities declared there may stand for any amount of text."""
    return _DECLARES.match(text, at) is not None
