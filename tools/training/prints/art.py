"""Reads other people's tile faces: folders of SVG and PNG pictures, and the glyphs of fonts.

None of them is part of the project; a missing folder or font is left out, and the model card says which were there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from referee.tiles import FACES, KIND, NAMES, is_red
from vision.lens import Image

Mask: TypeAlias = NDArray[np.float32]

ART_SHEET_WIDTH: Final = 168
"""Width of a sheet on which a face is drawn. [px; derived: twice PRINT_WIDTH]"""
ART_SHEET_HEIGHT: Final = 224
"""Height of a sheet on which a face is drawn. [px; derived: twice PRINT_HEIGHT]"""
PAPER: Final = (226, 238, 243)
"""Replaces transparent pixels: ivory, BGR. [grey levels; defined]"""
_SUITS: Final = {"m": "Man", "p": "Pin", "s": "Sou"}
_HONOURS: Final = ("Ton", "Nan", "Shaa", "Pei", "Haku", "Hatsu", "Chun")
_GLYPH_PX: Final = 200
"""Size at which glyphs are drawn. [px; derived: about a sheet's height]"""
_INK: Final = 0.5
"""From here on a pixel is ink. [share; derived: half]"""


@dataclass(frozen=True, slots=True)
class FaceSet:
    """One maker's faces.

    Attributes:
        faces: by face, ``ART_SHEET_HEIGHT`` by ``ART_SHEET_WIDTH``, BGR on ivory, the sheet's edge being the tile's.
        flowers: the other prints on tiles of the set.
    """

    name: str
    faces: dict[int, Image]
    flowers: tuple[Image, ...] = ()


def fluffystuff(art: Path) -> FaceSet:
    """SVG, red fives; the print fills the sheet, so it gets the margins of a tile."""
    return _set(art / "fluffystuff", "fluffystuff", lambda name: f"{_long_name(name)}.svg", margin=0.1)


def lietxia(art: Path) -> FaceSet:
    """Flat PNG with the tile's outline, red fives, flowers."""
    folder = art / "lietxia" / "flat"
    flowers = [f"flat_{name}.png" for name in ("chun", "dong", "ju", "lan", "mei", "qiu", "xia", "zu")]
    return _set(folder, "lietxia", lambda name: f"f{name}.png", margin=-0.05, flowers=flowers)


def gl_mahjongtile(art: Path, way: str) -> FaceSet:
    """SVG with the tile's outline, drawn bottom up; ``way`` is "colored" or "converted" (black)."""
    folder = art / "gl-mahjongtile" / "svg" / way
    flowers = [f"f-{number}.svg" for number in range(8)]

    def name_of(name: str) -> str:
        number, suit = int(name[0]), name[1]
        if suit == "z":
            return f"h-{(0, 1, 2, 3, 6, 5, 4)[number - 1]}.svg"
        return f"{ {'m': 'c', 'p': 'd', 's': 'b'}[suit] }-{number - 1}.svg"

    return _set(folder, f"gl-{way}", name_of, margin=-0.075, flowers=flowers, bottom_up=True)


def martinpersson(art: Path) -> FaceSet:
    """PNG of tiles seen a little from above: the face is the lower part."""
    return _set(
        art / "martinpersson", "martinpersson", lambda name: f"{_long_name(name)}.png", margin=0.0, top=0.14
    )


def _set(
    folder: Path,
    name: str,
    name_of: Callable[[str], str],
    *,
    margin: float,
    top: float = 0.0,
    flowers: list[str] | None = None,
    bottom_up: bool = False,
) -> FaceSet:
    def read(file: str) -> Image | None:
        picture = _picture(folder / file)
        if picture is None:
            return None
        if bottom_up:
            picture = np.asarray(picture[::-1])
        return _on_sheet(picture, margin, top)

    faces = {tile: picture for tile in range(FACES) if (picture := read(name_of(NAMES[tile]))) is not None}
    others = tuple(picture for file in flowers or [] if (picture := read(file)) is not None)
    return FaceSet(name, faces, others)


def _long_name(name: str) -> str:
    number, suit = int(name[0]), name[1]
    if suit == "z":
        return _HONOURS[number - 1]
    return f"{_SUITS[suit]}{number or 5}{'' if number else '-Dora'}"


def _picture(file: Path) -> Image | None:
    """A picture over ivory, BGR; None if there is none."""
    if not file.exists():
        return None
    data = (
        bytes(resvg_py.svg_to_bytes(svg_path=str(file), height=400))
        if file.suffix == ".svg"
        else file.read_bytes()
    )
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise ValueError(f"{file}: no picture")
    if picture.ndim == 2:
        picture = np.repeat(picture[..., None], 3, axis=2)
    if picture.shape[2] == 4:
        alpha = picture[..., 3:].astype(np.float32) / 255
        picture = picture[..., :3] * alpha + np.array(PAPER, np.float32) * (1 - alpha)
    return np.asarray(picture[..., :3], np.uint8)


def _on_sheet(picture: Image, margin: float, top: float) -> Image:
    """Cut ``top`` (a share) off and lay the rest on a sheet with a ``margin`` (a share of its width; negative: cut)."""
    height, width = picture.shape[:2]
    picture = picture[round(height * top) :]
    sheet = np.empty((ART_SHEET_HEIGHT, ART_SHEET_WIDTH, 3), np.uint8)
    sheet[:] = PAPER
    if margin <= 0:
        cut = round(-margin * width)
        inner = picture[cut : len(picture) - cut, cut : width - cut]
        return np.asarray(
            cv2.resize(inner, (ART_SHEET_WIDTH, ART_SHEET_HEIGHT), interpolation=cv2.INTER_AREA), np.uint8
        )
    edge = round(ART_SHEET_WIDTH * margin)
    inner_size = (ART_SHEET_WIDTH - 2 * edge, ART_SHEET_HEIGHT - 2 * edge)
    sheet[edge:-edge, edge:-edge] = cv2.resize(picture, inner_size, interpolation=cv2.INTER_AREA)
    return sheet


def glyph(font: Path, character: str, *, index: int = 0, size: int = _GLYPH_PX) -> Mask:
    """A character's ink (0 to 1), cropped to where there is any.

    Raises:
        ValueError: the font has no such character.
    """
    typeface = ImageFont.truetype(str(font), size, index=index)
    canvas = Pillow.new("L", (size * 2, size * 2))
    ImageDraw.Draw(canvas).text((size // 2, size // 2), character, font=typeface, fill=255)
    ink = np.asarray(canvas, np.float32) / 255
    rows, columns = np.flatnonzero(ink.max(axis=1) > _INK), np.flatnonzero(ink.max(axis=0) > _INK)
    if not len(rows):
        raise ValueError(f"{font.name} has no {character!r}")
    return np.asarray(ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1], np.float32)


def tile_font(font: Path, edge_share: float = 0.07) -> FaceSet:
    """The tiles of Unicode (U+1F000 to U+1F02B): black lines, no red fives; ``edge_share`` of the width is outline."""

    def sheet(code: int) -> Image:
        ink = glyph(font, chr(code))
        # The outline of the tile is cut off: the sheet's edge is the tile's.
        edge = round(edge_share * ink.shape[1])
        ink = ink[edge:-edge, edge:-edge]
        cover = cv2.resize(ink, (ART_SHEET_WIDTH, ART_SHEET_HEIGHT), interpolation=cv2.INTER_AREA)[..., None]
        return np.asarray(np.array(PAPER) * (1 - cover) + np.array((36, 30, 28)) * cover, np.uint8)

    def code_of(kind: int) -> int:
        if kind < 9:
            return 0x1F007 + kind
        if kind < 18:
            return 0x1F019 + kind - 9
        if kind < 27:
            return 0x1F010 + kind - 18
        return (0x1F000, 0x1F001, 0x1F002, 0x1F003, 0x1F006, 0x1F005, 0x1F004)[kind - 27]

    faces = {tile: sheet(code_of(KIND[tile])) for tile in range(FACES) if not is_red(tile)}
    return FaceSet(font.stem, faces, tuple(sheet(code) for code in range(0x1F022, 0x1F02B)))
