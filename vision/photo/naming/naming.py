"""Names the tops that were found, from cut-outs as seen from above, each a little shifted."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from referee.tiles import HAKU, KIND, KINDS
from vision.lens import Floats
from vision.model.classifier import BACK_CLASS, CLASSES, OTHER_CLASS, Classifier
from vision.model.red_fives import by_ink
from vision.photo.finding.finder import Top, likely_tops
from vision.photo.finding.flat import (
    INNER_PLACES,
    MARGIN_X,
    MARGIN_Y,
    Cutter,
    FlatPicture,
    inner_pixels,
    paper_colour,
)

ASIDE: Final = ((0.0, 0.0), (-0.05, 0.0), (0.0, -0.04), (0.05, 0.0), (0.0, 0.04))
"""Shifts of the cut-outs in widths and lengths. [widths, lengths; derived: two pixels of a cut-out]"""
FEW: Final = 3
"""This many cut-outs are enough if all of them have the same clear name other than haku. [cut-outs; derived: unshifted,
and shifted each way]"""
BACK_WORTH: Final = 2.0
"""Weight of the finder's opinion that a top is a back, against the names (logarithm of odds). [log; derived: seven to
one]"""
LEAST_CHANCE: Final = 0.3
"""Least product of the finder's and the names' confidence. [probability; judged: what trust.py sorts out later]"""
LEAST_TILE: Final = 0.35
"""A top that is a tile with less than this probability is dropped. [probability; judged: what trust.py sorts out
later]"""
WEAK_BACK: Final = 0.22
"""A back of this probability is kept until the backs around it decide on it (``doubts.sure_backs``). [probability; judged:
backs lie together in walls, so those lost here are missed more than those kept]"""
WEAK_SURE: Final = 0.9
"""A top that the finder hardly saw must be named with this probability. [probability; judged: one in ten may be
wrong]"""
HALF_SURE: Final = 0.5
"""A hardly seen top is cut out with shifts only if its unshifted cut-out is named with at least this probability.
[probability; derived: a half]"""
NO_TILE: Final = 0.99
"""A top whose unshifted cut-out is no face with this probability is not cut out with shifts either. [probability;
judged: shifts rarely change it]"""
RATIO_WORTH: Final = 12.0
"""Weight of the logarithm of a top's length by width, as the finder saw it, in the odds of its direction. [1; judged:
the finder's axes are off by a tenth]"""
MOST_RATIO: Final = 0.3
"""The logarithm of length by width counts up to this, either way. [log; derived: a tile's own, 1.35 to 1]"""
LIKE_MOST: Final = (0.93, 1.15)
"""A top's own size counts within this range of the usual size. [ratio; judged: the finder's error, and the heights at
which tiles lie]"""
LEAST_FACE: Final = 0.98
"""LIKE_MOST for faces, which never look smaller. [ratio; judged: of 860 faces one instead of three is surely named wrong]"""
FINDER_SLACK: Final = 0.3
"""The finder's chance may be this much below 1 without lowering the confidence in a name. [probability; judged: the
names see more of a tile]"""
CLEAR_NAME: Final = 0.95
"""A face named with this probability lies as its cut-out does. [probability; judged: one in twenty may be wrong]"""
SURELY_NAMED: Final = 0.99
"""A face named with this probability is not tried in other directions. [probability; judged: of 655 tops of strewn tiles
and rows 631 are then right, with 0.95 in one direction alone 620]"""
CLEARER: Final = 0.05
"""A name that is clear in two directions beats another one by this. [probability; judged: from 0.02 to 0.1 one top of 655
changes]"""
HARDLY_NAMED: Final = 0.8
"""A name of less than this probability yields to another one that is clear. [probability; judged: one in five is wrong]"""
TURNS: Final = np.deg2rad(np.arange(15, 180, 15))
"""Other directions in which a top may lie whose name is unclear. [radians; derived: names are clear within 15 degrees]"""
MOST_LEAN: Final = 0.2
"""Tolerance for axes that should be at right angles, and for tiles against the table's sides. [radians; derived: 11
degrees]"""
MOSTLY_ROWS: Final = 0.8
"""If more than this share of the tops lie along rows, those are not tried in other directions. [share; judged: tiles
thrown on a table lie along its sides in one case of four]"""
FEW_IN_ROWS: Final = 0.7
"""If less than this share lies along rows, the tiles are strewn. [share; judged: of 36 pictures with rows one has 0.63,
the others 0.75 or more; of five with strewn tiles all have 0.4 or less]"""
LEAST_IN_ROWS: Final = 8
"""Fewer tops show no rows. [tops; derived: 8 tops turned in any way lie so once in 2,000 pictures]"""
AROUND_IT: Final = tuple((dx, dy) for dx in (-0.14, 0.0, 0.14) for dy in (-0.11, 0.0, 0.11))
"""Places at and beside a top at which an unclear name is tried. [widths, lengths; judged: the finder puts tiles that lie
across up to a sixth of their length beside their place]"""
AROUND_TURNED: Final = ((0.0, 0.0), (-0.14, 0.0), (0.14, 0.0), (0.0, -0.11), (0.0, 0.11))
"""The places at which it is tried the other way round. [widths, lengths; judged: with all nine of AROUND_IT the same 25 of
4,201 faces are lost, and a picture of 12 Mpx takes a tenth longer]"""
SMALL: Final = 0.66
"""A top that looks smaller than this, relative to most, is half a tile or one that lies across. [ratio; derived: half a tile
has the side 0.71]"""
HARDLY_A_FACE: Final = 0.1
"""A cut-out that shows a face with less than this probability is not tried in other places. [probability; judged: far below
HALF_SURE]"""
FACES_WITH_PAPER: Final = 4
"""This many clear faces show the set's paper. [faces; judged: a median is steady]"""
LIKE_PAPER: Final = 0.992
"""A colour with at least this cosine is that of paper. [cosine; derived: 7 degrees]"""
NOT_PRINTED: Final = 0.996
"""The colours of a face's and the set's paper have at least this cosine. [cosine; derived: 5 degrees]"""
PAPER_SEEN: Final = 0.05
"""A top that the finder hardly saw must show paper on this share of itself. [share; judged: of 3,000 in working pictures
two thirds do not, and of 20 that are faces none]"""
PLAIN: Final = (HAKU, BACK_CLASS)
"""Classes for which the side of a tile, or cloth, is easily mistaken."""
OF_A_KIND: Final = 4
"""Tiles of one kind in a set. [tiles; section: WRC 3.3]"""
NEAR_TIE: Final = 0.1
"""A second name may be chosen if its probability is at least this share of the first one's. [ratio; derived: as
counting.CLEAR]"""


