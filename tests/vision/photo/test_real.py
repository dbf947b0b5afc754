"""Whole photographs of real tables; the oracle is what people read in them, and the corners were marked by eye.

Only the near side of the square around the ponds is in these pictures: its far corners lie outside, and were computed
from the visible lines.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.photo.reader import PhotoReader

CORNERS = {
    "test": [(628, -175), (1386, -195), (1704, 163), (533, 209)],
    "70008812C48104906006DACA34704F4A": [(342, -500), (968, -439), (1061, 54), (268, 10)],
}
"""No threshold was chosen with these pictures."""


def labels(node: Any) -> Iterator[tuple[str, float, float]]:
    """Every tile that people could read, and its centre."""
    if isinstance(node, dict) and "x" in node:
        if node["tile"] != "?":
            yield node["tile"], node["x"], node["y"]
    elif isinstance(node, dict | list):
        for part in node.values() if isinstance(node, dict) else node:
            yield from labels(part)


@pytest.mark.shared
@pytest.mark.prove(short=False)
@pytest.mark.parametrize("name", CORNERS)
def test_tiles_of_real_tables(shared: Path, name: str) -> None:
    folder = shared / "vision" / "photos" / "amos"
    photo = np.asarray(cv2.imread(str(folder / f"{name}.jpg")), np.uint8)
    read_tiles = PhotoReader().read_picture(photo, np.array(CORNERS[name], float), "pond").tiles
    known = list(labels(json.loads((folder / f"{name}.groundtruth.json").read_text())))
    reach = 0.02 * photo.shape[1]
    missed = [
        (face, x, y)
        for face, x, y in known
        if not any(tile.tile == face and np.hypot(tile.x - x, tile.y - y) < reach for tile in read_tiles)
    ]
    assert len(known) > 15
    assert missed == []


@pytest.mark.shared
@pytest.mark.prove(short=False)
@pytest.mark.parametrize("name", CORNERS)
def test_no_corners_are_needed(shared: Path, name: str) -> None:
    """The finder's axes alone put the plane so far off that five of 13 names were wrong."""
    folder = shared / "vision" / "photos" / "amos"
    photo = np.asarray(cv2.imread(str(folder / f"{name}.jpg")), np.uint8)
    read_tiles = PhotoReader().read_picture(photo).tiles
    known = labels(json.loads((folder / f"{name}.groundtruth.json").read_text()))
    faces = [(face, x, y) for face, x, y in known if face != "x"]
    right = sum(
        any(
            tile.tile == face and np.hypot(tile.x - x, tile.y - y) < 0.02 * photo.shape[1]
            for tile in read_tiles
        )
        for face, x, y in faces
    )
    assert right >= 0.9 * len(faces)
