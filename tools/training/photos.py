"""Cuts tiles out of labelled photographs of real sets.

Two public collections with boxes in YOLO's form are read: ``roboflow-chinese`` and ``robot-hand``. Boxes are upright, so only
pictures are used in which the tiles lie along the picture's edges: their boxes hardly overlap and have one shape. The
test set is chosen by the pictures' names: whole pictures, and one whole set of tiles.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import RED_MAN, RED_PIN, RED_SOU, parse_tile
from vision.lens import Image
from vision.model.classifier import CROP_HEIGHT, CROP_WIDTH, OTHER_CLASS
from vision.prints.chance import happens

if TYPE_CHECKING:
    Boxes = NDArray[np.float64]

Part: TypeAlias = Literal["training", "held out", "unseen set"]
TRAINING: Final[Part] = "training"
HELD_OUT: Final[Part] = "held out"
UNSEEN_SET: Final[Part] = "unseen set"

TILE_SIZE: Final = (60, 80)
"""Size of a tile in a patch. [px; derived: larger than a cut-out's 36 by 48, so that it can be moved and turned]"""
PATCH_SIZE: Final = (102, 136)
"""Size of a patch: a tile and a third of its size around it. [px; derived: 1.7 tiles]"""
_UNSEEN_PREFIX: Final = "IMG_27"
"""The pictures of one set on a red mat."""
_BOX: Final = 4
"""Numbers of a box: its middle and size; more are the corners of a polygon. [count; defined: YOLO's files]"""
_OF_A_KIND: Final = 4
"""Tiles of one kind in a set. [tiles; section: WRC 3.3]"""
_COARSER: Final = 1.3
"""A tile larger than this many patches is blurred before it is reduced. [ratio; judged: below, no pixel is left out]"""
_HELD_OUT_OF: Final = 4
"""Every fourth picture is kept back for testing. [count; judged: enough to test, most to train]"""
_MOST_OVERLAP: Final = 0.1
"""Pictures whose boxes overlap by more (median) are left out. [share; judged: boxes of tiles that lie askew]"""
_MOST_SPREAD: Final = 0.13
"""Pictures whose boxes differ more than this in shape are left out too. [log; judged: tiles of different directions]"""
_UPRIGHT: Final = (0.4, 1.12)
"""Width by height of the boxes of upright tiles; the collections stretch their pictures to squares. [ratio; judged:
by their boxes]"""
_SIDEWAYS: Final = (1.5, 2.2)
"""Width by height of the boxes of sideways tiles. [ratio; judged: by their boxes]"""
_FACE_OF_STANDING: Final = 0.84
"""Share of a standing tile's box that shows its face; the rest is its top. [share; judged: by the pictures]"""
_CHINESE: Final = {
    **{f"s{suit}{number}": f"{number}{ours}" for suit, ours in ("bs", "cm", "dp") for number in range(1, 10)},
    **dict(
        zip(("hwe", "hws", "hww", "hwn", "hdw", "hdg", "hdr"), (f"{n}z" for n in range(1, 8)), strict=True)
    ),
}
_CHINESE_ORDER: Final = (
    *(
        "bs1",
        "sc1",
        "sd1",
        "sb1",
        "hwe",
        "bs2",
        "sc2",
        "sd2",
        "sb2",
        "hws",
        "bs3",
        "sc3",
        "sd3",
        "sb3",
        "hww",
    ),
    *(
        "bs4",
        "sc4",
        "sd4",
        "sb4",
        "hwn",
        "bf1",
        "sc5",
        "sd5",
        "sb5",
        "hdw",
        "bf2",
        "sc6",
        "sd6",
        "sb6",
        "hdg",
    ),
    *("bf3", "sc7", "sd7", "sb7", "hdr", "bf4", "sc8", "sd8", "sb8", "sc9", "sd9", "sb9"),
)
_HAND_NAMES: Final = {
    "chun": "7z",
    "haku": "5z",
    "hatsu": "6z",
    "nan": "2z",
    "pe-": "4z",
    "sya-": "3z",
    "ton": "1z",
}
_FIVES: Final = {4: RED_MAN, 13: RED_PIN, 22: RED_SOU}
"""A five, and the red five of its suit. [faces; defined]"""
_HAND_ORDER: Final = (
    "0",
    *(f"{number}_{suit}" for number in range(1, 10) for suit in ("man", "pin", "sou")),
    *("chun", "haku", "hatsu", "nan", "pe-", "sya-", "ton"),
)


@dataclass(frozen=True, slots=True)
class RealCrops:
    """Tiles of photographs: patches of ``PATCH_SIZE``, upright, with their classes."""

    patches: Image
    classes: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.classes)

    def batch(self, count: int, random: np.random.Generator) -> tuple[Image, NDArray[np.int64]]:
        """``count`` cut-outs, a little off their places, all faces equally often; some lie between tiles (other)."""
        kinds, inverse = np.unique(self.classes, return_inverse=True)
        crops = np.empty((count, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
        classes = np.empty(count, np.int64)
        for place in range(count):
            here = np.flatnonzero(inverse == random.integers(len(kinds)))
            index = int(here[random.integers(len(here))])
            offset = random.uniform(-0.15, 0.15, 2) * random.random()
            classes[place] = self.classes[index]
            if happens(random, 0.08):
                offset[int(random.integers(2))] += random.choice((-1, 1)) * random.uniform(0.38, 0.6)
                classes[place] = OTHER_CLASS
            patch = self.patches[index]
            if classes[place] in _FIVES and happens(random, 0.5):
                # The collections have no red fives.
                patch = reddened(patch, random)
                classes[place] = _FIVES[int(classes[place])]
            crops[place] = cut(patch, offset, float(random.normal(0, 2.5)), random.normal(1.0, 0.03, 2))
            coarse = random.uniform(0.3, 1.4)
            if coarse < 1:
                size = (round(CROP_WIDTH * coarse), round(CROP_HEIGHT * coarse))
                small = cv2.resize(crops[place], size, interpolation=cv2.INTER_AREA)
                crops[place] = cv2.resize(small, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_LINEAR)
        return crops, classes

    def plain(self) -> tuple[Image, NDArray[np.int64]]:
        """Every tile once, exactly as its box gives it."""
        still = np.zeros(2)
        return np.stack([cut(patch, still, 0.0, np.ones(2)) for patch in self.patches]), self.classes


def reddened(patch: Image, random: np.random.Generator) -> Image:
    """A five turned into a red five: all ink on the face gets the hue of red ink and keeps its darkness."""
    width, height = TILE_SIZE
    x, y = (PATCH_SIZE[0] - width) // 2 + 4, (PATCH_SIZE[1] - height) // 2 + 5
    face = patch[y : y + height - 10, x : x + width - 8].astype(np.float32)
    bright = face.sum(axis=2)
    paper = face[bright >= np.percentile(bright, 70)].mean(axis=0)
    depth = (1 - face / np.maximum(paper, 1)).max(axis=2).clip(0, 1)
    cover = ((depth - 0.12) / max(float(np.percentile(depth, 95)) - 0.12, 0.2)).clip(0, 1)[..., None]
    ink = paper * np.array((random.uniform(0.1, 0.35), random.uniform(0.08, 0.3), random.uniform(0.7, 0.98)))
    result = patch.copy()
    result[y : y + height - 10, x : x + width - 8] = face * (1 - cover) + ink * cover
    return result


def cut(patch: Image, offset: NDArray[np.float64], turn: float, scale: NDArray[np.float64]) -> Image:
    """The cut-out of a patch whose tile lies ``offset`` (shares of its size) off the middle, turned by degrees."""
    step = np.array(TILE_SIZE) / ((36, 48) * scale)
    angle = np.deg2rad(turn)
    linear = np.array(((np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle)))) * step
    middle = (np.array(PATCH_SIZE) - 1) / 2 - offset * TILE_SIZE
    shift = middle - linear @ ((np.array((CROP_WIDTH, CROP_HEIGHT)) - 1) / 2)
    soft = cv2.GaussianBlur(patch, (0, 0), 0.7)
    matrix = np.column_stack([linear, shift])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crop = cv2.warpAffine(
        soft, matrix, (CROP_WIDTH, CROP_HEIGHT), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(crop, np.uint8)


def real_crops(photos: Path | None, part: Part) -> RealCrops:
    """The tiles of one part of both collections; none where there is no folder."""
    patches: list[Image] = []
    classes: list[int] = []
    if photos is not None:
        for file in sorted((photos / "roboflow-chinese" / "images").glob("*.jpg")):
            if part_of(file.name) == part:
                read_chinese(file, patches, classes)
        for file in sorted((photos / "robot-hand").glob("*/images/*.jpg")):
            kept = HELD_OUT if file.parts[-3] in ("valid", "test") else TRAINING
            if kept == part:
                _read_hand(file, patches, classes)
    if not patches:
        return RealCrops(np.empty((0, PATCH_SIZE[1], PATCH_SIZE[0], 3), np.uint8), np.empty(0, np.int64))
    return RealCrops(np.stack(patches), np.array(classes, np.int64))


def part_of(name: str) -> Part:
    """The part (training, testing) to which a picture of ``roboflow-chinese`` belongs, by its name."""
    if name.startswith(_UNSEEN_PREFIX):
        return UNSEEN_SET
    return HELD_OUT if zlib.crc32(name.encode()) % _HELD_OUT_OF == 0 else TRAINING


def labelled(file: Path) -> list[tuple[str | None, NDArray[np.float64]]]:
    """The labelled tiles of a whole picture of either collection, and their boxes (x, y, width, height).

    None stands for a tile of no riichi set. The labels know no red fives, and do not say which way a tile lies.
    """
    picture = cv2.imread(str(file))
    if picture is None:
        return []
    numbers, boxes = _labels(file, picture.shape[1], picture.shape[0])
    hand = "robot-hand" in file.parts
    return [
        (_hand_name(n) if hand else _CHINESE.get(_CHINESE_ORDER[n]), b)
        for n, b in zip(numbers, boxes, strict=True)
    ]


def _hand_name(number: int) -> str | None:
    name = _HAND_ORDER[number]
    if name == "0":
        return None
    rank, _, suit = name.partition("_")
    return _HAND_NAMES.get(name) or rank + suit[0]


def _labels(file: Path, width: int, height: int) -> tuple[list[int], Boxes]:
    """Classes and boxes (middle, size; pixels) of a picture, where a polygon becomes the box around it."""
    classes, boxes = [], []
    for line in (file.parent.parent / "labels" / f"{file.stem}.txt").read_text().splitlines():
        name, *numbers = line.split()
        values = [float(number) for number in numbers]
        if len(values) > _BOX:
            points = np.array(values).reshape(-1, 2)
            low, high = points.min(axis=0), points.max(axis=0)
            values = [*((low + high) / 2), *(high - low)]
        classes.append(int(name))
        boxes.append(values)
    return classes, np.array(boxes, float).reshape(-1, 4) * (width, height, width, height)


def straight(boxes: Boxes) -> Literal["upright", "sideways"] | None:
    """Return the direction in which the tiles of a picture lie along its edges; None if they do not."""
    # One tile alone has no row.
    if len(boxes) <= 1:
        return None
    low, high = boxes[:, :2] - boxes[:, 2:] / 2, boxes[:, :2] + boxes[:, 2:] / 2
    common = (np.minimum(high[:, None], high) - np.maximum(low[:, None], low)).clip(0, None).prod(axis=2)
    common = common / boxes[:, 2:].prod(axis=1)[:, None]
    np.fill_diagonal(common, 0)
    shape = np.log(boxes[:, 2] / boxes[:, 3])
    if np.median(common.max(axis=1)) > _MOST_OVERLAP or shape.std() > _MOST_SPREAD:
        return None
    middle = float(np.exp(np.median(shape)))
    if _UPRIGHT[0] <= middle <= _UPRIGHT[1]:
        return "upright"
    return "sideways" if _SIDEWAYS[0] <= middle <= _SIDEWAYS[1] else None


def read_chinese(file: Path, patches: list[Image], classes: list[int]) -> None:
    """Add the tiles of a picture of ``roboflow-chinese`` in which they lie along its edges."""
    picture = np.asarray(cv2.imread(str(file)), np.uint8)
    numbers, boxes = _labels(file, picture.shape[1], picture.shape[0])
    way = straight(boxes)
    # Some pictures give all tiles the same name, but a set has only four of each.
    if way is None or max(numbers.count(number) for number in numbers) > _OF_A_KIND:
        return
    for number, box in zip(numbers, boxes, strict=True):
        name = _CHINESE.get(_CHINESE_ORDER[number])
        patches.append(_patch(picture, box, sideways=way == "sideways"))
        classes.append(OTHER_CLASS if name is None else parse_tile(name))


def _read_hand(file: Path, patches: list[Image], classes: list[int]) -> None:
    picture = np.asarray(cv2.imread(str(file)), np.uint8)
    numbers, boxes = _labels(file, picture.shape[1], picture.shape[0])
    for number, (x, y, width, height) in zip(numbers, boxes, strict=True):
        name = _hand_name(number)
        if name is None:
            continue
        face = np.array(
            (x, y + height * (1 - _FACE_OF_STANDING) / 2, width * 0.95, height * _FACE_OF_STANDING)
        )
        patches.append(_patch(picture, face, sideways=False))
        classes.append(parse_tile(name))


def _patch(picture: Image, box: NDArray[np.float64], *, sideways: bool) -> Image:
    x, y, width, height = (float(value) for value in box)
    across = np.array(((0, -width), (height, 0))) if sideways else np.array(((width, 0), (0, height)))
    linear = across / np.array(TILE_SIZE)
    shift = np.array((x, y)) - linear @ (np.array(PATCH_SIZE) / 2)
    matrix = np.column_stack([linear, shift])
    shrink = max(width, height) / TILE_SIZE[1]
    if shrink > _COARSER:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.4 * shrink), np.uint8)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpAffine(picture, matrix, PATCH_SIZE, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(patch, np.uint8)
