"""Says in words why a picture is hardly read: it was taken too obliquely, is too dark, or is out of focus."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.model.classifier import BACK_CLASS
from vision.photo.finding.finder import Top
from vision.photo.finding.flat import FlatPicture, paper_colour
from vision.photo.naming.naming import NamedTop

CERTAIN: Final = 0.9
"""A face of at least this confidence is clearly read. [probability; judged: one in ten may be wrong]"""
LEAST_CERTAIN: Final = 0.7
"""If a smaller share of the faces is clearly read, the reason is looked for. [share; judged: in working pictures of
tables at most a tenth is not]"""
STEEP_CERTAIN: Final = 0.9
"""The same for tiles seen from farther off the vertical than ``STEEPEST_DEG``. [share; judged: of the unsure faces in
pictures from 60 degrees on two in three are wrong]"""
STEEPEST_DEG: Final = 55.0
"""Tiles seen farther from above than this are hardly named. [degrees; derived: 50, to which the reader is made, and the
error of the tilt]"""
DARKEST: Final = 90.0
"""Paper darker than this is too dark. [grey levels; judged: in working pictures it has 146 or more]"""
SHARP: Final = 0.4
"""The steepest edges of a tile in focus rise by this share of its contrast from pixel to pixel. [share; judged: in
working pictures in focus by 0.47 or more]"""
STEEP_PERCENT: Final = 95
"""This percentile of the steps between pixels is that of the steepest edges. [percent; judged: strokes cover more]"""
INNER: Final = 0.8
"""Edges are looked for within this share of a tile's half width. [share; judged: its own edge is left out]"""
NOISE: Final = 4.0
"""A contrast of so little is noise. [grey levels; judged: as in the dark]"""


def why_unclear(known: Sequence[NamedTop], flat: FlatPicture, tilt_deg: float) -> str | None:
    """Return why few faces of a picture are clearly read; None if most are, or for no reason that is seen.

    Args:
        known: the tiles that were named.
        flat: the drawing they were found in.
        tilt_deg: of the camera, from the vertical.
    """
    faces = [one for one in known if one.tile != BACK_CLASS]
    steep = tilt_deg > STEEPEST_DEG
    least = STEEP_CERTAIN if steep else LEAST_CERTAIN
    if not faces or np.mean([one.confidence >= CERTAIN for one in faces]) >= least:
        return None
    if steep:
        return (
            f"the tiles are seen {tilt_deg:.0f} degrees off the vertical: take the picture from farther above"
        )
    bright = float(np.median([paper_colour(flat, one.top).mean() for one in faces]))
    if bright < DARKEST:
        return "the picture is too dark to name tiles: turn on a lamp, or keep the window behind you"
    if float(np.median([_sharpness(flat, one.top) for one in faces])) < SHARP:
        return "the picture is out of focus: let the camera focus on the tiles, and take it again"
    return None


def _sharpness(flat: FlatPicture, top: Top) -> float:
    """The steepest steps from pixel to pixel on a tile, as shares of its contrast."""
    reach = max(2, round(INNER * min(float(np.hypot(*axis)) for axis in (top.along, top.across))))
    steps = np.arange(-reach, reach + 1)
    x, y = np.meshgrid(steps, steps)
    grey = flat.colours(np.column_stack([x.ravel() + top.x, y.ravel() + top.y])).mean(axis=1).reshape(x.shape)
    dark, light = np.percentile(grey, (100 - STEEP_PERCENT, STEEP_PERCENT))
    steep = max(float(np.percentile(np.abs(np.diff(grey, axis=axis)), STEEP_PERCENT)) for axis in (0, 1))
    return steep / (float(light - dark) + NOISE)
