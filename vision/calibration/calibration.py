"""Finds the table in a picture by the markers on its rim, and with it the view of every plane above the felt.

An error in the camera's height shifts the tops of tiles by up to 5 mm, and one picture hardly tells the height
(``solving``). A lens measured with a board, or a height measured with a ruler, makes it exact.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.calibration.camera_file import CameraFile
from vision.calibration.solving import UNKNOWNS, Prior, Solution, UnsolvableError, solve
from vision.geometry import TableGeometry
from vision.lens import Floats, Image, View

MIN_MARKERS: Final = 4
"""This many markers are needed to find the table. [markers; derived: 32 numbers for nine unknowns, so that one marker
in a wrong place shows]"""
MIN_KEPT_MARKERS: Final = 2
"""This many markers are enough to know that the camera hangs where it was calibrated. [markers; derived: a pose has
six unknowns, a marker gives eight numbers; the second confirms the first]"""
MAX_ERROR_PX: Final = 2.5
"""Largest error of markers at their places, in a picture of ``USUAL_WIDTH_PX``; more in larger ones. [px; derived:
1.5 mm of the felt, a marker glued on by hand]"""
USUAL_WIDTH_PX: Final = 1920
"""Width of the picture to which errors are referred. [px; defined]"""
MIN_PX_PER_MM: Final = 1.0
"""Below this, a tile is less than 28 pixels tall and is not named reliably. [px/mm; derived: the network is trained
on tiles from 28 pixels on, INSTALLED in tools/training/shots.py]"""
DETECT_WIDTH_PX: Final = 2600
"""Markers are detected in a picture of at most this width; their corners are then found in the whole one. [px;
judged: larger pictures cost more and show no more markers]"""
MARKER_CELLS: Final = 6
"""Cells across a marker, its black border counted. [cells; defined: DICT_4X4]"""
CORNER_CELLS: Final = 0.4
"""A corner is refined within this much of a cell. [cells; judged: the next cell's corners stay out of it]"""
RULER_MM: Final = 10.0
"""Standard deviation of a height measured with a ruler. [mm; judged: the lens is inside a case, and a table's felt is
not level]"""
NO_HEIGHT_MM: Final = 1e4
"""Standard deviation of an unknown height. [mm; derived: seven times the usual height, so that it
weighs nothing]"""
ASIDE_MM: Final = 200.0
"""The loss of likelihood is measured at this distance from the likeliest height. [mm; derived: far beyond RULER_MM,
where the cost has risen clearly]"""

PLANE: Final = 2
"""Rank of points that do not all lie on one line: only such points determine a plane. [count; defined]"""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The table as found in a picture.

    Attributes:
        width, height: the picture's size, pixels.
        corners: the corners of each visible marker, by id (4 by 2, pixels).
        error_px: root mean square error of the markers' corners in this view.
        px_per_mm: the scale in the table's centre.
        solution: the camera in full.
        odd: markers out of place, which the view ignores.
    """

    view: View
    width: int
    height: int
    corners: Mapping[int, Floats]
    error_px: float
    px_per_mm: float
    solution: Solution
    odd: tuple[int, ...] = ()

    @property
    def markers(self) -> int:
        """The number of markers that were seen."""
        return len(self.corners)


class CalibrationError(ValueError):
    """The table cannot be found in the picture; the text says why."""


def find_table(image: Image, geometry: TableGeometry, prior: Prior | None = None) -> Calibration:
    """Find the table's view in one picture.

    Args:
        image: the picture, BGR.
        geometry: the table's geometry.
        prior: earlier knowledge of the camera.

    Raises:
        CalibrationError: too few markers, a picture that is too small, or markers that do not fit the table.
    """
    height, width = image.shape[:2]
    seen = detect_markers(image, geometry)
    wanted = {marker.id for marker in geometry.markers}
    corners = {number: place for number, place in seen.items() if number in wanted}
    if len(corners) < MIN_MARKERS:
        why = f"{len(corners)} of {len(wanted)} markers seen, {MIN_MARKERS} needed"
        if strange := sorted(set(seen) - wanted):
            why += f"; markers {', '.join(map(str, strange))} are those of another table"
        raise CalibrationError(why)
    return view_from_markers(corners, geometry, (width, height), prior)


def view_from_markers(
    corners: Mapping[int, Floats], geometry: TableGeometry, size: tuple[int, int], prior: Prior | None = None
) -> Calibration:
    """Compute the table's view from its markers' corners (4 by 2 each, by id) in a picture of ``size``.

    Raises:
        CalibrationError: a picture that is too small, or markers that do not fit the table.
    """
    found = _fit(corners, geometry, size, prior)
    most_px = MAX_ERROR_PX * max(1.0, size[0] / USUAL_WIDTH_PX)
    if found.error_px > most_px and len(corners) > MIN_MARKERS + 1:
        found = min(
            (
                replace(
                    _fit(_without(corners, number), geometry, size, prior), odd=(number,), corners=corners
                )
                for number in corners
            ),
            key=lambda one: one.error_px,
        )
    if found.error_px > most_px:
        raise CalibrationError(f"the markers are {found.error_px:.1f} px from where they should be")
    refuse_small(found.view, geometry)
    return found


@dataclass(frozen=True, slots=True)
class HeightCheck:
    """The markers' own estimate of a height that was measured.

    Attributes:
        says_mm: the camera's height by the markers.
        spread_mm: its standard deviation, infinite for a camera that looks straight down.
        against: the evidence against the measured height (twice the log-likelihood).
    """

    says_mm: float
    spread_mm: float
    against: float


def check_height(
    corners: Mapping[int, Floats], geometry: TableGeometry, size: tuple[int, int], height_mm: float
) -> HeightCheck:
    """Check a measured height against the markers' corners, as given to ``view_from_markers``.

    Raises:
        CalibrationError: the markers do not fit the table at any height.
    """
    anywhere = Prior(height_mm, NO_HEIGHT_MM, (height_mm, *Prior().starts_mm))
    free = view_from_markers(corners, geometry, size, anywhere)
    good = {number: place for number, place in corners.items() if number not in free.odd}
    says_mm = free.view.camera()[2]

    def cost(at_mm: float) -> float:
        return _fit(good, geometry, size, Prior(at_mm, RULER_MM, (at_mm,))).solution.cost

    # Misplaced markers make every conclusion less certain.
    doubt = max(1.0, free.solution.cost / (sum(place.size for place in good.values()) - UNKNOWNS))
    against = max(0.0, cost(height_mm) - free.solution.cost) / doubt
    rises = max(1e-6, cost(says_mm + ASIDE_MM) - free.solution.cost) / doubt
    return HeightCheck(says_mm, ASIDE_MM / rises**0.5, against)


def view_as_kept(
    corners: Mapping[int, Floats], geometry: TableGeometry, kept: CameraFile
) -> Calibration | None:
    """Return the stored calibration if at least two markers are visible and all lie where it predicts, else None."""
    view, pose = kept.view(), kept.pose
    if view is None or pose is None or len(corners) < MIN_KEPT_MARKERS:
        return None
    by_id = {marker.id: marker for marker in geometry.markers}
    table = np.vstack([by_id[number].corners() for number in corners])
    off = view.points(np.column_stack([table, np.zeros(len(table))])) - np.vstack(list(corners.values()))
    errors = np.linalg.norm(off, axis=1)
    if errors.max() > MAX_ERROR_PX * max(1.0, kept.width / USUAL_WIDTH_PX):
        return None
    solution = Solution(view, kept.lens, pose.rotation, pose.translation, errors, 0.0)
    return Calibration(
        view, kept.width, kept.height, dict(corners), solution.error_px, view.px_per_mm(), solution
    )


def _without(corners: Mapping[int, Floats], left_out: int) -> dict[int, Floats]:
    return {number: place for number, place in corners.items() if number != left_out}


def _fit(
    corners: Mapping[int, Floats], geometry: TableGeometry, size: tuple[int, int], prior: Prior | None
) -> Calibration:
    by_id = {marker.id: marker for marker in geometry.markers}
    table = np.vstack([by_id[number].corners() for number in corners])
    picture = np.vstack(list(corners.values()))
    if np.linalg.matrix_rank(table - table.mean(axis=0), tol=geometry.felt_half / 2) < PLANE:
        raise CalibrationError("the markers seen lie on one side of the table")
    try:
        solution = solve(table, picture, size, prior)
    except UnsolvableError as error:
        raise CalibrationError(str(error)) from error
    view = solution.view
    return Calibration(view, *size, dict(corners), solution.error_px, view.px_per_mm(), solution)


def refuse_small(view: View, geometry: TableGeometry) -> None:
    """Refuse a view in which tiles are too small to be named.

    Raises:
        CalibrationError: tiles are too small.
    """
    least = _least_scale(view, geometry)
    if least < MIN_PX_PER_MM:
        raise CalibrationError(
            f"{least:.2f} pixels to the millimetre where tiles look smallest, {MIN_PX_PER_MM} needed "
            f"(a tile is {least * geometry.tile.length:.0f} px tall): take larger pictures, zoom in or hang the "
            f"camera lower"
        )


def _least_scale(view: View, geometry: TableGeometry) -> float:
    """Pixels per millimetre at the place where readable tiles look smallest."""
    reach = geometry.hand.centre_y + geometry.tile.length / 2
    side = geometry.meld.right_x
    places = [(x, y) for x in (-side, 0.0, side) for y in (-reach, 0.0, reach)]
    places += [(y, x) for x, y in places]
    return min(view.px_per_mm(x, y, geometry.tile_top) for x, y in places)


def find_markers(image: Image, geometry: TableGeometry) -> dict[int, Floats]:
    """Corners (4 by 2, pixels) of the table's markers seen in a picture, by id."""
    wanted = {marker.id for marker in geometry.markers}
    seen = detect_markers(image, geometry)
    return {number: corners for number, corners in seen.items() if number in wanted}


def detect_markers(image: Image, geometry: TableGeometry) -> dict[int, Floats]:
    """Corners (4 by 2, pixels) of all markers of the table's dictionary in a picture, by id."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.adaptiveThreshWinSizeMin = 13
    parameters.adaptiveThreshWinSizeMax = 33
    parameters.adaptiveThreshWinSizeStep = 20
    parameters.minMarkerPerimeterRate = 0.04
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, geometry.dictionary))
    detector = cv2.aruco.ArucoDetector(dictionary, parameters)
    shrink = -(-grey.shape[1] // DETECT_WIDTH_PX)
    searched = grey
    if shrink > 1:
        size = (grey.shape[1] // shrink, grey.shape[0] // shrink)
        searched = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
    found, ids, _ = detector.detectMarkers(searched)
    if ids is None:
        return {}
    seen = {
        int(number): np.asarray(corners, np.float64).reshape(4, 2)
        for number, corners in zip(ids.ravel(), found, strict=True)
    }
    if shrink > 1:
        return {number: _sharpened(grey, (corners + 0.5) * shrink - 0.5) for number, corners in seen.items()}
    return seen


def _sharpened(grey: Image, corners: Floats) -> Floats:
    """Corners found in a reduced picture, refined in the whole one."""
    side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min())
    reach = max(2, round(CORNER_CELLS * side / MARKER_CELLS))
    enough = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 30, 0.02)
    places = corners.astype(np.float32).reshape(-1, 1, 2)
    return np.asarray(cv2.cornerSubPix(grey, places, (reach, reach), (-1, -1), enough), np.float64).reshape(
        4, 2
    )
