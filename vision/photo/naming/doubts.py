"""Drops named things that are no tiles, such as cloth taken for a back or a wall's white side taken for a face."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from referee.tiles import HAKU, KIND, parse_tile
from vision.lens import Floats
from vision.model.classifier import BACK_CLASS
from vision.photo.finding.finder import Outlines, Top, nearness
from vision.photo.finding.flat import PAPER_PERCENT, FlatPicture, inner_pixels, paper_colour, paper_share
from vision.photo.naming.blanks import DEEP_SIDE, TOWARDS, depth
from vision.photo.naming.naming import OF_A_KIND, NamedTop, usual_paper

LEAST_BACK_CHANCE: Final = 0.22
"""A back with less confidence than this is dropped. [probability; judged: as naming.WEAK_BACK]"""
DYE_CHANCE: Final = 0.3
"""Backs with at least this confidence show the colour of backs. [probability; judged: higher than LEAST_BACK_CHANCE]"""
SAME_COLOUR: Final = 0.992
"""Cosine between two colours that differ only in light. [cosine; derived: 7 degrees]"""
SET_PAPER: Final = 0.996
"""A face whose ground has a smaller cosine with the set's paper has another ground. [cosine; derived: 5 degrees]"""
HAKU_PAPER: Final = 0.998
"""A haku's paper has at least this cosine with the set's. [cosine; derived: 3.6 degrees; in twelve haku of photographs
0.9992 or more, of a glaring lilac back 0.9974]"""
CLEARLY: Final = 0.001
"""A back's colour must be nearer to other backs than to paper by this much. [cosine; judged: noise changes it by
less]"""
CLEAR_CHANCE: Final = 0.4
"""Tops of at least this confidence are surely there. [probability; judged: nearly a half]"""
NEIGHBOURS: Final = 1.6
"""Tops no farther apart than this are neighbours. [widths; derived: end to end they are END_PITCH apart, 1.39]"""
SHADE: Final = (0.35, 1.3)
"""Brightness relative to the cloth at which a thing can be the cloth. [ratio; judged: shadow and gleam]"""
SURE: Final = 0.9
"""A face named with this probability is not doubted. [probability; judged: one in ten may be wrong]"""
SURE_PRINT: Final = 0.95
"""A side has no print, so it is not named with this probability. [probability; judged: one in twenty may be wrong]"""
STRIPES: Final = frozenset(map(parse_tile, ("2s", "4z")))
"""Names given to the side of two stacked tiles, whose backs are a stripe between white."""
SURE_STRIPES: Final = 0.99
"""Such a side is not named with this probability. [probability; judged: 0.987 at most in working pictures]"""
LEAST_PAPER_SHARE: Final = 0.3
"""A face has at least this share of paper. [share; judged: of 900 faces in working pictures 0.34 or more, of most pieces
of printed cloth less]"""
MOST_PAPER_SHARE: Final = 0.86
"""A face has at most this share of paper, unless it is a haku. [share; judged: of 2,500 faces in working pictures 0.83 or
less, of four in five sides named 9s 0.9 or more]"""
SURE_INK: Final = 0.99
"""A face that shows less paper must be named with this probability. [probability; judged: four 8p in dense ink have 0.994
or more, half of 41 pieces of chequered cloth less]"""
SURE_TOP: Final = 0.8
"""The finder does not take a side for a top with this confidence. [probability; judged: of 28
sides none lies above, the surest at 0.77; of five faces one does]"""
SURE_OBLIQUE: Final = 0.5
"""SURE_TOP where sides appear as large as tops. [probability; judged: of 41 unsure faces in 24 pictures from 60 degrees
on, 27 right ones lie above, and all four sides below]"""
OVERLAPPING: Final = 1.55
"""Nearness below which two tops overlap; neighbours that touch are 2 apart. [half axes; judged: the finder's axes are
off by a fifth]"""
BLANK_APART: Final = 1.75
"""OVERLAPPING for an unsure haku, which may be the side of its neighbour. [half axes; judged: nearer to 2, where a side
begins]"""
SIZE_SPREAD: Final = 0.15
"""Backs of one wall may differ this much in size. [log; judged: perspective]"""
SURE_BACK: Final = 0.5
"""A back of this confidence needs no others. [probability; derived: a half]"""
LEAST_SIZE: Final = 0.94
"""A back is at least this share of most backs' size. [share; judged: sides of tiles are smaller]"""
LEAST_SUPPORT: Final = 0.4
"""An unsure back needs this share of the others' support. [share; judged: backs lie together]"""
MOST_BACKS: Final = 136
"""More backs of one colour than this are a print. [tiles; section: WRC 3.3]"""
SAME_DYE: Final = 0.985
"""Cosine between the colours of two backs of a set. [cosine; derived: 10 degrees]"""
DYE_LIGHT: Final = (0.6, 1.6)
"""Ratio of their brightness. [ratio; judged: a lamp above one side]"""
AROUND: Final = tuple(
    (1.35 * float(np.sin(k * np.pi / 6)), 1.4 * float(np.cos(k * np.pi / 6))) for k in range(12)
)
"""The points around a top at which its surroundings are sampled, in half axes. [half axes; derived: beyond 1, before
the middle of a neighbour at 2]"""
CONTRAST: Final = 0.08
"""A pixel this far from a back's colour belongs to something else. [share of its brightness; judged: noise stays
below]"""
LEAST_CONTRAST: Final = 0.45
"""At least this share of the ring around a back belongs to something else. [share; judged: neighbours of the same
colour hide the rest]"""
BELOW: Final = (0.5, 0.9)
"""From the backs on a wall to its side in tile widths: at least, and at most where it is seen from straight above.
[widths; derived: from half a tile to the far end of its side, 0.77 thick]"""
WALL_HIGH: Final = 1.5
"""Two tiles, in widths. [widths; derived: twice THICKNESS]"""