@dataclass(frozen=True, slots=True)
class NamedTop:
    """A top, its class (0-36 or ``BACK_CLASS``), how sure the name is, and the ``logs`` of all classes.

    Attributes:
        size: the side that the finder gave the top, relative to most tops'.
        again: True if the finder overlooked it, but it was found beside a tile.
        askew: True if it lies in another direction than the finder gave.
        pixels: the tile's length in the picture.
    """

    top: Top
    tile: int
    confidence: float
    logs: Floats
    size: float = 1.0
    again: bool = False
    askew: bool = False
    pixels: float = 24.0


def named(
    classifier: Classifier,
    cutter: Cutter,
    flat: FlatPicture,
    tops: Sequence[Top],
    beside: Sequence[Top] = (),
) -> list[NamedTop]:
    """The tops that are tiles, named; the tops ``beside`` need no name, but help to estimate the size of tiles."""
    if not tops:
        return []
    every = [*tops, *beside]
    clear = likely_tops(every) or every
    tops = _without_hopeless(tops, [top for top in clear if not top.back], flat)
    if not tops:
        return []
    wide = float(np.median([np.hypot(*top.across) for top in clear]))
    long = float(np.median([np.hypot(*top.along) for top in clear]))
    straight, middles = _turned_right(
        classifier, cutter, flat, [_straight(top, long, wide) for top in tops], tops
    )
    tops, straight, middles = _without_printed(tops, straight, middles, flat)
    rows = _lie_in_rows(straight)
    small = {
        n for n, top in enumerate(tops) if not top.back and top.side_px < SMALL * 2 * np.sqrt(long * wide)
    }
    if rows:
        _move_into_place(classifier, cutter, flat, straight, middles, small=small)
    askew = _turn_further(classifier, cutter, flat, straight, middles, rows=rows)
    if not rows:
        _move_into_place(classifier, cutter, flat, straight, middles, small=small)
    likely = [n for n, (top, log) in enumerate(zip(tops, middles, strict=True)) if _may_be_tile(top, log)]
    if not likely:
        return []
    shifted = [n for n in likely if not (tops[n].back and middles[n].argmax() >= BACK_CLASS)]
    means = dict(zip(likely, (middles[n] for n in likely), strict=True))
    means |= zip(
        shifted,
        mean_names(
            classifier, cutter, flat, [straight[n] for n in shifted], np.array([middles[n] for n in shifted])
        ),
        strict=True,
    )
    result = []
    for number, names in means.items():
        top, seen = straight[number], tops[number]
        mean = names.copy()
        mean[BACK_CLASS] += BACK_WORTH if top.back else -BACK_WORTH
        mean -= np.log(np.exp(mean).sum())
        sure_tile = 1 - float(np.exp(mean[OTHER_CLASS]))
        best = int(mean[:OTHER_CLASS].argmax())
        sure = float(np.exp(mean[best]))
        certain = sure >= WEAK_SURE and best not in PLAIN
        if sure_tile < LEAST_TILE or (top.chance * sure_tile < LEAST_CHANCE and not certain):
            if not (top.back and best == BACK_CLASS and top.chance >= WEAK_BACK):
                continue
            sure = max(sure, top.chance)
        size = seen.side_px / (2 * np.sqrt(long * wide))
        tile = NamedTop(top, best, as_found(sure, top), mean, float(size))
        result.append(replace(tile, pixels=length_in_picture(top, flat), askew=number in askew))
    return _no_five_of_a_kind(result)


