"""The differences between traced tables (camera, lamps, cloth, wood, ivory, backs), all drawn by a number."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from bench.film.films import scene_of
from simulation.camera.lens import Mount

Shade: TypeAlias = tuple[float, float, float]
"""Red, green, blue as a screen has them, 0 to 1."""

WARM: Final = (1.0, 0.62, 0.34)
COLD: Final = (0.78, 0.88, 1.0)
"""The light of an old bulb and of a clouded sky, as they are measured, not as a screen has them."""
NOISE: Final = 71


@dataclass(frozen=True, slots=True)
class AreaLamp:
    """A lamp that shines down on the table: the middle of its lower side, its halves, and its light."""

    at_mm: tuple[float, float, float]
    half_mm: tuple[float, float]
    power: float
    colour: Shade


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The circumstances of one picture.

    Attributes:
        lamps: one to three; ``room``: light from everywhere, as a share of theirs.
        nap: how uneven the cloth is; ``gloss``: roughness of ivory and backs, 0.06 polished to 0.3 dull.
        balance: the share of the lamps' colour that the camera takes out of its picture, 0 to 1.
        white: how bright it makes the ivory, 0 to 1.
    """

    mount: Mount
    lamps: tuple[AreaLamp, ...]
    room: float
    felt: Shade
    nap: float
    wood: Shade
    ivory: Shade
    back: Shade
    gloss: float
    balance: float
    white: float


def circumstances(seed: int, number: int) -> Circumstances:
    """The circumstances of a picture. Cloth and backs have any hue, independently of each other."""
    random = np.random.default_rng([seed, number, NOISE])

    def between(low: float, high: float) -> float:
        return float(random.uniform(low, high))

    lamps = []
    for _ in range(int(random.integers(1, 4))):
        warm = between(0, 1)
        colour = tuple(warm * a + (1 - warm) * b for a, b in zip(WARM, COLD, strict=True))
        lamps.append(
            AreaLamp(
                (between(-900, 900), between(-900, 900), between(1700, 2600)),
                (between(80, 450), between(80, 300)),
                between(0.5, 1.0),
                (colour[0], colour[1], colour[2]),
            )
        )
    return Circumstances(
        scene_of(number, seed).mount,
        tuple(lamps),
        between(0.15, 0.6),
        colorsys.hsv_to_rgb(between(0, 1), between(0.45, 0.85), between(0.25, 0.55)),
        between(0.03, 0.12),
        colorsys.hsv_to_rgb(between(0.03, 0.11), between(0.3, 0.7), between(0.15, 0.6)),
        colorsys.hsv_to_rgb(between(0.08, 0.16), between(0.02, 0.16), between(0.88, 0.97)),
        colorsys.hsv_to_rgb(between(0, 1), between(0.4, 0.9), between(0.4, 0.9)),
        between(0.06, 0.3),
        between(0.4, 1.0),
        between(0.7, 0.95),
    )
