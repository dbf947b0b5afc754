"""Lays real photographs on the felt of a simulated table, seen from straight above, with their labels.

A photograph is rectified in the plane of its tiles' tops by its labels: the corners of an opened hand's faces, or the
rows in which tiles touch. Strewn tiles were photographed from nearly straight above and are only scaled. The photograph
is painted where a table has tiles: a row as a player's opened hand, rows as the player's pond, strewn tiles across pond
and wall.
"""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import cv2
import numpy as np

from bench.photos.real_pictures import names_differ
from config import read_table
from simulation.camera.look import FELT_COLOUR
from simulation.camera.sprites import BLACK_LEVEL
from tools.training.finder.snapshots import is_kept
from tools.training.photos import TRAINING, labelled, part_of
from vision.geometry import TableGeometry
from vision.zones import ZoneId

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from vision.geometry import View
    from vision.photo.finding.finder import Finder, Top

    Floats: TypeAlias = NDArray[np.float64]
    Image: TypeAlias = NDArray[np.uint8]

Layout: TypeAlias = Literal["whole", "row", "rows", "strewn"]
NOT_READ: Final = "?"
"""A tile that no person can read with certainty, or that the picture's edge cuts."""
WIDTH: Final = 21.0
LENGTH: Final = 28.0
A_PITCH: Final = 0.25
"""Tiles of a row are one pitch apart, give or take this share of it."""
IN_LINE: Final = 0.35
"""Tiles of a row lie off its line by no more than this share of its pitch."""
LEAST_IN_ROW: Final = 3
SHAPES: Final = (9 / 16, 3 / 4, 1.0, 4 / 3, 16 / 9)
"""Ratios of width to height of cameras' pictures; the collection stretches all to squares."""
UPRIGHT: Final = (1.1, 1.6)
"""Ratio of height to width of a lying tile's box in the rectified picture; standing tiles appear foreshortened."""
POND_ROWS: Final = 3
POND_LEFT_MM: Final = 2.0
STREWN_AT_MM: Final = (0.0, 150.0)
AROUND_MM: Final[dict[Layout, float]] = {"whole": 900.0, "row": 40.0, "rows": 1.0, "strewn": 14.0}
"""The margin around the tiles up to which a photograph is laid; rows lie in trays, which are left out."""
MELDS_END_MM: Final = {"70008812C48104906006DACA34704F4A": 286.0, "test": 0.0}
"""Distance from the left end of a photographed table's hand to the right end of its melds; 0 if it shows none."""
CUT_OFF: Final = {"70008812C48104906006DACA34704F4A": ((445.0, 5.0),), "test": ()}


class NotLevelError(ValueError):
    """A photograph that cannot be rectified; the text says why."""


@dataclass(frozen=True, slots=True)
class LabelledTile:
    """A tile as people read it (None: of no riichi set), and its middle on the table."""

    name: str | None
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class LaidPhoto:
    """A photograph and where it lies.

    Attributes:
        to_table: from its pixels to the table, in the plane of the tops (3 by 3).
        outline: of the part that is laid, in millimetres of the table (n by 2).
        zone: the zone of its tiles.
        felt: the colour of the table around it.
    """

    name: str
    layout: Layout
    picture: Image
    to_table: Floats
    outline: Floats
    tiles: tuple[LabelledTile, ...]
    zone: ZoneId
    geometry: TableGeometry
    felt: tuple[float, float, float]

    def over(self, bare: Image, view: View) -> Image:
        """The picture of a bare table with the photograph on its felt, as the simulated camera wants it."""
        down = view.plane(self.geometry.tile_top) @ self.to_table
        inside = np.clip(self.outline, -self.geometry.felt_half + 8, self.geometry.felt_half - 8)
        corners = view.points(np.column_stack([inside, np.full(len(inside), self.geometry.tile_top)]))
        middle = cv2.perspectiveTransform(inside.mean(axis=0).reshape(1, 1, 2), np.linalg.inv(self.to_table))
        shrink = 1 / _scale(down, np.asarray(middle.ravel(), np.float64))
        picture = self.picture
        if shrink > 1:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.4 * shrink), np.uint8)
        size = (bare.shape[1], bare.shape[0])
        seen = cv2.warpPerspective(picture, down, size, flags=cv2.INTER_LINEAR)
        there = cv2.warpPerspective(np.full(picture.shape[:2], 255, np.uint8), down, size)
        mask = np.zeros(bare.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, cv2.convexHull(corners.astype(np.float32)).round().astype(np.int32), 255)
        laid = bare.copy()
        chosen = (mask > 0) & (there == np.iinfo(np.uint8).max)
        laid[chosen] = cv2.subtract(seen, np.full_like(seen, BLACK_LEVEL))[chosen]
        return laid


