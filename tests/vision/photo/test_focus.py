"""Names from a picture that is not sharp are less sure than they seem; the oracle is how the picture was blurred."""

from typing import Any

import cv2
import numpy as np
import pytest

from bench.stages.oblique import Photograph, Setting, full_table, photograph
from tests.vision.photo.trust_stage import row_of_tiles
from vision.photo.finding.flat import FlatPicture
from vision.photo.naming.focus import BLURRED, GUESSED, SHARP, doubted, sharpness
from vision.photo.naming.naming import NamedTop
from vision.photo.naming.unclear import OUT_OF_FOCUS
from vision.photo.reader import PhotoReader
from vision.prints.faces import face_image


def printed(scale: int) -> tuple[Any, FlatPicture, list[NamedTop]]:
    """A picture of five printed tiles, each 40 times the scale wide, and the drawing in which they were found."""
    known, flat = row_of_tiles(7, 0.99, 0.9)
    image = cv2.resize(flat.image, None, fx=2, fy=2, interpolation=cv2.INTER_NEAREST)
    for one in known:
        x, y = round(2 * one.top.x), round(2 * one.top.y)
        image[y - 26 : y + 26, x - 20 : x + 20] = face_image(one.tile, 40, 52)
    larger = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    to_picture = np.diag([2.0 * scale, 2.0 * scale, 1.0])
    return larger, FlatPicture(flat.image, flat.left, flat.top, flat.scale, to_picture), known


def blurred(picture: Any, along: float, across: float) -> Any:
    return cv2.GaussianBlur(picture, (0, 0), sigmaX=along, sigmaY=across)


def test_strokes_are_less_steep_in_a_blurred_picture() -> None:
    picture, flat, known = printed(1)
    values = [sharpness(blurred(picture, sigma, sigma), flat, known) for sigma in (0.1, 1.0, 2.0, 3.0, 4.0)]
    assert values == sorted(values, reverse=True)
    assert values[0] > SHARP
    assert values[-1] < BLURRED


@pytest.mark.parametrize("way", [(4.0, 0.1), (0.1, 4.0)])
def test_a_camera_that_moved_one_way_blurs_too(way: tuple[float, float]) -> None:
    picture, flat, known = printed(1)
    assert sharpness(blurred(picture, *way), flat, known) < BLURRED


def test_the_size_of_tiles_in_the_picture_does_not_matter() -> None:
    small, large = (
        sharpness(blurred(picture, 3.0 * scale, 3.0 * scale), flat, known)
        for scale in (1, 3)
        for picture, flat, known in (printed(scale),)
    )
    assert large == pytest.approx(small, rel=0.1)


def test_without_faces_nothing_is_said() -> None:
    picture, flat, _ = printed(1)
    assert sharpness(blurred(picture, 4.0, 4.0), flat, []) == SHARP


def test_names_are_less_sure_the_less_sharp_the_faces_are() -> None:
    sharps = np.linspace(GUESSED - 0.01, SHARP, 20)
    values = [doubted(0.99, float(sharp)) for sharp in sharps]
    assert values == sorted(values)
    assert values[0] < 0.6
    assert values[-1] == pytest.approx(0.99)
    assert doubted(0.99, 1.0) == pytest.approx(0.99)


def table(blur: float) -> Photograph:
    setting = Setting(tilt_deg=20.0, blur=blur, length_px=36.0)
    return photograph(setting, full_table(setting, np.random.default_rng(4)), (640, 512), seed=4)


def test_a_little_blur_is_reported_and_only_sure_names_are_given() -> None:
    """Such pictures were read without a word, with up to 18 of 75 names wrong."""
    sharp, soft = (PhotoReader().read_picture(table(blur).picture) for blur in (0.5, 2.4))
    assert all(one.reason != OUT_OF_FOCUS for one in sharp.unreadable)
    assert soft.unreadable[0].reason == OUT_OF_FOCUS
    assert all(tile.confidence >= 0.9 for tile in soft.tiles)
