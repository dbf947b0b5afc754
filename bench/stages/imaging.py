"""Adds a real camera's flaws to a perfect drawing: shaking, drifting exposure, flickering lamps, noise.

When the camera's arm is pushed, it swings for less than a second and comes to rest a fraction of a pixel off. Lamps
flicker at twice the mains frequency, which shows as bands because rows are exposed one after the other. Noise is one
precomputed field, shifted for each picture. The same seed and times give the same flaws.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.camera.layers import banded
from simulation.camera.plates import Plate, noise_field
from simulation.camera.sprites import BLACK_LEVEL, Box

Picture: TypeAlias = "NDArray[Any]"

BAND_PX: Final = 48
SPARE_PX: Final = 160
LEAST_SHIFT_PX: Final = 0.04
SWING_HZ: Final = 7.3
SWING_S: Final = 0.35
READOUT_MS: Final = 24.0
"""The time from the exposure of the first row to that of the last."""
HUNT_S: Final = 0.8
"""The time from losing the focus until the lens has found it again."""
LAMPS: Final = 4
LAMP_PX: Final = ((90, 260), (14, 40))
"""The ranges of a mirrored lamp's length and width on the glossy table, in a picture 1920 pixels wide."""


@dataclass(frozen=True, slots=True)
class Faults:
    """The faults of a camera, and how bad each is.

    Attributes:
        noise: standard deviation in grey levels.
        drift: the range of slow changes of exposure, as a share.
        hunt: the size of occasional jumps of automatic exposure, as a share.
        flicker: of the lamps, as a share.
        mains_hz: 50 or 60.
        bump_s: mean time between knocks against the table, seconds; 0: never.
        bump_px: the most that a knock makes the picture swing.
        rest_px: the most that the picture is off afterwards.
        focus_s: mean time between hunts for the focus, seconds; 0: never.
        focus_px: the blur in the middle of a hunt (standard deviation).
        step_s: mean time between sudden steps of exposure, seconds; 0: never.
        step: the largest step, as a share.
        glare: the brightness of the room's lamps mirrored by tiles and felt, in grey levels.
        rolling_ms: the time from the exposure of the first row to the last, for moving things; 0: all rows at once.
    """

    noise: float = 2.4
    drift: float = 0.05
    hunt: float = 0.06
    flicker: float = 0.03
    mains_hz: int = 50
    bump_s: float = 20.0
    bump_px: float = 3.0
    rest_px: float = 0.6
    focus_s: float = 0.0
    focus_px: float = 2.5
    step_s: float = 0.0
    step: float = 0.35
    glare: float = 0.0
    rolling_ms: float = 0.0