def photographs(photos: Path, *, trained: bool = False) -> Iterator[Path]:
    """The photographs of lying tiles, by name: those that no network was trained on, or the others.

    Robot-hand's tiles stand, so no picture of them shows a plane of tops.
    """
    if not trained:
        yield from sorted((photos / "amos").glob("*.jpg"))
    for file in sorted((photos / "roboflow-chinese" / "images").glob("*.jpg")):
        if (part_of(file.name) != TRAINING and is_kept(file.name)) != trained and names_differ(
            labelled(file)
        ):
            yield file


def laid(file: Path, finder: Finder) -> LaidPhoto:
    """A photograph laid on a table.

    Raises:
        NotLevelError: its tiles' tops lie in no plane that can be found.
    """
    picture = np.asarray(cv2.imread(str(file)), np.uint8)
    truth = file.with_suffix(".groundtruth.json")
    if truth.exists():
        return _table(file.stem, picture, json.loads(truth.read_text()))
    return _tiles_alone(file, picture, finder)


# -- a photograph of a table ------------------------------------------------------------------------------------------


def _table(name: str, picture: Image, labels: Any) -> LaidPhoto:
    """A table's near side: its hand, and the melds beside it, lie in their zones."""
    quads = np.array([tile["quad"] for tile in labels["hand"]], np.float64)
    mapping = deepcopy(read_table("standard"))
    left, centre = mapping["hand"]["left_x"], mapping["hand"]["centre_y"]
    places = [
        [
            (left + (index + x) * WIDTH, centre + (y - 0.5) * LENGTH)
            for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))
        ]
        for index in range(len(quads))
    ]
    to_table = np.asarray(
        cv2.findHomography(quads.reshape(-1, 2), np.array(places).reshape(-1, 2))[0], np.float64
    )
    melds = MELDS_END_MM[name]
    if melds:
        mapping["meld"]["right_x"] = left + melds
    geometry = TableGeometry.from_mapping(mapping)
    found = [(tile["tile"], (tile["x"], tile["y"])) for tile in _all_tiles(labels)]
    found += [(NOT_READ, at) for at in CUT_OFF[name]]
    tiles = _on_table(found, to_table)
    boxes = [np.array([x, y, 0.0, 0.0]) for _, (x, y) in found]
    return LaidPhoto(
        name,
        "whole",
        picture,
        to_table,
        _outline(picture, to_table),
        tiles,
        ZoneId("hand", 0),
        geometry,
        _cloth(picture, boxes),
    )


def _all_tiles(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict) and "tile" in node:
        yield node
    elif isinstance(node, dict | list):
        for part in node.values() if isinstance(node, dict) else node:
            yield from _all_tiles(part)


def _outline(picture: Image, to_table: Floats) -> Floats:
    """Return the outline of the part of the picture that lies on the table, away from the horizon."""
    height, width = picture.shape[:2]
    corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
    return np.asarray(cv2.perspectiveTransform(corners, to_table)[0], np.float64)


# -- a photograph of tiles ------------------------------------------------------------------------------------------


