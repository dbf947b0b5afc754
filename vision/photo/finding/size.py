"""Finds the width of a tile in a picture of unknown scale: the width at which most finds have the right size."""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import numpy as np

from vision.photo.finding.finder import Top

PlaneKind: TypeAlias = Literal["pond", "felt"]

USUAL_LENGTH: Final = 1.345
"""A tile's length in widths: 35 to 26 mm on automatic tables, 28 to 21 in small sets. [widths; derived: 35/26 and
28/21]"""
THICKNESS: Final = 0.77
"""Thickness of a tile in widths: 20 of 26 mm on automatic tables, 16 of 20 mm in small sets. [widths; derived: 20/26
and 16/20]"""
LIKELY: Final[dict[PlaneKind, tuple[float, float]]] = {"pond": (1 / 22, 1 / 9), "felt": (1 / 42, 1 / 20)}
"""Widths of a tile as shares of the square's side: 13 to 18 fit into the square around the ponds, 25 to 32 along the
felt. [share of the side; derived: those, and others a third narrower and wider]"""
STEP: Final = 1.2
"""Ratio of one tried width to the next. [ratio; derived: neighbours are within SPREAD]"""
SPREAD: Final = 0.15
"""Standard deviation of finds from the right size. [log; judged: perspective and the walls' height]"""
SIZING_CHANCE: Final = 0.4
"""Finds with less than this chance do not count for the width. [probability; judged: a little less than a half]"""


def likely_widths(plane: PlaneKind) -> list[float]:
    """Widths to try, in sides of the square."""
    least, most = LIKELY[plane]
    count = int(np.ceil(np.log(most / least) / np.log(STEP))) + 1
    return [float(width) for width in np.geomspace(least, most, count)]


def agreement(tops: Sequence[Top], width_px: float) -> tuple[float, float]:
    """The evidence for a width, and the ratio of the tiles' width to it."""
    faces = [top for top in tops if not top.back]
    if not faces:
        return 0.0, 1.0
    factors = np.array([top.side_px for top in faces]) / (width_px * np.sqrt(USUAL_LENGTH))
    weights = np.array([max(top.chance - SIZING_CHANCE, 0.0) for top in faces])
    weights *= np.exp(-0.5 * (np.log(factors) / SPREAD) ** 2)
    if weights.sum() <= 0:
        return 0.0, 1.0
    return float(weights.sum()), float(np.exp(np.average(np.log(factors), weights=weights)))
