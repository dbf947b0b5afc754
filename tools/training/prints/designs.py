"""Circles, bamboo, birds and frames as makers design them: every design is a few random choices.

A design is drawn with the places and inks of ``faces`` on the same sheet of 420 by 560 pixels. Designs differ where
makers differ: filled, hollow or ringed, petals or spokes, knots, cells or bones, thick or thin.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, pi, sin
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Image
from vision.prints.chance import happens
from vision.prints.faces import (
    SHEET_HEIGHT,
    SHEET_WIDTH,
    Colour,
    Place,
    Stick,
    Style,
    bamboo_sticks,
    circle_spots,
    disc,
    line,
    shape,
)

BIRD: Final = 18
"""1s, as in ``referee.tiles``. [index; defined]"""
_MIDDLE: Final = np.array((SHEET_WIDTH / 2, SHEET_HEIGHT / 2))
"""The middle of a sheet. [px; derived: SHEET_WIDTH, SHEET_HEIGHT]"""


@dataclass(frozen=True, slots=True)
class Design:
    """One maker's drawings of everything except characters.

    Attributes:
        edges: radii of a circle's rings, outermost first, as shares of its own radius; ink and paper alternate.
        petals: how many the figure inside a circle has; 0: a circle without a figure.
        petal: length and width of a petal, as shares of the radius.
        hollow: petals are outlines.
        core: radius of the spot in the middle (0: none), in the second ink or the first.
        second: the spot is red or green on circles of another ink.
        cells: how many a stick has.
        across: width of a stick in pixels.
        waist: width between a stick's knots, as a share of ``across``.
        outline: thickness of the lines of hollow sticks (0: they are filled).
        slit: thickness of the bright line along a filled stick (0: none).
        knot: width of the bars across a stick at its knots, as a share of ``across``; none below 1.
        spread: stretches the places of circles and sticks from the middle, by x and y.
        size: ratio by which circles are larger than usual.
        mirrored: the other diagonal in 3p and 7p.
    """

    edges: tuple[float, ...]
    petals: int
    petal: Place
    hollow: bool
    core: float
    second: bool
    cells: int
    across: float
    waist: float
    outline: float
    slit: float
    knot: float
    spread: Place
    size: float
    mirrored: bool


def random_design(random: np.random.Generator) -> Design:
    """A random design; a third of them consist of thin lines only, as if engraved or printed small."""
    thin = happens(random, 0.35)
    edges = [1.0]
    for _ in range(int(random.choice((0, 1, 1, 1, 2, 3, 3, 5)))):
        ink = len(edges) % 2 == 1
        step = random.uniform(0.06, 0.14) if thin and ink else random.uniform(0.12, 0.36)
        if edges[-1] - step < 0.15:
            break
        edges.append(edges[-1] - step)
    if thin and len(edges) == 1:
        edges.append(random.uniform(0.86, 0.94))
    return Design(
        edges=tuple(edges),
        petals=int(random.integers(4, 10)) if happens(random, 0.35) else 0,
        petal=(random.uniform(0.45, 0.9), random.uniform(0.1, 0.3)),
        hollow=happens(random, 0.8 if thin else 0.25),
        core=random.uniform(0.1, 0.4) if happens(random, 0.5) else 0.0,
        second=happens(random, 0.4),
        cells=int(random.integers(1, 4)),
        across=random.uniform(18, 52),
        waist=random.uniform(0.45, 0.9) if happens(random, 0.5) else 1.0,
        outline=random.uniform(4, 12) if thin or happens(random, 0.2) else 0.0,
        slit=random.uniform(3, 10) if happens(random, 0.5) else 0.0,
        knot=random.uniform(1.0, 1.6) if happens(random, 0.55) else 0.0,
        spread=(random.uniform(0.86, 1.1), random.uniform(0.86, 1.07)),
        size=random.uniform(0.75, 1.1),
        mirrored=happens(random, 0.15),
    )


def circles(number: int, style: Style, design: Design) -> Image:
    """The sheet of one to nine of pin in a design."""
    sheet = _paper(style)
    if number == 1:
        _coin(sheet, (_place(_MIDDLE), 150 * design.size, style.green), style, design)
        return sheet
    radius, spots = circle_spots(number, style)
    # Circles may touch but hardly overlap, however far the places are stretched.
    radius *= min(design.size, design.spread[0] * 1.05, design.spread[1] * 1.05)
    for x, y, colour in spots:
        across = -1 if design.mirrored and number in (3, 7) else 1
        place = _spread((SHEET_WIDTH / 2 + across * (x - SHEET_WIDTH / 2), y), design)
        _coin(sheet, (place, radius, colour), style, design)
    return sheet


def bamboo(number: int, style: Style, design: Design) -> Image:
    """The sheet of two to nine of sou in a design."""
    sheet = _paper(style)
    narrow = 0.85 if number in (7, 8, 9) else 1.0
    for start, end, colour in bamboo_sticks(number, style):
        stick = _spread(start, design), _spread(end, design), colour
        _stick(sheet, stick, style, replace(design, across=design.across * narrow))
    return sheet


def _oval(centre: tuple[float, float], axes: tuple[float, float], turn: float) -> list[Place]:
    c, s = cos(turn), sin(turn)
    return [
        (
            centre[0] + axes[0] * cos(t) * c - axes[1] * sin(t) * s,
            centre[1] + axes[0] * cos(t) * s + axes[1] * sin(t) * c,
        )
        for t in (step * pi / 20 for step in range(40))
    ]


def bird(style: Style, random: np.random.Generator) -> Image:
    """A bird of any build: a body, a neck, a head, a wing, a tail, legs or a branch."""
    sheet = _paper(style)
    inks = [style.green, style.blue, style.red, style.black]
    body_ink, wing_ink, tail_ink = (inks[int(random.choice((0, 0, 1, 2, 3)))] for _ in range(3))
    hollow = happens(random, 0.4)
    weight = random.uniform(5, 14)
    middle = np.array((random.uniform(185, 245), random.uniform(240, 330)))
    size = np.array((random.uniform(70, 115), random.uniform(50, 85)))
    lean = random.uniform(-0.2, 1.1)

    def part(points: list[Place], colour: Colour) -> None:
        shape(sheet, points, style.ivory if hollow else colour)
        if hollow:
            for one, other in zip(points, [*points[1:], points[0]], strict=True):
                line(sheet, one, other, colour, weight)

    backwards = np.array((cos(lean), sin(lean)))
    _tail(sheet, middle + backwards * size[0] * 0.9, [tail_ink, *inks[:3]], random, lean=lean, weight=weight)
    for leg in (-1, 1):
        foot = middle + np.array((leg * random.uniform(10, 40), size[1] + random.uniform(40, 140)))
        line(sheet, _place(middle), _place(foot), style.red if happens(random, 0.5) else style.black, weight)
    head = middle - backwards * size[0] * random.uniform(0.9, 1.4) - (0.0, random.uniform(30, 110))
    line(sheet, _place(middle - backwards * size[0] * 0.5), _place(head), body_ink, random.uniform(14, 50))
    part(_oval(_place(middle), (float(size[0]), float(size[1])), lean), body_ink)
    skull = random.uniform(26, 50)
    part(_oval(_place(head), (skull, skull * 0.85), 0.0), body_ink)
    beak = random.uniform(25, 70)
    shape(
        sheet,
        [
            _place(head - (skull * 0.7, 12)),
            _place(head - (skull + beak, -random.uniform(-5, 15))),
            _place(head - (skull * 0.7, -14)),
        ],
        style.red if happens(random, 0.6) else style.black,
    )
    disc(sheet, *_place(head - (6, 6)), 10, style.ivory)
    disc(sheet, *_place(head - (6, 6)), 5, style.black)
    if happens(random, 0.4):
        for step in range(int(random.integers(1, 5))):
            tip = head + np.array((step * 16 - 20, -skull - random.uniform(15, 60)))
            line(sheet, _place(head), _place(tip), tail_ink, weight)
    for step in range(int(random.integers(1, 4))):
        wing = middle + np.array((step * 16 - 8, step * 14 - 20))
        ink = style.ivory if step % 2 and not hollow else wing_ink
        part(_oval(_place(wing), (float(size[0]) * 0.62, float(size[1]) * 0.36), lean + 0.2), ink)
    if happens(random, 0.4):
        y = min(float(middle[1]) + 150, 510)
        line(sheet, (50, y), (370, y + random.uniform(-40, 40)), style.red, random.uniform(8, 24))
    if happens(random, 0.5):
        sheet = np.ascontiguousarray(sheet[:, ::-1])
    return sheet


def _tail(
    sheet: Image,
    rump: NDArray[np.float64],
    inks: Sequence[Colour],
    random: np.random.Generator,
    *,
    lean: float,
    weight: float,
) -> None:
    """Two to seven feathers in the first of the inks; some end in a spot of another."""
    feathers = int(random.integers(2, 8))
    length, fan = random.uniform(60, 210), random.uniform(0.1, 0.9)
    for feather in range(feathers):
        turn = lean + fan * (feather / max(feathers - 1, 1) - 0.5) + random.normal(0, 0.05)
        end = rump + length * np.array((cos(turn), sin(turn)))
        line(sheet, _place(rump), _place(end), inks[0], weight * random.uniform(0.8, 2.0))
        if happens(random, 0.5):
            disc(sheet, *_place(end), random.uniform(8, 22), inks[1 + feather % 3])


def frame(sheet: Image, colour: Colour, random: np.random.Generator) -> None:
    """The frame of a haku: one or two lines, round or square, with ornaments at corners or sides, or dashed."""
    height, width = sheet.shape[:2]
    unit = width / 168
    first = random.uniform(0.05, 0.22)
    thick = max(1, round(unit * float(random.choice((1, 2, 3, 4, 6, 9)))))
    insets = (first, first + random.uniform(0.05, 0.12)) if happens(random, 0.4) else (first,)
    ornament = int(random.integers(5))
    for inset in insets:
        low = np.array((width, width)) * inset
        high = np.array((width, height)) - low
        corners = np.array(((low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])))
        cut = width * random.uniform(0.05, 0.16) if happens(random, 0.4) else 0.0
        points = [
            corners[index] + cut * (other - corners[index]) / np.abs(other - corners[index]).max()
            for index in range(4)
            for other in (corners[index - 1], corners[(index + 1) % 4])
        ]
        cv2.polylines(sheet, [np.array(points).round().astype(np.int32)], True, colour, thick, cv2.LINE_AA)
        if ornament == 1:
            for corner in corners.round().astype(int):
                cv2.circle(sheet, corner.tolist(), round(width * 0.06), colour, thick, cv2.LINE_AA)
        elif ornament == 2:
            # Gaps in the line: dashed.
            step = random.uniform(0.05, 0.12) * height
            for start in np.arange(0, height, 2 * step):
                sheet[round(start) : round(start + step)] = sheet[height // 2, width // 2]
        elif ornament == 3:
            for index in range(4):
                middle = ((corners[index] + corners[index - 1]) / 2).round().astype(int)
                cv2.circle(sheet, middle.tolist(), round(width * 0.05), colour, -1, cv2.LINE_AA)


def _paper(style: Style) -> Image:
    sheet = np.empty((SHEET_HEIGHT, SHEET_WIDTH, 3), np.uint8)
    sheet[:] = style.ivory
    return sheet


def _place(point: NDArray[np.float64]) -> Place:
    return float(point[0]), float(point[1])


def _spread(place: Place, design: Design) -> Place:
    return _place(_MIDDLE + (np.array(place) - _MIDDLE) * design.spread)


def _coin(sheet: Image, spot: tuple[Place, float, Colour], style: Style, design: Design) -> None:
    (x, y), radius, colour = spot
    inked = False
    for edge in design.edges:
        inked = not inked
        disc(sheet, x, y, radius * edge, colour if inked else style.ivory)
    # Petals and spot contrast with the innermost ring: paper on ink, or ink on paper.
    inside = design.edges[-1] * radius
    ink = style.ivory if inked else colour
    for petal in range(design.petals):
        angle = 2 * pi * petal / design.petals
        wide = inside * design.petal[1] * 6 / design.petals
        # A petal with its round end must stay inside the rim; one that cuts the rim would leave wedges instead of a
        # circle.
        length = min(inside * design.petal[0], 0.92 * inside - wide)
        tip = (x + length * cos(angle), y + length * sin(angle))
        near = (x + 0.25 * length * cos(angle), y + 0.25 * length * sin(angle))
        line(sheet, near, tip, ink, 2 * wide)
        if design.hollow and wide > 5:
            line(sheet, near, tip, colour if inked else style.ivory, 2 * wide - 5)
    if design.core:
        red = colour == style.red
        eye = style.red if design.second and not inked and not red else ink
        disc(sheet, x, y, inside * design.core, eye)


def _stick(sheet: Image, stick: Stick, style: Style, design: Design) -> None:
    start, end, colour = stick
    (x0, y0), (x1, y1) = start, end
    length = hypot(x1 - x0, y1 - y0)
    along = np.array(((x1 - x0) / length, (y1 - y0) / length))
    aside = np.array((-along[1], along[0]))
    half = min(design.across, length * 0.42) / 2

    def at(share: float, off: float) -> Place:
        return _place(np.array(start) + along * (share * length) + aside * off)

    count = design.cells
    waist = design.waist * half
    for cell in range(count):
        low, high = cell / count, (cell + 1) / count
        inset = 0.12 * (high - low)
        points = [
            at(low, -half),
            at(low + inset * 2, -waist),
            at(high - inset * 2, -waist),
            at(high, -half),
            at(high, half),
            at(high - inset * 2, waist),
            at(low + inset * 2, waist),
            at(low, half),
        ]
        if design.outline:
            for one, other in zip(points, [*points[1:], points[0]], strict=True):
                line(sheet, one, other, colour, design.outline)
            continue
        shape(sheet, points, colour)
        if design.slit:
            line(sheet, at(low + inset * 2, 0), at(high - inset * 2, 0), style.ivory, design.slit)
    if design.knot:
        for knot in range(count + 1):
            thick = design.outline or half * 0.7
            line(
                sheet,
                at(knot / count, -half * design.knot),
                at(knot / count, half * design.knot),
                colour,
                thick,
            )
