"""Invents whole sets: the characters of a font, circles and bamboo of random design, in random inks and places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from referee.tiles import CHUN, EAST, FACES, HAKU, HATSU, KIND, is_red
from tools.training.prints import designs
from tools.training.prints.art import ART_SHEET_HEIGHT, ART_SHEET_WIDTH, PAPER, FaceSet, Mask, glyph
from tools.training.prints.composed import Typeface, stamp
from tools.training.prints.variation import indexed, random_inks
from vision.lens import Image
from vision.prints.chance import happens
from vision.prints.faces import Colour, Style

_NUMERALS: Final = "一二三四五六七八九"
_WINDS: Final = "東南西北"
_NOTO: Final = "opentype/noto/Noto"
TYPEFACES: Final = (
    *(
        Typeface(f"{_NOTO}SerifCJK-{weight}.ttc", index)
        for weight in ("Black", "Bold", "Regular", "ExtraLight")
        for index in (0, 3)
    ),
    *(
        Typeface(f"{_NOTO}SansCJK-{weight}.ttc", index)
        for weight in ("Black", "Bold", "Regular", "Thin")
        for index in (0, 3)
    ),
    *(Typeface("truetype/arphic/ukai.ttc", index) for index in (0, 1)),
    *(Typeface(f"truetype/cns11643/TW-{name}-98_1.ttf") for name in ("Kai", "Kai", "Sung")),
    *(Typeface(f"truetype/cwtex/cw{name}.ttf") for name in ("kai", "ming", "fs", "heib", "yen")),
    *(Typeface(f"truetype/kouzan-mouhitsu/kouzan-mouhitsu{name}.ttf") for name in ("", "", "-gyosho")),
    Typeface("truetype/aoyagi-kouzan-t/AoyagiKouzanT.ttf"),
    Typeface("truetype/aoyagi-soseki/aoyagi-soseki.ttf"),
    *(Typeface(f"truetype/lxgw-wenkai/LXGWWenKai-{weight}.ttf") for weight in ("Bold", "Regular", "Light")),
    Typeface("truetype/klee/KleeOne-SemiBold.ttf"),
    Typeface("truetype/hanazono/HanaMinA.ttf"),
    Typeface("truetype/bizud-mincho/BIZUDMincho-Regular.ttf"),
    Typeface("truetype/bizud-gothic/BIZUDGothic-Bold.ttf"),
    *(Typeface(f"truetype/baekmuk/{name}.ttf") for name in ("batang", "dotum", "gulim")),
    Typeface("truetype/oradano-mincho/OradanoGSRR.ttf"),
    Typeface("truetype/dejima-mincho/dejima-mincho-r227.ttf"),
    Typeface("truetype/motoya-l-cedar/MTLc3m.ttf"),
    Typeface("truetype/motoya-l-maruberi/MTLmr3m.ttf"),
    Typeface("truetype/reggae/ReggaeOne-Regular.ttf"),
    Typeface("truetype/stick/Stick-Regular.ttf"),
    Typeface("truetype/yusei-magic/YuseiMagic-Regular.ttf"),
    Typeface("truetype/seto/setofont.ttf"),
    Typeface("truetype/konatu/Konatu.ttf"),
    Typeface("truetype/yozvox-yozfont/YOzRS_.ttf"),
)
"""Kai and brush hands, Ming and Song, Gothic, and handwritten ones; the test typefaces are not among them."""


@lru_cache(maxsize=2000)
def _character(file: Path, index: int, character: str) -> Mask | None:
    """A character's ink, drawn once; None if the font lacks it."""
    try:
        mask = glyph(file, character, index=index, size=160)
    except ValueError:
        return None
    # A font draws every character it lacks as the same box.
    box = _box(file, index)
    lacking = min(mask.shape) <= 4 or (
        box is not None and mask.shape == box.shape and np.array_equal(mask, box)
    )
    return None if lacking else mask


@lru_cache(maxsize=100)
def _box(file: Path, index: int) -> Mask | None:
    try:
        return glyph(file, "\U0010fffd", index=index, size=160)
    except ValueError:
        return None


def invented_set(
    folder: Path | None, typefaces: Sequence[Typeface], birds: Sequence[Image], random: np.random.Generator
) -> FaceSet:
    """37 faces of one invented maker; a character that the font lacks is left out.

    Args:
        folder: of fonts.
        typefaces: one of them is used, seldom two.
        birds: sheets of makers' birds, used in some sets.
        random: the stream.
    """
    maker = _invented(folder, typefaces, random)
    faces = {tile: sheet for tile in range(FACES) if (sheet := maker.face(tile, birds, random)) is not None}
    if maker.index:
        faces = {tile: indexed(sheet, tile, random) for tile, sheet in faces.items()}
    return FaceSet("invented", faces)


