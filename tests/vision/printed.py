"""Reads the project's PDF files back: grey rectangles, lines and text, drawn as a printer would."""

import re

import numpy as np
from numpy.typing import NDArray

MM = 72 / 25.4
NUMBER = r"(-?\d+\.?\d*)"
RECTANGLE = re.compile(rf"{NUMBER} g {NUMBER} {NUMBER} {NUMBER} {NUMBER} re f")
LINE = re.compile(rf"{NUMBER} w \[[^\]]*\] 0 d {NUMBER} {NUMBER} m {NUMBER} {NUMBER} l S")


def pages(pdf: bytes) -> list[str]:
    """The content of each page, found through the file's table of objects."""
    start = int(pdf.rsplit(b"startxref\n", 1)[1].split()[0])
    table = pdf[start:].split(b"\n")
    assert table[0] == b"xref"
    count = int(table[1].split()[1])
    contents = []
    for number in range(1, count):
        place = int(table[2 + number][:10])
        assert pdf[place:].startswith(b"%d 0 obj\n" % number)
        body = pdf[place:].split(b"\nendobj\n", 1)[0]
        if b"stream\n" in body:
            head, content = body.split(b"stream\n", 1)
            content = content.rsplit(b"\nendstream", 1)[0]
            assert int(re.findall(rb"/Length (\d+)", head)[0]) == len(content)
            contents.append(content.decode("ascii"))
    return contents


def raster(
    content: str, px_per_mm: float, size_mm: tuple[float, float] = (210.0, 297.0)
) -> NDArray[np.uint8]:
    """The filled rectangles of a page as a grey picture."""
    width, height = (round(side * px_per_mm) for side in size_mm)
    sheet = np.full((height, width), 255, np.uint8)
    for grey, x, y, wide, high in ((float(text) for text in found) for found in RECTANGLE.findall(content)):
        left, right = (round(value / MM * px_per_mm) for value in (x, x + wide))
        top, bottom = (round((size_mm[1] - value / MM) * px_per_mm) for value in (y + high, y))
        sheet[top:bottom, left:right] = round(255 * grey)
    return sheet


def lines_mm(content: str) -> list[tuple[float, float, float, float]]:
    """Ends of all lines: left to right or as drawn, from the upper left corner."""
    found = ([float(text) / MM for text in one][1:] for one in LINE.findall(content))
    return [(x0, 297 - y0, x1, 297 - y1) for x0, y0, x1, y1 in found]
