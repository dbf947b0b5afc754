"""Printed sheets: read back from the file, drawn, and found again by OpenCV's own detectors."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.printed import lines_mm, pages, raster
from vision.calibration.board import SQUARE_MM, SQUARES, make_board
from vision.calibration.pdf import Page, pdf_bytes
from vision.calibration.sheets import board_page, marker_pages
from vision.geometry import load_geometry

PX_PER_MM = 8.0
GEOMETRY = load_geometry()


def detect(sheet: np.ndarray) -> dict[int, np.ndarray]:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(sheet)
    return {} if ids is None else {int(n): c.reshape(4, 2) for n, c in zip(ids.ravel(), corners, strict=True)}


def test_every_marker_is_on_the_sheet_upright_and_true_to_scale() -> None:
    [content] = pages(pdf_bytes(marker_pages(GEOMETRY)))
    found = detect(raster(content, PX_PER_MM))
    assert set(found) == {marker.id for marker in GEOMETRY.markers}
    for corners in found.values():
        sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1) / PX_PER_MM
        assert np.abs(sides - 36.0).max() < 0.3
        assert corners[0][0] < corners[1][0]
        assert corners[0][1] < corners[3][1]


def test_lines_to_cut_along_leave_a_white_margin_and_meet_no_other_marker() -> None:
    [content] = pages(pdf_bytes(marker_pages(GEOMETRY)))
    sheet = raster(content, PX_PER_MM)
    lines = lines_mm(content)
    for corners in detect(sheet).values():
        (left, top), (right, bottom) = corners.min(axis=0) / PX_PER_MM, corners.max(axis=0) / PX_PER_MM
        upright = [x0 for x0, y0, x1, y1 in lines if abs(x0 - x1) < 0.01 and min(y0, y1) < top < max(y0, y1)]
        assert min(abs(x - (left - 5)) for x in upright) < 0.3
        assert min(abs(x - (right + 5)) for x in upright) < 0.3
        x0, y0, x1, y1 = (round(v * PX_PER_MM) for v in (left - 4.8, top - 4.8, right + 4.8, bottom + 4.8))
        sticker = sheet[y0:y1, x0:x1]
        assert sticker.shape == (y1 - y0, x1 - x0)
        assert (sticker[: round(4 * PX_PER_MM)] == 255).all()
        assert (sticker[:, : round(4 * PX_PER_MM)] == 255).all()


def test_the_ruler_is_a_hundred_millimetres_long() -> None:
    for page in (*marker_pages(GEOMETRY), board_page()):
        [content] = pages(pdf_bytes([page]))
        level = [abs(x1 - x0) for x0, y0, x1, y1 in lines_mm(content) if abs(y0 - y1) < 0.01]
        assert any(abs(length - 100.0) < 0.01 for length in level)


def test_all_that_is_printed_lies_on_the_page() -> None:
    for page in (*marker_pages(GEOMETRY), board_page()):
        sheet = raster(pages(pdf_bytes([page]))[0], 4.0)
        margin = round(4.0 * 10)
        assert (sheet[:margin] == 255).all()
        assert (sheet[-margin:] == 255).all()
        assert (sheet[:, :margin] == 255).all()
        assert (sheet[:, -margin:] == 255).all()


def test_many_markers_take_several_pages() -> None:
    markers = tuple(replace(GEOMETRY.markers[0], id=number, size=50.0) for number in range(20))
    found: set[int] = set()
    sheets = pages(pdf_bytes(marker_pages(replace(GEOMETRY, markers=markers))))
    assert len(sheets) > 2
    for content in sheets:
        found |= set(detect(raster(content, 4.0)))
    assert found == set(range(20))


def test_a_marker_larger_than_a_page_is_refused() -> None:
    markers = (replace(GEOMETRY.markers[0], size=260.0),)
    with pytest.raises(ValueError, match="260 mm do not fit"):
        marker_pages(replace(GEOMETRY, markers=markers))


def test_the_board_is_found_whole_and_its_squares_are_true() -> None:
    [content] = pages(pdf_bytes([board_page()]))
    corners, ids, _, _ = cv2.aruco.CharucoDetector(make_board()).detectBoard(raster(content, PX_PER_MM))
    assert len(ids) == (SQUARES[0] - 1) * (SQUARES[1] - 1)
    places = corners.reshape(SQUARES[1] - 1, SQUARES[0] - 1, 2) / PX_PER_MM
    assert np.abs(np.diff(places[:, :, 0], axis=1) - SQUARE_MM).max() < 0.15
    assert np.abs(np.diff(places[:, :, 1], axis=0) - SQUARE_MM).max() < 0.15


def test_words_with_brackets_stay_words() -> None:
    page = Page()
    page.text(10, 10, r"(a) \ b")
    assert rb"(\(a\) \\ b) Tj" in pdf_bytes([page])
    with pytest.raises(UnicodeEncodeError):
        page.text(10, 20, "雀")
