"""Corners are only a hint: all that is read without them is also read with them. A large picture costs a bounded
effort."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from bench.photos.photographed import photographed
from bench.stages.drawn_tables import drawn_table
from bench.stages.oblique import Photograph
from tests.proofs import some
from tests.vision.photo.trust_stage import row_of_tiles
from vision.photo.finding.finder import Finder
from vision.photo.finding.size import PlaneKind
from vision.photo.naming.both import completed
from vision.photo.reader import PhotoReader
from vision.photo.result import ReadTile

OFF_PX = 6.0
"""The error of corners that a person points at (standard deviation)."""


@pytest.fixture(scope="module")
def photo_reader() -> PhotoReader:
    return PhotoReader()


def missing(picture: Photograph, read_tiles: Sequence[ReadTile]) -> list[tuple[str, str]]:
    """The faces of a picture that were not found."""
    faces = [tile for tile in read_tiles if tile.tile != "x"]
    return [
        (one.zone, one.tile)
        for one in picture.truths
        if one.tile != "x"
        and not any(np.hypot(tile.x - one.x, tile.y - one.y) < one.length_px / 3 for tile in faces)
    ]


def lost_by_corners(reader: PhotoReader, picture: Photograph, seed: int) -> list[tuple[str, Any, Any]]:
    """Tiles that are found without corners, but not with those of a square, exact or pointed at by hand."""
    random = np.random.default_rng([seed, 3])
    without = missing(picture, reader.read_picture(picture.picture).tiles)
    lost: list[tuple[str, Any, Any]] = []
    planes: tuple[tuple[PlaneKind, Any], ...] = (("pond", picture.pond), ("felt", picture.felt))
    for plane, corners in planes:
        for off in (0.0, OFF_PX):
            pointed = corners + random.normal(0, 1, (4, 2)) * off
            with_them = missing(picture, reader.read_picture(picture.picture, pointed, plane).tiles)
            lost += [(plane, off, one) for one in with_them if one not in without]
    return lost


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (None, (4, 0.99), (4, 0.99)),
        (None, (4, 0.6), None),
        ((4, 0.6), (4, 0.99), (4, 0.99)),
        ((4, 0.3), (5, 0.99), (5, 0.99)),
        ((4, 0.97), (5, 0.99), (4, 0.5)),
    ],
)
def test_two_sizes_give_what_they_agree_on(
    first: tuple[int, float] | None, second: tuple[int, float], expected: tuple[int, float] | None
) -> None:
    tiles, flat = row_of_tiles(7, 0.99, 0.9)
    last = tiles[-1]
    known = [] if first is None else [replace(last, tile=first[0], confidence=first[1])]
    found = [*tiles[:-1], replace(last, tile=second[0], confidence=second[1])]
    result = completed([*tiles[:-1], *known], flat, [(found, flat)])
    there = [(one.tile, one.confidence) for one in result if one.top.x == pytest.approx(last.top.x)]
    assert there == ([] if expected is None else [expected])


@pytest.mark.prove(short=False)
def test_corners_lose_no_tile(photo_reader: PhotoReader) -> None:
    """The square around the ponds once lost a certain tile of a meld here."""
    assert lost_by_corners(photo_reader, photographed(20005), 20005) == []


@pytest.mark.prove(short=False)
@pytest.mark.parametrize("seed", some([40000, 40007, 40010, 40017], 1))
@pytest.mark.parametrize("kind", ["drawn", "simulated"])
def test_corners_lose_no_tile_of_random_tables(photo_reader: PhotoReader, kind: str, seed: int) -> None:
    tilts = (0, 12, 25, 35, 43, 50)
    picture = (
        photographed(seed)
        if kind == "simulated"
        else drawn_table(seed, tilts[seed % len(tilts)], 36.0, (1000, 800))
    )
    assert lost_by_corners(photo_reader, picture, seed) == []


class CountingFinder(Finder):
    """Counts the pixels that the network looks at."""

    pixels = 0

    def _maps(self, picture: Any) -> Any:
        self.pixels += picture.shape[0] * picture.shape[1]
        return super()._maps(picture)


def test_twelve_megapixels_are_not_all_looked_at() -> None:
    """Tiles 48 pixels long in 4000 by 3000: reading every copy up to the full picture took 25 million pixels."""
    small = drawn_table(5048, 40, 24.0, (2000, 1500))
    large = np.asarray(cv2.resize(small.picture, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)
    finder = CountingFinder()
    read_tiles = PhotoReader(finder).read_picture(large, small.pond * 2 + 0.5, "pond").tiles
    doubled = [tile for tile in small.truths if tile.tile != "x"]
    found = sum(
        any(np.hypot(tile.x - 2 * one.x, tile.y - 2 * one.y) < one.length_px * 2 / 3 for tile in read_tiles)
        for one in doubled
    )
    assert found >= 0.97 * len(doubled)
    assert finder.pixels < 8_000_000
