"""Fixtures for the tests of vision."""

from pathlib import Path

import cv2
import pytest

from simulation.camera.overhead import OverheadCamera
from simulation.camera.tables import TABLES
from simulation.world.world import World
from tests.vision.mounts_stage import smaller
from tests.vision.tabletop import GEOMETRY
from tests.vision.tracker_stage import Film
from vision.model.classifier import Classifier
from vision.tracking.tracker import TableReader
from vision.zones import ZoneId

HIGH_MM = 250.0
"""The height of an arm that hides the pond from only one camera."""
OVER_FIRST = (20.0, 160.0)
"""The place of its finger tips that hides two thirds of the pond from the first camera, and none from the second."""


@pytest.fixture(scope="session", autouse=True)
def one_thread() -> None:
    cv2.setNumThreads(1)


@pytest.fixture(scope="session")
def classifier() -> Classifier:
    return Classifier()


@pytest.fixture
def reader(classifier: Classifier) -> TableReader:
    return TableReader(GEOMETRY, classifier)


@pytest.fixture
def film(reader: TableReader) -> Film:
    return Film(reader)


@pytest.fixture(scope="session")
def hidden_from_one(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Ten pictures a second of two cameras, while a tile is laid under an arm that hides it from the first one."""
    folders = tmp_path_factory.mktemp("first"), tmp_path_factory.mktemp("second")
    world = World()
    cameras = [
        OverheadCamera(world, mount=smaller(mount), seed=5, number=number)
        for number, mount in enumerate(TABLES["two-cameras"].mounts)
    ]
    for number in range(16):
        if number in {0, 8}:
            before = [each.place for each in world.in_zone(ZoneId("pond", 0)) if each.place is not None]
            place = world.places.pond(0, before, sideways=False)
            world.put(world.tiles[number + 1], ZoneId("pond", 0), place)
        if number == 4:
            world.arms[1].height_mm = HIGH_MM
            world.arms[1].move(400, 600, *OVER_FIRST)
        for folder, overhead in zip(folders, cameras, strict=True):
            cv2.imwrite(str(folder / f"{number:03}-{number * 100}.png"), overhead.render(number * 100))
    return folders
