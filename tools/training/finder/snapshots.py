"""Reads real photographs with boxes around tiles, to train the tile finder.

A folder holds ``images/*.jpg`` and ``labels/*.txt``, a line for each tile: class, centre, width, height as shares of the
picture. Every fifth photograph (by the hash of the first part of its name, which all variants of a photograph share) is
kept for measuring.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import FACES
from tools.training.finder.scenes import ROUND, Seen
from vision.camera.frames import COLOURS
from vision.lens import Floats32, Image
from vision.photo.finding.finder import STRIDE
from vision.prints.faces import Colour, Style, face_image

UPRIGHT: Final = (1.2, 1.6)
"""Length by width of a picture that may be a face. [ratio; derived: 4 to 3, and its frame]"""
TOPS: Final = (1.2, 1.55)
"""Length by width of boxes around tiles seen from above. [ratio; derived: 4 to 3, and its side]"""
SHORTEST_PX: Final = 30
"""Faces of boxes no wider than this are too coarse to be drawn again. [px; derived: the finder's largest tops]"""
MOST: Final = 0.8
"""This share of a picture's boxes must have the shape of ``TOPS``. [share; judged: most of them]"""
COARSER: Final = 0.7
"""A photograph reduced to less is blurred first. [ratio; judged: above, nearly every pixel still counts]"""
KEPT: Final = 5
"""One photograph in this many is kept for testing. [count; judged: enough to test, most to train]"""
UNSEEN: Final = "martinpersson"
"""The makers' art used for test pictures."""
FAR_WEIGHT: Final = 0.15
"""Beyond this distance from every box, a thing may be a tile that nobody labelled. [1; judged: seven boxes that
nobody drew weigh as one that somebody did]"""


def is_kept(name: str) -> bool:
    """Return whether a photograph of this file name is kept for measuring."""
    return hashlib.sha256(name.split("_jpg", maxsplit=1)[0].encode()).digest()[0] % KEPT == 0


def photographs(folder: Path, *, kept: bool) -> Iterator[tuple[Image, NDArray[np.float64]]]:
    """Pictures and their boxes (n by 4: centre x and y, width, height; pixels): those to train on, or those kept."""
    for file in sorted((folder / "images").glob("*.jpg")):
        if is_kept(file.name) != kept:
            continue
        picture = cv2.imread(str(file))
        lines = (folder / "labels" / f"{file.stem}.txt").read_text().splitlines()
        if picture is None or not lines:
            continue
        boxes = np.array([[float(value) for value in line.split()[1:5]] for line in lines])
        shape = np.array([picture.shape[1], picture.shape[0]] * 2, float)
        yield np.asarray(picture, np.uint8), boxes * shape


def random_prints(random: np.random.Generator, art: Path | None, styles: int = 20) -> list[Image]:
    """Our own drawings of all faces in many inks, and upright PNGs below a folder of art, without the test set."""
    prints = [face_image(tile, *ROUND, random_style(random)) for _ in range(styles) for tile in range(FACES)]
    for file in [] if art is None else sorted(art.rglob("*.png")):
        if UNSEEN in file.parts:
            continue
        picture = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
        if (
            picture is None
            or picture.ndim != COLOURS
            or not UPRIGHT[0] < picture.shape[0] / picture.shape[1] < UPRIGHT[1]
        ):
            continue
        alpha = picture[..., 3:].astype(np.float32) / 255 if picture.shape[2] > COLOURS else np.float32(1)
        opaque = picture[..., :3] * alpha + np.array((228, 240, 244), np.float32) * (1 - alpha)
        prints += [
            np.asarray(cv2.resize(opaque, ROUND, interpolation=cv2.INTER_AREA).clip(0, 255), np.uint8)
        ] * 4
    return prints


def random_style(random: np.random.Generator) -> Style:
    """Inks as they differ between makers: green and blue may be nearly black."""

    def near(colour: Colour, spread: float, depth: float = 1.0) -> Colour:
        b, g, r = (int(np.clip(value * depth + random.normal(0, spread), 0, 255)) for value in colour)
        return b, g, r

    usual, depth = Style(), random.uniform(0.25, 1.2)
    return Style(
        ivory=near(usual.ivory, 9),
        black=near(usual.black, 12),
        red=near(usual.red, 18),
        green=near(usual.green, 10, depth),
        blue=near(usual.blue, 10, depth),
        weight=random.uniform(0.75, 1.3),
    )


def real_prints(folder: Path) -> list[Image]:
    """Faces cut from pictures with straight tiles seen from above: there, boxes touch and are not square."""
    prints = []
    for picture, boxes in photographs(folder, kept=False):
        long, short = boxes[:, 2:].max(axis=1), boxes[:, 2:].min(axis=1)
        straight = (long / short > TOPS[0]) & (long / short < TOPS[1]) & (short > SHORTEST_PX)
        if straight.mean() < MOST:
            continue
        for x, y, wide, tall in boxes[straight][::4]:
            inset = 0.04
            left, right = round(x - wide * (0.5 - inset)), round(x + wide * (0.5 - inset))
            top, bottom = round(y - tall * (0.5 - inset)), round(y + tall * (0.5 - inset))
            if left < 0 or top < 0 or right > picture.shape[1] or bottom > picture.shape[0]:
                continue
            face = picture[top:bottom, left:right]
            face = face if tall > wide else np.rot90(face)
            prints.append(np.asarray(cv2.resize(face, ROUND, interpolation=cv2.INTER_AREA), np.uint8))
    return prints


def real_scenes(
    folder: Path, random: np.random.Generator, count: int, size: int
) -> Iterator[tuple[Image, list[Seen], Floats32]]:
    """Cut-outs with their tiles, of which only the boxes are known, and a mask of where to learn."""
    photos = [
        (picture, boxes)
        for picture, boxes in photographs(folder, kept=False)
        if (boxes[:, 2:].max(axis=1) < 2.2 * boxes[:, 2:].min(axis=1)).all()
    ]
    for _ in range(count):
        picture, boxes = photos[int(random.integers(len(photos)))]
        usual = float(np.sqrt(np.median(boxes[:, 2] * boxes[:, 3])))
        scale = np.exp(random.uniform(np.log(13), np.log(31))) / usual
        stretch = np.exp(random.normal(0, 0.12))
        angle = random.choice((0.0, 0.0, np.pi / 2))
        focus = boxes[int(random.integers(len(boxes))), :2]
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        matrix = np.diag([scale * stretch, scale / stretch]) @ turn
        shift = np.full(2, size / 2) + random.uniform(-0.4, 0.4, 2) * size - matrix @ focus
        if scale < COARSER:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.45 / scale), np.uint8)
        drawn = cv2.warpAffine(
            picture, np.column_stack([matrix, shift]), (size, size), borderMode=cv2.BORDER_REFLECT_101
        )
        learn = np.full((2, size // STRIDE, size // STRIDE), FAR_WEIGHT, np.float32)
        seen = []
        for x, y, wide, tall in boxes:
            middle = matrix @ (x, y) + shift
            half = np.abs(matrix) @ (wide / 2, tall / 2)
            low, high = (
                ((middle - half * 1.6) / STRIDE).astype(int),
                ((middle + half * 1.6) / STRIDE).astype(int),
            )
            learn[:, max(low[1], 0) : max(high[1], 0), max(low[0], 0) : max(high[0], 0)] = 1.0
            if (middle > 0).all() and (middle < size).all():
                seen.append(_boxed(middle, half))
        outside = cv2.warpAffine(
            np.zeros(picture.shape[:2], np.uint8),
            np.column_stack([matrix, shift]),
            (size, size),
            borderValue=255,
        )
        beyond = cv2.resize(outside, learn.shape[1:], interpolation=cv2.INTER_AREA) > 0
        learn[:, beyond] = 0
        yield np.asarray(drawn, np.uint8), seen, learn


def _boxed(middle: NDArray[np.float64], half: NDArray[np.float64]) -> Seen:
    """A face of which the box is known; the spans of ``targets`` then hold its half sides (see ``span_loss``)."""
    return Seen(
        float(middle[0]),
        float(middle[1]),
        (float(half[0]), 0.0),
        (0.0, float(half[1])),
        back=False,
        share=1.0,
    )
