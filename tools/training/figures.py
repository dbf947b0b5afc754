"""Measures the accuracy of names and confidences, and finds the temperature that calibrates the confidences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from referee.tiles import FACES, KIND
from vision.lens import Floats32
from vision.model.classifier import OTHER_CLASS, log_softmax

if TYPE_CHECKING:
    Classes = NDArray[np.int64]

SURE = 0.9
"""A name of this probability is sure. [probability; defined: the figure's name]"""
BINS = 15
"""Bins of confidence for the calibration error. [count; judged: usual]"""


def best_temperature(logits: Floats32, classes: Classes) -> float:
    """The divisor of the logits that makes the right classes most likely."""
    candidates = np.geomspace(0.2, 4.0, 120)
    places = np.arange(len(classes))
    losses = [-float(log_softmax(logits / t)[places, classes].mean()) for t in candidates]
    return float(candidates[int(np.argmin(losses))])


def calibration_error(sure: Floats32, right: NDArray[np.bool_]) -> float:
    """The mean gap between confidence and accuracy, over equal bins of confidence (ECE)."""
    bins = np.minimum((sure * BINS).astype(int), BINS - 1)
    return float(
        sum(
            abs(right[bins == index].mean() - sure[bins == index].mean()) * (bins == index).mean()
            for index in np.unique(bins)
        )
    )


def figures(logits: Floats32, classes: Classes) -> dict[str, float]:
    """Shares of right names, of red fives distinguished from fives, of "other", and the calibration error.

    Args:
        logits: cut-outs by classes; logarithms of probabilities will do.
        classes: of each cut-out.
    """
    probabilities = np.exp(log_softmax(logits))
    named, sure = probabilities.argmax(axis=1), probabilities.max(axis=1)
    right = named == classes
    tiles = classes != OTHER_CLASS
    fives = np.isin(classes, (4, 13, 22, 34, 35, 36))
    kinds = np.array([*KIND[:FACES], FACES, OTHER_CLASS])
    red = np.isin(classes, (34, 35, 36))
    shares = {
        "cut-outs": float(len(classes)),
        "tiles named rightly": float(right[tiles].mean()),
        "kinds named rightly": float((kinds[named] == kinds[classes])[tiles].mean()),
        "wrongly with 90 % or more": float((~right & tiles & (sure >= SURE)).sum() / tiles.sum()),
        "calibration error": calibration_error(sure, right),
    }
    if fives.any():
        shares["fives and red fives named rightly"] = float(right[fives].mean())
    if red.any():
        shares["red fives named rightly"] = float(right[red].mean())
    if not tiles.all():
        shares["other called other"] = float(right[~tiles].mean())
    return shares
