"""Films of single acts: added and concealed kans, third rows of ponds, tiles pushed into the well."""

from pathlib import Path

import cv2
import pytest

from bench.film.acts import ACTS, film_act
from tests.proofs import some
from vision.model.classifier import Classifier

SEED = 2611


def games(shared: Path) -> list[Path]:
    return sorted((shared / "records" / "games").glob("*.mjlog"))


@pytest.mark.prove
@pytest.mark.shared
def test_of_two_kans_in_a_covered_corner_the_first_is_reported_first(
    shared: Path, classifier: Classifier
) -> None:
    """A concealed kan, its indicator, a replacement tile and an added kan, all while an arm lies over the corner."""
    filmed = film_act(games(shared), "added kan", 0, classifier, 2275)
    assert "fbe82670e79a, hand 5" in filmed.name
    assert filmed.faults == []
    assert filmed.questions == 0


@pytest.mark.prove(short=False)
@pytest.mark.shared
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("number", some(range(200), 6))
def test_acts_on_film(shared: Path, classifier: Classifier, number: int) -> None:
    """All four kinds on one table, in one light, through one lens."""
    cv2.setNumThreads(1)
    filmed = [film_act(games(shared), kind, number, classifier, SEED) for kind in ACTS]
    assert min(each.frames for each in filmed) > 20
    assert [(each.name, fault) for each in filmed for fault in each.faults] == []
