"""Finds a table without markers by the edges of its felt, even in play, near where the camera saw it before.

Arms and hands hide parts of the edges. So the end of the felt is looked for at many places along each expected edge,
and the edge is the line through most of them; hidden places are off it and are left out. The lens must be known. The
felt's size gives the scale.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.calibration.calibration import Calibration, CalibrationError, refuse_small
from vision.calibration.lines import EdgeLine, fit_line
from vision.calibration.solving import Prior, Solution, UnsolvableError, solve
from vision.geometry import TableGeometry, to_table
from vision.lens import Floats, Image, Lens, View
from vision.reading.felt import Felt
from vision.reading.felt_sides import SIDES, SURVEYED_HUE, NoFeltError, felt_sides
from vision.zones import CHAIRS

REACHES_MM: Final = (40.0, 8.0)
"""An edge is looked for this far from its expected place, in a first search and in a second one around the first's
result. [mm; judged: a push by more is a new place of the camera; derived: thirty times the error of the first
search]"""
ALONG_MM: Final = 4.0
"""Places along an edge at which the felt's end is looked for. [mm; judged: some hundred to a side]"""
STEP_ACROSS_MM: Final = 0.5
"""Steps across an edge. [mm; derived: half a pixel of the smallest picture that can be read]"""
SIDE_PART: Final = 0.84
"""Only this middle part of a side is searched. [share; derived: corners of felt are round, by 26 mm on the standard
table]"""
RUN_MM: Final = 5.0
"""Felt lies before an edge, and none beyond it, over at least this distance. [mm; judged: seams and lines are
narrower]"""
ENOUGH: Final = 0.25
"""An edge is seen if it shows at this share of the places. [share; judged: two arms and the hands of one player hide
less]"""
SLANTS: Final = np.linspace(-0.12, 0.12, 25)
"""The slants that an edge may have to where it is expected. [ratio; derived: REACHES_MM over half a side, in steps of
``LEVEL_MM`` over half a side]"""
LEVEL_MM: Final = 3.0
"""Ends of felt that differ by less lie on one level. [mm; judged: three pixels]"""
SPARE_LEVELS: Final = 40
"""A slanted edge may lie this many levels before the first place that is searched. [levels; derived: the largest slant
of half the largest table, in LEVEL_MM]"""
FELT_STEP_MM: Final = 12.0
"""The felt's colour is taken from places this far apart. [mm; judged: a thousand places]"""
MAX_OFF_PX: Final = 2.5
"""Largest error of the edges at their places, in a picture of ``USUAL_WIDTH_PX``. [px; derived: as of markers,
calibration.MAX_ERROR_PX]"""
USUAL_WIDTH_PX: Final = 1920
"""Width of the picture to which errors are referred. [px; defined]"""


@dataclass(frozen=True, slots=True)
class KnownView:
    """A camera's earlier view of the table.

    Attributes:
        view: the view of the table.
        lens: the camera's lens.
    """

    view: View
    lens: Lens


def first_view(image: Image, geometry: TableGeometry, prior: Prior | None = None) -> Calibration:
    """The view from a picture in which the table stands upright and its felt is bare along the edges.

    Args:
        image: the picture, BGR.
        geometry: the table's geometry.
        prior: earlier knowledge of the camera.

    Raises:
        NoFeltError: an edge is not seen.
        CalibrationError: a picture too small, or edges that do not fit the table.
    """
    seen = felt_sides(image).seen(geometry.felt_half, prior or Prior())
    return find_near(image, geometry, KnownView(*seen))


def find_near(image: Image, geometry: TableGeometry, known: KnownView) -> Calibration:
    """The table's view from one picture, near a known one.

    Raises:
        NoFeltError: an edge is not seen.
        CalibrationError: a picture too small, or edges that do not fit the table.
    """
    height, width = image.shape[:2]
    view = known.view
    for reach in REACHES_MM:
        solution = _solved(_edges(image, geometry, view, reach), geometry, view, known.lens, (width, height))
        view = solution.view
    off_px = _off_px(_edges(image, geometry, view, REACHES_MM[-1]), geometry, view)
    if off_px > MAX_OFF_PX * max(1.0, width / USUAL_WIDTH_PX):
        raise CalibrationError(f"the felt's edges are {off_px:.1f} px from where they should be")
    refuse_small(view, geometry)
    return Calibration(view, width, height, {}, off_px, view.px_per_mm(), solution)


