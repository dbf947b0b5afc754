"""Names tiles: cut-outs of the picture go through the trained network in one batch.

A cut-out shows a tile and a narrow margin. The network knows 37 faces, a back, and everything else (empty felt, half a
tile, a covered one); a tile upside down is the same tile.
"""

from collections.abc import Sequence
from importlib import resources
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import FACES
from vision.lens import Floats32, Image
from vision.model.enrolled import Enrolled
from vision.sightings import BACK

CROP_WIDTH: Final = 40
"""Width of a cut-out. [px; defined: the network's input]"""
CROP_HEIGHT: Final = 52
"""Height of a cut-out. [px; defined: the network's input]"""
TILE_WIDTH_PX: Final = 36
"""Width of the tile in a cut-out, whatever its size: it leaves a margin of 2 pixels. [px; defined: as in training]"""
TILE_HEIGHT_PX: Final = 48
"""Height of the tile in a cut-out, likewise. [px; defined: as in training]"""

BACK_CLASS: Final = FACES
OTHER_CLASS: Final = FACES + 1
"""The class of everything that is not a tile. [index; defined]"""
CLASSES: Final = FACES + 2
"""Number of classes: faces, back, no tile. [count; defined]"""
MODEL_FILE: Final = "tiles.onnx"
LOGITS: Final = "logits"
FEATURES: Final = "features"
"""Outputs of the network: its logits, and the features from which the last layer computes them."""
BATCH: Final = 32
"""Largest batch for the network; the cost of a cut-out does not depend on the batch. [cut-outs; judged: it bounds
memory]"""


def tile_of_class(index: int) -> int:
    """The tile (as in ``PlacedTile.tile``) of a class other than ``OTHER_CLASS``."""
    return BACK if index == BACK_CLASS else index


def class_of_tile(tile: int) -> int:
    """The class of a tile as in ``PlacedTile.tile``."""
    return BACK_CLASS if tile == BACK else tile


class ModelError(RuntimeError):
    """The network is missing or damaged; the text says where."""


class Classifier:
    """The trained network.

    Args:
        model: the bytes of an ONNX file; by default the one in the package.
        enrolled: the correction for a club's own tiles.

    Raises:
        EnrolledError: ``enrolled`` belongs to another network, or to another number of classes or features.
        ModelError: the network cannot be used.
    """

    def __init__(self, model: bytes | None = None, *, enrolled: Enrolled | None = None) -> None:
        data = model or packaged_model()
        try:
            self._net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
        except cv2.error as error:
            raise ModelError(f"the network that names tiles ({MODEL_FILE}) is damaged") from error
        if enrolled is not None:
            _, features = self.outputs(())
            enrolled.check(data, CLASSES, features.shape[1])
        self._enrolled = enrolled

    def log_probabilities(self, crops: Sequence[Image]) -> Floats32:
        """For each cut-out (``CROP_HEIGHT`` by ``CROP_WIDTH``, BGR) the logarithms of ``CLASSES`` probabilities."""
        if self._enrolled is None:
            [logits] = self._forward(crops, (LOGITS,))
        else:
            logits, features = self.outputs(crops)
            logits = logits + features @ self._enrolled.weights.T + self._enrolled.bias
        return log_softmax(logits)

    def outputs(self, crops: Sequence[Image]) -> tuple[Floats32, Floats32]:
        """For each cut-out the network's own logits (``CLASSES``), and the features they are computed from."""
        logits, features = self._forward(crops, (LOGITS, FEATURES))
        return logits, features

    def _forward(self, crops: Sequence[Image], names: tuple[str, ...]) -> list[Floats32]:
        parts: list[list[Floats32]] = [[] for _ in names]
        # An empty batch goes through too, so that the outputs have their widths.
        for start in range(0, max(len(crops), 1), BATCH):
            part = list(crops[start : start + BATCH])
            blob = (
                network_input(np.stack(part))
                if part
                else np.zeros((1, 3, CROP_HEIGHT, CROP_WIDTH), np.float32)
            )
            self._net.setInput(np.ascontiguousarray(blob))
            # OpenCV 5 gives one output or all of them.
            outputs = [self._net.forward(names[0])] if len(names) == 1 else self._net.forward(list(names))
            for kept, output in zip(parts, outputs, strict=True):
                kept.append(np.asarray(output[: len(part)], np.float32))
        return [np.concatenate(kept) for kept in parts]


def packaged_model() -> bytes:
    """The ONNX file that comes with the package.

    Raises:
        ModelError: the file cannot be read.
    """
    try:
        return resources.files("vision").joinpath("model", MODEL_FILE).read_bytes()
    except OSError as error:
        raise ModelError(
            f"the network that names tiles cannot be read: {error.filename}: {error.strerror}"
        ) from error


def log_softmax(logits: Floats32) -> Floats32:
    """Logarithms of probabilities, row by row."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)), np.float32)


def network_input(crops: NDArray[np.generic]) -> Floats32:
    """Cut-outs (n by rows by columns by 3) as the network takes them: n by 3 by rows by columns, about -1 to 1."""
    return ((crops.astype(np.float32) - 128.0) / 96.0).transpose(0, 3, 1, 2)