def _without_hopeless(tops: Sequence[Top], faces: Sequence[Top], flat: FlatPicture) -> list[Top]:
    """The tops without those that the finder hardly saw and that show nothing of the paper of the clear ``faces``."""
    if len(faces) < FACES_WITH_PAPER:
        return list(tops)
    paper = np.median(np.array([paper_colour(flat, top) for top in faces]), axis=0)
    weak = [number for number, top in enumerate(tops) if top.chance < _least_chance(top)]
    pixels = np.array([inner_pixels(flat, tops[number]) for number in weak]).reshape(-1, len(INNER_PLACES), 3)
    cosines = pixels @ paper / (np.linalg.norm(pixels, axis=2) * np.linalg.norm(paper) + 1e-6)
    papery = (cosines > LIKE_PAPER).mean(axis=1) >= PAPER_SEEN
    hopeless = {number for number, seen in zip(weak, papery, strict=True) if not seen}
    return [top for number, top in enumerate(tops) if number not in hopeless]


def _without_printed(
    tops: Sequence[Top], straight: Sequence[Top], middles: Sequence[Floats], flat: FlatPicture
) -> tuple[list[Top], list[Top], list[Floats]]:
    """The tops, as seen and straight, and their names, without pieces of printed cloth.

    The finder or the network is not sure of such pieces, they lack the set's paper, and more of them have one name than a set has
    tiles of it.
    """
    names = [int(log.argmax()) for log in middles]
    faces = [
        (name, paper_colour(flat, top))
        for name, top in zip(names, straight, strict=True)
        if name < BACK_CLASS
    ]
    clear = [log.max() > np.log(CLEAR_NAME) for log in middles if log.argmax() < BACK_CLASS]
    paper = usual_paper([face for face, one in zip(faces, clear, strict=True) if one])
    count = Counter(KIND[name] for name, _ in faces)
    sure = {id(top) for top in likely_tops(straight)}
    kept = [
        number
        for number, (top, name) in enumerate(zip(straight, names, strict=True))
        if paper is None
        or name >= BACK_CLASS
        or top.back
        or (id(top) in sure and middles[number].max() > np.log(SURELY_NAMED))
        or count[KIND[name]] <= OF_A_KIND
        or _cosine(paper_colour(flat, top), paper) > NOT_PRINTED
    ]
    return [tops[n] for n in kept], [straight[n] for n in kept], [middles[n] for n in kept]


