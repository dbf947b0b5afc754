"""Finds the plane of the tiles without given corners: in it, all finds have the shape of one tile.

Tiles that touch show how the plane is tilted there: they lie one pitch apart, in rows at right angles. The finder's
axes are those of a tile seen from above, even where the view is oblique; the tiles' own edges show the tilt. Only
strong perspective determines the focal length, so it stays near the usual one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import cv2
import numpy as np

from vision.geometry import to_chair
from vision.lens import Floats, View
from vision.photo.finding.finder import Top, likely_tops
from vision.photo.finding.lying import Lying
from vision.photo.finding.plane import FOCAL_SPREAD, USUAL_FOCAL
from vision.photo.finding.sides import Sides
from vision.photo.finding.size import USUAL_LENGTH
from vision.zones import CHAIRS

TILTS: Final = np.deg2rad(np.arange(-60.0, 61.0, 7.5))
"""Tilts with which the search begins, both ways. [radians; derived: steps of 7.5 degrees, up to 60]"""
LIKELIEST: Final = 4
"""Around this many of the best coarse tilts the finer ones are tried. [guesses; judged: the best lies beside one of them]"""
FOCALS: Final = (0.55, 0.8, 1.2)
"""Focal lengths with which the search begins. [longer sides; derived: wide, usual, and one and a half times the usual
lens of a phone]"""
WORST: Final = 0.5
"""A top that fits worse than this is not a top. [log; judged: it weighs no more than a clear misfit]"""
NEIGHBOURS: Final = 3
"""This many nearest tops of each may be its neighbours. [tops; derived: a row has two, the next row one]"""
NEAR: Final = 3.3
"""The distance up to which neighbours are looked for. [half lengths; derived: end to end 2, and room for the tilt]"""
LEAST_PAIRS: Final = 8
"""Fewer pairs than this do not determine the plane. [pairs; judged: three unknowns, and some pairs are mistaken]"""
SIDE_PITCH: Final = 1.02
"""Distance of the middles of tiles side by side. [widths; judged: they touch, but not perfectly]"""
END_PITCH: Final = 1.39
"""Distance of the middles of tiles end to end. [widths; derived: USUAL_LENGTH and room]"""
MISTAKEN: Final = 0.1
"""Cost of a pair taken for the wrong kind. [log; judged: a third of the difference between both pitches]"""
WORST_PAIR: Final = 0.3
"""A pair costs no more than this: it may not touch. [log; derived: the difference between both pitches]"""
TURN_WORTH: Final = 0.5
"""Weight of the tiles' deviation from right angles. [1; judged: as much as all misfits together]"""
AREA_WORTH: Final = 0.15
"""Weight of the tops' differences in size. [1; judged: less than their shape, since walls are nearer]"""
SIDES_WORTH: Final = 1.0
"""Weight of the lines' deviation from right angles. [1; judged: 1 and 3 read the working photographs alike, and 3 adds
false faces to drawn tables]"""
WIDTHS: Final = np.geomspace(0.7, 1.6, 34)
"""A tile's width relative to the width computed from the tops' areas. [ratio; judged: stretched tops are off by so
much]"""
OBLIQUE: Final = 0.8
"""From this tilt on, neighbours are chosen on the plane. [radians; derived: 46 degrees, at which a tile upright appears as
short as one across is]"""
WIDEST_NEAR: Final = 1.1
"""WIDTHS end here for tops found in a drawing from above. [ratio; judged: where few tiles are found, their neighbours do
not touch, and 1.6 seems to fit]"""
STEEPEST: Final = 1.2
"""The search looks for no steeper plane. [radians; derived: 69 degrees, at which a tile appears 0.36 as long]"""
UPRIGHT: Final = np.array([-np.deg2rad(60.0), 0.0, USUAL_FOCAL])
"""Tilts and focal length of a camera that is held upright, the far side of the table at the top. [radians, longer sides;
judged: tiles seen from 50 to 68 degrees appear within a quarter of their shape in that plane]"""
FIRST_STEEPEST: Final = 1.1
"""The search begins with no steeper plane. [radians; derived: 63 degrees, a step within STEEPEST]"""
SMALLEST_STEP: Final = 1e-3
"""The search stops below this step (radians, and shares of the focal length). [radians; judged: a twentieth of a
degree]"""
FIRST_STEP: Final = np.array([0.06, 0.06, 0.1])
"""The first steps of the search, of both tilts and the focal length. [radians, radians, log; judged: half the steps
between first guesses]"""
FOCAL_LIMITS: Final = (0.3, 4.0)
"""Limits of the focal length: a fisheye and a long telephoto lens. [longer sides; judged: no camera's lens lies beyond]"""
LEAST_DEPTH: Final = 0.05
"""Least depth of a point of the plane, if the depth at the picture's middle is 1. [1; derived: beyond, a tile is a
twentieth as large]"""
HALFWAY_DEG: Final = 45.0
"""Between a tile upright and one across. [degrees; defined]"""
POND: Final = (2.5, 7.6)
"""From the middle to a pond's first and last row, in widths; nothing lies nearer than ``CONSOLE``. [widths; derived:
the standard table's 64 and 156 mm by 21 mm, half a tile less and little more]"""
POND_HALF: Final = 3.8
"""Half of a pond's width: six tiles, one of them across. [widths; derived: 3 widths, and the rest of a sideways tile
and gaps]"""
CONSOLE: Final = 2.2
"""No tile lies nearer to the middle than this. [widths; judged: below the standard console's 3 widths, for others]"""
IN_A_POND: Final = 3
"""This many tiles are a pond. [tiles; judged: fewer may be a meld]"""
PONDS: Final = 2
"""This many ponds determine the middle. [ponds; derived: one shows a line, two a point]"""
MIDDLE_STEP: Final = 0.5
"""Step of the search for the middle. [widths; derived: half a tile]"""
ROW_SPREAD: Final = 1.5
"""Tiles no farther from the lowest belong to its row. [widths; derived: a tile's length]"""
HAND_DISTANCE: Final = 11.0
"""From the table's middle to an opened hand, in widths. [widths; derived: the standard table's 262 mm by 21 mm less a
row]"""
LEAST_IN_PONDS: Final = 8
"""Fewer tiles in ponds do not determine the middle. [tiles; judged: two ponds and some more]"""


