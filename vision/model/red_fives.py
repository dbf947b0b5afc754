"""Tells red fives from fives whose red has run: cameras and JPEGs blur colour twice as much as brightness.

The middle of a 5p or 5s is red on most sets, and may redden the ink around it. On a red five all ink is equally red.
"""

from typing import Final

import numpy as np

from referee.tiles import FACES, KIND, parse_tile
from vision.lens import Floats32, Image
from vision.model.classifier import CROP_HEIGHT, CROP_WIDTH

SURE: Final = float(np.log(0.99))
"""The network is not corrected above this probability. [log; judged: 0.98 at most on 5p whose red had run, 0.99 and more
on red fives]"""
RED_FIVES: Final = {KIND[red]: red for red in map(parse_tile, ("0p", "0s"))}
INK: Final = 0.6
"""Ink is darker than this share of the paper in some colour. [share; judged: halfway from ink to paper]"""
PAPER: Final = 85
"""The percentile of each colour in a cut-out that is its paper's. [%; judged: paper covers a third]"""
LEAST_RED: Final = 0.2
"""Red ink exceeds its other colours by more than this share of the paper. [share; judged: 0.4 to 0.6 on red middles]"""
AS_RED: Final = 0.55
"""Around the middle, the ink of a red five is redder than this share of the middle's. [share; derived: about halfway from 0.37,
the most on 5p whose red had run, to 0.67, the least on red fives]"""
MIDDLE_PX: Final = 4.5
"""Ink this near to the middle belongs to it. [px of a cut-out; derived: an eighth of a tile's width]"""
AROUND_PX: Final = 9.0
"""Ink farther from the middle than this does not belong to it. [px of a cut-out; derived: a quarter of a tile's width]"""
FACE: Final = 0.8
"""Only this middle part of a cut-out is surely face, both ways. [share; judged: a tile is found to two pixels]"""
_ROWS, _COLUMNS = (np.abs(np.arange(size) - (size - 1) / 2) for size in (CROP_HEIGHT, CROP_WIDTH))
_AWAY: Final = np.hypot(_ROWS[:, None], _COLUMNS)
_ON_FACE: Final = np.outer(_ROWS < FACE * CROP_HEIGHT / 2, _COLUMNS < FACE * CROP_WIDTH / 2)
"""True for the pixels of a cut-out that are surely face. [px of a cut-out; derived: FACE]"""


def by_ink(crop: Image, logs: Floats32) -> Floats32:
    """Return the network's answer for a cut-out, for the plain five alone if it wavers and not all ink is red."""
    red_five = RED_FIVES.get(KIND[best]) if (best := int(logs.argmax())) < FACES else None
    if red_five is None or logs[best] > SURE:
        return logs
    shares = crop / np.maximum(np.percentile(crop.reshape(-1, 3), PAPER, axis=0), 1.0)
    ink = shares.min(axis=2) < INK
    red = shares[..., 2] - shares[..., :2].max(axis=2)
    parts = [red[ink & part] for part in (_AWAY < MIDDLE_PX, (_AWAY > AROUND_PX) & _ON_FACE)]
    if not all(map(len, parts)):
        return logs
    middle, around = map(np.median, parts)
    if middle > LEAST_RED and around < AS_RED * middle:
        logs, plain = logs.copy(), KIND[best]
        logs[plain] = np.logaddexp(logs[plain], logs[red_five])
        logs[red_five] = logs.min()
    return logs
