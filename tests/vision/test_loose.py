"""Tiles and objects outside the zones, and the remaining walls; the oracle is the simulated table that was filmed."""

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.tiles import NAMES
from simulation.camera.overhead import OverheadCamera
from simulation.world.places import Lie, TilePlace, WallSpot
from simulation.world.world import Thing, TileObject, World
from tests.vision.tabletop import GEOMETRY, camera, noisy, photograph, pond
from tests.vision.tabletop import walls as photographed_walls
from vision.camera.camera import Frame
from vision.geometry import load_geometry, to_table
from vision.model.classifier import Classifier
from vision.photo.marked import read_marked
from vision.reading.felt_watch import FeltWatch
from vision.sightings import Sighting, SticksSeen, TileMoved, WallSeen, Watermark, ZoneReading
from vision.tracking.tracker import TableReader
from vision.zones import CHAIRS, FELT, ZoneId


def walls(world: World, tile_set: int, seed: int) -> None:
    faces = [tile.face for tile in world.tiles if tile.tile_set == tile_set]
    spots = [
        WallSpot(chair, stack, level) for chair in range(CHAIRS) for stack in range(17) for level in range(2)
    ]
    shuffled = np.random.default_rng(seed).permutation(faces).tolist()
    world.build_walls(tile_set, dict(zip(spots, shuffled, strict=True)))


class Filmed:
    """A simulated table and what is reported of it."""

    def __init__(self, classifier: Classifier, tile_set: int = 0, seed: int = 0) -> None:
        self.world = World()
        walls(self.world, tile_set, seed)
        self._camera = OverheadCamera(self.world, seed=seed)
        self._reader = TableReader(load_geometry(), classifier)
        self._frame = 0

    def picture(self) -> NDArray[np.uint8]:
        return np.array(self._camera.render(0), np.uint8)

    def show(self, frames: int) -> list[Sighting]:
        sightings: list[Sighting] = []
        for _ in range(frames):
            at_ms = 150 * self._frame
            sightings += self._reader.read_frame(Frame(self._frame, at_ms, self._camera.render(at_ms)))
            self._frame += 1
        return [sighting for sighting in sightings if not isinstance(sighting, Watermark)]

    def reach(self, chair: int, x_mm: float, y_mm: float) -> list[Sighting]:
        """The arm of a chair goes to a point of the table and stays there for a second."""
        at_ms = 150 * self._frame
        self.world.arms[chair].move(at_ms, at_ms + 300, x_mm, y_mm)
        return self.show(10)

    def withdraw(self, chair: int) -> list[Sighting]:
        """The arm goes back."""
        return self.reach(chair, *self.world.rest_point(chair))


LOOSE = [(20.0, 312.0, 10.0), (-60.0, 315.0, 65.0), (315.0, 60.0, 100.0)]
"""Places outside all zones, and how the tiles there are turned. [mm, mm, degrees]"""


def expose(world: World) -> list[TileObject]:
    """Lay tiles of a wall open outside all zones."""
    pieces = [world.wall_tile(WallSpot(2, stack, 1)) for stack in range(len(LOOSE))]
    for piece, (x, y, angle) in zip(pieces, LOOSE, strict=True):
        world.put(piece, FELT, TilePlace(x, y, angle, Lie.FACE_UP))
    return pieces


def test_a_tile_exposed_by_accident_and_sticks(classifier: Classifier) -> None:
    table = Filmed(classifier)
    table.show(6)
    pieces = expose(table.world)
    table.world.lay_stick(1, True)
    sightings = table.show(10)
    [reading] = [one for one in sightings if isinstance(one, ZoneReading) and one.zone == FELT]
    assert sorted(tile.tile for tile in reading.tiles) == sorted(piece.face for piece in pieces)
    for piece, (x, y, _) in zip(pieces, LOOSE, strict=True):
        assert any(
            tile.tile == piece.face and abs(tile.x_mm - x) < 4 and abs(tile.y_mm - y) < 4
            for tile in reading.tiles
        )
    moves = [one for one in sightings if isinstance(one, TileMoved)]
    assert {(one.kind, one.tile) for one in moves} == {("exposed", piece.face) for piece in pieces}
    [sticks] = [one.sticks for one in sightings if isinstance(one, SticksSeen)]
    assert [(stick.points, stick.chair, round(stick.x_mm)) for stick in sticks] == [(1000, 1, 57)]
    [wall] = [one for one in sightings if isinstance(one, WallSeen)]
    assert (wall.zone, wall.stacks) == (ZoneId("wall", 2), ((1, 1),) * 3 + ((2, 2),) * 14)


@pytest.mark.parametrize("y_mm", [272.0, 276.0, 290.0])
def test_the_end_of_a_lighter_that_lies_before_a_hand_is_no_blank_tile(
    classifier: Classifier, y_mm: float
) -> None:
    """Its other end lies in the hand's zone, which is not checked here."""
    view, reader, random = camera(), TableReader(GEOMETRY, classifier), np.random.default_rng(1)
    image = photograph([*pond(0, [0, 9]), *photographed_walls()], view, noise=0.0)
    ends = [(9.5, y_mm - 41), (30.5, y_mm - 41), (30.5, y_mm + 41), (9.5, y_mm + 41)]
    seen = view.points([(*to_table(0, *end), 8.0) for end in ends])
    cv2.fillConvexPoly(image, seen.round().astype(np.int32), (222, 214, 220), cv2.LINE_AA)
    sightings = [
        sighting
        for number in range(8)
        for sighting in reader.read_frame(Frame(number, 100 * number, noisy(image, random)))
    ]
    felt = [one for one in sightings if isinstance(one, ZoneReading) and one.zone == FELT]
    assert [reading.tiles for reading in felt if reading.tiles] == []


