"""Fives whose red has run are no red fives, and red fives stay red."""

import cv2
import numpy as np
import pytest

from referee.tiles import KIND, parse_tile
from vision.model.classifier import CLASSES, CROP_HEIGHT, CROP_WIDTH, TILE_HEIGHT_PX, TILE_WIDTH_PX
from vision.model.red_fives import by_ink
from vision.prints.faces import face_image

RUN_PX = 2.5
DARK_CLOTH = (60, 30, 30)


@pytest.mark.parametrize("likely", [0.6, 0.97])
@pytest.mark.parametrize(("name", "red"), [("5p", "0p"), ("5s", "0s"), ("0p", "0p"), ("0s", "0s")])
def test_a_five_is_red_only_if_all_its_ink_is(name: str, red: str, likely: float) -> None:
    """A 5p was read as a red five with 0.74 to 0.98 where its photograph had blurred the colours."""
    face = parse_tile(name)
    wide, high = ((CROP_WIDTH - TILE_WIDTH_PX) // 2, (CROP_HEIGHT - TILE_HEIGHT_PX) // 2)
    image = face_image(face, TILE_WIDTH_PX, TILE_HEIGHT_PX)
    crop = cv2.copyMakeBorder(image, high, high, wide, wide, cv2.BORDER_CONSTANT, value=DARK_CLOTH)
    light, *colours = cv2.split(cv2.cvtColor(crop, cv2.COLOR_BGR2YCrCb))
    run = cv2.merge([light, *(cv2.GaussianBlur(each, (0, 0), RUN_PX) for each in colours)])
    logs = np.full(CLASSES, -12.0, np.float32)
    logs[[parse_tile(red), KIND[face]]] = np.log([likely, 1 - likely])
    assert int(by_ink(np.asarray(cv2.cvtColor(run, cv2.COLOR_YCrCb2BGR)), logs).argmax()) == face
