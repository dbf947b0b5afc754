"""Pictures of the simulated camera; the oracle is the world that was filmed."""

from pathlib import Path

import numpy as np
import pytest

from bench.stages.random_tables import random_table
from referee.records.reader import read_record
from simulation.camera.lens import Mount
from simulation.camera.overhead import OverheadCamera
from simulation.world.places import Lie
from simulation.world.world import World
from tests.proofs import some
from tests.vision.played import Shot, film
from vision.camera.camera import Frame
from vision.geometry import load_geometry, to_chair
from vision.model.classifier import Classifier
from vision.reading.reading import ZoneReader
from vision.sightings import LostTrack, Watermark, ZoneReading
from vision.tracking.tracker import TableReader
from vision.zones import ZoneId

MOUNTS = {
    "usual": Mount(),
    "low and oblique": Mount(height_mm=1300.0, aside_mm=(-60.0, 90.0), roll_deg=-1.5, scale=1.68),
    "high": Mount(height_mm=1600.0, aside_mm=(30.0, -40.0), roll_deg=2.0, scale=1.7),
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("mount", MOUNTS)
def test_random_tables(classifier: Classifier, mount: str) -> None:
    world = World()
    camera = OverheadCamera(world, mount=MOUNTS[mount], seed=3)
    for seed in range(4):
        laid = random_table(world, np.random.default_rng([seed, len(mount)]))
        reader, readings = TableReader(load_geometry(), classifier), {}
        for number in range(2):
            for sighting in reader.read_frame(Frame(number, 100 * number, camera.render(100 * number))):
                if isinstance(sighting, ZoneReading):
                    readings[sighting.zone] = [(tile.tile, tile.sideways) for tile in sighting.tiles]
        assert readings == laid


class Watcher:
    """Reads a film and compares what it tells with what lay there."""

    def __init__(self, classifier: Classifier) -> None:
        self.reader = TableReader(load_geometry(), classifier)
        self.readings: dict[ZoneId, list[tuple[int, bool]]] = {}
        self.since: dict[ZoneId, list[tuple[int, list[tuple[int, bool]]]]] = {}
        self.read = 0
        self.lost: list[LostTrack] = []
        self.misdated: list[ZoneReading] = []
        self.last: Shot | None = None

    def take(self, shot: Shot) -> None:
        self.last = shot
        for zone, laid in shot.truth.items():
            history = self.since.setdefault(zone, [])
            if not history or history[-1][1] != laid:
                history.append((shot.frame.at_ms, laid))
        for sighting in self.reader.read_frame(shot.frame):
            if isinstance(sighting, LostTrack):
                self.lost.append(sighting)
            if not isinstance(sighting, ZoneReading):
                continue
            self.read += 1
            self.readings[sighting.zone] = [(tile.tile, tile.sideways) for tile in sighting.tiles]
            assert self.readings[sighting.zone] == shot.truth[sighting.zone], (
                sighting.zone,
                shot.frame.at_ms,
            )
            came_ms = self.since[sighting.zone][-1][0]
            # A change is seen at earliest in the frame before the one it is dated to, and at latest in its own.
            if (
                not sighting.at_ms - sighting.within_ms
                <= came_ms
                <= sighting.at_ms + sighting.within_ms + 100
            ):
                self.misdated.append(sighting)


class _EnoughError(Exception):
    pass


def _recorded(shared: Path, name: str) -> Path:
    return shared / "records" / "games" / f"{name}.mjlog"


@pytest.mark.prove(short=False)
@pytest.mark.shared
def test_the_beginning_of_a_real_hand(classifier: Classifier, shared: Path) -> None:
    """Half a minute of play after the deal: everything told is true, and told within two seconds."""
    watcher = Watcher(classifier)

    def take(shot: Shot) -> None:
        watcher.take(shot)
        if shot.frame.at_ms > 75_000:
            raise _EnoughError

    with pytest.raises(_EnoughError):
        film(read_record(_recorded(shared, "00a9da624bee")), take, hands=[2], seed=1)
    assert watcher.last is not None
    discards = [zone for zone, laid in watcher.last.truth.items() for _ in laid if zone.kind == "pond"]
    assert len(discards) > 4
    for zone, history in watcher.since.items():
        now = max((at_ms, laid) for at_ms, laid in history if at_ms <= watcher.last.frame.at_ms)
        if now[0] < watcher.last.frame.at_ms - 2000:
            assert watcher.readings[zone] == now[1], zone
    assert watcher.misdated == []


@pytest.mark.prove(short=False)
@pytest.mark.shared
@pytest.mark.parametrize("name", some(["004250227022", "02278a2fadc2"], 0))
def test_a_whole_real_hand(classifier: Classifier, shared: Path, name: str) -> None:
    watcher = Watcher(classifier)
    table = film(read_record(_recorded(shared, name)), watcher.take, hands=[1], seed=2)
    assert table.left_because == ""
    assert watcher.read > 60
    assert all(watcher.readings[zone] == [] for zone in watcher.readings)
    assert isinstance(watcher.reader.read_frame(watcher.last.frame)[-1] if watcher.last else None, Watermark)


@pytest.mark.prove(short=False)
def test_tiles_cut_out_off_their_place(classifier: Classifier) -> None:
    """A four of sou must not become a two when the fit is three millimetres off."""
    world = World()
    camera = OverheadCamera(world, seed=1)
    random_table(world, np.random.default_rng(99))
    picture = camera.render(0)
    charts = ZoneReader(load_geometry(), camera.view, classifier).charts
    crops, faces = [], []
    for tile in world.on_table():
        if tile.place is None or tile.zone is None or tile.place.lie is not Lie.FACE_UP:
            continue
        if tile.zone.kind not in ("pond", "meld", "hand"):
            continue
        x, y = to_chair(tile.zone.chair, tile.place.x_mm, tile.place.y_mm)
        turn = 90.0 * tile.zone.chair - tile.place.angle_deg
        for dx, dy in ((-2.8, 1.2), (2.8, -1.2), (0.0, 2.5), (0.0, -2.5)):
            crops.append(charts[tile.zone].crop(picture, x + dx, y + dy, turn))
            faces.append(tile.face)
    assert len(faces) > 200
    assert classifier.log_probabilities(crops).argmax(axis=1).tolist() == faces
