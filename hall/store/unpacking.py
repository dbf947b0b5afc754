"""Texts of entries as they reach the hall, compressed or not: bounded before anything else looks at them."""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Final

from hall.store.arrival import MOST_TEXT_BYTES, UnfitEntryError
from table_controller.journal.packing import SEPARATOR

MOST_TEXTS_BYTES: Final = 2 * MOST_TEXT_BYTES
"""Of an answer's texts once they are unpacked."""
OPENS: Final = b"{"
"""The first byte of a text; compressed data begins otherwise (RFC 1950, 2.2: a method of 8, not 11)."""


def unpacked(payload: bytes) -> bytes:
    """The text of an entry; where it is longer than the broker takes, a table compresses it.

    Raises:
        UnfitEntryError: it is neither a text nor a compressed one, or too long.
    """
    return payload if payload.startswith(OPENS) else _inflated(payload, MOST_TEXT_BYTES)


def unpack_texts(packed: str) -> list[bytes]:
    """The texts of an answer.

    Raises:
        UnfitEntryError: they are none, or too many.
    """
    try:
        compressed = base64.b64decode(packed, validate=True)
    except (binascii.Error, ValueError):
        raise UnfitEntryError("the texts are not in base64") from None
    return _inflated(compressed, MOST_TEXTS_BYTES).split(SEPARATOR)


def _inflated(compressed: bytes, most: int) -> bytes:
    inflating = zlib.decompressobj()
    try:
        text = inflating.decompress(compressed, most)
    except zlib.error:
        raise UnfitEntryError("it is neither an entry nor a compressed one") from None
    if not inflating.eof:
        raise UnfitEntryError(f"cut short, or more than {most:,} bytes")
    return text
