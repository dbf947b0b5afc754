"""What cameras give, whatever their kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    Image: TypeAlias = NDArray[np.uint8]


class CameraError(RuntimeError):
    """A camera cannot be opened or gives no more frames."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture.

    Attributes:
        number: counts up, with gaps where frames were skipped.
        at_ms: table time of the exposure.
        image: rows by columns by 3, BGR; valid only until the frame is done.
    """

    number: int
    at_ms: int
    image: Image


class FrameSource(Protocol):
    """Gives frames in order and hears which are done."""

    def frames(self) -> Iterator[Frame]:
        """All frames until the source ends.

        Raises:
            CameraError: the camera failed.
        """

    def done(self, number: int) -> None:
        """Everything that frame ``number`` showed has been taken in."""

    def close(self) -> None: ...
