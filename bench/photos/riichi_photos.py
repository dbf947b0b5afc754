"""The labelled tiles of two photographs of riichi tables, cut out by their corners."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import FACES, NAMES
from vision.lens import Image
from vision.model.classifier import CROP_HEIGHT, CROP_WIDTH, TILE_HEIGHT_PX, TILE_WIDTH_PX


def labelled_tiles(folder: Path) -> list[tuple[str, list[Image]]]:
    """The name of every tile that a person can read with certainty, and its cut-outs in both directions."""
    found = []
    for file in sorted(folder.glob("*.groundtruth.json")):
        labels = json.loads(file.read_text())
        photo = np.asarray(cv2.imread(str(file.with_name(labels["image"]))), np.uint8)
        for name, quad in _labelled(labels):
            found.append((name, [cut_out(photo, quad, across=across) for across in (False, True)]))
    return found


def labelled_places(folder: Path) -> list[tuple[Path, list[tuple[str | None, NDArray[np.float64]]]]]:
    """For each photograph, every tile that a person can read with certainty, and its box (x, y, width, height)."""
    found = []
    for file in sorted(folder.glob("*.groundtruth.json")):
        labels = json.loads(file.read_text())
        boxes: list[tuple[str | None, NDArray[np.float64]]] = []
        for name, quad in _labelled(labels):
            low, high = quad.min(axis=0), quad.max(axis=0)
            boxes.append((name, np.array([*((low + high) / 2), *(high - low)], float)))
        found.append((file.with_name(labels["image"]), boxes))
    return found


def _labelled(node: Any) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """Every tile of a label file that can be read with certainty, and its corners."""
    if isinstance(node, dict) and "quad" in node:
        if node["tile"] in NAMES[:FACES]:
            yield node["tile"], np.array(node["quad"], np.float32)
    elif isinstance(node, dict | list):
        for part in node.values() if isinstance(node, dict) else node:
            yield from _labelled(part)


def cut_out(photo: Image, quad: NDArray[np.float32], *, across: bool) -> Image:
    """The tile rectified, with the margin that the network expects."""
    margin_x, margin_y = (CROP_WIDTH - TILE_WIDTH_PX) / 2, (CROP_HEIGHT - TILE_HEIGHT_PX) / 2
    left, top, right, bottom = margin_x, margin_y, CROP_WIDTH - margin_x, CROP_HEIGHT - margin_y
    place = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(np.roll(quad, 1, axis=0) if across else quad, place)
    size = float(np.sqrt(cv2.contourArea(quad)))
    blurred = cv2.GaussianBlur(photo, (0, 0), max(0.3, 0.4 * size / 42))
    return np.asarray(cv2.warpPerspective(blurred, matrix, (CROP_WIDTH, CROP_HEIGHT)), np.uint8)
