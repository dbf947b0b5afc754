"""Draws parts of tables as a camera sees them, to train the tile finder: boxes in true perspective.

Lengths are in tile widths. Half of the scenes are drawn as the camera sees them, half rectified to straight above at
about the height of the tiles' tops. Every scene lists the visible faces and backs, with their axes in pixels.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.training.finder.clutter import clutter_above, clutter_below, mat
from tools.training.finder.laying import Box, GroupLayer
from vision.lens import Floats, Image
from vision.prints.chance import happens

FINE: Final = 4
"""Fractional bits of coordinates handed to OpenCV. [bits; defined]"""
ROUND: Final = 84, 112
"""Prints are drawn with this many columns and rows. [px; defined: pool.PRINT_WIDTH, PRINT_HEIGHT]"""


@dataclass(frozen=True, slots=True)
class Seen:
    """A visible face or back: centre, half axes along and across in pixels, and its uncovered share."""

    x: float
    y: float
    along: tuple[float, float]
    across: tuple[float, float]
    back: bool
    share: float


class ScenePainter:
    """Paints scenes from prints of tiles and a stream of random numbers."""

    def __init__(self, prints: Sequence[Image], random: np.random.Generator, size: int) -> None:
        self._prints = prints
        self._random = random
        self._size = size

    def scene(self) -> tuple[Image, list[Seen]]:
        """A picture (``size`` square, BGR) and what lies in it."""
        random, size = self._random, self._size
        self._length = random.uniform(1.27, 1.42)
        self._thick = random.uniform(0.6, 0.85)
        view, scale = self._view()
        eye = _eye(view)
        boxes = GroupLayer(random, self._length, self._thick).laid(size / scale)
        picture = mat(random, size)
        clutter_below(random, picture, view, size / scale)
        self._shade(picture, view, boxes)
        ids = np.zeros((size, size), np.int32)
        hue = np.array(
            [[[random.integers(180), random.integers(90, 255), random.integers(60, 245)]]], np.uint8
        )
        self._back = cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0].astype(float)
        self._ivory = np.array([225, 236, 240]) * random.uniform(0.85, 1.08) + random.normal(0, 6, 3)
        self._light = random.uniform(0, 2 * np.pi)
        self._contrast = random.uniform(0, 0.3)
        self._layer = random.uniform(0.0, 0.5)
        self._seam = random.uniform(0, 0.55)
        order = sorted(range(len(boxes)), key=lambda i: (boxes[i].z, -_distance(eye, boxes[i])))
        for index in order:
            self._draw((picture, ids), (view, eye), boxes[index], index + 1)
        clutter_above(random, picture, ids, view, size / scale)
        seen = [
            one
            for index, box in enumerate(boxes)
            if box.kind != "standing" and (one := self._seen(view, ids, box, index + 1)) is not None
        ]
        return self._photographed(picture), seen

    def _view(self) -> tuple[Floats, float]:
        """A projection (3 by 4) of the scene around its origin, and pixels to a tile's width."""
        random, size = self._random, self._size
        flat = happens(random, 0.55)
        scale = np.exp(random.uniform(np.log(10.5), np.log(27.0)))
        tilt = np.deg2rad(random.uniform(0, 56) * (1 if happens(random, 0.8) else 0.3))
        whole = size * random.uniform(1.2, 7)
        focal = whole * random.uniform(0.6, 1.5)
        middle = size / 2 + random.uniform(-0.45, 0.45, 2) * (whole - size / 2)
        calibration = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
        azimuth, roll = random.uniform(0, 2 * np.pi), random.normal(0, 0.12)
        flip = np.diag([1.0, 1.0, -1.0])
        turn = _about(2, roll) @ _about(0, tilt) @ _about(2, azimuth) @ flip
        ray = turn.T @ np.linalg.solve(calibration, np.array([size / 2, size / 2, 1.0]))
        ray /= np.linalg.norm(ray)
        if ray[2] > -0.45:
            return self._view()
        far = 20.0
        for _ in range(3):
            view = calibration @ np.column_stack([turn, turn @ (ray * far)])
            bend = _bend(view, np.zeros(3))
            wide = np.sqrt(abs(np.linalg.det(bend)))
            far *= wide / scale
        if not flat:
            return view, float(scale)
        height = self._thick * random.choice((1.0, 1.0, 1.0, random.uniform(0.3, 2.0)))
        plane = np.column_stack([view[:, 0], view[:, 1], view[:, 2] * height + view[:, 3]])
        angle = random.normal(0, 0.05) if happens(random, 0.85) else random.uniform(0, np.pi)
        drawn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        drawn = drawn @ np.array([[1, random.normal(0, 0.02)], [random.normal(0, 0.02), 1]])
        lens = np.eye(3)
        lens[:2, :2], lens[:2, 2] = drawn, size / 2
        lens[2, :2] = random.normal(0, 2e-3, 2)
        view = lens @ np.linalg.inv(plane) @ view
        if np.linalg.det(_bend(view, np.zeros(3))) < 0:
            view = np.array([[-1, 0, size - 1], [0, 1, 0], [0, 0, 1]]) @ view
        return view, float(scale)

    def _shade(self, picture: Image, view: Floats, boxes: Sequence[Box]) -> None:
        """Darken the mat around the boxes that lie on it."""
        random, size = self._random, self._size
        dark = np.zeros((size, size), np.uint8)
        aside = random.normal(0, 0.25, 2)
        for box in boxes:
            ground = self._outline(box) + aside * (1 + box.z)
            ends = _project(view, np.column_stack([ground, np.zeros(4)]))
            if np.isfinite(ends).all():
                _fill(dark, ends, 255)
        soft = cv2.GaussianBlur(dark, (0, 0), random.uniform(1, 5))[..., None] / 255
        picture[:] = picture * (1 - random.uniform(0.1, 0.6) * soft)

    def _outline(self, box: Box) -> Floats:
        length = self._thick if box.kind == "standing" else self._length
        half = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * (1.0, length)
        cos, sin = np.cos(box.turn), np.sin(box.turn)
        return np.asarray(half @ np.array([[cos, sin], [-sin, cos]]) + (box.x, box.y))

    def _draw(
        self, sheet: tuple[Image, NDArray[np.int32]], camera: tuple[Floats, Floats], box: Box, number: int
    ) -> None:
        (picture, ids), (view, eye) = sheet, camera
        random, ground = self._random, self._outline(box)
        high = self._length if box.kind == "standing" else self._thick
        bottom = _project(view, np.column_stack([ground, np.full(4, box.z)]))
        top = _project(view, np.column_stack([ground, np.full(4, box.z + high)]))
        size = self._size
        every = np.vstack([bottom, top])
        if not np.isfinite(every).all() or (every.max(axis=0) < 0).any() or (every.min(axis=0) > size).any():
            return
        bottom = top + (bottom - top) * np.clip(60 / max(np.abs(bottom - top).max(), 1), 0, 1)
        lower_back = box.kind != "back"
        hull = np.asarray(cv2.convexHull(every.astype(np.float32))[:, 0], np.float64)
        _fill(ids, hull, -number)
        for a in range(4):
            b = (a + 1) % 4
            edge, middle = ground[b] - ground[a], (ground[a] + ground[b]) / 2
            outward = np.array([edge[1], -edge[0]])
            if np.dot(outward, eye[:2] - middle) <= 0:
                continue
            lit = 1 - self._contrast * (1 + np.cos(np.arctan2(outward[1], outward[0]) - self._light)) / 2
            lit *= 0.93
            ivory, back = self._ivory * lit, self._back * lit
            if box.kind == "standing":
                front = a == 0
                colour = ivory if front else back if a == 2 else (ivory + back) / 2
                _fill(picture, np.array([bottom[a], bottom[b], top[b], top[a]]), colour)
                if front:
                    self._print(picture, np.array([top[a], top[b], bottom[b], bottom[a]]), "face", lit)
                continue
            cut = self._layer if lower_back else 1 - self._layer
            half_a, half_b = bottom[a] + (top[a] - bottom[a]) * cut, bottom[b] + (top[b] - bottom[b]) * cut
            first, second = (back, ivory) if lower_back else (ivory, back)
            _fill(picture, np.array([bottom[a], bottom[b], half_b, half_a]), first)
            _fill(picture, np.array([half_a, half_b, top[b], top[a]]), second)
        if self._seam > 0.1:
            _line(picture, hull, self._seam * random.uniform(0.4, 1))
        _fill(ids, top, number)
        if box.kind == "standing":
            half = (top[0] + top[3]) / 2, (top[1] + top[2]) / 2
            _fill(picture, top, self._back * 0.95)
            _fill(picture, np.array([top[0], top[1], half[1], half[0]]), self._ivory * 0.97)
            return
        self._print(picture, top, box.kind, 1.0)

    def _print(self, picture: Image, corners: Floats, kind: str, lit: float) -> None:
        """A face or back with rounded corners, warped onto its four corners."""
        random = self._random
        wide, tall = ROUND
        if kind == "back":
            print_ = np.empty((tall, wide, 3), np.uint8)
            print_[:] = (self._back * lit).clip(0, 255)
        else:
            print_ = self._prints[int(random.integers(len(self._prints)))]
            grain = self._ivory * lit / np.maximum(np.percentile(print_[::4, ::4], 85, axis=(0, 1)), 60)
            print_ = (print_ * grain).clip(0, 255).astype(np.uint8)
            if happens(random, 0.5):
                print_ = print_[::-1, ::-1]
        left, top = np.floor(corners.min(axis=0)).astype(int) - 2
        right, bottom = np.ceil(corners.max(axis=0)).astype(int) + 3
        left, top = max(left, 0), max(top, 0)
        right, bottom = min(right, picture.shape[1]), min(bottom, picture.shape[0])
        if right - left < 2 or bottom - top < 2:
            return
        source = np.array([(-0.5, -0.5), (wide - 0.5, -0.5), (wide - 0.5, tall - 0.5), (-0.5, tall - 0.5)])
        matrix = cv2.getPerspectiveTransform(
            source.astype(np.float32), (corners - (left, top)).astype(np.float32)
        )
        where = (int(right - left), int(bottom - top))
        narrow = np.sqrt(max(cv2.contourArea(corners.astype(np.float32)), 1.0)) / 97
        if narrow < 0.5:
            print_ = np.asarray(cv2.GaussianBlur(print_, (0, 0), 0.4 / narrow), np.uint8)
        drawn = cv2.warpPerspective(print_, matrix, where, borderMode=cv2.BORDER_REPLICATE)
        mask = cv2.warpPerspective(_ROUNDED, matrix, where)[..., None].astype(np.float32) / 255
        part = picture[top:bottom, left:right]
        part[:] = drawn * mask + part * (1 - mask)

    def _seen(self, view: Floats, ids: NDArray[np.int32], box: Box, number: int) -> Seen | None:
        height = box.z + self._thick
        middle = np.array([box.x, box.y, height])
        x, y = _project(view, middle[None])[0]
        size = self._size
        corners = _project(view, np.column_stack([self._outline(box), np.full(4, height)]))
        if not np.isfinite(corners).all() or not (0 <= x < size and 0 <= y < size):
            return None
        area = cv2.contourArea(corners.astype(np.float32))
        share = float((ids == number).sum() / max(area, 1.0))
        bend = _bend(view, middle)
        cos, sin = np.cos(box.turn), np.sin(box.turn)
        along = bend @ np.array([-sin, cos]) * self._length / 2
        across = bend @ np.array([cos, sin]) / 2
        return Seen(
            float(x),
            float(y),
            (float(along[0]), float(along[1])),
            (float(across[0]), float(across[1])),
            box.kind == "back",
            share,
        )

    def _photographed(self, picture: Image) -> Image:
        """Light, lens, sensor and codec."""
        random, size = self._random, self._size
        image: NDArray[Any] = picture.astype(np.float32)
        y, x = np.mgrid[-0.5 : 0.5 : size * 1j, -0.5 : 0.5 : size * 1j].astype(np.float32)
        light = 1 + random.normal(0, 0.25) * x + random.normal(0, 0.25) * y
        image *= light[..., None] * random.uniform(0.55, 1.35) * random.uniform(0.88, 1.12, 3)
        if happens(random, 0.3):
            across = random.normal(0, 1, 2)
            edge = (x * across[0] + y * across[1] + random.normal(0, 0.2)) * random.uniform(3, 30)
            image *= 1 - random.uniform(0.1, 0.5) / (1 + np.exp(-edge.clip(-20, 20)))[..., None]
        if happens(random, 0.25):
            spot = np.exp(
                -((x - random.uniform(-0.5, 0.5)) ** 2 + (y - random.uniform(-0.5, 0.5)) ** 2) / 0.02
            )
            image += random.uniform(20, 120) * spot[..., None]
        if happens(random, 0.5):
            shrunk = random.uniform(0.45, 0.95)
            some = (max(8, int(size * shrunk)), max(8, int(size * random.uniform(shrunk, 1))))
            if happens(random, 0.5):
                some = some[::-1]
            image = cv2.resize(image, some, interpolation=cv2.INTER_AREA)
            image += random.normal(0, random.uniform(0, 6), image.shape).astype(np.float32)
            image = cv2.resize(image, (size, size), interpolation=cv2.INTER_LINEAR)
        else:
            blur = random.uniform(0, 1.3)
            if blur > 0.3:
                image = cv2.GaussianBlur(image, (0, 0), blur)
            image += random.normal(0, random.uniform(0, 9), image.shape).astype(np.float32)
        result = np.asarray(image.clip(0, 255), np.uint8)
        if happens(random, 0.35):
            quality = int(random.integers(35, 95))
            _, coded = cv2.imencode(".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, quality])
            result = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
        return result


def _rounded() -> Image:
    mask = np.zeros((ROUND[1], ROUND[0]), np.uint8)
    cv2.rectangle(mask, (10, 1), (ROUND[0] - 11, ROUND[1] - 2), 255, -1)
    cv2.rectangle(mask, (1, 10), (ROUND[0] - 2, ROUND[1] - 11), 255, -1)
    for x in (10, ROUND[0] - 11):
        for y in (10, ROUND[1] - 11):
            cv2.circle(mask, (x, y), 9, 255, -1)
    return mask


_ROUNDED: Final = _rounded()


def _about(axis: int, angle: float) -> Floats:
    vector = np.zeros(3)
    vector[axis] = angle
    return np.asarray(cv2.Rodrigues(vector)[0], np.float64)


def _project(view: Floats, points: Floats) -> Floats:
    flat = np.asarray(points, float) @ view[:, :3].T + view[:, 3]
    if (flat[:, 2] * np.sign(view[2, 3]) <= 1e-6).any():
        return np.full((len(points), 2), np.nan)
    return np.asarray(flat[:, :2] / flat[:, 2:])


def _bend(view: Floats, point: Floats) -> Floats:
    """The Jacobian (2 by 2) from x and y of the plane through a point to pixels."""
    u, v, w = view[:, :3] @ point + view[:, 3]
    return np.asarray(
        [
            (view[0, :2] * w - u * view[2, :2]) / w**2,
            (view[1, :2] * w - v * view[2, :2]) / w**2,
        ]
    )


def _eye(view: Floats) -> Floats:
    return np.asarray(-np.linalg.solve(view[:, :3], view[:, 3]))


def _distance(eye: Floats, box: Box) -> float:
    return float(np.hypot(eye[0] - box.x, eye[1] - box.y))


def _fill(image: NDArray[Any], corners: Floats, colour: Any) -> None:
    value = [float(v) for v in colour] if isinstance(colour, np.ndarray) else colour
    if image.dtype == np.uint8:
        points = (np.asarray(corners) * 2**FINE).clip(-1e7, 1e7).round().astype(np.int32)
        cv2.fillConvexPoly(image, points, value, cv2.LINE_AA, FINE)
    else:
        points = np.asarray(corners).clip(-1e6, 1e6).round().astype(np.int32)
        cv2.fillConvexPoly(image, points, value)


def _line(image: Image, corners: Floats, depth: float) -> None:
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 3, (image.shape[1], image.shape[0]))
    if (high - low < 2).any():
        return
    line = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    points = ((corners - low) * 2**FINE).round().astype(np.int32)
    cv2.polylines(line, [points], True, 255, 1, cv2.LINE_AA, FINE)
    part = image[low[1] : high[1], low[0] : high[0]]
    part[:] = part * (1 - depth * line[..., None].astype(np.float32) / 255)
