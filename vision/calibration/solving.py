"""Computes the camera's pose, focal length and lens from markers, to the extent that one plane determines them.

One picture of a flat table hardly shows how high the camera hangs: height and focal length trade against each other
unless the camera is tilted. So the solver weighs the evidence together with prior knowledge of cameras and lenses. The
Levenberg-Marquardt method finds the likeliest camera, starting from several heights and from both poses that a plane
allows.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Floats, Lens, View

CORNER_SPREAD_PX: Final = 0.4
"""Standard deviation of a marker's corner as found. [px; judged: OpenCV refines corners to some tenths of a pixel]"""
FOCAL, TURN, SHIFT, BEND = 0, slice(1, 4), slice(4, 7), slice(7, 9)
"""The indices of the unknowns: logarithm of the focal length, rotation, translation, k1 and k2."""
UNKNOWNS: Final = 9
"""Pose (6), focal length, k1 and k2. [count; defined]"""
STEPS: Final = 25
"""Most steps of the search. [steps; judged: it settles long before]"""
DAMPING: Final = 1e-3
"""First damping of Levenberg and Marquardt's method. [share; judged: usual]"""
DAMPING_STEP: Final = 10
"""The damping grows by this factor after a step that fails, and falls by it after one that succeeds. [times; judged:
usual]"""
SETTLED: Final = 1e-3
"""The search ends with a step that lowers the cost by less. [cost; derived: a thousandth of a standard deviation's
cost]"""
LIKE_PX: Final = 3.0
"""A plane allows two poses; the second is tried only if its error exceeds the first one's by at most this. [px;
derived: above the largest error of a calibration that is accepted, calibration.MAX_ERROR_PX]"""
BEND_SPREAD: Final = (0.12, 0.04)
"""Standard deviations of k1 and k2 among usual lenses. [1; judged: lenses of 2.8 to 8 mm bend this much]"""
BEND_WORTH: Final = 12.0
"""k1 and k2 are accepted only if they lower the cost (twice the log-likelihood) by this much. [log-likelihood;
judged: three times the 4 by which Akaike's criterion charges two parameters]"""
NUDGE: Final = 1e-6
"""Step of numerical derivatives. [1; derived: far above a double's rounding, far below every unknown's spread]"""
LARGEST_RATIO: Final = 1.5
"""The limit of the focal length's move from its start, as a logarithm. [log; derived: a factor of 4.5 covers every
lens that fits a table]"""

MOST_DAMPING: Final = 1e8
"""The search ends at this damping, which makes steps smaller than a double's precision. [share; derived: precision of a
double]"""


class UnsolvableError(ValueError):
    """No camera can see the points in these places."""


@dataclass(frozen=True, slots=True)
class Prior:
    """Earlier knowledge of the camera.

    Attributes:
        height_mm, height_spread_mm: the height above the felt, and its standard deviation.
        starts_mm: the heights to start from.
        lens: the camera's inner geometry if known; then only the pose is computed.
    """

    height_mm: float = 1450.0
    height_spread_mm: float = 250.0
    starts_mm: tuple[float, ...] = (1450.0, 800.0)
    lens: Lens | None = None


@dataclass(frozen=True, slots=True)
class Solution:
    """A camera.

    Attributes:
        errors_px: each point's distance from the place where this camera would see it.
        cost: minus twice the logarithm of its likelihood, up to a constant.
    """

    view: View
    lens: Lens
    rotation: tuple[float, float, float]
    translation: tuple[float, float, float]
    errors_px: Floats
    cost: float

    @property
    def error_px(self) -> float:
        """Root mean square of ``errors_px``."""
        return float(np.sqrt((self.errors_px**2).mean()))


def solve(table: Floats, picture: Floats, size: tuple[int, int], prior: Prior | None = None) -> Solution:
    """Find the likeliest camera.

    Args:
        table: the points on the felt's plane (n by 2, millimetres).
        picture: the same points in the picture (n by 2, pixels).
        size: the picture's width and height.
        prior: the earlier knowledge.

    Raises:
        UnsolvableError: no pose fits the points.
    """
    prior = prior or Prior()
    problem = _Problem(table, picture, size, prior)
    if prior.lens is not None:
        return problem.best(free=[TURN, SHIFT])
    plain = problem.best(free=[slice(FOCAL, FOCAL + 1), TURN, SHIFT], starts=1)
    bent = problem.best(free=[slice(0, UNKNOWNS)])
    return bent if plain.cost - bent.cost > BEND_WORTH else plain


