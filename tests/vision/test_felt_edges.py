"""A table without markers is found by the edges of its felt: with hands over them, after a push, and after a
restart."""

from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from simulation.camera.lens import Mount
from tests.vision.felt_edges_stage import DEEP_CUT_MM, PLACES, WORST_MM, off_mm, pushed, table
from vision.calibration.calibration import Calibration, CalibrationError
from vision.calibration.camera_file import CameraFile, Pose, table_hash
from vision.calibration.solving import Prior
from vision.camera.camera import Frame
from vision.geometry import TableGeometry, load_geometry
from vision.lens import Image, Lens
from vision.model.classifier import Classifier
from vision.reading.felt_edges import KnownView, find_near, first_view
from vision.reading.felt_sides import NoFeltError
from vision.sightings import CameraAlert, LostTrack, Sighting, SticksSeen, Watermark
from vision.tracking.tracker import TableReader

GEOMETRY = load_geometry("no-markers")
WATCHED = ("no-markers", "octagonal", "deep")
SKIN, SLEEVE = (120, 150, 200), (90, 60, 50)


def measures(name: str) -> TableGeometry:
    """Return the geometry as measured in the table's pictures."""
    if name == "deep":
        return replace(load_geometry("octagonal"), markers=(), felt_cut=DEEP_CUT_MM)
    return replace(load_geometry(name), markers=())


