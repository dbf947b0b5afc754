"""The physical world on and in the table: tiles, hands, riichi sticks, displays. It knows no rules.

There are two sets of 136 tiles, one of them usually inside the machine. A tile is in exactly one zone of the table, in a
player's hand, or inside the machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from referee.tiles import KINDS, RED_MAN, Tile
from simulation.world.machine import ShownDisplays
from simulation.world.places import Lie, Places, TilePlace, WallLay, WallSpot
from vision.geometry import TableGeometry, load_geometry, to_table
from vision.zones import CHAIRS, ZoneId

TILES_IN_SET: Final = 136
SETS_OF_TILES: Final = 2


def full_set(red_fives: bool = True) -> tuple[Tile, ...]:
    """Return the 136 faces of a set, with or without one red five per suit."""
    faces = [kind for kind in range(KINDS) for _ in range(4)]
    if red_fives:
        for suit in range(3):
            faces[(suit * 9 + 4) * 4] = RED_MAN + suit
    return tuple(faces)


@dataclass(slots=True, eq=False)
class TileObject:
    """A piece: its number (0-271), its set and its face, which never change, and its present place.

    It is in a zone, in the hand of the chair that is its ``holder`` or, without either, inside the machine. ``place`` is
    None unless it is in a zone.

    ``carried`` is the side that is up while it is in a hand. ``revision`` changes whenever the piece does, so that a
    camera knows what to redraw.
    """

    number: int
    tile_set: int
    face: Tile
    zone: ZoneId | None = None
    holder: int | None = None
    place: TilePlace | None = None
    spot: WallSpot | None = None
    carried: Lie = Lie.FACE_DOWN
    revision: int = 0

    @property
    def in_machine(self) -> bool:
        return self.zone is None and self.holder is None

    @property
    def in_wall(self) -> bool:
        return self.zone is not None and self.zone.kind == "wall"


@dataclass(slots=True)
class Arm:
    """A player's hand: a path of points in the table's frame (millimetres) over table time, and what it holds.

    Between two points it moves as people do, slowly at both ends. Before the first point's time it rests there, and after
    the last it stays. A path is replaced, never changed.
    """

    chair: int
    path: list[tuple[int, float, float]] = field(default_factory=list)
    spread: float = 0.0
    """The spread of the fingers, 0 (pinching one tile) to 1 (flat, pushing many)."""
    left: bool = False
    """True for the same person's other arm, which is drawn mirrored."""
    height_mm: float = 60.0
    """The height above the felt at which it moves."""

    def move(self, from_ms: int, until_ms: int, x_mm: float, y_mm: float) -> None:
        """Move from the place at ``from_ms`` to a point by ``until_ms``; later plans are dropped."""
        here = self.at(from_ms)
        self.path = [(from_ms, *here), (max(until_ms, from_ms + 1), x_mm, y_mm)]

    def at(self, at_ms: float) -> tuple[float, float]:
        """Return the point of the finger tips at a time."""
        if at_ms <= self.path[0][0]:
            return self.path[0][1:]
        for (start, x0, y0), (end, x1, y1) in zip(self.path, self.path[1:], strict=False):
            if at_ms < end:
                part = (at_ms - start) / (end - start)
                eased = part * part * part * (10 + part * (6 * part - 15))
                return x0 + (x1 - x0) * eased, y0 + (y1 - y0) * eased
        return self.path[-1][1:]


@dataclass(frozen=True, slots=True)
class Thing:
    """A box-shaped thing on the table that is not part of the game, such as a telephone.

    It has a centre and a size in the table's frame (millimetres), a counter-clockwise turn, and a colour (blue, green, red).
    """

    x_mm: float
    y_mm: float
    width_mm: float
    length_mm: float
    height_mm: float
    angle_deg: float
    colour: tuple[int, int, int]


REST_X_MM: Final = 70.0
REST_Y_MM: Final = 455.0


FALLEN_X_MM: Final = (-150.0, 150.0)
FALLEN_Y_MM: Final = (160.0, 235.0)
"""The range in which a discard may fall, between the pond and the hand, in its player's frame."""
FALLEN_UP: Final = 0.6
"""The chance that it lands face up."""
FALLS: Final = 200
"""The number of places to try."""


