"""An arm lies across the rim for so long that vision takes it for the table at rest, and then moves."""

import pytest

from simulation.camera.overhead import OverheadCamera
from simulation.world.world import World
from tests.vision.tabletop import LastReadings
from vision.camera.camera import Frame
from vision.geometry import load_geometry, to_table
from vision.model.classifier import Classifier
from vision.tracking.tracker import TableReader
from vision.zones import ZoneId

CHAIR = 3
CORNER = ZoneId("meld", 3)
EAST = 27
COMES, GOES = 5, 50
"""The frames in which the arm comes and goes, at ten a second."""


def lay(world: World) -> None:
    """A pon of east winds in the corner, and standing tiles up to it."""
    east = [tile for tile in world.tiles if tile.tile_set == 0 and tile.face == EAST][:3]
    places, _ = world.places.meld(CHAIR, world.geometry.meld.right_x, 0, 3)
    for tile, place in zip(east, places, strict=True):
        world.put(tile, ZoneId("meld", CHAIR), place)
    others = [tile for tile in world.tiles if tile.tile_set == 0 and tile.face != EAST][:11]
    for tile, place in zip(others, world.places.standing(CHAIR, 11, apart=False), strict=True):
        world.put(tile, ZoneId("hand", CHAIR), place)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("swept", [True, False])
def test_tiles_are_gone_where_felt_is_seen_and_stay_where_an_arm_lies(
    classifier: Classifier, *, swept: bool
) -> None:
    """The picture now differs from the table at rest where the arm lay, and looks like an arm.

    But nothing covers the emptied corner.
    """
    world = World()
    camera, reader = OverheadCamera(world, seed=3), TableReader(load_geometry(), classifier)
    lay(world)
    arm, readings = world.arms[CHAIR], LastReadings()
    for number in range(1, 100):
        at_ms = 100 * number
        if number == COMES:
            arm.move(at_ms, at_ms + 300, *to_table(CHAIR, 60.0, 255.0))
        elif number == GOES and swept:
            world.swallow(world.on_table())
            arm.move(at_ms, at_ms + 300, *World.rest_point(CHAIR))
        elif number == GOES:
            arm.move(at_ms, at_ms + 300, *to_table(CHAIR, 290.0, 250.0))
        readings.take(reader.read_frame(Frame(number, at_ms, camera.render(at_ms))))
        if number == GOES - 1:
            assert readings.faces[CORNER] == [EAST] * 3
            assert CORNER not in readings.lost, "the arm is taken for the table at rest"
    assert readings.faces[CORNER] == ([] if swept else [EAST] * 3)
    assert (CORNER in readings.lost) == (not swept)
