"""The prints to train on, every face of every set in many inks, weights and makes; and test prints.

The test prints (``unseen_prints``) are one whole set of art and fonts that training never sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np

from referee.tiles import FACES, HAKU, KIND, is_red
from tools.training.prints import art
from tools.training.prints.art import ART_SHEET_HEIGHT, ART_SHEET_WIDTH, FaceSet
from tools.training.prints.composed import UNSEEN_TYPEFACES, Typeface, composed_set
from tools.training.prints.designs import BIRD
from tools.training.prints.invented import TYPEFACES, invented_set
from tools.training.prints.pool import PRINT_HEIGHT, PRINT_WIDTH, Prints, own_prints, random_style
from tools.training.prints.variation import restyled, varied
from vision.lens import Image
from vision.prints.chance import happens
from vision.prints.faces import DEFAULT_STYLE, Style, face_image

INVENTED: Final = 16
"""Invented sets in a pool. [sets; judged: chosen with PER_MAKER]"""
OWN: Final = 3
"""Sets of our own drawings in a pool. [sets; judged: few, because the test films show them]"""
PER_MAKER: Final = 2
"""Variants of each face of each maker; chosen so that a pool has half as much makers' art as invented sets.
[variants; judged: that share]"""
TRAINING_TILE_FONTS: Final = (
    ("truetype/noto/NotoSansSymbols2-Regular.ttf", 0.07),
    ("truetype/hanazono/HanaMinA.ttf", 0.1),
)
"""Fonts with tiles, and the share of a tile's width that its outline takes. [share; judged: by the fonts]"""


class Variation(Protocol):
    """Draws a face as another maker would."""

    def __call__(
        self, sheet: Image, tile: int, random: np.random.Generator, *, frames: bool = True
    ) -> Image: ...


UNSEEN_TILE_FONTS: Final = ("truetype/ancient-scripts/Symbola_hint.ttf",)
TUNING: Final = (
    "gl-colored",
    "gl-converted",
    "NotoSansSymbols2-Regular",
    "HanaMinA",
    "BIZUDMincho-Regular",
    "aoyagi-soseki",
    "cwkai",
    "YuseiMagic-Regular",
)
"""Sets and typefaces left out to choose between ways of training; the final network is trained on them too."""


@dataclass(frozen=True, slots=True)
class Makers:
    """The available art and fonts.

    Attributes:
        sets: whole sets, as their makers drew them.
        fonts: folder of fonts; None if there is none.
        typefaces: to invent sets with.
    """

    sets: tuple[FaceSet, ...]
    fonts: Path | None
    typefaces: tuple[Typeface, ...]


def makers(art_folder: Path | None, fonts: Path | None, *, tuning: bool = False) -> Makers:
    """Everything to train on; without ``TUNING`` if ``tuning``."""
    sets = _all_sets(art_folder, fonts)
    left_out = TUNING if tuning else ()
    return Makers(
        tuple(one for one in sets if one.name not in left_out),
        fonts,
        tuple(one for one in TYPEFACES if Path(one.file).stem not in left_out),
    )


def _all_sets(art_folder: Path | None, fonts: Path | None) -> list[FaceSet]:
    sets = []
    if art_folder is not None:
        sets += [
            art.fluffystuff(art_folder),
            art.lietxia(art_folder),
            art.gl_mahjongtile(art_folder, "colored"),
            art.gl_mahjongtile(art_folder, "converted"),
        ]
    if fonts is not None:
        sets += [
            art.tile_font(fonts / file, edge) for file, edge in TRAINING_TILE_FONTS if (fonts / file).exists()
        ]
    return [one for one in sets if one.faces]


def training_prints(random: np.random.Generator, given: Makers) -> Prints:
    """A pool of faces to train on: makers' sets, invented ones and our own drawings, everything varied widely."""
    birds = [one.faces[BIRD] for one in given.sets]
    sets = [one for one in given.sets for _ in range(PER_MAKER)]
    sets += [invented_set(given.fonts, given.typefaces, birds, random) for _ in range(INVENTED)]
    sets += [_own_set(random_style(random)) for _ in range(OWN)]
    prints = _varied(sets, random, 1, restyled)
    usual = own_prints([DEFAULT_STYLE, random_style(random)])
    faces = [one + other for one, other in zip(prints.faces, usual.faces, strict=True)]
    return Prints(faces, prints.flowers, prints.names)


def tuning_prints(random: np.random.Generator, art_folder: Path | None, fonts: Path) -> dict[str, Prints]:
    """The sets and typefaces left out for tuning, drawn in the same way as the test prints."""
    sets = {one.name: [one] for one in _all_sets(art_folder, fonts) if one.name in TUNING}
    faces = [one for one in TYPEFACES if Path(one.file).stem in TUNING]
    sets["typefaces"] = [
        one for face in faces for _ in range(2) if (one := composed_set(fonts, face, random))
    ]
    return {name: _varied(some, random, 2) for name, some in sets.items() if some}


def unseen_prints(random: np.random.Generator, art_folder: Path, fonts: Path) -> dict[str, Prints]:
    """The prints that training never saw: Martin Persson's tiles, a font of tiles, and the kanji of other fonts."""
    unseen = {}
    if (persson := art.martinpersson(art_folder)).faces:
        unseen["martinpersson"] = _as_is(persson)
    for file in UNSEEN_TILE_FONTS:
        if (fonts / file).exists():
            face_set = art.tile_font(fonts / file)
            unseen[face_set.name] = _varied([face_set], random, 4)
    composed = [composed_set(fonts, face, random) for face in UNSEEN_TYPEFACES for _ in range(3)]
    if found := [one for one in composed if one is not None]:
        unseen["fonts"] = _varied(found, random, 1)
    return unseen


def _own_set(style: Style) -> FaceSet:
    return FaceSet(
        "own", {tile: face_image(tile, ART_SHEET_WIDTH, ART_SHEET_HEIGHT, style) for tile in range(FACES)}
    )


def _as_is(face_set: FaceSet) -> Prints:
    return Prints([[_small(face_set.faces[tile])] for tile in range(FACES)], [], (face_set.name,))


def _small(sheet: Image) -> Image:
    return np.asarray(cv2.resize(sheet, (PRINT_WIDTH, PRINT_HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def _varied(
    sets: Sequence[FaceSet], random: np.random.Generator, count: int, change: Variation = varied
) -> Prints:
    """``count`` variants of every face of every set; a set without red fives gets its fives in red."""
    faces: list[list[Image]] = [[] for _ in range(FACES)]
    flowers = []
    for face_set in sets:
        for tile in range(FACES):
            source = face_set.faces.get(tile)
            five = face_set.faces.get(KIND[tile])
            if five is None:
                continue
            for _ in range(count):
                chosen = five if source is None or (is_red(tile) and happens(random, 0.4)) else source
                faces[tile].append(_small(change(chosen, tile, random)))
        flowers += [_small(change(one, HAKU, random, frames=False)) for one in face_set.flowers]
    return Prints(faces, flowers, tuple(sorted({one.name for one in sets})))
