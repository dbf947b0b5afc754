"""Text for terminals and logs: characters that would move the cursor, colour, ring or reorder letters are shown as escapes."""

import unicodedata
from typing import Any, Final

FORBIDDEN: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode categories that no text may have: controls, surrogates, line and paragraph separators."""
TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the order in which letters are shown (UAX 9, 2.1 to 2.5): a text could be read as another."""


def visible(text: str, *, lines: bool = False) -> str:
    """The text with each control character written as its Python escape.

    Args:
        text: from anywhere.
        lines: whether line feeds stay.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        each
        if (lines and each == "\n") or not (unicodedata.category(each) in FORBIDDEN or each in TURNING)
        else each.encode("unicode_escape").decode()
        for each in text
    )


def all_visible(value: Any) -> Any:
    """A value of JSON with every text in it visible, names of fields too."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {visible(name): all_visible(each) for name, each in value.items()}
    if isinstance(value, list):
        return [all_visible(each) for each in value]
    return value


def without_password(place: str) -> str:
    """The address of a store or broker without the password, fit to be shown."""
    credentials, at, rest = place.rpartition("@")
    return f"{credentials.rpartition(':')[0]}{at}{rest}" if at else place
