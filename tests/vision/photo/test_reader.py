"""Whole pictures from any side; the oracle is the drawn table's truth (``tests.vision.oblique``)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.vision.oblique import Photograph, Setting, full_table, photograph
from tests.vision.scoring import score
from vision.photo.reader import PhotoReader
from vision.photo.told import NothingFoundError

MATS = ((70, 95, 40), (120, 80, 50), (95, 95, 98), (40, 40, 45), (60, 60, 120))
BACKS = ((60, 60, 190), (190, 120, 60), (40, 170, 220), (180, 120, 170))


@pytest.fixture(scope="module")
def photo_reader() -> PhotoReader:
    return PhotoReader()


def drawn_table(
    seed: int, tilt_deg: float, length_px: float, size: tuple[int, int], prints: dict[int, Any] | None = None
) -> Photograph:
    random = np.random.default_rng(seed)
    width = float(random.choice([20, 24, 26, 28]))
    setting = Setting(
        width=width,
        length=width * float(random.uniform(1.32, 1.37)),
        thick=width * float(random.uniform(0.7, 0.82)),
        tilt_deg=tilt_deg,
        azimuth_deg=float(random.uniform(0, 360)),
        length_px=length_px,
        felt=MATS[int(random.integers(len(MATS)))],
        back=BACKS[int(random.integers(len(BACKS)))],
        focal=float(random.uniform(0.65, 1.2)),
        noise=float(random.uniform(2, 5)),
        light=float(random.uniform(0.7, 1.05)),
        prints=prints or {},
    )
    return photograph(setting, full_table(setting, random), size, seed=seed)


def counted(reader: PhotoReader, picture: Photograph, plane: str | None) -> Counter[str]:
    if plane is None:
        reading = reader.read(picture.picture)
    elif plane == "pond":
        reading = reader.read(picture.picture, picture.pond, "pond")
    else:
        reading = reader.read(picture.picture, picture.felt, "felt")
    return Counter(score(picture.truths, [tile.as_json() for tile in reading.tiles]))


def test_a_table_from_the_corner_of_a_room(photo_reader: PhotoReader) -> None:
    counts = counted(photo_reader, drawn_table(11, 45.0, 36.0, (800, 640)), "pond")
    assert counts["pond_right"] >= 0.95 * counts["pond"]
    assert counts["found"] >= 0.95 * counts["tiles"]
    assert counts["false"] <= 3


def test_a_bare_table_with_something_on_its_console(
    photo_reader: PhotoReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whatever lies there is taken for something on the console that is told with too little certainty.
    monkeypatch.setattr("vision.photo.reader.CONSOLE", float("inf"))
    monkeypatch.setattr("vision.photo.reader.SURE", 1.0)
    picture = drawn_table(11, 30.0, 24.0, (400, 320))
    with pytest.raises(NothingFoundError, match="console"):
        photo_reader.read(picture.picture, picture.pond, "pond")
    with pytest.raises(NothingFoundError, match="console"):
        photo_reader.read(picture.picture, picture.felt, "felt")


@pytest.mark.parametrize(
    ("length_px", "size", "least"),
    [
        pytest.param(36.0, (1000, 800), 0.95, marks=pytest.mark.prove(short=False), id="36 px"),
        pytest.param(18.0, (500, 400), 0.85, marks=pytest.mark.prove(short=False), id="18 px"),
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
