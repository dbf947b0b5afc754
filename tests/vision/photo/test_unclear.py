"""Pictures in which most names are guesses are called unreadable, with the reason; the oracle is how they were
spoilt."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from bench.stages.oblique import Setting, full_table, photograph
from bench.stages.scoring import score
from referee.tiles import HAKU
from tests.vision.photo.trust_stage import row_of_tiles
from vision.model.classifier import BACK_CLASS
from vision.photo.finding.flat import FlatPicture
from vision.photo.naming.focus import BLURRED, SHARP
from vision.photo.naming.naming import NamedTop
from vision.photo.naming.unclear import CERTAIN, FEW_NAMED, OUT_OF_FOCUS, least_reported, why_unclear
from vision.photo.reader import PhotoReader
from vision.photo.result import NothingFoundError

SOFT = BLURRED - 0.01
SPOILT: dict[str, tuple[Callable[[Any], Any], float, float, str]] = {
    "seen from the table's edge": (lambda image: image, 63.0, SHARP, "63 degrees"),
    "before a window": (lambda image: image // 4, 20.0, SHARP, "dark"),
    "out of focus": (lambda image: image, 20.0, SOFT, "focus"),
}


def inked(spoil: Callable[[Any], Any], sure: int) -> tuple[list[NamedTop], FlatPicture]:
    """Five tiles with ink on them, the first of which are surely named."""
    tiles, flat = row_of_tiles(7, 0.5, 0.8)
    image = flat.image.copy()
    image[49:57, 22:118] = 40
    known = [replace(one, confidence=0.99 if place < sure else 0.5) for place, one in enumerate(tiles)]
    return known, replace(flat, image=np.asarray(spoil(image), np.uint8))


@pytest.mark.parametrize("how", SPOILT)
def test_the_reason_is_said(how: str) -> None:
    spoil, tilt_deg, sharp, why = SPOILT[how]
    reason = why_unclear(*inked(spoil, 3), tilt_deg, 0, sharp) or "none"
    assert why in reason


@pytest.mark.parametrize(("sure", "reason"), [(2, FEW_NAMED), (3, None)])
def test_few_sure_names_are_said_without_a_cause(sure: int, reason: str | None) -> None:
    assert why_unclear(*inked(lambda image: image, sure), 20.0) == reason


@pytest.mark.parametrize(
    ("sharp", "tilt_deg", "unnamed", "reason"),
    [
        (SOFT, 20.0, 0, OUT_OF_FOCUS),
        (SOFT, 20.0, 4, OUT_OF_FOCUS),
        (SOFT, 63.0, 0, None),
        (BLURRED, 20.0, 0, None),
        (BLURRED, 20.0, 4, None),
    ],
)
def test_the_sharpness_of_faces_shows_the_focus(
    sharp: float, tilt_deg: float, unnamed: int, reason: str | None
) -> None:
    """Of a blurred picture whose names were nearly all sure 18 in 75 were wrong.

    A sharp one on printed cloth was called out of focus, since 43 pieces of the print counted as tiles without a name.
    """
    assert why_unclear(*inked(lambda image: image, 5), tilt_deg, unnamed, sharp) == reason


@pytest.mark.parametrize(("unnamed", "reason"), [(5, None), (20, FEW_NAMED)])
def test_few_names_among_many_tops_are_said(unnamed: int, reason: str | None) -> None:
    """On a print as large as a tile five faces were named, four of them surely, and none rightly."""
    assert why_unclear(*inked(lambda image: image, 3), 20.0, unnamed) == reason


def test_faces_without_a_name_are_too_few_names() -> None:
    """Of a picture far out of focus only backs are named."""
    _, flat = row_of_tiles(7, 0.5, 0.8)
    assert why_unclear([], flat, 20.0, unnamed=5) == FEW_NAMED
    assert why_unclear([], flat, 20.0) is None


@pytest.mark.parametrize(("blur", "reason"), [(0.0, None), (3.0, OUT_OF_FOCUS)])
def test_the_edges_of_backs_show_the_focus_where_nothing_else_is_found(
    blur: float, reason: str | None
) -> None:
    """A picture out of focus in which only backs were found was called readable; a wall alone is."""
    tiles, flat = row_of_tiles(7, 0.5, 0.8)
    image = cv2.GaussianBlur(flat.image, (0, 0), blur) if blur else flat.image
    backs = [replace(one, tile=BACK_CLASS, confidence=0.9) for one in tiles]
    assert why_unclear(backs, replace(flat, image=np.asarray(image, np.uint8)), 20.0) == reason


@pytest.mark.parametrize(("sure", "tile", "reported"), [(3, 7, False), (4, 7, True), (4, HAKU, False)])
def test_no_guess_is_reported(sure: int, tile: int, reported: bool) -> None:
    """One clear name in five is wrong if fewer than seven faces in ten are clear; seen obliquely, sides are blank."""
    tiles, _ = row_of_tiles(tile, 0.99, 0.8)
    order = [tiles[2], *tiles[:2], *tiles[3:]]
    known = [replace(one, confidence=0.99 if place < sure else 0.5) for place, one in enumerate(order)]
    assert (known[0].confidence >= least_reported(known[0], known)) == reported
    assert least_reported(replace(known[0], tile=BACK_CLASS), known) == CERTAIN


@pytest.mark.parametrize("window", [True, pytest.param(False, marks=pytest.mark.prove(short=False))])
def test_a_dark_picture_is_brightened(window: bool) -> None:
    """The paper of the faces decides, so a bright window beside them changes nothing."""
    setting = Setting(tilt_deg=20.0, light=0.18, length_px=36.0)
    table = photograph(setting, full_table(setting, np.random.default_rng(4)), (1000, 800), seed=4)
    picture = table.picture.copy()
    if window:
        picture[:60] = 250
    tiles = PhotoReader().read_picture(picture).tiles
    counts = score(table.truths, [tile.as_json() for tile in tiles])
    assert counts["named"] >= 0.9 * counts["tiles"], counts
    assert counts["false"] <= 1


def test_a_blurred_picture_names_no_tile() -> None:
    setting = Setting(tilt_deg=20.0, blur=4.0, length_px=36.0)
    table = photograph(setting, full_table(setting, np.random.default_rng(4)), (1000, 800), seed=4)
    try:
        reading = PhotoReader().read_picture(table.picture)
    except NothingFoundError as error:
        reason = str(error)
    else:
        assert {tile.tile for tile in reading.tiles} <= {"x"}
        reason = reading.unreadable[0].reason
    assert "focus" in reason


def test_nothing_is_said_of_what_is_surely_read() -> None:
    tiles, flat = row_of_tiles(7, 0.99, 0.8)
    assert why_unclear([replace(one, confidence=0.99) for one in tiles], flat, 63.0) is None
