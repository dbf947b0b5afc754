"""Names tiles: cut-outs of the picture go through the trained network in one batch.

A cut-out shows a tile and a narrow margin. The network knows 37 faces, a back, and everything else (empty felt, half a
tile, a covered one); a tile upside down is the same tile.
"""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np

from referee.tiles import FACES
from vision.sightings import BACK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float32]
    Image: TypeAlias = NDArray[np.uint8]

CROP_WIDTH: Final = 40
CROP_HEIGHT: Final = 52
MM_PER_CROP_PX: Final = 7 / 12
"""A cut-out of a tile of 21 by 28 mm shows 23.3 by 30.3 mm: a margin of about 1.2 mm."""

BACK_CLASS: Final = FACES
OTHER_CLASS: Final = FACES + 1
CLASSES: Final = FACES + 2
MODEL_FILE: Final = "tiles.onnx"
BATCH: Final = 32
"""Batches have one size: the network is laid out anew for each new size, which costs more than spare places."""


def tile_of_class(index: int) -> int:
    """The tile (as in ``PlacedTile.tile``) of a class other than ``OTHER_CLASS``."""
    return BACK if index == BACK_CLASS else index


class Classifier:
    """The trained network.

    Args:
        model: bytes of an ONNX file; the one that comes with the package by default.
    """

    def __init__(self, model: bytes | None = None) -> None:
        data = model or resources.files("vision").joinpath("model", MODEL_FILE).read_bytes()
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))

    def log_probabilities(self, crops: Sequence[Image]) -> Floats:
        """For each cut-out (``CROP_HEIGHT`` by ``CROP_WIDTH``, BGR) the logarithms of ``CLASSES`` probabilities."""
        result = np.empty((len(crops), CLASSES), np.float32)
        for start in range(0, len(crops), BATCH):
            part = list(crops[start : start + BATCH])
            size = next(size for size in (1, 4, 8, 16, BATCH) if size >= len(part))
            blob = np.zeros((size, 3, CROP_HEIGHT, CROP_WIDTH), np.float32)
            blob[: len(part)] = network_input(np.stack(part))
            self._net.setInput(blob)
            logits = self._net.forward()[: len(part)]
            top = logits.max(axis=1, keepdims=True)
            result[start : start + len(part)] = (
                logits - top - np.log(np.exp(logits - top).sum(axis=1, keepdims=True))
            )
        return result


def network_input(crops: Image) -> Floats:
    """Cut-outs (n by rows by columns by 3) as the network takes them: n by 3 by rows by columns, about -1 to 1."""
    return ((crops.astype(np.float32) - 128.0) / 96.0).transpose(0, 3, 1, 2)
