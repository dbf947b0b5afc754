"""Helpers that the tests of fallen tiles share."""

from dataclasses import replace

import numpy as np

from bench.film.films import scene_of
from simulation.camera.overhead import OverheadCamera
from simulation.world.places import Lie, WallSpot
from simulation.world.world import TileObject, World
from tests.vision.tabletop import LastReadings
from vision.camera.camera import Frame
from vision.geometry import to_table
from vision.model.classifier import Classifier
from vision.tracking.tracker import TableReader
from vision.zones import CHAIRS, FELT, ZoneId

WALLS = [ZoneId("wall", chair) for chair in range(CHAIRS)]


SEED = 4242


STACKS = 17


class Hand:
    """A filmed table on which walls are taken away."""

    def __init__(self, classifier: Classifier, number: int) -> None:
        self.rng = np.random.default_rng([SEED, number])
        self.world = World()
        self.build_walls(0)
        scene = scene_of(number, SEED)
        self._camera = OverheadCamera(
            self.world, mount=scene.mount, light=scene.light, look=scene.look, seed=number
        )
        self._reader = TableReader(self.world.geometry, classifier)
        self._frame = 0
        self.readings = LastReadings()

    def build_walls(self, tile_set: int) -> None:
        faces = [tile.face for tile in self.world.tiles if tile.tile_set == tile_set]
        spots = [
            WallSpot(chair, stack, level)
            for chair in range(CHAIRS)
            for stack in range(STACKS)
            for level in range(2)
        ]
        self.world.build_walls(tile_set, dict(zip(spots, self.rng.permutation(faces).tolist(), strict=True)))

    def show(self, frames: int) -> None:
        for _ in range(frames):
            at_ms = 300 * self._frame
            self.readings.take(self._reader.read_frame(Frame(self._frame, at_ms, self._camera.render(at_ms))))
            self._frame += 1

    def take(self) -> list[list[int]]:
        """Take away a part of each wall, from either end; return the stacks."""
        taken = []
        for chair in range(CHAIRS):
            count = int(self.rng.integers(5, 14))
            stacks = list(range(STACKS))[:count] if self.rng.integers(2) else list(range(STACKS))[-count:]
            self.world.swallow(
                [
                    self.world.wall_tile(WallSpot(chair, stack, level))
                    for stack in stacks
                    for level in range(2)
                ]
            )
            taken.append(stacks)
        return taken

    def take_ends(self, number: int) -> None:
        """Take the stack of this number away from each wall, counted from the end that is farther from its face."""
        for zone in WALLS:
            standing = self.world.in_zone(zone)
            [shown] = [tile.spot for tile in standing if tile.place and tile.place.lie is Lie.FACE_UP]
            assert shown is not None
            stack = number if shown.stack > STACKS // 2 else STACKS - 1 - number
            self.world.swallow([tile for tile in standing if tile.spot and tile.spot.stack == stack])

    def turn_up(self, crooked_deg: float = 0.0) -> dict[ZoneId, list[int]]:
        """Turn up an indicator of each wall, perhaps crooked and a little aside; return their faces."""
        shown = {}
        for zone in WALLS:
            upper = [
                tile
                for tile in self.world.in_zone(zone)
                if tile.place is not None and tile.spot is not None and tile.spot.level
            ]
            tile = upper[int(self.rng.integers(len(upper)))]
            assert tile.spot is not None
            place = self.world.places.wall(tile.spot, Lie.FACE_UP)
            turn = place.angle_deg + crooked_deg * self.rng.choice([-1, 1]) + 180 * self.rng.integers(2)
            dx, dy = to_table(zone.chair, *self.rng.uniform(-1, 1, 2))
            self.world.put(
                tile,
                zone,
                replace(place, x_mm=place.x_mm + dx, y_mm=place.y_mm + dy, angle_deg=float(turn)),
            )
            shown[zone] = [tile.face]
        return shown

    def lay_ura(self) -> dict[ZoneId, list[int]]:
        """Lay the tile below each wall's indicator open before it; return their faces."""
        laid = {}
        for zone in WALLS:
            [shown] = [
                tile for tile in self.world.in_zone(zone) if tile.place and tile.place.lie is Lie.FACE_UP
            ]
            assert shown.spot is not None
            assert shown.place is not None
            below = replace(shown.spot, level=0)
            tile, [place] = self.world.wall_tile(below), self.world.places.uras([below])
            ura = ZoneId("ura", zone.chair)
            turn = 180 * int(self.rng.integers(2))
            self.world.put(tile, ura, replace(place, angle_deg=place.angle_deg + turn))
            self.world.put(shown, zone, shown.place.raised(-self.world.geometry.tile.thickness))
            laid[ura] = [tile.face]
        return laid

    def drop(self, taken: list[list[int]], angle_deg: float) -> list[TileObject]:
        """Let a tile fall where each wall stood."""
        wall, width = self.world.geometry.wall, self.world.geometry.tile.width
        fell = [tile for tile in self.world.tiles if tile.tile_set == 0 and tile.in_machine][:CHAIRS]
        for chair, (tile, stacks) in enumerate(zip(fell, taken, strict=True)):
            x = wall.left_x + (int(self.rng.choice(stacks[1:-1])) + 0.5) * width + self.rng.uniform(-10, 10)
            turn = angle_deg * self.rng.choice([-1, 1]) + 180 * self.rng.integers(2)
            place = self.world.places.place(
                chair, x, wall.centre_y + self.rng.uniform(-5, 5), Lie.FACE_UP, turn_deg=float(turn)
            )
            self.world.put(tile, FELT, place)
        return fell

    def walls(self) -> dict[ZoneId, list[int]]:
        return {zone: self.readings.faces[zone] for zone in WALLS}
