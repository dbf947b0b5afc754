"""Looks again for tiles beside those of a row: neighbours touch, so their places are known.

A haku between others hardly shows an edge, so the finder overlooks it. Only the colour of its paper distinguishes it
from cloth, and only its own side below it distinguishes it from the side of its neighbour.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from referee.tiles import HAKU
from vision.lens import Floats
from vision.model.classifier import BACK_CLASS, OTHER_CLASS, Classifier
from vision.photo.finding.finder import Top, nearness
from vision.photo.finding.flat import Cutter, FlatPicture, inner_pixels, paper_colour
from vision.photo.naming.naming import HARDLY_A_FACE, NamedTop, cut_names, mean_names

MOST_OVERLOOKED: Final = 4
"""The most tiles in a row that may be overlooked. [tiles; derived: there are four haku, whose edges the finder
overlooks most]"""
SURE_NEIGHBOUR: Final = 0.6
"""Neighbours are looked for beside a tile of this confidence. [probability; judged: more likely than not]"""
SURE_BLANK: Final = 0.85
"""Beside a haku, neighbours are looked for if it is named with this probability. [probability; judged: sides look like
haku]"""
MOST_OF_IT: Final = 0.5
"""A tile's own side must show in more than this share of the strip below its place. [share; derived: half]"""
TOUCHING_BLANK: Final = 0.2
"""Beside a sure tile, this probability is enough. [probability; judged: low, since place, paper and name confirm a
find; with each limit from 0.2 to 0.8 the same is found]"""
TOPS_TOUCH: Final = 2.4
"""Nearness within which two tops touch. [half axes; derived: 2, and a gap of a tenth of a tile each]"""
TAKEN: Final = 0.62
"""A place is taken if its middle is nearer than this to a tile's middle, in widths. [widths; derived: between none
and 1]"""
TAKEN_WITHIN: Final = 1.6
"""Tops nearer than this, in half axes, overlap: neighbours are 2 apart. [half axes; derived: 2 less a fifth]"""
SEAM: Final = 1.02
"""Distance between the middles of neighbours, in widths, where no other neighbour shows it. [widths; derived: as
level.SIDE_PITCH]"""
USUAL_PITCH: Final = (0.9, 1.15)
"""Distance at which two tops are neighbours in a row. [widths; derived: 1 and a tenth each way]"""
SLIDES: Final = (0.0, -0.08, 0.08)
"""Shifts along the row with which a place is tried. [widths; judged: gaps add up]"""
SLIDE_WORTH: Final = 0.1
"""A shift must make the name's logarithm larger by this: a haku reads alike wherever it is cut out. [log; judged: a
tenth]"""
ASIDE_ROW: Final = 0.17
"""A sideways tile may lie flush with its row's edge: shifted by this share of its length. [share; derived: half of
length less width, 0.345 of 1.345 lengths and some slack]"""
PAPER_RATIO: Final = (0.8, 1.2)
"""Brightness of paper relative to its neighbour's. [ratio; judged: light changes little over one tile]"""
SAME_PAPER: Final = 0.9985
"""Cosine between paper and its neighbour's. [cosine; derived: 3 degrees]"""
LEAST_PAPER: Final = 0.25
"""A tile's place shows at least this share of paper. [share; judged: prints cover up to three quarters]"""
BLANK_PAPER: Final = 0.9
"""A haku's place shows at least this share. [share; judged: a frame may be printed on it]"""
LEAST_SURE: Final = 0.98
"""A face found in this way must be named with at least this probability. [probability; judged: of 33 tiles in working
pictures all are, and of 18 pieces of wood six]"""
EDGE: Final = (0.85, 1.25)
"""Colours inside and outside a tile's edge are taken here. [half axes; derived: beside 1, and before a neighbour's
print]"""
EDGE_CONTRAST: Final = 0.06
"""An edge is seen where they differ by more than this. [share of the paper's brightness; judged: noise and the grain of
wood stay below]"""
ALONG_EDGE: Final = np.linspace(-0.7, 0.7, 9)
"""The colours are taken at these places along the edge. [half axes; judged: away from its corners]"""
LEAST_EDGES: Final = 2
"""A face found in this way must show this many edges. [edges; judged: of the six pieces of wood all show fewer, and of
33 tiles one]"""
LEAST_BLANK: Final = 0.8
"""A haku found in this way must be named with at least this probability. [probability; judged: its paper confirms
it]"""
TOLD: Final = 0.95
"""Confidence of a tile found in this way, relative to its name's. [ratio; judged: the finder saw nothing]"""
HALF_NAMED: Final = 0.5
"""A place whose unshifted cut-out shows no face with this probability is not looked at any further. [probability;
derived: far below LEAST_SURE and LEAST_BLANK]"""
ACROSS_WORTH: Final = 0.8
"""Score of a haku that lies across, relative to one that lies as its neighbour does. [ratio; judged: its direction is
hardly visible, and most tiles of a row lie one way]"""
SIDE_SEEN: Final = 0.3
"""A side is judged only if it appears at least this deep. [widths; judged: a few pixels]"""
SIDE_RATIO: Final = (0.5, 1.25)
"""Brightness of a side relative to its top's. [ratio; judged: in shadow, or lit from the side]"""
STRIP: Final = (0.4, 0.1)
"""Length and width of the strip in which a side must show, relative to the top's. [shares; judged: inside the side]"""


