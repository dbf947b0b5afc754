"""The places of single tiles on a table, computed from the zones of the table's geometry.

The table's frame and the chairs' frames are those of ``vision.geometry``; millimetres and degrees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import count, product
from math import cos, radians, sin, tan
from typing import Final

from vision.geometry import TableGeometry, TileSize, to_chair, to_table
from vision.zones import CHAIRS

ROUND_CORNER_MM: Final = 20.0
ROOM_MM: Final = 1.0
"""The room around a tile that fell, and around its neighbours."""


class Lie(Enum):
    """A tile's lie: which side is up."""

    FACE_UP = "face up"
    FACE_DOWN = "face down"
    STANDING = "standing"
    """On its short edge, with the face to the player it is turned to."""


RIGHT, FAR, LEFT, NEAR = range(4)
"""The sides of a tile in its own frame or in a chair's, counter-clockwise."""


@dataclass(frozen=True, slots=True)
class Lean:
    """The lean of a tile with one side up on another tile and the opposite side in place.

    Attributes:
        deg: its slope.
        side: the side that is up.
    """

    deg: float
    side: int

    @property
    def way(self) -> tuple[float, float]:
        """Return the direction of the side that is up, in the tile's frame."""
        return ((1.0, 0.0), (0.0, -1.0), (-1.0, 0.0), (0.0, 1.0))[self.side]


@dataclass(frozen=True, slots=True)
class TilePlace:
    """The place of a tile: its centre in the table's frame, the height of its underside, its turn and its lie.

    ``angle_deg`` turns counter-clockwise in the picture; 0 reads upright for chair 0, 90 for chair 1. The centre of a
    leaning tile is where it would be if the tile were let down flat about its lower side.
    """

    x_mm: float
    y_mm: float
    angle_deg: float
    lie: Lie
    z_mm: float = 0.0
    lean: Lean | None = None

    def raised(self, by_mm: float) -> TilePlace:
        """Return the same place, higher or (if negative) lower."""
        return replace(self, z_mm=self.z_mm + by_mm)


@dataclass(frozen=True, slots=True, order=True)
class WallSpot:
    """One of the 136 positions of a built wall: chair, stack from the player's left (0-16), level 0 below, 1 above."""

    chair: int
    stack: int
    level: int


