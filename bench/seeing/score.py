"""Compares the tiles that vision read with the true ones: by place in single frames, zone by zone after voting."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from referee.tiles import is_red
from simulation.world.places import Lie
from simulation.world.world import World
from vision.geometry import to_chair
from vision.lens import Image, View
from vision.model.classifier import BACK_CLASS, Classifier, class_of_tile
from vision.reading.felt import Felt
from vision.reading.reading import ZoneReader
from vision.sightings import BACK, PlacedTile
from vision.tracking.tracker import TableReader
from vision.zones import ZoneId

SAME_PLACE_MM: Final = 8.0
BINS: Final = 15
SURE: Final = 0.5
"""A shape named with less confidence counts as no tile."""
TOP1, FOUND, FALSE, VOTED, RED, ECE = 0.995, 0.998, 0.001, 0.9995, 0.995, 0.02


@dataclass(slots=True)
class Figures:
    """Counts so far."""

    rows: int = 0
    laid: int = 0
    found: int = 0
    right: int = 0
    false: int = 0
    red: int = 0
    red_right: int = 0
    voted_laid: int = 0
    voted_wrong: int = 0
    sure: list[tuple[float, bool]] = field(default_factory=list)

    def single_frame(self, image: Image, reader: TableReader, classifier: Classifier, world: World) -> None:
        """Read one picture zone by zone and match the finds with the true tiles."""
        if reader.calibration is None:
            self.laid += sum(tile.place is not None for tile in world.on_table())
            return
        view = reader.calibration.view
        zones = ZoneReader(world.geometry, view, classifier)
        felt = _felt(image, view, world.geometry.felt_half)
        for name in zones.charts:
            kind = name.kind
            truth = _lying(world, name)
            shapes = zones.read_zone(name, image, felt).shapes
            read = [
                shape
                for shape in shapes
                if shape.named.is_tile
                and np.exp(shape.named.logs.max()) >= SURE
                and (kind != "wall" or int(shape.named.logs.argmax()) != BACK_CLASS)
            ]
            self._match(truth, [(s.found.x, s.found.y, s.named.logs) for s in read])
            self.rows += len({round(y / 29) for _, y, _ in truth})

    def _match(
        self,
        truth: list[tuple[float, float, int]],
        read: list[tuple[float, float, NDArray[np.float32]]],
    ) -> None:
        left = list(read)
        self.laid += len(truth)
        for x, y, face in truth:
            red = face != BACK and is_red(face)
            self.red += red
            if not left:
                continue
            near = min(left, key=lambda one: (one[0] - x) ** 2 + (one[1] - y) ** 2)
            if np.hypot(near[0] - x, near[1] - y) > SAME_PLACE_MM:
                continue
            # Lists compare arrays element by element: so remove the find by identity.
            left = [one for one in left if one is not near]
            right = int(near[2].argmax()) == class_of_tile(face)
            self.found += 1
            self.right += right
            self.red_right += red and right
            self.sure.append((float(np.exp(near[2].max())), right))
        self.false += len(left)
        self.sure += [(float(np.exp(one[2].max())), False) for one in left]

    def voted(self, laid: Sequence[tuple[int, bool]], read: Sequence[PlacedTile]) -> list[str]:
        """Score a zone's final content; returns its errors in words."""
        placed = [(tile.tile, tile.sideways) for tile in read]
        wrong = sum(a != b for a, b in zip(laid, placed, strict=False)) + abs(len(laid) - len(placed))
        self.voted_laid += len(laid)
        self.voted_wrong += wrong
        return [f"laid {list(laid)}, read {placed}"] if wrong else []

    @property
    def error(self) -> float:
        """Expected calibration error: the gap between confidence and accuracy, over bins."""
        if not self.sure:
            return 0.0
        confidence, right = (np.array(side, float) for side in zip(*self.sure, strict=True))
        bins = np.minimum((confidence * BINS).astype(int), BINS - 1)
        return float(
            sum(
                abs(confidence[bins == each].mean() - right[bins == each].mean()) * (bins == each).mean()
                for each in np.unique(bins)
            )
        )

    def shares(self) -> list[tuple[str, float, float, bool]]:
        """Name, value, target, and whether more is better."""
        voted = 1 - self.voted_wrong / max(1, self.voted_laid)
        return [
            ("single frame: named rightly of those found", self.right / max(1, self.found), TOP1, True),
            ("single frame: found", self.found / max(1, self.laid), FOUND, True),
            ("single frame: false tiles", self.false / max(1, self.laid), FALSE, False),
            ("single frame: red fives named rightly", self.red_right / max(1, self.red), RED, True),
            ("single frame: expected calibration error", self.error, ECE, False),
            ("after voting: right", voted, VOTED, True),
        ]

    def lines(self) -> list[str]:
        return [
            f"{self.rows} rows, {self.laid} tiles, {self.red} red fives",
            *(
                f"  {name} {value:.5f} (wanted {'≥' if more else '≤'} {wanted})"
                for name, value, wanted, more in self.shares()
            ),
        ]

    def missed(self) -> list[str]:
        """The figures that miss their targets."""
        return [
            f"{name} {value:.5f}"
            for name, value, wanted, more in self.shares()
            if (value < wanted if more else value > wanted)
        ]


def _lying(world: World, zone: ZoneId) -> list[tuple[float, float, int]]:
    """The readable tiles of a zone: x and y in the chair's frame, and the face or ``BACK``."""
    found = []
    for tile in world.in_zone(zone):
        place = tile.place
        if place is None or place.lie is Lie.STANDING:
            continue
        if place.lie is Lie.FACE_DOWN and zone.kind != "meld":
            continue
        x, y = to_chair(zone.chair, place.x_mm, place.y_mm)
        found.append((x, y, tile.face if place.lie is Lie.FACE_UP else BACK))
    return found


def _felt(image: Image, view: View, half: float) -> Felt:
    """The colour of the felt, which covers most of the table."""
    spread = np.linspace(-half * 0.9, half * 0.9, 60)
    x, y = (axis.ravel() for axis in np.meshgrid(spread, spread))
    pixels = view.points(np.column_stack([x, y, np.zeros_like(x)])).astype(int)
    inside = (pixels >= 0).all(axis=1) & (pixels < (image.shape[1], image.shape[0])).all(axis=1)
    column, row = pixels[inside].T
    return Felt.of(np.asarray(image[row, column], np.uint8))
