"""Haku and the sides of tiles, which look alike in oblique pictures; the oracle is what is drawn."""

from dataclasses import replace

import numpy as np
import pytest

from referee.tiles import HAKU
from tests.vision.photo.trust_stage import CLOTH, PAPER, row_of_tiles
from vision.photo.finding.flat import FlatPicture
from vision.photo.naming.blanks import without_faces_sides
from vision.photo.naming.naming import NamedTop

STEEP = (0.0, 30.0, 12.0)
"""A camera below the row, which sees sides deeper than tops."""


def blank_with_white_below(white_px: int) -> tuple[list[NamedTop], FlatPicture]:
    """A row whose third tile is blank; white reaches this far below its middle, 20 px to the width."""
    tiles, flat = row_of_tiles(HAKU, 0.99, 0.8)
    image = np.vstack([flat.image, np.full((80, flat.image.shape[1], 3), CLOTH, np.uint8)])
    x, y = round(tiles[2].top.x), round(tiles[2].top.y)
    image[y : y + white_px, x - 10 : x + 10] = image[y, x]
    return tiles, replace(flat, image=image)


@pytest.mark.parametrize(
    ("far", "white_px", "below", "stays"),
    [
        (2.5, 13, False, False),
        (2.5, 20, False, False),
        (2.5, 50, False, True),
        (2.5, 13, True, True),
        (1.0, 13, False, True),
    ],
)
def test_a_haku_without_a_side_of_its_own_is_a_side_where_sides_are_deep(
    far: float, white_px: int, below: bool, stays: bool
) -> None:
    """From 65 degrees sides look larger than tops, and they end where the back begins; a row below would hide them."""
    tiles, flat = blank_with_white_below(white_px)
    one = tiles[2]
    hiding = replace(tiles[0], top=replace(one.top, y=one.top.y + 27.0))
    known = [one, hiding] if below else [one]
    kept = without_faces_sides(known, flat, (0.0, 12.0 * far, 12.0))
    assert any(each is one for each in kept) == stays
    assert len(kept) == len(known) - (not stays)


def blank_between(shade: float) -> tuple[list[NamedTop], FlatPicture]:
    """A row with another tile below its blank third one; below the others their sides show, a fifth darker than tops.

    Args:
        shade: the brightness of the blank.
    """
    tiles, flat = row_of_tiles(HAKU, 0.99, 0.8)
    image = np.vstack([flat.image, np.full((80, flat.image.shape[1], 3), CLOTH, np.uint8)])
    for column in range(5):
        left = 20 + 20 * column
        image[66:90, left : left + 20] = np.multiply(PAPER, 0.8)
        if column == 2:
            image[40:66, left : left + 20] = np.multiply(PAPER, shade)
            image[66:92, left : left + 20] = PAPER
        else:
            image[46:60:4, left + 4 : left + 16] = 60
    below = replace(tiles[1], top=replace(tiles[2].top, y=79.0))
    return [*tiles, below], replace(flat, image=image)


@pytest.mark.parametrize(("shade", "stays"), [(0.8, False), (1.0, True)])
def test_a_blank_between_two_tiles_is_a_side_if_it_has_the_colour_of_sides(shade: float, stays: bool) -> None:
    """A gap in a pond is filled by the side of the tile behind it, whose lower end the tile before it hides."""
    tiles, flat = blank_between(shade)
    kept = without_faces_sides(tiles, flat, STEEP)
    assert any(one is tiles[2] for one in kept) == stays
    assert len(kept) == 5 + stays


@pytest.mark.parametrize("frame", [True, False])
def test_a_haku_with_a_frame_is_no_side(frame: bool) -> None:
    """The blank would be one: it has the colour of sides, and shows no side of its own."""
    tiles, flat = blank_between(0.8)
    one = tiles[2]
    if frame:
        flat.image[44:62, 63:77] = 60
        flat.image[48:58, 67:73] = np.multiply(PAPER, 0.8)
    assert any(each is one for each in without_faces_sides(tiles, flat, STEEP)) == frame
    assert any(each is one for each in without_faces_sides(tiles[:-1], flat, STEEP)) == frame
