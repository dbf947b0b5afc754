"""Where things lie on the table: table frame, chair frames, zones, and their places in a picture.

Lengths are millimetres. The table frame has its origin in the table's centre on the felt, x to the right and y
down in the picture, and heights above the felt counted positive. A chair's own frame has x to the player's right
and y from the centre towards the player. Tile tops lie one thickness above the felt, the tops of a wall two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import numpy as np

from config import read_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

    Floats: TypeAlias = NDArray[np.float64]

ZoneKind: TypeAlias = Literal["pond", "meld", "hand", "ura", "wall"]
ZONE_KINDS: Final[tuple[ZoneKind, ...]] = ("pond", "meld", "hand", "ura", "wall")
CHAIRS: Final = 4
_TURNS: Final = (
    ((1.0, 0.0), (0.0, 1.0)),
    ((0.0, 1.0), (-1.0, 0.0)),
    ((-1.0, 0.0), (0.0, -1.0)),
    ((0.0, -1.0), (1.0, 0.0)),
)
"""Rows that take a chair's (x, y) to the table's x and y."""


def to_table(chair: int, x: float, y: float) -> tuple[float, float]:
    """A point of a chair's frame in the table frame."""
    (a, b), (c, d) = _TURNS[chair]
    return a * x + b * y, c * x + d * y


def to_chair(chair: int, x: float, y: float) -> tuple[float, float]:
    """A point of the table frame in a chair's frame."""
    (a, b), (c, d) = _TURNS[chair]
    return a * x + c * y, b * x + d * y


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle in some frame."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def corners(self) -> tuple[tuple[float, float], ...]:
        """Left top, right top, right bottom, left bottom."""
        return (
            (self.left, self.top),
            (self.right, self.top),
            (self.right, self.bottom),
            (self.left, self.bottom),
        )


@dataclass(frozen=True, slots=True)
class TileSize:
    """A tile: ``width`` and ``length`` of its face and its ``thickness``."""

    width: float
    length: float
    thickness: float


@dataclass(frozen=True, slots=True)
class Marker:
    """An ArUco marker flat on the rim, its centre in the table frame."""

    id: int
    x: float
    y: float
    size: float

    def corners(self) -> Floats:
        """Its corners (4 by 2) as the detector orders them: left top, right top, right bottom, left bottom."""
        half = self.size / 2
        return np.array(
            [
                (self.x - half, self.y - half),
                (self.x + half, self.y - half),
                (self.x + half, self.y + half),
                (self.x - half, self.y + half),
            ]
        )


@dataclass(frozen=True, slots=True)
class Pond:
    """Discards: rows of ``columns``, the third as long as need be; numbers in a chair's frame."""

    first_row_y: float
    row_pitch: float
    left_x: float
    columns: int
    max_third_row: int


@dataclass(frozen=True, slots=True)
class Wall:
    """Stacks of two face down, long side towards the player; numbers in a chair's frame."""

    centre_y: float
    left_x: float
    stacks: int
    line_y: float


@dataclass(frozen=True, slots=True)
class Hand:
    """The line of opened hands and the line of standing tiles; numbers in a chair's frame."""

    centre_y: float
    left_x: float
    apart_gap: float
    standing_y: float


