"""Finds things on the table outside all zones: tiles face up where no tile belongs, and point sticks.

The whole felt is examined only after its picture has changed where no arm is near. A thing is reported once two looks
agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.charts import ZoneChart, pixel_maps
from vision.camera.camera import Frame
from vision.camera.reduced import SHRINK
from vision.change.occlusion import TOUCHING, differs, reduced
from vision.geometry import Rect, TableGeometry, Zone, to_chair, to_table
from vision.lens import Image, View
from vision.model.classifier import BACK_CLASS, Classifier
from vision.reading.felt import Felt, parts_of, strongest
from vision.reading.plain_tiles import BLANK_CLASS, Lamps
from vision.reading.rows import RowShape
from vision.sightings import PlacedTile, Stick
from vision.zones import CHAIRS, ZoneId

MM_PER_PX: Final = 2.0
"""Scale of the felt's chart: a tile is 10 by 14 pixels, a stick two or three across. [mm/px; derived: half the
resolution of a camera at 1 px/mm]"""
LOOK_EVERY_MS: Final = 300
"""The time between two looks at the felt. [ms; derived: a look takes as long as a frame; three frames apart it is a
third of one]"""
FELT_DIFFERENT: Final = 20
"""A pixel that changes by more has changed. [grey levels; judged: above occlusion.DIFFERENT, because a change
elsewhere costs only a look]"""
CHANGED_PX: Final = 12
"""A tile or a stick that comes or goes changes at least this many pixels of the reduced picture. [px of the quarter;
derived: a stick of 67 by 5 mm has some 60, half of it hidden 30]"""
ARM_MM: Final = 15
"""A thing nearer to an arm than this is not reported. [mm; derived: its edge and shadow]"""
TILE_AREA_MM2: Final = (380.0, 1100.0)
"""The area of a tile with its visible side. [mm²; derived: 21 by 28 mm are 588; two thirds of it, and twice as much
with its sides]"""
SHORT_MM: Final = (16.0, 28.0)
"""Short side of a tile. [mm; derived: 21 mm; three quarters, and with a visible side]"""
LONG_MM: Final = (23.0, 36.0)
"""Long side of a tile. [mm; derived: 28 mm; four fifths, and with a visible side]"""
SURE: Final = float(np.log(0.9))
"""A tile outside all zones must be named with this probability. [log; judged: nothing else confirms it]"""
FACE_SHIFTS: Final = (
    (0.0, 0.0, 0.0),
    (1.5, 0.0, 0.0),
    (-1.5, 0.0, 0.0),
    (0.0, 1.5, 0.0),
    (0.0, -1.5, 0.0),
    (0.0, 0.0, 4.0),
    (0.0, 0.0, -4.0),
)
"""Shifts and turns of the cut-outs. [mm, degrees; derived: half a pixel of the felt's chart and the error of a
rectangle's angle]"""
HALFWAY_DEG: Final = 45.0
"""Between a tile upright and one across. [degrees; defined]"""
BOTH_ENDS: Final = 2
"""Dark dots of a stick of 100 points: one at each end at least. [dots; defined]"""
SAME_MM: Final = 6.0
"""A thing found within this distance of its former place has not moved. [mm; derived: three pixels of the felt's
chart]"""
STICK_LONG_MM: Final = (52.0, 92.0)
"""Length of a stick. [mm; judged: sticks on sale have 62 to 82 mm]"""
STICK_SHORT_MM: Final = (2.5, 11.0)
"""Width of a stick. [mm; judged: sticks on sale have 4 to 8 mm]"""
STICK_FILLED: Final = 0.6
"""A stick fills at least this share of its rectangle. [share; judged: blurred ends and dots]"""
STICK_BRIGHT: Final = 120
"""A stick is brighter than this. [grey levels; judged: ivory in shadow]"""
STICK_PLAIN: Final = 0.28
"""A stick's colours differ by a smaller share than this. [share; judged: ivory under a warm lamp]"""
RED_DOT: Final = 35
"""Red exceeds the other colours by this much in the dot of 1,000 points. [grey levels; judged: a dot of a pixel and a
half is mixed with ivory]"""
DARK_DOT: Final = 0.62
"""A dot of 100 points is darker than this share of the stick. [share; judged: a dot of a pixel is mixed with
ivory]"""
ALONG_STICK: Final = 0.4
"""A stick's dots are looked for this far from its middle. [share of its length; derived: its ends are round]"""
CENTRE_RIM_MM: Final = 6.0
"""Nothing is searched nearer to the console than this. [mm; judged: its rim and shadow]"""
STANDING: Final = ("hand", "wall", "meld")
"""Kinds of zones in whose rows backs and sides of tiles look like anything."""


@dataclass(frozen=True, slots=True)
class Loose:
    """The things outside all zones; tiles in the table's frame."""

    tiles: tuple[PlacedTile, ...]
    sticks: tuple[Stick, ...]

    def like(self, other: Loose) -> bool:
        """Return whether the same things lie in the same places."""
        return _same(self.tiles, other.tiles, lambda tile: tile.tile) and not self.other_sticks(other.sticks)

    def other_sticks(self, sticks: tuple[Stick, ...]) -> bool:
        """Return whether the sticks differ from these, or lie elsewhere."""
        return not _same(self.sticks, sticks, lambda stick: stick.points)

    def with_sticks(self, sticks: tuple[Stick, ...]) -> Loose:
        """A copy with further sticks: those of the given ones that lie where none was found."""
        more = [
            stick
            for stick in sticks
            if not any(
                abs(stick.x_mm - each.x_mm) < SAME_MM and abs(stick.y_mm - each.y_mm) < SAME_MM
                for each in self.sticks
            )
        ]
        return Loose(self.tiles, tuple(sorted((*self.sticks, *more), key=_stick_order)))


class FeltWatch:
    """Looks at the whole felt of one view of the table.

    Args:
        geometry: the table's.
        view: the view of the table.
        classifier: names tiles.
    """

    def __init__(self, geometry: TableGeometry, view: View, classifier: Classifier) -> None:
        self._geometry = geometry
        self._classifier = classifier
        half = geometry.felt_half
        self._half = half
        self._chart = ZoneChart(geometry.felt_zone(), view, geometry.tile)
        self._size = round(2 * half / MM_PER_PX)
        first = MM_PER_PX / 2 - half
        from_px = np.array([[MM_PER_PX, 0, first], [0, MM_PER_PX, first], [0, 0, 1]])
        self._maps: tuple[Any, Any] = pixel_maps(
            view, view.plane(geometry.tile_top) @ from_px, self._size, self._size
        )
        across, down = cv2.convertMaps(*self._maps, cv2.CV_32FC1)
        self._small_maps = (np.asarray(across / SHRINK, np.float32), np.asarray(down / SHRINK, np.float32))
        self._foot = view.camera()
        self._areas = [(each.id.kind, _around(each)) for each in geometry.zones()]
        corners = view.points([(x, y, 0.0) for x, y in Rect(-half, -half, half, half).corners()])
        self._outline = reduced(corners)
        self._zones = [
            reduced(view.points([(x, y, geometry.tile_top) for x, y in area.corners()]))
            for _, area in self._areas
        ]
        self._inside: Image | None = None
        self._looked: Image | None = None
        self._looked_ms: int | None = None
        self._before: Loose | None = None
        self._agreed = False

    def due(self, small: Image, owners: Image, at_ms: int) -> bool:
        """Return whether the felt changed where no arm is, or two looks at it must still agree."""
        if self._looked_ms is not None and at_ms - self._looked_ms < LOOK_EVERY_MS:
            return False
        if self._looked is None or self._inside is None or not self._agreed:
            return True
        changed = (differs(small, self._looked, FELT_DIFFERENT) & self._inside > 0) & (owners == 0)
        if np.count_nonzero(changed) >= CHANGED_PX:
            return True
        self._looked_ms = at_ms
        return False

    def look(
        self,
        frame: Frame,
        small: Image,
        owners: Image,
        felt: Felt,
        known: Mapping[ZoneId, tuple[PlacedTile, ...]],
    ) -> Loose | None:
        """The loose things, if the look before this one found the same.

        Args:
            frame: the frame to examine.
            small: its reduced picture.
            owners: the arms in it, by pixel.
            felt: the felt's colour in it.
            known: the tiles believed to lie in the zones.
        """
        if self._inside is None:
            self._inside = np.zeros(small.shape[:2], np.uint8)
            cv2.fillPoly(self._inside, [self._outline], 255)
            # Changes inside the zones are not looked at here.
            for outline in self._zones:
                cv2.fillPoly(self._inside, [outline], 0)
        self._looked, self._looked_ms = small, frame.at_ms
        chart = np.asarray(cv2.remap(frame.image, *self._maps, cv2.INTER_LINEAR), np.uint8)
        arms = self._arms(owners)
        explained = self._explained(known)
        found = Loose(
            tuple(self._tiles(frame.image, felt, felt.strange(chart), explained, arms)),
            tuple(self._sticks(chart, explained, arms)),
        )
        before, self._before = self._before, found
        self._agreed = before is not None and before.like(found)
        return found if self._agreed else None

    def hidden(self, sticks: Iterable[Stick], owners: Image) -> tuple[Stick, ...]:
        """The sticks that an arm may hide."""
        arms = self._arms(owners)
        found = []
        for stick in sticks:
            column, row = self._pixel(stick.x_mm), self._pixel(stick.y_mm)
            size = (STICK_LONG_MM[1] / MM_PER_PX, STICK_SHORT_MM[1] / MM_PER_PX)
            corners = cv2.boxPoints(((column, row), size, stick.angle_deg)).round().astype(np.int32)
            place = np.zeros_like(arms)
            cv2.fillConvexPoly(place, corners, 255)
            if (arms & place).any():
                found.append(stick)
        return tuple(found)

    def _arms(self, owners: Image) -> Image:
        """Return a mask of the arms on the felt's chart, with a margin."""
        arms = cv2.remap(owners, *self._small_maps, cv2.INTER_NEAREST)
        covered = ((arms > 0) * 255).astype(np.uint8)
        wide = round(2 * ARM_MM / MM_PER_PX) + 1
        return np.asarray(cv2.dilate(covered, np.ones((wide, wide), np.uint8)), np.uint8)

    def _explained(self, known: Mapping[ZoneId, tuple[PlacedTile, ...]]) -> Image:
        """The places of the console, of walls and standing hands, and of known tiles."""
        mask = np.zeros((self._size, self._size), np.uint8)
        for kind, area in self._areas:
            if kind in STANDING:
                self._fill(mask, area)
        width, length = self._geometry.tile.width / 2 + 5, self._geometry.tile.length / 2 + 5
        for zone, tiles in known.items():
            for tile in () if zone.shared else tiles:
                x, y = to_table(zone.chair, tile.x_mm, tile.y_mm)
                across = tile.sideways != bool(zone.chair % 2)
                half_x, half_y = (length, width) if across else (width, length)
                self._fill(mask, Rect(x - half_x, y - half_y, x + half_x, y + half_y))
        return mask

    def _fill(self, mask: Image, area: Rect) -> None:
        left, right = self._pixel(area.left), self._pixel(area.right)
        top, bottom = self._pixel(area.top), self._pixel(area.bottom)
        mask[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)] = 255

    def _pixel(self, mm: float) -> int:
        """The chart's column or row of an x or y of the table's frame."""
        return round((mm + self._half) / MM_PER_PX)

    def _mm(self, pixel: float) -> float:
        """The x or y of a column or row."""
        return (pixel + 0.5) * MM_PER_PX - self._half

    def _tiles(
        self, picture: Image, felt: Felt, strange: Image, explained: Image, arms: Image
    ) -> list[PlacedTile]:
        mask = strange & ~explained
        beyond = cv2.dilate(strange & explained, TOUCHING)
        low, high = (self._pixel(side * (self._geometry.centre_half + CENTRE_RIM_MM)) for side in (-1, 1))
        mask[low:high, low:high] = 0
        scale = self._geometry.tile.scale
        area = TILE_AREA_MM2[0] * scale**2, TILE_AREA_MM2[1] * scale**2
        tiles = []
        for points in _blobs(mask, arms, area):
            (column, row), size, angle = cv2.minAreaRect(points)
            short, long = sorted((side + 1) * MM_PER_PX / scale for side in size)
            if not (SHORT_MM[0] <= short <= SHORT_MM[1] and LONG_MM[0] <= long <= LONG_MM[1]):
                continue
            turn = angle if size[1] >= size[0] else angle - 90.0
            # The visible side of the tile lies towards the point below the camera.
            x, y = self._mm(column), self._mm(row)
            lean = self._geometry.tile.thickness / self._foot[2] / 2
            x, y = x + (x - self._foot[0]) * lean, y + (y - self._foot[1]) * lean
            if any(_within(area, x, y) for _, area in self._areas):
                continue
            named = self._named(Lamps(self._chart, picture, felt), x, y, turn)
            if named is not None:
                face, log = named
                if face == BLANK_CLASS and (beyond[points[:, 1], points[:, 0]] > 0).any():
                    continue  # perhaps a part of something plain that goes on there
                tiles.append((face, x, y, abs((turn + 90.0) % 180.0 - 90.0) > HALFWAY_DEG, log))
        return [
            PlacedTile(face, round(x, 1), round(y, 1), across, 0, order, round(1000 * float(np.exp(log))))
            for order, (face, x, y, across, log) in enumerate(
                sorted(tiles, key=lambda each: (each[2], each[1]))
            )
        ]

    def _named(self, lamps: Lamps, x: float, y: float, turn: float) -> tuple[int, float] | None:
        """The face that lies there and the logarithm of its probability; None if there is no tile face up."""
        crops = [self._chart.crop(lamps.picture, x + dx, y + dy, turn + more) for dx, dy, more in FACE_SHIFTS]
        logs = self._classifier.log_probabilities(crops)
        row, face = np.unravel_index(int(logs[:, :BACK_CLASS].argmax()), (len(FACE_SHIFTS), BACK_CLASS))
        best = float(logs[row, face])
        if best < SURE or lamps.dazzle(RowShape(x, y, False, turn), plain=int(face) == BLANK_CLASS):
            return None
        return int(face), best

    def _sticks(self, chart: Image, explained: Image, arms: Image) -> list[Stick]:
        b, g, r = cv2.split(chart)
        brightest, darkest = strongest(chart), np.asarray(cv2.min(cv2.min(b, g), r), np.uint8)
        plain = brightest.astype(np.int16) - darkest < STICK_PLAIN * brightest
        mask = ((brightest > STICK_BRIGHT) & plain & (explained == 0)).astype(np.uint8) * 255
        # The dots of a stick are part of it.
        mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)
        # A thing that reaches the felt's edge is part of the rim: the camera's height is only roughly known.
        edge = cv2.rectangle(arms.copy(), (0, 0), (self._size - 1, self._size - 1), 255)
        sticks = []
        for points in _blobs(
            mask, np.asarray(edge, np.uint8), (STICK_LONG_MM[0] * STICK_SHORT_MM[0], 1000.0)
        ):
            (column, row), size, angle = cv2.minAreaRect(points)
            short, long = sorted((side + 1) * MM_PER_PX for side in size)
            if not (
                STICK_SHORT_MM[0] <= short <= STICK_SHORT_MM[1]
                and STICK_LONG_MM[0] <= long <= STICK_LONG_MM[1]
                and len(points) * MM_PER_PX**2 >= STICK_FILLED * short * long
            ):
                continue
            turn = angle if size[0] >= size[1] else angle + 90.0
            x, y = self._mm(column), self._mm(row)
            sticks.append(
                Stick(
                    round(x, 1),
                    round(y, 1),
                    round(turn % 180.0, 1),
                    _points_of(chart, column, row, long / MM_PER_PX, turn),
                    _nearest_chair(x, y),
                )
            )
        return sorted(sticks, key=_stick_order)


