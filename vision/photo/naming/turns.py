"""Decides by the room between its neighbours which way a tile lies if its print does not show it.

The middles of two upright neighbours in a row are a width apart; a tile across moves its neighbours away by a sixth of
a width on either side.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.lens import Floats
from vision.model.classifier import BACK_CLASS, OTHER_CLASS, Classifier
from vision.photo.finding.finder import Top
from vision.photo.finding.flat import Cutter, FlatPicture
from vision.photo.naming.naming import ASIDE, HALF_SURE, NamedTop, as_found, cut_names, turned

BESIDE: Final = (0.85, 1.25)
"""Distance of the middle of a touching neighbour, in widths. [widths; derived: side by side, upright beside sideways
1.17, and slack]"""
NEAREST: Final = 0.6
"""A middle nearer than this belongs to the same tile, in widths. [widths; derived: between none and 1]"""
BOTH_SIDES: Final = 2
"""A tile with neighbours on this many sides lies between them. [sides; defined]"""
OFF_LINE: Final = 0.45
"""A neighbour's middle is no farther from the row's line than this, in widths. [widths; derived: less than half a
tile]"""
REACH: Final = 1.75
"""Neither neighbour is farther away than this. [widths; derived: sideways beside sideways 1.345, and a gap]"""
STRAIGHT: Final = 0.2
"""A neighbour no farther off the line than this shows the row's pitch. [widths; judged: rows are straight to a
fifth]"""
LEAST_PAIRS: Final = 5
"""This many pairs show the row's gap. [pairs; judged: a median is steady]"""
GAP: Final = 0.04
"""Gap between neighbours, edge to edge, where that is unknown. [widths; judged: 1 mm]"""
GAP_SPREAD: Final = 0.07
"""Standard deviation of that gap. [widths; judged: 1.5 mm]"""
MOST: Final = 3.0
"""A neighbour counts for at most this (logarithm of odds). [log; derived: 20 to one]"""
LEAST: Final = 2.2
"""Evidence needed to turn a tile: few lie across. [log; derived: nine to one]"""
SURE_NAME: Final = 0.9
"""A tile named with this confidence is turned only if its name stays the same: eight circles across look like four.
[probability; judged: one in ten may be wrong]"""


def settled(
    tiles: Sequence[NamedTop], readers: tuple[Classifier, Cutter], flat: FlatPicture
) -> list[NamedTop]:
    """The tiles, turned by a quarter where their neighbours' evidence says that they lie the other way.

    Args:
        tiles: the named tiles.
        readers: the classifier that names cut-outs, and the cutter.
        flat: the drawing they were found in.
    """
    places = np.array([(one.top.x, one.top.y) for one in tiles]).reshape(-1, 2)
    wide = _width(tiles, places)
    doubtful = []
    for number, one in enumerate(tiles):
        worth = _for_turning(number, tiles, places, wide)
        if one.tile != BACK_CLASS and worth > LEAST:
            doubtful.append((number, worth))
    if not doubtful:
        return list(tiles)
    classifier, cutter = readers
    ways = [turned(tiles[number].top, np.pi / 2) for number, _ in doubtful]
    each = cut_names(classifier, cutter, flat, ways, ASIDE)
    result = list(tiles)
    for (number, worth), top, logs in zip(doubtful, ways, each, strict=True):
        one, mean = tiles[number], logs.mean(axis=0)
        mean = mean - np.log(np.exp(mean).sum())
        best = int(mean[:OTHER_CLASS].argmax())
        now = one.logs[:BACK_CLASS].max()
        if best == BACK_CLASS or mean[best] - now + worth < LEAST / 2 or mean[best] < np.log(HALF_SURE):
            continue
        if best != one.tile and float(np.exp(now)) > SURE_NAME:
            continue
        sure = as_found(float(np.exp(mean[best])), one.top)
        result[number] = replace(one, top=top, tile=best, confidence=sure, logs=mean)
    return result


def _width(tiles: Sequence[NamedTop], places: Floats) -> float:
    """The width of a tile by the distance of most neighbours, or by the tiles' own sizes if hardly any touch."""
    pitches = []
    for one, here in zip(tiles, places, strict=True):
        wide = 2 * float(np.hypot(*one.top.across))
        unit = np.array(one.top.across) * 2 / wide
        apart = (places - here) / wide
        along, across = apart @ unit, np.abs(apart @ np.array([-unit[1], unit[0]]))
        near = along[(along > BESIDE[0]) & (along < BESIDE[1]) & (across < STRAIGHT)]
        pitches += [float(near.min()) * wide] if len(near) else []
    if len(pitches) < LEAST_PAIRS:
        return 2 * float(np.median([np.hypot(*one.top.across) for one in tiles] or [1.0]))
    return float(np.median(pitches)) / (1 + GAP)


def _for_turning(number: int, tiles: Sequence[NamedTop], places: Floats, wide: float) -> float:
    """The evidence for turning a tile by a quarter, from the room between its neighbours (logarithm of odds)."""
    top = tiles[number].top
    ratio = float(np.hypot(*top.along) / np.hypot(*top.across))
    long = wide * ratio
    apart, tops = (places - places[number]) / wide, [one.top for one in tiles]
    best = 0.0
    for row, own, other in ((top.across, wide, long), (top.along, long, wide)):
        unit = np.array(row) / float(np.hypot(*row))
        sides = []
        for sign in (-1.0, 1.0):
            worth = _side(apart, tops, sign * unit, (own / wide, other / wide))
            if worth is not None:
                sides.append(worth)
        if len(sides) == BOTH_SIDES:
            total = float(sum(sides))
            best = total if abs(total) > abs(best) else best
    return best


def _side(apart: Floats, tops: Sequence[Top], unit: Floats, widths: tuple[float, float]) -> float | None:
    """The evidence of the neighbour on one side; None if there is no upright one in the row."""
    along = apart @ unit
    across = np.abs(apart @ np.array([-unit[1], unit[0]]))
    near = np.flatnonzero((along > NEAREST) & (along < REACH) & (across < OFF_LINE))
    if not len(near):
        return None
    index = int(near[np.argmin(along[near])])
    neighbour = tops[index]
    takes = 2 * max(
        abs(float(np.array(neighbour.across) @ unit)), abs(float(np.array(neighbour.along) @ unit))
    )
    room = float(along[index]) - takes / (2 * float(np.hypot(*neighbour.across))) / 2
    now, then = room - widths[0] / 2 - GAP, room - widths[1] / 2 - GAP
    return float(np.clip((now**2 - then**2) / (2 * GAP_SPREAD**2), -MOST, MOST))
