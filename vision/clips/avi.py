"""Writes JPEG pictures as a film: an AVI file with one of them in each frame, so nothing is encoded again.

The format follows Microsoft's "AVI RIFF File Reference": a ``hdrl`` list, a ``movi`` list with one ``00dc`` chunk a
frame, an index. Frames follow each other evenly. A frame without bytes repeats the picture before it, so that every
picture is shown at its own time.
"""

import struct
from collections.abc import Sequence
from itertools import pairwise
from math import gcd
from typing import Final

HAS_INDEX: Final = 0x10
"""Flag of the film's header: it has an index. [bit; section: AVI RIFF File Reference, AVIF_HASINDEX]"""
KEY_FRAME: Final = 0x10
"""Flag of a frame in the index: it needs no other. [bit; section: AVI RIFF File Reference, AVIIF_KEYFRAME]"""
ALONE_MS: Final = 200
"""A film's only picture is shown for this long. [ms; judged: no player minds it]"""
MOST_BYTES: Final = 1 << 30
"""Files larger than this need another kind of index. [bytes; section: AVI RIFF File Reference, 32-bit offsets]"""


def mjpeg_avi(jpegs: Sequence[bytes], width: int, height: int, times_ms: Sequence[int]) -> bytes:
    """Return the file's bytes.

    Args:
        jpegs: the pictures, all of one size.
        width: their width, pixels.
        height: their height, pixels.
        times_ms: the times of the pictures, in increasing order.

    Raises:
        ValueError: there are no pictures, or they are too large for one file.
    """
    if not jpegs:
        raise ValueError("a film needs at least one frame")
    if sum(map(len, jpegs)) > MOST_BYTES:
        raise ValueError("too large for one film")
    step_ms = gcd(*(late - early for early, late in pairwise(times_ms))) or ALONE_MS
    frames = _frames(jpegs, [(at_ms - times_ms[0]) // step_ms for at_ms in times_ms])
    count, largest = len(frames), max(map(len, jpegs))
    main = struct.pack(
        "<14I",
        *(step_ms * 1000, largest * 1000 // step_ms, 0, HAS_INDEX, count, 0, 1, largest),
        *(width, height, 0, 0, 0, 0),
    )
    stream = struct.pack(
        "<4s4sIHHIIIIIIIIhhhh",
        *(b"vids", b"MJPG", 0, 0, 0, 0, step_ms, 1000, 0, count, largest, 0xFFFFFFFF, 0),
        *(0, 0, width, height),
    )
    picture = struct.pack("<IiiHH4sIiiII", 40, width, height, 1, 24, b"MJPG", width * height * 3, 0, 0, 0, 0)
    streams = _list(b"strl", [*_chunk(b"strh", [stream]), *_chunk(b"strf", [picture])])
    movie, index, at = [], [], 4
    for jpeg in frames:
        chunk = _chunk(b"00dc", [jpeg])
        movie += chunk
        index.append(struct.pack("<4sIII", b"00dc", KEY_FRAME if jpeg else 0, at, len(jpeg)))
        at += sum(map(len, chunk))
    parts = [
        *_list(b"hdrl", [*_chunk(b"avih", [main]), *streams]),
        *_list(b"movi", movie),
        *_chunk(b"idx1", index),
    ]
    return b"".join(_chunk(b"RIFF", [b"AVI ", *parts]))


def _frames(jpegs: Sequence[bytes], places: Sequence[int]) -> list[bytes]:
    """The pictures at their places among the frames."""
    frames = [b""] * (places[-1] + 1)
    for place, jpeg in zip(places, jpegs, strict=True):
        frames[place] = jpeg
    return frames


def _chunk(name: bytes, parts: Sequence[bytes]) -> list[bytes]:
    """The parts of a chunk, which begins at an even place; they are joined once, since films are large."""
    size = sum(map(len, parts))
    return [name + struct.pack("<I", size), *parts, b"\0" * (size % 2)]


def _list(name: bytes, parts: Sequence[bytes]) -> list[bytes]:
    return _chunk(b"LIST", [name, *parts])
