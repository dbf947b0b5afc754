"""Gives the reason in words why a picture is hardly readable: it is too oblique, too dark or out of focus.

A dark picture is brightened first.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from referee.tiles import HAKU
from vision.lens import Image
from vision.model.classifier import BACK_CLASS
from vision.photo.finding.finder import Top
from vision.photo.finding.flat import FlatPicture, paper_colour
from vision.photo.naming.focus import BLURRED, NOISE, SHARP, STEEP_PERCENT
from vision.photo.naming.naming import NamedTop

CERTAIN: Final = 0.9
"""A face of at least this confidence is clearly read. [probability; judged: one in ten may be wrong]"""
LEAST_CERTAIN: Final = 0.7
"""If a smaller share of the faces is clearly read, the reason is looked for. [share; judged: in working pictures of
tables at most a tenth is not]"""
MOSTLY_GUESSED: Final = 0.5
"""Up to this share a picture is unclear though no reason is seen. [share; judged: a photograph with 0.4 has no right name,
two of strewn tiles with 0.62 and 0.67 have 26 right of 27]"""
MOSTLY_UNNAMED: Final = 0.25
"""MOSTLY_GUESSED if tops without a name count too. [share; judged: on a print as large as a tile 0.06, and no name is
right]"""
STEEPEST_DEG: Final = 55.0
"""Tiles seen farther from above than this are hardly named. [degrees; derived: 50, to which the reader is made, and the
error of the tilt]"""
DARKEST: Final = 90.0
"""Paper darker than this is too dark. [grey levels; judged: in working pictures it has 146 or more]"""
SHARP_EDGE: Final = 0.28
"""The edges of backs in focus rise by this share of their contrast from pixel to pixel. [share; judged: in three working
pictures in focus by 0.36 or more, in four out of focus by 0.25 or less]"""
AROUND_EDGE: Final = 1.4
"""These edges are looked for within this share of a back's half width. [share; judged: beyond its edge]"""
LEAST_STEP: Final = 30.0
"""A back's edge is seen if brightness differs by this much around it. [grey levels; judged: noise and touching backs stay
below]"""
LIGHT: Final = 150.0
"""Dark paper is brightened to this. [grey levels; judged: to 190, three dark pictures gave 16 false faces, not 4]"""
SOFT_PX: Final = 0.8
"""Noise of a brightened picture is blurred by this. [px; judged: three false faces instead of four, 97 backs instead of
54]"""
MOST_GAIN: Final = 10.0
"""The most by which a picture is brightened. [ratio; judged: more shows noise]"""
BRIGHTEST_PERCENT: Final = 99
"""Without a face, this percentile of a picture is its paper. [percent; judged: tiles cover more than a hundredth]"""
FEW_NAMED: Final = "few tiles can be named: take the picture from farther above, nearer and in good light"
OUT_OF_FOCUS: Final = "the picture is out of focus, or the camera moved: hold it still, let it focus on the tiles, and take it again"
NEVER: Final = 2.0
"""A confidence that no tile has. [probability; derived: above 1]"""


def lit(picture: Image, flat: FlatPicture | None = None, known: Sequence[NamedTop] = ()) -> Image | None:
    """Return a dark picture brightened, by the paper of its faces or else its brightest part; None in good light.

    Args:
        picture: the original picture.
        flat: the drawing in which its tiles were found, if any were.
        known: the tiles found.
    """
    papers = (
        [paper_colour(flat, one.top).mean() for one in known if one.tile != BACK_CLASS]
        if flat is not None
        else []
    )
    paper = float(np.median(papers or [np.percentile(picture[::4, ::4].mean(axis=2), BRIGHTEST_PERCENT)]))
    if paper >= DARKEST:
        return None
    brightened = cv2.convertScaleAbs(picture, alpha=min(LIGHT / max(paper, 1.0), MOST_GAIN))
    return np.asarray(cv2.GaussianBlur(brightened, (0, 0), SOFT_PX), np.uint8)


def least_reported(one: NamedTop, known: Sequence[NamedTop]) -> float:
    """Return the confidence from which a tile of an unclear picture is reported.

    Where few faces are clear, even names of the highest confidence are guesses, and where tiles are seen too obliquely,
    blanks are the sides of tiles.
    """
    faces = [each for each in known if each.tile != BACK_CLASS]
    guessed = one.tile != BACK_CLASS and _share_certain(faces) < LEAST_CERTAIN
    return NEVER if guessed or one.tile == HAKU else CERTAIN


def why_unclear(
    known: Sequence[NamedTop],
    flat: FlatPicture,
    tilt_deg: float,
    unnamed: int = 0,
    sharp: float = SHARP,
) -> str | None:
    """Return the reason why faces of a picture are not clearly read; None if most are, or if no reason is found.

    Args:
        known: the named tiles.
        flat: the drawing they were found in.
        tilt_deg: the camera's tilt from the vertical.
        unnamed: the number of tops that the finder sees face up, but that have no name.
        sharp: the sharpness of the faces.
    """
    faces = [one for one in known if one.tile != BACK_CLASS]
    if not faces:
        edges = [edge for one in known if (edge := _edge(flat, one.top)) is not None]
        if edges and float(np.median(edges)) < SHARP_EDGE:
            return OUT_OF_FOCUS
        return FEW_NAMED if unnamed else None
    blurred = sharp < BLURRED and tilt_deg <= STEEPEST_DEG
    share = _share_certain(faces)
    of_all = share * len(faces) / (len(faces) + unnamed)
    if of_all >= LEAST_CERTAIN:
        return OUT_OF_FOCUS if blurred else None
    if tilt_deg > STEEPEST_DEG:
        return (
            f"the tiles are seen {tilt_deg:.0f} degrees off the vertical: take the picture from farther above"
        )
    bright = float(np.median([paper_colour(flat, one.top).mean() for one in faces]))
    if bright < DARKEST:
        return "the picture is too dark to name tiles: turn on a lamp, or keep the window behind you"
    if blurred:
        return OUT_OF_FOCUS
    return FEW_NAMED if share <= MOSTLY_GUESSED or of_all <= MOSTLY_UNNAMED else None


def _share_certain(faces: Sequence[NamedTop]) -> float:
    return float(np.mean([one.confidence >= CERTAIN for one in faces]))


def _edge(flat: FlatPicture, top: Top) -> float | None:
    """The steepest steps from pixel to pixel around the edge of a back, as shares of its contrast.

    None if hardly an edge is seen.
    """
    reach = max(2, round(AROUND_EDGE * min(float(np.hypot(*axis)) for axis in (top.along, top.across))))
    steps = np.arange(-reach, reach + 1)
    x, y = np.meshgrid(steps, steps)
    grey = flat.colours(np.column_stack([x.ravel() + top.x, y.ravel() + top.y])).mean(axis=1).reshape(x.shape)
    dark, light = np.percentile(grey, (100 - STEEP_PERCENT, STEEP_PERCENT))
    steep = max(float(np.percentile(np.abs(np.diff(grey, axis=axis)), STEEP_PERCENT)) for axis in (0, 1))
    contrast = float(light - dark)
    return steep / (contrast + NOISE) if contrast > LEAST_STEP else None
