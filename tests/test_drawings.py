"""The drawings of the docs: the sheet of markers shows them where the camera must find them, and the mount is as the
docs describe it."""

import re
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import Browser

from vision.geometry import load_geometry

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
WHERE = re.compile(r"([\d.]+) to ([\d.]+) m above the felt; up to (\d+)° off the vertical")


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
    where = WHERE.search(page)
    assert where is not None
    lowest, highest, tilt = where.groups()
    geometry = load_geometry("standard")
    drawn = (IMAGES / "mount.svg").read_text(encoding="utf-8")
    for text in (
        f"{highest} m: not higher",
        f"{lowest} m: not lower",
        f"up to {tilt}° off the vertical",
        f"felt, {2 * geometry.felt_half:g} mm",
        f"rim with markers, {2 * geometry.rim_half:g} mm",
    ):
        assert f">{text}" in drawn
