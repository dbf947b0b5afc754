"""Evidence for and against a top: the side of a wall below it, and more backs than there are tiles."""

from dataclasses import replace

import numpy as np
import pytest

from referee.tiles import HAKU, parse_tile
from tests.vision.photo.trust_stage import CLOTH, PAPER, row_of_tiles
from vision.model.classifier import BACK_CLASS
from vision.photo.finding.flat import FlatPicture
from vision.photo.naming.doubts import (
    pale_backs,
    sure_backs,
    without_plain,
    without_prints,
    without_sides,
)

EIGHT_PIN, TWO_BAMBOO, FIVE_PIN = 16, 19, parse_tile("5p")
CAMERA = (0.0, 12.0, 12.0)
"""The distance below their tops at which sides appear at 45 degrees, in widths."""


@pytest.mark.parametrize(
    ("face", "sure", "chance", "stays"),
    [
        (27, 0.8, 0.85, True),
        (27, 0.8, 0.65, False),
        (27, 0.97, 0.65, True),
        (27, 0.97, 0.55, True),
        (TWO_BAMBOO, 0.97, 0.55, False),
        (TWO_BAMBOO, 0.995, 0.55, True),
        (HAKU, 0.97, 0.85, False),
    ],
)
def test_an_unsure_face_below_a_back_is_its_side_unless_it_is_surely_a_top(
    face: int, sure: float, chance: float, stays: bool
) -> None:
    row, flat = row_of_tiles(face, sure, chance)
    one = row[2]
    back = replace(one, tile=BACK_CLASS, confidence=0.95, top=replace(one.top, y=one.top.y - 26.0, back=True))
    apart = flat.on_plane(np.array([(one.top.x, one.top.y), (back.top.x, back.top.y)]))
    assert np.hypot(*(apart[0] - apart[1])) == pytest.approx(1.3)
    kept = without_sides([one, back], [back], flat, CAMERA)
    assert any(each is one for each in kept) == stays
    assert any(each is back for each in kept)
    assert any(each is one for each in without_sides([one], [], flat, CAMERA)), "no back, no side"


@pytest.mark.parametrize(("ground", "stays"), [((150, 30, 110), False), ((170, 180, 185), True)])
def test_a_print_without_the_colour_of_paper_is_no_face(ground: tuple[int, int, int], stays: bool) -> None:
    """Thirty pieces of a chequered cloth were 8p; the paper of a tile in the shade has another brightness only."""
    tiles, flat = row_of_tiles(EIGHT_PIN, 0.98, 0.8)
    image = flat.image.copy()
    image[40:66, 60:80] = ground
    image[44:62:6, 62:78] = image[44:62, 63:78:6] = (60, 60, 60)
    kept = without_prints(tiles, replace(flat, image=image))
    assert any(one is tiles[2] for one in kept) == stays
    assert len(kept) == 4 + stays


@pytest.mark.parametrize(("tile", "stays"), [(26, False), (HAKU, True)])
def test_plain_paper_is_no_face_but_haku(tile: int, stays: bool) -> None:
    """The white sides of tiles were often named 9s."""
    tiles, flat = row_of_tiles(tile, 0.99, 0.8)
    image = flat.image.copy()
    for column in (0, 1, 3, 4):
        image[45:61, 24 + 20 * column : 36 + 20 * column] = (60, 60, 60)
    kept = without_plain(tiles, replace(flat, image=image))
    assert any(one is tiles[2] for one in kept) == stays
    assert len(kept) == 4 + stays


@pytest.mark.parametrize(
    ("face", "chance", "stays"),
    [(27, 0.6, True), (27, 0.45, False), (TWO_BAMBOO, 0.6, False), (HAKU, 0.9, False)],
)
def test_a_print_is_told_from_the_side_of_a_wall_seen_obliquely(
    face: int, chance: float, stays: bool
) -> None:
    """In pictures from 60 degrees on, one face in seventy was dropped as the side of a wall far behind it."""
    row, flat = row_of_tiles(face, 0.8, chance)
    one = row[2]
    back = replace(one, tile=BACK_CLASS, confidence=0.95, top=replace(one.top, y=one.top.y - 50.0, back=True))
    kept = without_sides([one, back], [back], flat, (0.0, 30.0, 12.0))
    assert any(each is one for each in kept) == stays


