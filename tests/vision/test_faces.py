from itertools import combinations

import numpy as np
import pytest

from referee.tiles import FACES, HAKU, NAMES, RED_MAN, RED_PIN, RED_SOU
from tests.vision.tabletop import back_image
from vision.prints.faces import BACK_COLOURS, face_image


def test_no_two_faces_look_alike_at_the_cameras_size() -> None:
    small = {tile: face_image(tile, 36, 48).astype(int) for tile in range(FACES)}
    for one, other in combinations(small, 2):
        for picture in (small[other], small[other][::-1, ::-1]):
            clearly = (np.abs(small[one] - picture).max(axis=2) > 60).mean()
            assert clearly > 0.04, (NAMES[one], NAMES[other])


def test_only_a_colour_tells_a_red_five() -> None:
    for red, five in ((RED_MAN, 4), (RED_PIN, 13), (RED_SOU, 22)):
        reddish = face_image(red, 126, 168).astype(int)
        inked = reddish.min(axis=2) < 150
        assert inked.any()
        assert (reddish[..., 2] - reddish[..., 0])[inked].min() > 0
        assert (face_image(five, 126, 168).astype(int)[..., 2] < 100).any()


def test_haku_is_blank_and_backs_differ() -> None:
    assert np.ptp(face_image(HAKU, 36, 48), axis=(0, 1)).max() == 0
    amber, blue = (back_image(colour, 36, 48).astype(int) for colour in BACK_COLOURS)
    assert np.abs(amber - blue).max(axis=2).min() > 80


def test_no_such_face() -> None:
    with pytest.raises(ValueError, match="37"):
        face_image(FACES, 36, 48)