class Imaging:
    """Takes drawn pictures as a camera would.

    Args:
        faults: of the camera.
        seed: of everything random.
        size: width and height in pixels.
    """

    def __init__(self, faults: Faults, seed: int, size: tuple[int, int]) -> None:
        self._faults = faults
        self._rng = np.random.default_rng([seed, 12])
        self._size = size
        self._noise = noise_field((seed, 13), faults.noise, size, SPARE_PX)
        self._phases = self._rng.uniform(0, 2 * np.pi, 4)
        self._aside: tuple[tuple[float, float], Picture] | None = None
        self._next_bump_s = self._wait()
        self._bumped_s = -100.0
        self._swing: NDArray[np.float64] = np.zeros(2)
        self._rest: NDArray[np.float64] = np.zeros(2)
        self._hunting = 0.0
        self._hunt_since_s = -100.0
        self._hunt_from = 0.0
        self._focus = _Moments(faults.focus_s, np.random.default_rng([seed, 17]))
        self._steps = _Moments(faults.step_s, np.random.default_rng([seed, 18]))
        self._stepped = 1.0
        self._glare = _mirrored(seed, faults.glare, size) if faults.glare else None

    def _wait(self) -> float:
        often = self._faults.bump_s
        return float(self._rng.exponential(often)) if often else float("inf")

    def moving(self, at_ms: int) -> bool:
        """Return whether the picture swings or its exposure jumps at this time."""
        now_s = at_ms / 1000
        if self._focus.since(now_s) < HUNT_S or self._steps.since(now_s) < HUNT_S:
            return True
        return now_s >= self._next_bump_s or now_s - self._bumped_s < 4 * SWING_S

    def photograph(
        self, drawn: Picture, at_ms: int, *, changed: Iterable[Box] | None = None, plate: Plate | None = None
    ) -> Picture:
        """Take a picture of a drawing, as the camera does (BGR, 8 bit).

        Args:
            drawn: the drawing, without noise.
            at_ms: table time, never less than before.
            changed: boxes that hold every difference from the last drawing; None: it may differ everywhere.
            plate: gets the picture; a new one by default.
        """
        now_s = at_ms / 1000
        self._advance(now_s)
        drawn = self._shifted(drawn, self._shift(now_s), changed)
        drawn = self._through_lens(drawn, now_s)
        exposure = self._exposure(now_s) * self._stepped
        height, width = drawn.shape[:2]
        x, y = (int(offset) for offset in self._rng.integers(0, SPARE_PX, 2))
        plate = plate or Plate(np.empty_like(drawn))
        for top in range(0, height, BAND_PX):
            # Bands of so few rows stay in the processor's cache from one step to the next.
            bottom = min(top + BAND_PX, height)
            gain = exposure * self._lamps(at_ms + READOUT_MS * top / height)
            lit = cv2.filter2D(drawn[top:bottom], -1, np.full((1, 1), gain, np.float32), delta=-BLACK_LEVEL)
            cv2.add(lit, self._noise[y + top : y + bottom, x : x + width], dst=plate.picture[top:bottom])
            plate.reduce((0, top, width, bottom))
        return plate.picture

    def _through_lens(self, drawn: Picture, now_s: float) -> Picture:
        """Add the lamps mirrored by the table, and blur the drawing if the lens is out of focus."""
        if self._glare is not None:
            drawn = cv2.add(drawn, self._glare)
        since = self._focus.since(now_s)
        blur = self._faults.focus_px * float(np.sin(np.pi * min(since / HUNT_S, 1.0)) ** 2)
        return cv2.GaussianBlur(drawn, (0, 0), blur) if blur > LEAST_SHIFT_PX * 2 else drawn

    def _shifted(self, drawn: Picture, shift: NDArray[np.float64], changed: Iterable[Box] | None) -> Picture:
        """Shift the picture; if the last one had the same shift, update only the changed parts."""
        whole = np.trunc(shift).astype(int)
        kernel, anchor = _between(shift - whole)
        drawn = _moved(drawn, whole)
        if kernel.size == 1:
            self._aside = None
            return drawn
        height, width = drawn.shape[:2]
        before, by = self._aside, (float(shift[0]), float(shift[1]))
        if before is None or before[0] != by or changed is None or whole.any():
            moved, boxes = np.empty_like(drawn) if before is None else before[1], [(0, 0, width, height)]
        else:
            moved, boxes = before[1], [(x0 - 1, y0 - 1, x1 + 1, y1 + 1) for x0, y0, x1, y1 in changed]
        for left, top, right, bottom in banded(boxes, width, height):
            # Include the neighbouring pixels, which the shift mixes in.
            above, beside = min(top, 1), min(left, 1)
            part = drawn[top - above : bottom + 1, left - beside : right + 1]
            mixed = cv2.filter2D(part, -1, kernel, anchor=anchor, borderType=cv2.BORDER_REPLICATE)
            moved[top:bottom, left:right] = mixed[
                above : above + bottom - top, beside : beside + right - left
            ]
        self._aside = by, moved
        return moved

    def _advance(self, now_s: float) -> None:
        """Let knocks and jumps of exposure happen up to now."""
        rng, faults = self._rng, self._faults
        if self._steps.passed(now_s):
            self._stepped = 1.0 + float(self._steps.rng.uniform(-faults.step, faults.step))
        self._focus.passed(now_s)
        while now_s >= self._next_bump_s:
            self._bumped_s = self._next_bump_s
            angle = rng.uniform(0, 2 * np.pi)
            self._swing = rng.uniform(0.2, 1.0) * faults.bump_px * np.array([np.cos(angle), np.sin(angle)])
            aside = rng.normal(0, faults.rest_px / 2, 2)
            self._rest = np.zeros(2) if rng.random() < 0.5 else aside.clip(-faults.rest_px, faults.rest_px)
            self._hunt_from, self._hunt_since_s = self._hunted(now_s), now_s
            self._hunting = float(rng.uniform(-faults.hunt, faults.hunt))
            self._next_bump_s += 0.5 + self._wait()

    def _shift(self, now_s: float) -> NDArray[np.float64]:
        since = now_s - self._bumped_s
        swing = np.exp(-since / SWING_S) * np.cos(2 * np.pi * SWING_HZ * since)
        return self._rest + self._swing * (swing if since < 5 * SWING_S else 0.0)

    def _hunted(self, now_s: float) -> float:
        """Return the automatic exposure, which moves to another value within a second."""
        part = min(1.0, max(0.0, now_s - self._hunt_since_s))
        return self._hunt_from + (self._hunting - self._hunt_from) * part

    def _exposure(self, now_s: float) -> float:
        slow = np.sin(now_s / 9.7 + self._phases[0]) + np.sin(now_s / 31.0 + self._phases[1])
        return float(1.0 + self._faults.drift * slow / 2 + self._hunted(now_s))

    def _lamps(self, at_ms: float) -> float:
        # The mains' frequency is nearly a multiple of ten frames a second, so the bands wander slowly: no clock is exact.
        turns = 2 * self._faults.mains_hz * at_ms / 1000 * 1.0007
        return float(1.0 + self._faults.flicker * np.sin(2 * np.pi * turns + self._phases[2]))