def fitted_view(
    tops: Sequence[Top],
    size: tuple[int, int],
    thickness: float,
    sides: Sides | None = None,
    near: Floats | None = None,
    *,
    touching: bool = True,
    upright: bool = False,
) -> tuple[View, Floats]:
    """The view of the table in tile widths, and the tilts and focal length that fit best.

    The view's origin is somewhere among the tiles; its x axis points to the right.

    Args:
        tops: the tops found in the picture.
        size: the columns and rows of the picture.
        thickness: a tile's thickness, in widths: the tops lie at this height.
        sides: the lines on and around the tops.
        near: tilts and focal length of an earlier fit to refine; the tops were found in a drawing of that plane.
        touching: True if tiles near each other touch; otherwise only the shapes and sizes of tops count.
        upright: True if the camera is held upright, as it is in ``near``.
    """
    oblique = near is not None and float(np.hypot(near[0], near[1])) > OBLIQUE
    seen = _seen_in(tops, size, sides, near if oblique else None, touching=touching)
    ways = np.delete(np.eye(3), 1, axis=0) if upright else np.eye(3)

    def cost(guess: Floats) -> float:
        return _cost(guess, seen)[0]

    best = _first_guess(cost) if near is None else near
    least = cost(best)
    step = FIRST_STEP
    while step[0] > SMALLEST_STEP:
        tries = [best + step * way for way in np.vstack([ways, -ways])]
        costs = [cost(one) for one in tries]
        if min(costs) < least:
            least = min(costs)
            best = tries[costs.index(least)]
        else:
            step = step / 2
    return _placed(best, seen, size, thickness), best


def upright_view(size: tuple[int, int]) -> View:
    """The oblique view of a camera that is held upright, in units of its distance from the middle of the picture."""
    focal = UPRIGHT[2] * max(size)
    inner = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1]])
    return View.from_pose(inner, _turn(UPRIGHT), np.array([0.0, 0.0, 1.0]))


def _first_guess(cost: Callable[[Floats], float]) -> Floats:
    """The tilts and focal length that fit best: coarse tilts first, then finer ones around the best of these."""
    rough = [
        np.array([a, b, f])
        for a, b, f in product(TILTS[::2], TILTS[::2], FOCALS)
        if np.hypot(a, b) < FIRST_STEEPEST
    ]
    rough.sort(key=cost)
    aside = TILTS[1] - TILTS[0]
    between = [
        one + aside * np.array([*way, 0.0])
        for one in rough[:LIKELIEST]
        for way in product((-1, 0, 1), repeat=2)
    ]
    return min(between, key=cost)


@dataclass(frozen=True, slots=True)
class _Seen:
    """Tops: places and half axes, in longer sides of the picture from its middle; pairs of neighbours.

    ``places`` and ``vectors``: those of all half axes along tops, of those across, and of the lines, one after another.
    ``pairs`` (n by 3): the numbers of two tops that seem to touch, and 1 if they lie end to end, 0 if side by side.
    ``lines``: those on and around tops, in the same units.
    ``widths``: the tried widths of a tile, relative to the width computed from the tops' areas.
    """

    points: Floats
    places: Floats
    vectors: Floats
    pairs: Floats
    lines: Sides | None
    widths: Floats