def _cosine(one: Floats, other: Floats) -> float:
    return float(one @ other) / (float(np.linalg.norm(one) * np.linalg.norm(other)) + 1e-6)


def usual_paper(faces: Sequence[tuple[int, Floats]]) -> Floats | None:
    """The colour of the set's paper, from the names and papers of faces; None if there are too few.

    Each name counts once, since hundreds of pieces of printed cloth may have the same.
    """
    papers: dict[int, list[Floats]] = {}
    for name, paper in faces:
        if name != HAKU:
            papers.setdefault(name, []).append(paper)
    if sum(map(len, papers.values())) < FACES_WITH_PAPER:
        return None
    return np.asarray(np.median([np.median(each, axis=0) for each in papers.values()], axis=0))


def _least_chance(top: Top) -> float:
    return WEAK_BACK if top.back else LEAST_CHANCE


def as_found(sure: float, top: Top) -> float:
    """The confidence in a name, lowered where the finder hardly saw the top."""
    return sure * min(1.0, top.chance + FINDER_SLACK)


def _may_be_tile(top: Top, logs: Floats) -> bool:
    """Return whether a top can still become a tile, by the finder's confidence and the name of its unshifted cut-out."""
    weak = top.chance < _least_chance(top)
    faces = np.delete(logs[:BACK_CLASS], HAKU)
    if weak and faces.max() < np.log(HALF_SURE):
        return False
    return top.back or bool(logs[OTHER_CLASS] < np.log(NO_TILE))


def _turned_right(
    classifier: Classifier, cutter: Cutter, flat: FlatPicture, straight: Sequence[Top], seen: Sequence[Top]
) -> tuple[list[Top], list[Floats]]:
    """Each top, turned along or across, whichever reads better and fits the find, with its name.

    If the finder could not tell the two apart, its axes point between them; such tops may also lie as most tiles do.
    """
    found = list(zip(straight, cut_names(classifier, cutter, flat, straight)[:, 0], strict=True))
    best = [float(log[:BACK_CLASS].max()) for _, log in found]
    ways: list[tuple[int, Top, float]] = []
    for number, (one, top) in enumerate(zip(straight, seen, strict=True)):
        if top.back:
            continue
        ratio = np.log(np.hypot(*top.along) / max(float(np.hypot(*top.across)), 1e-6))
        sure = RATIO_WORTH * float(np.clip(ratio, -MOST_RATIO, MOST_RATIO))
        turn = float(np.arctan2(one.along[1], one.along[0]) % (np.pi / 2))
        others = [(np.pi / 2, -sure)]
        if min(turn, np.pi / 2 - turn) > MOST_LEAN:
            others += [(-turn, 0.0), (np.pi / 2 - turn, 0.0)]
        # No name is better than certain.
        ways += [(number, turned(one, angle), worth) for angle, worth in others if worth > best[number]]
    logs = cut_names(classifier, cutter, flat, [top for _, top, _ in ways])[:, 0]
    for (number, top, worth), log in zip(ways, logs, strict=True):
        face = float(log[:BACK_CLASS].max()) + worth
        if face > best[number]:
            best[number], found[number] = face, (top, log)
    return [top for top, _ in found], [log for _, log in found]


