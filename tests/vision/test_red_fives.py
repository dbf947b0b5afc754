"""Fives whose red has run are no red fives, and red fives stay red."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from referee.tiles import KIND, parse_tile
from vision.lens import Floats32, Image
from vision.model.classifier import (
    CLASSES,
    CROP_HEIGHT,
    CROP_WIDTH,
    TILE_HEIGHT_PX,
    TILE_WIDTH_PX,
    Classifier,
)
from vision.model.red_fives import by_ink
from vision.photo.finding.finder import Top
from vision.photo.finding.flat import Cutter, FlatPicture
from vision.photo.naming.naming import cut_names
from vision.prints.faces import face_image

RUN_PX = 2.5
DARK_CLOTH = (60, 30, 30)


def crop_with_run_colours(face: int) -> Image:
    """A cut-out of a face whose colours were blurred, on dark cloth."""
    wide, high = ((CROP_WIDTH - TILE_WIDTH_PX) // 2, (CROP_HEIGHT - TILE_HEIGHT_PX) // 2)
    image = face_image(face, TILE_WIDTH_PX, TILE_HEIGHT_PX)
    crop = cv2.copyMakeBorder(image, high, high, wide, wide, cv2.BORDER_CONSTANT, value=DARK_CLOTH)
    light, *colours = cv2.split(cv2.cvtColor(crop, cv2.COLOR_BGR2YCrCb))
    run = cv2.merge([light, *(cv2.GaussianBlur(each, (0, 0), RUN_PX) for each in colours)])
    return np.asarray(cv2.cvtColor(run, cv2.COLOR_YCrCb2BGR), np.uint8)


def names(red: str, likely: float) -> Floats32:
    """A network's answer that wavers between a red five and the other."""
    logs = np.full(CLASSES, -12.0, np.float32)
    logs[[parse_tile(red), KIND[parse_tile(red)]]] = np.log([likely, 1 - likely])
    return logs


class _Wavers(Classifier):
    def log_probabilities(self, crops: Sequence[Image]) -> Floats32:
        return np.stack([names("0p", 0.6) for _ in crops])


@pytest.mark.parametrize("likely", [0.6, 0.97])
@pytest.mark.parametrize(("name", "red"), [("5p", "0p"), ("5s", "0s"), ("0p", "0p"), ("0s", "0s")])
def test_a_five_is_red_only_if_all_its_ink_is(name: str, red: str, likely: float) -> None:
    """A 5p was read as a red five with 0.74 to 0.98 where its photograph had blurred the colours."""
    face = parse_tile(name)
    assert int(by_ink(crop_with_run_colours(face), names(red, likely)).argmax()) == face


@pytest.mark.parametrize("name", ["5p", "0p"])
def test_single_pictures_look_at_the_ink_too(name: str) -> None:
    """Of 4,201 faces ten fives were lost or called red where the red middle had run."""
    crop = crop_with_run_colours(parse_tile(name))
    rows, columns = crop.shape[:2]
    flat = FlatPicture(crop, 0.0, 0.0, 20.0, np.eye(3))
    middle = ((columns - 1) / 2, (rows - 1) / 2)
    top = Top(*middle, (0.0, -TILE_HEIGHT_PX / 2), (TILE_WIDTH_PX / 2, 0.0), back=False, chance=0.9)
    assert int(cut_names(_Wavers(), Cutter(crop), flat, [top])[0, 0].argmax()) == parse_tile(name)
