"""Real tiles in photographs that the network has not seen; the oracle is what people read in them."""

from pathlib import Path

import numpy as np
import pytest

from bench.photos.riichi_photos import labelled_tiles
from referee.tiles import NAMES
from vision.model.classifier import OTHER_CLASS, Classifier

LEAST_RIGHT = 0.95
"""Oblique phone pictures of sets whose prints the network has not seen; one in twenty may be hard."""


@pytest.mark.shared
def test_tiles_in_photographs(shared: Path, classifier: Classifier) -> None:
    right = total = 0
    wrong = []
    for name, crops in labelled_tiles(shared / "vision" / "photos" / "amos"):
        logs = classifier.log_probabilities(crops)[:, :OTHER_CLASS]
        named = NAMES[int(logs.max(axis=0).argmax())]
        total += 1
        right += named == name
        if named != name:
            wrong.append((name, named, round(float(np.exp(logs.max())), 2)))
    assert total == 30
    assert right / total >= LEAST_RIGHT, wrong