class _Moments:
    """Random moments, ``every_s`` apart on average; 0: never."""

    def __init__(self, every_s: float, rng: np.random.Generator) -> None:
        self.rng = rng
        self._every_s = every_s
        self._last_s = -100.0
        self._next_s = float(rng.exponential(every_s)) if every_s else float("inf")

    def passed(self, now_s: float) -> bool:
        """Return whether a moment has passed since the last call."""
        before = self._last_s
        while now_s >= self._next_s:
            self._last_s = self._next_s
            self._next_s += HUNT_S + float(self.rng.exponential(self._every_s))
        return self._last_s != before

    def since(self, now_s: float) -> float:
        """Return the seconds since the last moment; 0 if one is due now."""
        return 0.0 if now_s >= self._next_s else now_s - self._last_s


def _mirrored(seed: int, bright: float, size: tuple[int, int]) -> Picture:
    """Return the light of mirrored lamps in a picture of the table: long bright spots with soft edges."""
    rng = np.random.default_rng([seed, 19])
    width, height = size
    scale = width / 1920
    spots: Picture = np.zeros((height, width), np.float32)
    for _ in range(LAMPS):
        long, wide = (float(rng.uniform(*span)) * scale for span in LAMP_PX)
        middle = float(rng.uniform(0.25, 0.75) * width), float(rng.uniform(0.1, 0.9) * height)
        box = cv2.boxPoints((middle, (long, wide), float(rng.uniform(0, 180))))
        cv2.fillConvexPoly(spots, box.round().astype(np.int32), bright, cv2.LINE_AA)
    soft = cv2.GaussianBlur(spots, (0, 0), 6 * scale)
    return np.repeat(np.asarray(soft, np.uint8)[..., None], 3, axis=2)


def _moved(drawn: Picture, whole: NDArray[np.int_]) -> Picture:
    """Move a picture by whole pixels; strips laid bare keep their former content."""
    dx, dy = whole.tolist()
    if not (dx or dy):
        return drawn
    height, width = drawn.shape[:2]
    picture = drawn.copy()
    to = slice(max(dy, 0), height + min(dy, 0)), slice(max(dx, 0), width + min(dx, 0))
    source = slice(max(-dy, 0), height + min(-dy, 0)), slice(max(-dx, 0), width + min(-dx, 0))
    picture[to] = drawn[source]
    return picture


def _between(part: NDArray[np.float64]) -> tuple[NDArray[np.float32], tuple[int, int]]:
    """Return the kernel that moves a picture by fractions of a pixel (x, y), and its anchor (x, y)."""
    if abs(part).max() < LEAST_SHIFT_PX:
        return np.ones((1, 1), np.float32), (0, 0)
    (x, y), (back_x, back_y) = abs(part), part < 0
    across = [1 - x, x] if back_x else [x, 1 - x]
    down = [1 - y, y] if back_y else [y, 1 - y]
    return np.outer(down, across).astype(np.float32), (0 if back_x else 1, 0 if back_y else 1)
