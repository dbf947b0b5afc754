"""The sheets to print for a table: the rim's markers with lines to cut along, and the calibration board."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.calibration.board import BOARD_DICTIONARY, MARKER_MM, SQUARE_MM, SQUARES, make_board
from vision.calibration.pdf import Page
from vision.geometry import Marker, TableGeometry

MARGIN_MM: Final = 5.0
"""White margin around a marker, up to the cutting line; a marker needs at least one cell. [mm; judged: nearly a cell
of a 36 mm marker, and the rim around it is not black]"""
BETWEEN_MM: Final = 12.0
"""Room between two cutting lines. [mm; judged: for scissors]"""
PAGE_MARGIN_MM: Final = 14.0
"""The margin that printers leave free at the edge, and a little more. [mm; judged: usual printers need 5]"""
HEAD_MM: Final = 30.0
"""Room for the sheet's heading. [mm; judged: by eye]"""
FOOT_MM: Final = 62.0
"""Room for the ruler and the plan of the table. [mm; judged: PLAN_MM and its text fit]"""
PRINTED_RULER_MM: Final = 100
"""Length of the printed ruler. [mm; judged: a length that anybody can check]"""
PLAN_MM: Final = 46.0
"""Side of the small plan of the table. [mm; judged: the markers' numbers are legible in it]"""