@dataclass(frozen=True, slots=True)
class _Place:
    """A place where a tile may lie: its outline as a top, the neighbour, and the direction from it (unit vector)."""

    top: Top
    beside: NamedTop
    way: Floats
    turned: bool = False


def with_overlooked(
    known: Sequence[NamedTop],
    readers: tuple[Classifier, Cutter],
    flat: FlatPicture,
    camera: tuple[float, float, float],
    thickness: float,
) -> list[NamedTop]:
    """The tiles, and the overlooked ones beside them in their rows.

    Args:
        known: the tiles found and named.
        readers: the classifier that names cut-outs, and the cutter.
        flat: the drawing they were found in.
        camera: the camera's place, in the tile widths of ``flat``.
        thickness: a tile's thickness, in widths.
    """
    result = list(known)
    fresh = _good_neighbours(known)
    for _ in range(MOST_OVERLOOKED):
        places = [
            place
            for one in fresh
            for place in _beside(one, result)
            if _is_tile(place, flat, camera, thickness)
        ]
        fresh = []
        for one in sorted(_named(places, readers, flat), key=lambda found: -found.confidence):
            if all(nearness(one.top, other.top) > TAKEN_WITHIN for other in result):
                result.append(one)
                fresh.append(one)
        if not fresh:
            break
    return result


def _good_neighbours(known: Sequence[NamedTop]) -> list[NamedTop]:
    """Tiles sure enough to look beside; a haku only if it is very sure, or lies beside such a tile."""
    rest = [one for one in known if one.tile == HAKU and one.confidence >= TOUCHING_BLANK]
    good = [
        one
        for one in known
        if one.tile != BACK_CLASS and one.confidence >= (SURE_BLANK if one.tile == HAKU else SURE_NEIGHBOUR)
    ]
    fresh = good
    while fresh:
        rest = [one for one in rest if all(one is not other for other in good)]
        fresh = [one for one in rest if any(nearness(one.top, other.top) < TOPS_TOUCH for other in fresh)]
        good = good + fresh
    return good


def _beside(one: NamedTop, known: Sequence[NamedTop]) -> Iterator[_Place]:
    """Free places beside a tile, for a neighbour that lies the same way or across."""
    across, along = np.array(one.top.across), np.array(one.top.along)
    wide, long = float(np.hypot(*across)), float(np.hypot(*along))
    middle = np.array([one.top.x, one.top.y])
    for sign in (-1.0, 1.0):
        way = sign * across / wide
        pitch = _pitch(one, -way, known, 2 * wide)
        centre = middle + way * pitch
        if _taken(centre, known, one.top):
            continue
        yield _Place(_moved(one.top, centre), one, way)
        turned = replace(
            one.top,
            along=(way[0] * long, way[1] * long),
            across=(along[0] / long * wide, along[1] / long * wide),
        )
        for aside in (0.0, -ASIDE_ROW, ASIDE_ROW):
            centre = (
                middle + way * (wide + long) * SEAM + aside * 2 * along * (1 - wide / long) / (2 * ASIDE_ROW)
            )
            if not _taken(centre, known, one.top):
                yield _Place(_moved(turned, centre), one, way, turned=True)


def _moved(top: Top, centre: Floats) -> Top:
    return replace(top, x=float(centre[0]), y=float(centre[1]))


def _pitch(one: NamedTop, back: Floats, known: Sequence[NamedTop], wide: float) -> float:
    """Return the distance of a tile's neighbour on the other side, or ``SEAM`` widths if there is none."""
    # The finder sees a haku in a row too small, whose edges hardly show.
    usual = 2 * float(np.median([np.hypot(*other.top.across) for other in known]))
    for other in known:
        apart = np.array([other.top.x - one.top.x, other.top.y - one.top.y])
        far = float(apart @ back)
        if USUAL_PITCH[0] < far / usual < USUAL_PITCH[1] and np.hypot(*(apart - far * back)) < 0.2 * usual:
            return far
    return SEAM * wide


def _taken(centre: Floats | tuple[float, float], known: Sequence[NamedTop], size: Top) -> bool:
    """Return whether a tile already lies at a place."""
    places = np.array([(other.top.x, other.top.y) for other in known])
    wide = 2 * float(np.hypot(*size.across))
    return bool((np.hypot(*(places - np.asarray(centre)).T) < TAKEN * wide).any())


