"""A picture as a JPEG: stored as the camera sent it and unpacked only when needed."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.lens import Image

START: Final = b"\xff\xd8"
"""A JPEG begins with it. [marker; section: ITU-T T.81, table B.1, SOI]"""
END: Final = b"\xff\xd9"
"""A JPEG ends with it. [marker; section: ITU-T T.81, table B.1, EOI]"""
SCAN: Final = 0xDA
"""Begins the packed pixels, in which no other marker but those of restarts occurs. [marker; section: ITU-T T.81, table
B.1, SOS]"""
FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The segments that hold height and width. [marker; section: ITU-T T.81, table B.1, SOF]"""
MARKER: Final = 0xFF
"""The first byte of every marker. [byte; section: ITU-T T.81, B.1.1.2]"""
SCALES: Final = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
"""The parts of its width and height at which a JPEG can be unpacked, which is faster than the whole. [divisor; defined:
a block has 8 by 8 pixels]"""


class Jpeg:
    """A JPEG and its size.

    Attributes:
        data: the file.
        size: width and height, pixels.
    """

    __slots__ = ("_image", "data", "size")

    def __init__(self, data: bytes, size: tuple[int, int]) -> None:
        self.data = data
        self.size = size
        self._image: Image | None = None

    @classmethod
    def of(cls, data: bytes) -> Jpeg | None:
        """Return the JPEG at the beginning of a driver's buffer, ignoring the rest; None if there is no whole one."""
        if not data.startswith(START):
            return None
        at, size = len(START), None
        while at + 9 <= len(data) and data[at] == MARKER:
            kind, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
            if kind in FRAMES:
                height, width = (int.from_bytes(data[at + place : at + place + 2], "big") for place in (5, 7))
                size = width, height
            at += 2 + length
            if kind == SCAN:
                end = data.find(END, at)
                return None if end < 0 or size is None else cls(data[: end + len(END)], size)
        return None

    def image(self) -> Image | None:
        """The picture, BGR, unpacked once; None if it is damaged."""
        if self._image is None:
            self._image = self.reduced(1)
        return self._image

    def reduced(self, share: int) -> Image | None:
        """The picture, BGR, with sides shorter by a factor that is one of ``SCALES``; None if it is damaged."""
        image = cv2.imdecode(np.frombuffer(self.data, np.uint8), SCALES[share])
        return None if image is None else np.asarray(image, np.uint8)