def mean_names(
    classifier: Classifier, cutter: Cutter, flat: FlatPicture, tops: Sequence[Top], middles: Floats
) -> list[Floats]:
    """The names of each top (logarithms of probabilities), as the mean of its cut-outs.

    Args:
        classifier: names cut-outs.
        cutter: cuts them out.
        flat: the drawing in which the tops were found.
        tops: the tops.
        middles: the names of their unshifted cut-outs.
    """
    few = cut_names(classifier, cutter, flat, tops, ASIDE[1:FEW])
    seen = [np.vstack([middle[None], each]) for middle, each in zip(middles, few, strict=True)]
    least = [np.delete(logs.min(axis=0), HAKU).max() for logs in seen]
    unclear = [number for number, log in enumerate(least) if log < np.log(CLEAR_NAME)]
    rest = cut_names(classifier, cutter, flat, [tops[number] for number in unclear], ASIDE[FEW:])
    for number, each in zip(unclear, rest, strict=True):
        seen[number] = np.vstack([seen[number], each])
    return [logs.mean(axis=0) for logs in seen]


def cut_names(
    classifier: Classifier,
    cutter: Cutter,
    flat: FlatPicture,
    tops: Sequence[Top],
    shifts: Sequence[tuple[float, float]] = ASIDE[:1],
) -> Floats:
    """The names of each top, cut out with each shift (logarithms of probabilities; tops by shifts by classes)."""
    crops = [cutter.crop(flat.in_picture(outline(top, dx, dy))) for top in tops for dx, dy in shifts]
    logs = [by_ink(crop, each) for crop, each in zip(crops, classifier.log_probabilities(crops), strict=True)]
    return np.array(logs, np.float64).reshape(len(tops), len(shifts), CLASSES)


def _turn_further(
    classifier: Classifier,
    cutter: Cutter,
    flat: FlatPicture,
    straight: list[Top],
    middles: list[Floats],
    *,
    rows: bool,
) -> set[int]:
    """Turn each sure top with an unclear name to where its name is clear; return the numbers of those turned.

    If the tops lie in ``rows``, those along them that are half named stay.
    """
    unclear = [
        number
        for number in _unclear(straight, middles)
        if not (rows and _along_rows(straight[number]) and _may_be_named(middles[number]))
    ]
    ways = [[turned(straight[number], angle) for angle in TURNS] for number in unclear]
    if not unclear:
        return set()
    logs = cut_names(classifier, cutter, flat, [top for each in ways for top in each])
    logs = logs.reshape(len(unclear), len(TURNS), -1)
    found = set()
    for number, tops, each in zip(unclear, ways, logs, strict=True):
        turn = clearest(np.exp(np.vstack([middles[number], each])[:, :BACK_CLASS]))
        if turn:
            straight[number], middles[number] = tops[turn - 1], each[turn - 1]
            found.add(number)
    return found


def _unclear(straight: Sequence[Top], middles: Sequence[Floats], *, weak: bool = False) -> list[int]:
    """The numbers of sure tops that may be faces, but have no clear name; if ``weak``, of unsure ones that show a face too."""
    sure = {id(top) for top in likely_tops(straight)}
    return [
        number
        for number, (top, log) in enumerate(zip(straight, middles, strict=True))
        if not top.back
        and log[:BACK_CLASS].max() < np.log(SURELY_NAMED)
        and (id(top) in sure or (weak and top.chance > LEAST_CHANCE and _shows_face(log)))
    ]


def _shows_face(logs: Floats) -> bool:
    return bool(logs[:BACK_CLASS].max() > np.log(HARDLY_A_FACE))