@dataclass(frozen=True, slots=True)
class _Maker:
    """An invented maker.

    Attributes:
        fonts: of the numerals, winds and dragons, then of 萬; none where no font was found.
        heavier: pixels by which strokes are made wider, or finer below 0.
        split: height of the numeral of a character tile, as a share of the face; 萬 has the rest.
        width, room: width and height of the two, as shares of the face and of their part of it.
        tall, broad: height and width of a wind or a dragon, as shares of the face.
        framed: the haku has a frame.
        index: every face has a small index in a corner.
    """

    style: Style
    design: designs.Design
    fonts: Sequence[tuple[Path, int]]
    wan: str
    five: str
    hatsu: str
    heavier: int
    split: float
    width: float
    room: float
    tall: float
    broad: float
    framed: bool
    index: bool
    wan_ink: Colour
    wind_ink: Colour

    def face(self, tile: int, birds: Sequence[Image], random: np.random.Generator) -> Image | None:
        """Draw a face; None if the font lacks a character of it."""
        kind, style = KIND[tile], self.style
        if kind >= 9 and kind < EAST:
            inks = Style(style.ivory, *(style.red,) * 4) if is_red(tile) else style
            return _reduced(_drawn(kind, inks, self.design, birds, random))
        sheet = np.empty((ART_SHEET_HEIGHT, ART_SHEET_WIDTH, 3), np.uint8)
        sheet[:] = style.ivory
        if kind == HAKU and self.framed:
            designs.frame(sheet, style.blue if happens(random, 0.7) else style.black, random)
        for character, centre, most, colour in self._characters(kind, red=is_red(tile)):
            mask = self._ink(character)
            if mask is None:
                return None
            stamp(sheet, mask, centre, most, colour)
        return sheet

    def _characters(
        self, kind: int, *, red: bool
    ) -> list[tuple[str, tuple[float, float], tuple[float, float], Colour]]:
        """Return the characters of a face, each with its centre, its greatest size and its ink."""
        split, style, middle = self.split, self.style, (0.5, 0.5)
        if kind < 9:
            numeral = self.five if kind == 4 else _NUMERALS[kind]
            high, low = split * self.room, (1 - split) * self.room
            ink, wan_ink = (style.red, style.red) if red else (style.black, self.wan_ink)
            return [
                (numeral, (0.5, split / 2 + 0.04), (self.width * 0.95, high), ink),
                (self.wan, (0.5, (1 + split) / 2), (self.width, low), wan_ink),
            ]
        if kind < HAKU:
            return [(_WINDS[kind - EAST], middle, (self.broad, self.tall), self.wind_ink)]
        if kind == HATSU:
            return [(self.hatsu, middle, (self.broad, self.tall), style.green)]
        if kind == CHUN:
            return [("中", middle, (self.broad * 0.9, min(self.tall * 1.1, 0.9)), style.red)]
        return []

    def _ink(self, character: str) -> Mask | None:
        if not self.fonts:
            return None
        mask = _character(*self.fonts[-1 if character == self.wan else 0], character)
        if mask is None or not self.heavier:
            return mask
        wider = cv2.copyMakeBorder(mask, 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=0)
        change = cv2.dilate if self.heavier > 0 else cv2.erode
        return np.asarray(change(wider, np.ones((abs(self.heavier) + 1,) * 2)), np.float32)


def _invented(folder: Path | None, typefaces: Sequence[Typeface], random: np.random.Generator) -> _Maker:
    # The paper is varied later, together with everything else of the set.
    style = replace(random_inks(HAKU, random), ivory=PAPER)
    design = designs.random_design(random)
    there = [
        (folder / one.file, one.index)
        for one in typefaces
        if folder is not None and (folder / one.file).exists()
    ]
    fonts = [there[int(random.integers(len(there)))] for _ in range(2)] if there else []
    # The arguments draw in this order.
    return _Maker(
        style=style,
        design=design,
        fonts=fonts[:1] if happens(random, 0.8) else fonts,
        wan="萬" if happens(random, 0.9) else "万",
        five="伍" if happens(random, 0.5) else "五",
        hatsu="發" if happens(random, 0.9) else "発",
        heavier=int(random.integers(-2, 8)) if happens(random, 0.6) else 0,
        split=random.uniform(0.34, 0.5),
        width=random.uniform(0.55, 0.96),
        room=random.uniform(0.5, 0.92),
        tall=random.uniform(0.5, 0.85),
        broad=random.uniform(0.55, 0.95),
        framed=happens(random, 0.35),
        index=happens(random, 0.12),
        wan_ink=_ink_of_most(random, style.red, style.black, style.green, 0.9),
        wind_ink=_ink_of_most(random, style.black, style.blue, style.green, 0.93),
    )


def _ink_of_most(
    random: np.random.Generator, usual: Colour, other: Colour, rare: Colour, common: float
) -> Colour:
    """Return an ink: four makers of five use the usual one, and the share ``common`` uses that or ``other``."""
    draw = random.random()
    return usual if draw < 0.8 else other if draw < common else rare


def _drawn(
    kind: int, inks: Style, design: designs.Design, birds: Sequence[Image], random: np.random.Generator
) -> Image:
    if kind < 18:
        return designs.circles(kind - 8, inks, design)
    if kind > designs.BIRD:
        return designs.bamboo(kind - 17, inks, design)
    if birds and happens(random, 0.5):
        return birds[int(random.integers(len(birds)))]
    return designs.bird(inks, random)


def _reduced(sheet: Image) -> Image:
    return np.asarray(
        cv2.resize(sheet, (ART_SHEET_WIDTH, ART_SHEET_HEIGHT), interpolation=cv2.INTER_AREA), np.uint8
    )