def with_arms(image: Image) -> Image:
    """An arm from below and one from the right."""
    height, width = image.shape[:2]
    covered = image.copy()
    cv2.line(covered, (width // 2, height), (width // 2 - 60, height * 2 // 3), SKIN, 90)
    cv2.line(covered, (width, height // 2), (width * 2 // 3, height // 2 - 40), SLEEVE, 110)
    return covered


@cache
def bare_view() -> Calibration:
    return first_view(table("no-markers").bare, GEOMETRY)


def known(found: Calibration) -> KnownView:
    return KnownView(found.view, found.solution.lens)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["no-markers", "amos", "wood", "octagonal", "deep"])
def test_it_is_found_bare_and_then_with_tiles_and_arms(name: str) -> None:
    """The geometry is the one measured in the table's pictures, as in play."""
    geometry, pictures = measures(name), table(name)
    true = Mount().view()
    found = first_view(pictures.bare, geometry)
    assert off_mm(found.view, true) < WORST_MM
    for image in (pictures.set_up, with_arms(pictures.set_up), with_arms(pictures.bare)):
        again = find_near(image, geometry, known(found))
        assert np.abs(again.view.points(PLACES) - found.view.points(PLACES)).max() < 1.5
        assert again.error_px < 1.0


def test_a_pushed_camera_finds_it_where_it_now_lies() -> None:
    pictures = table("no-markers")
    found = bare_view()
    for shift in ((17.0, -11.0), (-30.0, 24.0)):
        moved = find_near(pushed(with_arms(pictures.set_up), *shift), GEOMETRY, known(found))
        assert np.abs(moved.view.points(PLACES) - found.view.points(PLACES) - shift).max() < 1.5


def test_a_known_lens_is_kept() -> None:
    pictures = table("no-markers")
    lens = bare_view().solution.lens
    bent = Lens(lens.focal, lens.centre, lens.k1 + 0.01, lens.k2)
    assert first_view(pictures.bare, GEOMETRY, Prior(lens=bent)).solution.lens == bent


@pytest.mark.parametrize(
    ("side", "part"),
    [
        ("bottom", (slice(1150, None), slice(None))),
        ("left", (slice(None), slice(None, 620))),
    ],
)
def test_an_edge_that_is_hidden_is_named(side: str, part: tuple[slice, slice]) -> None:
    pictures = table("no-markers")
    found = bare_view()
    covered = pictures.bare.copy()
    covered[part] = SLEEVE
    with pytest.raises(NoFeltError, match=side):
        find_near(covered, GEOMETRY, known(found))


def test_too_small_a_picture_is_refused() -> None:
    small = np.asarray(
        cv2.resize(table("no-markers").bare, (800, 600), interpolation=cv2.INTER_AREA), np.uint8
    )
    with pytest.raises(CalibrationError, match="pixels to the millimetre"):
        first_view(small, GEOMETRY)


# In play


@cache
def grain() -> NDArray[np.int16]:
    """The noise of a sensor, drawn once: each frame has it moved, since drawing takes longer than reading a table."""
    rows, columns = table(WATCHED[0]).bare.shape[:2]
    noise = np.random.default_rng(5).normal(0, 2.0, (rows, columns, 1)).round().astype(np.int16)
    return np.repeat(noise, 3, axis=2)


class Watch:
    """Frames of a table, one after another."""

    def __init__(
        self, classifier: Classifier, geometry: TableGeometry = GEOMETRY, kept: CameraFile | None = None
    ) -> None:
        self.reader = TableReader(geometry, classifier, kept)
        self._number = 0

    def show(self, image: Image, times: int = 1) -> list[Sighting]:
        sightings: list[Sighting] = []
        for _ in range(times):
            picture = cv2.add(image, np.roll(grain(), 37 * self._number, axis=0), dtype=cv2.CV_8U)
            sightings += self.reader.read_frame(
                Frame(self._number, 100 * self._number, np.asarray(picture, np.uint8))
            )
            self._number += 1
        return [one for one in sightings if not isinstance(one, Watermark | SticksSeen)]


def of_camera(sightings: list[Sighting]) -> list[Any]:
    return [one for one in sightings if isinstance(one, CameraAlert | LostTrack)]


def kept_file(found: Calibration, geometry: TableGeometry) -> CameraFile:
    solution = found.solution
    pose = Pose(solution.rotation, solution.translation, found.error_px, 0)
    return CameraFile(
        "2026-01-01T00:00:00+00:00",
        found.width,
        found.height,
        solution.lens,
        "felt",
        found.error_px,
        1,
        geometry.name,
        table_hash(geometry),
        pose,
    )


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", WATCHED)
def test_in_play_arms_over_the_edges_are_no_move(name: str, classifier: Classifier) -> None:
    pictures, watch = table(name), Watch(classifier, measures(name))
    assert of_camera(watch.show(pictures.set_up, 3)) == []
    calibration = watch.reader.calibration
    assert of_camera(watch.show(with_arms(pictures.set_up), 6)) == []
    assert watch.reader.calibration is calibration


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", WATCHED)
def test_in_play_changing_light_is_no_move(name: str, classifier: Classifier) -> None:
    """The lamps are dimmed and turned up again while the sun moves over the table."""
    pictures, watch = table(name), Watch(classifier, measures(name))
    watch.show(pictures.set_up, 3)
    calibration = watch.reader.calibration
    across = np.linspace(-1, 1, pictures.set_up.shape[1])[None, :, None]
    sightings = []
    for step in range(0, 20, 2):
        light = 0.85 + 0.25 * np.cos(step / 3) + 0.15 * np.sin(step / 3) * across
        sightings += watch.show(np.clip(pictures.set_up * light, 0, 255).astype(np.uint8))
    assert of_camera(sightings) == []
    assert watch.reader.calibration is calibration


PUSHES = [(5, 0), (5, 90), (5, 45), (5, 135), (10, 20), (25, 250), (40, 160)]
"""Millimetres and the direction in degrees: along the long and short sides, and diagonally."""


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("push_mm", "degrees"), PUSHES)
@pytest.mark.parametrize("name", WATCHED)
def test_in_play_a_push_is_reported_once_and_followed(
    name: str, push_mm: float, degrees: float, classifier: Classifier
) -> None:
    pictures, watch = table(name), Watch(classifier, measures(name))
    watch.show(pictures.set_up, 3)
    assert watch.reader.calibration is not None
    before = watch.reader.calibration.view.points(PLACES)
    way = np.array([np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))])
    shift = push_mm * way * watch.reader.calibration.px_per_mm
    # In the second frame it hangs still.
    [alert] = of_camera(watch.show(pushed(pictures.set_up, *shift.tolist()), 2))
    assert alert.kind == "moved"
    assert alert.shift_mm == pytest.approx(push_mm, rel=0.1)
    assert of_camera(watch.show(pushed(pictures.set_up, *shift.tolist()), 4)) == []
    after = watch.reader.calibration.view.points(PLACES)
    assert np.abs(after - before - shift).max() < 1.5


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", WATCHED)
def test_in_play_a_push_is_noticed_while_arms_lie_over_the_edges(name: str, classifier: Classifier) -> None:
    pictures, watch = table(name), Watch(classifier, measures(name))
    watch.show(with_arms(pictures.set_up), 1)
    watch.show(pictures.set_up, 2)
    [alert] = of_camera(watch.show(pushed(with_arms(pictures.set_up), 22.0, -9.0), 3))
    assert alert.kind == "moved"


def test_a_calibration_that_was_kept_finds_it_among_tiles_and_arms(classifier: Classifier) -> None:
    """The daemon is started in the middle of a hand, so the felt's edges were never seen bare."""
    pictures = table("no-markers")
    found = bare_view()
    watch = Watch(classifier, kept=kept_file(found, GEOMETRY))
    assert of_camera(watch.show(with_arms(pictures.set_up), 3)) == []
    assert watch.reader.calibration is not None
    assert np.abs(watch.reader.calibration.view.points(PLACES) - found.view.points(PLACES)).max() < 1.5


def test_a_calibration_of_another_felt_is_refused(classifier: Classifier) -> None:
    found = bare_view()
    other = replace(GEOMETRY, felt_half=GEOMETRY.felt_half + 1)
    watch = Watch(classifier, geometry=other, kept=kept_file(found, GEOMETRY))
    [lost] = of_camera(watch.show(table("no-markers").bare))
    assert isinstance(lost, LostTrack)
    assert watch.reader.calibration is None
