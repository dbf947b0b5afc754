"""The calibration board (ChArUco, on A4), and the lens computed from pictures of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.lens import Floats, Image, Lens

SQUARES: Final = (6, 9)
"""Columns and rows of the board. [squares; derived: as many of SQUARE_MM as fit on A4 with margins]"""
SQUARE_MM: Final = 28.0
"""Side of a square. [mm; derived: six of them are 168 of A4's 210 mm]"""
MARKER_MM: Final = 20.0
"""Side of the marker in a white square. [mm; derived: it leaves 4 mm of white around, more than one of its seven
cells]"""
BOARD_DICTIONARY: Final = cv2.aruco.DICT_5X5_100
"""Not the dictionary of the rim's markers, so that the two are never confused."""
MIN_CORNERS: Final = 12
"""A view with fewer corners of the board is left out. [corners; derived: six unknowns of its pose take three; four
times as many let an error show]"""
MIN_VIEWS: Final = 5
"""This many views are needed. [views; derived: three determine focal length and centre (Zhang); two more let a blurred
one show]"""
WHOLE_MODEL_VIEWS: Final = 10
"""With fewer pictures the last coefficient, k3, is left out. [views; judged: k3 shows only near the picture's
corners, which few views reach]"""
MAX_BOARD_ERROR_PX: Final = 1.0
"""A usable calibration has at most this error, in a picture of ``USUAL_WIDTH_PX``. [px; derived: half a millimetre of
the felt at 1.7 px/mm]"""
USUAL_WIDTH_PX: Final = 1920
"""Width of the picture to which errors are referred. [px; defined]"""
ODD_VIEW: Final = 3.0
"""A picture with this many times the usual error counts as blurred and is left out. [times; judged: three standard
deviations]"""
GRID: Final = 3
"""The picture is divided into this many columns and rows; the board should have been seen in each part. [cells; judged:
edges and middle]"""
NEW_VIEW_SHARE: Final = 0.06
"""Another picture is worth keeping only if the board has moved by this share of the picture's width. [share of width;
judged: a hand that holds the board still moves it by less]"""


class BoardError(ValueError):
    """No lens can be computed from the board; the text says what to do."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """The board in one picture.

    Attributes:
        places: the places of its corners on the board (n by 3, millimetres).
        corners: the same corners in the picture (n by 2, pixels).
    """

    places: Floats
    corners: Floats


@dataclass(frozen=True, slots=True)
class BoardResult:
    """A lens.

    Attributes:
        error_px: root mean square error of the corners under this lens.
        views: the number of pictures used.
    """

    lens: Lens
    error_px: float
    views: int


def make_board() -> cv2.aruco.CharucoBoard:
    """The board that ``jantaku vision markers --board`` prints."""
    return cv2.aruco.CharucoBoard(
        SQUARES, SQUARE_MM, MARKER_MM, cv2.aruco.getPredefinedDictionary(BOARD_DICTIONARY)
    )


def find_board(image: Image) -> BoardView | None:
    """Find the board in a picture; None if too little of it is visible."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    board = make_board()
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(grey)
    if ids is None or len(ids) < MIN_CORNERS:
        return None
    places = np.asarray(board.getChessboardCorners())[np.ravel(ids)]
    return BoardView(
        np.asarray(places, np.float64).reshape(-1, 3), np.asarray(corners, np.float64).reshape(-1, 2)
    )


def tells_more(view: BoardView, kept: Sequence[BoardView], width: int) -> bool:
    """Return whether the board's place differs from its places in all pictures kept."""
    return all(_apart(view, other) > NEW_VIEW_SHARE * width for other in kept)


def _apart(one: BoardView, other: BoardView) -> float:
    """Return a board's shift between two pictures: the largest shift of its corners that both show, pixels."""
    there = {tuple(place): corner for place, corner in zip(other.places, other.corners, strict=True)}
    shifts = [
        float(np.linalg.norm(corner - there[tuple(place)]))
        for place, corner in zip(one.places, one.corners, strict=True)
        if tuple(place) in there
    ]
    return max(shifts, default=float("inf"))


def lens_from_board(views: Sequence[BoardView], size: tuple[int, int]) -> BoardResult:
    """Compute the lens from pictures (width, height) of the board held in many ways.

    Raises:
        BoardError: the pictures are too few, all alike, or blurred.
    """
    _enough(len(views))
    lens, errors = _solve(views, size)
    usual = float(np.median(errors))
    good = [view for view, error in zip(views, errors, strict=True) if error <= ODD_VIEW * usual]
    if len(good) < len(views):
        _enough(len(good))
        lens, errors = _solve(good, size)
    error_px = float(np.sqrt((errors**2).mean()))
    most = MAX_BOARD_ERROR_PX * max(1.0, size[0] / USUAL_WIDTH_PX)
    if error_px > most:
        raise BoardError(
            f"the board's corners are {error_px:.1f} px from where they should be, {most:.1f} at most: is the board "
            f"flat, the focus fixed, and was it held still?"
        )
    return BoardResult(lens, error_px, len(good))


def unseen_parts(views: Sequence[BoardView], size: tuple[int, int]) -> list[str]:
    """Parts of the picture where no corner of the board was seen, so that the lens is only guessed there."""
    corners = np.vstack([view.corners for view in views])
    cells = np.clip((corners / (np.array(size) / GRID)).astype(int), 0, GRID - 1)
    seen = {(int(column), int(row)) for column, row in cells}
    names = [
        ("upper left", "upper", "upper right"),
        ("left", "middle", "right"),
        ("lower left", "lower", "lower right"),
    ]
    return [names[row][column] for row in range(GRID) for column in range(GRID) if (column, row) not in seen]


def _enough(count: int) -> None:
    if count < MIN_VIEWS:
        raise BoardError(
            f"{count} usable pictures of the board, {MIN_VIEWS} needed: hold it in every part of the picture, near, "
            f"tilted to all sides by 20 to 40 degrees, and still"
        )


def _solve(views: Sequence[BoardView], size: tuple[int, int]) -> tuple[Lens, Floats]:
    flags = 0 if len(views) >= WHOLE_MODEL_VIEWS else cv2.CALIB_FIX_K3
    _, matrix, bend, _, _, _, _, errors = cv2.calibrateCameraExtended(
        [view.places.astype(np.float32) for view in views],
        [view.corners.astype(np.float32).reshape(-1, 1, 2) for view in views],
        size,
        np.eye(3),
        np.zeros(5),
        flags=flags,
    )
    k1, k2, p1, p2, k3 = (float(value) for value in np.ravel(bend)[:5])
    focal = (float(matrix[0, 0]), float(matrix[1, 1]))
    lens = Lens(focal, (float(matrix[0, 2]), float(matrix[1, 2])), k1, k2, p1, p2, k3)
    if not np.isfinite([*focal, k1, k2, k3]).all():
        raise BoardError("the pictures of the board tell no lens: they are too much alike")
    return lens, np.ravel(np.asarray(errors, np.float64))
