"""The drawings of the docs: the sheet of markers shows them where the camera must find them, and the mount is as the
docs describe it."""

import re
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import Browser

from bench.docs.drawings import HIGHEST_MM, IMAGES, LOWEST_MM, TILT_DEG
from vision.geometry import load_geometry

ROOT = Path(__file__).resolve().parent.parent


def test_the_markers_of_the_drawn_sheet_are_found(browser: Browser) -> None:
    with closing(browser.new_page(viewport={"width": 900, "height": 1300})) as page:
        page.set_content((IMAGES / "markers.svg").read_text(encoding="utf-8"))
        picture = cv2.imdecode(np.frombuffer(page.screenshot(full_page=True), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    geometry = load_geometry("standard")
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, geometry.dictionary))
    _, found, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(picture)
    assert sorted(int(each) for each in found.ravel()) == sorted(marker.id for marker in geometry.markers)


def test_the_mount_is_that_of_the_page_about_installing() -> None:
    page = re.sub(r"\s+", " ", (ROOT / "docs" / "install.md").read_text(encoding="utf-8"))
    assert (
        f"{LOWEST_MM / 1000:g} to {HIGHEST_MM / 1000:g} m above the felt; up to {TILT_DEG}° off the vertical"
        in page
    )
    drawn = (IMAGES / "mount.svg").read_text(encoding="utf-8")
    assert f"{HIGHEST_MM / 1000:g} m: not higher" in drawn
    assert "felt, 700 mm" in drawn
