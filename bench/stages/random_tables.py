"""Random tables of the simulation: ponds, melds, hands and indicators in any arrangement, legal or not."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import product
from typing import Final, TypeAlias

import numpy as np

from referee.melds import MeldKind
from referee.tiles import KIND, KINDS
from simulation.world.places import Lie, TilePlace, WallSpot
from simulation.world.world import TileObject, World
from vision.geometry import to_table
from vision.sightings import BACK
from vision.zones import CHAIRS, ZoneId

Laid: TypeAlias = "dict[ZoneId, list[tuple[int, bool]]]"
"""For each zone its readable tiles, in reading order: the face or ``BACK``, and whether it lies sideways."""

SIZES: Final[dict[MeldKind, int]] = {"chi": 3, "pon": 3, "daiminkan": 4, "ankan": 4, "kakan": 4}
MELDS: Final = tuple(SIZES)
CHI: Final = (0, 1, 2)
SUIT: Final = 9
SUITED: Final = 3 * SUIT
OFFSET_MM: Final = 1.2
TURN_DEG: Final = 2.0
UPSIDE_DOWN: Final = 0.12


def random_table(world: World, random: np.random.Generator, *, legal_melds: bool = False) -> Laid:
    """Clear the table and lay out one of the two tile sets at random; ``legal_melds``: tiles of a meld go together."""
    if not legal_melds:
        return _lay(world, _Dealer(world, random))
    again = deepcopy(random)
    dealer = _Dealer(world, random)
    _lay(world, dealer)
    return _lay(world, _Dealer(world, again), _together(dealer))


def _lay(world: World, dealer: _Dealer, walls: dict[WallSpot, int] | None = None) -> Laid:
    """Lay a table out; ``walls``: what is in them, by default anything."""
    random = dealer.random
    world.swallow(world.on_table())
    tile_set = int(random.integers(2))
    faces = [tile.face for tile in world.tiles if tile.tile_set == tile_set]
    spots = [WallSpot(*spot) for spot in product(range(CHAIRS), range(world.geometry.wall.stacks), range(2))]
    dealer.walls = dict(zip(spots, random.permutation(faces).tolist(), strict=True))
    world.build_walls(tile_set, dealer.walls if walls is None else walls)
    laid: Laid = {
        ZoneId(kind, chair): [] for chair in range(CHAIRS) for kind in ("pond", "meld", "hand", "wall", "ura")
    }
    for chair in range(CHAIRS):
        melds = int(random.choice([0, 0, 1, 1, 2, 3, 4]))
        laid[ZoneId("meld", chair)] = dealer.melds(chair, melds)
        laid[ZoneId("hand", chair)] = dealer.hand(chair, 13 - 3 * melds)
    for chair in range(CHAIRS):
        laid[ZoneId("pond", chair)] = dealer.pond(chair, int(random.integers(0, 22)))
    dealer.indicators(laid)
    return laid


def _together(dealer: _Dealer) -> dict[WallSpot, int]:
    """The walls with tiles exchanged so that each meld on the table is a set of one kind or a sequence.

    Raises:
        LookupError: the tiles that are left make no such meld.
    """
    walls, done = dict(dealer.walls), set[WallSpot]()
    for shape, spots in dealer.made:
        chosen = _meld_among({spot: face for spot, face in walls.items() if spot not in done}, shape, dealer)
        touched = [*spots, *(spot for spot in chosen if spot not in spots)]
        faces = [walls[spot] for spot in chosen] + [walls[spot] for spot in touched if spot not in chosen]
        walls.update(zip(touched, faces, strict=True))
        done.update(spots)
    return walls


def _meld_among(walls: dict[WallSpot, int], shape: MeldKind, dealer: _Dealer) -> list[WallSpot]:
    """Return the places of tiles that make a meld, in its order."""
    steps = CHI if shape == "chi" else (0,) * SIZES[shape]
    starts = [
        kind for kind in range(KINDS) if shape != "chi" or (kind < SUITED and kind % SUIT <= SUIT - len(CHI))
    ]
    for start in dealer.random.permutation(starts).tolist():
        chosen: list[WallSpot] = []
        for step in steps:
            chosen += [
                spot for spot, face in walls.items() if KIND[face] == start + step and spot not in chosen
            ][:1]
        if len(chosen) == len(steps):
            return chosen
    raise LookupError(f"the tiles left make no {shape}")


class _Dealer:
    """Takes tiles from the wall in order and lays them as people do.

    Attributes:
        walls: what was in them.
        made: the shape of each meld, and where in the walls its tiles were.
    """

    def __init__(self, world: World, random: np.random.Generator) -> None:
        self.world = world
        self.random = random
        self.walls: dict[WallSpot, int] = {}
        self.made: list[tuple[MeldKind, list[WallSpot]]] = []
        self._order = iter(self._drawn())

    def _drawn(self) -> Iterator[WallSpot]:
        for chair, stack, level in product(range(CHAIRS), range(self.world.geometry.wall.stacks), (1, 0)):
            # The end of the wall is left for indicators.
            if (chair, stack) < (CHAIRS - 1, 13):
                yield WallSpot(chair, stack, level)

    def take(self, taken: list[WallSpot] | None = None) -> TileObject | None:
        """Take the next tile of the wall and note its place; None when only the dead wall is left."""
        spot = next(self._order, None)
        if spot is None:
            return None
        if taken is not None:
            taken.append(spot)
        return self.world.wall_tile(spot)

    def untidy(
        self, place: TilePlace, share: float = 1.0, *, in_row: bool = False, turned: bool = True
    ) -> TilePlace:
        """Return the place where a tile actually lies, given the intended one."""
        along, towards = np.clip(self.random.normal(0, OFFSET_MM / 2.5, 2), -OFFSET_MM, OFFSET_MM) * share
        turn = float(np.clip(self.random.normal(0, TURN_DEG / 2.5), -TURN_DEG, TURN_DEG)) * share
        if turned and self.random.random() < UPSIDE_DOWN:
            turn += 180.0
        chair = round(place.angle_deg / 90.0) % CHAIRS
        dx, dy = to_table(chair, 0.0 if in_row else float(along), float(towards))
        return TilePlace(place.x_mm + dx, place.y_mm + dy, place.angle_deg + turn, place.lie, place.z_mm)

    def pond(self, chair: int, count: int) -> list[tuple[int, bool]]:
        """Discards, one of them perhaps sideways."""
        before: list[TilePlace] = []
        laid: list[tuple[int, bool]] = []
        riichi = int(self.random.integers(0, 2 * count + 1))
        for index in range(count):
            if (tile := self.take()) is None:
                break
            gap = (
                float(self.random.uniform(0.1, 1.0))
                + self.world.geometry.tile.length * np.sin(np.radians(TURN_DEG)) / 2
            )
            place = self.world.places.pond(chair, before, sideways=index == riichi, gap_mm=float(gap))
            before.append(self.untidy(place, in_row=index != riichi))
            self.world.put(tile, ZoneId("pond", chair), before[-1])
            laid.append((tile.face, index == riichi))
        return laid

    def melds(self, chair: int, count: int) -> list[tuple[int, bool]]:
        """Melds from the corner, read from left to right."""
        laid: list[tuple[int, bool]] = []
        right = self.world.geometry.meld.right_x
        for _ in range(count):
            shape = MELDS[int(self.random.integers(len(MELDS)))]
            size = 4 if shape in ("daiminkan", "ankan") else 3
            sideways = None if shape == "ankan" else int(self.random.integers(size))
            places, left = self.world.places.meld(chair, right, sideways, size)
            group: list[tuple[int, bool]] = []
            taken: list[WallSpot] = []
            for index, place in enumerate(places):
                if (tile := self.take(taken)) is None:
                    return laid
                self.world.put(tile, ZoneId("meld", chair), self.untidy(place, 0.6, in_row=index != sideways))
                group.append((tile.face if place.lie is Lie.FACE_UP else BACK, index == sideways))
                if shape == "kakan" and index == sideways and (added := self.take(taken)) is not None:
                    self.world.put(
                        added, ZoneId("meld", chair), self.untidy(self.world.places.added(chair, place), 0.4)
                    )
                    group.append((added.face, True))
            self.made.append((shape, taken))
            laid = group + laid
            right = left - self.world.geometry.meld.gap
        return laid

    def hand(self, chair: int, count: int) -> list[tuple[int, bool]]:
        """A hand, standing or opened, its last tile perhaps apart."""
        apart, opened = bool(self.random.integers(2)), bool(self.random.integers(2))
        rows = self.world.places.opened if opened else self.world.places.standing
        laid: list[tuple[int, bool]] = []
        for place in rows(chair, count + apart, apart=apart):
            if (tile := self.take()) is None:
                break
            self.world.put(tile, ZoneId("hand", chair), self.untidy(place, 0.5, in_row=True, turned=opened))
            if opened:
                laid.append((tile.face, False))
        return laid

    def indicators(self, laid: Laid) -> None:
        """Dora indicators on the end of the last wall, some with their ura dora indicators opened."""
        chair = CHAIRS - 1
        for stack in range(13, 13 + int(self.random.integers(1, 5))):
            upper, lower = (self.world.wall_tile(WallSpot(chair, stack, level)) for level in (1, 0))
            if upper.place is None or upper.zone is None:
                raise LookupError("the wall is not built")
            up = TilePlace(
                upper.place.x_mm, upper.place.y_mm, upper.place.angle_deg, Lie.FACE_UP, upper.place.z_mm
            )
            self.world.put(upper, upper.zone, self.untidy(up, 0.5))
            laid[ZoneId("wall", chair)].append((upper.face, False))
            if self.random.random() < 0.5:
                [place] = self.world.places.uras([WallSpot(chair, stack, 0)])
                self.world.put(lower, ZoneId("ura", chair), self.untidy(place, 0.5))
                laid[ZoneId("ura", chair)].append((lower.face, False))
