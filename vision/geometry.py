"""The places of things on the table: table frame, chair frames and zones.

Lengths are millimetres. The table frame has its origin in the table's centre on the felt, x to the right and y
down in the picture, and heights above the felt counted positive. A chair's own frame has x to the player's right
and y from the centre towards the player. Tile tops lie one thickness above the felt, the tops of a wall two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from config import read_table
from vision.zones import FELT, PLAYERS_ZONES, ZoneId

_TURNS: Final = (
    ((1.0, 0.0), (0.0, 1.0)),
    ((0.0, 1.0), (-1.0, 0.0)),
    ((-1.0, 0.0), (0.0, -1.0)),
    ((0.0, -1.0), (1.0, 0.0)),
)
"""Rows that take a chair's (x, y) to the table's x and y. [1; defined]"""
ROWS_APART_MM: Final = 1.0
"""Room between two rows of discards. [mm; derived: standard tiles of 28 mm in rows of 29]"""
PONDS_APART_MM: Final = 7.0
"""Room between neighbouring ponds: a pond's zone begins 4 mm before its first row, and an untidy tile beyond that is
not part of it. [mm; derived: the zone's 4 mm and 3 mm of felt]"""
MARKER_MARGIN_MM: Final = 4.0
"""White around a marker that belongs to its landmark. [mm; derived: less than the printed margin of 5 mm]"""
FELT_CORNER_MM: Final = (6.0, 24.0)
"""A landmark at a corner of the felt: its middle's distance from the edge, and half of its side. [mm; judged: holds
the whole of a round corner, and is clear of melds]"""
CONSOLE_CORNER_MM: Final = (0.0, 12.0)
"""The same two measures of a landmark at a corner of the console. [mm; judged: clear of displays and sticks]"""
CUT_CORNER_MM: Final = 12.0
"""Half of a landmark's side where two of a felt's eight sides meet. [mm; judged: melds may lie 20 from a cut-off corner]"""
CONSOLE_APART_MM: Final = 6.0
"""Room for a fingertip between the console and the first row. [mm; judged: by a standard table]"""
AROUND_MM: Final[dict[str, tuple[float, float, float, float]]] = {
    "pond": (8.0, 4.0, 12.0, 3.0),
    "ura": (4.0, 3.0, 4.0, 3.0),
    "wall": (4.0, 4.0, 4.0, 4.0),
    "hand": (8.0, 6.0, 14.0, 6.0),
    "meld": (4.0, 4.0, 5.0, 5.0),
}
"""Margins of a zone around its tiles in their places: left, far, right, near. [mm; judged: people lay tiles this
untidily]"""


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

    def grown(self, margin: float) -> Rect:
        """The rectangle, larger by this much on each side."""
        return Rect(self.left - margin, self.top - margin, self.right + margin, self.bottom + margin)

    def corners(self) -> tuple[tuple[float, float], ...]:
        """Left top, right top, right bottom, left bottom."""
        return (
            (self.left, self.top),
            (self.right, self.top),
            (self.right, self.bottom),
            (self.left, self.bottom),
        )

    def outline(self, margin: float = 0.0, parts: int = 8) -> tuple[tuple[float, float], ...]:
        """Points around it, ``parts`` to a side, since a lens bends its sides."""
        return points_around(self.grown(margin).corners(), parts)


def points_around(corners: Sequence[tuple[float, float]], parts: int = 8) -> tuple[tuple[float, float], ...]:
    """Points on the sides between corners, ``parts`` to a side."""
    return tuple(
        (x + (next_x - x) * (part / parts), y + (next_y - y) * (part / parts))
        for (x, y), (next_x, next_y) in zip(corners, (*corners[1:], corners[0]), strict=True)
        for part in range(parts)
    )


@dataclass(frozen=True, slots=True)
class TileSize:
    """A tile: ``width`` and ``length`` of its face and its ``thickness``."""

    width: float
    length: float
    thickness: float

    @classmethod
    def from_mapping(cls, tile: Mapping[str, float]) -> TileSize:
        """The tile of a mapping; missing measures are those of the standard tile."""
        scale = tile["length"] / STANDARD_TILE.length
        return cls(
            **{"width": STANDARD_TILE.width * scale, "thickness": STANDARD_TILE.thickness * scale, **tile}
        )

    @property
    def scale(self) -> float:
        """Width relative to the standard tile, for which all distances in millimetres about tiles are given."""
        return self.width / STANDARD_TILE.width

    def along(self, *, sideways: bool) -> float:
        """The length that a tile takes up in its row."""
        return self.length if sideways else self.width


STANDARD_TILE: Final = TileSize(21.0, 28.0, 16.5)
"""Tile for which sizes in millimetres were chosen; ``scale`` is relative to it. [mm; derived: standard.toml]"""


@dataclass(frozen=True, slots=True)
class Marker:
    """An ArUco marker flat on the rim, its centre in the table frame."""

    id: int
    x: float
    y: float
    size: float

    def corners(self) -> tuple[tuple[float, float], ...]:
        """Its corners as the detector orders them: left top, right top, right bottom, left bottom."""
        half = self.size / 2
        return Rect(self.x - half, self.y - half, self.x + half, self.y + half).corners()


@dataclass(frozen=True, slots=True)
class Landmark:
    """A square along the table's sides that looks the same all game long."""

    x: float
    y: float
    half: float


@dataclass(frozen=True, slots=True)
class Pond:
    """Discards in rows of ``columns``, the third as long as needed; lengths are in a chair's frame."""

    first_row_y: float
    row_pitch: float
    left_x: float
    columns: int
    max_third_row: int


@dataclass(frozen=True, slots=True)
class Wall:
    """Stacks of two face down, long side towards the player; lengths are in a chair's frame."""

    centre_y: float
    left_x: float
    stacks: int
    line_y: float


@dataclass(frozen=True, slots=True)
class HandArea:
    """The line of opened hands and the line of standing tiles; lengths are in a chair's frame."""

    centre_y: float
    left_x: float
    apart_gap: float
    standing_y: float


@dataclass(frozen=True, slots=True)
class MeldArea:
    """Melds, laid from the right corner to the left; lengths are in a chair's frame."""

    centre_y: float
    right_x: float
    gap: float
    sideways_y: float
    added_y: float


@dataclass(frozen=True, slots=True)
class Dome:
    """The dome in the table's middle, and the number of dice under it."""

    radius: float
    dice: int

    @classmethod
    def from_mapping(cls, centre: Mapping[str, Any]) -> Dome | None:
        """The dome of a table's console; None if it has none.

        Raises:
            ValueError: it is larger than the console, or holds no dice.
        """
        if "dome" not in centre:
            return None
        dome = cls(float(centre["dome"]), int(centre.get("dice", 2)))
        if not 0 < dome.radius <= centre["half"] or dome.dice < 1:
            raise ValueError(f"a dome of {dome.radius:g} mm for {dome.dice} dice")
        return dome


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the table that is read as a whole.

    Attributes:
        area: the area in the chair's frame, about a tile larger on every side than the places of tile centres.
        height: the height of the tile tops above the felt.
    """

    id: ZoneId
    area: Rect
    height: float


class GeometryError(ValueError):
    """A table's measures cannot be read; the text says why."""


@dataclass(frozen=True, slots=True)
class TableGeometry:
    """All measures of the table that a camera or a renderer needs."""

    name: str
    felt_half: float
    rim_half: float
    tile: TileSize
    centre_half: float
    dome: Dome | None
    dictionary: str
    markers: tuple[Marker, ...]
    pond: Pond
    wall: Wall
    ura_y: float
    hand: HandArea
    meld: MeldArea
    felt_cut: float = 0.0

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any]) -> TableGeometry:
        """The geometry in a table's TOML.

        Raises:
            GeometryError: a value is missing, unknown, or the marker lists differ in length.
        """
        try:
            markers, tile = mapping["markers"], TileSize.from_mapping(mapping["tile"])
            return cls(
                name=mapping["name"],
                felt_half=float(mapping["felt_half"]),
                rim_half=float(mapping["rim_half"]),
                tile=tile,
                centre_half=float(mapping["centre"]["half"]),
                dome=Dome.from_mapping(mapping["centre"]),
                dictionary=markers["dictionary"],
                markers=tuple(
                    Marker(number, x, y, markers["size"])
                    for number, x, y in zip(markers["ids"], markers["x"], markers["y"], strict=True)
                ),
                pond=Pond(**_pond(mapping["pond"], tile, mapping["centre"]["half"])),
                wall=Wall(**_wall(mapping["wall"], tile)),
                ura_y=float(mapping["ura"]["centre_y"]),
                hand=HandArea(**mapping["hand"]),
                meld=MeldArea(**_meld(mapping["meld"], tile)),
                felt_cut=_cut(mapping),
            )
        except KeyError as error:
            raise GeometryError(f"not a table geometry: {error} is missing") from error
        except (TypeError, ValueError) as error:
            raise GeometryError(f"not a table geometry: {error}") from error

    @property
    def landmarks(self) -> tuple[Landmark, ...]:
        """The parts that show whether the camera has moved: the markers, or else the corners of felt and console."""
        if self.markers:
            return tuple(Landmark(one.x, one.y, one.size / 2 + MARKER_MARGIN_MM) for one in self.markers)
        console = _corner_marks(self.centre_half, *CONSOLE_CORNER_MM)
        if self.felt_cut < FELT_CORNER_MM[1]:
            return (*_corner_marks(self.felt_half, *FELT_CORNER_MM), *console)
        return (*(Landmark(x, y, CUT_CORNER_MM) for x, y in self.felt_corners), *console)

    @property
    def felt_corners(self) -> tuple[tuple[float, float], ...]:
        """Both ends of each chair's side of the felt, in the table's frame: around it."""
        end = self.felt_half - self.felt_cut
        return tuple(to_table(chair, x, self.felt_half) for chair in range(len(_TURNS)) for x in (-end, end))

    @property
    def tile_top(self) -> float:
        """Height of the top of a tile that lies on the felt."""
        return self.tile.thickness

    @property
    def wall_top(self) -> float:
        """Height of the top of a stack of two."""
        return 2 * self.tile.thickness

    def felt_zone(self) -> Zone:
        """The whole felt, for tiles that lie in no other zone; in the table's frame, which is also chair 0's."""
        half = self.felt_half
        return Zone(FELT, Rect(-half, -half, half, half), self.tile_top)

    def zones(self) -> tuple[Zone, ...]:
        """All zones but the felt, chair by chair."""
        half = self.tile.length / 2
        pond, wall, hand, meld = self.pond, self.wall, self.hand, self.meld
        wall_right = wall.left_x + wall.stacks * self.tile.width
        last_row = pond.first_row_y + 2 * pond.row_pitch
        places = {
            "pond": (
                pond.left_x,
                pond.first_row_y - half,
                pond.left_x + pond.max_third_row * (self.tile.width + 1),
                last_row + half,
            ),
            "ura": (wall.left_x, self.ura_y - half, wall_right, self.ura_y + half),
            "wall": (wall.left_x, wall.centre_y - half, wall_right, wall.centre_y + half),
            "hand": (
                hand.left_x,
                hand.centre_y - half,
                hand.left_x + 14 * self.tile.width + hand.apart_gap,
                hand.centre_y + half,
            ),
            "meld": (
                meld.right_x - 4 * (self.tile.length + 3 * self.tile.width + meld.gap),
                meld.added_y - self.tile.width / 2,
                meld.right_x,
                meld.centre_y + half,
            ),
        }
        areas = {
            kind: Rect(left - around[0], far - around[1], right + around[2], near + around[3])
            for kind, (left, far, right, near) in places.items()
            for around in (AROUND_MM[kind],)
        }
        return tuple(
            Zone(zone, areas[zone.kind], self.wall_top if zone.kind == "wall" else self.tile_top)
            for zone in PLAYERS_ZONES
        )


