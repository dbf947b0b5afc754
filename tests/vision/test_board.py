"""The lens from pictures of the board; the oracle is OpenCV's own projection of the printed sheet."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from tests.vision.printed import pages, raster
from vision.calibration.board import (
    SQUARE_MM,
    SQUARES,
    BoardError,
    find_board,
    lens_from_board,
    tells_more,
    unseen_parts,
)
from vision.calibration.pdf import pdf_bytes
from vision.calibration.sheets import board_page

if TYPE_CHECKING:
    from vision.calibration.board import BoardView

SIZE = (960, 720)
FOCAL, CENTRE = 675.0, (489.0, 353.0)
BEND = np.array([-0.24, 0.06, 0.0006, -0.0008, 0.0])
CAMERA = np.array([[FOCAL, 0, CENTRE[0]], [0, FOCAL, CENTRE[1]], [0, 0, 1.0]])
PX_PER_MM = 4.0
HOLDS = [
    (x, y, far, a, b, c)
    for (x, y), far, a, b, c in (
        ((-130, -90), 420, 20, 15, 0), ((120, -80), 430, -25, 10, 5), ((-110, 90), 430, 15, -30, 170),
        ((110, 80), 420, -20, -25, 90), ((0, 0), 300, 30, 0, 80), ((-60, 30), 330, 0, 35, 10),
        ((60, -30), 340, -35, 5, 200), ((0, 60), 380, 10, 30, 45), ((-150, 0), 400, -10, -35, 90),
        ((150, 10), 400, 25, 25, 0), ((10, -70), 350, -30, -10, 130),
    )
]  # fmt: skip


@lru_cache(maxsize=1)
def printed() -> np.ndarray:
    return raster(pages(pdf_bytes([board_page()]))[0], PX_PER_MM)


@lru_cache(maxsize=2)
def looked_along(bend: tuple[float, ...]) -> np.ndarray:
    """The ray of every pixel, found by trying OpenCV's projection until it hits, on a coarse grid."""
    step = 8
    columns, rows = (np.arange(-1, side // step + 1) * step + (step - 1) / 2 for side in SIZE)
    x, y = np.meshgrid(columns, rows)
    seen = np.stack([x.ravel(), y.ravel()], axis=1)
    rays = (seen - CENTRE) / FOCAL
    for _ in range(60):
        solid = np.column_stack([rays, np.ones(len(rays))])
        hit = cv2.projectPoints(solid, np.zeros(3), np.zeros(3), CAMERA, np.array(bend))[0].reshape(-1, 2)
        rays = rays + np.asarray(seen - hit, np.float64) / FOCAL
    coarse = rays.reshape(len(rows), len(columns), 2)
    fine = cv2.resize(coarse, (len(columns) * step, len(rows) * step), interpolation=cv2.INTER_LINEAR)
    return np.asarray(fine[step : step + SIZE[1], step : step + SIZE[0]]).reshape(-1, 2)


def photographed(hold: tuple[float, ...], bend: np.ndarray = BEND) -> np.ndarray:
    """The printed board held before a camera: each pixel is looked up on the sheet along its ray."""
    sheet = printed()
    x, y, far, a, b, c = hold
    turn = np.eye(3)
    for axis, angle in ((0, a), (1, b), (2, c)):
        single, _ = cv2.Rodrigues(np.eye(3)[axis] * np.radians(angle))
        turn = single @ turn
    rays = looked_along(tuple(bend))
    rays = np.column_stack([rays, np.ones(len(rays))])
    middle = np.array([x, y, far], float)
    depth = (turn[:, 2] @ middle) / (rays @ turn[:, 2])
    on_board = (rays * depth[:, None] - middle) @ turn[:, :2]
    places = (
        ((on_board + np.array([105.0, 148.5])) * PX_PER_MM - 0.5).astype(np.float32).reshape(*SIZE[::-1], 2)
    )
    picture = cv2.remap(sheet, places[..., 0].copy(), places[..., 1].copy(), cv2.INTER_AREA, borderValue=90)
    noise = np.random.default_rng(int(abs(x) + far)).normal(0, 2, picture.shape)
    soft = cv2.GaussianBlur(picture, (0, 0), 0.7) * 0.85 + 15 + noise
    return np.asarray(cv2.cvtColor(soft.clip(0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR), np.uint8)


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
