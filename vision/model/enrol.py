"""Learns a club's own tiles from one picture of all faces laid out in rows, as a correction of the network's last layer.

The picture shows four rows, as they are read: 1m to 9m and the red five of man, the same of pin, the same of sou, and
the seven honours. A set without red fives has rows of nine. Only the weights of the faces' features are learned, and
they stay close to what they were, so that other tiles are still recognised.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import FACES, NAMES, RED_MAN
from vision.lens import Floats32, Image
from vision.model.classifier import (
    BACK_CLASS,
    CROP_HEIGHT,
    CROP_WIDTH,
    OTHER_CLASS,
    TILE_HEIGHT_PX,
    TILE_WIDTH_PX,
    Classifier,
    log_softmax,
    packaged_model,
)
from vision.model.enrolled import Enrolled, network_of
from vision.prints.chance import happens
from vision.prints.faces import Style, face_image

if TYPE_CHECKING:
    Points: TypeAlias = NDArray[np.float64]

WITH_RED_FIVES: Final = tuple((*range(9 * suit, 9 * suit + 9), RED_MAN + suit) for suit in range(3))
"""The rows of suits on the picture. [faces; defined]"""
WITHOUT: Final = tuple(row[:9] for row in WITH_RED_FIVES)
"""The rows of suits of a set without red fives. [faces; defined]"""
HONOURS: Final = tuple(range(27, 34))
"""The last row. [faces; defined]"""
SETS: Final = (sum(map(len, WITHOUT)) + len(HONOURS), FACES)
"""The number of faces of a set without red fives, and of one with them. [faces; defined]"""
VARIANTS: Final = 36
"""Number of cut-outs of each tile to learn from: off its place, turned, in other light, coarser, upside down.
[cut-outs; judged: more of them no longer changed the results]"""
STIFFNESS: Final = 1e-3
"""Penalty on changes of the last layer. [1; judged: names of other sets stay]"""
_STEPS: Final = 150
"""Steps of the fit. [steps; judged: it settles before]"""
_RATE: Final = 0.05
"""First rate of the fit. [1; judged: usual for Adam on one layer]"""
_SURE: Final = 0.9
"""A name with this probability counts as sure. [probability; judged: one in ten may be wrong]"""
_MOST_OTHERS: Final = 0.25
"""If more faces than this share are surely read as others, the tiles lie in another order: of an unknown set the
network is merely unsure. [share; judged: a quarter misread for certain is no accident]"""
_GROUND_LAB: Final = 18.0
"""The distance in CIELAB by which the ground of a tile may differ from that of the others, since light falls
unevenly. [CIELAB; judged: more than uneven light makes of one colour]"""
_PRINTED_LAB: Final = 8.0
"""Ink is darker or lighter than the ground, or differs in colour, by at least this much. [CIELAB; judged: three or
four just noticeable differences]"""
_PRINTED_SHARE: Final = 0.02
"""At least this share of a tile is printed. [share; derived: the smallest print, a 1s or 1p, takes more]"""
_BLANK: Final = 31
"""Haku, whose face may be blank. [index; defined]"""
_SHIFTS: Final = (-0.1, 0.0, 0.1)
"""Shifts with which a tile's place is tried. [widths; derived: the error of a place cut from rows]"""
_INNER: Final = (17 / 21, 23 / 28)
"""The part of a tile, by width and length, whose colours are its own. [shares; derived: 2 and 2.5 mm of each edge are
round]"""
_AROUND: Final = 0.3
"""A cut-out is taken from this much more of the picture on each side. [share of the tile's box; judged: shifts, turns
and blur stay within]"""
_BLUR_PX: Final = 0.4
"""Blur of a cut-out for each time that the tile is as wide as our own drawing. [px; judged: about half the step from
pixel to pixel]"""
_LEAST_BLUR_PX: Final = 0.3
"""Least blur. [px; judged: hardly any]"""
_OUR_SIZE_PX: Final = (42, 56)
"""Width and length of our own drawings. [px; derived: two pixels to the millimetre]"""
_OUR_INKS: Final = (Style(), Style(green=(25, 40, 10), blue=(40, 30, 20), weight=0.8))
"""The inks of our own drawings. [grey levels; judged: usual ones, and dark and thin ones]"""
_OUR_VARIANTS: Final = VARIANTS // 3
"""Cut-outs of each of our own drawings. [cut-outs; judged: fewer than of the club's tiles, which are to be learned]"""
_MOST_SHIFT: Final = 0.12
"""Cut-outs are shifted by up to this share of the tile. [share; judged: a little more than places are off]"""
_SIZES: Final = (0.35, 1.6)
"""Sizes, relative to a cut-out, to which cut-outs are reduced; above 1 they are left alone. [ratio; judged: from the
smallest tiles that are read; half of the cut-outs are left alone]"""
_LIGHTS: Final = (0.55, 1.15)
"""Brightness given to cut-outs. [ratio; judged: deep shade to a little brighter]"""
_TINTS: Final = (0.93, 1.07)
"""Brightness of each colour. [ratio; judged: white balance]"""
_MOST_NOISE: Final = 5.0
"""Noise added to cut-outs. [grey levels; judged: a dim sensor's]"""
_RENEWED: Final = (0.1, 0.001)
"""Shares of the mean slope and its mean square that each step renews. [shares; judged: usual for Adam]"""


