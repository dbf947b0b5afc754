"""Simulates light, lens, sensor and codec: turns a drawn scene into a cut-out as the camera would give it.

The scene is seen from straight above at twice the size of a cut-out. It is lit, turned and foreshortened as in the
camera's picture, reduced to the camera's resolution, blurred, made noisy and encoded. Then it is rectified to straight
above, as the reader does it. So a low or oblique camera leaves the same marks as in real pictures.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Floats32, Image
from vision.model.classifier import CROP_HEIGHT, CROP_WIDTH
from vision.prints.chance import happens

FINE: Final = 2
"""Scenes are composed at this many times the size of a cut-out. [ratio; derived: turned and shifted without loss]"""
FINE_SIZE: Final = (CROP_WIDTH * FINE, CROP_HEIGHT * FINE)
_TILE_LENGTH_PX: Final = 96
"""Length of a tile in the scene. [px; derived: FINE times TILE_HEIGHT_PX]"""


@dataclass(frozen=True, slots=True)
class Conditions:
    """The circumstances under which pictures are taken.

    Attributes:
        steepest: the most degrees off the vertical.
        shortest: the least length of a tile in the picture in pixels, before foreshortening.
        longest: the greatest such length.
        cast: share of pictures with a strong colour of light.
        worst: strength of blur, noise and compression (1.0 is a bad phone).
        lamps: share of pictures in light that is seldom met: any hue, bands, hard shadows, haze.
    """

    steepest: float
    shortest: float
    longest: float
    cast: float
    worst: float
    lamps: float = 0.0


INSTALLED: Final = Conditions(steepest=25, shortest=28, longest=90, cast=0.12, worst=0.6)
"""The table's own camera: 1280 by 960 and better, up to 25 degrees off the vertical. [degrees, px, share; derived:
the cameras that docs/vision.md allows]"""
PHOTOGRAPH: Final = Conditions(steepest=52, shortest=14, longest=60, cast=0.25, worst=1.0)
"""Any picture, up to 50 degrees off the vertical. [degrees, px, share; judged: phones held above a table]"""


@dataclass(frozen=True, slots=True)
class ShotAngle:
    """The camera's direction: degrees off the vertical, and the direction towards it in the scene (radians)."""

    tilt: float
    towards: float