def _corner_marks(out: float, within: float, half: float) -> tuple[Landmark, ...]:
    """Landmarks at the corners of a square about the table's middle."""
    return tuple(Landmark(*to_table(chair, out - within, out - within), half) for chair in range(len(_TURNS)))


def _cut(mapping: Mapping[str, Any]) -> float:
    """Return the length that the felt's cut-off corners take from each side at either end; 0 where it has four sides."""
    cut = float(mapping.get("felt_cut", 0.0))
    if not 0 <= cut < mapping["felt_half"]:
        raise ValueError(f"of a felt of {mapping['felt_half']:g} mm, {cut:g} mm cut off")
    return cut


def _pond(pond: Mapping[str, Any], tile: TileSize, console_mm: float) -> dict[str, Any]:
    """Rows around the player's middle, a millimetre apart, clear of the console and of the neighbours' first rows."""
    half = pond["columns"] * tile.width / 2
    first_row_y = max(half + PONDS_APART_MM, console_mm + CONSOLE_APART_MM) + tile.length / 2
    return {"first_row_y": first_row_y, "left_x": -half, "row_pitch": tile.length + ROWS_APART_MM, **pond}


def _wall(wall: Mapping[str, Any], tile: TileSize) -> dict[str, Any]:
    return {"left_x": -wall["stacks"] * tile.width / 2, **wall}


def _meld(meld: Mapping[str, Any], tile: TileSize) -> dict[str, Any]:
    """A sideways tile is flush with the others on the player's side, an added one touches it towards the centre."""
    sideways_y = meld.get("sideways_y", meld["centre_y"] + (tile.length - tile.width) / 2)
    return {"sideways_y": sideways_y, "added_y": sideways_y - tile.width, **meld}


def load_geometry(name: str = "standard") -> TableGeometry:
    """The geometry of a table of ``config/tables``, by name or path.

    Raises:
        ConfigError: there is no such table.
        GeometryError: its file is wrong.
    """
    try:
        return TableGeometry.from_mapping(read_table(name))
    except GeometryError as error:
        raise GeometryError(f"{name}: {error}") from error
