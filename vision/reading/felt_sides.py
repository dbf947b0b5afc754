"""Finds a table without markers by the four sides of its bare felt.

The felt is a square, or an octagon with four sides along a square's. The picture shows it upright.
"""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.calibration import CalibrationError
from vision.calibration.lines import STRAY, fit_line, robust_line
from vision.calibration.solving import BEND_SPREAD, UNKNOWNS, Prior, Solution, UnsolvableError, solve
from vision.lens import Floats, Image, Lens, View
from vision.reading.felt import BRIGHTEST, DARKEST, Felt, parts_of

RING: Final = (0.13, 0.25)
"""Felt is expected in this ring around the picture's middle; radii as shares of its shorter side. [share; derived: 0.18
to 0.5 of the felt's half, where the felt fills half to all of the picture]"""
SURVEYED_HUE: Final = 0.1
"""felt.HUE_SHARE for a bare table: no thing lies there that could tint the felt. [share; derived: half of
felt.HUE_SHARE]"""
LIGHTS: Final = ((DARKEST, BRIGHTEST), (0.6, 1.2))
"""The least and greatest brightness of felt on a table, tried in this order: under any lamp, and in even light, where a
grey rim or floor differs from grey cloth in brightness alone. [share of the usual felt; judged: a rim's shadow leaves
0.6; woven cloth in even light was 0.87 to 1.16]"""
STRAIGHT_DEG: Final = 12.0
"""A part of the felt's outline belongs to a side if their directions differ by less than this. [degrees; judged: tilted
cameras and bent lenses turn sides by less, an octagon's other sides are 45 off]"""
EVERY: Final = 3
"""One point of an outline in this many is examined. [points; judged: neighbours are alike]"""
ALONG: Final = 8
"""Points of an outline this far apart give its direction. [points; judged: 24 px, longer than the steps of pixels]"""
NEAR_HULL_PX: Final = 12.0
"""Points of a side lie no deeper than this within the outline's hull. [px; judged: a bent lens makes a side hollow by
less; what covers an edge is deeper]"""
FITTED_POINTS: Final = 60
"""A side is fitted to this many points. [points; judged: nine unknowns, and noise of half a pixel]"""
SIDE_POINTS: Final = 30
"""A side is seen if at least this many points of the outline lie on it. [points; judged: a twentieth of a usual
side]"""
OUTERMOST: Final = 0.7
"""Points of a side are at least this far out. [share of the farthest; derived: a tilted camera sees one side nearer]"""
EDGE_SPREAD_PX: Final = 0.7
"""Standard deviation of a point of the outline. [px; derived: a whole pixel, and the mask's error]"""
BEND_STEPS: Final = 20
"""Steps in which the lens is fitted to the felt's sides. [steps; judged: it settles before]"""
STEP: Final = 1e-6
"""Step of numerical derivatives. [1; derived: far above a double's rounding]"""
SIDES: Final = ("bottom", "right", "top", "left")
"""The sides of a picture in the order of the chairs. [names; defined]"""


@dataclass(frozen=True, slots=True)
class FeltSides:
    """Points on each of the felt's four sides in a picture (n by 2, pixels), in the order of the chairs."""

    points: tuple[Floats, ...]
    size: tuple[int, int]

    def seen(self, felt_half: float, prior: Prior) -> tuple[View, Lens]:
        """The view and the lens if the felt is ``felt_half`` millimetres; a lens that is known is kept."""
        start = self._start(felt_half, prior)
        if prior.lens is not None:
            return start.view, prior.lens
        view, _ = self._fitted(start, felt_half, prior)
        return view, view.lens or start.lens

    def view(self, felt_half: float, prior: Prior) -> tuple[View, float]:
        """The view if the felt is ``felt_half`` millimetres, and how crooked its sides are in it (pixels)."""
        return self._fitted(self._start(felt_half, prior), felt_half, prior)

    def _start(self, felt_half: float, prior: Prior) -> Solution:
        """The view by the felt's corners.

        Raises:
            CalibrationError: no camera sees them like this.
        """
        corners = _corners(self.points)
        square = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)], float) * felt_half
        # Chair by chair, each side's corner on its player's right.
        table = square[[1, 2, 3, 0]]
        try:
            return solve(table, corners, self.size, prior)
        except UnsolvableError as error:
            raise CalibrationError(str(error)) from error

    def _fitted(self, start: Solution, felt_half: float, prior: Prior) -> tuple[View, float]:
        """Gauss and Newton's method on the points' distances from their sides."""
        lens = start.lens
        now = np.array([np.log(lens.focal[0]), *start.rotation, *start.translation, lens.k1, lens.k2])
        for _ in range(BEND_STEPS):
            residuals = self._residuals(now, felt_half, prior)
            slopes = np.column_stack(
                [
                    (self._residuals(now + aside, felt_half, prior) - residuals) / STEP
                    for aside in STEP * np.eye(UNKNOWNS)
                ]
            )
            step, *_ = np.linalg.lstsq(slopes, residuals, rcond=None)
            then = now - step
            if not np.isfinite(then).all() or _square(self._residuals(then, felt_half, prior)) >= _square(
                residuals
            ):
                break
            now = then
        edge = self._residuals(now, felt_half, prior)[: sum(map(len, self.points))] * EDGE_SPREAD_PX
        return self._view(now), float(np.sqrt((edge**2).mean()))

    def _view(self, unknowns: Floats) -> View:
        focal = float(np.exp(unknowns[0]))
        centre = ((self.size[0] - 1) / 2, (self.size[1] - 1) / 2)
        lens = Lens((focal, focal), centre, float(unknowns[7]), float(unknowns[8]))
        turn, _ = cv2.Rodrigues(unknowns[1:4])
        return View.from_pose(lens.matrix(), turn, unknowns[4:7], lens)

    def _residuals(self, unknowns: Floats, felt_half: float, prior: Prior) -> Floats:
        """Distances of the points from their sides, and of the unknowns from likely values, in standard deviations."""
        view = self._view(unknowns)
        scale = view.px_per_mm() / EDGE_SPREAD_PX
        off = []
        for chair, points in enumerate(self.points):
            x, y = view.to_plane(points, 0.0).T
            off.append(((y, x, -y, -x)[chair] - felt_half) * scale)
        likely = [
            (view.camera()[2] - prior.height_mm) / prior.height_spread_mm,
            unknowns[7] / BEND_SPREAD[0],
            unknowns[8] / BEND_SPREAD[1],
        ]
        return np.concatenate([*off, likely])