class World:
    """Everything physical on one table.

    Args:
        geometry: the table's measures; the standard table's by default.
        red_fives: whether both sets have one red five per suit.

    Attributes:
        other_arms: arms that hold no tiles and play no part.
        things: foreign things on the table.
        lay_walls: the errors of the next walls, if people build them; None: the machine builds them.
    """

    def __init__(self, geometry: TableGeometry | None = None, *, red_fives: bool = True) -> None:
        self.geometry = geometry or load_geometry()
        self.places = Places(self.geometry)
        self.tiles: list[TileObject] = [
            TileObject(tile_set * TILES_IN_SET + index, tile_set, face)
            for tile_set in range(SETS_OF_TILES)
            for index, face in enumerate(full_set(red_fives))
        ]
        self.arms = [Arm(chair, [(0, *self.rest_point(chair))]) for chair in range(CHAIRS)]
        self.other_arms: list[Arm] = []
        self.things: list[Thing] = []
        self.sticks = [False] * CHAIRS
        self.displays = ShownDisplays()
        self.lay_walls: Callable[[], tuple[WallLay, ...]] | None = None
        self.revision = 0

    @staticmethod
    def rest_point(chair: int) -> tuple[float, float]:
        """Return the point where a hand rests, off the table on the player's right."""
        return to_table(chair, REST_X_MM, REST_Y_MM)

    def _touch(self, tile: TileObject) -> None:
        self.revision += 1
        tile.revision = self.revision

    def in_zone(self, zone: ZoneId) -> list[TileObject]:
        """Return the tiles of a zone, in the order of their arrival."""
        return sorted((tile for tile in self.tiles if tile.zone == zone), key=lambda tile: tile.revision)

    def held_by(self, chair: int) -> list[TileObject]:
        """Return the tiles in a player's hand, in the order of their arrival."""
        return sorted((tile for tile in self.tiles if tile.holder == chair), key=lambda tile: tile.revision)

    def on_table(self) -> list[TileObject]:
        return [tile for tile in self.tiles if not tile.in_machine]

    def build_walls(self, tile_set: int, layout: Mapping[WallSpot, Tile], *, z_mm: float = 0.0) -> None:
        """Build a set into walls, each face where ``layout`` puts it; ``z_mm`` is below 0 while the lifts are down.

        Raises:
            ValueError: the set is not all in the machine, or the layout does not have exactly its 136 tiles.
        """
        pieces = [tile for tile in self.tiles if tile.tile_set == tile_set]
        if not all(tile.in_machine for tile in pieces):
            raise ValueError(f"set {tile_set} is not wholly in the machine")
        if self.lay_walls is not None:
            self.places = replace(self.places, lays=self.lay_walls())
        self._seat_in_walls(pieces, layout, z_mm)

    def arrange_walls(self, layout: Mapping[WallSpot, Tile]) -> None:
        """Exchange tiles within complete, face-down walls, so that each face is where ``layout`` puts it.

        Raises:
            ValueError: the walls are not complete, or the layout does not have exactly their tiles.
        """
        pieces = [tile for tile in self.tiles if tile.in_wall]
        if len(pieces) != TILES_IN_SET:
            raise ValueError(f"the walls have {len(pieces)} tiles, not {TILES_IN_SET}")
        self._seat_in_walls(pieces, layout, 0.0)

    def _seat_in_walls(
        self, pieces: Sequence[TileObject], layout: Mapping[WallSpot, Tile], z_mm: float
    ) -> None:
        if Counter(layout.values()) != Counter(tile.face for tile in pieces):
            raise ValueError("the walls are not made of the tiles of this set")
        by_face: dict[Tile, list[TileObject]] = {}
        for tile in pieces:
            by_face.setdefault(tile.face, []).append(tile)
        for spot in sorted(layout):
            tile = by_face[layout[spot]].pop()
            self.put(tile, ZoneId("wall", spot.chair), self.places.wall(spot).raised(z_mm))
            tile.spot = spot

    def walls_stand(self) -> bool:
        """Return whether any tile is in a wall."""
        return any(tile.in_wall for tile in self.tiles)

    def raise_walls(self, z_mm: float) -> None:
        """Move all wall tiles to a height: 0 is up."""
        for tile in self.tiles:
            if tile.in_wall and tile.spot is not None:
                tile.place = self.places.wall(tile.spot).raised(z_mm)
                self._touch(tile)

    def wall_tile(self, spot: WallSpot) -> TileObject:
        """Return the tile at a spot of the wall.

        Raises:
            LookupError: the tile was taken.
        """
        for tile in self.tiles:
            if tile.spot == spot and tile.in_wall:
                return tile
        raise LookupError(f"no tile in the wall at {spot}")

    def put(self, tile: TileObject, zone: ZoneId, place: TilePlace) -> None:
        if zone.kind != "wall":
            tile.spot = None
        tile.zone, tile.holder = zone, None
        tile.place = place
        self._touch(tile)

    def fallen_place(self, chair: int, rng: np.random.Generator) -> TilePlace | None:
        """Return the place where a tile falls on its way to a pond, beside all other tiles; None if there is no room."""
        lying = [tile.place for tile in self.on_table() if tile.place is not None]
        for _ in range(FALLS):
            x, y = float(rng.uniform(*FALLEN_X_MM)), float(rng.uniform(*FALLEN_Y_MM))
            lie = Lie.FACE_UP if rng.random() < FALLEN_UP else Lie.FACE_DOWN
            place = self.places.place(chair, x, y, lie, turn_deg=float(rng.uniform(0.0, 360.0)))
            if not any(self.places.overlap(place, other) for other in lying):
                return place
        return None

    def push(self, zone: ZoneId, tiles: Iterable[TileObject], dx_mm: float, dy_mm: float) -> None:
        """Push some tiles of a zone along the table; the order of arrival stays."""
        pushed = set(tiles)
        for tile in self.in_zone(zone):
            if tile in pushed and tile.place is not None:
                tile.place = replace(tile.place, x_mm=tile.place.x_mm + dx_mm, y_mm=tile.place.y_mm + dy_mm)
            self._touch(tile)

    def hold(self, tile: TileObject, chair: int) -> None:
        """Take a tile into a player's hand; one from the rack is turned on its back, any other is carried as it lay."""
        if tile.place is not None:
            tile.carried = Lie.FACE_UP if tile.place.lie is Lie.STANDING else tile.place.lie
        tile.zone, tile.holder = None, chair
        tile.place = None
        tile.spot = None
        self._touch(tile)

    def exchange(self, one: TileObject, other: TileObject) -> None:
        """Let two tiles whose faces nobody can see change places."""
        there = (other.zone, other.holder, other.place, other.spot, other.carried)
        other.zone, other.holder, other.place = one.zone, one.holder, one.place
        other.spot, other.carried = one.spot, one.carried
        one.zone, one.holder, one.place, one.spot, one.carried = there
        self._touch(one)
        self._touch(other)

    def swallow(self, tiles: Iterable[TileObject]) -> None:
        """Push tiles into the well, and so into the machine."""
        for tile in tiles:
            tile.zone = tile.holder = None
            tile.place = None
            tile.spot = None
            self._touch(tile)

    def lay_stick(self, chair: int, present: bool) -> None:
        """Lay or take away the riichi stick of a chair."""
        self.sticks[chair] = present
        self.revision += 1

    def mirror(self, other: World) -> None:
        """Become as another world with the same tiles is now, for a camera that draws while the other one goes on."""
        for tile in other.tiles:
            if tile.revision != self.tiles[tile.number].revision:
                self.tiles[tile.number] = copy(tile)
        self.arms, self.other_arms = ([copy(arm) for arm in arms] for arms in (other.arms, other.other_arms))
        self.things, self.sticks = list(other.things), list(other.sticks)
        self.displays, self.revision = other.displays, other.revision

    def show(self, displays: ShownDisplays) -> None:
        if displays != self.displays:
            self.displays = displays
            self.revision += 1
