"""The material of laid films, from photographs on which the network that names tiles was not trained."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2
import numpy as np

from bench.photos.circumstances import REDS, faces_in, material
from bench.photos.real_pictures import PHOTOS, half_of
from referee.tiles import FACES
from tools.training.photos import PATCH_SIZE, TILE_SIZE, TRAINING, labelled, part_of, reddened
from vision.lens import View
from vision.prints.faces import face_image

Random = np.random.Generator
Image = Any
Ground: TypeAlias = tuple[Image, float]

PRINT: Final = (84, 112)
PAPER: Final = (212.0, 222.0, 226.0)
FELT_HUES: Final = (None, 68, 106, 2)
"""Hues of cloth as OpenCV counts them: as photographed, green, blue, red."""
LEAST_COLOUR: Final = 70
"""Cloth for riichi tables has at least this saturation; the grain of wood and black plastic have less."""
LEAST_TILE_PX: Final = 60
LAMP_TILES: Final = 12
LAMP_RANGE: Final = (0.72, 1.3)
TRIM_PX: Final = 3
CLEAN: Final = 0.82
OFF_PAPER: Final = 0.16


@dataclass(frozen=True)
class Stock:
    """Patches by photograph and face, cloth and other grounds with their pixels per millimetre, and lamps."""

    sets: tuple[dict[int, Image], ...]
    cloths: tuple[Ground, ...]
    others: tuple[Ground, ...]
    lamps: tuple[Image, ...]


@dataclass(frozen=True)
class Room:
    """The setting in which everything is drawn.

    Attributes:
        view: the camera's.
        prints: of each face.
        lamps: coefficients of the light by colour.
        level: the light in the table's middle, by colour.
        half_mm: the table's half, to which the light was stretched.
        lamp: the point below the lamp that is mirrored and throws shadows, millimetres.
        gloss: the strength of what tiles and carved ink mirror.
    """

    view: View
    prints: dict[int, Image]
    lamps: Image
    level: Image
    half_mm: float
    lamp: tuple[float, float]
    gloss: float

    def light_at(self, x_mm: Any, y_mm: Any) -> Image:
        """Return the light at places of the table, by colour (last axis)."""
        terms = _terms(np.asarray(x_mm) / self.half_mm, np.asarray(y_mm) / self.half_mm)
        return np.exp(terms[..., 1:] @ self.lamps[1:]).clip(*LAMP_RANGE) * self.level


@lru_cache(maxsize=2)
def stock_of(half: str, photos: Path = PHOTOS) -> Stock:
    """Return the material of the photographs of one half."""
    found = material(half, photos)
    coloured = [
        cv2.cvtColor(cloth, cv2.COLOR_BGR2HSV)[..., 1].mean() >= LEAST_COLOUR for cloth, _ in found.cloths
    ]
    cloths, others = (
        tuple(each for each, there in zip(found.cloths, coloured, strict=True) if there is wanted)
        for wanted in (np.True_, np.False_)
    )
    files = sorted((photos / "roboflow-chinese" / "images").glob("*.jpg"))
    kept = [file for file in files if half_of(file.name) == half and part_of(file.name) != TRAINING]
    sets = tuple(one for file in kept if (one := _set(file)))
    return Stock(sets, cloths, others, tuple(lamps for file in kept for lamps in _lamps(file)))


def _set(file: Path) -> dict[int, Image]:
    """Return the tiles of a photograph that shows them at least as large as a film, so that no colour has run."""
    if np.median([box[2:].max() for _, box in labelled(file)]) < LEAST_TILE_PX:
        return {}
    return faces_in(file)


def _lamps(file: Path) -> list[Image]:
    """Return the light of a photograph, by the paper of its tiles, if it has enough of them."""
    picture: Image = cv2.imread(str(file))
    height, width = picture.shape[:2]
    points, papers = [], []
    for _, (x, y, wide, high) in labelled(file):
        left, top = max(0, int(x - 0.4 * wide)), max(0, int(y - 0.4 * high))
        points.append((2 * x / width - 1, 2 * y / height - 1))
        papers.append(_paper(picture[top : int(y + 0.4 * high) + 1, left : int(x + 0.4 * wide) + 1]))
    if len(points) < LAMP_TILES:
        return []
    # A slight pull towards even light keeps the fit tame where the photograph has no tiles.
    pull = np.diag([0.0, 0.3, 0.3, 0.6, 0.6, 0.6])
    terms = np.vstack([_terms(*np.array(points).T), pull])
    bright = np.vstack([np.log(np.maximum(np.array(papers), 8.0)), np.zeros((6, 3))])
    return [np.linalg.lstsq(terms, bright, rcond=None)[0]]


def _terms(x: Image, y: Image) -> Image:
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)


def chance_of(seed: int) -> Random:
    """Return the chance that draws the material of a film: first its prints, then lamps and cloth."""
    return np.random.default_rng([seed, 31])


def faces_of(random: Random, stock: Stock) -> dict[int, Image]:
    """Return the print of each face from one tile design; missing or bad faces come from others."""
    order = [stock.sets[index] for index in random.permutation(len(stock.sets))]
    found: dict[int, Image] = {}
    for face in range(FACES):
        kind = REDS.get(face, face)
        patches = [one[kind] for one in order if kind in one]
        if not patches:
            found[face] = face_image(face, *PRINT)
            continue
        clean = next((patch for patch in patches if _clean(patch) >= CLEAN), None)
        patch = max(reversed(patches), key=_clean) if clean is None else clean
        found[face] = _levelled(patch if kind == face else reddened(patch, random))
    return found


def _cut(patch: Image) -> Image:
    (width, height), (wide, high) = PATCH_SIZE, TILE_SIZE
    left, top = (width - wide) // 2 + TRIM_PX, (height - high) // 2 + TRIM_PX
    return patch[top : top + high - 2 * TRIM_PX, left : left + wide - 2 * TRIM_PX].astype(np.float32)


def _paper(face: Image) -> Image:
    return np.percentile(face.reshape(-1, 3), 75, axis=0)


def _clean(patch: Image) -> float:
    """Return the share of a face's border that has its paper's colour."""
    face = _cut(patch)
    near = np.abs(face / np.maximum(_paper(face), 1.0) - 1).max(axis=2) < OFF_PAPER
    return float(
        np.concatenate(
            [near[:3].ravel(), near[-3:].ravel(), near[:, :3].ravel(), near[:, -3:].ravel()]
        ).mean()
    )


def _levelled(patch: Image) -> Image:
    """Give a face the paper that all tiles of the film have."""
    face = _cut(patch)
    face *= np.array(PAPER, np.float32) / np.maximum(_paper(face), 40.0).astype(np.float32)
    return cv2.resize(face.clip(0, 255).astype(np.uint8), PRINT, interpolation=cv2.INTER_CUBIC)


def ground_of(random: Random, pieces: Sequence[Ground], half_mm: float, px_per_mm: float) -> Image:
    """Return a square of one of the pieces, mirrored again and again; its edges, where things may lie, are left out."""
    piece, scale = pieces[int(random.integers(len(pieces)))]
    edge, grown = len(piece) // 8, px_per_mm / scale
    piece = cv2.resize(piece[edge:-edge, edge:-edge], None, fx=grown, fy=grown, interpolation=cv2.INTER_AREA)
    side = round(2 * half_mm * px_per_mm)
    below, beside = (max(0, side - size) for size in piece.shape[:2])
    return cv2.copyMakeBorder(piece[:side, :side], 0, below, 0, beside, cv2.BORDER_REFLECT)


def dyed(cloth: Image, hue: int | None) -> Image:
    """Return cloth with another hue; its weave, wear and brightness stay."""
    if hue is None:
        return cloth
    parts = cv2.cvtColor(cloth, cv2.COLOR_BGR2HSV)
    turned = (np.arange(256) - int(np.median(parts[..., 0])) + hue) % 180
    cv2.insertChannel(cv2.LUT(cv2.extractChannel(parts, 0), turned.astype(np.uint8)), parts, 0)
    return cv2.cvtColor(parts, cv2.COLOR_HSV2BGR)


def lit(piece: Image, light: Sequence[float]) -> Image:
    """Return a piece under a light, by colour."""
    table = (np.arange(256)[:, None] * np.array(light)).clip(0, 255).astype(np.uint8)
    return cv2.LUT(piece, table[None])
