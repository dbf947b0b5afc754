"""The stroke by which a face differs from another is ink, or else perhaps dirt."""

import cv2
import numpy as np
import pytest

from referee.tiles import NAMES
from simulation.camera.wear import worn_face
from vision.model.classifier import CLASSES, CROP_HEIGHT, CROP_WIDTH, Classifier
from vision.model.strokes import LESS_BY_A_STROKE, RULED_OUT, by_strokes
from vision.prints.faces import face_image

FINE, MARGIN_PX = 4, 2
IVORY = (222, 238, 243)
PIECES = 150
SOFT_PX = 0.8
PAIRS = list(LESS_BY_A_STROKE.items())


def cut_out(face: int, wear: float = 0.0, piece: int = 0) -> np.ndarray:
    """A face as the network gets it, from a piece of a set so worn."""
    size = FINE * (CROP_WIDTH - 2 * MARGIN_PX), FINE * (CROP_HEIGHT - 2 * MARGIN_PX)
    sheet = worn_face(np.asarray(face_image(face, *size)), IVORY, wear, piece)
    edge = (FINE * MARGIN_PX,) * 4
    whole = cv2.copyMakeBorder(sheet, *edge, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(whole, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA))


def doubtful(more: int) -> np.ndarray:
    """The network's answer for a face that might be the plainer one with dirt on it."""
    logs = np.full(CLASSES, -9.0, np.float32)
    logs[more], logs[LESS_BY_A_STROKE[more]] = np.log(0.98), np.log(0.02)
    return logs


@pytest.mark.parametrize(("more", "less"), PAIRS[1:], ids=lambda face: NAMES[face])
@pytest.mark.parametrize("turns", [0, 2])
def test_a_stroke_of_ink_rules_the_plainer_face_out(more: int, less: int, turns: int) -> None:
    crop = np.ascontiguousarray(np.rot90(cut_out(more), turns))
    logs = by_strokes(crop, doubtful(more))
    assert logs[less] == pytest.approx(logs[more] - RULED_OUT)


@pytest.mark.parametrize(("more", "less"), PAIRS, ids=lambda face: NAMES[face])
def test_no_smear_that_misleads_the_network_does(classifier: Classifier, more: int, less: int) -> None:
    """On the dirtiest faces it takes some for the one with a stroke more, a few of them for that one surely."""
    sharp = [cut_out(less, 1.0, piece) for piece in range(PIECES)]
    crops = [*sharp, *(np.asarray(cv2.GaussianBlur(crop, (0, 0), SOFT_PX), np.uint8) for crop in sharp)]
    answers = zip(crops, classifier.log_probabilities(crops), strict=True)
    misled = [(crop, logs) for crop, logs in answers if int(logs.argmax()) == more]
    assert misled
    assert all(by_strokes(crop, logs) is logs for crop, logs in misled)