class ShotCamera:
    """Takes pictures of scenes with a stream of random numbers."""

    def __init__(self, conditions: Conditions, random: np.random.Generator) -> None:
        self.conditions = conditions
        self._random = random

    def view(self) -> ShotAngle:
        """A place for the camera; most are not at the limit."""
        random = self._random
        straight = 0.0 if happens(random, 0.5) else random.normal(0, 0.15)
        quarter = int(random.integers(4)) * np.pi / 2
        towards = quarter + straight if happens(random, 0.6) else random.uniform(0, 2 * np.pi)
        return ShotAngle(self.conditions.steepest * random.random() ** 0.8, towards)

    def shoot(self, scene: Image, view: ShotAngle) -> Image:
        """The cut-out (``CROP_HEIGHT`` by ``CROP_WIDTH``) of a scene (``FINE_SIZE``)."""
        random, conditions = self._random, self.conditions
        lit = self._lit(scene)
        span = np.log(conditions.longest / conditions.shortest)
        length = conditions.shortest * np.exp(span * random.random())
        scale = min(length / _TILE_LENGTH_PX, 1.0)
        short = np.cos(np.deg2rad(view.tilt))
        # The picture's y axis points to the camera; a scene seen along one of its axes needs no turning.
        angle = view.towards - np.pi / 2
        matrix, size = _turned(angle)
        picture = cv2.warpAffine(lit, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
        small = (max(8, round(size[0] * scale)), max(8, round(size[1] * scale * short)))
        shrunk = np.asarray(cv2.resize(picture, small, interpolation=cv2.INTER_AREA), np.float32)
        picture = self._sensed(shrunk, length)
        back = np.diag((small[0] / size[0], small[1] / size[1])) @ matrix
        back[:, 2] += (np.array((small[0] / size[0], small[1] / size[1])) - 1) / 2
        corners = np.array(((0, 0), (1, 0), (1, 1), (0, 1))) * FINE_SIZE - 0.5
        source = np.column_stack([corners, np.ones(4)]) @ back.T
        source += random.normal(0, 0.012, (4, 2)) * _TILE_LENGTH_PX * scale
        target = (np.array(((0, 0), (1, 0), (1, 1), (0, 1))) * (CROP_WIDTH, CROP_HEIGHT) - 0.5).astype(
            np.float32
        )
        home = cv2.getPerspectiveTransform(source.astype(np.float32), target)
        if scale * FINE > 1.25:
            picture = cv2.GaussianBlur(picture, (0, 0), 0.45 * scale * FINE)
        how = cv2.INTER_CUBIC if happens(random, 0.3) else cv2.INTER_LINEAR
        cut = cv2.warpPerspective(
            picture, home, (CROP_WIDTH, CROP_HEIGHT), flags=how, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(cut, np.uint8)

    def _lit(self, scene: Image) -> Floats32:
        """Lamps, shadows, glare."""
        random = self._random
        gain = random.uniform(0.45, 1.18) * random.uniform(0.9, 1.1, 3)
        if happens(random, self.conditions.cast):
            # Lamps run from orange to bluish, some to green; phones even them out badly.
            warm = random.uniform(-0.5, 1)
            gain *= np.array(
                (
                    1 - 0.5 * max(warm, 0),
                    1 - 0.12 * abs(warm) + random.normal(0, 0.05),
                    1 + 0.4 * min(warm, 0),
                )
            )
        lamps = bool(self.conditions.lamps) and happens(random, self.conditions.lamps)
        if lamps and happens(random, 0.7):
            hue = np.array([[[random.integers(180), random.integers(0, 130), 255]]], np.uint8)
            gain *= cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0] / 255
        across = np.linspace(-0.5, 0.5, FINE_SIZE[0], dtype=np.float32)
        down = np.linspace(-0.5, 0.5, FINE_SIZE[1], dtype=np.float32)
        light = 1 + random.normal(0, 0.12) * across[None, :] + random.normal(0, 0.12) * down[:, None]
        chance = random.random(4)
        if chance[0] < 0.25:
            light *= self._shadow(across, down)
        if lamps:
            light *= self._uneven(across, down)
        image = scene * (light[..., None] * gain.astype(np.float32))
        if chance[1] < 0.15:
            image += np.float32(random.uniform(0, 45))
        if chance[2] < 0.12:
            image += self._glare(across, down)[..., None]
        if lamps and happens(random, 0.3):
            image = image * np.float32(random.uniform(0.4, 0.9)) + np.float32(random.uniform(0, 70))
        return np.asarray(image.clip(0, 255), np.float32)

    def _shadow(self, across: Floats32, down: Floats32) -> Floats32:
        random = self._random
        angle = random.uniform(0, 2 * np.pi)
        side = across[None, :] * np.cos(angle) + down[:, None] * np.sin(angle) - random.uniform(-0.4, 0.4)
        depth = random.uniform(0.1, 0.55)
        return np.asarray(
            1 - depth / (1 + np.exp(-(side / random.uniform(0.02, 0.4)).clip(-30, 30))), np.float32
        )

    def _uneven(self, across: Floats32, down: Floats32) -> Floats32:
        """The bands of a flickering lamp, or a shadow with a hard edge."""
        random = self._random
        if happens(random, 0.5):
            rows = np.sin(down * len(down) / random.uniform(3, 26) + random.uniform(0, 6))
            return np.asarray((1 - random.uniform(0, 0.35) * (1 + rows) / 2)[:, None], np.float32)
        angle, depth = random.uniform(0, 2 * np.pi), random.uniform(0.2, 0.65)
        side = across[None, :] * np.cos(angle) + down[:, None] * np.sin(angle) - random.uniform(-0.4, 0.4)
        return np.where(side > 0, np.float32(1 - depth), np.float32(1))

    def _glare(self, across: Floats32, down: Floats32) -> Floats32:
        """A lamp's reflection: an oval that runs out to white."""
        random = self._random
        x, y = random.uniform(-0.5, 0.5, 2)
        wide, high = random.uniform(0.06, 0.4, 2)
        far = ((across[None, :] - x) / wide) ** 2 + ((down[:, None] - y) / high) ** 2
        return np.asarray(random.uniform(30, 190) * np.exp(-far * random.uniform(0.5, 1.5)), np.float32)

    def _sensed(self, picture: Floats32, length: float) -> Image:
        """Lens, sensor, sharpening and codec, at the camera's resolution."""
        random, worst = self._random, self.conditions.worst
        chance = random.random(4)
        # Small tiles are far away, and distant tiles are rarely out of focus as well.
        blur = random.uniform(0.2, 0.3 + 0.75 * worst * min(1.0, length / 30))
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.float32)
        if chance[0] < 0.08 * worst:
            reach = int(random.integers(2, 4))
            kernel = np.zeros((5, 5), np.float32)
            cv2.line(kernel, (2, 2), (2 + int(random.integers(-reach, reach + 1)) // 2, 2 + reach // 2), 1.0)
            picture = np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.float32)
        if chance[1] < 0.35:
            picture = picture + random.uniform(0.2, 1.0) * (picture - cv2.GaussianBlur(picture, (0, 0), 1.2))
        noise = random.uniform(0.5, 1.5 + 7 * worst)
        picture = picture + noise * random.standard_normal(picture.shape, np.float32)
        result = np.asarray(picture.clip(0, 255), np.uint8)
        if chance[2] < 0.45:
            quality = int(random.integers(round(92 - 55 * worst), 97))
            _, coded = cv2.imencode(".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, quality])
            result = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
        return result


def _turned(angle: float) -> tuple[NDArray[np.float64], tuple[int, int]]:
    """The transform that turns the scene by ``-angle`` about its middle into a picture that holds all of it."""
    cos, sin = np.cos(angle), np.sin(angle)
    width, height = FINE_SIZE
    size = (round(abs(cos) * width + abs(sin) * height), round(abs(sin) * width + abs(cos) * height))
    linear = np.array(((cos, sin), (-sin, cos)))
    shift = (np.array(size) - 1) / 2 - linear @ ((np.array(FINE_SIZE) - 1) / 2)
    return np.column_stack([linear, shift]), size
