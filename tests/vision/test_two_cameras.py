"""Two cameras over one table: if something hides a zone from one, the other sees it; the oracle is the simulated
world."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulation.camera.lens import Mount
from simulation.camera.overhead import OverheadCamera
from simulation.camera.tables import TABLES
from simulation.world.world import World
from tests.vision.conftest import HIGH_MM, OVER_FIRST
from tests.vision.mounts_stage import smaller
from vision.camera.frames import Frame, Shot
from vision.change.occlusion import ZoneGate
from vision.geometry import load_geometry
from vision.model.classifier import Classifier
from vision.sightings import CameraAlert, FoundTrack, LostTrack, Sighting, Watermark, ZoneReading
from vision.tracking.camera_views import NO_PICTURE, views_on
from vision.tracking.tracker import TableReader
from vision.zones import TABLE, ZoneId

POND = ZoneId("pond", 0)
PERIOD_MS = 200
"""The time between two looks at a table where nobody moves."""


@dataclass
class Filmed:
    """A simulated table with two cameras; only those in ``looked_through`` are used."""

    classifier: Classifier
    looked_through: Sequence[int] = (0, 1)
    away: set[int] = field(default_factory=set)
    world: World = field(default_factory=World)
    at_ms: int = 0
    laid: int = 0

    def __post_init__(self) -> None:
        table = TABLES["two-cameras"]
        self.cameras = [
            OverheadCamera(self.world, mount=smaller(table.mounts[number]), seed=5, number=number)
            for number in self.looked_through
        ]
        others = [None] * (len(self.cameras) - 1)
        self.reader = TableReader(load_geometry(), self.classifier, others=others)

    def show(self, seconds: float) -> list[Sighting]:
        """Film this span of time; return the reports, except watermarks and hands."""
        sightings: list[Sighting] = []
        for _ in range(round(seconds * 1000 / PERIOD_MS)):
            self.at_ms += PERIOD_MS
            number = self.at_ms // PERIOD_MS
            frames = [
                None if index in self.away else Frame(number, self.at_ms, camera.render(self.at_ms))
                for index, camera in enumerate(self.cameras)
            ]
            sightings += self.reader.read_shot(Shot.of(*frames))
        assert isinstance(sightings[-1], Watermark)
        return [
            each for each in sightings if isinstance(each, ZoneReading | LostTrack | FoundTrack | CameraAlert)
        ]

    def discard(self) -> int:
        """Lay the next tile in the pond of chair 0; return its face."""
        tile = self.world.tiles[4 * self.laid + 1]
        before = [each.place for each in self.world.in_zone(POND) if each.place is not None]
        self.world.put(tile, POND, self.world.places.pond(0, before, sideways=False))
        self.laid += 1
        return int(tile.face)

    def hide(self, point: tuple[float, float]) -> None:
        """Hold an arm of chair 1 high above the table."""
        arm = self.world.arms[1]
        arm.height_mm = HIGH_MM
        arm.move(self.at_ms, self.at_ms + 300, *point)


def pond_of(sightings: Sequence[Sighting]) -> list[list[int]]:
    return [
        [tile.tile for tile in each.tiles]
        for each in sightings
        if isinstance(each, ZoneReading) and each.zone == POND
    ]


def losses(sightings: Sequence[Sighting]) -> list[tuple[ZoneId, int]]:
    return [(each.zone, each.at_ms) for each in sightings if isinstance(each, LostTrack)]


def test_what_an_arm_hides_from_one_camera_the_other_sees(classifier: Classifier) -> None:
    """An arm is held over the pond for four seconds, and a tile is laid there: the first camera alone reports a
    loss."""
    sightings: dict[int, list[Sighting]] = {}
    for cameras in ((0,), (0, 1)):
        table = Filmed(classifier, cameras)
        faces = [table.discard(), table.discard()]
        assert pond_of(table.show(1.0)) == [faces]
        table.hide(OVER_FIRST)
        table.show(1.0)
        held_ms = table.at_ms
        faces.append(table.discard())
        sightings[len(cameras)] = table.show(4.0)
        if len(cameras) == 1:
            assert POND in [zone for zone, _ in losses(sightings[1])]
            assert pond_of(sightings[1]) == []
        else:
            assert POND not in [zone for zone, _ in losses(sightings[2])]
            assert pond_of(sightings[2]) == [faces]
            [reading] = [each for each in sightings[2] if isinstance(each, ZoneReading) and each.zone == POND]
            assert reading.settled_ms - held_ms <= 400
            assert reading.at_ms - reading.within_ms <= held_ms + PERIOD_MS
            assert held_ms <= reading.at_ms + reading.within_ms
        # When the arm has left, nothing is reported twice.
        table.hide(World.rest_point(1))
        after = table.show(2.0)
        assert pond_of(after) == ([] if len(cameras) == 2 else [faces])


def test_a_tile_that_the_other_camera_saw_come_and_go_is_no_news(classifier: Classifier) -> None:
    """The first camera remembers the earlier pond, but may not report that nothing has changed."""
    table = Filmed(classifier)
    first = table.discard()
    table.show(1.0)
    table.hide(OVER_FIRST)
    table.show(1.0)
    second = table.discard()
    assert pond_of(table.show(1.0)) == [[first, second]]
    # The second camera is covered while the tile is taken back, so the first one sees the pond as it remembers it.
    table.away.add(1)
    table.world.swallow([tile for tile in table.world.in_zone(POND) if int(tile.face) == second])
    table.hide(World.rest_point(1))
    assert pond_of(table.show(2.0)) == [[first]]


def test_a_camera_that_dies_is_named_and_the_game_goes_on(classifier: Classifier) -> None:
    table = Filmed(classifier)
    faces = [table.discard()]
    table.show(1.0)
    for camera in (0, 1):
        died_ms = table.at_ms
        table.away.add(camera)
        faces.append(table.discard())
        sightings = table.show(3.0)
        [alert] = [each for each in sightings if isinstance(each, CameraAlert)]
        assert (alert.kind, alert.camera, alert.text) == ("lost", camera + 1, NO_PICTURE)
        assert alert.at_ms - died_ms <= 2000
        assert pond_of(sightings) == [faces]
        assert losses(sightings) == []
        table.away.remove(camera)
        sightings = table.show(1.0)
        assert [(each.camera, each.text) for each in sightings if isinstance(each, CameraAlert)] == [
            (camera + 1, "")
        ]
        assert pond_of(sightings) == []
        assert losses(sightings) == []


def test_the_table_is_lost_only_when_both_cameras_are_covered(classifier: Classifier) -> None:
    table = Filmed(classifier)
    table.show(1.0)
    table.cameras[0].covered = True
    assert losses(table.show(1.0)) == []
    table.cameras[1].covered = True
    assert [zone for zone, _ in losses(table.show(0.2))] == [TABLE]
    table.cameras[1].covered = False
    assert FoundTrack(TABLE, table.at_ms + PERIOD_MS) in table.show(0.2)


def test_a_camera_that_was_moved_is_named(classifier: Classifier) -> None:
    """Meanwhile the table is read through the other camera; then the moved one is used again."""
    table = Filmed(classifier)
    faces = [table.discard()]
    table.show(1.0)
    pushed = smaller(Mount.tilted(20.0, 225.0, scale=1.6, roll_deg=4.0))
    table.cameras[1] = OverheadCamera(table.world, mount=pushed, seed=5)
    faces.append(table.discard())
    sightings = table.show(2.0)
    assert [(each.kind, each.camera) for each in sightings if isinstance(each, CameraAlert)] == [("moved", 2)]
    assert pond_of(sightings) == [faces]
    assert losses(sightings) == []
    table.away.add(0)
    faces.append(table.discard())
    assert pond_of(table.show(1.0)) == [faces]


def _view(gate: ZoneGate, sharpness: float, *, behind: bool = False) -> Any:
    sight = SimpleNamespace(behind={POND} if behind else set())
    return SimpleNamespace(gates={POND: gate}, sight=sight, sharpness=lambda _zone: sharpness)


ARMS = st.frozensets(st.integers(0, 3))
SHARPNESS = st.floats(1.0, 1000.0)
CLEAR = st.builds(lambda changed: ZoneGate(moving=False, covered=False, changed=changed), st.booleans())
HIDDEN = st.builds(
    lambda moving, changed, arms: ZoneGate(moving, not moving or bool(arms), changed, arms=arms),
    st.booleans(),
    st.booleans(),
    ARMS,
)


@given(HIDDEN, CLEAR, SHARPNESS, SHARPNESS, st.booleans())
def test_a_zone_hidden_from_one_camera_is_seen_as_if_there_were_only_the_other(
    hidden: ZoneGate, clear: ZoneGate, sharp: float, other_sharp: float, first: bool
) -> None:
    covered, free = _view(hidden, sharp), _view(clear, other_sharp)
    assert views_on(POND, [covered, free] if first else [free, covered]) == views_on(POND, [free])
    assert views_on(POND, [free]) == ([free], clear)


@given(HIDDEN, HIDDEN)
def test_a_zone_hidden_from_all_is_hidden_by_the_arms_of_all(one: ZoneGate, other: ZoneGate) -> None:
    _, gate = views_on(POND, [_view(one, 1.0), _view(other, 1.0)])
    assert gate.moving or gate.covered
    assert gate.arms == one.arms | other.arms


@given(CLEAR, CLEAR, SHARPNESS, SHARPNESS)
def test_a_zone_that_one_camera_shows_as_believed_is_not_read(
    one: ZoneGate, other: ZoneGate, sharp: float, other_sharp: float
) -> None:
    _, gate = views_on(POND, [_view(one, sharp), _view(other, other_sharp)])
    assert gate.changed == (one.changed and other.changed)


@pytest.mark.parametrize("sharp", [1.0, 3.0])
def test_a_memory_that_is_behind_says_nothing_and_the_sharper_camera_is_read_first(sharp: float) -> None:
    still = ZoneGate(moving=False, covered=False, changed=False)
    behind, changed = _view(still, 9.0, behind=True), _view(ZoneGate(False, False, changed=True), 2.0)
    assert views_on(POND, [behind])[1].changed
    assert views_on(POND, [behind, changed])[0] == [changed, behind]
    third = _view(ZoneGate(False, False, changed=True), sharp)
    assert views_on(POND, [changed, third])[0] == ([third, changed] if sharp > 2.0 else [changed, third])
