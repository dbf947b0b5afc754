"""Whole pictures from any side; the oracle is the drawn table's truth (``bench.stages.oblique``)."""

from collections import Counter

import numpy as np
import pytest

from bench.stages.drawn_tables import drawn_table
from bench.stages.oblique import Photograph, Placed, Setting, photograph
from bench.stages.scoring import score
from vision.model.classifier import Classifier
from vision.photo.finding.finder import Top
from vision.photo.finding.flat import Cutter, FlatPicture
from vision.photo.naming.naming import named
from vision.photo.reader import PhotoReader
from vision.photo.result import NothingFoundError


@pytest.fixture(scope="module")
def photo_reader() -> PhotoReader:
    return PhotoReader()


def counted(reader: PhotoReader, picture: Photograph, plane: str | None) -> Counter[str]:
    if plane is None:
        reading = reader.read_picture(picture.picture)
    elif plane == "pond":
        reading = reader.read_picture(picture.picture, picture.pond, "pond")
    else:
        reading = reader.read_picture(picture.picture, picture.felt, "felt")
    return Counter(score(picture.truths, [tile.as_json() for tile in reading.tiles]))


def test_a_table_from_the_corner_of_a_room(photo_reader: PhotoReader) -> None:
    counts = counted(photo_reader, drawn_table(11, 45.0, 36.0, (800, 640)), "pond")
    assert counts["pond_right"] >= 0.95 * counts["pond"]
    assert counts["found"] >= 0.95 * counts["tiles"]
    assert counts["false"] <= 3


def test_a_bare_table_with_something_on_its_console(
    photo_reader: PhotoReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Anything there counts as an uncertain find on the console.
    monkeypatch.setattr("vision.photo.reader.CONSOLE", float("inf"))
    monkeypatch.setattr("vision.photo.reader.SURE_ON_CONSOLE", 1.0)
    picture = drawn_table(11, 30.0, 24.0, (400, 320))
    with pytest.raises(NothingFoundError, match="console"):
        photo_reader.read_picture(picture.picture, picture.pond, "pond")
    with pytest.raises(NothingFoundError, match="console"):
        photo_reader.read_picture(picture.picture, picture.felt, "felt")


@pytest.mark.parametrize(
    ("length_px", "size", "least"),
    [
        pytest.param(36.0, (1000, 800), 0.95, marks=pytest.mark.prove(usual=False), id="36 px"),
        pytest.param(18.0, (500, 400), 0.85, marks=pytest.mark.prove(usual=False), id="18 px"),
    ],
)
def test_tables_up_to_fifty_degrees_off_the_vertical(
    photo_reader: PhotoReader, length_px: float, size: tuple[int, int], least: float
) -> None:
    counts: Counter[str] = Counter()
    for seed, tilt in enumerate((0, 12, 25, 35, 43, 50) * 2):
        counts += counted(photo_reader, drawn_table(300 + seed, tilt, length_px, size), "pond")
    assert counts["pond_right"] >= least * counts["pond"], counts
    assert counts["false"] <= 0.06 * counts["tiles"], counts


@pytest.mark.prove(short=False)
def test_the_playing_surface_serves_as_well_as_the_square(photo_reader: PhotoReader) -> None:
    counts = counted(photo_reader, drawn_table(330, 30.0, 36.0, (1000, 800)), "felt")
    assert counts["pond_right"] >= 0.9 * counts["pond"], counts


@pytest.mark.parametrize("face", [4, 13, 35])
def test_a_tile_is_named_though_the_finder_saw_it_turned_by_a_third_of_a_right_angle(face: int) -> None:
    setting = Setting(tilt_deg=0.0, bare=True)
    picture = photograph(setting, [Placed(face, 0.0, 0.0, 30.0)], (200, 160))
    (truth,) = picture.truths
    top = Top(truth.x, truth.y, (0.0, 18.0), (13.4, 0.0), back=False, chance=0.7)
    flat = FlatPicture(picture.picture, 0.0, 0.0, 1.0, np.eye(3))
    (one,) = named(Classifier(), Cutter(picture.picture), flat, [top])
    assert one.tile == face
    assert one.confidence > 0.9


def test_nothing_is_named_where_no_find_is_a_tile() -> None:
    cloth = np.full((200, 200, 3), (60, 95, 50), np.uint8)
    top = Top(100.0, 100.0, (0.0, 13.0), (10.0, 0.0), back=False, chance=0.1)
    assert named(Classifier(), Cutter(cloth), FlatPicture(cloth, 0.0, 0.0, 20.0, np.eye(3)), [top]) == []
