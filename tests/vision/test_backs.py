"""Backs of nearly the cloth's own colour: concealed kans are still seen; the oracle is the world."""

from collections.abc import Sequence
from itertools import product
from typing import TypeAlias

import numpy as np
import pytest

from referee.tiles import parse_tile
from simulation.camera.look import Look
from simulation.camera.overhead import OverheadCamera
from simulation.world.places import Lie, TilePlace, WallSpot
from simulation.world.world import World
from vision.camera.camera import Frame
from vision.geometry import load_geometry
from vision.lens import Floats32, Image
from vision.model.classifier import BACK_CLASS, CLASSES, Classifier, class_of_tile
from vision.reading.walls import other_backs
from vision.sightings import BACK, Sighting, WallSeen, ZoneReading
from vision.tracking.tracker import TableReader
from vision.zones import CHAIRS, ZoneId

Colour: TypeAlias = tuple[int, int, int]

BLUE, GREEN, LIGHT_GREEN = (96, 66, 30), (84, 104, 30), (70, 92, 22)
CLOTHS = {
    "blue on blue": (BLUE, (165, 90, 30)),
    "green on light green": (LIGHT_GREEN, (60, 120, 40)),
    "green on green": (GREEN, (60, 120, 40)),
    "a little lighter": (GREEN, (95, 120, 35)),
    "darker": (GREEN, (50, 75, 20)),
    "half as light": (BLUE, (48, 33, 15)),
    "the very same blue": (BLUE, BLUE),
    "the very same green": (LIGHT_GREEN, LIGHT_GREEN),
}
HAKU = parse_tile("5z")
HAKU_CLASS = class_of_tile(HAKU)
OFTEN = ("blue on blue", "the very same green")


def filmed(classifier: Classifier, world: World, cloth: tuple[Colour, Colour]) -> list[Sighting]:
    """Return the sightings in three frames of a table."""
    felt, backs = cloth
    camera = OverheadCamera(world, look=Look(felt=felt, backs=(backs, backs)))
    reader = TableReader(load_geometry(), classifier)
    frames = [Frame(number, 100 * number, camera.render(100 * number)) for number in range(3)]
    return [one for frame in frames for one in reader.read_frame(frame)]


def read(sightings: Sequence[Sighting]) -> dict[ZoneId, list[int]]:
    return {one.zone: [tile.tile for tile in one.tiles] for one in sightings if isinstance(one, ZoneReading)}


