"""Judges whether a frame can be trusted: it must not be dark, blank, overexposed, torn, of another size, or frozen."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.camera import Frame
from vision.lens import Image

DARK: Final = 24
"""A pixel below it is black with noise. [grey levels; judged: several times the noise of a sensor]"""
LIGHT_SHARE: Final = 0.01
"""A picture in which at most this share of pixels is above ``DARK`` shows a covered lens or a dark room. [share of
pixels; judged: in any light in which faces can be read, the tiles alone take up more]"""
BRIGHT: Final = 250
"""From here on a colour is saturated. [grey levels; derived: 255 less a few levels of noise and JPEG]"""
BRIGHT_SHARE: Final = 0.4
"""A picture with more than this share of saturated pixels hides the table. [share of pixels; judged: more than white
tiles and a glare on the felt take up]"""
BLANK_SPREAD: Final = 5.0
"""Any picture of a table, however dim, varies by at least this. [grey levels; judged: above a covered sensor's noise,
below a dim table's contrast]"""
EMPTY_ROWS_SHARE: Final = 0.02
"""If more than this share of rows has suddenly lost all noise, they were never received. [share of rows; judged: a torn
picture lacks more, a cover that saturates some rows less]"""
FROZEN_MS: Final = 2000
"""A sensor has noise: an identical picture for this long means that the camera hangs. [ms; derived: four frames of a
camera that gives two a second while nothing moves]"""
SMALL_STEP_PX: Final = 12
"""Only one pixel in this many is compared to find an empty row. [px; judged: forty samples of a row tell noise
from none]"""
SPARSE: Final = 0.25
"""Share of the pixels examined in each row and column. [share; judged: enough to judge the whole picture by]"""


class FrameHealth:
    """Looks at each frame before anything is read in it.

    Args:
        live: True if frames come from a sensor; a film may rightly show the same picture twice.
    """

    def __init__(self, *, live: bool = True) -> None:
        self._live = live
        self._size: tuple[int, int] | None = None
        self._ever_empty: NDArray[np.bool_] | None = None
        self._last: Image | None = None
        self._same_since_ms = 0

    def trouble(self, frame: Frame, small: Image) -> str | None:
        """Return the reason why a frame cannot be trusted; None if it can.

        Args:
            frame: the whole frame.
            small: the reduced frame.
        """
        # Every fourth pixel; resizing is several times as fast as copying a slice, and differs from it only at the
        # edges.
        few = cv2.resize(small, None, fx=SPARSE, fy=SPARSE, interpolation=cv2.INTER_NEAREST)
        sparse = np.asarray(few, np.uint8)
        frozen = self._frozen(frame, sparse)
        if np.count_nonzero(sparse >= DARK) < LIGHT_SHARE * sparse.size:
            return "the picture is dark"
        if float(cv2.meanStdDev(sparse)[1].max()) < BLANK_SPREAD:
            return "the picture is blank"
        full = cv2.countNonZero(cv2.inRange(sparse, (BRIGHT, BRIGHT, BRIGHT), (255, 255, 255)))
        if full > BRIGHT_SHARE * sparse.shape[0] * sparse.shape[1]:
            return "the picture is overexposed"
        size = frame.size
        if self._size is not None and size != self._size:
            return (
                f"the picture is {size[0]} x {size[1]}, those before were {self._size[0]} x {self._size[1]}: "
                f"set the camera as it was, or start anew"
            )
        torn = self._torn(small)
        if torn is not None:
            return torn
        if frozen is not None:
            return frozen
        self._size = size
        return None

    def _frozen(self, frame: Frame, sparse: Image) -> str | None:
        if not self._live:
            return None
        # Every reduced pixel holds the noise of many, so a sample of them is enough.
        same = self._last is not None and np.array_equal(self._last, sparse)
        self._last = sparse
        if not same:
            self._same_since_ms = frame.at_ms
            return None
        still_ms = frame.at_ms - self._same_since_ms
        return (
            f"the same picture for {still_ms / 1000:.0f} s: the camera hangs"
            if still_ms >= FROZEN_MS
            else None
        )

    def _torn(self, small: Image) -> str | None:
        middle = small.shape[1] // 2 // SMALL_STEP_PX * SMALL_STEP_PX
        empty = (small[:, 0] == small[:, middle]).all(axis=1)
        if empty.any():
            # Only a few rows get this far.
            some = small[empty, ::SMALL_STEP_PX]
            empty[empty] = (some == some[:, :1]).reshape(len(some), -1).all(axis=1)
        if self._ever_empty is None:
            # Black bars of a film belong to it.
            self._ever_empty = empty
        fresh = int(np.count_nonzero(empty & ~self._ever_empty))
        if fresh > EMPTY_ROWS_SHARE * len(empty):
            return f"the picture is torn: {100 * fresh / len(empty):.0f} % of its rows hold nothing"
        return None
