"""A film shows every picture of a fast camera at its time. Each picture carries its time as bars, which are read back
from the film.

The camera driver is a stand-in; everything behind it is real, up to the films that the page's server sends.
"""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
import pytest

from simulation.camera.lens import Mount
from simulation.camera.overhead import OverheadCamera
from simulation.world.world import World
from table_controller.web.broker_door import BrokerDoor
from table_controller.web.doors.clip_door import ClipDoor
from table_controller.web.doors.doors import Doors
from table_controller.web.web import DashboardServer, ServedPage
from tests.vision.mounts_stage import smaller
from vision.calibration.calibration import Calibration, find_table
from vision.camera.camera import open_camera
from vision.camera.frames import CameraError
from vision.camera.pace import FramePace
from vision.clips.clips import ClipOrder, read_clip
from vision.clips.evidence import Footage, Ring
from vision.clips.writing import write_clip
from vision.geometry import load_geometry

GEOMETRY: Final = load_geometry()
FRAMES: Final = 75
BITS: Final = 14
ACT_MS: Final = 1500
"""Table time of the first act."""
APART_MS: Final = 40
"""The time by which the second act follows."""
BAR_MM: Final = 30.0
BARS_MM: Final = [(BAR_MM * (number - BITS / 2 + 0.5), 40.0) for number in range(BITS)]
DISCS_MM: Final = [(-250.0, 250.0), (250.0, -250.0)]
"""The places of the two acts, in opposite corners."""
BESIDE_MM: Final = (0.0, -GEOMETRY.felt_half - 60)
"""A person beside the table."""


class Driver:
    """A camera that sends JPEGs thirty times a second, a little unevenly; stands in for ``cv2.VideoCapture``."""

    def __init__(self) -> None:
        self.camera = OverheadCamera(World(), mount=smaller(Mount()), seed=4)
        self.plain = self.camera.render(0).copy()
        self.sent = 0
        self.settings: dict[int, float] = {}

    def __call__(self, _device: str, _how: int) -> Driver:
        return self

    def isOpened(self) -> bool:  # noqa: N802
        return self.sent < FRAMES

    def set(self, what: int, value: float) -> bool:
        self.settings[what] = value
        return True

    def get(self, what: int) -> float:
        return self.settings.get(what, 0.0)

    def now_ms(self) -> int:
        return 100 + round(self.sent * 100 / 3) + self.sent % 3

    def grab(self) -> bool:
        self.sent += 1
        return self.sent <= FRAMES

    def retrieve(self) -> tuple[bool, Any]:
        picture, at_ms = self.plain.copy(), self.now_ms()
        for number, middle in enumerate(BARS_MM):
            self._blot(picture, middle, 11, 255 if at_ms >> number & 1 else 0)
        for number, middle in enumerate(DISCS_MM):
            self._blot(picture, middle, 25, 255 if at_ms >= ACT_MS + APART_MS * number else 0)
        self._blot(picture, BESIDE_MM, 30, 255)
        jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
        if self.sent == FRAMES // 3:
            jpeg = jpeg[: len(jpeg) // 2]  # lost on its way
        return True, np.frombuffer(jpeg + bytes(500), np.uint8)[None]

    def release(self) -> None: ...

    def _blot(self, picture: Any, middle: tuple[float, float], size: int, level: int) -> None:
        (x, y), *_ = self.camera.view.points([(*middle, 0.0)]).round().astype(int).tolist()
        assert 0 < x < picture.shape[1]
        assert 0 < y < picture.shape[0]
        cv2.rectangle(picture, (x - size, y - size), (x + size, y + size), (level,) * 3, -1)


class Filmed(NamedTuple):
    """A table whose clip is in a folder."""

    clips: Path
    footage: Footage
    calibration: Calibration

    def light(self, picture: Any, place_mm: tuple[float, float]) -> bool:
        """Return whether a place of the table is bright in a picture of the film; places outside the picture are
        dark."""
        points = self.calibration.view.points([(*place_mm, 0.0)])
        (x, y), *_ = self.footage.where.moved(points).round().astype(int).tolist()
        return bool(picture[max(y, 0) : y + 1, max(x, 0) : x + 1].mean() > 128) if y >= 0 else False

    def time_ms(self, picture: Any) -> int:
        return sum(self.light(picture, bar) << number for number, bar in enumerate(BARS_MM))


@pytest.fixture(scope="module")
def filmed(tmp_path_factory: pytest.TempPathFactory) -> Filmed:
    """Film a table whose vision reads ten of the camera's pictures a second."""
    driver, made = Driver(), tmp_path_factory.mktemp("clips")
    calibration = find_table(driver.plain, GEOMETRY)
    ring, pace, read = Ring(GEOMETRY, 15, encoded=True), FramePace(), 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cv2, "VideoCapture", driver)
        patch.setattr("vision.camera.live.RECONNECT_S", 0.0)
        source = open_camera("v4l2:0", driver.now_ms, pace)
        with suppress(CameraError):
            for frame in source.frames():
                ring.add(frame, calibration, ())
                read += 1
    assert 1 <= read <= FRAMES / 3 + 1
    footage = ring.footage(ACT_MS)
    assert footage is not None
    write_clip(made, ClipOrder(1, (1,), ACT_MS, "why"), footage)
    return Filmed(made, footage, calibration)


@pytest.fixture
def door(filmed: Filmed) -> ClipDoor:
    return ClipDoor(filmed.clips)


@pytest.fixture
def server(door: ClipDoor, tmp_path: Path) -> Iterator[DashboardServer]:
    page = ServedPage(broker=BrokerDoor("127.0.0.1", 1), hall="home", table="7", folder=tmp_path)
    server = DashboardServer(0, page, host="127.0.0.1", doors=Doors(clips=door))
    yield server
    server.close()


def served(server: DashboardServer, path: str, file: Path) -> list[tuple[int, Any]]:
    """Return the pictures of the film at a path, each with its time in the film in ms."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", path)
    answer = connection.getresponse()
    assert answer.status == 200
    file.write_bytes(answer.read())
    connection.close()
    film = cv2.VideoCapture(str(file))
    pictures: list[tuple[int, Any]] = []
    while True:
        good, picture = film.read()
        if not good:
            film.release()
            return pictures
        pictures.append((round(film.get(cv2.CAP_PROP_POS_MSEC)), picture))


@pytest.mark.parametrize("kind", ["avi", "mp4"])
def test_the_served_film_shows_every_picture_at_its_time_and_what_was_first(
    kind: str, filmed: Filmed, door: ClipDoor, server: DashboardServer, tmp_path: Path
) -> None:
    seen = served(server, door.path(1).replace("avi", kind), tmp_path / f"film.{kind}")
    times = [frame["at_ms"] for frame in read_clip(filmed.clips / "000001.json")["frames"]]
    assert [times[0] + at_ms for at_ms, _ in seen] == times
    assert [filmed.time_ms(picture) for _, picture in seen] == times
    assert len(times) >= FRAMES - 5
    assert 60 < max(np.diff(times)) < 70, "one picture, and no more, was lost on its way"
    first, second = (
        next(at_ms for at_ms, (_, picture) in zip(times, seen, strict=True) if filmed.light(picture, disc))
        for disc in DISCS_MM
    )
    assert ACT_MS <= first < ACT_MS + 36
    assert ACT_MS + APART_MS <= second < ACT_MS + APART_MS + 36
    assert first < second
    assert not any(filmed.light(picture, BESIDE_MM) for _, picture in seen)
