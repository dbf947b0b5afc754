"""Lighters, cups and packets on walls, behind and before them take no tile away and are none; the oracle is the simulated table."""

import pytest

from bench.film.films import scene_of
from bench.film.tables import at_table
from simulation.camera.overhead import OverheadCamera
from simulation.camera.tables import TABLES
from simulation.world.places import Lie, WallSpot
from simulation.world.world import Thing, World
from tests.vision.fallen_stage import STACKS, WALLS
from tests.vision.tabletop import LastReadings
from vision.camera.camera import Frame
from vision.geometry import load_geometry, to_table
from vision.model.classifier import Classifier
from vision.tracking.tracker import TableReader
from vision.zones import CHAIRS, ZoneId

TILE_SET = 1
LIGHTER_MM = (30.0, 82.0, 22.0)
REACH_MM = 39.6
"""The distance of a corner of a lighter at 45° from its middle: half the sum of its sides by the root of two."""
PURPLE = (150, 30, 78)
CUP_MM = (74.0, 74.0, 60.0)
BLUE = (150, 85, 65)
PACKET_MM = (24.0, 84.0, 24.0)
OLIVE = (25, 112, 116)


class Table:
    """A table of the simulation with whole walls, in the scene of a game on film."""

    def __init__(self, classifier: Classifier, name: str, game: int) -> None:
        scene = at_table(scene_of(game, 1), name)
        self.world = World(TABLES[name].geometry())
        faces = [tile.face for tile in self.world.tiles if tile.tile_set == TILE_SET]
        spots = [
            WallSpot(chair, stack, level)
            for chair in range(CHAIRS)
            for stack in range(STACKS)
            for level in (0, 1)
        ]
        self.world.build_walls(TILE_SET, dict(zip(spots, faces, strict=True)))
        self._camera = OverheadCamera(
            self.world, mount=scene.mount, light=scene.light, look=scene.look, seed=game
        )
        self._reader = TableReader(load_geometry(name), classifier)
        self.far_mm = self.world.geometry.wall.centre_y + self.world.geometry.tile.length / 2
        self._frame = 0
        self.readings = LastReadings()
        self.show(4)

    def show(self, frames: int) -> None:
        for _ in range(frames):
            at_ms = 300 * self._frame
            self.readings.take(self._reader.read_frame(Frame(self._frame, at_ms, self._camera.render(at_ms))))
            self._frame += 1

    def take(self, stacks: range, levels: tuple[int, ...]) -> None:
        spots = [
            WallSpot(chair, stack, level) for chair in range(CHAIRS) for stack in stacks for level in levels
        ]
        self.world.swallow([self.world.wall_tile(spot) for spot in spots])
        self.show(3)

    def stacks(self) -> list[tuple[tuple[int, int], ...]]:
        return [self.readings.walls[zone].stacks for zone in WALLS]

    def lay(
        self,
        size_mm: tuple[float, float, float],
        at: tuple[float, float],
        angle_deg: float,
        colour: tuple[int, int, int],
    ) -> None:
        """Lay one before each player, at a point of his frame."""
        self.world.things = [
            Thing(*to_table(chair, *at), *size_mm, angle_deg + 90 * chair, colour) for chair in range(CHAIRS)
        ]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("beyond_mm", [-1.0, 0.5, 1.0, 1.5, 2.5, 4.5, 6.0])
@pytest.mark.parametrize("x_mm", [-1.0, 6.0])
def test_a_lighter_on_a_wall_takes_no_tile_from_it(
    classifier: Classifier, x_mm: float, beyond_mm: float
) -> None:
    """In its shadow blue backs on blue felt pass for felt; its corner lies so far beyond the stacks' edge."""
    table = Table(classifier, "amos", 12)
    before = table.stacks()
    table.lay(LIGHTER_MM, (x_mm, table.far_mm + beyond_mm - REACH_MM), 45.0, PURPLE)
    table.show(3)
    for wall in table.stacks():
        assert all(most == 2 for _, most in wall)
    table.world.things = []
    table.show(3)
    assert table.stacks() == before == [((2, 2),) * STACKS] * CHAIRS


@pytest.mark.parametrize("beyond_mm", [0.5, 2.5])
def test_nor_the_last_one(classifier: Classifier, beyond_mm: float) -> None:
    table = Table(classifier, "amos", 12)
    table.take(range(7, 12), (1,))
    before = table.stacks()
    table.lay(LIGHTER_MM, (-1.0, table.far_mm + beyond_mm - REACH_MM), 45.0, PURPLE)
    table.show(3)
    for wall in table.stacks():
        assert all(most for _, most in wall)
    table.world.things = []
    table.show(3)
    assert table.stacks() == before


@pytest.mark.parametrize(("behind_mm", "angle_deg"), [(43.4, 12.0), (39.4, 12.0), (47.4, 40.0)])
def test_a_cup_behind_a_wall_takes_no_tile_from_it(
    classifier: Classifier, behind_mm: float, angle_deg: float
) -> None:
    """Its dark side, over the stacks' edge, passes for felt."""
    table = Table(classifier, "octagonal", 8)
    table.lay(CUP_MM, (5.0, table.far_mm + behind_mm), angle_deg, BLUE)
    table.show(3)
    for wall in table.stacks():
        assert all(most == 2 for _, most in wall)


def test_a_draw_beside_the_last_indicator_is_reported(classifier: Classifier) -> None:
    """Of two stacks one shows a face: what backs look like is known from before."""
    table = Table(classifier, "standard", 1)
    table.take(range(15), (0, 1))
    for chair in range(CHAIRS):
        shown = table.world.wall_tile(WallSpot(chair, 15, 1))
        assert shown.spot is not None
        table.world.put(shown, ZoneId("wall", chair), table.world.places.wall(shown.spot, Lie.FACE_UP))
    table.show(8)
    table.take(range(16, 17), (1,))
    assert [wall[15:] for wall in table.stacks()] == [((2, 2), (1, 1))] * CHAIRS


@pytest.mark.parametrize(("x_mm", "angle_deg"), [(4.7, 86.0), (14.7, 86.0), (14.7, 94.0)])
def test_a_packet_before_a_wall_is_no_tile_that_lies_face_down(
    classifier: Classifier, x_mm: float, angle_deg: float
) -> None:
    table = Table(classifier, "wood", 26)
    table.take(range(12), (0, 1))
    table.lay(PACKET_MM, (x_mm, 180.0), angle_deg, OLIVE)
    table.show(8)
    before_walls = [ZoneId("ura", chair) for chair in range(CHAIRS)]
    assert [zone for zone in before_walls if table.readings.faces.get(zone)] == []