def _edges(image: Image, geometry: TableGeometry, view: View, reach: float) -> list[EdgeLine]:
    """The felt's edges in each chair's frame, on the plane where the view puts the felt.

    Raises:
        NoFeltError: one is not seen.
    """
    half = geometry.felt_half
    wide = min(SIDE_PART * half, half - geometry.felt_cut)
    x = np.arange(-wide, wide, ALONG_MM)
    y = np.arange(half - reach - RUN_MM, half + reach + RUN_MM, STEP_ACROSS_MM)
    felt = replace(_felt(image, geometry, view), hue_share=SURVEYED_HUE)
    found = []
    for chair in range(CHAIRS):
        strip = _strip(image, view, chair, x, y)
        line = _end_of_felt(felt.strange(strip), x, y)
        if line is None:
            raise NoFeltError(SIDES[chair])
        found.append(line)
    return found


def _felt(image: Image, geometry: TableGeometry, view: View) -> Felt:
    """The felt's colour, from places all over it: most of them show it."""
    half = geometry.felt_half * 0.9
    places = np.arange(-half, half, FELT_STEP_MM)
    x, y = (axis.ravel() for axis in np.meshgrid(places, places))
    bare = np.maximum(abs(x), abs(y)) > geometry.centre_half
    pixels = view.points(np.column_stack([x, y, np.zeros_like(x)])[bare]).astype(np.float32)
    samples = cv2.remap(image, pixels[:, None, 0], pixels[:, None, 1], cv2.INTER_NEAREST)
    return Felt.of(np.asarray(samples, np.uint8))


def _strip(image: Image, view: View, chair: int, x: Floats, y: Floats) -> Image:
    """The picture at places of a chair's frame: a row for each y, a column for each x."""
    across, down = (axis.ravel() for axis in np.meshgrid(x, y))
    places = np.array([(*to_table(chair, a, b), 0.0) for a, b in zip(across, down, strict=True)])
    pixels = view.points(places).astype(np.float32).reshape(len(y), len(x), 2)
    return np.asarray(cv2.remap(image, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR), np.uint8)


def _end_of_felt(strange: Image, x: Floats, y: Floats) -> EdgeLine | None:
    """The line along which felt ends towards the player; None if too little of it is seen."""
    run = round(RUN_MM / STEP_ACROSS_MM)
    felt = (strange == 0).astype(np.int32)
    # How much of the run before and after each step is felt.
    sums = np.vstack([np.zeros((1, len(x)), np.int32), np.cumsum(felt, axis=0)])
    before, beyond = sums[run:-run] - sums[: -2 * run], sums[2 * run :] - sums[run:-run]
    row, column = np.nonzero((before == run) & (beyond == 0))
    at, along = y[0] + (row + run - 0.5) * STEP_ACROSS_MM, x[column]
    if not len(at):
        return None
    # Take the level and slant that most ends share: ends at sleeves and other things differ.
    level = np.rint((at - SLANTS[:, None] * along - y[0]) / LEVEL_MM).astype(np.intp) + SPARE_LEVELS
    votes = [np.bincount(each, minlength=1) for each in level]
    best = int(np.argmax([each.max() for each in votes]))
    near = np.abs(level[best] - votes[best].argmax()) <= 1
    line = fit_line(along[near], at[near])
    return None if line is None or line.points < ENOUGH * len(x) else line


def _solved(
    edges: Sequence[EdgeLine], geometry: TableGeometry, view: View, lens: Lens, size: tuple[int, int]
) -> Solution:
    """The pose, with this lens, from which the felt's corners appear where the edges meet."""
    meet = [_corner(edges, chair) for chair in range(CHAIRS)]
    seen = view.points(np.array([(*place, 0.0) for place in meet]))
    half = geometry.felt_half
    corners = np.array([to_table(chair, half, half) for chair in range(CHAIRS)])
    try:
        return solve(corners, seen, size, Prior(lens=lens))
    except UnsolvableError as error:
        raise CalibrationError(str(error)) from error


def _corner(edges: Sequence[EdgeLine], chair: int) -> tuple[float, float]:
    """Return the table-frame point where a chair's edge meets that of the next chair, at its player's right."""
    mine, next_ = edges[chair], edges[(chair + 1) % CHAIRS]
    # In the chair's frame the next chair's x runs up and its y to the right: x = at + slope * -y.
    y = (mine.at + mine.slope * next_.at) / (1 + mine.slope * next_.slope)
    x = next_.at - next_.slope * y
    return to_table(chair, x, y)


def _off_px(edges: Sequence[EdgeLine], geometry: TableGeometry, view: View) -> float:
    """Return the distance of the edges from their places (root mean square over the corners), pixels."""
    half = geometry.felt_half
    off = [
        np.subtract(_corner(edges, chair), to_table(chair, half, half)) * view.px_per_mm()
        for chair in range(CHAIRS)
    ]
    return float(np.sqrt((np.array(off) ** 2).mean()))
