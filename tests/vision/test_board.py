"""The lens, found from pictures of the board; the oracle is OpenCV's own projection of the printed sheet."""

import cv2
import numpy as np
import pytest

from tests.vision.board_stage import BEND, CAMERA, CENTRE, FOCAL, HOLDS, SIZE, photographed
from vision.calibration.board import (
    SQUARE_MM,
    SQUARES,
    BoardError,
    BoardView,
    find_board,
    lens_from_board,
    tells_more,
    unseen_parts,
)


@pytest.fixture(scope="module")
def views() -> list[BoardView]:
    found = [find_board(photographed(hold)) for hold in HOLDS]
    return [view for view in found if view is not None]


def test_the_lens_is_found(views: list[BoardView]) -> None:
    assert len(views) >= 9
    result = lens_from_board(views, SIZE)
    assert result.error_px < 0.4
    straight = np.array([(x, y) for x in (110, 300, 480, 660, 850) for y in (80, 225, 360, 495, 640)], float)
    rays = np.column_stack([(straight - CENTRE) / FOCAL, np.ones(len(straight))])
    true = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), CAMERA, BEND)[0].reshape(-1, 2)
    lens = result.lens
    ours = lens.distort((straight - CENTRE) / FOCAL * np.array(lens.focal) + np.array(lens.centre))
    assert np.abs(lens.focal[0] / FOCAL - 1) < 0.01
    assert lens.k1 == pytest.approx(-0.24, abs=0.03)
    assert np.linalg.norm(ours - true, axis=1).max() < 4.0


def test_too_few_pictures(views: list[BoardView]) -> None:
    with pytest.raises(BoardError, match="4 usable pictures of the board, 5 needed"):
        lens_from_board(views[:4], SIZE)


def test_a_picture_that_does_not_fit_is_left_out_and_many_are_refused(views: list[BoardView]) -> None:
    rng = np.random.default_rng(1)

    def shaken(view: BoardView, px: float) -> BoardView:
        return type(view)(view.places, view.corners + rng.normal(0, px, view.corners.shape))

    mixed = lens_from_board([*views[:-1], shaken(views[-1], 6.0)], SIZE)
    assert mixed.views == len(views) - 1
    with pytest.raises(BoardError, match="px from where they should be"):
        lens_from_board([shaken(view, 3.0) for view in views], SIZE)


def test_the_same_place_twice_tells_nothing_new(views: list[BoardView]) -> None:
    again = type(views[0])(views[0].places, views[0].corners + 2.0)
    assert not tells_more(again, views[:3], SIZE[0])
    assert tells_more(views[3], views[:3], SIZE[0])


def test_what_the_board_never_reached_is_named(views: list[BoardView]) -> None:
    right = [type(view)(view.places, view.corners / 2 + np.array(SIZE) / 2) for view in views]
    assert "upper left" in unseen_parts(right, SIZE)
    assert "lower right" not in unseen_parts(right, SIZE)


def test_no_board_in_the_picture() -> None:
    assert find_board(np.full((960, 1280, 3), 120, np.uint8)) is None
    assert SQUARES[0] * SQUARE_MM < 190