@dataclass(frozen=True, slots=True)
class WallLay:
    """The errors of a wall that its player built by hand.

    Attributes:
        along_mm, aside_mm: the offset of its middle, to the player's right and towards the player.
        turn_deg: counter-clockwise.
        gap_mm: between two stacks.
        out_of_line_mm: of each stack, towards the player.
    """

    along_mm: float
    aside_mm: float
    turn_deg: float
    gap_mm: float
    out_of_line_mm: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Places:
    """The places of a table: walls, ponds, melds, hands.

    Attributes:
        lays: of walls that were built by hand, by chair; none if the machine built them.
    """

    geometry: TableGeometry
    lays: tuple[WallLay, ...] = ()

    def place(
        self, chair: int, x_mm: float, y_mm: float, lie: Lie, *, turn_deg: float = 0.0, z_mm: float = 0.0
    ) -> TilePlace:
        """Return a place given in a chair's frame; ``turn_deg`` is from upright for that player."""
        x, y = to_table(chair, x_mm, y_mm)
        return TilePlace(x, y, 90.0 * chair + turn_deg, lie, z_mm)

    def wall(self, spot: WallSpot, lie: Lie = Lie.FACE_DOWN) -> TilePlace:
        wall, tile = self.geometry.wall, self.geometry.tile
        z_mm = spot.level * tile.thickness
        if not self.lays:
            x = wall.left_x + (spot.stack + 0.5) * tile.width
            return self.place(spot.chair, x, wall.centre_y, lie, z_mm=z_mm)
        lay = self.lays[spot.chair]
        along = (spot.stack - (wall.stacks - 1) / 2) * (tile.width + lay.gap_mm)
        turn, off = radians(lay.turn_deg), lay.out_of_line_mm[spot.stack]
        x = wall.left_x + wall.stacks * tile.width / 2 + lay.along_mm + along * cos(turn) + off * sin(turn)
        y = wall.centre_y + lay.aside_mm - along * sin(turn) + off * cos(turn)
        return self.place(spot.chair, x, y, lie, turn_deg=lay.turn_deg, z_mm=z_mm)

    def uras(self, spots: Sequence[WallSpot], discards: Sequence[TilePlace] = ()) -> tuple[TilePlace, ...]:
        """Return the places for the open ura dora indicators from these spots, each below its indicator.

        A wall built by hand may be nearer to the discards. Then they all move along the wall until they lie on none.
        """
        near = discards if self.lays else ()
        ways = (way * steps * self.geometry.tile.width / 2 for steps in count() for way in (1, -1))
        rows = (tuple(self._ura(spot, spots, along_mm) for spot in spots) for along_mm in ways)
        return next(
            row for row in rows if not any(self.overlap(one, other) for one, other in product(row, near))
        )

    def _ura(self, spot: WallSpot, among: Sequence[WallSpot], along_mm: float) -> TilePlace:
        """Return the place of one of them, so far to the right of its indicator.

        If the row of indicators (``among``) goes round a corner of the walls, the ura dora before the corner move over,
        because two tiles beside the stacks at a corner would overlap.
        """
        stack = self.wall(spot)
        x, y = to_chair(spot.chair, stack.x_mm, stack.y_mm)
        ends = {(other.chair, other.stack) for other in among}
        if {(spot.chair, self.geometry.wall.stacks - 1), ((spot.chair + 1) % CHAIRS, 0)} <= ends:
            x -= ROUND_CORNER_MM
        off_mm = y - self.geometry.wall.centre_y
        return self.place(spot.chair, x + along_mm, self.geometry.ura_y + off_mm, Lie.FACE_UP)

    def standing(self, chair: int, count: int, *, apart: bool) -> tuple[TilePlace, ...]:
        """Return a row of concealed tiles standing before the player; ``apart``: the last one stands a little apart."""
        hand = self.geometry.hand
        left = hand.left_x + self.geometry.tile.width
        return tuple(
            self.place(chair, x, hand.standing_y, Lie.STANDING) for x in self._row(left, count, apart=apart)
        )

    def opened(self, chair: int, count: int, *, apart: bool, shift_mm: float = 0.0) -> tuple[TilePlace, ...]:
        """Return an opened hand, left to right; ``apart``: the last tile is the winning or drawn one."""
        hand = self.geometry.hand
        return tuple(
            self.place(chair, x + shift_mm, hand.centre_y, Lie.FACE_UP)
            for x in self._row(hand.left_x, count, apart=apart)
        )

    def _row(self, left_x: float, count: int, *, apart: bool) -> list[float]:
        xs = [left_x + (index + 0.5) * self.geometry.tile.width for index in range(count)]
        if apart and xs:
            xs[-1] += self.geometry.hand.apart_gap
        return xs

    def meld(
        self, chair: int, right_x: float, sideways: int | None, count: int, *, inwards_mm: float = 0.0
    ) -> tuple[tuple[TilePlace, ...], float]:
        """Return the places of a meld of ``count`` tiles, left to right, and its left edge.

        Its right edge is at ``right_x`` (chair's frame). ``sideways`` is the index from the left of the claimed tile,
        None for a concealed kan (outer two face down). ``inwards_mm`` is its offset towards the table's middle.
        """
        meld, tile = self.geometry.meld, self.geometry.tile
        places: list[TilePlace] = []
        x = right_x
        for index in reversed(range(count)):
            if index == sideways:
                y = meld.sideways_y - inwards_mm
                places.append(self.place(chair, x - tile.length / 2, y, Lie.FACE_UP, turn_deg=90.0))
                x -= tile.length
            else:
                hidden = sideways is None and index in (0, count - 1)
                lie = Lie.FACE_DOWN if hidden else Lie.FACE_UP
                places.append(self.place(chair, x - tile.width / 2, meld.centre_y - inwards_mm, lie))
                x -= tile.width
        return tuple(reversed(places)), x

    def added(self, chair: int, sideways: TilePlace, *, inwards_mm: float = 0.0) -> TilePlace:
        """Return the place of the tile added to a pon, given its sideways tile; ``inwards_mm`` is that of the pon."""
        x, _ = to_chair(chair, sideways.x_mm, sideways.y_mm)
        return self.place(chair, x, self.geometry.meld.added_y - inwards_mm, Lie.FACE_UP, turn_deg=90.0)

    def pond(
        self,
        chair: int,
        before: Sequence[TilePlace],
        *,
        sideways: bool,
        gap_mm: float = 0.8,
        rows: tuple[int, int] | None = None,
    ) -> TilePlace:
        """Return the next free place of a pond that holds ``before``, with a small gap to the tile on the left.

        ``rows``: the number of tiles in each of its first two rows; default: the columns of the table's ponds.
        """
        pond, tile = self.geometry.pond, self.geometry.tile
        first, second = rows or (pond.columns, pond.columns)
        row, begins = max(
            each for each in ((0, 0), (1, first), (2, first + second)) if each[1] <= len(before)
        )
        left = pond.left_x
        if in_row := before[begins:]:
            last = in_row[-1]
            x, _ = to_chair(chair, last.x_mm, last.y_mm)
            across = is_sideways(last, chair)
            left = x + (tile.length if across else tile.width) / 2 + gap_mm + self._overhang(chair, last)
        width = tile.length if sideways else tile.width
        y = pond.first_row_y + row * pond.row_pitch
        return self.place(chair, left + width / 2, y, Lie.FACE_UP, turn_deg=90.0 if sideways else 0.0)

    def leaning(self, chair: int, place: TilePlace, deg: float, side: int) -> TilePlace:
        """Return the place of a tile with one side up, named as its player sees it."""
        return replace(place, lean=Lean(deg, (side + chair - round(place.angle_deg / 90.0)) % 4))

    def overlap(self, one: TilePlace, other: TilePlace) -> bool:
        """Return whether two tiles would lie over each other or touch, seen from above."""
        corners = [self._corners(each) for each in (one, other)]
        for each in (one, other):
            for turn in (0.0, 90.0):
                angle = radians(each.angle_deg + turn)
                spans = [[x * cos(angle) - y * sin(angle) for x, y in four] for four in corners]
                if max(spans[0]) < min(spans[1]) or max(spans[1]) < min(spans[0]):
                    return False
        return True

    def _corners(self, place: TilePlace) -> list[tuple[float, float]]:
        """Return the corners of a tile seen from above, with a little room around it, in the table's frame."""
        tile, angle = self.geometry.tile, radians(place.angle_deg)
        half_x = tile.width / 2 + ROOM_MM
        half_y = (tile.thickness if place.lie is Lie.STANDING else tile.length) / 2 + ROOM_MM
        return [
            (
                place.x_mm + x * half_x * cos(angle) + y * half_y * sin(angle),
                place.y_mm - x * half_x * sin(angle) + y * half_y * cos(angle),
            )
            for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]

    def _overhang(self, chair: int, place: TilePlace) -> float:
        """Return the distance by which a leaning tile's top overhangs its right side, as its player sees it."""
        lean = place.lean
        if lean is None or lean != self.leaning(chair, place, lean.deg, LEFT).lean:
            return 0.0
        return self.geometry.tile.thickness * sin(radians(lean.deg))

    def row_of_pond(self, chair: int, place: TilePlace) -> int:
        """Return the row of a tile in the pond of ``chair``, from 0."""
        pond, (_, y) = self.geometry.pond, to_chair(chair, place.x_mm, place.y_mm)
        return min(max(round((y - pond.first_row_y) / pond.row_pitch), 0), 2)

    def against(self, chair: int, left: TilePlace, right: TilePlace) -> TilePlace:
        """Push a tile to its left in the chair's frame until it touches the tile there; return its place."""
        one, other = (_Upright.of(place, chair, self.geometry.tile) for place in (left, right))
        # Two nearly upright edges meet at an end of their common range.
        top = max(one.y - one.tall / 2, other.y - other.tall / 2)
        bottom = min(one.y + one.tall / 2, other.y + other.tall / 2)
        apart = [one.half_at(y) + other.half_at(y, right=False) for y in (top, bottom)]
        by_mm = one.x + max(apart) - other.x
        dx, dy = to_table(chair, by_mm, 0.0)
        return replace(right, x_mm=right.x_mm + dx, y_mm=right.y_mm + dy)


@dataclass(frozen=True, slots=True)
class _Upright:
    """The outline of a tile in a chair's frame: its middle, its width and height, and its slant."""

    x: float
    y: float
    wide: float
    tall: float
    lean: float

    @classmethod
    def of(cls, place: TilePlace, chair: int, tile: TileSize) -> _Upright:
        x, y = to_chair(chair, place.x_mm, place.y_mm)
        across = is_sideways(place, chair)
        turn = (place.angle_deg - 90.0 * chair - (90.0 if across else 0.0) + 90.0) % 180.0 - 90.0
        wide, tall = (tile.length, tile.width) if across else (tile.width, tile.length)
        return cls(x, y, wide, tall, radians(turn))

    def half_at(self, y: float, *, right: bool = True) -> float:
        """Return the distance of its right or left edge from its middle, at a height in the outline."""
        aslant = (y - self.y) * tan(self.lean)
        return self.wide / 2 / cos(self.lean) + (aslant if right else -aslant)


def is_sideways(place: TilePlace, chair: int) -> bool:
    """Return whether a tile lies across for the player of ``chair``."""
    return abs((place.angle_deg - 90.0 * chair) % 180.0 - 90.0) < 45.0
