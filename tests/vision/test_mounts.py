"""Cameras of every kind above the simulated table: bent lenses, tilted, turned, coarse and fine; the oracle is the world."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from bench.stages.random_tables import random_table
from simulation.camera.lens import Mount
from simulation.camera.overhead import OverheadCamera
from simulation.world.world import World
from tests.proofs import some
from tests.vision.mounts_stage import MOUNTS
from vision.calibration.calibration import CalibrationError, find_table, view_from_markers
from vision.camera.camera import Frame
from vision.geometry import load_geometry
from vision.model.classifier import Classifier
from vision.sightings import LostTrack, ZoneReading
from vision.tracking.tracker import TableReader
from vision.zones import ZoneId

OFTEN = "a wide lens, low, turned"


def wrong(classifier: Classifier, mount: Mount, seed: int) -> list[str]:
    """Return the tiles misread on a random table, and those lost."""
    world = World()
    laid = random_table(world, np.random.default_rng([seed, 5]))
    camera = OverheadCamera(world, mount=mount, seed=3)
    reader = TableReader(load_geometry(), classifier)
    readings: dict[ZoneId, list[tuple[int, bool]]] = {}
    found = []
    for number in range(2):
        for one in reader.read_frame(Frame(number, 100 * number, camera.render(100 * number))):
            if isinstance(one, ZoneReading):
                readings[one.zone] = [(tile.tile, tile.sideways) for tile in one.tiles]
            elif isinstance(one, LostTrack):
                found.append(f"{one.zone}: {one.reason}")
    for zone, tiles in laid.items():
        if readings.get(zone) != tiles:
            found.append(f"{zone}: laid {tiles}, read {readings.get(zone)}")
    return found


def test_all_tiles_are_read(classifier: Classifier) -> None:
    assert wrong(classifier, MOUNTS[OFTEN], 0) == []


@pytest.mark.prove(short=False)
@pytest.mark.parametrize("name", some(list(MOUNTS), 8))
def test_all_tiles_are_read_under_every_camera(classifier: Classifier, name: str) -> None:
    for seed in range(1, 4):
        assert wrong(classifier, MOUNTS[name], seed) == [], seed


def bent_by_opencv(mount: Mount, points: np.ndarray) -> np.ndarray:
    """Return the pixels in which points of the table (n by 3) are seen."""
    lens, straight = mount.lens(), replace(mount, bend=(0.0, 0.0, 0.0, 0.0, 0.0)).view().points(points)
    rays = np.column_stack([(straight - lens.centre) / lens.focal, np.ones(len(straight))])
    bent, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), lens.matrix(), np.array(mount.bend))
    return np.asarray(bent, np.float64).reshape(-1, 2)


def test_the_lens_is_solved_for_with_the_place() -> None:
    """The markers' corners are bent by OpenCV's own model, with noise; tops of tiles are found in their true places."""
    geometry = load_geometry()
    for name, most_mm in (
        ("a slightly bent lens", 0.6),
        ("a cushion", 0.6),
        ("tilted by 25 degrees, wide", 0.6),
    ):
        mount = MOUNTS[name]
        rng = np.random.default_rng(4)
        corners = {
            one.id: bent_by_opencv(mount, np.column_stack([one.corners(), np.zeros(4)]))
            + rng.normal(0, 0.12, (4, 2))
            for one in geometry.markers
        }
        found = view_from_markers(corners, geometry, mount.size)
        tops = np.array([(x, y, geometry.tile_top) for x in (-300, 0, 300) for y in (-270, 0, 270)], float)
        off = found.view.to_plane(bent_by_opencv(mount, tops), geometry.tile_top) - tops[:, :2]
        assert np.linalg.norm(off, axis=1).max() < most_mm, name


def test_a_picture_too_coarse_says_what_to_do() -> None:
    world = World()
    mount = Mount.tilted(25.0, 90.0, width=1280, height=960, scale=1.1)
    picture = OverheadCamera(world, mount=mount).render(0)
    with pytest.raises(CalibrationError, match=r"\(a tile is 2\d px tall\): take larger pictures, zoom in"):
        find_table(picture, load_geometry())
