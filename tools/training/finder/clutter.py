"""The other things on a table in a scene: mats and their lines below the tiles; hands, cups and sticks above them."""

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Floats, Image
from vision.prints.chance import happens

FINE: Final = 4
"""Fractional bits of coordinates handed to OpenCV. [bits; defined]"""


def mat(random: np.random.Generator, size: int) -> Image:
    """Cloth of any colour, plain or woven or stained."""
    hue = int(random.choice((random.integers(180), random.integers(35, 100), random.integers(95, 130))))
    pixel = np.array([[[hue, random.integers(0, 230), random.integers(15, 210)]]], np.uint8)
    base = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)
    picture = np.empty((size, size, 3), np.float32)
    picture[:] = base
    for cells in (5, 24, size // 3):
        rough = random.normal(0, random.uniform(0, 7), (cells, cells, 1)).astype(np.float32)
        picture += cv2.resize(rough, (size, size), interpolation=cv2.INTER_CUBIC)[..., None]
    if happens(random, 0.15):
        y, x = np.mgrid[0:size, 0:size]
        picture *= (1 + 0.08 * np.sin(x * random.uniform(0.3, 1.5) + y * random.uniform(-0.3, 0.3)))[
            ..., None
        ]
    return np.asarray(picture.clip(0, 255), np.uint8)


def clutter_below(random: np.random.Generator, picture: Image, view: Floats, extent: float) -> None:
    """Lines, the console in the middle, the rim, sticks, dice, cards."""
    for _ in range(int(random.integers(0, 5))):
        start = random.uniform(-0.6, 0.6, 2) * extent
        turn = random.integers(4) * np.pi / 2 + random.normal(0, 0.02)
        end = start + random.uniform(2, 30) * np.array([np.cos(turn), np.sin(turn)])
        dark = happens(random, 0.7)
        colour = random.uniform(0, 60, 3) if dark else random.uniform(150, 250, 3)
        ends = _pixels(view, np.array([start, end]))
        if ends is not None:
            points = (ends * 2**FINE).clip(-1e7, 1e7).astype(np.int32)
            thick = int(random.integers(1, 4))
            cv2.line(
                picture, points[0].tolist(), points[1].tolist(), colour.tolist(), thick, cv2.LINE_AA, FINE
            )
    for _ in range(int(random.integers(0, 3))):
        _panel(random, picture, view, extent)
    for _ in range(int(random.integers(0, 4))):
        _stick(random, picture, view, extent)


def clutter_above(
    random: np.random.Generator, picture: Image, ids: NDArray[np.int32], view: Floats, extent: float
) -> None:
    """Arms, fingers, cups and sticks over the tiles; pixels they cover are removed from ``ids``."""
    if happens(random, 0.25):
        _hand(random, picture, ids)
    if happens(random, 0.1):
        size = len(picture)
        middle = random.integers(0, size, 2).tolist()
        radius = int(random.uniform(0.06, 0.2) * size)
        for part in (1.0, 0.85, 0.7):
            shade = random.uniform(30, 250, 3)
            cv2.circle(picture, middle, int(radius * part), shade.tolist(), -1, cv2.LINE_AA)
        cv2.circle(ids, middle, radius, 0, -1)
    if happens(random, 0.08):
        _stick(random, picture, view, extent, ids)


def _pixels(view: Floats, ground: Floats, height: float = 0.0) -> Floats | None:
    flat = np.column_stack([ground, np.full(len(ground), height)]) @ view[:, :3].T + view[:, 3]
    if (flat[:, 2] * np.sign(view[2, 3]) <= 1e-3).any():
        return None
    return np.asarray(flat[:, :2] / flat[:, 2:])


def _polygon(image: NDArray[Any], corners: Floats, colour: Any) -> None:
    points = (corners * 2**FINE).clip(-1e7, 1e7).astype(np.int32)
    cv2.fillConvexPoly(image, points, colour, cv2.LINE_AA if image.dtype == np.uint8 else 8, FINE)


def _panel(random: np.random.Generator, picture: Image, view: Floats, extent: float) -> None:
    """A console or a piece of rim: a large plate, dark, coloured or white, with smaller ones on it."""
    middle = random.uniform(-0.7, 0.7, 2) * extent
    turn = random.integers(4) * np.pi / 2 + random.normal(0, 0.02)
    half = random.uniform(1.2, 5, 2) if happens(random, 0.7) else np.array([30.0, random.uniform(1, 4)])
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    shade = np.full(3, random.uniform(10, 235)) + random.normal(0, 20, 3)
    if happens(random, 0.3):
        shade = random.uniform(10, 250, 3)
    corners = _pixels(view, middle + (square * half) @ axes)
    if corners is None:
        return
    _polygon(picture, corners, shade.clip(0, 255).tolist())
    for _ in range(int(random.integers(0, 7))):
        inner = middle + (random.uniform(-0.8, 0.8, 2) * half) @ axes
        small = _pixels(view, inner + (square * random.uniform(0.1, 0.8, 2)) @ axes)
        if small is not None:
            _polygon(picture, small, random.uniform(0, 255, 3).tolist())


def _stick(
    random: np.random.Generator,
    picture: Image,
    view: Floats,
    extent: float,
    ids: NDArray[np.int32] | None = None,
) -> None:
    """A point stick: long, narrow, white, with dots; sometimes as short as a die."""
    middle = random.uniform(-0.5, 0.5, 2) * extent
    turn = random.integers(4) * np.pi / 2 + random.normal(0, 0.1)
    half = np.array([random.uniform(1.4, 2.4), random.uniform(0.09, 0.17)])
    if happens(random, 0.3):
        half[:] = random.uniform(0.15, 0.32)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    for height, light in ((0.0, 0.7), (0.15, 1.0)):
        corners = _pixels(view, middle + (square * half) @ axes, height)
        if corners is None:
            return
        _polygon(picture, corners, (np.array([225, 235, 240]) * light).tolist())
        if ids is not None:
            _polygon(ids, corners, 0)
    for dot in random.uniform(-0.8, 0.8, int(random.integers(1, 9))):
        place = _pixels(view, (middle + np.array([dot * half[0], 0]) @ axes)[None], 0.15)
        if place is not None:
            red = happens(random, 0.4)
            colour = (40, 30, 190) if red else (30, 30, 30)
            cv2.circle(picture, place[0].clip(-1e4, 1e4).astype(int).tolist(), 1, colour, -1, cv2.LINE_AA)


def _hand(random: np.random.Generator, picture: Image, ids: NDArray[np.int32]) -> None:
    """Fingers that come in from one side."""
    size = len(picture)
    skin = np.array([random.uniform(90, 175), random.uniform(110, 195), random.uniform(150, 240)])
    angle = random.uniform(0, 2 * np.pi)
    along = np.array([np.cos(angle), np.sin(angle)])
    aside = np.array([-along[1], along[0]])
    root = size * (0.5 - 0.75 * along + random.uniform(-0.3, 0.3) * aside)
    reach = size * random.uniform(0.25, 0.7)
    thick = int(size * random.uniform(0.04, 0.09))
    for finger in range(int(random.integers(1, 5))):
        start = root + aside * thick * (finger - 1.5)
        end = start + along * reach * random.uniform(0.8, 1.1) + aside * random.normal(0, thick)
        shade = (skin * random.uniform(0.8, 1.05)).clip(0, 255)
        first, last = start.astype(int).tolist(), end.astype(int).tolist()
        cv2.line(picture, first, last, shade.tolist(), thick, cv2.LINE_AA)
        cv2.line(ids, first, last, 0, thick)
