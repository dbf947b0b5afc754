"""Measures how well real photographs are read without corners.

``python -m bench.photos.real_pictures [--half {working,apart,fitted}] [--photos FOLDER]`` reads the pictures of
roboflow-chinese on which neither network was trained, the validation and test pictures of robot-hand, and two phone
photographs of riichi tables. For each collection it prints how many labelled tiles were found and named, how many faces
were reported outside all boxes (they may be unlabelled tiles), the processor time of a picture, and how well the
confidence is calibrated. The reader is tuned on the working half only; the half kept apart measures it. The
confidence is fitted to pictures of the working half's kind that only the finder was trained on (``fitted``).
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.photos.riichi_photos import labelled_places
from bench.photos.single_pictures import calibration
from referee.tiles import KIND, parse_tile
from tools.training.finder.snapshots import is_kept
from tools.training.photos import TRAINING, labelled, part_of
from vision.photo.reader import PhotoReader
from vision.photo.result import NothingFoundError, ReadTile

if TYPE_CHECKING:
    Labels: TypeAlias = list[tuple[str | None, NDArray[np.float64]]]

COPIES: Final = 4
HALVED_BY: Final = "0be5664f"
"""The commit at which the pictures were divided: the hash of it and a picture's name decides the picture's half."""
MOST_UNLABELLED: Final = 1.5
"""If the faces seen outnumber the labels by this factor, only some tiles were labelled, and nothing is fitted to
them."""
PHOTOS: Final = Path(__file__).resolve().parents[3] / "shared" / "vision" / "photos"


@dataclass(slots=True)
class Counts:
    """Results for the labelled tiles of a collection, with red fives counted as fives."""

    pictures: int = 0
    empty: int = 0
    tiles: int = 0
    found: int = 0
    named: int = 0
    beside: int = 0
    foreign: int = 0
    seconds: float = 0.0
    said: list[tuple[float, bool]] = field(default_factory=list)

    def add(self, labels: Labels, read_tiles: Sequence[ReadTile]) -> None:
        """Add one picture: every reported face belongs to the nearest box in which it lies."""
        self.pictures += 1
        self.empty += not read_tiles
        left = list(read_tiles)
        for name, (x, y, width, height) in labels:
            inside = [tile for tile in left if abs(tile.x - x) <= width / 2 and abs(tile.y - y) <= height / 2]
            hit = min(inside, key=lambda tile: float(np.hypot(tile.x - x, tile.y - y)), default=None)
            if hit is not None:
                left.remove(hit)
            if name is None:
                self.foreign += hit is not None
                continue
            self.tiles += 1
            if hit is None:
                continue
            right = KIND[parse_tile(hit.tile)] == KIND[parse_tile(name)]
            self.found += 1
            self.named += right
            self.said.append((hit.confidence, right))
        self.beside += len(left)
        self.said += [(tile.confidence, False) for tile in left]

    def line(self) -> str:
        return (
            f"{self.pictures} pictures, {self.tiles} labelled tiles: found {self.found} ({self.found / self.tiles:.1%}), "
            f"of these named rightly {self.named} ({self.named / max(self.found, 1):.1%}); faces told where no box is "
            f"{self.beside}, on tiles of no riichi set {self.foreign}; pictures in which nothing was seen {self.empty}; "
            f"{self.seconds / max(self.pictures, 1):.2f} s a picture"
        )


def collections(photos: Path, *, fitted: bool) -> dict[str, Iterator[tuple[Path, Labels]]]:
    """The pictures of each collection and their labels; to fit the confidence, those that only the finder saw."""
    chinese = [
        file
        for file in sorted((photos / "roboflow-chinese" / "images").glob("*.jpg"))
        if part_of(file.name) != TRAINING and is_kept(file.name) != fitted and names_differ(labelled(file))
    ]
    if fitted:
        return {
            "roboflow-chinese, to fit": (
                (file, labelled(file)) for file in chinese if half_of(file.name) == "working"
            )
        }
    hand = [
        file
        for part in ("valid", "test")
        for file in sorted((photos / "robot-hand" / part / "images").glob("*.jpg"))
    ]
    return {
        "roboflow-chinese, kept back": ((file, labelled(file)) for file in chinese),
        "robot-hand, valid and test": ((file, labelled(file)) for file in hand),
        "amos, two phone photographs": iter(labelled_places(photos / "amos")),
    }


def half_of(name: str) -> str:
    """Return the half, working or apart, to which a picture of this file name belongs."""
    taken = name.split("_jpg", maxsplit=1)[0]
    return ("working", "apart")[hashlib.sha256((HALVED_BY + taken).encode()).digest()[0] % 2]


def names_differ(labels: Labels) -> bool:
    """Return whether the tiles were labelled one by one, since some pictures have one name on all tiles."""
    names = [name for name, _ in labels]
    return all(names.count(name) <= COPIES for name in names if name is not None)


def main(arguments: Sequence[str] | None = None) -> int:
    """Read them all and print what was found."""
    parser = argparse.ArgumentParser(prog="bench.photos.real_pictures", description=__doc__)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument(
        "--half", choices=("working", "apart", "fitted"), help="of the pictures; all by default"
    )
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    reader = PhotoReader()
    for name, pictures in collections(options.photos, fitted=options.half == "fitted").items():
        counts = Counts()
        for file, labels in pictures:
            if options.half not in (None, "fitted", half_of(file.name)):
                continue
            picture = np.asarray(cv2.imread(str(file)), np.uint8)
            begun = time.process_time()
            try:
                read_tiles = reader.read_picture(picture).tiles
            except NothingFoundError:
                read_tiles = ()
            counts.seconds += time.process_time() - begun
            faces = [tile for tile in read_tiles if tile.tile != "x"]
            if options.half == "fitted" and len(faces) > MOST_UNLABELLED * len(labels):
                continue
            counts.add(labels, faces)
        if not counts.tiles and options.half is None:
            sys.stderr.write(f"bench.photos.real_pictures: no pictures of {name} in {options.photos}\n")
            return 2
        if not counts.tiles:
            continue
        print(f"{name}: {counts.line()}")
        print(f"  calibration error {calibration(counts.said):.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
