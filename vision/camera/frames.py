"""The frame and the interface of its sources, the same for every kind of camera."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Protocol

from vision.camera.jpeg import Jpeg
from vision.camera.reduced import SHRINK, Reduced
from vision.lens import Image

LEAST_SIDE_PX: Final = 64
"""No tile can be made out in a smaller picture of a table. [px; derived: 16 pixels remain of its quarter, two to a
tile's length at most]"""

COLOURS: Final = 3
"""Planes of a picture (rows, columns, colours), and the colours themselves. [count; defined: BGR]"""


class CameraError(RuntimeError):
    """A camera cannot be opened or gives no more frames."""


class DamagedError(CameraError):
    """A frame's picture is damaged."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture.

    Attributes:
        number: counts up, with gaps where frames were skipped.
        at_ms: table time of the exposure.
        picture: rows by columns by 3, BGR, valid only until the frame is done; or as a JPEG.
        reduced: the same picture smaller, if the camera supplies it; None leaves the reduction to its readers.
        passed: the unread frames since the last one read, oldest first, which a film shows too.
    """

    number: int
    at_ms: int
    picture: Image | Jpeg
    reduced: Reduced | None = None
    passed: tuple[Frame, ...] = ()

    @property
    def image(self) -> Image:
        """The picture, rows by columns by 3, BGR.

        Raises:
            DamagedError: the picture cannot be unpacked.
        """
        if not isinstance(self.picture, Jpeg):
            return self.picture
        return _whole(self.picture.image())

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, pixels."""
        if isinstance(self.picture, Jpeg):
            return self.picture.size
        return self.picture.shape[1], self.picture.shape[0]

    def checked(self) -> Frame:
        """Return the picture and its reduced copy, if it can show a table; of a JPEG only the copy is unpacked.

        Raises:
            DamagedError: the picture cannot be unpacked.
            CameraError: the picture has too few pixels, or is not BGR.
        """
        picture, (width, height) = self.picture, self.size
        coloured = isinstance(picture, Jpeg) or picture.shape[2:] == (COLOURS,)
        if not coloured or min(width, height) < LEAST_SIDE_PX:
            raise CameraError(
                f"a picture of {width} x {height} pixels shows no table: choose another size of the camera's"
            )
        if self.reduced:
            return self
        if isinstance(picture, Jpeg):
            quarter = _whole(picture.reduced(SHRINK))[: height // SHRINK, : width // SHRINK]
            return replace(self, reduced=Reduced(None, quarter))
        return replace(self, reduced=Reduced.of(picture))


def _whole(unpacked: Image | None) -> Image:
    if unpacked is None:
        raise DamagedError("the camera sent a damaged picture")
    return unpacked


@dataclass(frozen=True, slots=True)
class Shot:
    """The frames of all cameras of a table at one time.

    Attributes:
        number: counts up, with gaps where frames were skipped.
        at_ms: table time of the oldest of the frames.
        frames: the frame of each camera, None for one that gives none; all have the number of the shot.
    """

    number: int
    at_ms: int
    frames: tuple[Frame | None, ...]

    @classmethod
    def of(cls, *frames: Frame | None) -> Shot:
        """Return the shot of these frames; at least one is not None."""
        there = [frame for frame in frames if frame is not None]
        return cls(there[0].number, min(frame.at_ms for frame in there), frames)


class FrameSource(Protocol):
    """Gives frames in order, and is notified when they are done."""

    def frames(self) -> Iterator[Frame]:
        """All frames until the source ends.

        Raises:
            CameraError: the camera failed.
        """

    def reported(self, number: int) -> None:
        """Frame ``number`` has been read and its report sent, but the report is not acknowledged yet."""

    def done(self, number: int) -> None:
        """The report of frame ``number`` has been acknowledged: its memory may be used again."""

    def close(self) -> None: ...