def marker_pages(geometry: TableGeometry) -> list[Page]:
    """Sheets with every marker of a table's rim.

    Raises:
        ValueError: a marker is larger than a page.
    """
    size = max(marker.size for marker in geometry.markers)
    pitch = size + 2 * MARGIN_MM + BETWEEN_MM
    width, height = Page().size
    columns = int((width - 2 * PAGE_MARGIN_MM + BETWEEN_MM) // pitch)
    rows = int((height - HEAD_MM - FOOT_MM) // pitch)
    if columns < 1 or rows < 1:
        raise ValueError(f"markers of {size:g} mm do not fit on a page of {width:g} by {height:g} mm")
    pages = []
    markers = geometry.markers
    for first in range(0, len(markers), columns * rows):
        page = _page(f"Jantaku: markers for the rim of table '{geometry.name}', {size:g} mm")
        page.text(
            PAGE_MARGIN_MM,
            20,
            "Print at 100 % (no fitting to the page), on matt paper; cut along the broken lines.",
            8,
        )
        page.text(
            PAGE_MARGIN_MM, 24.5,
            "Stick each in its place on the plan, all with the upper edge away from chair 0, flat, to half a millimetre.",
            8,
        )  # fmt: skip
        for index, marker in enumerate(markers[first : first + columns * rows]):
            left = PAGE_MARGIN_MM + index % columns * pitch + MARGIN_MM
            top = HEAD_MM + index // columns * pitch + MARGIN_MM
            _sticker(page, geometry.dictionary, marker, left, top)
        _plan(page, geometry)
        _ruler(page)
        pages.append(page)
    return pages


def board_page() -> Page:
    """The calibration board."""
    page = _page(
        f"Jantaku: calibration board, squares of {SQUARE_MM:g} mm. Glue it on something flat and stiff."
    )
    board = make_board()
    left = (page.size[0] - SQUARES[0] * SQUARE_MM) / 2
    top = 20.0
    whites = set()
    code = cv2.aruco.getPredefinedDictionary(BOARD_DICTIONARY)
    for number, corners in zip(np.ravel(board.getIds()), board.getObjPoints(), strict=True):
        x, y = (float(value) for value in np.asarray(corners).reshape(4, 3)[:, :2].min(axis=0))
        whites.add((int(x // SQUARE_MM), int(y // SQUARE_MM)))
        _marker(page, code, int(number), (left + x, top + y), MARKER_MM)
    for column in range(SQUARES[0]):
        for row in range(SQUARES[1]):
            if (column, row) not in whites:
                page.rectangle(left + column * SQUARE_MM, top + row * SQUARE_MM, SQUARE_MM, SQUARE_MM)
    _ruler(page)
    return page


def _page(title: str) -> Page:
    page = Page()
    page.text(PAGE_MARGIN_MM, 14, title, 10)
    return page


def _sticker(page: Page, dictionary: str, marker: Marker, left: float, top: float) -> None:
    code = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    _marker(page, code, marker.id, (left, top), marker.size)
    x0, y0 = left - MARGIN_MM, top - MARGIN_MM
    x1, y1 = left + marker.size + MARGIN_MM, top + marker.size + MARGIN_MM
    for start, end in (
        ((x0, y0), (x1, y0)),
        ((x1, y0), (x1, y1)),
        ((x1, y1), (x0, y1)),
        ((x0, y1), (x0, y0)),
    ):
        page.line(start, end, dashed=True)
    page.text(x0 + 1, y1 + 4, f"marker {marker.id}   (this edge towards chair 0)", 7)


def _marker(
    page: Page, code: cv2.aruco.Dictionary, number: int, at: tuple[float, float], size: float
) -> None:
    """Draw a marker: a black square, then its white cells, with neighbours in a row joined."""
    cells = code.markerSize + 2
    bits = cv2.aruco.generateImageMarker(code, number, cells) > 0
    (left, top), cell = at, size / cells
    page.rectangle(left, top, size, size)
    for row in range(cells):
        for start, end in _runs(bits[row].tolist()):
            page.rectangle(left + start * cell, top + row * cell, (end - start) * cell, cell, grey=1.0)


def _runs(bits: Sequence[bool]) -> list[tuple[int, int]]:
    """Each run of set cells: its first, and the one after its last."""
    edges = np.flatnonzero(np.diff([False, *bits, False])).tolist()
    return list(zip(edges[::2], edges[1::2], strict=True))


def _plan(page: Page, geometry: TableGeometry) -> None:
    """The table from above, with the number of the marker in each place."""
    scale = PLAN_MM / (2 * geometry.rim_half)
    middle = (page.size[0] - PAGE_MARGIN_MM - PLAN_MM / 2, page.size[1] - 12 - PLAN_MM / 2)
    for half in (geometry.rim_half, geometry.felt_half):
        reach = half * scale
        corners = [(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)]
        for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
            page.line((middle[0] + ax, middle[1] + ay), (middle[0] + bx, middle[1] + by))
    for marker in geometry.markers:
        inset = 0.86
        x, y = middle[0] + marker.x * scale * inset, middle[1] + marker.y * scale * inset
        page.text(x - 1, y + 1, str(marker.id), 8)
    page.text(middle[0] - 6, middle[1] + PLAN_MM / 2 + 4, "chair 0", 8)
    page.text(middle[0] - 11, middle[1] + 1, "from above", 8)
    lines = [f"{one.id}: {one.x:+.0f}, {one.y:+.0f}" for one in geometry.markers]
    left = middle[0] - PLAN_MM / 2 - 50
    page.text(left, middle[1] - PLAN_MM / 2 + 4, "Middle of each marker from the middle of", 7)
    page.text(left, middle[1] - PLAN_MM / 2 + 7.5, "the table: right, towards chair 0 (mm)", 7)
    for index, line in enumerate(lines):
        page.text(left, middle[1] - PLAN_MM / 2 + 12 + 3.6 * index, line, 7)


def _ruler(page: Page) -> None:
    """Draw a line of 100 mm, by which people can find out that a printer scales."""
    left, base = PAGE_MARGIN_MM, page.size[1] - 12.0
    page.line((left, base), (left + PRINTED_RULER_MM, base))
    for mark in range(0, PRINTED_RULER_MM + 1, 5):
        high = 4.0 if mark % 50 == 0 else 2.5 if mark % 10 == 0 else 1.5
        page.line((left + mark, base), (left + mark, base - high))
    page.text(left, base + 4, "100 mm: measure it before you cut", 7)