def without_cloth(tiles: Sequence[NamedTop], flat: FlatPicture) -> list[NamedTop]:
    """Drops backs that the finder is unsure of, or that have the colour of most of the picture."""
    cloth = np.median(flat.image[::3, ::3].reshape(-1, 3), axis=0)
    kept = []
    for one in tiles:
        if one.tile == BACK_CLASS:
            x, y = round(one.top.x), round(one.top.y)
            patch = flat.image[max(y - 4, 0) : y + 5, max(x - 3, 0) : x + 4].reshape(-1, 3)
            if one.top.chance < LEAST_BACK_CHANCE or _same_cloth(np.median(patch, axis=0), cloth):
                continue
        kept.append(one)
    return kept


def without_plain(tiles: Sequence[NamedTop], flat: FlatPicture) -> list[NamedTop]:
    """Drop faces, other than haku, that show hardly any ink: plain sides of tiles are often named 9s."""
    return [
        one
        for one in tiles
        if one.tile in (HAKU, BACK_CLASS)
        or paper_share(flat, one.top, paper_colour(flat, one.top)) < MOST_PAPER_SHARE
    ]


def without_prints(tiles: Sequence[NamedTop], flat: FlatPicture) -> list[NamedTop]:
    """Drop faces that show hardly any of the set's paper: a dense print on cloth is often named as a face.

    Dense ink hides paper too, so sure names stay unless there are more of one kind than a set has. Of such a kind unsure
    ones go whose paper is not quite the set's.
    """
    paper = _set_paper(tiles, flat)
    if paper is None:
        return list(tiles)
    faces = [one for one in tiles if one.tile != BACK_CLASS]
    named = Counter(KIND[one.tile] for one in faces)
    inked = [one for one in faces if not _shows(paper, one, flat)]
    count = Counter(KIND[one.tile] for one in inked)
    dropped = {id(one) for one in inked if count[KIND[one.tile]] > OF_A_KIND or _unsure(one)}
    dropped |= {
        id(one)
        for one in filter(_unsure, faces)
        if named[KIND[one.tile]] > OF_A_KIND and _cosine(_brightest(one, flat), paper) < HAKU_PAPER
    }
    return [one for one in tiles if id(one) not in dropped]


def _unsure(one: NamedTop) -> bool:
    return _face_chance(one) < SURE_INK


def _face_chance(one: NamedTop) -> float:
    """The probability of a face's kind: red or not, a five is a face."""
    return float(np.exp(one.logs[[face for face, kind in enumerate(KIND) if kind == KIND[one.tile]]]).sum())


def _shows(paper: Floats, one: NamedTop, flat: FlatPicture) -> bool:
    pixels = inner_pixels(flat, one.top)
    cosines = pixels @ paper / (np.linalg.norm(pixels, axis=1) * np.linalg.norm(paper) + 1e-6)
    return bool((cosines > SAME_COLOUR).mean() >= LEAST_PAPER_SHARE)


def _set_paper(tiles: Sequence[NamedTop], flat: FlatPicture) -> Floats | None:
    """The colour of most sure faces' paper; None if there are too few of them."""
    return usual_paper(
        [
            (one.tile, _brightest(one, flat))
            for one in tiles
            if one.tile != BACK_CLASS and one.confidence > SURE
        ]
    )


