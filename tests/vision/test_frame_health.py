"""Frames that cannot be trusted are each reported, and nothing is read in them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.vision.tabletop import GEOMETRY, camera, grained, photograph, pond, walls
from vision.camera.camera import Frame
from vision.camera.health import FROZEN_MS
from vision.model.classifier import Classifier
from vision.sightings import CameraAlert, FoundTrack, LostTrack, Sighting, SticksSeen, Watermark, ZoneReading
from vision.tracking.tracker import TableReader
from vision.zones import TABLE

if TYPE_CHECKING:
    Image = np.ndarray

TILES = [0, 9, 18, 27, 31]


@cache
def table_now() -> Image:
    return photograph([*pond(0, TILES), *walls()], camera())


@cache
def table_later() -> Image:
    return photograph([*pond(0, TILES), *pond(2, [33, 5]), *walls()], camera(), seed=2)


@cache
def foreign_table() -> Image:
    return photograph(
        [*pond(0, [6, 7, 8]), *pond(1, [1, 2, 3]), *walls()], camera(1300.0, -2.0, 30.0), seed=3
    )


class Watched:
    """A reader that has read the table, and its reports from then on."""

    def __init__(self, classifier: Classifier, *, live: bool = True) -> None:
        self.reader = TableReader(GEOMETRY, classifier, live=live)
        self.number = 0
        for _ in range(3):
            self.show(table_now())

    def show(self, image: Image, *, grain: bool = True) -> list[Sighting]:
        shown = grained(image, self.number) if grain else image
        sightings = self.reader.read_frame(Frame(self.number, 100 * self.number, shown))
        self.number += 1
        return [one for one in sightings if not isinstance(one, Watermark | SticksSeen)]


def without_markers(image: Image) -> Image:
    shown = image.copy()
    for marker in GEOMETRY.markers:
        corners = camera().points([(x, y, 0.0) for x, y in marker.corners()])
        cv2.fillConvexPoly(shown, corners.round().astype(np.int32), (60, 90, 40))
    return shown


def with_half(image: Image, half: Image, row: int = 760) -> Image:
    shown = image.copy()
    shown[row:] = half[row:]
    return shown


def rolled(image: Image, rows: int = 330) -> Image:
    return np.roll(image, rows, axis=0)


BAD: dict[str, tuple[Callable[[], Image], str]] = {
    "black": (lambda: np.zeros_like(table_now()), "dark"),
    "grey": (lambda: np.full_like(table_now(), 128), "blank"),
    "overexposed": (
        lambda: np.asarray(cv2.convertScaleAbs(table_now(), alpha=9.0), np.uint8),
        "overexposed",
    ),
    "half not received": (
        lambda: with_half(table_now(), np.full_like(table_now(), 128)),
        "torn: .* rows hold nothing",
    ),
    "half of it black": (
        lambda: with_half(table_now(), np.zeros_like(table_now())),
        "torn: .* rows hold nothing",
    ),
    "half of another frame": (lambda: with_half(table_now(), rolled(table_later())), "torn, or covered"),
    "half of another table": (
        lambda: with_half(table_now(), without_markers(foreign_table())),
        "torn, or covered",
    ),
    "half upside down": (
        lambda: with_half(table_now(), np.ascontiguousarray(table_now()[::-1])),
        "torn, or covered",
    ),
    "a smaller picture": (
        lambda: np.ascontiguousarray(table_later()[::2, ::2]),
        "960 x 720, those before were 1920 x 1440",
    ),
    "mirrored": (lambda: np.ascontiguousarray(table_later()[:, ::-1]), "0 of 8 markers seen"),
    "no table": (lambda: without_markers(foreign_table()), "0 of 8 markers seen"),
}


@pytest.fixture(scope="module")
def used(classifier: Classifier) -> Watched:
    """A reader that goes through all of it."""
    return Watched(classifier)


@pytest.mark.parametrize("what", BAD)
def test_a_bad_frame_is_reported_and_not_read(used: Watched, what: str) -> None:
    """Even many bad frames in a row give no reading, and the table is found again with the next good one."""
    watched = used
    make, says = BAD[what]
    bad = make()
    grain = says != "torn: .* rows hold nothing"
    sightings = [one for _ in range(4) for one in watched.show(bad, grain=grain)]
    [lost] = sightings
    assert isinstance(lost, LostTrack)
    assert lost.zone == TABLE
    assert re.search(says, lost.reason), lost.reason
    again = watched.show(table_now())
    assert [type(one) for one in again] == [FoundTrack]
    assert not [
        one for _ in range(3) for one in watched.show(table_now()) if isinstance(one, ZoneReading | LostTrack)
    ]


def test_markers_of_another_table_are_named(classifier: Classifier) -> None:
    foreign = table_now().copy()
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for marker in GEOMETRY.markers:
        code = cv2.cvtColor(cv2.aruco.generateImageMarker(dictionary, marker.id + 20, 60), cv2.COLOR_GRAY2BGR)
        corners = camera().points([(x, y, 0.0) for x, y in marker.corners()]).astype(np.float32)
        sheet = np.array([[0, 0], [59, 0], [59, 59], [0, 59]], np.float32)
        matrix = cv2.getPerspectiveTransform(sheet, corners)
        size = (foreign.shape[1], foreign.shape[0])
        inside = cv2.warpPerspective(np.full((60, 60), 255, np.uint8), matrix, size)
        foreign[inside > 128] = cv2.warpPerspective(code, matrix, size)[inside > 128]
    [lost] = Watched(classifier).show(foreign)
    assert isinstance(lost, LostTrack)
    assert "markers 20, 21, 22, 23, 24, 25, 26, 27 are those of another table" in lost.reason


def test_the_same_picture_for_seconds_is_an_old_one(classifier: Classifier) -> None:
    watched = Watched(classifier)
    sightings: list[Sighting] = []
    for _ in range(FROZEN_MS // 100 + 3):
        sightings += watched.show(table_later(), grain=False)
    lost = [one for one in sightings if isinstance(one, LostTrack)]
    assert [one.zone for one in lost] == [TABLE]
    assert "the same picture for 2 s: the camera hangs" in lost[0].reason
    assert [type(one) for one in watched.show(table_later())] == [FoundTrack]


def test_a_film_may_show_the_same_picture(classifier: Classifier) -> None:
    watched = Watched(classifier, live=False)
    sightings = [one for _ in range(FROZEN_MS // 100 + 3) for one in watched.show(table_now(), grain=False)]
    assert not [one for one in sightings if isinstance(one, LostTrack)]


def test_upside_down_is_reported_and_changes_nothing_on_the_table(classifier: Classifier) -> None:
    watched = Watched(classifier)
    turned = np.ascontiguousarray(table_now()[::-1, ::-1])
    sightings = [one for _ in range(5) for one in watched.show(turned)]
    assert [one for one in sightings if not isinstance(one, CameraAlert)] == []
    [alert] = [one for one in sightings if isinstance(one, CameraAlert)]
    assert alert.kind == "moved"
    assert "turned by" in alert.text
    assert "180" in alert.text
