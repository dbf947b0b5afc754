"""Writes JPEG pictures as a film: an AVI file with one of them in each frame, so nothing is encoded again.

The format follows Microsoft's "AVI RIFF File Reference": a ``hdrl`` list, a ``movi`` list with one ``00dc`` chunk a
frame, an index.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

HAS_INDEX: Final = 0x10
"""Flag of the film's header: it has an index. [bit; section: AVI RIFF File Reference, AVIF_HASINDEX]"""
KEY_FRAME: Final = 0x10
"""Flag of a frame in the index: it needs no other. [bit; section: AVI RIFF File Reference, AVIIF_KEYFRAME]"""
MOST_BYTES: Final = 1 << 30
"""Files larger than this need another kind of index. [bytes; section: AVI RIFF File Reference, 32-bit offsets]"""


def mjpeg_avi(jpegs: Sequence[bytes], width: int, height: int, frames_per_s: int) -> bytes:
    """The file.

    Args:
        jpegs: the frames, all of one size.
        width: of them, pixels.
        height: of them, pixels.
        frames_per_s: how fast they follow each other.

    Raises:
        ValueError: there is no frame, or they are too large for one file.
    """
    if not jpegs:
        raise ValueError("a film needs at least one frame")
    if sum(map(len, jpegs)) > MOST_BYTES:
        raise ValueError("too large for one film")
    largest = max(map(len, jpegs))
    main = struct.pack(
        "<14I",
        *(1_000_000 // frames_per_s, largest * frames_per_s, 0, HAS_INDEX, len(jpegs), 0, 1, largest),
        *(width, height, 0, 0, 0, 0),
    )
    stream = struct.pack(
        "<4s4sIHHIIIIIIIIhhhh",
        *(b"vids", b"MJPG", 0, 0, 0, 0, 1, frames_per_s, 0, len(jpegs), largest, 0xFFFFFFFF, 0),
        *(0, 0, width, height),
    )
    picture = struct.pack("<IiiHH4sIiiII", 40, width, height, 1, 24, b"MJPG", width * height * 3, 0, 0, 0, 0)
    header = _list(b"strl", _chunk(b"strh", stream) + _chunk(b"strf", picture))
    frames, index, at = [], [], 4
    for jpeg in jpegs:
        frames.append(_chunk(b"00dc", jpeg))
        index.append(struct.pack("<4sIII", b"00dc", KEY_FRAME, at, len(jpeg)))
        at += len(frames[-1])
    return _riff(
        _list(b"hdrl", _chunk(b"avih", main) + header),
        _list(b"movi", b"".join(frames)),
        _chunk(b"idx1", b"".join(index)),
    )


def _chunk(name: bytes, data: bytes) -> bytes:
    """Chunks begin at even places."""
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def _list(name: bytes, data: bytes) -> bytes:
    return _chunk(b"LIST", name + data)


def _riff(*parts: bytes) -> bytes:
    return _chunk(b"RIFF", b"AVI " + b"".join(parts))