def _lie_in_rows(straight: Sequence[Top]) -> bool:
    along = [_along_rows(top) for top in likely_tops(straight)]
    return len(along) >= LEAST_IN_ROWS and float(np.mean(along)) > MOSTLY_ROWS


def are_strewn(tops: Sequence[Top]) -> bool:
    """Return whether the tops, seen from above, lie turned in any way."""
    along = [_along_rows(top) for top in likely_tops(tops)]
    return len(along) >= LEAST_IN_ROWS and float(np.mean(along)) < FEW_IN_ROWS


def _may_be_named(logs: Floats) -> bool:
    return bool(logs[:BACK_CLASS].max() > np.log(HALF_SURE))


def _along_rows(top: Top) -> bool:
    """Return whether a top lies along the drawing's axes, as the rows of a table do."""
    turn = float(np.arctan2(top.along[1], top.along[0]) % (np.pi / 2))
    return min(turn, np.pi / 2 - turn) < MOST_LEAN


def _move_into_place(
    classifier: Classifier,
    cutter: Cutter,
    flat: FlatPicture,
    straight: list[Top],
    middles: list[Floats],
    *,
    small: set[int],
) -> None:
    """Move each top with an unclear name to the place beside it, and the way round, in which its name is clear.

    The finder sees a tile that lies across too small, beside its place and turned. The way round counts in which one
    name is clear in more of its places. A half-sure name yields only to one that is clear in two: beside an oblique 2m
    lies a clear 3m. Of ``small`` tops even a sure name counts for nothing: half of a 4p is a 2p.
    """
    unclear = sorted(small | set(_unclear(straight, middles, weak=True)))
    if not unclear:
        return
    ways = [
        [
            *(moved(straight[number], dx, dy) for dx, dy in AROUND_IT),
            *(moved(turned(straight[number], np.pi / 2), dx, dy) for dx, dy in AROUND_TURNED),
        ]
        for number in unclear
    ]
    logs = cut_names(classifier, cutter, flat, [top for each in ways for top in each])
    logs = logs.reshape(len(unclear), len(ways[0]), CLASSES)
    for number, tops, each in zip(unclear, ways, logs, strict=True):
        best, places = clearest_place((each[: len(AROUND_IT)], each[len(AROUND_IT) :]))
        names, own = each[best, :BACK_CLASS], middles[number][:BACK_CLASS]
        least = -np.inf if number in small else own.max() + CLEARER
        if names.max() <= max(np.log(CLEAR_NAME), least):
            continue
        if places > 1 or names.argmax() == own.argmax() or own.max() < np.log(HALF_SURE):
            straight[number], middles[number] = tops[best], each[best]


def clearest_place(ways: Sequence[Floats]) -> tuple[int, int]:
    """Return the place at which a top's name is clearest, and in how many places of its way round it is clear.

    Args:
        ways: for each way round the names at its places (logarithms of probabilities, places by classes).
    """
    found, first = [], 0
    for logs in ways:
        faces = np.where(np.arange(BACK_CLASS) == HAKU, -np.inf, logs[:, :BACK_CLASS])
        places = int((faces > np.log(CLEAR_NAME)).sum(axis=0).max())
        best = faces.max(axis=1)
        found.append((places / len(logs), float(best.max()), first + int(best.argmax()), places))
        first += len(logs)
    *_, place, places = max(found)
    return place, places


def moved(top: Top, dx: float, dy: float) -> Top:
    """The top moved by these shares of its width and length."""
    x, y = np.array([top.x, top.y]) + 2 * dx * np.array(top.across) + 2 * dy * np.array(top.along)
    return replace(top, x=float(x), y=float(y))