class EnrolError(ValueError):
    """Tiles cannot be learned from the picture; the text says what is wrong and where."""


@dataclass(frozen=True, slots=True)
class LaidOut:
    """One tile of the picture: its face by the layout, and its corners (4 by 2, pixels, from its top left clockwise)."""

    tile: int
    row: int
    column: int
    corners: Points

    @property
    def where(self) -> str:
        """The place in words, for people."""
        return f"row {self.row + 1}, column {self.column + 1} ({NAMES[self.tile]})"


@dataclass(frozen=True, slots=True)
class Doubt:
    """A tile that the uncorrected network takes for another face."""

    at: LaidOut
    taken_for: int
    probability: float


def rows_of(columns: int) -> tuple[tuple[int, ...], ...]:
    """The faces of the four rows, for rows of ``columns`` (9 or 10)."""
    return (*(WITH_RED_FIVES if columns == len(WITH_RED_FIVES[0]) else WITHOUT), HONOURS)


def by_block(corners: Points, *, red_fives: bool = True) -> list[LaidOut]:
    """The tiles of a block laid close together, by the block's four corners.

    Args:
        corners: 4 by 2, pixels: top left of the first row, top right of its last tile, then where the last row would
            end if it were as long, then the bottom left of the last row.
        red_fives: whether each suit's row ends with the red five.
    """
    columns = 10 if red_fives else 9
    rows = rows_of(columns)
    block = np.array(((0, 0), (columns, 0), (columns, len(rows)), (0, len(rows))), np.float32)
    plane = np.asarray(cv2.getPerspectiveTransform(block, corners.astype(np.float32)), np.float64)
    cell = np.array(((0, 0), (1, 0), (1, 1), (0, 1)), np.float64)
    return [
        LaidOut(tile, row, column, _through(plane, cell + np.array((column, row), float)))
        for row, tiles in enumerate(rows)
        for column, tile in enumerate(tiles)
    ]


def by_tops(outlines: Sequence[Points], blank: Sequence[Points] = ()) -> list[LaidOut]:
    """The tiles by their outlines, given in any order; the rows may run in any direction across the picture.

    Args:
        outlines: for each tile its corners (4 by 2) in order around it.
        blank: those without a print, which may be backs, shadows, or the haku of an unknown set.

    Raises:
        EnrolError: the tiles do not form the expected rows.
    """
    for one in blank if len(outlines) + 1 in SETS else ():
        with suppress(EnrolError):
            laid = by_tops([*outlines, one])
            haku = next(each for each in laid if each.tile == _BLANK)
            if np.allclose(haku.corners.mean(axis=0), one.mean(axis=0)):
                return laid
    if len(outlines) not in SETS:
        raise EnrolError(
            f"{len(outlines)} tiles are seen face up where 37 belong (34 without red fives): lay all faces out on a plain "
            "mat, nothing else beside them"
        )
    tiles, down = _turned_alike(outlines)
    rows = _rows_across(tiles, down)
    wanted = rows_of(len((WITH_RED_FIVES if len(tiles) == FACES else WITHOUT)[0]))
    lengths = [len(row) for row in rows]
    if lengths == [len(row) for row in reversed(wanted)]:  # seen from the other side of the table
        tiles, rows = [np.roll(tile, 2, axis=0) for tile in tiles], [row[::-1] for row in rows[::-1]]
    elif lengths != [len(row) for row in wanted]:
        raise EnrolError(
            f"rows of {', '.join(str(one) for one in lengths)} tiles are seen where {', '.join(str(len(row)) for row in wanted)} "
            "belong: straighten the rows"
        )
    return [
        LaidOut(tile, number, column, tiles[index])
        for number, (row, names) in enumerate(zip(rows, wanted, strict=True))
        for column, (index, tile) in enumerate(zip(row, names, strict=True))
    ]