def _blobs(mask: Image, arms: Image, area: tuple[float, float]) -> Iterable[NDArray[np.int32]]:
    """Return the pixels (n by 2: column, row) of each connected thing of a given area, away from arms."""
    labels, sizes = parts_of(mask)
    least, most = (mm2 / MM_PER_PX**2 for mm2 in area)
    near = np.zeros(len(sizes), np.bool_)
    near[labels[arms > 0]] = True
    near[0] = True
    for label in np.flatnonzero((sizes >= least) & (sizes <= most) & ~near).tolist():
        rows, columns = np.nonzero(labels == label)
        yield np.column_stack([columns, rows]).astype(np.int32)


def _points_of(chart: Image, column: float, row: float, long: float, turn: float) -> int:
    """Return a stick's points: 1,000 with a red dot in its middle, 100 with dark dots at its ends, 0 if neither is seen."""
    along = np.linspace(-ALONG_STICK, ALONG_STICK, 41) * long
    angle = np.deg2rad(turn)
    columns = np.clip((column + along * np.cos(angle)).round().astype(int), 0, chart.shape[1] - 1)
    rows = np.clip((row + along * np.sin(angle)).round().astype(int), 0, chart.shape[0] - 1)
    line = chart[rows, columns].astype(np.int16)
    middle = line[16:25]
    if (middle[:, 2] - middle[:, :2].max(axis=1)).max() > RED_DOT:
        return 1000
    light = line.max(axis=1)
    ends = np.concatenate([light[:15], light[-15:]])
    return 100 if (ends < DARK_DOT * np.median(light)).sum() >= BOTH_ENDS else 0


def _stick_order(stick: Stick) -> tuple[int, float, float]:
    return stick.chair, stick.y_mm, stick.x_mm


def _nearest_chair(x: float, y: float) -> int:
    return max(range(CHAIRS), key=lambda chair: to_chair(chair, x, y)[1])


def _around(zone: Zone) -> Rect:
    """A zone's area in the table's frame."""
    corners = [to_table(zone.id.chair, x, y) for x, y in zone.area.corners()]
    xs, ys = zip(*corners, strict=True)
    return Rect(min(xs), min(ys), max(xs), max(ys))


def _within(area: Rect, x: float, y: float) -> bool:
    return area.left <= x <= area.right and area.top <= y <= area.bottom


def _same(one: tuple[Any, ...], other: tuple[Any, ...], what: Any) -> bool:
    return len(one) == len(other) and all(
        what(a) == what(b) and abs(a.x_mm - b.x_mm) < SAME_MM and abs(a.y_mm - b.y_mm) < SAME_MM
        for a, b in zip(one, other, strict=True)
    )
