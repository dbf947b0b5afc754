"""Composes test sets: tile faces from the characters of a font, with our own circles and bamboo."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from referee.tiles import CHUN, EAST, FACES, HAKU, HATSU, KIND, is_red
from tools.training.prints.art import ART_SHEET_HEIGHT, ART_SHEET_WIDTH, FaceSet, Mask, glyph
from tools.training.prints.pool import random_style
from vision.lens import Image
from vision.prints.chance import happens
from vision.prints.faces import Colour, face_image

_NUMERALS: Final = "一二三四五六七八九"
_WINDS: Final = "東南西北"


@dataclass(frozen=True, slots=True)
class Typeface:
    """A font file below the folder of fonts, and which of its faces."""

    file: str
    index: int = 0


UNSEEN_TYPEFACES: Final = (
    Typeface("opentype/ipafont-mincho/ipam.ttf"),
    Typeface("truetype/arphic/uming.ttc"),
    Typeface("truetype/wqy/wqy-microhei.ttc"),
)
"""For visual checks only."""


def composed_set(folder: Path, typeface: Typeface, random: np.random.Generator) -> FaceSet | None:
    """All 37 faces with the kanji of a font in random inks and places; None if the font is not there."""
    file = folder / typeface.file
    if not file.exists():
        return None
    style = random_style(random)
    wan = "萬" if happens(random, 0.85) else "万"
    five = "伍" if happens(random, 0.6) else "五"
    hatsu = "發" if happens(random, 0.9) else "発"
    framed = happens(random, 0.25)
    heavier = int(random.integers(0, 7))
    layout = (random.uniform(0.36, 0.46), random.uniform(0.6, 0.92), random.uniform(0.6, 0.85))

    def ink(character: str) -> Mask:
        mask = glyph(file, character, index=typeface.index)
        if heavier:
            wider = cv2.copyMakeBorder(mask, 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=0)
            mask = np.asarray(cv2.dilate(wider, np.ones((heavier, heavier))), np.float32)
        return mask

    def face(tile: int) -> Image:
        kind, red = KIND[tile], is_red(tile)
        black, ruby = (style.red, style.red) if red else (style.black, style.red)
        sheet = np.empty((ART_SHEET_HEIGHT, ART_SHEET_WIDTH, 3), np.uint8)
        sheet[:] = style.ivory
        if kind < 9:
            split, width, height = layout
            numeral = five if kind == 4 else _NUMERALS[kind]
            stamp(sheet, ink(numeral), (0.5, split / 2 + 0.04), (width * 0.9, split * height), black)
            stamp(sheet, ink(wan), (0.5, (1 + split) / 2), (width, (1 - split) * height), ruby)
        elif kind < EAST:
            return face_image(tile, ART_SHEET_WIDTH, ART_SHEET_HEIGHT, style)
        elif kind < HAKU:
            stamp(sheet, ink(_WINDS[kind - EAST]), (0.5, 0.5), (0.84, 0.7), black)
        elif kind == HATSU:
            stamp(sheet, ink(hatsu), (0.5, 0.5), (0.84, 0.7), style.green)
        elif kind == CHUN:
            stamp(sheet, ink("中"), (0.5, 0.5), (0.74, 0.74), style.red)
        elif framed:
            frame(sheet, style.blue, random)
        return sheet

    return FaceSet(f"{file.stem}-{typeface.index}", {tile: face(tile) for tile in range(FACES)})


def frame(sheet: Image, colour: Colour, random: np.random.Generator) -> None:
    """The one or two lines around the haku of some makers."""
    height, width = sheet.shape[:2]
    margin, thick = random.uniform(0.1, 0.2), int(random.integers(2, 9))
    for inset in (margin, margin + 0.08) if happens(random, 0.5) else (margin,):
        edge = round(width * inset)
        cv2.rectangle(sheet, (edge, edge), (width - edge, height - edge), colour, thick, cv2.LINE_AA)


def stamp(
    sheet: Image, ink: Mask, centre: tuple[float, float], room: tuple[float, float], colour: Colour
) -> None:
    """Print ``ink`` as large as ``room`` (shares of the sheet) allows, stretched a little to fill it."""
    height, width = sheet.shape[:2]
    most_x, most_y = room[0] * width, room[1] * height
    scale = min(most_x / ink.shape[1], most_y / ink.shape[0])
    across = min(most_x, ink.shape[1] * scale * 1.25)
    down = min(most_y, ink.shape[0] * scale * 1.25)
    size = (max(2, round(across)), max(2, round(down)))
    small = cv2.resize(ink, size, interpolation=cv2.INTER_AREA).clip(0, 1)[..., None]
    left = min(max(round(centre[0] * width - size[0] / 2), 0), width - size[0])
    top = min(max(round(centre[1] * height - size[1] / 2), 0), height - size[1])
    part = sheet[top : top + size[1], left : left + size[0]]
    part[:] = part * (1 - small) + np.array(colour) * small
