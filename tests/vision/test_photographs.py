"""Real tiles in photographs that the network has not seen; the oracle is what people read in them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.tiles import FACES, NAMES
from vision.model.classifier import (
    CROP_HEIGHT,
    CROP_WIDTH,
    OTHER_CLASS,
    TILE_HEIGHT_PX,
    TILE_WIDTH_PX,
    Classifier,
)

LEAST_RIGHT = 0.95
"""Oblique phone pictures of sets whose prints the network has not seen; one in twenty may be hard."""


def labelled(node: Any) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """Every tile of a label file that can be read with certainty, and its corners."""
    if isinstance(node, dict) and "quad" in node:
        if node["tile"] in NAMES[:FACES]:
            yield node["tile"], np.array(node["quad"], np.float32)
    elif isinstance(node, dict | list):
        for part in node.values() if isinstance(node, dict) else node:
            yield from labelled(part)


def cut_out(photo: NDArray[np.uint8], quad: NDArray[np.float32], *, across: bool) -> NDArray[np.uint8]:
    """The tile seen from straight above with the margin the network is used to."""
    margin_x, margin_y = (CROP_WIDTH - TILE_WIDTH_PX) / 2, (CROP_HEIGHT - TILE_HEIGHT_PX) / 2
    left, top, right, bottom = margin_x, margin_y, CROP_WIDTH - margin_x, CROP_HEIGHT - margin_y
    place = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float32) - 0.5
    source = np.roll(quad, 1, axis=0) if across else quad
    matrix = cv2.getPerspectiveTransform(source, place)
    size = float(np.sqrt(cv2.contourArea(quad)))
    blurred = cv2.GaussianBlur(photo, (0, 0), max(0.3, 0.4 * size / 42))
    return np.asarray(cv2.warpPerspective(blurred, matrix, (CROP_WIDTH, CROP_HEIGHT)), np.uint8)


@pytest.mark.shared
def test_tiles_in_photographs(shared: Path, classifier: Classifier) -> None:
    right = total = 0
    wrong = []
    for file in sorted((shared / "vision" / "photos" / "amos").glob("*.groundtruth.json")):
        labels = json.loads(file.read_text())
        photo = np.asarray(cv2.imread(str(file.with_name(labels["image"]))), np.uint8)
        for name, quad in labelled(labels):
            crops = [cut_out(photo, quad, across=across) for across in (False, True)]
            logs = classifier.log_probabilities(crops)[:, :OTHER_CLASS]
            named = NAMES[int(logs.max(axis=0).argmax())]
            total += 1
            right += named == name
            if named != name:
                wrong.append((name, named, round(float(np.exp(logs.max())), 2)))
    assert total == 30
    assert right / total >= LEAST_RIGHT, wrong
