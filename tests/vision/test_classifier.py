"""The network: names of painted cut-outs, its calibration, and its size."""

from importlib import resources

import numpy as np
import pytest

from referee.tiles import FACES, NAMES
from tools.training.crops import CropPainter
from tools.training.prints.pool import own_prints
from tools.training.shots import INSTALLED
from vision.model.classifier import BACK_CLASS, CROP_HEIGHT, CROP_WIDTH, MODEL_FILE, OTHER_CLASS, Classifier


@pytest.fixture(scope="module")
def painter() -> CropPainter:
    """Paints tiles in our usual inks as the table's camera sees them, with random seeds that training did not use."""
    return CropPainter(own_prints(), np.random.default_rng(987), (INSTALLED,))


def test_every_face_is_named(classifier: Classifier, painter: CropPainter) -> None:
    right = []
    for tile in range(FACES):
        logs = classifier.log_probabilities([painter.crop(tile) for _ in range(20)])
        right.append((logs.argmax(axis=1) == tile).mean())
        assert right[-1] >= 0.85, NAMES[tile]
    assert np.mean(right) > 0.985


def test_upside_down_is_the_same_tile(classifier: Classifier, painter: CropPainter) -> None:
    crops = [painter.crop(tile) for tile in range(FACES) for _ in range(4)]
    upright = classifier.log_probabilities(crops).argmax(axis=1)
    turned = classifier.log_probabilities([np.ascontiguousarray(crop[::-1, ::-1]) for crop in crops]).argmax(
        axis=1
    )
    assert (upright == turned).mean() > 0.98


def test_what_is_no_tile(classifier: Classifier, painter: CropPainter) -> None:
    others = classifier.log_probabilities([painter.crop(OTHER_CLASS) for _ in range(400)]).argmax(axis=1)
    backs = classifier.log_probabilities([painter.crop(BACK_CLASS) for _ in range(100)]).argmax(axis=1)
    assert (others == OTHER_CLASS).mean() > 0.93
    assert (backs == BACK_CLASS).mean() > 0.92


def test_confidence_means_what_it_says(classifier: Classifier, painter: CropPainter) -> None:
    """Of names given with 99 % and more at most one in a hundred is wrong; names are doubtful where there is reason."""
    crops, classes = painter.batch(1500)
    logs = classifier.log_probabilities(list(crops))
    sure = logs.max(axis=1) > np.log(0.99)
    right = logs.argmax(axis=1) == classes
    assert sure.mean() > 0.9
    assert (~right & sure).sum() <= 0.01 * sure.sum()
    noise = np.random.default_rng(5).integers(0, 255, (50, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    named = classifier.log_probabilities(list(noise)).argmax(axis=1)
    assert (named == OTHER_CLASS).mean() > 0.9


def test_probabilities_sum_to_one_in_batches_of_any_size(
    classifier: Classifier, painter: CropPainter
) -> None:
    crops, _ = painter.batch(45)
    logs = classifier.log_probabilities(list(crops))
    assert np.exp(logs).sum(axis=1) == pytest.approx(1, abs=1e-4)
    single = np.vstack([classifier.log_probabilities([crop]) for crop in crops])
    assert np.abs(np.exp(single) - np.exp(logs)).max() < 1e-3
    assert classifier.log_probabilities([]).shape == (0, OTHER_CLASS + 1)


def test_the_model_is_small() -> None:
    assert len(resources.files("vision").joinpath("model", MODEL_FILE).read_bytes()) < 2_000_000
