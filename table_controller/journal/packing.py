"""Texts of entries on their way from a table to the hall: compressed where they are long or many."""

from __future__ import annotations

import base64
import zlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_PACKED_BYTES: Final = 128 * 1024
"""Of texts in one answer, unless a single one is longer: a broker takes 256 KiB (config/mosquitto/jantaku.conf)."""
MOST_AT_ONCE_BYTES: Final = 2**20
"""Of the texts that are put into one answer, unless a single one is longer."""
SEPARATOR: Final = b"\n"
"""Between texts: canonical JSON has no line breaks."""


def pack_texts(texts: Sequence[bytes]) -> tuple[str, int]:
    """Pack as many of the texts, from the first on, as an answer has room for; return them with their number."""
    size = count = 0
    for text in texts:
        if count and size + len(text) > MOST_AT_ONCE_BYTES:
            break
        size += len(text)
        count += 1
    while True:
        packed = base64.b64encode(zlib.compress(SEPARATOR.join(texts[:count])))
        if len(packed) <= MOST_PACKED_BYTES or count <= 1:
            return packed.decode(), count
        count //= 2
