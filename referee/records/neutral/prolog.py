"""Parts of an XML text, before and between elements, that say nothing about the game."""

import re
from typing import Final

BOM: Final = "\ufeff"
_SILENT: Final = re.compile(r"\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*>", re.DOTALL)
_DECLARES: Final = re.compile(r"<!(?:DOCTYPE[^>\[]*\[|ENTITY\b)")


def skip_silent(text: str, at: int = 0) -> int:
    """Return the start of the next element: after blanks, declarations, comments, a document type that declares nothing.

    Pieces are skipped one by one, so that no piece matches in two ways and the time grows only with the length.
    """
    while (silent := _SILENT.match(text, at)) is not None:
        at = silent.end()
    return at


def declares(text: str, at: int) -> bool:
    """Return whether a document type with declarations begins here. Its entities could expand to any amount of text."""
    return _DECLARES.match(text, at) is not None
