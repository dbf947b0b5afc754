"""A pool of tile prints to train on: our own drawings in many inks, and other people's art where a folder is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from referee.tiles import FACES, NAMES
from vision.training.faces import Style, face_image

if TYPE_CHECKING:
    from pathlib import Path

    from vision.training.faces import Colour, Image

PRINT_WIDTH: Final = 84
PRINT_HEIGHT: Final = 112
OWN_STYLES: Final = 24
_SUITS: Final = {"m": "Man", "p": "Pin", "s": "Sou"}
_HONOURS: Final = ("Ton", "Nan", "Shaa", "Pei", "Haku", "Hatsu", "Chun")


def random_style(random: np.random.Generator) -> Style:
    """Inks and weights as they differ between makers; green and blue may be nearly black, red never."""

    def near(colour: tuple[int, int, int], spread: float) -> Colour:
        b, g, r = (int(np.clip(value + random.normal(0, spread), 0, 255)) for value in colour)
        return b, g, r

    depth = random.uniform(0.25, 1.2)
    green = near((int(60 * depth), int(110 * depth), int(20 * depth)), 10)
    blue = near((int(130 * depth), int(60 * depth), int(25 * depth)), 10)
    return Style(
        ivory=near((222, 236, 242), 9),
        black=near((38, 32, 30), 12),
        red=near((42, 34, 195), 18),
        green=green,
        blue=blue if random.random() < 0.7 else green,
        weight=random.uniform(0.75, 1.3),
    )


def print_pool(random: np.random.Generator, art: Path | None = None) -> list[list[Image]]:
    """For each face the prints to draw from, each ``PRINT_HEIGHT`` by ``PRINT_WIDTH``, BGR."""
    styles = [Style(), Style(), *(random_style(random) for _ in range(OWN_STYLES))]
    pool = [[face_image(tile, PRINT_WIDTH, PRINT_HEIGHT, style) for style in styles] for tile in range(FACES)]
    for print_set in [] if art is None else read_art(art):
        for tile, image in print_set.items():
            pool[tile] += [image] * 6
    return pool


def read_art(art: Path) -> list[dict[int, Image]]:
    """The complete sets of PNG faces found below a folder of art."""
    sets = []
    for folder, name_of in ((art / "martinpersson", _long_name), (art / "lietxia" / "flat", _short_name)):
        prints = {}
        for tile in range(FACES):
            picture = _opaque(folder / f"{name_of(NAMES[tile])}.png")
            if picture is not None:
                prints[tile] = picture
        if prints:
            sets.append(prints)
    return sets


def _long_name(name: str) -> str:
    number, suit = int(name[0]), name[1]
    if suit == "z":
        return _HONOURS[number - 1]
    return f"{_SUITS[suit]}{number or 5}{'' if number else '-Dora'}"


def _short_name(name: str) -> str:
    return f"f{name}"


def _opaque(file: Path) -> Image | None:
    """A picture cut to what is not transparent, over ivory, at the size of a print; None where there is none."""
    picture = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
    if picture is None:
        return None
    if picture.ndim == 3 and picture.shape[2] == 4:
        alpha = picture[..., 3:].astype(np.float32) / 255
        ivory = np.array((228, 240, 244), np.float32)
        picture = picture[..., :3] * alpha + ivory * (1 - alpha)
    elif picture.ndim == 2:
        picture = np.repeat(picture[..., None], 3, axis=2)
    scaled = cv2.resize(
        picture[..., :3].astype(np.float32), (PRINT_WIDTH, PRINT_HEIGHT), interpolation=cv2.INTER_AREA
    )
    return np.asarray(scaled.clip(0, 255), np.uint8)
