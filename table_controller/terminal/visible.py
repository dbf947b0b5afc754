"""Text for terminals and logs: characters that would move the cursor, colour, ring or reorder letters are shown as escapes."""

import unicodedata
from typing import Any

from table_controller.mqtt.gate import FORBIDDEN, TURNING


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
