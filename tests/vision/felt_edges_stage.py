"""Helpers that the tests of felt edges share."""

from dataclasses import replace
from functools import cache
from itertools import product

import cv2
import numpy as np

from bench.stages.set_tables import Shown, shown
from simulation.camera.lens import Mount
from simulation.camera.tables import TABLES
from vision.lens import Image, View

WORST_MM = 3.5
"""The error of tile tops all over the table if the camera's height is only a likely one: a ninth of a tile's length."""


PLACES = np.array([(x, y, 16.5) for x, y in product(np.linspace(-330, 330, 7), repeat=2)])


DEEP_CUT_MM = 100.0
"""The length of an octagon's side, which leaves no felt where a square's landmarks lie."""


@cache
def table(name: str) -> Shown:
    simulated = TABLES["octagonal" if name == "deep" else name]
    look = replace(simulated.look, cut_mm=DEEP_CUT_MM) if name == "deep" else simulated.look
    geometry = replace(simulated.geometry(), markers=())
    return shown(geometry, Mount(), np.random.default_rng(3), look=look)


def off_mm(view: View, true: View) -> float:
    """Return the largest error of a view in placing tops of tiles that the camera really saw there."""
    seen = view.to_plane(true.points(PLACES), 16.5)
    return float(np.linalg.norm(seen - PLACES[:, :2], axis=1).max())


def pushed(image: Image, x: float, y: float) -> Image:
    matrix = np.array([[1, 0, x], [0, 1, y]], float)
    size = image.shape[1], image.shape[0]
    return np.asarray(cv2.warpAffine(image, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
