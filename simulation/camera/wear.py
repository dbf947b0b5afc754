"""Wears tiles as years of use do: ivory yellows, ink fades and is rubbed off, fingers smear faces, backs get scratched.

Each piece has its own wear, always the same.
"""

from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.prints.faces import Colour

Picture: TypeAlias = "NDArray[Any]"

YELLOWED: Final = (0.76, 0.93, 0.98)
"""The shares of blue, green and red that are left of the oldest ivory."""
FADED: Final = (0.15, 0.5)
"""The least and the most share by which ink has faded on a worn-out tile."""
RUBBED: Final = 0.45
"""The further share by which ink has faded where fingers rubbed most."""
SMEARS: Final = (1, 4)
SMEAR_DARK: Final = (0.1, 0.3)
"""The least and the most share by which a smear darkens a face."""
SMEAR_TINT: Final = (0.97, 1.0, 1.0)
EDGE_DARK: Final = 0.2
"""The share by which dirt darkens a face along its edge."""
SCRATCHES: Final = (3, 10)
SCRATCH_BRIGHT: Final = (25.0, 80.0)
_RUBBED_CELLS: Final = (3, 4)


def yellowed(ivory: Colour, wear: float) -> Colour:
    """Return ivory of this age: 0 is new, 1 is the oldest."""
    blue, green, red = (round(c * (1 - wear * (1 - left))) for c, left in zip(ivory, YELLOWED, strict=True))
    return blue, green, red


def worn_face(sheet: Picture, ivory: Colour, wear: float, piece: int) -> Picture:
    """Wear a face (BGR) of a piece; ``ivory`` is the colour of its ground when it was new, ``wear`` as in ``yellowed``."""
    rng = np.random.default_rng([piece, 23])
    height, width = sheet.shape[:2]
    ground = np.asarray(ivory, np.float32)
    rubbed = np.clip(_clouds(rng, _RUBBED_CELLS, (width, height)), 0, 1)
    faded = wear * np.clip(float(rng.uniform(*FADED)) + RUBBED * rubbed, 0, 1)
    face = ground + (sheet.astype(np.float32) - ground) * (1 - faded)[..., None]
    age = wear * float(rng.uniform(0.6, 1.0))
    face *= 1 - age * (1 - np.asarray(YELLOWED, np.float32))
    for _ in range(int(rng.integers(*SMEARS))):
        dark = wear * float(rng.uniform(*SMEAR_DARK)) * _smear(rng, (width, height))
        face *= 1 - dark[..., None] * np.asarray(SMEAR_TINT, np.float32)
    face *= 1 - wear * EDGE_DARK * _edge((width, height))[..., None]
    return np.asarray(face.clip(0, 255), np.uint8)


def worn_back(sheet: Picture, wear: float, piece: int) -> Picture:
    """Wear a back (BGR) of a piece with thin bright scratches, most of them slightly bent."""
    rng = np.random.default_rng([piece, 29])
    height, width = sheet.shape[:2]
    back = sheet.astype(np.float32)
    for _ in range(int(rng.integers(*SCRATCHES))):
        start = rng.uniform((0, 0), (width, height))
        way = float(rng.uniform(0, 2 * np.pi)) + np.cumsum(rng.normal(0, 0.12, 8))
        steps = np.stack([np.cos(way), np.sin(way)], axis=1) * float(rng.uniform(0.02, 0.09)) * height
        points = (start + np.cumsum(steps, axis=0)).round().astype(np.int32)
        line: Picture = np.zeros((height, width), np.uint8)
        cv2.polylines(line, [points], False, (255,), 1, cv2.LINE_AA)
        back += wear * float(rng.uniform(*SCRATCH_BRIGHT)) * (line.astype(np.float32) / 255)[..., None]
    return np.asarray(back.clip(0, 255), np.uint8)


def _clouds(rng: np.random.Generator, cells: tuple[int, int], size: tuple[int, int]) -> Picture:
    """Return a smooth field around 0."""
    small = rng.normal(0, 0.6, (cells[1], cells[0])).astype(np.float32)
    return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_CUBIC))


def _smear(rng: np.random.Generator, size: tuple[int, int]) -> Picture:
    """Return a soft stroke of a dirty finger, 0 to 1."""
    width, height = size
    mask: Picture = np.zeros((height, width), np.uint8)
    middle = float(rng.uniform(0.1, 0.9) * width), float(rng.uniform(0.1, 0.9) * height)
    long, thick = float(rng.uniform(0.3, 0.9)) * height, float(rng.uniform(0.12, 0.35)) * width
    cv2.ellipse(mask, (middle, (thick, long), float(rng.uniform(0, 180))), (255,), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.05 * width), np.float32) / 255


def _edge(size: tuple[int, int]) -> Picture:
    """Return values of 1 at the edge of a print, falling to 0 within a tenth of its width."""
    width, height = size
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    inside = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y))
    return np.asarray(np.clip(1 - inside / (0.1 * width), 0, 1))