def _turned_alike(outlines: Sequence[Points]) -> tuple[list[Points], Points]:
    """The same outlines, all clockwise from the same end of a tile, and the way from that end to the other (2, pixels)."""
    tiles = [_clockwise(outline) for outline in outlines]
    ways = [(tile[3] + tile[2] - tile[0] - tile[1]) / 2 for tile in tiles]
    # Twice the angle is the same for both ends of a tile.
    angle = float(np.angle(np.mean([complex(x, y) ** 2 for x, y in ways]))) / 2
    along = np.array((np.cos(angle), np.sin(angle)))
    along = -along if along[1] < 0 else along
    turned = [
        tile if way @ along > 0 else np.roll(tile, 2, axis=0) for tile, way in zip(tiles, ways, strict=True)
    ]
    return turned, along * float(np.mean(np.abs(ways @ along)))


def _clockwise(outline: Points) -> Points:
    """The same outline clockwise from a short side, as the picture shows it."""
    middle = outline.mean(axis=0)
    angles = np.arctan2(*(outline - middle).T[::-1])
    clockwise = outline[np.argsort(angles)]
    sides = np.hypot(*(np.roll(clockwise, -1, axis=0) - clockwise).T)
    return clockwise if sides[0] + sides[2] < sides[1] + sides[3] else np.roll(clockwise, -1, axis=0)


def _rows_across(tiles: Sequence[Points], down: Points) -> list[list[int]]:
    """The rows of tiles by their indices, from the first row ``down``, each as it is read."""
    middles = np.array([tile.mean(axis=0) for tile in tiles])
    length = float(np.hypot(*down))
    along = middles @ down / length
    order = np.argsort(along)
    breaks = np.flatnonzero(np.diff(along[order]) > 0.5 * length) + 1
    return [
        sorted(row.tolist(), key=lambda index: float(middles[index] @ (down[1], -down[0])))
        for row in np.split(order, breaks)
    ]


def _through(plane: NDArray[np.float64], points: Points) -> Points:
    moved = np.column_stack([points, np.ones(len(points))]) @ plane.T
    return np.asarray(moved[:, :2] / moved[:, 2:])


