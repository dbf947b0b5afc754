"""Reads one picture of a table: finds the plane of the tiles' tops, the tiles in it, their names and their places."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from referee.tiles import KIND, NAMES
from vision.classifier import BACK_CLASS, Classifier
from vision.photo.doubts import (
    pale_backs,
    sure_backs,
    without_cloth,
    without_lonely,
    without_overlaps,
    without_sides,
)
from vision.photo.finder import Finder, Top
from vision.photo.flat import Cutter, FlatPicture, draw_flat, scale_at, top_in_picture, visible_part
from vision.photo.gaps import with_overlooked
from vision.photo.halves import wholes
from vision.photo.level import likely_middle, middle_above_lowest, view_of_tops
from vision.photo.lines import STANDING
from vision.photo.lying import Lying
from vision.photo.naming import Named, named
from vision.photo.places import sorted_out
from vision.photo.plane import checked_corners, in_units, view_of_square
from vision.photo.size import PlaneKind, agreement, likely_widths
from vision.photo.told import Lost, NothingFoundError, PhotoReading, ReadTile
from vision.photo.trust import trusted
from vision.photo.turns import settled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.geometry import View

    Floats: TypeAlias = NDArray[np.float64]
    Image: TypeAlias = NDArray[np.uint8]

THICKNESS: Final = 0.77
"""Of a tile's width: 20 of 26 mm on automatic tables, 16 of 20 mm in small sets."""
SCALE_PX: Final = 19.0
"""A tile's width where tiles are looked for."""
COARSE_PX: Final = 13.0
"""The same in pictures that show no more."""
AROUND: Final[dict[PlaneKind, float]] = {"pond": 1.2, "felt": 0.55}
"""How far from the middle tiles are looked for to learn how wide they are, in sides of the square."""
REACH: Final = 17.0
"""How far from the middle tiles can lie, in tile widths; the felt of automatic tables ends at 14."""
EDGE: Final = 0.4
"""A tile's middle is no farther beyond the edge of the felt, in widths."""
CONSOLE: Final = 1.8
"""So near to the table's middle is the console: there only what is sure is a tile."""
SURE: Final = 0.97
OPEN_REACH: Final = 40.0
"""The same where the middle of the table is not known."""
MORE_VIEWS: Final = 1
"""How often the plane is fitted again to what is found from straight above."""
SEEN: Final = 0.5
SAME_SIZE: Final = (0.66, 1.45)
"""A tile's side against that of most; those on a wall are nearer to the camera."""
WEAKEST: Final = 0.07
"""How little the finder may be sure of what the classifier then names with certainty."""
LEAST_SURE: Final = 0.35
"""Below this a tile is told as lost,"""
LEAST_TOLD: Final = 0.15
"""below this not at all."""


