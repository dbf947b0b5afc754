"""Our own drawings of the 37 tile faces and of the backs of both sets, with lines and circles only.

A face is drawn once, large, on a sheet of 420 by 560 pixels (20 to the millimetre), and scaled down on request.
Colours and stroke weight are a ``Style``: the default is the usual Japanese print, training varies them.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin
from typing import Final, TypeAlias

import cv2
import numpy as np

from referee.tiles import CHUN, EAST, FACES, HAKU, HATSU, KIND, is_red
from vision.lens import Image
from vision.prints.strokes import CHARACTERS

Colour: TypeAlias = tuple[int, int, int]
"""Blue, green, red."""
Place: TypeAlias = tuple[float, float]
Stick: TypeAlias = tuple[Place, Place, Colour]

SHEET_WIDTH: Final = 420
"""Width of a sheet on which a face is drawn. [px; derived: five times PRINT_WIDTH]"""
SHEET_HEIGHT: Final = 560
"""Height of a sheet on which a face is drawn. [px; derived: five times PRINT_HEIGHT]"""
_FINE: Final = 4
"""Fractional bits of the coordinates handed to OpenCV. [bits; defined]"""
BACK_COLOURS: Final[dict[str, Colour]] = {"amber": (50, 160, 225), "blue": (165, 90, 30)}
"""The two tile sets of an automatic table differ in the colour of their backs. [grey levels; defined]"""

_NUMERALS: Final = "一二三四五六七八九"
_WINDS: Final = "東南西北"


@dataclass(frozen=True, slots=True)
class Style:
    """Colours (blue, green, red) and the weight of the strokes (1.0 is usual)."""

    ivory: Colour = (222, 238, 243)
    black: Colour = (38, 30, 28)
    red: Colour = (40, 30, 190)
    green: Colour = (60, 105, 20)
    blue: Colour = (125, 60, 25)
    weight: float = 1.0


DEFAULT_STYLE: Final = Style()


def face_image(tile: int, width_px: int, height_px: int, style: Style = DEFAULT_STYLE) -> Image:
    """The printed face of ``tile`` (0-36), upright, as BGR of ``height_px`` by ``width_px``.

    Raises:
        ValueError: no such face.
    """
    return _scaled(_sheet(tile, style), width_px, height_px)


def back_sheet(colour: Colour) -> Image:
    """A back of any colour, full size: plain, a little darker to the edges."""
    y, x = np.mgrid[0:SHEET_HEIGHT, 0:SHEET_WIDTH].astype(np.float32)
    edge = np.minimum(np.minimum(x, SHEET_WIDTH - 1 - x), np.minimum(y, SHEET_HEIGHT - 1 - y))
    shade = 0.86 + 0.14 * np.clip(edge / 24.0, 0, 1)
    return np.asarray((np.array(colour, np.float32) * shade[..., None]).clip(0, 255), np.uint8)


def _scaled(sheet: Image, width_px: int, height_px: int) -> Image:
    shrinking = width_px <= SHEET_WIDTH
    how = cv2.INTER_AREA if shrinking else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(sheet, (width_px, height_px), interpolation=how), np.uint8)


@lru_cache(maxsize=256)
def _sheet(tile: int, style: Style) -> Image:
    if not 0 <= tile < FACES:
        raise ValueError(f"no face {tile}")
    sheet = np.empty((SHEET_HEIGHT, SHEET_WIDTH, 3), np.uint8)
    sheet[:] = style.ivory
    kind, red = KIND[tile], is_red(tile)
    if red:
        style = Style(style.ivory, style.red, style.red, style.red, style.red, style.weight * 1.05)
    if kind < 9:
        _character(sheet, _NUMERALS[kind], (75, 42, 270, 205), style.black, 34 * style.weight)
        _character(sheet, "萬", (85, 285, 250, 235), style.red, 25 * style.weight)
    elif kind < 18:
        _circles(sheet, kind - 8, style, red=red)
    elif kind == 18:
        _bird(sheet, style)
    elif kind < 27:
        _bamboo(sheet, kind - 17, style)
    elif kind < HAKU:
        _character(sheet, _WINDS[kind - EAST], (55, 90, 310, 380), style.black, 40 * style.weight)
    elif kind == HATSU:
        _character(sheet, "發", (50, 85, 320, 390), style.green, 36 * style.weight)
    elif kind == CHUN:
        _character(sheet, "中", (70, 80, 280, 400), style.red, 44 * style.weight)
    return sheet


def _character(
    sheet: Image, character: str, box: tuple[float, float, float, float], colour: Colour, width: float
) -> None:
    """Brush a character into ``box`` (left, top, width, height); strokes swell at their beginning and end."""
    left, top, box_width, box_height = box
    for stroke in CHARACTERS[character]:
        points = [(left + x * box_width / 100, top + y * box_height / 100) for x, y in stroke]
        smooth = _smooth(points)
        count = len(smooth)
        for index in range(count - 1):
            along = index / max(count - 2, 1)
            swell = 0.78 + 0.34 * abs(2 * along - 1) ** 2.2
            flat = abs(smooth[index + 1][0] - smooth[index][0]) > 2.5 * abs(
                smooth[index + 1][1] - smooth[index][1]
            )
            line(sheet, smooth[index], smooth[index + 1], colour, width * swell * (0.72 if flat else 1.0))


def _smooth(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The polyline cut into short pieces, its corners a little rounded."""
    result: list[tuple[float, float]] = []
    for (x0, y0), (x1, y1) in pairwise(points):
        steps = max(2, int(max(abs(x1 - x0), abs(y1 - y0)) // 8))
        result += [(x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps) for step in range(steps)]
    result.append(points[-1])
    for _ in range(2):
        result = [
            result[0],
            *(
                ((before[0] + 2 * here[0] + after[0]) / 4, (before[1] + 2 * here[1] + after[1]) / 4)
                for before, here, after in zip(result, result[1:], result[2:], strict=False)
            ),
            result[-1],
        ]
    return result


def _fine(value: float) -> int:
    return round(value * (1 << _FINE))


def line(
    sheet: Image, start: tuple[float, float], end: tuple[float, float], colour: Colour, width: float
) -> None:
    """A line with round ends, places and width in pixels and parts of them."""
    cv2.line(
        sheet,
        (_fine(start[0]), _fine(start[1])),
        (_fine(end[0]), _fine(end[1])),
        colour,
        max(1, round(width)),
        cv2.LINE_AA,
        _FINE,
    )


def disc(sheet: Image, x: float, y: float, radius: float, colour: Colour) -> None:
    """A filled circle."""
    cv2.circle(sheet, (_fine(x), _fine(y)), _fine(radius), colour, -1, cv2.LINE_AA, _FINE)


def shape(sheet: Image, points: list[tuple[float, float]], colour: Colour) -> None:
    """A filled polygon."""
    fine = np.array([(_fine(x), _fine(y)) for x, y in points], np.int32)
    cv2.fillPoly(sheet, [fine], colour, cv2.LINE_AA, _FINE)


def _coin(sheet: Image, centre: tuple[float, float], radius: float, colour: Colour, style: Style) -> None:
    """One circle of pin: a ring, a white ring, a core with a white eye."""
    (x, y), weight = centre, style.weight
    disc(sheet, x, y, radius, colour)
    disc(sheet, x, y, radius * (1 - 0.2 * weight), style.ivory)
    disc(sheet, x, y, radius * 0.58 * weight, colour)
    disc(sheet, x, y, radius * 0.2, style.ivory)


def circle_spots(number: int, style: Style) -> tuple[float, list[tuple[float, float, Colour]]]:
    """The circles of two to nine of pin: their radius, and their places and inks."""
    blue, green, ruby = style.blue, style.green, style.red
    left, middle, right = 120.0, 210.0, 300.0
    spots: list[tuple[float, float, Colour]]
    radius = 68.0
    if number == 2:
        radius, spots = 88.0, [(middle, 155, green), (middle, 405, blue)]
    elif number == 3:
        radius, spots = 70.0, [(105, 110, blue), (middle, 280, ruby), (315, 450, green)]
    elif number in (4, 5):
        radius = 76.0 if number == 4 else 68.0
        corners = ((110.0, 135.0), (310.0, 135.0), (110.0, 425.0), (310.0, 425.0))
        spots = [(x, y, blue if index in (0, 3) else green) for index, (x, y) in enumerate(corners)]
        if number == 5:
            spots.append((middle, 280, ruby))
    elif number == 6:
        radius = 64.0
        spots = [(x, y, green if y < 200 else ruby) for y in (105.0, 300.0, 455.0) for x in (left, right)]
    elif number == 7:
        radius = 57.0
        spots = [(95, 80, green), (middle, 135, green), (325, 190, green)]
        spots += [(x, y, ruby) for y in (335.0, 470.0) for x in (left, right)]
    elif number == 8:
        radius, spots = 57.0, [(x, y, blue) for y in (85.0, 215.0, 345.0, 475.0) for x in (left, right)]
    else:
        radius = 57.0
        spots = [
            (x, y, colour)
            for y, colour in ((95.0, blue), (280.0, ruby), (465.0, green))
            for x in (86.0, middle, 334.0)
        ]
    return radius, spots


def _circles(sheet: Image, number: int, style: Style, *, red: bool) -> None:
    blue, green, ruby = style.blue, style.green, style.red
    middle = 210.0
    if number == 1:
        disc(sheet, middle, 280, 150, green)
        disc(sheet, middle, 280, 128, style.ivory)
        disc(sheet, middle, 280, 110, blue)
        for petal in range(12):
            angle = petal * pi / 6
            disc(sheet, middle + 82 * cos(angle), 280 + 82 * sin(angle), 17, style.ivory)
        disc(sheet, middle, 280, 56, style.ivory)
        disc(sheet, middle, 280, 44, ruby)
        disc(sheet, middle, 280, 14, style.ivory)
        return
    radius, spots = circle_spots(number, style)
    for x, y, colour in spots:
        _coin(sheet, (x, y), radius, ruby if red else colour, style)


def _stick(
    sheet: Image, start: tuple[float, float], end: tuple[float, float], colour: Colour, style: Style
) -> None:
    """A bamboo stick between two ends: three knots, two thinner joints with a bright slit."""
    (x0, y0), (x1, y1) = start, end
    across = 34.0 * style.weight
    line(sheet, start, end, colour, across)
    for share in (0.0, 0.5, 1.0):
        x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
        disc(sheet, x, y, across * 0.78, colour)
    for low, high in ((0.18, 0.36), (0.64, 0.82)):
        line(
            sheet,
            (x0 + (x1 - x0) * low, y0 + (y1 - y0) * low),
            (x0 + (x1 - x0) * high, y0 + (y1 - y0) * high),
            style.ivory,
            7,
        )


def bamboo_sticks(number: int, style: Style) -> list[Stick]:
    """The sticks of two to nine of sou: both ends and the ink."""
    sticks: list[Stick] = []
    green, blue, red = style.green, style.blue, style.red
    left, middle, right = 95.0, 210.0, 325.0

    def upright(x: float, top: float, bottom: float, colour: Colour) -> None:
        sticks.append(((x, top), (x, bottom), colour))

    if number == 2:
        upright(middle, 75, 230, blue)
        upright(middle, 330, 485, green)
    elif number == 3:
        upright(middle, 75, 230, blue)
        upright(110, 330, 485, green)
        upright(310, 330, 485, green)
    elif number in (4, 5):
        for x in (110.0, 310.0) if number == 4 else (left, right):
            upright(x, 75, 230, blue if x < middle else green)
            upright(x, 330, 485, green if x < middle else blue)
        if number == 5:
            upright(middle, 202, 358, red)
    elif number == 6:
        for x in (left, middle, right):
            upright(x, 75, 230, green)
            upright(x, 330, 485, blue)
    elif number == 7:
        upright(middle, 55, 160, red)
        for x in (left, middle, right):
            upright(x, 225, 335, blue if x == middle else green)
            upright(x, 400, 510, blue if x == middle else green)
    elif number == 8:
        sticks += [*_leaning(75.0, 235.0, 95.0, green, blue), *_leaning(485.0, 325.0, 465.0, green, blue)]
    else:
        columns = ((left, green), (middle, red), (right, green))
        sticks += [((x, top), (x, top + 106), ink) for x, ink in columns for top in (55.0, 227.0, 399.0)]
    return sticks


def _leaning(top: float, bottom: float, peak: float, outer: Colour, inner: Colour) -> list[Stick]:
    """Half of the eight of sou: two upright sticks, and two between them that meet at a peak."""
    low, high = min(top, bottom), max(top, bottom)
    knee = top + (bottom - top) * 0.72
    return [
        ((75, low), (75, high), outer),
        ((345, low), (345, high), outer),
        ((150, knee), (204.0, peak), inner),
        ((270, knee), (216.0, peak), inner),
    ]


def _bamboo(sheet: Image, number: int, style: Style) -> None:
    for start, end, colour in bamboo_sticks(number, style):
        _stick(sheet, start, end, colour, style)


def _bird(sheet: Image, style: Style) -> None:
    """The one of sou: a bird on a branch, tail down, head to the left."""
    green, blue, red, ivory = style.green, style.blue, style.red, style.ivory
    for index, (x, y) in enumerate(((120, 500), (175, 522), (235, 526), (292, 512))):
        line(sheet, (228, 320), (x, y), (green, blue, green, blue)[index], 22 * style.weight)
        disc(sheet, x, y, 25, (green, blue, green, blue)[index])
        disc(sheet, x, y, 11, red)
    body = [
        (225 + 88 * cos(t) - 34 * sin(t), 265 + 66 * sin(t) + 60 * cos(t))
        for t in (step * pi / 30 for step in range(60))
    ]
    shape(sheet, body, green)
    for step in range(3):
        wing = [
            (
                245 + 14 * step + (92 - 22 * step) * cos(t),
                235 + 30 * step + (26 - 4 * step) * sin(t) - 44 * cos(t),
            )
            for t in (k * pi / 20 for k in range(40))
        ]
        shape(sheet, wing, ivory if step == 1 else blue)
    line(sheet, (165, 225), (142, 130), green, 52 * style.weight)
    disc(sheet, 140, 118, 46, green)
    shape(sheet, [(100, 96), (36, 128), (100, 142)], red)
    disc(sheet, 132, 108, 15, ivory)
    disc(sheet, 132, 108, 7, style.black)
    for x in (120, 150, 180):
        line(sheet, (145, 78), (x + 8, 36), red, 11)
        disc(sheet, x + 8, 36, 12, red)
    line(sheet, (60, 395), (365, 370), red, 20 * style.weight)
