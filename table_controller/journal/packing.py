"""Texts of entries on their way from a table to the hall, compressed if they are long or many."""

import base64
import zlib
from collections.abc import Sequence
from typing import Final

MOST_PACKED_BYTES: Final = 128 * 1024
"""The largest packed answer, unless a single text is longer: a broker takes 256 KiB (config/mosquitto/jantaku.conf)."""
MOST_AT_ONCE_BYTES: Final = 2**20
"""The most bytes of text to pack into one answer, unless a single text is longer."""
SEPARATOR: Final = b"\n"
"""The separator of texts; canonical JSON has no line breaks."""


def pack_texts(texts: Sequence[bytes]) -> tuple[str, int]:
    """Pack as many texts, from the first on, as fit into an answer; return them with their number."""
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