def _is_tile(place: _Place, flat: FlatPicture, camera: tuple[float, float, float], thickness: float) -> bool:
    """Return whether a place shows paper as light as the neighbour's, and not merely the side of the neighbour."""
    paper = paper_colour(flat, place.beside.top)
    if _share(inner_pixels(flat, place.top), paper, PAPER_RATIO) < LEAST_PAPER:
        return False
    here = flat.on_plane(np.array([[place.top.x, place.top.y]]))[0]
    high = max(camera[2] - thickness, 1.0)
    depth = float((np.array(camera[:2]) - here) @ place.way) / high * thickness
    if depth < SIDE_SEEN:
        return True
    half = abs(float(np.array(place.top.along) @ place.way)) + abs(
        float(np.array(place.top.across) @ place.way)
    )
    edge = np.array([place.top.x, place.top.y]) + place.way * (half + 0.3 * depth * flat.scale)
    below = replace(
        place.top,
        x=float(edge[0]),
        y=float(edge[1]),
        along=_times(place.top.along, STRIP[0]),
        across=_times(place.top.across, STRIP[1]),
    )
    return _share(inner_pixels(flat, below), paper, SIDE_RATIO) > MOST_OF_IT


def _times(vector: tuple[float, float], factor: float) -> tuple[float, float]:
    return vector[0] * factor, vector[1] * factor


def _share(pixels: Floats, paper: Floats, ratio: tuple[float, float]) -> float:
    """The share of pixels that have the paper's colour, in about its light."""
    size, usual = np.linalg.norm(pixels, axis=1) + 1e-6, float(np.linalg.norm(paper)) + 1e-6
    alike = pixels @ paper / (size * usual) > SAME_PAPER - 0.004
    lit = (size / usual > ratio[0]) & (size / usual < ratio[1])
    return float((alike & lit).mean())


def _named(
    places: Sequence[_Place], readers: tuple[Classifier, Cutter], flat: FlatPicture
) -> Iterator[NamedTop]:
    """The tiles read at these places."""
    if not places:
        return
    classifier, cutter = readers
    unslid = cut_names(classifier, cutter, flat, [place.top for place in places])[:, 0]
    places = [
        place
        for place, logs in zip(places, unslid, strict=True)
        if logs[:BACK_CLASS].max() > np.log(HARDLY_A_FACE)
    ]
    if not places:
        return
    ways = [
        [_moved(place.top, np.array([place.top.x, place.top.y]) + s * 2 * _wide(place)) for s in SLIDES]
        for place in places
    ]
    logs = cut_names(classifier, cutter, flat, [top for tops in ways for top in tops])[:, 0]
    firsts = logs[:, :BACK_CLASS].max(axis=1).reshape(len(places), len(SLIDES))
    firsts -= SLIDE_WORTH * (np.array(SLIDES) != 0)
    likely = np.flatnonzero(firsts.max(axis=1) > np.log(HALF_NAMED)).tolist()
    if not likely:
        return
    slides = [int(firsts[number].argmax()) for number in likely]
    tops = [ways[number][slide] for number, slide in zip(likely, slides, strict=True)]
    middles = logs.reshape(len(places), len(SLIDES), -1)[likely, slides]
    for number, top, names in zip(likely, tops, mean_names(*readers, flat, tops, middles), strict=True):
        place, mean = places[number], names - np.log(np.exp(names).sum())
        best = int(mean.argmax())
        sure = float(np.exp(mean[best]))
        if best in (BACK_CLASS, OTHER_CLASS):
            continue
        if best == HAKU:
            paper = paper_colour(flat, place.beside.top)
            if sure < LEAST_BLANK or _share(inner_pixels(flat, top), paper, PAPER_RATIO) < BLANK_PAPER:
                continue
        elif sure < LEAST_SURE or _edges(top, flat) < LEAST_EDGES:
            continue
        worth = ACROSS_WORTH if best == HAKU and place.turned else 1.0
        seen = replace(top, back=False, chance=sure)
        yield NamedTop(seen, best, sure * TOLD * worth, mean, again=True, pixels=place.beside.pixels)


def _edges(top: Top, flat: FlatPicture) -> int:
    """Count the sides of a top on which the picture changes at its edge."""
    bright = float(np.linalg.norm(paper_colour(flat, top)))
    seen = 0
    for axis, other in ((top.along, top.across), (top.across, top.along)):
        for sign in (-1, 1):
            inner, outer = (
                flat.colours((top.x, top.y) + sign * far * np.array(axis) + np.outer(ALONG_EDGE, other))
                for far in EDGE
            )
            off = np.linalg.norm(inner - outer, axis=1)
            seen += float(np.median(off)) > EDGE_CONTRAST * bright
    return seen


def _wide(place: _Place) -> Floats:
    """The direction of the row, as long as half a tile's width."""
    return place.way * float(np.hypot(*place.beside.top.across))
