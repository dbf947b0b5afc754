"""Tells blank faces from the sides of tiles, which are just as white and, in an oblique picture, just as large."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from referee.tiles import HAKU
from vision.lens import Floats
from vision.model.classifier import BACK_CLASS
from vision.photo.finding.finder import Outlines, Top
from vision.photo.finding.flat import FlatPicture, inner_pixels, paper_colour, paper_share
from vision.photo.finding.size import THICKNESS
from vision.photo.naming.naming import NamedTop

DEEP_SIDE: Final = 1.0
"""A side that appears this deep can pass for a top. [widths; derived: a tile's width]"""
TOWARDS: Final = 0.75
"""Cosine between the way to the camera and the way to a neighbour on it. [cosine; derived: 41 degrees]"""
ON_ITS_SIDE: Final = 2.7
"""A tile nearer than this hides the end of a side. [half axes; derived: 2, and a gap of a third of a tile]"""
LEAST_WHITE: Final = 0.75
"""From the middle of a haku to the lower edge of its own white side, relative to the depth at which sides appear. [share;
judged: of 23 haku with no tile below them 14 have 0.83 or more, of 234 sides all but five less than 0.7]"""
WHITE_STEP: Final = 0.04
"""Step in which the way there is sampled. [widths; judged: a pixel of the drawing]"""
EDGE_GAP: Final = 0.15
"""A darker edge is no wider than this. [widths; judged: three pixels of the drawing]"""
MOST_DEEP: Final = 4.0
"""White is followed up to this distance. [widths; derived: more than a top and a side from 70 degrees]"""
ACROSS: Final = np.linspace(-0.2, 0.2, 5)
"""Each step is sampled at these places across the way. [widths; derived: the middle two fifths]"""
WHITE: Final = 0.99
"""Cosine between the colours of a top and of its side. [cosine; derived: 8 degrees]"""
WHITE_LIGHT: Final = (0.68, 1.2)
"""Brightness of a side relative to that of its top. [ratio; judged: sides lie in the shade]"""
MOST_FRAMED: Final = 0.65
"""A haku with a frame shows at most this share of paper. [share; judged: of 18 in working pictures from 60 degrees on
0.63 or less, of 115 sides all but two 0.76 or more]"""
FRAME_CHANCE: Final = 0.5
"""The finder is so sure of a haku with a frame. [probability; judged: it is of those 18, not of the two sides]"""
LIKE_SIDES: Final = 0.045
"""A haku differs from the sides around it by more than this (logarithms of three colours). [log; judged: of nine sides
between two tiles all by 0.037 or less, of ten blank haku five by more]"""
SIDES_AROUND: Final = 5
"""This many sides, the nearest that face the same way, show the colour of sides. [sides; judged: light varies over a
table]"""
LEAST_SIDES: Final = 4
"""Fewer do not. [sides; judged: a median is steady]"""
SAME_WAY: Final = 0.9
"""Cosine between the ways in which two such sides face. [cosine; derived: 25 degrees]"""
FACING: Final = 0.35
"""A side is seen if the cosine between its way and that to the camera is at least this. [cosine; judged: beyond 70
degrees it is a strip]"""
OF_A_SIDE: Final = (0.15, 0.45)
"""The part of a side where its colour is taken, from its upper edge. [shares of its depth; judged: clear of its edge and
of the tile's back, which begins at half or more]"""
ALONG_SIDE: Final = np.linspace(-0.25, 0.25, 5)
"""The places along the edge where it is taken. [widths; derived: the middle half]"""
UNCOVERED: Final = 1.35
"""A side is seen if no top is nearer to the middle of this part. [half axes; judged: between one top (0) and touching
ones (2)]"""
SURE: Final = 0.9
"""Faces of this confidence show the colour of sides. [probability; judged: one in ten may be wrong]"""


def depth(here: Floats, camera: tuple[float, float, float]) -> float:
    """The depth at which sides appear at a place, in widths."""
    return THICKNESS * float(np.hypot(*(camera[:2] - here))) / max(camera[2] - THICKNESS, 1.0)


def _shows_own_side(
    one: NamedTop, here: Floats, flat: FlatPicture, camera: tuple[float, float, float]
) -> bool:
    """Return whether white reaches as far towards the camera as from the middle of a blank top to the end of its side.

    From the middle of a side it ends sooner, where the tile's back begins.
    """
    out = np.array(camera[:2]) - here
    way = out / np.hypot(*out)
    steps = np.arange(WHITE_STEP, MOST_DEEP, WHITE_STEP)
    across = ACROSS[:, None] * (-way[1], way[0])
    spots = here + steps[:, None, None] * way + across
    colours = flat.colours((spots.reshape(-1, 2) - (flat.left, flat.top)) * flat.scale - 0.5)
    paper = paper_colour(flat, one.top)
    light = (np.linalg.norm(colours, axis=1) + 1) / (np.linalg.norm(paper) + 1)
    cosine = colours @ paper / (np.linalg.norm(colours, axis=1) * np.linalg.norm(paper) + 1e-6)
    white = (cosine > WHITE) & (WHITE_LIGHT[0] < light) & (light < WHITE_LIGHT[1])
    reached = np.concatenate([[0.0], steps[2 * white.reshape(len(steps), -1).sum(axis=1) > len(ACROSS)]])
    gaps = np.flatnonzero(np.diff(reached) > EDGE_GAP)
    end = reached[gaps[0]] if len(gaps) else reached[-1]
    return bool(end >= LEAST_WHITE * depth(here, camera))


def _is_framed(one: NamedTop, flat: FlatPicture) -> bool:
    """Return whether a haku shows a frame in ink, as no side does."""
    sure = one.tile == HAKU and one.top.chance > FRAME_CHANCE
    return sure and paper_share(flat, one.top, paper_colour(flat, one.top)) < MOST_FRAMED


def without_faces_sides(
    tiles: Sequence[NamedTop], flat: FlatPicture, camera: tuple[float, float, float]
) -> list[NamedTop]:
    """Drop blank haku that may be sides, where sides appear as large as tops.

    With a tile below, a haku must differ in colour from the sides around it; without one, it must show a side of its own.
    """
    places = flat.on_plane(np.array([(one.top.x, one.top.y) for one in tiles]).reshape(-1, 2))
    doubtful = {
        number
        for number, (one, here) in enumerate(zip(tiles, places, strict=True))
        if one.tile == HAKU and depth(here, camera) > DEEP_SIDE and not _is_framed(one, flat)
    }
    if not doubtful:
        return list(tiles)
    outlines, sides, kept = Outlines([one.top for one in tiles]), _sides(tiles, flat, camera), []
    for number, (one, here) in enumerate(zip(tiles, places, strict=True)):
        if number in doubtful:
            beside = (outlines.nearness(one.top) < ON_ITS_SIDE) & (places != here).any(axis=1)
            apart, out = places[beside] - here, np.array(camera[:2]) - here
            below = apart @ out / (np.hypot(*apart.T) * np.hypot(*out))
            if (below > TOWARDS).any():
                is_side = _looks_like(sides, one, here, flat, camera)
            else:
                is_side = not _shows_own_side(one, here, flat, camera)
            if is_side:
                continue
        kept.append(one)
    return kept


def _sides(tiles: Sequence[NamedTop], flat: FlatPicture, camera: tuple[float, float, float]) -> Floats:
    """The sides of sure faces that no printed tile hides (n by 7): way (2), place (2), logarithms of colours (3)."""
    printed = [one for one in tiles if one.tile != HAKU]
    outlines, found = Outlines([one.top for one in printed]), []
    for number, one in enumerate(printed):
        if one.tile == BACK_CLASS or one.confidence < SURE:
            continue
        here = flat.on_plane(np.array([[one.top.x, one.top.y]]))[0]
        out = np.array(camera[:2]) - here
        towards = out / np.hypot(*out)
        for way, edge in _facing(one.top, out):
            down = np.linspace(*OF_A_SIDE, len(ALONG_SIDE)) * depth(here, camera)
            spots = down[:, None, None] * towards + ALONG_SIDE[:, None] * (-way[1], way[0])
            spots = edge + flat.scale * spots.reshape(-1, 2)
            x, y = spots.mean(axis=0)
            near = outlines.nearness(Top(x, y, one.top.along, one.top.across, back=False, chance=1.0))
            if (np.delete(near, number) >= UNCOVERED).all():
                found.append([*way, *here, *np.log(np.median(flat.colours(spots), axis=0) + 1)])
    return np.array(found).reshape(-1, 7)


def _facing(top: Top, out: Floats) -> list[tuple[Floats, Floats]]:
    """The ways of the edges of a top that face the camera, which lies ``out`` from it, and their middles (pixels)."""
    edges = []
    for axis in (np.array(top.along), np.array(top.across)):
        half = axis * np.sign(axis @ out)
        way = half / np.hypot(*axis)
        if way @ out > FACING * np.hypot(*out):
            edges.append((way, np.array([top.x, top.y]) + half))
    return sorted(edges, key=lambda edge: -float(edge[0] @ out))


def _looks_like(
    sides: Floats, one: NamedTop, here: Floats, flat: FlatPicture, camera: tuple[float, float, float]
) -> bool:
    """Return whether a blank top has the colour of the nearest sides that face as a side in its place would."""
    way, _ = _facing(one.top, np.array(camera[:2]) - here)[0]
    alike = sides[sides[:, :2] @ way > SAME_WAY]
    if len(alike) < LEAST_SIDES:
        return False
    nearest = np.argsort(np.hypot(*(alike[:, 2:4] - here).T))[:SIDES_AROUND]
    colour = np.log(np.median(inner_pixels(flat, one.top), axis=0) + 1)
    return bool(np.linalg.norm(colour - np.median(alike[nearest, 4:], axis=0)) < LIKE_SIDES)
