"""Invents whole sets: the characters of a font, circles and bamboo of random design, in random inks and places."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from referee.tiles import CHUN, EAST, FACES, HAKU, HATSU, KIND, is_red
from training.prints import designs
from training.prints.art import ART_SHEET_HEIGHT, ART_SHEET_WIDTH, PAPER, FaceSet, glyph
from training.prints.composed import Typeface, stamp
from training.prints.variation import indexed, random_inks
from vision.prints.chance import happens
from vision.prints.faces import Style

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from training.prints.art import Mask
    from vision.prints.faces import Colour, Image

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
def _character(file: Path, character: str, index: int) -> Mask | None:
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
    # The paper is varied later, together with everything else of the set.
    style = replace(random_inks(HAKU, random), ivory=PAPER)
    design = designs.random_design(random)
    there = [one for one in typefaces if folder is not None and (folder / one.file).exists()]
    chosen = [there[int(random.integers(len(there)))] for _ in range(2)] if there else []
    if happens(random, 0.8):
        chosen = chosen[:1]
    wan = "萬" if happens(random, 0.9) else "万"
    five = "伍" if happens(random, 0.5) else "五"
    hatsu = "發" if happens(random, 0.9) else "発"
    heavier = int(random.integers(-2, 8)) if happens(random, 0.6) else 0
    split = random.uniform(0.34, 0.5)
    width, room = random.uniform(0.55, 0.96), random.uniform(0.5, 0.92)
    tall, broad = random.uniform(0.5, 0.85), random.uniform(0.55, 0.95)
    framed, index = happens(random, 0.35), happens(random, 0.12)
    draw = random.random()
    wan_ink = style.red if draw < 0.8 else style.black if draw < 0.9 else style.green
    draw = random.random()
    wind_ink = style.black if draw < 0.8 else style.blue if draw < 0.93 else style.green

    def ink(character: str) -> Mask | None:
        one = chosen[-1] if chosen and character == wan else chosen[0] if chosen else None
        mask = None if one is None or folder is None else _character(folder / one.file, character, one.index)
        if mask is None or not heavier:
            return mask
        wider = cv2.copyMakeBorder(mask, 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=0)
        change = cv2.dilate if heavier > 0 else cv2.erode
        return np.asarray(change(wider, np.ones((abs(heavier) + 1,) * 2)), np.float32)

    def face(tile: int) -> Image | None:
        kind, red = KIND[tile], is_red(tile)
        inks = Style(style.ivory, *(style.red,) * 4) if red else style
        if kind >= 9 and kind < EAST:
            return _reduced(_drawn(kind, inks, design, birds, random))
        sheet = np.empty((ART_SHEET_HEIGHT, ART_SHEET_WIDTH, 3), np.uint8)
        sheet[:] = style.ivory
        parts: list[tuple[str, tuple[float, float], tuple[float, float], Colour]]
        middle = (0.5, 0.5)
        if kind < 9:
            numeral = five if kind == 4 else _NUMERALS[kind]
            parts = [
                (numeral, (0.5, split / 2 + 0.04), (width * 0.95, split * room), inks.black),
                (wan, (0.5, (1 + split) / 2), (width, (1 - split) * room), style.red if red else wan_ink),
            ]
        elif kind < HAKU:
            parts = [(_WINDS[kind - EAST], middle, (broad, tall), wind_ink)]
        elif kind == HATSU:
            parts = [(hatsu, middle, (broad, tall), style.green)]
        elif kind == CHUN:
            parts = [("中", middle, (broad * 0.9, min(tall * 1.1, 0.9)), style.red)]
        else:
            parts = []
            if framed:
                designs.frame(sheet, style.blue if happens(random, 0.7) else style.black, random)
        for character, centre, most, colour in parts:
            mask = ink(character)
            if mask is None:
                return None
            stamp(sheet, mask, centre, most, colour)
        return sheet

    faces = {tile: sheet for tile in range(FACES) if (sheet := face(tile)) is not None}
    if index:
        faces = {tile: indexed(sheet, tile, random) for tile, sheet in faces.items()}
    return FaceSet("invented", faces)


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