def _tiles_alone(file: Path, picture: Image, finder: Finder) -> LaidPhoto:
    """Tiles of no table: in one row, in rows, or strewn."""
    labels = labelled(file)
    boxes = np.array([box for _, box in labels])
    rows = in_rows(boxes[:, :2])
    mapping = deepcopy(read_table("standard"))
    layout: Layout
    if rows is None:
        layout, to_table = "strewn", _scaled(boxes, _seen_tops(boxes, picture, finder))
    elif len(rows) == 1:
        layout = "row"
        hand = mapping["hand"]
        to_table = _row_before(boxes, rows[0], hand["left_x"], hand["centre_y"])
    else:
        layout = "rows"
        rows = rows[:POND_ROWS]
        _make_room(mapping, rows)
        to_table = _pond_of(boxes, rows, TableGeometry.from_mapping(mapping))
        _check_lying(boxes, to_table)
    chosen = range(len(labels)) if rows is None else [index for row in rows for index, _ in row]
    geometry = TableGeometry.from_mapping(mapping)
    around = AROUND_MM[layout]
    corners = _box_corners(boxes[list(chosen)]) if layout != "rows" else None
    tiles = _on_table([(labels[index][0], tuple(boxes[index, :2])) for index in chosen], to_table)
    if corners is None:
        middles = np.array([(tile.x_mm, tile.y_mm) for tile in tiles])
        half = np.array([WIDTH / 2, LENGTH / 2])
        outline = np.vstack([middles + half * way for way in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    else:
        outline = cv2.perspectiveTransform(corners[None], to_table)[0]
    hull = cv2.convexHull(outline.astype(np.float32)).reshape(-1, 2).astype(np.float64)
    wider = hull + around * np.sign(hull - hull.mean(axis=0))
    return LaidPhoto(
        file.name.split(".rf.", maxsplit=1)[0],
        layout,
        picture,
        to_table,
        wider,
        tiles,
        ZoneId("hand" if layout == "row" else "pond", 0),
        geometry,
        FELT_COLOUR if layout == "rows" else _cloth(picture, list(boxes)),
    )


Row: TypeAlias = "list[tuple[int, float]]"
"""Tiles from left to right: the index of each, and its place in widths from the row's first."""


def in_rows(middles: Floats) -> list[Row] | None:
    """The rows in which tiles with these middles lie, the uppermost first; None if they lie in no rows.

    Rows may run in any direction; they count as lines of text, so that a row leads from left to right.
    """
    if len(middles) < LEAST_IN_ROW:
        return None
    apart = middles[:, None] - middles
    far = np.hypot(apart[..., 0], apart[..., 1])
    np.fill_diagonal(far, np.inf)
    nearest = far.argmin(axis=1)
    pitch = float(np.median(far.min(axis=1)))
    step = middles[nearest] - middles
    # A tile's nearest neighbour is beside it: tiles are longer than wide.
    along = np.exp(2j * np.arctan2(step[:, 1], step[:, 0])).mean()
    angle = float(np.angle(along)) / 2
    right = np.array([np.cos(angle), np.sin(angle)])
    if right[0] < 0:
        right = -right
    x, y = middles @ right / pitch, middles @ np.array([-right[1], right[0]]) / pitch
    order = np.argsort(y)
    cuts = np.flatnonzero(np.diff(y[order]) > 2 * IN_LINE) + 1
    rows = []
    for members in np.split(order, cuts):
        line = members[np.argsort(x[members])]
        if len(line) < LEAST_IN_ROW:
            return None
        off = y[line] - np.polyval(np.polyfit(x[line], y[line], 1), x[line])
        gaps = np.diff(x[line])
        whole = np.abs(gaps - 1) < A_PITCH
        if abs(off).max() > IN_LINE or whole.mean() < 1 - A_PITCH:
            return None
        places = np.concatenate([[0.0], np.cumsum(np.where(whole, 1.0, gaps))])
        rows.append(list(zip(line.tolist(), places.tolist(), strict=True)))
    return rows


def _row_before(boxes: Floats, row: Row, left_mm: float, centre_mm: float) -> Floats:
    """A row as the opened hand of chair 0: moved, turned and scaled, after its picture has got back its shape."""
    indices = [index for index, _ in row]
    there = np.array([(left_mm + WIDTH * (place + 0.5), centre_mm) for _, place in row])

    def fitted(widened: float) -> tuple[float, Floats]:
        wide = boxes[indices] * (widened, 1.0, widened, 1.0)
        matrix = cv2.estimateAffinePartial2D(
            np.ascontiguousarray(wide[:, :2]), there, ransacReprojThreshold=WIDTH
        )[0]
        # With a turned tile's width known, the box around it gives its length.
        scale = float(np.hypot(matrix[0, 0], matrix[1, 0]))
        cos, sin = abs(matrix[0, 0]) / scale, abs(matrix[1, 0]) / scale
        around = np.array([WIDTH * cos + LENGTH * sin, WIDTH * sin + LENGTH * cos]) / scale
        off = float(np.abs(np.log(np.median(wide[:, 2:], axis=0) / around)).sum())
        return off, np.vstack([matrix, (0.0, 0.0, 1.0)]) @ np.diag([widened, 1.0, 1.0])

    return min((fitted(widened) for widened in SHAPES), key=lambda one: one[0])[1]


def _seen_tops(boxes: Floats, picture: Image, finder: Finder) -> list[Top]:
    """The likeliest top in the middle of each box.

    Raises:
        NotLevelError: none is found.
    """
    tops = finder.tops_at_any_size(picture)
    places = np.array([(top.x, top.y) for top in tops]).reshape(-1, 2)
    near = [(abs(places - box[:2]) < box[2:] * A_PITCH).all(axis=1).nonzero()[0] for box in boxes]
    found = [
        max((tops[int(index)] for index in each), key=lambda top: top.chance) for each in near if len(each)
    ]
    if not found:
        raise NotLevelError("no top is found where people saw tiles, so their size and shape are not known")
    return found


def _unstretched(tops: Sequence[Top]) -> float:
    """The factor by which a picture stretched to a square must be widened to give its tiles right angles."""

    def skew(widened: float) -> float:
        along = np.array([top.along for top in tops]) * (widened, 1.0)
        across = np.array([top.across for top in tops]) * (widened, 1.0)
        turned = np.abs((along * across).sum(axis=1)) / np.hypot(*along.T) / np.hypot(*across.T)
        return float(np.median(turned))

    return min(SHAPES, key=skew)


def _make_room(mapping: dict[str, Any], rows: Sequence[Row]) -> None:
    """Change a table to have ponds as wide as these rows, which touch, and everything behind the ponds farther out."""
    usual = TableGeometry.from_mapping(mapping).pond.first_row_y
    mapping["pond"] = {
        "columns": max(len(row) for row in rows[:-1]),
        "max_third_row": max(10, *(len(row) for row in rows)),
        "row_pitch": LENGTH,
    }
    farther = TableGeometry.from_mapping(mapping).pond.first_row_y - usual
    for part, names in (
        ("wall", ("centre_y", "line_y")),
        ("ura", ("centre_y",)),
        ("hand", ("centre_y", "standing_y")),
        ("meld", ("centre_y",)),
    ):
        for name in names:
            mapping[part][name] += farther


def _pond_of(boxes: Floats, rows: Sequence[Row], geometry: TableGeometry) -> Floats:
    """Rows as the pond of chair 0."""
    pond = geometry.pond
    seen = [boxes[index, :2] for row in rows for index, _ in row]
    left = pond.left_x + POND_LEFT_MM
    there = [
        (left + WIDTH * (place + 0.5), pond.first_row_y + pond.row_pitch * number)
        for number, row in enumerate(rows)
        for _, place in row
    ]
    return np.asarray(cv2.findHomography(np.array(seen), np.array(there))[0], np.float64)


def _scaled(boxes: Floats, tops: Sequence[Top]) -> Floats:
    """Strewn tiles, scaled by their tops."""
    widened = _unstretched(tops)
    side = float(np.median([top.side_px for top in tops])) * np.sqrt(widened)
    scale = np.array([widened, 1.0]) * np.sqrt(WIDTH * LENGTH) / side
    x, y = np.array(STREWN_AT_MM) - scale * boxes[:, :2].mean(axis=0)
    return np.array([(scale[0], 0.0, x), (0.0, scale[1], y), (0.0, 0.0, 1.0)])


def _check_lying(boxes: Floats, to_table: Floats) -> None:
    """Raises:
    NotLevelError: they are not as tall as lying tiles are.
    """
    corners = cv2.perspectiveTransform(_box_corners(boxes)[None], to_table)[0].reshape(-1, 4, 2)
    wide, tall = (np.linalg.norm(corners[:, 0] - corners[:, at], axis=1) for at in (1, 3))
    shape = float(np.median(tall / wide))
    if not UPRIGHT[0] < shape < UPRIGHT[1]:
        raise NotLevelError(
            f"its rows are not those of lying tiles, which look {shape:.2f} times as tall as wide"
        )


def _box_corners(boxes: Floats) -> Floats:
    ways = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2
    return np.asarray((boxes[:, None, :2] + boxes[:, None, 2:] * ways).reshape(-1, 2), np.float64)


def _on_table(found: Sequence[tuple[str | None, Any]], to_table: Floats) -> tuple[LabelledTile, ...]:
    places = cv2.perspectiveTransform(np.array([[at for _, at in found]], np.float64), to_table)[0]
    return tuple(
        LabelledTile(name, float(x), float(y)) for (name, _), (x, y) in zip(found, places, strict=True)
    )


def _cloth(picture: Image, boxes: Sequence[Floats]) -> tuple[float, float, float]:
    """The colour of the ground under the tiles.

    Raises:
        NotLevelError: nothing is seen of it.
    """
    bare = np.ones(picture.shape[:2], bool)
    for x, y, width, height in boxes:
        reach = 0.75 * max(width, height)
        bare[max(0, int(y - reach)) : int(y + reach) + 1, max(0, int(x - reach)) : int(x + reach) + 1] = False
    if not bare.any():
        raise NotLevelError("tiles fill the picture: nothing is seen of what they lie on")
    b, g, r = np.median(picture[bare], axis=0).tolist()
    return b, g, r


def _scale(matrix: Floats, at: Floats) -> float:
    """The factor by which a homography enlarges at a point."""
    near = (at + np.array([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]))[None]
    here, right, down = cv2.perspectiveTransform(near, matrix)[0]
    (a, b), (c, d) = right - here, down - here
    return float(np.sqrt(abs(a * d - b * c)))