def without_lonely(tiles: Sequence[NamedTop], flat: FlatPicture) -> list[NamedTop]:
    """Drops faces that the finder hardly saw, unless a face it saw well lies beside them."""
    places = flat.on_plane(np.array([(one.top.x, one.top.y) for one in tiles]).reshape(-1, 2))
    clear = np.array([one.tile != BACK_CLASS and one.top.chance >= CLEAR_CHANCE for one in tiles], bool)
    return [
        one
        for one, here in zip(tiles, places, strict=True)
        if one.top.chance >= CLEAR_CHANCE
        or one.tile == BACK_CLASS
        or (np.hypot(*(places[clear] - here).T) < NEIGHBOURS).any()
    ]


def without_overlaps(tiles: Sequence[NamedTop]) -> list[NamedTop]:
    """Keeps the surest of overlapping tiles; the side of a tile, taken for haku, overlaps its top too."""
    surest = sorted(tiles, key=lambda tile: -tile.confidence * _likely_size(tile))
    places = np.array([(one.top.x, one.top.y) for one in surest]).reshape(-1, 2)
    sides = np.array([one.top.side_px for one in surest])
    kept = np.zeros(len(surest), bool)
    for index, one in enumerate(surest):
        apart = BLANK_APART if one.tile == HAKU and one.confidence < SURE else OVERLAPPING
        near = np.abs(places - places[index]).max(axis=1) <= 2 * (sides + sides[index])
        others = [surest[other] for other in np.flatnonzero(kept & near)]
        kept[index] = all(nearness(one.top, other.top) > apart for other in others)
    return [surest[index] for index in np.flatnonzero(kept)]


def _likely_size(one: NamedTop) -> float:
    """Return the likelihood of a tile of this size; even halves of tiles may be named with certainty."""
    return float(np.exp(-0.5 * (np.log(one.size) / SIZE_SPREAD) ** 2))


def sure_backs(tiles: Sequence[NamedTop], flat: FlatPicture) -> list[NamedTop]:
    """Drops backs that look like their surroundings, and unsure backs without other evidence.

    The evidence for an unsure back is the size of a lying tile and the colour of most backs.
    """
    colours = {
        index: np.median(inner_pixels(flat, one.top), axis=0)
        for index, one in enumerate(tiles)
        if one.tile == BACK_CLASS
    }
    alike = _same_dye(np.array(list(colours.values())).reshape(-1, 3))
    printed = alike.sum(axis=1) >= MOST_BACKS
    outlines = Outlines([one.top for one in tiles])
    backs = [
        place
        for place, (index, colour) in enumerate(colours.items())
        if not printed[place] and _stands_out(index, tiles, outlines, flat, colour)
    ]
    numbers = [list(colours)[place] for place in backs]
    usual = float(np.median([one.top.side_px for one in tiles])) if tiles else 0.0
    chances = np.array([tiles[index].top.chance for index in numbers])
    support, enough = alike[np.ix_(backs, backs)] @ chances, LEAST_SUPPORT * chances.sum()
    kept = [one for one in tiles if one.tile != BACK_CLASS]
    for index, evidence in zip(numbers, support, strict=True):
        top = tiles[index].top
        if top.chance >= SURE_BACK or (top.side_px > LEAST_SIZE * usual and evidence > enough):
            kept.append(tiles[index])
    return kept


def _same_dye(colours: Floats) -> NDArray[np.bool_]:
    """Return for each pair of different backs whether they have one dye (n by n); ``colours`` is n by 3."""
    light = np.linalg.norm(colours, axis=1) + 1
    cosine = colours @ colours.T / np.outer(light, light)
    brighter = light[:, None] / light
    alike = (cosine > SAME_DYE) & (DYE_LIGHT[0] < brighter) & (brighter < DYE_LIGHT[1])
    return np.asarray(alike & ~np.eye(len(light), dtype=bool))


