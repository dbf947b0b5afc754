"""The stored traced pictures and their truth: ``tests/vision/traced``.

``truth.jsonl`` begins with the commit whose hash drew them; each further line is a picture's truth.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import NAMES
from vision.sightings import BACK
from vision.zones import ZoneId

if TYPE_CHECKING:
    Picture: TypeAlias = NDArray[np.uint8]

KEPT: Final = Path(__file__).resolve().parents[3] / "tests" / "vision" / "traced"
PER_FOLDER: Final = 10
HIDDEN: Final = "x"
SIDEWAYS: Final = "-"
_FACES: Final = {HIDDEN: BACK, **{name: face for face, name in enumerate(NAMES[:BACK])}}


@dataclass(frozen=True, slots=True)
class TracedTruth:
    """The objects that lie on a traced table.

    Attributes:
        number: of the picture.
        zones: for each zone its readable tiles in reading order: names, ``x`` for a back, ``-`` after one that lies
            sideways.
        stacks: for each chair the height of each stack of its wall, in tiles, from the player's left.
        sticks: the chairs with a stick in their slot.
        camera_mm: the camera's x and y in the table's frame, and its height.
    """

    number: int
    zones: dict[str, str]
    stacks: tuple[str, ...]
    sticks: tuple[int, ...]
    camera_mm: tuple[float, float, float]

    def tiles(self, zone: ZoneId) -> list[tuple[int, bool]]:
        """Face or back of each tile of a zone, and whether it lies sideways."""
        words = self.zones[str(zone)].split()
        return [(_FACES[word.removesuffix(SIDEWAYS)], word.endswith(SIDEWAYS)) for word in words]


def named(tiles: Iterable[tuple[int, bool]]) -> str:
    """Tiles in the notation of ``TracedTruth.zones``."""
    return " ".join(
        (HIDDEN if tile == BACK else NAMES[tile]) + SIDEWAYS * sideways for tile, sideways in tiles
    )


def file_of(number: int, folder: Path = KEPT) -> Path:
    """The file of a picture."""
    return folder / str(number // PER_FOLDER) / f"{number:02d}.jpg"


def kept_truths(folder: Path = KEPT) -> list[TracedTruth]:
    """Return the truth about each of the stored pictures."""
    return list(_truths(folder / "truth.jsonl"))


def _truths(file: Path) -> Iterator[TracedTruth]:
    for line in file.read_text(encoding="utf-8").splitlines()[1:]:
        data = json.loads(line)
        lists = {key: tuple(data[key]) for key in ("stacks", "sticks", "camera_mm")}
        yield TracedTruth(**{**data, **lists})


def kept_picture(number: int, folder: Path = KEPT) -> Picture:
    """A kept picture, blue first.

    Raises:
        FileNotFoundError: it is not there.
    """
    file = file_of(number, folder)
    picture = cv2.imread(str(file))
    if picture is None:
        raise FileNotFoundError(f"{file}: no picture")
    return np.asarray(picture, np.uint8)