class PhotoReader:
    """Reads pictures of any table, one at a time."""

    def __init__(self, finder: Finder | None = None, classifier: Classifier | None = None) -> None:
        self._finder = finder or Finder()
        self._classifier = classifier or Classifier()

    def read(
        self,
        picture: Image,
        corners: Floats | None = None,
        plane: PlaneKind = "pond",
    ) -> PhotoReading:
        """All tiles of a picture.

        Args:
            picture: rows by columns by 3, BGR.
            corners: of a square on the felt (4 by 2, pixels; left top, right top, right bottom, left bottom as seen).
            plane: which square: the one drawn around the ponds, or the playing surface.

        Raises:
            CornersError: the corners are no square's.
            NothingFoundError: no tile is seen.
        """
        height, width = picture.shape[:2]
        size = (width, height)
        if corners is None:
            tops = self._finder.tops_at_any_size(picture)
            if not tops:
                raise NothingFoundError("no tile is seen in the picture")
            view, pond_half, reach = view_of_tops(tops, size, THICKNESS), None, OPEN_REACH
            for _ in range(MORE_VIEWS):
                flat, tops = self._tops(picture, view, reach)
                again = [top_in_picture(top, flat) for top in tops if top.chance > SEEN]
                if not again:
                    break
                view = view_of_tops(again, size, THICKNESS)
        else:
            square = view_of_square(checked_corners(corners), size)
            side = self._side_in_widths(picture, square, plane)
            view, reach = in_units(square, 1 / side), REACH
            pond_half = side / 2 if plane == "pond" else None
        flat, tops = self._tops(picture, view, reach)
        if corners is not None and plane == "felt":
            far = _from_middle(tops, flat)
            tops = [top for top, one in zip(tops, far, strict=True) if one < side / 2 + EDGE]
        if not tops:
            raise NothingFoundError("no tile is seen on the table")
        known = self._named(picture, flat, tops, view)
        if corners is not None:
            far = _from_middle([one.top for one in known], flat)
            known = [
                one for one, away in zip(known, far, strict=True) if away > CONSOLE or one.confidence > SURE
            ]
            if not known:
                raise NothingFoundError("no tile is seen on the table: what lies on its console are none")
        lying = [_lying(flat, one) for one in known]
        if corners is None:
            middle = likely_middle(lying)
            if middle is None:
                pond_half = 0.0
                middle = middle_above_lowest(lying)
            lying = [replace(one, x=one.x - middle[0], y=one.y - middle[1]) for one in lying]
        return _told(flat, known, lying, pond_half)

    def _side_in_widths(self, picture: Image, square: View, plane: PlaneKind) -> float:
        """The side of the square in widths of a tile: that at which most tiles are seen for sure, and as large as they should be."""
        size = (picture.shape[1], picture.shape[0])
        best: tuple[float, float] | None = None
        for width in likely_widths(plane):
            height = THICKNESS * width
            part = visible_part(square, height, size, AROUND[plane])
            flat = draw_flat(picture, square, height, part, SCALE_PX / width)
            worth, factor = agreement(self._finder.tops(flat.image, 0.4), SCALE_PX)
            if best is None or worth > best[0]:
                best = (worth, width * factor)
        if best is None or best[0] <= 0:
            raise NothingFoundError(f"no tile is seen in the {plane} square")
        return 1 / best[1]

    def _tops(self, picture: Image, view: View, reach: float) -> tuple[FlatPicture, list[Top]]:
        size = (picture.shape[1], picture.shape[0])
        part = visible_part(view, THICKNESS, size, reach)
        scale = float(np.clip(scale_at(view, THICKNESS), COARSE_PX, SCALE_PX))
        flat = draw_flat(picture, view, THICKNESS, part, scale)
        return flat, self._finder.tops(flat.image, WEAKEST)

    def _named(self, picture: Image, flat: FlatPicture, tops: Sequence[Top], view: View) -> list[Named]:
        usual = float(np.median([top.side_px for top in tops if top.chance > 0.5] or [tops[0].side_px]))
        whole = [top for top in tops if SAME_SIZE[0] < top.side_px / usual < SAME_SIZE[1]]
        tops = [*whole, *wholes(tops, usual)]
        cutter = Cutter(picture)
        known = pale_backs(named(self._classifier, cutter, flat, tops), flat)
        known = without_lonely(without_cloth(without_overlaps(known), flat), flat)
        backs = [one for one in known if one.tile == BACK_CLASS]
        known = without_sides(sure_backs(known, flat), backs, flat, view.camera())
        known = with_overlooked(known, (self._classifier, cutter), flat, view.camera(), THICKNESS)
        known = trusted(settled(known, (self._classifier, cutter), flat), flat)
        known = [one for one in known if one.confidence >= LEAST_TOLD]
        if not known:
            raise NothingFoundError("what is seen on the table are no tiles that can be named")
        return known


def _from_middle(tops: Sequence[Top], flat: FlatPicture) -> Floats:
    """How far tops lie from the middle, along the axis along which they lie farther."""
    places = flat.on_plane(np.array([(top.x, top.y) for top in tops]).reshape(-1, 2))
    return np.asarray(np.abs(places).max(axis=1))


def _told(
    flat: FlatPicture, known: Sequence[Named], lying: Sequence[Lying], pond_half: float | None
) -> PhotoReading:
    length = float(np.hypot(*known[0].top.along) / np.hypot(*known[0].top.across))
    tiles, lost = [], []
    for one, spot in zip(known, sorted_out(lying, length, pond_half), strict=True):
        x, y = flat.in_picture(np.array([[one.top.x, one.top.y]]))[0]
        name = "x" if one.tile == BACK_CLASS else NAMES[one.tile]
        if spot.zone == STANDING:
            continue
        if one.confidence < LEAST_SURE:
            lost.append(Lost(f"a tile that cannot be named: {name}?", float(x), float(y)))
            continue
        corners = flat.in_picture(one.top.corners())
        tiles.append(ReadTile(name, spot, float(x), float(y), corners, one.confidence))
    if not tiles:
        raise NothingFoundError("nothing in the picture can be named")
    return PhotoReading(tuple(tiles), tuple(lost))


def _lying(flat: FlatPicture, one: Named) -> Lying:
    (x, y), turn = (
        flat.on_plane(np.array([[one.top.x, one.top.y]]))[0],
        np.degrees(np.arctan2(one.top.along[1], one.top.along[0])),
    )
    back = one.tile == BACK_CLASS
    return Lying(float(x), float(y), float(turn % 180), back, None if back else KIND[one.tile])