def _stands_out(
    index: int, tiles: Sequence[NamedTop], outlines: Outlines, flat: FlatPicture, colour: Floats
) -> bool:
    """Return whether a part of a top's immediate surroundings, other tiles aside, differs in colour or light."""
    one = tiles[index]
    rows, columns = flat.image.shape[:2]
    middle, along, across = (np.array(v) for v in ((one.top.x, one.top.y), one.top.along, one.top.across))
    free = other = 0
    for a, b in AROUND:
        spot = middle + a * along + b * across
        x, y = round(float(spot[0])), round(float(spot[1]))
        if not (1 <= x < columns - 1 and 1 <= y < rows - 1):
            continue
        mark = Top(float(spot[0]), float(spot[1]), one.top.along, one.top.across, back=True, chance=1.0)
        covered = outlines.nearness(mark) < 1
        covered[index] = False
        if covered.any():
            continue
        free += 1
        seen = np.median(flat.image[y - 1 : y + 2, x - 1 : x + 2].reshape(-1, 3), axis=0)
        off = float(np.linalg.norm(seen - colour)) / (float(np.linalg.norm(colour)) + 20)
        other += off > CONTRAST
    return other >= LEAST_CONTRAST * free


def pale_backs(tiles: Sequence[NamedTop], flat: FlatPicture) -> list[NamedTop]:
    """Turns tiles read as haku, or hardly named, into backs if they lack the colour of the other faces' paper."""
    usual = _set_paper(tiles, flat)
    if usual is None:
        return list(tiles)
    dyes = [_brightest(one, flat) for one in tiles if one.tile == BACK_CLASS and one.top.chance >= DYE_CHANCE]
    return [
        replace(one, tile=BACK_CLASS)
        if (one.tile == HAKU or (one.tile != BACK_CLASS and _face_chance(one) < SURE))
        and _no_paper(_brightest(one, flat), usual, dyes, HAKU_PAPER if one.tile == HAKU else SET_PAPER)
        else one
        for one in tiles
    ]


def _no_paper(colour: Floats, paper: Floats, dyes: Sequence[Floats], least: float) -> bool:
    """Return whether a colour is not that of paper: too far from it, or nearer to that of a back."""
    near = _cosine(colour, paper)
    return near < least or any(_cosine(colour, dye) > near + CLEARLY for dye in dyes)


def _brightest(one: NamedTop, flat: FlatPicture) -> Floats:
    """The colour of a top's paper."""
    x, y = round(one.top.x), round(one.top.y)
    patch = flat.image[max(y - 6, 0) : y + 7, max(x - 6, 0) : x + 7].reshape(-1, 3)
    return np.asarray(np.percentile(patch, PAPER_PERCENT, axis=0), np.float64)


def _cosine(one: Floats, other: Floats) -> float:
    return float(one @ other) / float(np.linalg.norm(one) * np.linalg.norm(other) + 1e-6)


def _same_cloth(colour: Floats, cloth: Floats) -> bool:
    size, usual = float(np.linalg.norm(colour)) + 1, float(np.linalg.norm(cloth)) + 1
    alike = float(colour @ cloth) / (size * usual)
    return alike > SAME_COLOUR and SHADE[0] < size / usual < SHADE[1]


def without_sides(
    tiles: Sequence[NamedTop],
    likely_backs: Sequence[NamedTop],
    flat: FlatPicture,
    camera: tuple[float, float, float],
) -> list[NamedTop]:
    """Drops unsure faces in places where the side of a back must be visible.

    Args:
        tiles: all named tiles.
        likely_backs: sure ones, and those too unsure to be reported.
        flat: the drawing they were found in.
        camera: the camera's place, in tile widths: sides appear towards the point below it.
    """
    if not tiles:
        return []
    places = flat.on_plane(np.array([(one.top.x, one.top.y) for one in tiles]))
    backs = flat.on_plane(np.array([(one.top.x, one.top.y) for one in likely_backs]).reshape(-1, 2))
    kept = []
    for one, here in zip(tiles, places, strict=True):
        if one.tile != BACK_CLASS and len(backs) and _may_be_side(one, here, camera):
            apart = here - backs
            far = np.hypot(*apart.T)
            out = np.array(camera[:2]) - backs
            most = BELOW[1] + WALL_HIGH * np.hypot(*out.T) / max(camera[2], 1.0)
            towards = (apart * out).sum(axis=1) / (far * np.hypot(*out.T) + 1e-6)
            if ((far > BELOW[0]) & (far < most) & (towards > TOWARDS)).any():
                continue
        kept.append(one)
    return kept


def _may_be_side(one: NamedTop, here: Floats, camera: tuple[float, float, float]) -> bool:
    """Return whether a face may be the side of a tile, by its name and the finder's confidence."""
    if one.tile == HAKU:
        return True
    least = SURE_STRIPES if one.tile in STRIPES else SURE_PRINT
    deep = depth(here, camera) > DEEP_SIDE and one.tile not in STRIPES
    return _face_chance(one) < least and one.top.chance < (SURE_OBLIQUE if deep else SURE_TOP)
