"""Discards that lean against their neighbours are reported rightly, or their pond is lost."""

from typing import cast

import numpy as np
import pytest

from bench.film.films import scene_of
from simulation.camera.overhead import OverheadCamera
from simulation.world.gestures import Care, MachinePort, Pace, Player
from simulation.world.world import World
from tests.vision.tabletop import LastReadings
from vision.camera.camera import Frame
from vision.model.classifier import Classifier
from vision.tracking.tracker import TableReader
from vision.zones import CHAIRS, ZoneId

FRAMES = 26
"""A loss is reported within two seconds."""
LENGTH = 15
SEED = 4242


def ponds(world: World, number: int) -> dict[ZoneId, list[int]]:
    """Lay ponds in which tiles may lean; return the faces of those in which any does."""
    tiles = iter(np.random.default_rng(number).permutation(len(world.tiles) // 2).tolist())
    leaning: dict[ZoneId, list[int]] = {}
    for chair in range(CHAIRS):
        pond, rng = ZoneId("pond", chair), np.random.default_rng([number, chair])
        player = Player(
            chair, world, cast("MachinePort", None), rng=rng, pace=Pace(), care=Care(leaning=0.12)
        )
        for _ in range(LENGTH):
            world.put(world.tiles[next(tiles)], pond, player.pond_place(sideways=False))
        laid = world.in_zone(pond)
        if any(tile.place is not None and tile.place.lean is not None for tile in laid):
            leaning[pond] = [tile.face for tile in laid]
    return leaning


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", [3, 5, 7, 11])
def test_tiles_that_lean_are_reported(classifier: Classifier, number: int) -> None:
    """A tile with its side in sight is as wide as one that lies across; since no tile lay so, the pond used to be
    lost."""
    world, scene = World(), scene_of(number, SEED)
    laid = ponds(world, number)
    camera = OverheadCamera(world, mount=scene.mount, light=scene.light, look=scene.look, seed=number)
    reader = TableReader(world.geometry, classifier)
    readings = LastReadings()
    for at in range(FRAMES):
        readings.take(reader.read_frame(Frame(at, 100 * at, camera.render(100 * at))))
    assert laid
    assert not readings.lost & set(laid)
    assert {pond: readings.faces.get(pond) for pond in laid} == laid