class _Problem:
    """The points to fit, and the prior."""

    def __init__(self, table: Floats, picture: Floats, size: tuple[int, int], prior: Prior) -> None:
        self.flat = np.column_stack([table, np.zeros(len(table))])
        self.picture = picture
        self.prior = prior
        self.centre = ((size[0] - 1) / 2, (size[1] - 1) / 2)
        homography, _ = cv2.findHomography(table, picture)
        if homography is None:
            raise UnsolvableError("the points lie as on no plane")
        view = View(np.column_stack([homography[:, :2], np.zeros(3), homography[:, 2]]))
        middle = table.mean(axis=0)
        self.scale = view.px_per_mm(float(middle[0]), float(middle[1]))

    def best(self, free: list[slice], starts: int = 2) -> Solution:
        """Return the best camera from the first ``starts`` heights; only the unknowns in ``free`` change."""
        unknown = np.zeros(UNKNOWNS, bool)
        for part in free:
            unknown[part] = True
        ends = [self._descend(start, unknown) for start in self._starts(starts)]
        if not ends:
            raise UnsolvableError("no pose of a camera fits the points")
        return self._solution(min(ends, key=self._cost))

    def _starts(self, heights: int) -> list[Floats]:
        starts = []
        lens = self.prior.lens
        for height in self.prior.starts_mm[:heights] if lens is None else (0.0,):
            focal = self.scale * height if lens is None else lens.focal[0]
            seen = self.picture if lens is None else lens.undistort(self.picture)
            _, turns, shifts, errors = cv2.solvePnPGeneric(
                self.flat, seen, self._matrix(focal), None, flags=cv2.SOLVEPNP_IPPE
            )
            for turn, shift, error in zip(turns, shifts, np.ravel(errors), strict=True):
                if error > np.min(errors) + LIKE_PX:
                    continue
                start = np.zeros(UNKNOWNS)
                start[FOCAL] = np.log(focal)
                start[TURN], start[SHIFT] = turn.ravel(), shift.ravel()
                if np.isfinite(start).all() and start[SHIFT][2] > 0:
                    starts.append(start)
        return starts

    def _matrix(self, focal: float) -> Floats:
        lens = self.prior.lens
        if lens is not None:
            return lens.matrix()
        return np.array([[focal, 0, self.centre[0]], [0, focal, self.centre[1]], [0, 0, 1.0]])

    def _bend(self, unknowns: Floats) -> Floats:
        lens = self.prior.lens
        return np.array([*unknowns[BEND], 0.0, 0.0, 0.0]) if lens is None else lens.coefficients()

    def _likely(self, unknowns: Floats) -> Floats:
        """Return the distances of the unknowns from their likely values, in standard deviations."""
        if self.prior.lens is not None:
            return np.zeros(0)
        turn, _ = cv2.Rodrigues(unknowns[TURN])
        height = float((turn.T @ unknowns[SHIFT])[2])
        return np.array(
            [
                (height - self.prior.height_mm) / self.prior.height_spread_mm,
                unknowns[BEND][0] / BEND_SPREAD[0],
                unknowns[BEND][1] / BEND_SPREAD[1],
            ]
        )

    def _residuals(self, unknowns: Floats) -> tuple[Floats, Floats]:
        """The residuals to be minimised, and their derivatives by each unknown."""
        focal = float(np.exp(unknowns[FOCAL]))
        seen, slopes = cv2.projectPoints(
            self.flat, unknowns[TURN], unknowns[SHIFT], self._matrix(focal), self._bend(unknowns)
        )
        change = np.zeros((2 * len(self.flat), UNKNOWNS))
        change[:, TURN], change[:, SHIFT] = slopes[:, 0:3], slopes[:, 3:6]
        change[:, FOCAL] = (slopes[:, 6] + slopes[:, 7]) * focal
        change[:, BEND] = slopes[:, 10:12]
        likely = self._likely(unknowns)
        nudged = np.zeros((len(likely), UNKNOWNS))
        if len(likely):
            for index in range(1, UNKNOWNS):
                aside = unknowns.copy()
                aside[index] += NUDGE
                nudged[:, index] = (self._likely(aside) - likely) / NUDGE
        off = (seen.reshape(-1, 2) - self.picture).ravel() / CORNER_SPREAD_PX
        return np.concatenate([off, likely]), np.vstack([change / CORNER_SPREAD_PX, nudged])

    def _cost(self, unknowns: Floats) -> float:
        residuals, _ = self._residuals(unknowns)
        return float(residuals @ residuals)

    def _descend(self, start: Floats, unknown: NDArray[np.bool_]) -> Floats:
        now, damping = start, DAMPING
        residuals, change = self._residuals(now)
        cost = float(residuals @ residuals)
        for _ in range(STEPS):
            part = change[:, unknown]
            square = part.T @ part
            square[np.diag_indices_from(square)] *= 1 + damping
            then = now.copy()
            try:
                then[unknown] -= np.linalg.solve(square, part.T @ residuals)
            except np.linalg.LinAlgError:
                break
            if not np.isfinite(then).all() or abs(then[FOCAL] - start[FOCAL]) > LARGEST_RATIO:
                break
            residuals_then, change_then = self._residuals(then)
            cost_then = float(residuals_then @ residuals_then)
            if not cost_then < cost:
                damping *= DAMPING_STEP
                if damping > MOST_DAMPING:
                    break
                continue
            gained = cost - cost_then
            now, residuals, change, cost = then, residuals_then, change_then, cost_then
            damping = max(damping / DAMPING_STEP, 1e-9)
            if gained < SETTLED:
                break
        return now

    def _solution(self, unknowns: Floats) -> Solution:
        matrix = self._matrix(float(np.exp(unknowns[FOCAL])))
        k1, k2, p1, p2, k3 = (float(value) for value in self._bend(unknowns))
        lens = Lens(
            (float(matrix[0, 0]), float(matrix[1, 1])),
            (float(matrix[0, 2]), float(matrix[1, 2])),
            k1, k2, p1, p2, k3,
        )  # fmt: skip
        turn, _ = cv2.Rodrigues(unknowns[TURN])
        view = View.from_pose(matrix, turn, unknowns[SHIFT], lens if lens.coefficients().any() else None)
        errors = np.linalg.norm(view.points(self.flat) - self.picture, axis=1)
        a, b, c = (float(value) for value in unknowns[TURN])
        x, y, z = (float(value) for value in unknowns[SHIFT])
        return Solution(view, lens, (a, b, c), (x, y, z), errors, self._cost(unknowns))