def wrong(classifier: Classifier, cloth: tuple[Colour, Colour]) -> list[str]:
    """Return the errors in concealed kans in every corner, beside other melds in two."""
    world = World()
    tiles = iter([tile for tile in world.tiles if tile.tile_set == 0])
    laid: dict[ZoneId, list[int]] = {}
    for chair in range(CHAIRS):
        zone, right = ZoneId("meld", chair), world.geometry.meld.right_x
        melds: list[tuple[int | None, int]] = [(None, 4), (chair // 2, 3), (None, 4)]
        for sideways, size in melds if chair % 2 else melds[:1]:
            places, left = world.places.meld(chair, right, sideways, size)
            names = []
            for place in places:
                tile = next(tiles)
                world.put(tile, zone, place)
                names.append(tile.face if place.lie is Lie.FACE_UP else BACK)
            laid[zone] = names + laid.get(zone, [])
            right = left - world.geometry.meld.gap
    sightings = read(filmed(classifier, world, cloth))
    return [
        f"{zone}: laid {names}, read {sightings.get(zone)}"
        for zone, names in laid.items()
        if sightings.get(zone) != names
    ]


@pytest.mark.parametrize("name", OFTEN)
def test_concealed_kans_are_read(classifier: Classifier, name: str) -> None:
    assert wrong(classifier, CLOTHS[name]) == []


@pytest.mark.prove(short=False)
@pytest.mark.parametrize("name", CLOTHS)
def test_concealed_kans_are_read_on_every_cloth(classifier: Classifier, name: str) -> None:
    assert wrong(classifier, CLOTHS[name]) == []


def test_cloth_beside_two_tiles_is_no_back(classifier: Classifier) -> None:
    """Somebody lays an open meld tile by tile: two equal tiles are no concealed kan yet."""
    world = World()
    for chair in range(CHAIRS):
        pair = [tile for tile in world.tiles if tile.tile_set == 0 and tile.face == 9 + chair][:2]
        places, _ = world.places.meld(chair, world.geometry.meld.right_x, None, 4)
        for tile, place in zip(pair, places[1:3], strict=True):
            world.put(tile, ZoneId("meld", chair), place)
    sightings = read(filmed(classifier, world, CLOTHS["the very same blue"]))
    assert not any(BACK in tiles for tiles in sightings.values())


def test_walls_are_counted_on_a_cloth_of_their_hue(classifier: Classifier) -> None:
    world = World()
    faces = sorted(tile.face for tile in world.tiles if tile.tile_set == 0)
    spots = [WallSpot(*spot) for spot in product(range(CHAIRS), range(world.geometry.wall.stacks), range(2))]
    world.build_walls(0, dict(zip(spots, faces, strict=True)))
    seen = {
        one.zone: one.stacks
        for one in filmed(classifier, world, CLOTHS["blue on blue"])
        if isinstance(one, WallSeen)
    }
    assert sorted(seen) == [ZoneId("wall", chair) for chair in range(CHAIRS)]
    for stacks in seen.values():
        assert all(least >= 1 and most == 2 for least, most in stacks)


class Hesitant(Classifier):
    """A network that hardly tells a blank face from a back, as in a lamp's coloured light."""

    def log_probabilities(self, crops: Sequence[Image]) -> Floats32:
        logs = super().log_probabilities(crops)
        blank = logs.argmax(axis=1) == HAKU_CLASS
        logs[blank] = np.log(0.01 / CLASSES)
        logs[blank, HAKU_CLASS], logs[blank, BACK_CLASS] = np.log(0.74), np.log(0.25)
        return logs


@pytest.mark.parametrize(("backs", "is_read"), [(BLUE, True), ((205, 212, 214), False)])
def test_a_blank_face_is_no_back_where_backs_have_another_colour(backs: Colour, *, is_read: bool) -> None:
    world, pond = World(), ZoneId("pond", 0)
    faces = sorted(tile.face for tile in world.tiles if tile.tile_set == 0)
    spots = [WallSpot(*spot) for spot in product(range(CHAIRS), range(17), range(2))]
    world.build_walls(0, dict(zip(spots, faces, strict=True)))
    for chair in range(1, CHAIRS):  # one wall shows the colour of backs, and takes a quarter of the time
        world.swallow(world.in_zone(ZoneId("wall", chair)))
    inside = {tile.face: tile for tile in world.tiles if tile.in_machine}
    lying: list[TilePlace] = []
    for face in (0, HAKU, 10):
        lying.append(world.places.pond(0, lying, sideways=False))
        world.put(inside[face], pond, lying[-1])
    found = read(filmed(Hesitant(), world, (GREEN, backs)))
    assert found.get(pond) == ([0, HAKU, 10] if is_read else None)


def test_other_walls_that_hold_as_many_tiles_are_reported_again(classifier: Classifier) -> None:
    """The walls go down and come up while nobody looks."""
    world = World()
    camera, reader = OverheadCamera(world), TableReader(load_geometry(), classifier)
    frame = 0

    def seen() -> dict[ZoneId, WallSeen]:
        nonlocal frame
        sightings: list[Sighting] = []
        for _ in range(8):
            sightings += reader.read_frame(Frame(frame, 100 * frame, camera.render(100 * frame)))
            frame += 1
        return {one.zone: one for one in sightings if isinstance(one, WallSeen)}

    counts = []
    for tile_set in (0, 1):
        world.swallow(world.on_table())
        faces = sorted(tile.face for tile in world.tiles if tile.tile_set == tile_set)
        spots = [WallSpot(*spot) for spot in product(range(CHAIRS), range(17), range(2))]
        world.build_walls(tile_set, dict(zip(spots, faces, strict=True)))
        counts.append(seen())
    before, after = counts
    assert sorted(before) == sorted(after) == [ZoneId("wall", chair) for chair in range(CHAIRS)]
    for zone, wall in before.items():
        assert other_backs(wall, after[zone])
    assert seen() == {}
