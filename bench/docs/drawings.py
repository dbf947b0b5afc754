"""Draws the sheet of markers and the camera's mount for the docs: ``python -m bench.docs.drawings [--check]``.

The sheet is the one that ``jantaku vision markers`` prints, as SVG; the mount is drawn with the measures of the
standard table.
"""

import re
import sys
from collections.abc import Iterator
from math import radians, tan
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from vision.calibration.pdf import POINTS_PER_MM, Page
from vision.calibration.sheets import marker_pages
from vision.geometry import TableGeometry, load_geometry

IMAGES: Final = Path(__file__).resolve().parents[2] / "docs" / "images"
COMMAND: Final = "python -m bench.docs.drawings"
NUMBER: Final = r"(-?[\d.]+)"
RECTANGLE: Final = re.compile(rf"{NUMBER} g {NUMBER} {NUMBER} {NUMBER} {NUMBER} re f")
LINE: Final = re.compile(rf"0 G {NUMBER} w \[(.*)\] 0 d {NUMBER} {NUMBER} m {NUMBER} {NUMBER} l S")
TEXT: Final = re.compile(rf"0 g BT /F1 {NUMBER} Tf {NUMBER} {NUMBER} Td \((.*)\) Tj ET")
LOWEST_MM, HIGHEST_MM = 900, 1600
"""The heights above the felt between which the camera hangs (docs/install.md, The camera)."""
TILT_DEG: Final = 25
"""The angle by which it may hang off the vertical."""
INK: Final = 'font-family="sans-serif" fill="#333"'


def sheet(page: Page) -> str:
    """A printed page as SVG.

    Raises:
        ValueError: the page holds something that is not known here.
    """
    width, height = (side * POINTS_PER_MM for side in page.size)
    parts = [f'<rect width="{width:.1f}" height="{height:.1f}" fill="#fff"/>']
    for drawn in page.content().decode("ascii").splitlines():
        if found := RECTANGLE.fullmatch(drawn):
            grey, x, y, wide, high = map(float, found.groups())
            shade = round(255 * grey)
            parts.append(
                f'<rect x="{x:.2f}" y="{height - y - high:.2f}" width="{wide:.2f}" height="{high:.2f}" '
                f'fill="rgb({shade},{shade},{shade})"/>'
            )
        elif found := LINE.fullmatch(drawn):
            dash = f' stroke-dasharray="{found[2]}"' if found[2] else ""
            x0, y0, x1, y1 = (float(found[place]) for place in (3, 4, 5, 6))
            parts.append(
                f'<path d="M{x0:.2f} {height - y0:.2f}L{x1:.2f} {height - y1:.2f}" stroke="#000" '
                f'stroke-width="{float(found[1]):.2f}"{dash}/>'
            )
        elif found := TEXT.fullmatch(drawn):
            words = escape(re.sub(r"\\(.)", r"\1", found[4]))
            place = f'x="{float(found[2]):.2f}" y="{height - float(found[3]):.2f}" font-size="{found[1]}"'
            parts.append(f'<text {place} font-family="Helvetica, Arial, sans-serif">{words}</text>')
        else:
            raise ValueError(f"not known in a page: {drawn}")
    return _svg(width, height, parts)


def mount(geometry: TableGeometry) -> str:
    """The table from the side, and where the camera may hang; a unit is 4 mm."""
    scale, middle, felt_y = 0.25, 260.0, 450.0
    rim, felt = geometry.rim_half * scale, geometry.felt_half * scale
    highest, lowest = (felt_y - height * scale for height in (HIGHEST_MM, LOWEST_MM))
    ruler = middle + 205
    of_rim = f"rim with markers, {2 * geometry.rim_half:g} mm: all of it in the picture"
    aside = HIGHEST_MM * scale * tan(radians(TILT_DEG))
    return _svg(640, 490, [
        '<rect width="640" height="490" fill="#fff"/>',
        f'<path d="M{middle - aside:.1f} {highest}L{middle} {felt_y}L{middle + aside:.1f} {highest}Z" fill="#dfeeea"/>',
        f'<path d="M{middle} {highest - 20}V{felt_y}" stroke="#888" stroke-dasharray="6 4"/>',
        f'<rect x="{middle - rim}" y="{felt_y}" width="{2 * rim}" height="14" fill="#6b4226"/>',
        f'<rect x="{middle - felt}" y="{felt_y - 3}" width="{2 * felt}" height="6" fill="#1d7a5f"/>',
        *(part for y in (highest, lowest) for part in _camera(middle, y)),
        *(
            f'<path d="M{middle} {lowest + 6}L{middle + side} {felt_y}" stroke="#1d7a5f" fill="none"/>'
            for side in (-rim, rim)
        ),
        f'<path d="M{ruler} {highest}V{felt_y}" stroke="#333"/>',
        *(f'<path d="M{ruler - 5} {y}h10" stroke="#333"/>' for y in (highest, lowest, felt_y)),
        f'<text x="{ruler + 12}" y="{highest + 5}" font-size="14" {INK}>{HIGHEST_MM / 1000:g} m: not higher</text>',
        f'<text x="{ruler + 12}" y="{lowest + 5}" font-size="14" {INK}>{LOWEST_MM / 1000:g} m: not lower</text>',
        f'<text x="{ruler + 12}" y="{felt_y + 5}" font-size="14" {INK}>felt, {2 * geometry.felt_half:g} mm</text>',
        f'<text x="{middle - aside}" y="{highest - 26}" font-size="14" {INK}>up to {TILT_DEG}° off the vertical</text>',
        f'<text x="{middle - rim}" y="{felt_y + 32}" font-size="14" {INK}>{of_rim}</text>',
    ])  # fmt: skip


def _camera(x: float, y: float) -> Iterator[str]:
    yield f'<rect x="{x - 14}" y="{y - 10}" width="28" height="14" rx="3" fill="#333"/>'
    yield f'<circle cx="{x}" cy="{y + 5}" r="5" fill="#555"/>'


def _svg(width: float, height: float, parts: list[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.1f} {height:.1f}" width="{width:.0f}">'
    )
    return "\n".join([head, *parts, "</svg>"]) + "\n"


def outputs() -> dict[Path, str]:
    """Each drawing, with the text that it must have."""
    geometry = load_geometry("standard")
    (page,) = marker_pages(geometry)
    return {IMAGES / "markers.svg": sheet(page), IMAGES / "mount.svg": mount(geometry)}


def main(arguments: list[str]) -> int:
    """Write the drawings; with ``--check`` only say which differ (exit status 1)."""
    stale = [
        file
        for file, text in outputs().items()
        if not file.is_file() or file.read_text(encoding="utf-8") != text
    ]
    for file in stale:
        if "--check" in arguments:
            sys.stderr.write(f"{file} is not what is declared: run {COMMAND}\n")
        else:
            file.write_text(outputs()[file], encoding="utf-8")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
