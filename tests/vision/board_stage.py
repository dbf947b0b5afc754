"""Helpers that the tests of board share."""

from functools import lru_cache

import cv2
import numpy as np

from tests.vision.printed import pages, raster
from vision.calibration.pdf import pdf_bytes
from vision.calibration.sheets import board_page

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
