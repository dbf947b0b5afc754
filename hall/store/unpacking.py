"""Unpacks the texts of entries that reach the hall, compressed or not, and bounds them before anything reads them."""

import base64
import binascii
import zlib
from typing import Final

from hall.store.arrival import MOST_TEXT_BYTES, UnfitEntryError
from table_controller.journal.packing import SEPARATOR

MOST_TEXTS_BYTES: Final = 2 * MOST_TEXT_BYTES
"""The most that the texts of an answer may have once they are unpacked."""
OPENS: Final = b"{"
"""The first byte of a text; compressed data begins with another one (RFC 1950, 2.2: a method of 8, not 11)."""


def unpacked(payload: bytes) -> bytes:
    """Return the text of an entry; a table compresses one that is longer than the broker takes.

    Raises:
        UnfitEntryError: it is neither a text nor a compressed one, or too long.
    """
    return payload if payload.startswith(OPENS) else _inflated(payload, MOST_TEXT_BYTES)


def unpack_texts(packed: str) -> list[bytes]:
    """Return the texts of an answer.

    Raises:
        UnfitEntryError: they cannot be unpacked, or are too long.
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