@dataclass(frozen=True, slots=True)
class Meld:
    """Melds from the right corner to the left; numbers in a chair's frame."""

    centre_y: float
    right_x: float
    gap: float
    sideways_y: float
    added_y: float


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the table that is read as a whole.

    Attributes:
        area: in the chair's frame; a little larger than where tile centres may be by a tile all around.
        height: of the tile tops above the felt.
    """

    name: str
    kind: ZoneKind
    chair: int
    area: Rect
    height: float


@dataclass(frozen=True, slots=True)
class TableGeometry:
    """Everything a camera or a renderer must know of the table's measures."""

    name: str
    felt_half: float
    rim_half: float
    tile: TileSize
    centre_half: float
    dictionary: str
    markers: tuple[Marker, ...]
    pond: Pond
    wall: Wall
    ura_y: float
    hand: Hand
    meld: Meld

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any]) -> TableGeometry:
        """The geometry in a table's TOML.

        Raises:
            ValueError: a value is missing, unknown, or the marker lists differ in length.
        """
        try:
            markers = mapping["markers"]
            return cls(
                name=mapping["name"],
                felt_half=float(mapping["felt_half"]),
                rim_half=float(mapping["rim_half"]),
                tile=TileSize(**mapping["tile"]),
                centre_half=float(mapping["centre"]["half"]),
                dictionary=markers["dictionary"],
                markers=tuple(
                    Marker(number, x, y, markers["size"])
                    for number, x, y in zip(markers["ids"], markers["x"], markers["y"], strict=True)
                ),
                pond=Pond(**mapping["pond"]),
                wall=Wall(**mapping["wall"]),
                ura_y=float(mapping["ura"]["centre_y"]),
                hand=Hand(**mapping["hand"]),
                meld=Meld(**mapping["meld"]),
            )
        except (KeyError, TypeError) as error:
            raise ValueError(f"not a table geometry: {error}") from error

    @property
    def tile_top(self) -> float:
        """Height of the top of a tile that lies on the felt."""
        return self.tile.thickness

    @property
    def wall_top(self) -> float:
        """Height of the top of a stack of two."""
        return 2 * self.tile.thickness

    def zones(self) -> tuple[Zone, ...]:
        """All zones, chair by chair."""
        half = self.tile.length / 2
        pond, wall, hand, meld = self.pond, self.wall, self.hand, self.meld
        pond_right = pond.left_x + pond.max_third_row * (self.tile.width + 1) + 12
        wall_right = wall.left_x + wall.stacks * self.tile.width
        last_row = pond.first_row_y + 2 * pond.row_pitch
        areas: dict[ZoneKind, Rect] = {
            "pond": Rect(pond.left_x - 8, pond.first_row_y - half - 4, pond_right, last_row + half + 3),
            "ura": Rect(wall.left_x - 4, self.ura_y - half - 3, wall_right + 4, self.ura_y + half + 3),
            "wall": Rect(wall.left_x - 4, wall.centre_y - half - 4, wall_right + 4, wall.centre_y + half + 4),
            "hand": Rect(
                hand.left_x - 8,
                hand.centre_y - half - 6,
                hand.left_x + 14 * self.tile.width + hand.apart_gap + 14,
                hand.centre_y + half + 6,
            ),
            "meld": Rect(
                meld.right_x - 4 * (self.tile.length + 3 * self.tile.width + meld.gap) - 4,
                meld.added_y - self.tile.width / 2 - 4,
                meld.right_x + 5,
                meld.centre_y + half + 5,
            ),
        }
        return tuple(
            Zone(
                f"{kind}/{chair}",
                kind,
                chair,
                areas[kind],
                self.wall_top if kind == "wall" else self.tile_top,
            )
            for chair in range(CHAIRS)
            for kind in ZONE_KINDS
        )


def load_geometry(name: str = "standard") -> TableGeometry:
    """The geometry of a table of ``config/tables``, by name or path.

    Raises:
        ValueError: there is no such table or its file is wrong.
    """
    return TableGeometry.from_mapping(read_table(name))


@dataclass(frozen=True, slots=True)
class View:
    """How the camera sees the table: the 3 by 4 matrix that takes (x, y, height, 1) to a picture's pixels."""

    matrix: Floats

    @classmethod
    def from_pose(cls, intrinsics: ArrayLike, rotation: ArrayLike, translation: ArrayLike) -> View:
        """From the camera matrix (3 by 3) and a pose in OpenCV's sense for the frame (x, y, -height).

        With y down in the picture and x to the right, the camera's depth grows downwards: a right-handed frame
        has its third axis pointing into the table, so a height enters with a minus.
        """
        extrinsics = np.hstack([np.asarray(rotation, float), np.asarray(translation, float).reshape(3, 1)])
        matrix = np.asarray(intrinsics, float) @ extrinsics
        matrix[:, 2] *= -1
        return cls(matrix)

    def plane(self, height: float) -> Floats:
        """The homography (3 by 3) from table x, y at ``height`` to pixels."""
        m = self.matrix
        return np.column_stack([m[:, 0], m[:, 1], m[:, 2] * height + m[:, 3]])

    def camera(self) -> tuple[float, float, float]:
        """Where the camera hangs: x, y, height."""
        x, y, height = -np.linalg.solve(self.matrix[:, :3], self.matrix[:, 3])
        return float(x), float(y), float(height)

    def points(self, points: ArrayLike) -> Floats:
        """Pixels (n by 2) of points (n by 3: x, y, height)."""
        homogeneous = np.asarray(points, float) @ self.matrix[:, :3].T + self.matrix[:, 3]
        return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:], np.float64)

    def to_plane(self, pixels: ArrayLike, height: float) -> Floats:
        """Table x, y (n by 2) of pixels that show something at ``height``."""
        flat = np.asarray(pixels, float)
        rays = np.column_stack([flat, np.ones(len(flat))]) @ np.linalg.inv(self.plane(height)).T
        return np.asarray(rays[:, :2] / rays[:, 2:], np.float64)
