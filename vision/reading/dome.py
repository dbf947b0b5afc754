"""Watches the dome in the table's middle for the throw that lies under it.

The dome is read only after it has changed and come to rest.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.calibration.charts import pixel_maps
from vision.camera.camera import Frame
from vision.camera.reduced import SHRINK
from vision.geometry import Dome
from vision.lens import Image, View
from vision.reading.dice import PX_PER_MM, Die, read_dice
from vision.reading.felt import strongest
from vision.sightings import DiceSeen

TOP_MM: Final = 8.0
"""Height of the dice's faces above the felt, roughly; an error of 1 cm shifts them by at most half of that. [mm;
derived: between dice of 10 mm that lie somewhat lower than the felt, and their tops]"""
DOME_DIFFERENT: Final = 14
"""A pixel that changes by more has changed. [grey levels; judged: below occlusion.DIFFERENT, since the dome is small
and still]"""
MOVING_PX: Final = 2
"""A single die that turns changes more of the reduced picture than this; noise never does. [px of the quarter;
derived: a die of 10 mm has 16]"""
SAME_DIE_MM: Final = 1.5
"""Dice no farther apart than this are one. [mm; derived: six pixels at PX_PER_MM, an eighth of a die]"""
LOOKS: Final = 4
"""After this many failed readings the dome is not read again until it changes. [looks; judged: noise differs from look
to look, a glint does not]"""
POSTPONED_MS: Final = 1000
"""A look waits this long for a frame in which no zone is read. [ms; derived: half of the two seconds after which a loss
is reported]"""
LAY_MS: Final = 3000
"""Dice that come to rest within this time of the dome's first sight may have been thrown before it. [ms; judged: dice
that roll when the camera is switched on lie by then]"""


class DomeView:
    """The mapping from the dome to a camera's picture.

    Args:
        dome: the dome's size and number of dice.
        view: the view of the table.
        reduced: shape of the reduced picture.
    """

    def __init__(self, dome: Dome, view: View, reduced: tuple[int, ...]) -> None:
        self.dice = dome.dice
        radius = dome.radius
        self._size = round(2 * radius * PX_PER_MM)
        first = 0.5 / PX_PER_MM - radius
        from_px = np.array([[1 / PX_PER_MM, 0, first], [0, 1 / PX_PER_MM, first], [0, 0, 1]])
        foot_x, foot_y, height = view.camera()
        self.lean = (foot_x / height, foot_y / height)
        self._maps = pixel_maps(view, view.plane(TOP_MM) @ from_px, self._size, self._size)
        self.inside: Image = np.zeros((self._size, self._size), np.uint8)
        cv2.circle(self.inside, (self._size // 2, self._size // 2), self._size // 2, 255, -1)
        around = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        edge = np.column_stack(
            [radius * np.cos(around), radius * np.sin(around), np.full(len(around), TOP_MM)]
        )
        outline = ((view.points(edge) + 0.5) / SHRINK - 0.5).round().astype(np.int32)
        left, top, wide, high = cv2.boundingRect(outline)
        self.where = (
            slice(max(top, 0), min(top + high, reduced[0])),
            slice(max(left, 0), min(left + wide, reduced[1])),
        )
        mask = np.zeros(reduced[:2], np.uint8)
        cv2.fillPoly(mask, [outline], 255)
        self.mask: Image = mask[self.where].copy()

    def chart(self, picture: Image) -> Image:
        """The dome from straight above, ``PX_PER_MM``."""
        return np.asarray(cv2.remap(picture, *self._maps, cv2.INTER_LINEAR), np.uint8)


@dataclass(slots=True)
class _Looks:
    """The number of times that the same content was read, and the last result."""

    since_ms: int
    last: tuple[Die, ...] | None = None
    count: int = 0


class DomeWatch:
    """Remembers the throw that was reported, even when the table is found anew."""

    def __init__(self) -> None:
        self._told: tuple[Die, ...] = ()
        self._view: DomeView | None = None
        self._before: Image | None = None
        self._known: Image | None = None
        self._first: Image | None = None
        self._free_ms: int | None = None
        self._looks: _Looks | None = None

    def read_dice(
        self, dome: DomeView | None, owners: Image | None, frame: Frame, small: Image, *, busy: bool
    ) -> list[DiceSeen]:
        """Return the sightings of dice in a frame.

        Args:
            dome: the dome as mapped to the picture.
            owners: the arm over each pixel of the reduced picture (``Gate.owners``).
            frame: the frame to read.
            small: its reduced picture in the light of the first one.
            busy: True if a zone was read in this frame, so that other work should wait.
        """
        if dome is None or owners is None:
            return []
        if dome is not self._view:
            self._view, self._before, self._known, self._looks = dome, None, None, None
            self._first = None
        part = small[dome.where]
        before, self._before = self._before, part
        if np.count_nonzero(owners[dome.where] & dome.mask):
            self._before = self._looks = None
            return []
        if self._free_ms is None:
            self._free_ms, self._first = frame.at_ms, part
        if before is None or _differ(part, before, dome.mask):
            self._looks = None
            return []
        if self._known is not None and not _differ(part, self._known, dome.mask):
            return []
        looks = self._looks = self._looks or _Looks(frame.at_ms)
        if busy and frame.at_ms - looks.since_ms < POSTPONED_MS:
            return []
        return self._look(dome, frame, part, looks)

    def _look(self, dome: DomeView, frame: Frame, part: Image, looks: _Looks) -> list[DiceSeen]:
        found = read_dice(dome.chart(frame.image), dome.inside, dome.lean)
        if found is not None and len(found) not in (0, dome.dice):
            found = None
        last, looks.last, looks.count = looks.last, found, looks.count + 1
        if found is None or last is None or not _same(found, last):
            if looks.count >= LOOKS:
                self._known = part.copy()
            return []
        self._known = part.copy()
        if _same(found, self._told):
            return []
        self._told = found
        if not found:
            return []
        sure = min(die.likeness for die in (*found, *last))
        faces = tuple(sorted(die.value for die in found))
        lying = self._lay_there(dome, part, looks.since_ms)
        return [DiceSeen(faces, frame.number, looks.since_ms, round(1000 * sure), lying)]

    def _lay_there(self, dome: DomeView, part: Image, since_ms: int) -> bool:
        """Return whether this throw may have lain there at the dome's first sight without being read (arm, glint)."""
        if self._free_ms is None or since_ms - self._free_ms < LAY_MS:
            return True
        return self._first is not None and not _differ(part, self._first, dome.mask)


def _differ(one: Image, other: Image, mask: Image) -> bool:
    """Return whether two reduced pictures of the dome differ by more than light and noise explain."""
    difference = strongest(cv2.absdiff(one, other))
    return int(np.count_nonzero((difference > DOME_DIFFERENT) & (mask > 0))) >= MOVING_PX


def _same(one: tuple[Die, ...], other: tuple[Die, ...]) -> bool:
    """Return whether the same faces lie in the same places."""
    near = SAME_DIE_MM * PX_PER_MM
    return len(one) == len(other) and all(
        any(
            a.value == b.value and abs(a.column - b.column) < near and abs(a.row - b.row) < near
            for b in other
        )
        for a in one
    )
