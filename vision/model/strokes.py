"""Tells a face from the one that lacks a stroke of it: dirt may look like a stroke, but hardly as dark as ink.

On 3m the strokes of the number are counted; on 5p and 5s the middle is compared with the other ink. On 2m dirt may be as
dark as half worn ink.
"""

from typing import Final

import cv2
import numpy as np

from referee.tiles import parse_tile
from vision.lens import Floats32, Image
from vision.model.classifier import CROP_HEIGHT, CROP_WIDTH
from vision.model.red_fives import PAPER

LESS_BY_A_STROKE: Final = {
    parse_tile(more): parse_tile(less)
    for more, less in (("2m", "1m"), ("3m", "2m"), ("5p", "4p"), ("5s", "4s"))
}
"""Each face that a smear can make of another, which lacks a stroke: smears add strokes. [faces; defined]"""
THREE: Final = parse_tile("3m")
TWO: Final = parse_tile("2m")
STROKES: Final = 3
"""The strokes of the number of 3m. [strokes; defined]"""
RULED_OUT: Final = float(np.log(1000.0))
"""A face that lacks a stroke is this much less likely once the stroke is seen to be ink. [log; derived: ten times
beliefs.MORE_THAN_DIRT]"""
LEAST_DARK: Final = 0.5
"""Ink is darker than paper by at least this share in some colour. [share; judged: more than the darkest smear]"""
AS_DARK: Final = 0.6
"""A stroke is ink if it is at least this dark, as a share of the other ink. [share; judged: half of it in a smear on
faded ink]"""
VALLEY: Final = 0.75
"""Between two strokes the paper is at most this dark, as a share of the paler one. [share; judged: strokes of 3m out of
focus]"""
CORE_PX: Final = 3.5
"""Ink this near to the middle is the middle's. [px of a cut-out; derived: a tenth of a tile's width]"""
MIDDLE_INK: Final = 75
"""The percentile of the darkness in the middle that is its ink's. [%; judged: the middle of 5p has a bright ring]"""
OUTSIDE_PX: Final = 8.0
"""Ink farther from it is none of the middle's. [px of a cut-out; derived: between the middle of 5p and its circles]"""
EDGE_PX: Final = 3
"""The outermost part of a cut-out, which may show a tile's edge. [px of a cut-out; derived: its margin and a pixel]"""
ACROSS_PX: Final = 6
"""The strokes of a number are counted this far to both sides of the middle. [px of a cut-out; derived: half of the
shortest stroke]"""
NUMBER: Final = 0.4
"""The share of a character's face that its number takes up. [share; judged: the sign below begins at 0.43]"""
COLUMN_PX: Final = 5
"""The width of the columns along which they are counted. [px of a cut-out; judged: enough against noise]"""
_AWAY: Final = np.hypot(*np.meshgrid(*(np.arange(n) - (n - 1) / 2 for n in (CROP_WIDTH, CROP_HEIGHT))))
"""The distance of each pixel from the middle. [px of a cut-out; defined]"""


def by_strokes(crop: Image, logs: Floats32) -> Floats32:
    """Return the network's answer for a cut-out, without the face that lacks a stroke if the stroke is surely ink."""
    best = int(logs.argmax())
    plainer = LESS_BY_A_STROKE.get(best)
    if plainer is None or logs[best] - logs[plainer] >= RULED_OUT or not shows_strokes(crop, best):
        return logs
    logs = logs.copy()
    logs[plainer] = logs[best] - RULED_OUT
    return logs


def shows_strokes(crop: Image, face: int) -> bool:
    """Return whether a cut-out shows all strokes of a face that another face lacks, as dark as its other ink."""
    paper = np.maximum(np.percentile(crop.reshape(-1, 3), PAPER, axis=0), 1.0)
    dark = (1 - (crop / paper).min(axis=2)).clip(0, 1)
    inner = dark[EDGE_PX:-EDGE_PX, EDGE_PX:-EDGE_PX]
    if face == TWO:
        return False
    if face == THREE:
        counts = _strokes(inner)
        return max(counts) == STROKES and counts.count(STROKES) > 1
    away = _AWAY[EDGE_PX:-EDGE_PX, EDGE_PX:-EDGE_PX]
    others = inner[(away > OUTSIDE_PX) & (inner > LEAST_DARK)]
    middle = float(np.percentile(inner[away < CORE_PX], MIDDLE_INK))
    return len(others) > 0 and middle >= max(LEAST_DARK, AS_DARK * float(np.median(others)))


def _strokes(dark: Floats32) -> list[int]:
    """Return the numbers of dark strokes below each other at the end with less ink, which shows a number.

    They are counted along several columns, since strokes are slanting and of different lengths.
    """
    rows = round(NUMBER * len(dark))
    upper, lower = dark[:rows], dark[-rows:]
    number = upper if upper.sum() < lower.sum() else lower
    columns = np.asarray(cv2.blur(number, (COLUMN_PX, 1), borderType=cv2.BORDER_REPLICATE), np.float32)
    middle = number.shape[1] // 2
    return [_peaks(columns[:, middle + aside]) for aside in range(-ACROSS_PX, ACROSS_PX + 1, 2)]


def _peaks(profile: Floats32) -> int:
    """Return the number of strokes along a column."""
    least = max(LEAST_DARK, AS_DARK * float(profile.max()))
    strokes, valley = 0, 0.0
    for before, here, after in zip(profile[:-2], profile[1:-1], profile[2:], strict=True):
        valley = min(valley, float(here))
        if here >= least and before <= here > after and valley <= VALLEY * here:
            strokes, valley = strokes + 1, float(here)
    return strokes