@pytest.mark.parametrize(("pieces", "kept"), [(4, 4), (5, 0)])
def test_dense_ink_is_a_face_unless_there_are_more_of_them_than_a_set_has(pieces: int, kept: int) -> None:
    """The ink of an 8p hid the paper of four tiles that were named with certainty."""
    tiles, flat = row_of_tiles(EIGHT_PIN, 0.995, 0.8)
    image = np.vstack([flat.image, flat.image])
    image[160:186, 20:120] = (60, 50, 40)
    inked = [replace(tiles[2], top=replace(one.top, y=173.0)) for one in tiles[:pieces]]
    found = without_prints([*tiles, *inked], replace(flat, image=image))
    assert len(found) == 5 + kept


@pytest.mark.parametrize(
    ("sure", "colour", "kept"),
    [(0.98, (214, 200, 236), 0), (0.98, PAPER, 6), (0.995, (214, 200, 236), 6)],
)
def test_of_more_than_a_set_has_unsure_ones_on_another_paper_are_a_print(
    sure: float, colour: tuple[int, int, int], kept: int
) -> None:
    """Of chequered lilac cloth 93 pieces were named 6p in one picture, so that none of its 67 faces was reported."""
    tiles, flat = row_of_tiles(7, 0.99, 0.8)
    image = np.vstack([flat.image, flat.image])
    image[160:186, 20:140] = colour
    more, _ = row_of_tiles(EIGHT_PIN, sure, 0.8)
    pieces = [replace(more[2], top=replace(more[2].top, x=30.0 + 20 * n, y=173.0)) for n in range(6)]
    found = without_prints([*tiles, *pieces], replace(flat, image=image))
    assert len(found) == 5 + kept


@pytest.mark.parametrize(
    ("colour", "tile"), [((214, 230, 236), HAKU), ((107, 115, 118), HAKU), ((224, 204, 215), BACK_CLASS)]
)
def test_a_glaring_back_is_no_haku(colour: tuple[int, int, int], tile: int) -> None:
    """The last colour is from a lilac back under a lamp, in a photograph of a riichi table."""
    tiles, flat = row_of_tiles(HAKU, 0.99, 0.8)
    image = flat.image.copy()
    image[40:66, 60:80] = colour
    assert pale_backs(tiles, replace(flat, image=image))[2].tile == tile


@pytest.mark.parametrize(("sure", "tile"), [(0.99, EIGHT_PIN), (0.8, BACK_CLASS)])
def test_a_surely_named_face_full_of_ink_is_no_back(sure: float, tile: int) -> None:
    """The finder's doubt in a top is none about its name: an 8p that it saw at 0.55 became a back."""
    tiles, flat = row_of_tiles(EIGHT_PIN, 0.99, 0.8)
    image = flat.image.copy()
    image[44:62, 63:77] = (90, 60, 40)
    one = row_of_tiles(EIGHT_PIN, sure, 0.55)[0][2]
    known = [*tiles[:2], one, *tiles[3:]]
    assert pale_backs(known, replace(flat, image=image))[2].tile == tile


@pytest.mark.parametrize(("other", "tile"), [("0p", FIVE_PIN), ("5s", BACK_CLASS)])
def test_a_five_that_may_be_red_is_no_back(other: str, tile: int) -> None:
    """Eight fives of 4,201 faces became backs: the names of a five and a red five shared their probability."""
    tiles, flat = row_of_tiles(FIVE_PIN, 0.99, 0.8)
    one = row_of_tiles(FIVE_PIN, 0.6, 0.8)[0][2]
    one.logs[parse_tile(other)] = np.log(0.38)
    image = flat.image.copy()
    image[44:62, 63:77] = (90, 60, 40)
    assert pale_backs([*tiles[:2], one, *tiles[3:]], replace(flat, image=image))[2].tile == tile


@pytest.mark.parametrize(("backs", "kept"), [(136, 136), (137, 0)])
def test_more_backs_of_one_colour_than_a_set_has_are_a_print(backs: int, kept: int) -> None:
    (one, *_), _ = row_of_tiles(7, 0.999, 0.8)
    places = [(20 + 30 * (number % 12), 20 + 40 * (number // 12)) for number in range(backs)]
    image = np.full((500, 400, 3), CLOTH, np.uint8)
    tiles = []
    for x, y in places:
        image[y - 13 : y + 14, x - 10 : x + 11] = (30, 40, 180)
        top = replace(one.top, x=float(x), y=float(y), back=True)
        tiles.append(replace(one, tile=BACK_CLASS, top=top))
    flat = FlatPicture(image, 0.0, 0.0, 20.0, np.eye(3))
    assert len(sure_backs(tiles, flat)) == kept