@pytest.mark.parametrize("turned", range(CHAIRS))
def test_a_plate_in_the_rim_is_no_stick_and_a_stick_beside_the_rim_is_one(
    classifier: Classifier, turned: int
) -> None:
    """A strip of a plate is seen where felt is expected: the rim hangs over a little, or the height is not exact."""
    view, reader, half = camera(), TableReader(GEOMETRY, classifier), GEOMETRY.felt_half
    image = photograph([], view, noise=0.0)
    plate, stick = (
        (turned, -40.0, 40.0, half - 3.5, half + 16.0, 0.0),
        (turned + 1, 20.0, 87.0, half - 17.0, half - 12.0, 2.0),
    )
    for chair, left, right, far, near, height in (plate, stick):
        corners = [(left, far), (right, far), (right, near), (left, near)]
        seen = view.points([(*to_table(chair % CHAIRS, *corner), height) for corner in corners])
        cv2.fillConvexPoly(image, seen.round().astype(np.int32), (196, 204, 208), cv2.LINE_AA)
    random = np.random.default_rng(turned)
    sightings = [
        sighting
        for number in range(8)
        for sighting in reader.read_frame(Frame(number, 100 * number, noisy(image, random)))
    ]
    assert sticks_of(sightings)[-1] == [(turned + 1) % CHAIRS]


def sticks_of(sightings: list[Sighting]) -> list[list[int]]:
    """The chairs of the sticks, for each report."""
    return [[stick.chair for stick in one.sticks] for one in sightings if isinstance(one, SticksSeen)]


def test_a_change_that_is_neither_tile_nor_stick_costs_one_look(
    classifier: Classifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Filmed(classifier)
    table.show(8)
    looked, look = [], FeltWatch.look

    def noted(watch: FeltWatch, frame: Frame, *rest: Any) -> Any:
        looked.append(frame.number)
        return look(watch, frame, *rest)

    monkeypatch.setattr(FeltWatch, "look", noted)
    table.world.things.append(Thing(0.0, 315.0, 75.0, 20.0, 8.0, 0.0, (60, 58, 52)))
    assert [one for one in table.show(10) if isinstance(one, ZoneReading) and one.zone == FELT] == []
    assert len(looked) == 1, "it shows what the look before it showed"
    expose(table.world)
    table.show(10)
    assert len(looked) == 3, "a new thing is looked at twice"


def test_no_stick_is_reported_as_well_so_that_the_first_one_is_new(classifier: Classifier) -> None:
    filmed = Filmed(classifier)
    assert sticks_of(filmed.show(6)) == [[]]
    filmed.world.lay_stick(1, True)
    assert sticks_of(filmed.show(8)) == [[1]]


def test_a_stick_under_an_arm_lies_there_still(classifier: Classifier) -> None:
    filmed = Filmed(classifier)
    filmed.world.lay_stick(1, True)
    assert sticks_of(filmed.show(6)) == [[1]]
    assert sticks_of(filmed.reach(1, 30.0, 0.0)) == []
    filmed.world.lay_stick(3, True)
    assert sticks_of(filmed.show(8)) == [[1, 3]]
    assert sticks_of(filmed.withdraw(1)) == []
    filmed.reach(1, 30.0, 0.0)
    filmed.world.lay_stick(1, False)
    assert sticks_of(filmed.show(8)) == []
    assert sticks_of(filmed.withdraw(1)) == [[3]]


def test_sticks_are_first_told_when_no_arm_hides_any(classifier: Classifier) -> None:
    """Otherwise one that an arm hid would appear as new."""
    filmed = Filmed(classifier)
    filmed.show(2)
    filmed.world.lay_stick(1, True)
    assert sticks_of(filmed.reach(1, 30.0, 0.0)) == []
    assert sticks_of(filmed.withdraw(1)) == [[1]]


def test_a_single_picture_has_them_in_no_zone(classifier: Classifier) -> None:
    filmed = Filmed(classifier)
    pieces = expose(filmed.world)
    read = read_marked(filmed.picture(), load_geometry(), classifier)
    assert read is not None
    assert sorted((tile.tile, tile.spot.zone) for tile in read.tiles) == sorted(
        (NAMES[piece.face], "other") for piece in pieces
    )


def test_what_is_taken_away_is_reported_as_gone(classifier: Classifier) -> None:
    table = Filmed(classifier)
    pieces = expose(table.world)
    assert any(one.zone == FELT for one in table.show(10) if isinstance(one, ZoneReading))
    table.world.swallow(pieces)
    sightings = table.show(10)
    assert [one.tiles for one in sightings if isinstance(one, ZoneReading) and one.zone == FELT] == [()]


@pytest.mark.parametrize(("tile_set", "seed"), [(0, 3), (1, 4)])
def test_the_stacks_of_the_walls(classifier: Classifier, tile_set: int, seed: int) -> None:
    filmed = Filmed(classifier, tile_set, seed)
    random = np.random.default_rng(seed)
    truth = {}
    for chair in range(CHAIRS):
        left = [int(each) for each in random.integers(0, 3, 17)]
        for stack, count in enumerate(left):
            gone = [filmed.world.wall_tile(WallSpot(chair, stack, level)) for level in range(count, 2)]
            filmed.world.swallow(gone)
        truth[ZoneId("wall", chair)] = left
    wall_of = {one.zone: one for one in filmed.show(3) if isinstance(one, WallSeen)}
    for zone, left in truth.items():
        wall = wall_of[zone]
        assert all(low <= count <= high for (low, high), count in zip(wall.stacks, left, strict=True)), zone
        assert wall.most - wall.least <= 3
        assert wall.back is not None
        # The simulation's first set of tiles has yellow backs, the second blue ones.
        assert (wall.back[0] > wall.back[2]) == (tile_set == 1)
