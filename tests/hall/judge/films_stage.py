"""Helpers that the tests of films share."""

import functools
from pathlib import Path

from simulation.camera.lens import Mount
from simulation.camera.overhead import OverheadCamera
from simulation.world.world import World
from tests.vision.mounts_stage import smaller
from vision.calibration.calibration import find_table
from vision.camera.camera import Frame
from vision.clips.clips import ClipOrder
from vision.clips.evidence import Footage, Ring
from vision.clips.writing import write_clip
from vision.geometry import load_geometry

GEOMETRY = load_geometry()


def taken_ms(number: int) -> int:
    """The time at which a picture was taken, in whole milliseconds: thirty a second."""
    return round(number * 100 / 3)


@functools.cache
def footage(pictures: int = 4) -> Footage:
    """An empty table, as the camera sees it."""
    picture = OverheadCamera(World(), mount=smaller(Mount()), seed=4).render(0)
    seen = find_table(picture, GEOMETRY)
    ring = Ring(GEOMETRY, 15)
    for number in range(pictures):
        ring.add(Frame(number, taken_ms(number), picture), seen, [])
    found = ring.footage(taken_ms(pictures - 1))
    assert found is not None
    return found


def film(folder: Path, order: ClipOrder, pictures: int = 4) -> bytes:
    """A clip as vision writes it."""
    return write_clip(folder, order, footage(pictures)).with_suffix(".avi").read_bytes()
