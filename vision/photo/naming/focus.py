"""Measures how sharply a picture shows its faces, and lowers the confidence in names accordingly.

A blurred print loses its strokes: a 9m passes for a 3m, and the network is sure of it. So names from a picture that is not
sharp are less sure than they seem.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.lens import Image
from vision.model.classifier import BACK_CLASS
from vision.photo.finding.flat import Cutter, FlatPicture
from vision.photo.naming.naming import NamedTop, outline

SHARP: Final = 0.13
"""Names of faces at least this sharp are as sure as they seem. [share of their contrast, per pixel of a cut-out; judged: of
all photographs with right names the faces have 0.146 or more; in working pictures with less, more names are wrong]"""
GUESSED: Final = 0.04
"""Names of faces no sharper than this are guesses. [as SHARP; judged: fitted to 2,567 names in 37 working pictures, with
SHARP from 0.115 to 0.14 as well]"""
BLURRED: Final = 0.105
"""Below this sharpness a picture is called out of focus. [as SHARP; judged: in working pictures with 0.1 to 0.105 five names
in a hundred are wrong, with 0.105 to 0.115 two]"""
LEAST_ODDS: Final = 0.05
"""A name keeps this share of its log-odds. [share; judged: nearly none]"""
MARGIN_PX: Final = 6
"""The edge of a cut-out, with the tile's own, is left out. [px; derived: a margin of 2, and a tenth of the tile]"""
NOISE_PX: Final = 0.7
"""Noise is blurred by this. [px; judged: a fiftieth of a tile's width]"""
WAYS: Final = np.linspace(0.0, np.pi, 8, endpoint=False)
"""Strokes are measured across these ways, since a camera that moves blurs them in one. [radians; judged: steps of 22
degrees]"""
STEEP_PERCENT: Final = 95
"""This percentile of the steps between pixels is that of the steepest edges. [percent; judged: strokes cover more]"""
CONTRAST_PERCENT: Final = (5, 95)
"""These percentiles of the brightness are those of ink and paper. [percent; judged: strokes cover more]"""
NOISE: Final = 4.0
"""A contrast of so little is noise. [grey levels; judged: as in the dark]"""


def sharpness(picture: Image, flat: FlatPicture, known: Sequence[NamedTop]) -> float:
    """Return how steep the steepest strokes of most faces are, across the way in which they are most blurred.

    Args:
        picture: the picture.
        flat: the drawing in which its tiles were found.
        known: the tiles.

    Returns:
        The steps from pixel to pixel of a cut-out, as shares of the contrast; SHARP if there is no face.
    """
    faces = [one.top for one in known if one.tile != BACK_CLASS]
    if not faces:
        return SHARP
    cutter = Cutter(picture)
    return float(np.median([_steepness(cutter.crop(flat.in_picture(outline(top, 0, 0)))) for top in faces]))


def _steepness(crop: Image) -> float:
    grey = crop.mean(axis=2, dtype=np.float32)
    dark, light = np.percentile(grey, CONTRAST_PERCENT)
    soft = cv2.GaussianBlur(grey[MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX], (0, 0), NOISE_PX)
    down, right = np.gradient(soft)
    steps = np.abs(np.outer(np.cos(WAYS), right) + np.outer(np.sin(WAYS), down))
    return float(np.percentile(steps, STEEP_PERCENT, axis=1).min()) / float(light - dark + NOISE)


def doubted(sure: float, sharp: float) -> float:
    """The share of names of this confidence that are right if faces are no sharper than this: log-odds shrink."""
    kept = float(np.interp(sharp, (GUESSED, SHARP), (LEAST_ODDS, 1.0)))
    return float(1 / (1 + (1 / sure - 1) ** kept))