def _square(residuals: Floats) -> float:
    return float(residuals @ residuals)


class NoFeltError(CalibrationError):
    """The felt is not in the picture, or not whole.

    Attributes:
        side: the side of the picture on which its edge is missing; empty if there is no felt at all.
    """

    def __init__(self, side: str = "") -> None:
        super().__init__(f"no felt edge on the {side}" if side else "no felt in the middle of the picture")
        self.side = side


def surveyed_felt(samples: Image, light: tuple[float, float] = LIGHTS[0]) -> Felt:
    """The felt of a bare table from samples most of which show it, in one of the ``LIGHTS``."""
    darkest, brightest = light
    return replace(Felt.of(samples), hue_share=SURVEYED_HUE, brightest=brightest, darkest=darkest)


def outline_of_felt(bare: Image) -> NDArray[np.int32]:
    """The outline of the part with the most pixels in a mask of possible felt.

    A line around the rim, where its edge is blurred into a dark floor, may enclose more, but has fewer.
    """
    labels, areas = parts_of(bare)
    most = ((labels == 1 + areas[1:].argmax()) * 255).astype(np.uint8)
    (outline, *_), _ = cv2.findContours(most, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(outline, np.int32)


def felt_sides(picture: Image, light: tuple[float, float] = LIGHTS[0]) -> FeltSides:
    """The felt's sides in a picture of the bare table that stands upright in it.

    Args:
        picture: a picture of the table.
        light: the light on the table, one of the ``LIGHTS``.

    Raises:
        NoFeltError: there is no felt around the picture's middle, or one of its sides is not seen.
    """
    height, width = picture.shape[:2]
    x, y = np.arange(width) - width / 2, np.arange(height)[:, None] - height / 2
    away = np.hypot(x, y) / min(width, height)
    felt = surveyed_felt(picture[(away > RING[0]) & (away < RING[1])], light)
    mask = np.asarray(cv2.bitwise_not(felt.strange(picture)), np.uint8)
    if not mask.any():
        raise NoFeltError
    largest = outline_of_felt(mask)
    if cv2.contourArea(largest) < (RING[1] * min(width, height)) ** 2:
        raise NoFeltError
    hull = np.asarray(cv2.convexHull(largest), np.float32)
    outline = _on_hull(np.asarray(largest, np.float64).reshape(-1, 2)[::EVERY], hull)
    return FeltSides(_sides_of(outline, (width, height)), (width, height))


def _on_hull(outline: Floats, hull: NDArray[np.float32]) -> Floats:
    """The points of an outline that lie near its hull: a glare on the felt's edge is a dent."""
    inside = [cv2.pointPolygonTest(hull, (float(x), float(y)), True) for x, y in outline]
    return outline[np.array(inside) < NEAR_HULL_PX]


def _sides_of(outline: Floats, size: tuple[int, int]) -> tuple[Floats, ...]:
    """The points of an outline on each side, those at the picture's border left out."""
    _, _, turned = cv2.minAreaRect(outline.astype(np.float32))
    turned = (turned + 45) % 90 - 45
    ahead = np.roll(outline, -ALONG, axis=0) - np.roll(outline, ALONG, axis=0)
    middle = outline.mean(axis=0)
    edge = (outline > 1).all(axis=1) & (outline < np.array(size) - 2).all(axis=1)
    sides = []
    for chair, side in enumerate(SIDES):
        out = np.deg2rad(turned + (90, 0, -90, 180)[chair])
        normal, along = np.array([np.cos(out), np.sin(out)]), np.array([-np.sin(out), np.cos(out)])
        level = np.abs(ahead @ normal) < np.tan(np.deg2rad(STRAIGHT_DEG)) * np.abs(ahead @ along)
        outward = (outline - middle) @ normal
        mine = outline[level & edge & (outward > OUTERMOST * outward.max())]
        if len(mine) < SIDE_POINTS:
            raise NoFeltError(side)
        sides.append(_near_line(mine, normal, along))
    return tuple(sides)


def _near_line(points: Floats, normal: Floats, along: Floats) -> Floats:
    """The points that lie on one line or, under a lens, near it."""
    x, y = points @ along, points @ normal
    line = fit_line(x, y)
    if line is not None:
        points = points[np.abs(y - line.at - line.slope * x) < max(NEAR_HULL_PX, STRAY * line.residual)]
    return points[:: max(1, len(points) // FITTED_POINTS)]


def _corners(sides: tuple[Floats, ...]) -> Floats:
    """Return the points where each side meets the one on its player's right (4 by 2, pixels)."""
    lines = [robust_line(points) for points in sides]
    corners = []
    for chair, (ax, ay, px, py) in enumerate(lines):
        bx, by, qx, qy = lines[(chair + 1) % len(lines)]
        along = np.linalg.solve(np.array([[ax, -bx], [ay, -by]]), np.array([qx - px, qy - py]))[0]
        corners.append((px + along * ax, py + along * ay))
    return np.array(corners, float)