def centred(classifier: Classifier, picture: Image, laid: Sequence[LaidOut]) -> list[LaidOut]:
    """The same tiles, each moved to the place where it looks most like one whole tile.

    The network need not know the faces: a new set may look to it like backs. Where it sees no face, a tile still counts
    as a face if its ground is that of the other tiles and something is printed on it.

    Raises:
        EnrolError: some places show no tile face; the text names each.
    """
    grounds = np.array([_ground(crop_of(picture, one.corners)) for one in laid])
    usual = np.median(grounds, axis=0)
    moves = [np.array((x, y)) for y in _SHIFTS for x in _SHIFTS]
    placed, missing = [], []
    for one in laid:
        crops = [crop_of(picture, one.corners, shift) for shift in moves]
        chances = np.exp(classifier.log_probabilities(crops))
        whole = 1 - chances[:, OTHER_CLASS] - chances[:, BACK_CLASS]
        # For unknown faces the network cannot say which cut-out is better.
        moves_it = whole.max() >= _SURE and whole.max() > whole[len(moves) // 2] + 0.05
        best = moves[int(whole.argmax())] if moves_it else np.zeros(2)
        if whole.max() < 1 - _SURE and not _is_face(picture, one, usual):
            missing.append(one.where)
        placed.append(LaidOut(one.tile, one.row, one.column, _shifted(one.corners, best)))
    if missing:
        raise EnrolError(f"no tile face is seen at {'; '.join(missing)}")
    return placed


def _face_lab(crop: Image) -> Floats32:
    """The inner part of the tile that a cut-out shows, n by 3, CIELAB."""
    left, top = (
        round((CROP_WIDTH - _INNER[0] * TILE_WIDTH_PX) / 2),
        round((CROP_HEIGHT - _INNER[1] * TILE_HEIGHT_PX) / 2),
    )
    inner = crop[top : CROP_HEIGHT - top, left : CROP_WIDTH - left]
    lab = cv2.cvtColor(inner.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    return np.asarray(lab.reshape(-1, 3), np.float32)


def _ground(crop: Image) -> Floats32:
    """The main colour of a tile's face."""
    return np.asarray(np.median(_face_lab(crop), axis=0), np.float32)


def _is_face(picture: Image, one: LaidOut, usual: Floats32) -> bool:
    """Return whether a tile of this set lies there face up, whatever the network says; ``usual`` is the set's ground."""
    crop = crop_of(picture, one.corners)
    ground = _ground(crop)
    if float(np.linalg.norm(ground - usual)) > _GROUND_LAB:
        return False
    printed = np.linalg.norm(_face_lab(crop) - ground, axis=1) > _PRINTED_LAB
    return one.tile == _BLANK or float(printed.mean()) > _PRINTED_SHARE


def doubts(classifier: Classifier, picture: Image, laid: Sequence[LaidOut]) -> list[Doubt]:
    """The tiles that the network takes for other faces than the layout says; it may be right.

    Raises:
        EnrolError: there are so many that the tiles must lie in another order.
    """
    chances = np.exp(classifier.log_probabilities([crop_of(picture, one.corners) for one in laid]))
    found = [
        Doubt(one, int(chance.argmax()), float(chance.max()))
        for one, chance in zip(laid, chances, strict=True)
        if int(chance.argmax()) != one.tile
    ]
    others = sum(one.taken_for < FACES and one.probability >= _SURE for one in found)
    if others > _MOST_OTHERS * len(laid):
        raise EnrolError(
            f"{others} of {len(laid)} tiles look like other faces than the layout says: is the first row 1m to 9m "
            "and red five, then pin, then sou, then East South West North haku hatsu chun?"
        )
    return found


def swapped(found: Sequence[Doubt]) -> list[tuple[Doubt, Doubt]]:
    """Pairs of tiles that are surely read as each other: they lie in each other's places."""
    sure = {one.at.tile: one for one in found if one.probability >= _SURE}
    return [
        (one, sure[one.taken_for])
        for one in sure.values()
        if one.at.tile < one.taken_for
        and one.taken_for in sure
        and sure[one.taken_for].taken_for == one.at.tile
    ]


def crop_of(picture: Image, corners: Points, shift: Points | None = None, turn: float = 0.0) -> Image:
    """The cut-out of a tile, ``shift`` (shares of its width and length) beside it and turned by degrees."""
    width, height = TILE_WIDTH_PX, TILE_HEIGHT_PX
    left, top = (CROP_WIDTH - width) / 2, (CROP_HEIGHT - height) / 2
    place = np.array(((left, top), (left + width, top), (left + width, top + height), (left, top + height)))
    if shift is not None:
        place = place + shift * (width, height)
    if turn:
        angle = np.deg2rad(turn)
        middle = np.array((CROP_WIDTH, CROP_HEIGHT)) / 2
        turned = np.array(((np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))))
        place = (place - middle) @ turned.T + middle
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), (place - 0.5).astype(np.float32))
    low = np.floor(corners.min(axis=0) - _AROUND * np.ptp(corners, axis=0)).astype(int).clip(0, None)
    high = np.ceil(corners.max(axis=0) + _AROUND * np.ptp(corners, axis=0)).astype(int)
    part = picture[low[1] : high[1], low[0] : high[0]]
    if not part.size:
        raise EnrolError(f"corners at {low[0]},{low[1]} are outside the picture")
    size = float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32)))))
    soft = cv2.GaussianBlur(part, (0, 0), max(_LEAST_BLUR_PX, _BLUR_PX * size / _OUR_SIZE_PX[0]))
    moved = matrix @ np.array(((1, 0, low[0]), (0, 1, low[1]), (0, 0, 1)))
    crop = cv2.warpPerspective(soft, moved, (CROP_WIDTH, CROP_HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)


def _shifted(corners: Points, shift: Points) -> Points:
    """The corners of the tile in the middle of a cut-out that is moved by ``shift``."""
    across = (corners[1] + corners[2] - corners[0] - corners[3]) / 2
    down = (corners[3] + corners[2] - corners[0] - corners[1]) / 2
    return np.asarray(corners - shift[0] * across - shift[1] * down)


def variants(
    picture: Image, laid: Sequence[LaidOut], random: np.random.Generator, count: int = VARIANTS
) -> tuple[Image, NDArray[np.int64]]:
    """Cut-outs to learn from, ``count`` of each tile, and their classes."""
    crops, classes = [], []
    for one in laid:
        for _ in range(count):
            shift = random.uniform(-_MOST_SHIFT, _MOST_SHIFT, 2)
            crop = crop_of(picture, one.corners, shift, float(random.normal(0, 2)))
            coarse = random.uniform(*_SIZES)
            if coarse < 1:
                size = (round(CROP_WIDTH * coarse), round(CROP_HEIGHT * coarse))
                small = cv2.resize(crop, size, interpolation=cv2.INTER_AREA)
                crop = np.asarray(cv2.resize(small, (CROP_WIDTH, CROP_HEIGHT)), np.uint8)
            gain = random.uniform(*_LIGHTS) * random.uniform(*_TINTS, size=3)
            light = crop * gain + random.normal(0, random.uniform(0, _MOST_NOISE), crop.shape)
            crop = np.asarray(light.clip(0, 255), np.uint8)
            crops.append(crop[::-1, ::-1] if happens(random, 0.5) else crop)
            classes.append(one.tile)
    return np.stack(crops), np.array(classes, np.int64)


def correction(
    shown: tuple[Floats32, Floats32], classes: NDArray[np.int64], kept: tuple[Floats32, Floats32]
) -> tuple[Floats32, Floats32]:
    """The addition to the last layer's weights and bias that corrects the names of these cut-outs and no others.

    Args:
        shown: logits (cut-outs by classes) and features (cut-outs by features) of the club's tiles.
        classes: of each of them.
        kept: the same for other tiles, for which the network's answers should not change.
    """
    before = np.concatenate([shown[0], kept[0]])
    features = np.concatenate([shown[1], kept[1]])
    known = np.append(features, np.ones((len(features), 1), np.float32), axis=1).astype(np.float64)
    wanted = np.concatenate([np.eye(before.shape[1])[classes], np.exp(log_softmax(kept[0]))])
    weight = np.repeat((0.5 / len(classes), 0.5 / len(kept[0])), (len(classes), len(kept[0])))[:, None]
    layer = np.zeros((before.shape[1], known.shape[1]))
    mean, square = np.zeros_like(layer), np.zeros_like(layer)
    # Faces that were not shown, backs and "other" keep their rows.
    learned_rows = np.zeros((len(layer), 1))
    learned_rows[np.unique(classes)] = 1
    keeps, keeps_square = (1 - each for each in _RENEWED)
    for step in range(1, _STEPS + 1):
        chances = np.exp(log_softmax((before + known @ layer.T).astype(np.float32)))
        slope = ((weight * (chances - wanted)).T @ known + STIFFNESS * layer) * learned_rows
        mean = keeps * mean + _RENEWED[0] * slope
        square = keeps_square * square + _RENEWED[1] * slope**2
        rate = _RATE * (1 - step / (_STEPS + 1))
        layer -= rate * (mean / (1 - keeps**step)) / (np.sqrt(square / (1 - keeps_square**step)) + 1e-8)
    return layer[:, :-1].astype(np.float32), layer[:, -1].astype(np.float32)


def learned(
    classifier: Classifier, picture: Image, laid: Sequence[LaidOut], name: str, made: str
) -> Enrolled:
    """The correction learned from the tiles of a picture; our own drawings represent the tiles not to be forgotten."""
    random = np.random.default_rng(len(laid))
    crops, classes = variants(picture, laid, random)
    ours, places = _our_own()
    others, _ = variants(ours, places, random, _OUR_VARIANTS)
    kept = classifier.outputs(list(others))
    weights, bias = correction(classifier.outputs(list(crops)), classes, kept)
    return Enrolled(name, made, network_of(packaged_model()), weights, bias)


def _our_own() -> tuple[Image, list[LaidOut]]:
    """Our own drawings in two inks, laid out wide apart."""
    width, height = _OUR_SIZE_PX
    sheet = np.empty((len(_OUR_INKS) * height * 2, FACES * width * 2, 3), np.uint8)
    sheet[:] = (70, 90, 30)
    laid = []
    for row, style in enumerate(_OUR_INKS):
        for tile in range(FACES):
            x, y = (2 * tile + 1) * width - width // 2, (2 * row + 1) * height - height // 2
            sheet[y : y + height, x : x + width] = face_image(tile, width, height, style)
            corners = (
                np.array(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), np.float64) - 0.5
            )
            laid.append(LaidOut(tile, row, tile, corners))
    return sheet, laid