def _seen_in(
    tops: Sequence[Top], size: tuple[int, int], sides: Sides | None, near: Floats | None, *, touching: bool
) -> _Seen:
    """Return the tops in these units; their neighbours are chosen on the plane ``near``, or else in the picture."""
    sure = likely_tops(tops) or list(tops)
    middle = np.array([(size[0] - 1) / 2, (size[1] - 1) / 2])
    longer = float(max(size))
    points = (np.array([[top.x, top.y] for top in sure]) - middle) / longer
    along = np.array([top.along for top in sure]) / longer
    across = np.array([top.across for top in sure]) / longer
    lines = (
        None if sides is None else Sides((sides.middles - middle) / longer, sides.ways / longer, sides.tops)
    )
    places, vectors = [points, points], [along, across]
    if lines is not None:
        places, vectors = [*places, lines.middles], [*vectors, lines.ways]
    pairs = _pairs(*_on_plane(near, points, along, across)) if touching else np.empty((0, 3))
    widths = WIDTHS if near is None else WIDTHS[WIDTHS < WIDEST_NEAR]
    return _Seen(points, np.concatenate(places), np.concatenate(vectors), pairs, lines, widths)


def _on_plane(
    guess: Floats | None, points: Floats, along: Floats, across: Floats
) -> tuple[Floats, Floats, Floats]:
    """The points and half axes of tops on a plane; those of the picture if it is not known yet."""
    if guess is None:
        return points, along, across
    inverse = _inverse(guess)
    long, w = _metric(inverse, points, along)
    wide, _ = _metric(inverse, points, across)
    return (points @ inverse[:2, :2].T + inverse[:2, 2]) / w[:, None], long, wide


def _pairs(points: Floats, along: Floats, across: Floats) -> Floats:
    """Each top's nearest neighbours."""
    found = []
    for index, here in enumerate(points):
        apart = points - here
        far = np.hypot(*apart.T)
        far[index] = np.inf
        reach = NEAR * float(np.hypot(*along[index]))
        for other in np.argsort(far)[:NEIGHBOURS].tolist():
            if far[other] < reach:
                ends = abs(_cosine(apart[other], along[index])) > abs(_cosine(apart[other], across[index]))
                found.append((index, other, float(ends)))
    return np.array(found).reshape(-1, 3)


def _cosine(one: Floats, other: Floats) -> float:
    return float(one @ other) / (float(np.hypot(*one) * np.hypot(*other)) + 1e-12)


def _inverse(guess: Floats) -> Floats:
    """From the picture (in longer sides, from its middle) to the plane at depth 1."""
    rotation = _turn(guess)
    plane = np.column_stack([rotation[:, 0], rotation[:, 1], (0.0, 0.0, 1.0)])
    return np.asarray(np.linalg.inv(np.diag([guess[2], guess[2], 1.0]) @ plane))


def _turn(guess: Floats) -> Floats:
    return np.asarray(cv2.Rodrigues(np.array([guess[0], guess[1], 0.0]))[0], np.float64)


def _metric(inverse: Floats, points: Floats, vectors: Floats) -> tuple[Floats, Floats]:
    """Vectors at points of the picture, projected onto the plane, and which points can lie on it (depth above 0)."""
    u, v, w = inverse[:, :2] @ points.T + inverse[:, 2:]
    du, dv, dw = inverse[:, :2] @ vectors.T
    return np.stack([(du * w - u * dw) / w**2, (dv * w - v * dw) / w**2], axis=1), w


