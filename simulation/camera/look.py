"""The look of the simulated table's tiles and cloth: the prints of the faces, the colours of backs and felt."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import FACES, NAMES
from simulation.camera.wear import worn_back, worn_face, yellowed
from vision.prints.faces import BACK_COLOURS, DEFAULT_STYLE, Colour, Style, back_sheet, face_image

Picture: TypeAlias = "NDArray[Any]"

PRINT_PX: Final = (126, 168)
"""Width and height of a print: six pixels to the millimetre of a usual tile."""
PRINTED_SHARE: Final = 0.84
"""The share of a face's length and width that is covered by art without a margin."""
FELT_COLOUR: Final = (84.0, 104.0, 30.0)
WOOD: Final = (38.0, 58.0, 92.0)
_SUITS: Final = {"m": "Man", "p": "Pin", "s": "Sou"}
_HONOURS: Final = ("Ton", "Nan", "Shaa", "Pei", "Haku", "Hatsu", "Chun")


@dataclass(frozen=True, slots=True)
class Cloth:
    """The look of the bare table; as in ``Look``."""

    felt: tuple[float, float, float] = FELT_COLOUR
    rim: tuple[float, float, float] = WOOD
    cut_mm: float = 0.0
    pattern: float = 0.0


@dataclass(frozen=True, slots=True)
class Look:
    """One table's tiles and cloth.

    Attributes:
        art: folder with a PNG of each face, named ``0m.png`` or ``Man5-Dora.png`` and so on; our own drawings if None.
        art_top: the upper share of the art's pictures that shows a tile's side instead of its face.
        style: inks of our own drawings, and the ivory of all tiles.
        backs: colours of the two sets' backs (blue, green, red).
        felt: colour of the cloth.
        rim: colour of the frame.
        cut_mm: the length cut off each side at the felt's corners, which gives it eight sides; 0: it has four.
        pattern: the share by which the figures printed on the felt are darker; 0: it is plain.
        wear: of the tiles, from 0 (new) to 1 (worn out and dirty).
        watches: everybody wears one on each wrist.
    """

    art: Path | None = None
    art_top: float = 0.0
    style: Style = DEFAULT_STYLE
    backs: tuple[Colour, Colour] = (BACK_COLOURS["amber"], BACK_COLOURS["blue"])
    felt: tuple[float, float, float] = FELT_COLOUR
    rim: tuple[float, float, float] = WOOD
    cut_mm: float = 0.0
    pattern: float = 0.0
    wear: float = 0.0
    watches: bool = False

    @property
    def cloth(self) -> Cloth:
        return Cloth(self.felt, self.rim, self.cut_mm, self.pattern)

    @property
    def ivory(self) -> Colour:
        return yellowed(self.style.ivory, self.wear)


class ArtError(ValueError):
    """A folder of art lacks faces."""


@lru_cache(maxsize=512)
def print_of(look: Look, face: int | None, tile_set: int) -> Picture:
    """Return the print of a tile: face 0-36, or the back of its set if ``face`` is None.

    Raises:
        ArtError: the folder of art has no such face.
    """
    if face is None:
        return np.asarray(
            cv2.resize(back_sheet(look.backs[tile_set]), PRINT_PX, interpolation=cv2.INTER_AREA)
        )
    if look.art is None:
        return np.asarray(face_image(face, *PRINT_PX, look.style))
    return _pasted(look.art, face, look.style.ivory, look.art_top)


@lru_cache(maxsize=1024)
def print_on(look: Look, face: int | None, tile_set: int, piece: int) -> Picture:
    """Return the print of a piece: that of ``print_of``, with the wear of this piece."""
    new = print_of(look, face, tile_set)
    if face is None:
        return worn_back(new, look.wear, piece)
    return worn_face(new, look.style.ivory, look.wear, piece)


def names_of(face: int) -> tuple[str, ...]:
    """Return the possible file names of a face."""
    name = NAMES[face]
    number, suit = int(name[0]), name[1]
    long = _HONOURS[number - 1] if suit == "z" else f"{_SUITS[suit]}{number or 5}{'' if number else '-Dora'}"
    return name, f"f{name}", long


def check_art(folder: Path) -> None:
    """Check that a folder has all faces.

    Raises:
        ArtError: one is missing; the text names it.
    """
    for face in range(FACES):
        _file_of(folder, face)


def _file_of(folder: Path, face: int) -> Path:
    for name in names_of(face):
        file = folder / f"{name}.png"
        if file.is_file():
            return file
    raise ArtError(f"{folder}: no face {' or '.join(f'{name}.png' for name in names_of(face))}")


def _pasted(folder: Path, face: int, ivory: Colour, top: float) -> Picture:
    """Paste the picture of a face on ivory; a picture without a margin gets one."""
    file = _file_of(folder, face)
    picture = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise ArtError(f"{file}: not a picture")
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    picture = picture[round(top * picture.shape[0]) :]
    cover = np.full(picture.shape[:2], 255, np.uint8) if picture.shape[2] == 3 else picture[..., 3]
    ink = picture[..., :3]
    width, height = PRINT_PX
    sheet: Picture = np.empty((height, width, 3), np.float32)
    sheet[:] = ivory
    # A picture with a ground of its own shows the whole face; a bare print gets a margin.
    whole = float((cover > 127).mean()) > 0.85
    share = 1.0 if whole else PRINTED_SHARE
    scale = min(share * width / ink.shape[1], share * height / ink.shape[0])
    size = (round(ink.shape[1] * scale), round(ink.shape[0] * scale))
    if whole:
        size = PRINT_PX
    alpha = np.asarray(cv2.resize(cover, size, interpolation=cv2.INTER_AREA), np.float32)[..., None] / 255
    # Transparent parts may have any colour, which must not bleed into the edges.
    bare = np.asarray(ink, np.float32) * (np.asarray(cover, np.float32)[..., None] / 255)
    colour = np.asarray(cv2.resize(bare, size, interpolation=cv2.INTER_AREA), np.float32)
    left, upper = (width - size[0]) // 2, (height - size[1]) // 2
    part = sheet[upper : upper + size[1], left : left + size[0]]
    part *= 1 - alpha
    part += colour
    return np.asarray(sheet.clip(0, 255), np.uint8)
