"""Tiles that the finder saw as halves, and those whose print does not show which way they lie; the oracle is what was
laid."""

from typing import cast

import numpy as np
import pytest

from bench.stages.oblique import Placed, Setting, photograph, place
from referee.tiles import parse_tile
from tests.vision.photo.trust_stage import row_of_tiles
from vision.lens import Floats
from vision.model.classifier import CLASSES, Classifier
from vision.photo.finding.finder import Top
from vision.photo.finding.flat import Cutter
from vision.photo.finding.halves import wholes
from vision.photo.naming import turns
from vision.photo.naming.naming import clearest
from vision.photo.reader import PhotoReader

FOUR_CIRCLES, ONE_CIRCLE, SIX_CIRCLES, SEVEN_CIRCLES = 12, 9, 14, 15


def top_at(x: float, y: float, long: float, wide: float) -> Top:
    return Top(x, y, (long / 2, 0.0), (0.0, wide / 2), back=False, chance=0.8)


def names_by_turn(**sure: float) -> Floats:
    """The probability of each name in twelve directions, from those given as name_direction."""
    names = np.full((12, 37), 0.001)
    for key, value in sure.items():
        name, turn = key.rsplit("_", 1)
        names[int(turn), parse_tile(name.removeprefix("t"))] = value
    return names


@pytest.mark.parametrize(
    ("names", "turn"),
    [
        ({"t7p_0": 0.96, "t9p_1": 0.98, "t9p_2": 0.99}, 2),
        ({"t7p_0": 0.96, "t9p_2": 0.999}, 0),
        ({"t7p_0": 0.6, "t9p_2": 0.999}, 2),
        ({"t7p_0": 0.97, "t7p_1": 0.98, "t9p_5": 0.99, "t9p_6": 0.99}, 0),
        ({"t6z_0": 0.96, "t6z_11": 0.98}, 11),
        ({"t7p_0": 0.6, "t5z_2": 0.999, "t5z_3": 0.999}, 0),
    ],
)
def test_a_name_that_is_clear_in_two_directions_beats_one_in_one(names: dict[str, float], turn: int) -> None:
    """The finder saw a 9p 30 degrees askew, and along its axes the network named it 7p at 0.98; blanks have no direction."""
    assert clearest(names_by_turn(**names)) == turn


def test_two_halves_are_one_tile() -> None:
    found = wholes([top_at(50, 50, 18, 13), top_at(51, 64, 18, 13)], usual=21.0)
    assert len(found) == 1
    assert (found[0].x, found[0].y) == pytest.approx((50.5, 57.0))
    assert found[0].side_px == pytest.approx(21.0)
    assert abs(found[0].along[1]) > abs(found[0].along[0])


def test_neighbours_and_whole_tiles_are_no_halves() -> None:
    assert not wholes([top_at(50, 50, 18, 13), top_at(50, 69, 18, 13)], usual=21.0)
    assert not wholes([top_at(50, 50, 24, 18), top_at(50, 62, 24, 18)], usual=21.0)


@pytest.mark.parametrize(("likely", "turned"), [(0.03, False), (0.9, True)])
def test_no_room_turns_a_tile_whose_name_is_hardly_seen_the_other_way_round(
    monkeypatch: pytest.MonkeyPatch, likely: float, turned: bool
) -> None:
    """A sure 7p and a sure 6p between askew neighbours were turned, and then had no name."""
    tiles, flat = row_of_tiles(SEVEN_CIRCLES, 0.98, 0.8)
    there = np.log(np.full((1, 5, CLASSES), (1 - likely) / (CLASSES - 1)))
    there[..., SEVEN_CIRCLES] = np.log(likely)
    monkeypatch.setattr(turns, "_for_turning", lambda number, *_: 6.0 if number == 2 else 0.0)
    monkeypatch.setattr(turns, "cut_names", lambda *_: there)
    readers = cast("tuple[Classifier, Cutter]", (None, None))
    one = turns.settled(tiles, readers, flat)[2]
    assert one.tile == SEVEN_CIRCLES
    assert (abs(one.top.along[0]) > abs(one.top.along[1])) == turned


@pytest.mark.sampled(1)
@pytest.mark.parametrize("across", [ONE_CIRCLE, FOUR_CIRCLES, SIX_CIRCLES])
def test_a_tile_across_between_upright_ones(across: int) -> None:
    """Its print looks nearly the same both ways."""
    setting = Setting(tilt_deg=25.0, length_px=28.0)
    placed = []
    for chair in range(4):
        x = -3.05 * setting.width
        for column, tile in enumerate((0, 19, across, 6, 27, 3)):
            wide = setting.length if column == 2 else setting.width
            y = setting.console + 0.62 * setting.length
            turn = -90.0 * chair + (90.0 if column == 2 else 0.0)
            where = place(chair, x + wide / 2, y)
            placed.append(Placed(tile, *where, turn, f"pond/{chair}", 0, column, column == 2))
            x += wide + 0.3
    picture = photograph(setting, placed, (480, 400), seed=across)
    read_tiles = PhotoReader().read_picture(picture.picture, picture.pond).tiles
    right = 0
    for truth in picture.truths:
        near = [
            one for one in read_tiles if np.hypot(one.x - truth.x, one.y - truth.y) < 0.3 * truth.length_px
        ]
        right += [(one.tile, one.spot.column, one.spot.sideways) for one in near] == [
            (truth.tile, truth.column, truth.sideways)
        ]
    assert right >= len(picture.truths) - 1
    assert len(read_tiles) <= len(picture.truths)