def _cost(guess: Floats, seen: _Seen) -> tuple[float, float, float]:
    """Return the misfit of a plane, a tile's width in it (at depth 1), and the rotation of the rows."""
    if not FOCAL_LIMITS[0] < guess[2] < FOCAL_LIMITS[1] or np.hypot(guess[0], guess[1]) > STEEPEST:
        return np.inf, 1.0, 0.0
    inverse = _inverse(guess)
    vectors, w = _metric(inverse, seen.places, seen.vectors)
    count = len(seen.points)
    if (w[:count] <= LEAST_DEPTH).any():
        return np.inf, 1.0, 0.0
    long, wide = vectors[:count], vectors[count : 2 * count]
    area = np.log(np.hypot(*long.T) * np.hypot(*wide.T))
    usual = float(np.median(area))
    prior = 0.02 * (np.log(guess[2] / USUAL_FOCAL) / FOCAL_SPREAD) ** 2 + 0.01 * np.hypot(guess[0], guess[1])
    off = AREA_WORTH * float(np.minimum(np.abs(area - usual), WORST).mean()) + float(prior)
    if seen.lines is not None:
        off += SIDES_WORTH * seen.lines.askew(vectors[2 * count :])
    width = 2 * float(np.exp(usual / 2)) / np.sqrt(USUAL_LENGTH)
    if len(seen.pairs) < LEAST_PAIRS:
        skew = np.abs((long * wide).sum(axis=1)) / np.exp(area)
        ratio = np.abs(np.log(np.hypot(*long.T) / np.hypot(*wide.T) / USUAL_LENGTH))
        lean = float(np.angle(np.exp(4j * np.arctan2(long[:, 1], long[:, 0])).mean())) / 4
        return off + float(np.minimum(ratio + skew, WORST).mean()), width, lean
    flat = (seen.points @ inverse[:2, :2].T + inverse[:2, 2]) / w[:count, None]
    apart = flat[seen.pairs[:, 1].astype(int)] - flat[seen.pairs[:, 0].astype(int)]
    turns = np.exp(4j * np.arctan2(apart[:, 1], apart[:, 0])).mean()
    far = np.log(np.hypot(*apart.T) + 1e-9)[None, :] - np.log(width * seen.widths)[:, None]
    ends = seen.pairs[:, 2][None, :]
    sides = np.minimum(
        np.abs(far - np.log(SIDE_PITCH)) + MISTAKEN * ends,
        np.abs(far - np.log(END_PITCH)) + MISTAKEN * (1 - ends),
    )
    each = np.minimum(sides, WORST_PAIR).mean(axis=1)
    best = int(each.argmin())
    off += float(each[best]) + TURN_WORTH * (1 - float(abs(turns)))
    return off, float(width * seen.widths[best]), float(np.angle(turns)) / 4


def _placed(guess: Floats, seen: _Seen, size: tuple[int, int], thickness: float) -> View:
    """The view scaled to tiles of width 1, their rows along the axes."""
    _, width, lean = _cost(guess, seen)
    turn = _turn(guess) @ cv2.Rodrigues(np.array([0.0, 0.0, lean]))[0]
    focal = guess[2] * max(size)
    inner = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1]])
    quarters = [turn @ cv2.Rodrigues(np.array([0.0, 0.0, k * np.pi / 2]))[0] for k in range(4)]
    best = max(quarters, key=lambda one: float(one[0, 0] + one[1, 1]))
    view = View.from_pose(inner, best, np.array([0.0, 0.0, 1 / width]))
    matrix = view.matrix.copy()
    matrix[:, 3] -= thickness * matrix[:, 2]
    return View(matrix)


def likely_middle(tiles: Sequence[Lying]) -> tuple[float, float] | None:
    """The middle of the table, if the tiles form ponds around one; else None."""
    faces = [tile for tile in tiles if not tile.back]
    if len(faces) < LEAST_IN_PONDS:
        return None
    places = np.array([(tile.x, tile.y) for tile in faces])
    vertical = np.array([abs(tile.turn_deg - 90) < HALFWAY_DEG for tile in faces])
    low, high = places.min(axis=0) - 4, places.max(axis=0) + 4
    steps = [np.arange(low[axis], high[axis], MIDDLE_STEP) for axis in (0, 1)]
    x, y = (grid.reshape(-1, 1) for grid in np.meshgrid(*steps, indexing="ij"))
    worth, chairs = np.zeros(len(x)), np.zeros(len(x), int)
    for chair in range(CHAIRS):
        right, towards = (np.asarray(part) for part in to_chair(chair, places[:, 0] - x, places[:, 1] - y))
        aside = np.abs(right)
        mine = towards > aside
        upright = vertical == (chair % 2 == 0)
        good = mine & (towards > POND[0]) & (towards < POND[1]) & (aside < POND_HALF) & upright
        wrong = mine & ((towards < CONSOLE) | ~upright) & (towards < POND[1])
        worth += good.sum(axis=1) - 1.5 * wrong.sum(axis=1)
        chairs += good.sum(axis=1) >= IN_A_POND
    worth[chairs < PONDS] = -np.inf
    best = int(worth.argmax())
    return None if worth[best] < LEAST_IN_PONDS else (float(x[best, 0]), float(y[best, 0]))


def middle_above_lowest(tiles: Sequence[Lying]) -> tuple[float, float]:
    """A middle that puts the lowest faces of the picture before chair 0; used where no pond determines the middle."""
    faces = [tile for tile in tiles if not tile.back] or list(tiles)
    lowest = max(tile.y for tile in faces)
    row = [tile.x for tile in faces if tile.y > lowest - ROW_SPREAD]
    return float(np.median(row)), lowest - HAND_DISTANCE
