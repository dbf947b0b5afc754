"""Merges readings of one picture: a hint, another size or another plane adds tiles and improves names, and loses none."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from referee.tiles import HAKU
from vision.lens import View
from vision.model.classifier import BACK_CLASS
from vision.photo.finding.finder import Outlines, Top
from vision.photo.finding.flat import FlatPicture, top_in_other
from vision.photo.finding.size import USUAL_LENGTH
from vision.photo.naming.naming import NamedTop

SURE: Final = 0.9
"""A tile named with this confidence need not be examined again. [probability; judged: one in ten may be wrong]"""
SAME: Final = 0.6
"""Tops this near to each other (``finder.nearness``) are one tile seen twice. [half axes; derived: less than a third
of what neighbours are apart]"""
APART: Final = 1.4
"""Tops nearer than this cannot both be tiles. [half axes; derived: between one tile found twice (0) and two
neighbours (2)]"""
LEAST_FACES: Final = 30
"""This many faces give a tile's width. [faces; judged: chosen by a photograph of an amos table]"""
ROUNDS: Final = 4
"""The number of times that the square is fitted again. [rounds; judged: it settles before]"""
TAKEN_OVER: Final = 0.95
"""A face of another reading is taken over with this confidence. [probability; judged: one in twenty may be wrong]"""
DISPUTED: Final = 0.5
"""The confidence where two readings give two certain names. [probability; derived: one of two]"""
ALIKE: Final = (0.75, 1.33)
"""The least side of such a face, relative to most faces'. [ratio; derived: half a tile's is 0.71]"""
EVEN: Final = 0.06
"""In a well-placed square the sides of faces differ by no more than this (median, logarithm). [log; judged: tiles of
one table are of one size]"""


def width_in_square(
    known: Sequence[NamedTop], flat: FlatPicture, square: View, thickness: float
) -> float | None:
    """The width of a tile in sides of the square, by the faces found without it; None if they disagree.

    Args:
        known: the tiles found.
        flat: the drawing they were found in.
        square: the view whose unit is the side of the square.
        thickness: a tile's thickness, in widths.
    """
    faces = [one.top for one in known if one.tile != BACK_CLASS and one.confidence >= SURE]
    if len(faces) < LEAST_FACES:
        return None
    corners = np.concatenate([flat.in_picture(top.corners()) for top in faces])
    pixels = np.column_stack([corners, np.ones(len(corners))])
    width = 0.0
    for _ in range(ROUNDS):
        u, v, w = np.linalg.inv(square.plane(thickness * width)) @ pixels.T
        if not (w > 0).all() and not (w < 0).all():
            return None
        x, y = (axis.reshape(-1, 4) for axis in (u / w, v / w))
        areas = np.abs((x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1)) / 2
        sides = np.log(areas) / 2
        width = float(np.exp(np.median(sides))) / float(np.sqrt(USUAL_LENGTH))
    spread = float(np.median(np.abs(sides - np.median(sides))))
    return width if spread < EVEN else None


def carried(known: Sequence[NamedTop], flat: FlatPicture, other: FlatPicture) -> list[NamedTop]:
    """Tiles found in one drawing, transferred to another one; tiles outside that are left out."""
    rows, columns = other.image.shape[:2]
    moved = [replace(one, top=top_in_other(one.top, flat, other)) for one in known]
    return [one for one in moved if 0 <= one.top.x < columns and 0 <= one.top.y < rows]


def still_to_name(tops: Sequence[Top], seen: Sequence[NamedTop]) -> tuple[list[NamedTop], list[Top]]:
    """Return the earlier tiles that need no other look, and the tops that do: new ones, and those of unsure tiles.

    Args:
        tops: the tops found with the help of the square.
        seen: the tiles found without it, in the same drawing.
    """
    settled = [one for one in seen if one.confidence >= SURE and one.tile != HAKU]
    known = Outlines([one.top for one in settled])
    fresh = [top for top in tops if not (known.nearness(top) < SAME).any()]
    found = Outlines(fresh)
    fresh += [one.top for one in seen if one not in settled and not (found.nearness(one.top) < SAME).any()]
    return settled, fresh


def joined(named: Sequence[NamedTop], seen: Sequence[NamedTop], least: float) -> list[NamedTop]:
    """The tiles found with the help of the square, together with those that it lost.

    A haku shows no print, and the side of a wall looks like an unsure haku: so an unsure haku stays only if the square
    shows it too.

    Args:
        named: the tiles found with it.
        seen: the tiles found without it, in the same drawing.
        least: the confidence that a reported tile must have.
    """
    result = list(named)
    for one in seen:
        near = Outlines([other.top for other in result]).nearness(one.top)
        best = int(near.argmin()) if len(near) else -1
        if len(near) and near[best] < SAME:
            same = result[best]
            if same.tile != one.tile or same.confidence < least:
                result[best] = max(same, one, key=lambda each: each.confidence)
        elif one.tile != HAKU or one.confidence >= SURE:
            result = [other for other, far in zip(result, near, strict=True) if far >= APART]
            result.append(one)
    return result


def completed(
    known: Sequence[NamedTop], flat: FlatPicture, others: Sequence[tuple[Sequence[NamedTop], FlatPicture]]
) -> list[NamedTop]:
    """The tiles of a reading, with the certain faces of other readings; where those differ, both count alike.

    Args:
        known: the tiles of the reading with the most tiles.
        flat: the drawing that they were found in.
        others: the tiles of other readings, each with its drawing.
    """
    result = list(known)
    sides = [one.top.side_px for one in known if one.tile != BACK_CLASS]
    if not sides:
        return result
    usual = float(np.median(sides))
    for found, drawing in others:
        certain = [
            one for one in found if one.tile not in (HAKU, BACK_CLASS) and one.confidence >= TAKEN_OVER
        ]
        for one in carried(certain, drawing, flat):
            if not ALIKE[0] < one.top.side_px / usual < ALIKE[1]:
                continue
            near = Outlines([other.top for other in result]).nearness(one.top)
            there = np.flatnonzero(near < APART)
            surest = max(there, key=lambda index: result[index].confidence, default=None)
            if surest is None or result[surest].confidence < DISPUTED:
                result = [other for other, far in zip(result, near, strict=True) if far >= APART]
                result.append(one)
            elif result[surest].tile != one.tile:
                result[surest] = replace(result[surest], confidence=DISPUTED)
            elif result[surest].confidence < one.confidence:
                result[surest] = replace(result[surest], confidence=one.confidence)
    return result