def clearest(names: Floats) -> int:
    """Return the direction in which a top's name is clear, or 0 if its own name stays.

    A right name is clear in two neighbouring directions; a wrong one, of a top seen askew, mostly in one alone.

    Args:
        names: the probability of each name (n by 37), in directions 15 degrees apart, its own direction first.
    """
    own, sure = int(names[0].argmax()), float(names[0].max())
    pairs = np.minimum(names, np.roll(names, -1, axis=0))
    least = max(pairs[0, own], pairs[-1, own])
    blank = np.arange(names.shape[1]) == HAKU
    names, pairs = np.where(blank, 0.0, names), np.where(blank, 0.0, pairs)
    first, name = np.unravel_index(pairs.argmax(), pairs.shape)
    if pairs[first, name] >= max(CLEAR_NAME, least + CLEARER):
        return int(max(first, (first + 1) % len(names), key=lambda turn: names[turn, name]))
    turn, name = np.unravel_index(names.argmax(), names.shape)
    return int(turn) if names[turn, name] >= CLEAR_NAME and (name == own or sure < HARDLY_NAMED) else 0


def turned(top: Top, angle: float) -> Top:
    """The top turned by an angle."""
    cos, sin = float(np.cos(angle)), float(np.sin(angle))
    (a, b), (c, d) = top.along, top.across
    return replace(
        top, along=(a * cos - b * sin, a * sin + b * cos), across=(c * cos - d * sin, c * sin + d * cos)
    )


def _straight(top: Top, long: float, wide: float) -> Top:
    """The top made rectangular, with the size of most tops if its own is near that."""
    along, across = np.array(top.along), np.array(top.across)
    least, most = LIKE_MOST if top.back else (LEAST_FACE, LIKE_MOST[1])
    size = float(np.clip(top.side_px / (2 * np.sqrt(long * wide)), least, most))
    turn = np.arctan2(along[1], along[0])
    other = np.arctan2(across[1], across[0]) - np.pi / 2
    lean = float((other - turn + np.pi / 2) % np.pi - np.pi / 2)
    turn += 0.4 * lean if abs(lean) < MOST_LEAN else 0.0
    cos, sin = float(np.cos(turn)), float(np.sin(turn))
    return replace(
        top,
        along=(long * size * cos, long * size * sin),
        across=(-wide * size * sin, wide * size * cos),
    )


def outline(top: Top, dx: float, dy: float) -> Floats:
    """Corners of the cut-out, with the long side upright."""
    middle, along, across = np.array([top.x, top.y]), np.array(top.along), np.array(top.across)
    middle = middle + 2 * dx * across + 2 * dy * along
    tall, broad = along * MARGIN_Y, across * MARGIN_X
    if across[0] * along[1] - across[1] * along[0] < 0:
        broad = -broad
    return np.array(
        [middle - broad - tall, middle + broad - tall, middle + broad + tall, middle - broad + tall]
    )


def length_in_picture(top: Top, flat: FlatPicture) -> float:
    """Return the length of a top in the picture, in pixels."""
    ends = np.array([(top.x, top.y), np.add((top.x, top.y), top.along)])
    return 2 * float(np.hypot(*np.diff(flat.in_picture(ends), axis=0)[0]))


def _no_five_of_a_kind(tiles: list[NamedTop]) -> list[NamedTop]:
    """Breaks near ties so that no kind appears five times, and no red five twice."""
    result = list(tiles)
    for limit, same in ((OF_A_KIND, lambda tile: KIND[tile]), (1, lambda tile: tile)):
        for group in range(KINDS if limit > 1 else BACK_CLASS):
            if limit == 1 and group < KINDS:
                continue
            of_it = [i for i, one in enumerate(result) if one.tile != BACK_CLASS and same(one.tile) == group]
            of_it.sort(key=lambda i: result[i].confidence)
            for index in of_it[: max(0, len(of_it) - limit)]:
                one = result[index]
                others = [t for t in range(BACK_CLASS) if same(t) != group]
                second = max(others, key=lambda t: one.logs[t])
                if one.logs[second] > one.logs[one.tile] + np.log(NEAR_TIE):
                    result[index] = replace(one, tile=second)
    return result
