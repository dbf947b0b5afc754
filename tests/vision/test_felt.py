"""Colours distinguished from the felt, near the limit of cloth; the oracle is where they were painted."""

from typing import Final

import numpy as np
import pytest

from vision.lens import Image
from vision.reading.felt import Felt

CLOTH: Final = (70.0, 88.0, 25.0)
BACK: Final = (48.2, 100.5, 29.2)
"""A back exactly on the border: half of its pixels are beyond it, different ones in each frame."""
NOISE: Final = 4.0
TILES: Final = ((slice(10, 58), slice(20, 56)), (slice(10, 58), slice(65, 101)))
"""Nine pixels of cloth between the backs."""


def painted(seed: int, back: tuple[float, float, float]) -> Image:
    """A chart of cloth with two backs lying on it, as a noisy camera shows it."""
    picture = np.full((80, 200, 3), CLOTH)
    for place in TILES:
        picture[place] = back
    noise = np.random.default_rng(seed).normal(0.0, NOISE, picture.shape)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def shares(mask: Image) -> tuple[float, float]:
    """The shares of the backs (without their edges) and of the cloth that are judged not to be felt."""
    lying, inner = np.zeros(mask.shape, bool), np.zeros(mask.shape, bool)
    for rows, columns in TILES:
        lying[rows, columns] = True
        inner[rows.start + 2 : rows.stop - 2, columns.start + 2 : columns.stop - 2] = True
    return float((mask[inner] > 0).mean()), float((mask[~lying] > 0).mean())


@pytest.mark.parametrize("seed", range(5))
def test_backs_on_the_border_of_what_cloth_can_be_are_whole(seed: int) -> None:
    chart = painted(seed, BACK)
    backs, cloth = shares(Felt.of(chart).within(chart).strange(chart, backs=True))
    assert backs > 0.97
    assert cloth < 0.01
    unsure, _ = shares(Felt.of(chart).within(chart).strange(chart))
    assert unsure < 0.9, "each of its pixels by itself is on one side or the other"


def test_cloth_between_backs_stays_cloth_though_it_is_no_usual_cloth() -> None:
    """A lighter stripe of cloth lies between backs.

    It differs more from most cloth than plain cloth ever does, and is still cloth.
    """
    chart = np.full((80, 200, 3), CLOTH, np.uint8)
    for rows, columns in TILES:
        chart[rows, columns] = (200.0, 210.0, 205.0)
    chart[:, 58:63] = (56.5, 95.7, 27.6)
    mask = Felt.of(chart).within(chart).strange(chart, backs=True)
    assert not mask[:, 59:62].any()


def test_what_is_likely_counts_only_among_what_is_sure() -> None:
    """The likely part is as near to the limit as a back may be, but isolated, like cloth beside a wall's shadow.

    This also holds at the chart's edge.
    """
    likely = (51.5, 98.6, 28.5)
    chart = np.full((80, 200, 3), CLOTH, np.uint8)
    chart[70:] = likely
    chart[10:58, 5:41] = (200.0, 210.0, 205.0)
    chart[10:58, :5] = likely
    mask = Felt.of(chart).within(chart).strange(chart, backs=True)
    assert mask[20:50, 10:36].all()
    assert not mask[70:].any()
    assert not mask[20:50, :3].any()
