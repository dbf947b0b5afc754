"""Finds the view of a table from the four corners of one square, for every plane above the felt.

The principal point is assumed in the middle of the picture, and pixels are assumed square. Then a square seen obliquely
determines the focal length. Seen from straight above it does not, and a phone's usual focal length is assumed.
"""

from typing import Final

import cv2
import numpy as np

from vision.lens import Floats, View

SQUARE: Final = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
"""Corners of the square whose corners are given. [sides; defined]"""
USUAL_FOCAL: Final = 0.8
"""Usual focal length in longer sides of the picture: a phone's main camera (26 to 30 mm on film of 36 mm). [longer
sides; derived: 28 of 36 mm]"""
FOCAL_SPREAD: Final = 0.3
"""Standard deviation of its logarithm. [log; judged: phones' other lenses are within two of it]"""
TRIED_FOCALS: Final = np.geomspace(0.35, 4.0, 40)
"""Focal lengths that are tried. [longer sides; derived: from a wide-angle to a telephoto lens, FOCAL_LIMITS of
level.py]"""
CORNER_SPREAD: Final = 0.0015
"""Corners are placed by hand: their usual error as a share of the picture's longer side. [share of the longer side;
judged: 6 pixels of 4000]"""

LEAST_AREA_PX: Final = 400
"""The corners enclose at least this area, the size of a single readable tile. [px²; derived: 20 by 20]"""


class CornersError(ValueError):
    """The four corners cannot be those of a square; the text says why."""


def checked_corners(corners: Floats) -> Floats:
    """The corners (4 by 2), if they can be a square's: left top first and clockwise.

    Raises:
        CornersError: the corners are not four, not convex, the wrong way round, or too close together.
    """
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise CornersError(f"four corners x,y are needed, not {len(corners)}")
    turns = []
    for index in range(4):
        before, here, after = corners[index - 1], corners[index], corners[(index + 1) % 4]
        one, two = here - before, after - here
        turns.append(float(one[0] * two[1] - one[1] * two[0]))
    if all(turn < 0 for turn in turns):
        raise CornersError(
            "the corners run counter-clockwise: left top, right top, right bottom, left bottom"
        )
    if not all(turn > 0 for turn in turns):
        raise CornersError("the corners make no convex figure in the order they are given")
    if float(cv2.contourArea(corners.astype(np.float32))) < LEAST_AREA_PX:
        raise CornersError("the corners lie too close together to see a tile between them")
    return corners


def view_of_square(corners: Floats, size: tuple[int, int]) -> View:
    """The view of a table whose unit is the side of the square, and whose origin is its middle.

    Args:
        corners: the square's corners in the picture, left top first and clockwise.
        size: the columns and rows of the picture.

    Raises:
        CornersError: no camera sees a square like this.
    """
    checked_corners(corners)
    longer = max(size)
    flat = np.column_stack([SQUARE, np.zeros(4)])
    best: tuple[float, View] | None = None
    for share in TRIED_FOCALS:
        focal = share * longer
        inner = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1]])
        view = _posed(flat, corners, inner)
        if view is None or view.camera()[2] <= 0:
            continue
        off = float(((view.points(flat) - corners) ** 2).sum()) / (CORNER_SPREAD * longer) ** 2
        cost = off + (np.log(share / USUAL_FOCAL) / FOCAL_SPREAD) ** 2
        if best is None or cost < best[0]:
            best = (cost, view)
    if best is None:
        raise CornersError("no camera above the table sees a square like this")
    return _exact(best[1], corners)


def _posed(flat: Floats, corners: Floats, inner: Floats) -> View | None:
    """The best-fitting view for one focal length; finer steps fail where the camera hangs exactly above."""
    felt = cv2.getPerspectiveTransform(SQUARE.astype(np.float32), corners.astype(np.float32))
    right, down, shift = np.linalg.solve(inner, felt).T
    size = (np.linalg.norm(right) + np.linalg.norm(down)) / 2 * np.sign(shift[2])
    sides, _, axes = np.linalg.svd(np.column_stack([right, down]) / size, full_matrices=False)
    straight = sides @ axes
    rotation = np.column_stack([straight, np.cross(straight[:, 0], straight[:, 1])])
    shift = shift / size
    turn, _ = cv2.Rodrigues(rotation)
    good, finer, moved = cv2.solvePnP(
        flat,
        corners,
        inner,
        None,
        turn.copy(),
        shift.copy().reshape(3, 1),
        useExtrinsicGuess=True,
        flags=cv2.SOLVEPNP_ITERATIVE,
    )
    if good and np.isfinite(finer).all() and np.isfinite(moved).all():
        rotation, shift = cv2.Rodrigues(finer)[0], moved.ravel()
    return View.from_pose(inner, rotation, shift) if np.isfinite(shift).all() else None


def _exact(view: View, corners: Floats) -> View:
    """The view, corrected so that the corners fit exactly on the felt; heights are kept."""
    source = SQUARE.astype(np.float32)
    felt = cv2.getPerspectiveTransform(source, corners.astype(np.float32)).astype(float)
    felt *= (
        np.linalg.norm(view.plane(0.0)) / np.linalg.norm(felt) * np.sign(view.plane(0.0)[2, 2] * felt[2, 2])
    )
    matrix = view.matrix.copy()
    matrix[:, 0], matrix[:, 1], matrix[:, 3] = felt[:, 0], felt[:, 1], felt[:, 2]
    return View(matrix)


def in_units(view: View, unit: float) -> View:
    """The same view with lengths measured in ``unit``."""
    return View(view.matrix @ np.diag([unit, unit, unit, 1.0]))
