"""Finds the table in a picture by the markers on its rim, and with it the view of every plane above the felt.

One picture of a flat table hardly tells how high the camera hangs (height and focal length trade against each other
unless the camera is tilted), yet heights of tiles move things in the picture by up to 5 mm. So the focal length is
the one under which the markers fit best, pulled towards a camera at the usual height.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np

from vision.geometry import View

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.geometry import TableGeometry

    Floats: TypeAlias = NDArray[np.float64]
    Image: TypeAlias = NDArray[np.uint8]

USUAL_HEIGHT_MM: Final = 1450.0
HEIGHT_SPREAD_MM: Final = 150.0
HEIGHTS_MM: Final = np.arange(1000.0, 2001.0, 50.0)
CORNER_SPREAD_PX: Final = 0.3
MIN_MARKERS: Final = 4
MAX_ERROR_PX: Final = 2.5
MIN_PX_PER_MM: Final = 1.0
"""Below this, a tile is less than 28 pixels tall and is not named reliably."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The table as found in a picture.

    Attributes:
        width, height: of the picture, pixels.
        error_px: root mean square distance of the markers' corners from where the view puts them.
        px_per_mm: in the table's centre.
    """

    view: View
    width: int
    height: int
    markers: int
    error_px: float
    px_per_mm: float


class CalibrationError(ValueError):
    """The table is not in the picture; the text says what is wrong with it."""


def find_table(image: Image, geometry: TableGeometry) -> Calibration:
    """The table's view from one picture.

    Raises:
        CalibrationError: too few markers, a picture too small, or markers that lie as on no such table.
    """
    height, width = image.shape[:2]
    corners = find_markers(image, geometry)
    if len(corners) < MIN_MARKERS:
        raise CalibrationError(
            f"{len(corners)} of {len(geometry.markers)} markers seen, {MIN_MARKERS} needed"
        )
    by_id = {marker.id: marker for marker in geometry.markers}
    table = np.vstack([by_id[number].corners() for number in corners])
    picture = np.vstack(list(corners.values()))
    if np.linalg.matrix_rank(table - table.mean(axis=0), tol=geometry.felt_half / 2) < 2:
        raise CalibrationError("the markers seen lie on one side of the table")
    px_per_mm = _scale(table, picture)
    if px_per_mm < MIN_PX_PER_MM:
        raise CalibrationError(f"{px_per_mm:.2f} pixels to the millimetre, {MIN_PX_PER_MM} needed")
    view, error_px = _fit(table, picture, (width, height), px_per_mm)
    if error_px > MAX_ERROR_PX:
        raise CalibrationError(f"the markers are {error_px:.1f} px from where they should be")
    return Calibration(view, width, height, len(corners), error_px, px_per_mm)


def find_markers(image: Image, geometry: TableGeometry) -> dict[int, Floats]:
    """Corners (4 by 2, pixels) of the table's markers seen in a picture, by id."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.adaptiveThreshWinSizeMin = 13
    parameters.adaptiveThreshWinSizeMax = 33
    parameters.adaptiveThreshWinSizeStep = 20
    parameters.minMarkerPerimeterRate = 0.04
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, geometry.dictionary))
    found, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(grey)
    wanted = {marker.id for marker in geometry.markers}
    if ids is None:
        return {}
    return {
        int(number): np.asarray(corners, np.float64).reshape(4, 2)
        for number, corners in zip(ids.ravel(), found, strict=True)
        if int(number) in wanted
    }


def _scale(table: Floats, picture: Floats) -> float:
    """Pixels to the millimetre in the table's centre."""
    homography, _ = cv2.findHomography(table, picture)
    if homography is None:
        raise CalibrationError("the markers lie as on no table")
    around = np.array([[[-50.0, 0.0], [50.0, 0.0], [0.0, -50.0], [0.0, 50.0]]])
    left, right, top, bottom = cv2.perspectiveTransform(around, homography)[0]
    across, down = np.subtract(right, left) / 100, np.subtract(bottom, top) / 100
    return float(np.sqrt(abs(across[0] * down[1] - across[1] * down[0])))


def _fit(table: Floats, picture: Floats, size: tuple[int, int], px_per_mm: float) -> tuple[View, float]:
    """The view under the likeliest focal length, and its error in pixels."""
    flat = np.column_stack([table, np.zeros(len(table))])
    best: tuple[float, View, float] | None = None
    for height in HEIGHTS_MM:
        focal = px_per_mm * height
        intrinsics = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1]])
        good, turn, shift = cv2.solvePnP(flat, picture, intrinsics, None, flags=cv2.SOLVEPNP_IPPE)
        if not good:
            continue
        good, turn, shift = cv2.solvePnP(
            flat, picture, intrinsics, None, turn, shift, useExtrinsicGuess=True, flags=cv2.SOLVEPNP_ITERATIVE
        )
        rotation, _ = cv2.Rodrigues(turn)
        view = View.from_pose(intrinsics, rotation, shift)
        square = float(((view.points(flat) - picture) ** 2).sum())
        cost = square / CORNER_SPREAD_PX**2 + ((height - USUAL_HEIGHT_MM) / HEIGHT_SPREAD_MM) ** 2
        if best is None or cost < best[0]:
            best = (cost, view, float(np.sqrt(square / len(flat))))
    if best is None:
        raise CalibrationError("no camera position fits the markers")
    return best[1], best[2]
