"""The pool of prints with which tiles are drawn, and our own drawings as a pool."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from referee.tiles import FACES
from vision.lens import Image
from vision.prints.chance import happens
from vision.prints.faces import DEFAULT_STYLE, Colour, Style, face_image

PRINT_WIDTH: Final = 84
"""Width of a print. [px; derived: more than twice a cut-out's 36]"""
PRINT_HEIGHT: Final = 112
"""Height of a print. [px; derived: four thirds of its width]"""


@dataclass(frozen=True, slots=True)
class Prints:
    """Prints to draw tiles with, ``PRINT_HEIGHT`` by ``PRINT_WIDTH``, BGR.

    Attributes:
        faces: for each face the prints to choose from.
        flowers: prints of tiles that riichi does not use.
        names: the sets they come from.
    """

    faces: list[list[Image]]
    flowers: list[Image] = field(default_factory=list)
    names: tuple[str, ...] = ()


def own_prints(styles: Sequence[Style] = (DEFAULT_STYLE,)) -> Prints:
    """Our own drawings, as they are."""
    faces = [
        [face_image(tile, PRINT_WIDTH, PRINT_HEIGHT, style) for style in styles] for tile in range(FACES)
    ]
    return Prints(faces, [], ("own",))


def random_style(random: np.random.Generator) -> Style:
    """Inks and weights as they differ between makers; green and blue may be nearly black, red never."""

    def near(colour: tuple[float, float, float], spread: float) -> Colour:
        b, g, r = (int(np.clip(value + random.normal(0, spread), 0, 255)) for value in colour)
        return b, g, r

    depth = random.uniform(0.2, 1.4)
    green = near((60 * depth, 110 * depth, 20 * depth), 10)
    depth = random.uniform(0.2, 1.3)
    blue = near((130 * depth, 60 * depth, 25 * depth), 10)
    glow = random.uniform(0.75, 1.2)
    return Style(
        ivory=near((222, 236, 242), 9),
        black=near((38, 32, 30), 12) if happens(random, 0.85) else near((140, 55, 30), 15),
        red=near((45 * glow, 38 * glow, 190 * glow), 14),
        green=green,
        blue=blue if happens(random, 0.6) else green,
        weight=random.uniform(0.7, 1.3),
    )
