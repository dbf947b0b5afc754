"""Reads one picture of a table: finds the plane of the tiles' tops, the tiles in it, their names and their places."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from referee.tiles import KIND, NAMES
from vision.lens import Floats, Image, View
from vision.model.classifier import BACK_CLASS, TILE_WIDTH_PX, Classifier
from vision.photo.finding.finder import LEAST_CHANCE, Finder, Outlines, Top, likely_tops
from vision.photo.finding.flat import (
    Cutter,
    FlatPicture,
    draw_flat,
    places_of,
    scale_at,
    top_in_picture,
    visible_part,
)
from vision.photo.finding.halves import wholes
from vision.photo.finding.level import (
    UPRIGHT,
    fitted_view,
    likely_middle,
    middle_above_lowest,
    upright_view,
)
from vision.photo.finding.lying import Lying
from vision.photo.finding.plane import checked_corners, in_units, view_of_square
from vision.photo.finding.sides import sides_of
from vision.photo.finding.size import (
    LIKELY,
    SIZING_CHANCE,
    STEP,
    THICKNESS,
    USUAL_LENGTH,
    PlaneKind,
    agreement,
    likely_widths,
)
from vision.photo.lines import STANDING
from vision.photo.naming.blanks import without_faces_sides
from vision.photo.naming.both import APART, carried, completed, joined, still_to_name, width_in_square
from vision.photo.naming.doubts import (
    pale_backs,
    sure_backs,
    without_cloth,
    without_lonely,
    without_overlaps,
    without_plain,
    without_prints,
    without_sides,
)
from vision.photo.naming.focus import doubted, sharpness
from vision.photo.naming.gaps import with_overlooked
from vision.photo.naming.naming import SMALL, NamedTop, are_strewn, named
from vision.photo.naming.stretched import (
    HALF_CERTAIN,
    MOST_CERTAIN,
    as_given,
    clearly_read,
    halved,
    is_clear,
    may_be_stretched,
    next_shape,
    widened,
)
from vision.photo.naming.trust import calibrated, trusted
from vision.photo.naming.turns import settled
from vision.photo.naming.unclear import least_reported, lit, why_unclear
from vision.photo.places import sorted_out
from vision.photo.result import NothingFoundError, PhotoReading, ReadTile, UnreadPart

LEAST_HALVED_PX: Final = 400
"""Smaller pictures are not read at half their size. [px; derived: LEAST_PICTURE_PX of the finder, twice]"""
SCALE_PX: Final = 19.0
"""A tile's width, in pixels, in the drawing in which tiles are looked for. [px; derived: between SMALLEST_PX and
LARGEST_PX of the finder, walls included]"""
ENOUGH_PX: Final = TILE_WIDTH_PX * USUAL_LENGTH**0.5
"""A picture is halved as long as most tops keep this side. [px; derived: a tile as wide as in a cut-out]"""
COARSE_PX: Final = 13.0
"""A tile's width in the drawing of a picture of lower resolution. [px; derived: near SMALLEST_PX of the finder]"""
AROUND: Final[dict[PlaneKind, float]] = {"pond": 1.2, "felt": 0.55}
"""Search radius for measuring the tiles' width, in sides of the square. [sides; derived: from the middle to beyond the
hands, one side of the square around the ponds]"""
REACH: Final = 17.0
"""The largest distance of a tile from the middle, in tile widths; the felt of automatic tables ends at 14. [widths;
derived: 14, and a table whose tiles are small for it]"""
EDGE: Final = 0.4
"""A tile's middle may lie this far beyond the edge of the felt. [widths; judged: corners are placed by hand]"""
SURE_EDGE: Final = 0.6
"""A surely named tile may lie this far beyond it. [widths; judged: corners placed by hand are off by half a tile]"""
CONSOLE: Final = 1.8
"""Radius of the console around the table's middle, where only sure tiles count. [widths; judged: below the standard
dome and console, for others]"""
SURE_ON_CONSOLE: Final = 0.97
"""A tile on the console must be named with this probability. [probability; judged: digits look like faces]"""
OPEN_REACH: Final = 40.0
"""The largest distance of a tile if the middle of the table is not known. [widths; derived: more than twice REACH]"""
BEYOND: Final = 6.0
"""Tiles are looked for up to this distance beyond the first finds. [widths; derived: from a pond to the hand behind
it]"""
MORE_VIEWS: Final = 1
"""The number of times that the plane is fitted again to the finds from straight above. [times; judged: a second
changes little]"""
STEEP_VIEWS: Final = 2
"""MORE_VIEWS for an oblique picture. [times; judged: of eight working pictures one is still 3 degrees off after one fit]"""
STEEP_DEG: Final = 40.0
"""A picture that seems taken from farther off the vertical is also tried as that of a camera held upright. [degrees;
judged: eight working pictures from 61 to 65 degrees seem to be from 44 degrees on]"""
UPRIGHT_REACH: Final = 1.2
"""Tiles are looked for up to this distance from the middle of an oblique picture. [distances of the camera; derived: up
to 76 degrees off the vertical]"""
UPRIGHT_PX: Final = 2000.0
"""The longest side of the drawing for that. [px; judged: a table's tiles have 20 pixels in it]"""
UPRIGHT_MARGIN: Final = 0.3
"""That drawing reaches this far beyond the box of the sure finds. [sides of the box; judged: from 60 degrees on half of
the tiles are sure at first, and some on every side of the table]"""
ENOUGH_FINDS: Final = 12
"""Fewer sure finds do not show where the table is, so all finds count. [tops; judged: of 48 pictures from 60 degrees on the
fewest have 14]"""
SEEN: Final = 0.5
"""A find of this confidence counts when the plane is fitted. [probability; derived: a half]"""
SAME_SIZE: Final = (SMALL, 1.45)
"""A tile's side relative to that of most tiles; those on a wall are nearer to the camera. [ratio; judged: perspective
and height]"""
SEEN_ACROSS: Final = 0.45
"""The same for a face that the finder hardly doubts: it sees tiles that lie across too small. [ratio; judged: of 4,201 faces
six that lay across had 0.48 to 0.63]"""
WEAKEST: Final = 0.07
"""The finder's least confidence in a top that the classifier then names with certainty. [probability; judged: naming
decides]"""
LEAST_SURE: Final = 0.35
"""Below this confidence a tile is reported as unreadable. [probability; judged: about two to one against it]"""
LEAST_TOLD: Final = 0.15
"""Below this confidence it is not reported at all. [probability; judged: five to one against it]"""

HALF_SURE: Final = 0.5
"""A reading completes another one if this share of its faces is clear. [share; judged: as many clear as not]"""


@dataclass(frozen=True, slots=True)
class _FlatTops:
    """The tiles found in a drawing of the plane of their tops, and the tilt of the camera's view.

    Attributes:
        seen: all tops that the finder found in it.
        touching: True if tiles near each other were taken to touch.
    """

    flat: FlatPicture
    known: list[NamedTop]
    tilt_deg: float
    seen: Sequence[Top] = ()
    touching: bool = True

    def unnamed(self) -> list[Top]:
        """The tops that the finder saw face up, but that have no name."""
        tiles = Outlines([one.top for one in self.known])
        return [top for top in likely_tops(self.seen) if not top.back and (tiles.nearness(top) > APART).all()]


@dataclass(frozen=True, slots=True)
class _Start:
    """A plane with its tilts and focal length, its drawing from above, and the tops seen in that."""

    guess: Floats
    view: View
    flat: FlatPicture
    seen: Sequence[Top]


class PhotoReader:
    """Reads pictures of any table, one at a time."""

    def __init__(self, finder: Finder | None = None, classifier: Classifier | None = None) -> None:
        self._finder = finder or Finder()
        self._classifier = classifier or Classifier()

    def read_picture(
        self,
        picture: Image,
        corners: Floats | None = None,
        plane: PlaneKind = "pond",
    ) -> PhotoReading:
        """All tiles of a picture.

        Args:
            picture: rows by columns by 3, BGR.
            corners: the corners of a square on the felt (4 by 2, pixels; left top, right top, right bottom, left bottom
                as seen).
            plane: the square that the corners mark: the one drawn around the ponds, or the playing surface.

        Raises:
            CornersError: the corners are no square's.
            NothingFoundError: no tile is found.
        """
        tops = self._finder.tops_at_any_size(picture)
        first = self._as_it_is(picture, tops)
        brighter = lit(picture, first.flat, first.known) if isinstance(first, _FlatTops) else lit(picture)
        if brighter is not None:
            picture = brighter
            tops = self._finder.tops_at_any_size(picture)
            first = self._as_it_is(picture, tops)
        by_itself = self._by_itself(picture, tops, first)
        if corners is None:
            if isinstance(by_itself, NothingFoundError):
                raise by_itself
            lying = [_lying(by_itself.flat, one) for one in by_itself.known]
            middle, pond_half = likely_middle(lying), None
            if middle is None:
                middle, pond_half = middle_above_lowest(lying), 0.0
            lying = [replace(one, x=one.x - middle[0], y=one.y - middle[1]) for one in lying]
            return _reading_of(picture, by_itself, lying, pond_half)
        square = view_of_square(checked_corners(corners), (picture.shape[1], picture.shape[0]))
        found, side = self._with_square(picture, square, plane, by_itself)
        lying = [_lying(found.flat, one) for one in found.known]
        return _reading_of(picture, found, lying, side / 2 if plane == "pond" else None)

    def _by_itself(
        self, picture: Image, tops: Sequence[Top], first: _FlatTops | NothingFoundError
    ) -> _FlatTops | NothingFoundError:
        """The tiles found without a hint, or the reason for none.

        A picture that is not clearly read is read in other planes and at half its size too, and the certain faces of
        each count; one that may be stretched is read in other shapes, and the shape counts in which most is clear.
        The finder sees strewn tiles askew in the right shape, too.
        """
        readings = [first] if isinstance(first, _FlatTops) else []
        strewn = isinstance(first, _FlatTops) and not first.touching
        if strewn and is_clear(readings[0].known, HALF_CERTAIN, askew=True):
            return first
        looks = self._other_looks(picture, tops, first)
        while not _are_clear(readings, HALF_CERTAIN) and (found := next(looks, None)):
            readings += [found] if isinstance(found, _FlatTops) else []
        readings = [_completed(readings)] if readings else []
        if not _are_clear(readings, MOST_CERTAIN) and may_be_stretched(picture):
            readings += self._in_other_shapes(picture)
        return max(readings, key=_clear, default=first)

    def _other_looks(
        self, picture: Image, tops: Sequence[Top], first: _FlatTops | NothingFoundError
    ) -> Iterator[_FlatTops | NothingFoundError]:
        """Yield readings in other planes than that of the first one, and one at half the size."""
        seen, touching = (first.seen, first.touching) if isinstance(first, _FlatTops) else ((), True)
        if not touching:
            yield self._at_half(picture)
            yield self._as_it_is(picture, tops, touching=True)
        start = self._upright(picture, tops, seen)
        if start:
            yield self._refined(picture, start, STEEP_VIEWS)
        if touching:
            yield self._as_it_is(picture, tops, touching=False)
            yield self._at_half(picture)

    def _at_half(self, picture: Image) -> _FlatTops | NothingFoundError:
        """The tiles found at half the size, where single circles do not pass for tiles."""
        if max(picture.shape) < LEAST_HALVED_PX:
            return NothingFoundError("the picture is too small to be halved")
        smaller, back = halved(picture)
        found = self._as_it_is(smaller, self._finder.tops_at_any_size(smaller), touching=False)
        return replace(found, flat=as_given(found.flat, back)) if isinstance(found, _FlatTops) else found

    def _in_other_shapes(self, picture: Image) -> list[_FlatTops]:
        """The readings of the picture widened to shapes of cameras' pictures."""
        readings: list[_FlatTops] = []
        clear: dict[float, int] = {}
        while (factor := next_shape(clear)) is not None:
            wider, back = widened(picture, factor)
            found = self._as_it_is(wider, self._finder.tops_at_any_size(wider), touching=True)
            clear[factor] = clearly_read(found.known) if isinstance(found, _FlatTops) else 0
            if isinstance(found, _FlatTops):
                readings.append(replace(found, flat=as_given(found.flat, back)))
        return readings

    def _as_it_is(
        self, picture: Image, tops: Sequence[Top], *, touching: bool | None = None
    ) -> _FlatTops | NothingFoundError:
        """The tiles found without a hint, in the plane that gives them the shape of a tile, or the reason for none.

        Args:
            picture: the picture to read.
            tops: the tops seen in it.
            touching: True if tiles near each other touch, so that they show the tilt of the plane; None if they do so
                only where they lie in rows, unless the picture may be stretched.
        """
        if not tops:
            return NothingFoundError("no tile is seen in the picture")
        back = np.eye(3)
        while float(np.median([top.side_px for top in tops])) > 2 * ENOUGH_PX:
            picture, place = halved(picture)
            back = back @ place
            tops = [top.scaled(0.5) for top in tops]
        start = self._start(picture, tops, touching=touching is not False)
        if touching is None and not may_be_stretched(picture) and are_strewn(start.seen):
            start = self._start(picture, tops, touching=False)
            touching = False
        touching = touching is not False
        steep = touching and start.view.tilt_deg() > STEEP_DEG
        if steep:
            start = self._upright(picture, tops, start.seen) or start
        found = self._refined(picture, start, STEEP_VIEWS if steep else MORE_VIEWS, touching=touching)
        return replace(found, flat=as_given(found.flat, back)) if isinstance(found, _FlatTops) else found

    def _start(
        self, picture: Image, tops: Sequence[Top], near: Floats | None = None, *, touching: bool = True
    ) -> _Start:
        """The tops in the plane that fits these.

        Args:
            picture: the picture to read.
            tops: the tops found in it.
            near: tilts and focal length of a camera held upright, if the tops were found in a drawing of that plane.
            touching: True if tiles near each other touch.
        """
        size = (picture.shape[1], picture.shape[0])
        sides = sides_of(picture, tops)
        view, guess = fitted_view(
            tops, size, THICKNESS, sides, near, touching=touching, upright=near is not None
        )
        return _Start(guess, view, *self._tops(picture, view, OPEN_REACH, tops))

    def _upright(self, picture: Image, around: Sequence[Top], seen: Sequence[Top]) -> _Start | None:
        """The tops in the plane of an oblique camera that is held upright, if it shows more of them than were seen.

        Args:
            picture: the picture to read.
            around: tops in the picture, around which tiles are looked for.
            seen: tops in the drawing of another plane.
        """
        tops = self._tops_from_above(picture, around)
        start = self._start(picture, tops, UPRIGHT) if tops else None
        return start if start and _seen_count(start.seen) > _seen_count(seen) else None

    def _refined(
        self, picture: Image, start: _Start, times: int, *, touching: bool = True
    ) -> _FlatTops | NothingFoundError:
        """The tiles found in the plane that was fitted again, several times, to the tops found from above."""
        size = (picture.shape[1], picture.shape[0])
        guess, view, flat, found = start.guess, start.view, start.flat, start.seen
        for _ in range(times):
            again = [top_in_picture(top, flat) for top in likely_tops(found)]
            if not again:
                break
            tops = [top_in_picture(top, flat) for top in found if top.chance > LEAST_CHANCE]
            sides = sides_of(picture, again)
            view, guess = fitted_view(again, size, THICKNESS, sides, near=guess, touching=touching)
            flat, found = self._tops(picture, view, OPEN_REACH, tops)
        if not found:
            return NothingFoundError("no tile is seen on the table")
        try:
            return _FlatTops(flat, self._named(picture, flat, found, view), view.tilt_deg(), found, touching)
        except NothingFoundError as error:
            return error

    def _tops_from_above(self, picture: Image, around: Sequence[Top]) -> list[Top]:
        """The tops of a picture by a camera that is held upright, found in a drawing from above around these."""
        size = (picture.shape[1], picture.shape[0])
        view = upright_view(size)
        low, high = visible_part(view, 0.0, size, UPRIGHT_REACH)
        sure = [top for top in around if top.chance > SEEN]
        places = places_of(sure if len(sure) >= ENOUGH_FINDS else around, view, 0.0)
        places = places[((low <= places) & (places <= high)).all(axis=1)]
        if len(places):
            first, last = places.min(axis=0), places.max(axis=0)
            margin = UPRIGHT_MARGIN * (last - first).max()
            low, high = np.maximum(low, first - margin), np.minimum(high, last + margin)
        scale = min(scale_at(view, 0.0), UPRIGHT_PX / float((high - low).max()))
        flat = draw_flat(picture, view, 0.0, (low, high), scale)
        return [top_in_picture(top, flat) for top in self._finder.tops_at_any_size(flat.image)]

    def _with_square(
        self, picture: Image, square: View, plane: PlaneKind, by_itself: _FlatTops | NothingFoundError
    ) -> tuple[_FlatTops, float]:
        """The tiles found with the help of a square, and the square's side in widths of a tile.

        Tiles found without the square are kept unless the square shows that they lie beyond the felt, are false finds
        on the console, or are the side of a wall.
        """
        alike = None
        if not isinstance(by_itself, NothingFoundError):
            alike = width_in_square(by_itself.known, by_itself.flat, square, THICKNESS)
        least, most = LIKELY[plane]
        if alike is not None and not least / STEP < alike < most * STEP:
            alike = None
        side = self._side_in_widths(picture, square, plane) if alike is None else 1 / alike
        view = in_units(square, 1 / side)
        flat, tops = self._tops(picture, view, REACH)
        seen = []
        if not isinstance(by_itself, NothingFoundError):
            seen = carried(by_itself.known, by_itself.flat, flat)
            backs = [one for one in seen if one.tile == BACK_CLASS]
            seen = without_sides(seen, backs, flat, view.camera())
        if plane == "felt":
            far = _from_middle(tops, flat)
            tops = [top for top, one in zip(tops, far, strict=True) if one < side / 2 + EDGE]
        if not tops and not seen:
            raise NothingFoundError("no tile is seen on the table")
        known = self._named(picture, flat, tops, view, seen if alike is not None else ())
        known = joined(known, seen, LEAST_SURE)
        far = _from_middle([one.top for one in known], flat)
        if plane == "felt":
            edge = side / 2 + np.where([one.confidence > SURE_ON_CONSOLE for one in known], SURE_EDGE, EDGE)
        else:
            edge = np.full(len(known), np.inf)
        kept = [
            one
            for one, away, end in zip(known, far, edge, strict=True)
            if away < end and (away > CONSOLE or one.confidence > SURE_ON_CONSOLE)
        ]
        if not kept:
            raise NothingFoundError("no tile is seen on the table: what lies on its console are none")
        return _FlatTops(flat, kept, view.tilt_deg(), tops), side

    def _side_in_widths(self, picture: Image, square: View, plane: PlaneKind) -> float:
        """The side of the square in widths of a tile: the one with the most sure tiles of the right size."""
        size = (picture.shape[1], picture.shape[0])
        best: tuple[float, float] | None = None
        for width in likely_widths(plane):
            height = THICKNESS * width
            part = visible_part(square, height, size, AROUND[plane])
            flat = draw_flat(picture, square, height, part, SCALE_PX / width)
            worth, factor = agreement(self._finder.tops(flat.image, SIZING_CHANCE), SCALE_PX)
            if best is None or worth > best[0]:
                best = (worth, width * factor)
        if best is None or best[0] <= 0:
            raise NothingFoundError(f"no tile is seen in the {plane} square")
        return 1 / best[1]

    def _tops(
        self, picture: Image, view: View, reach: float, around: Sequence[Top] = ()
    ) -> tuple[FlatPicture, list[Top]]:
        """The plane of the tops drawn from above, and the tops in it.

        Args:
            picture: the picture to read.
            view: the view of the table, in tile widths.
            reach: the largest search distance from its origin.
            around: tops in the picture; only places within ``BEYOND`` of these are searched, or all if None.
        """
        size = (picture.shape[1], picture.shape[0])
        low, high = visible_part(view, THICKNESS, size, reach)
        if around:
            places = places_of(around, view, THICKNESS)
            low = np.maximum(low, places.min(axis=0) - BEYOND)
            high = np.minimum(high, places.max(axis=0) + BEYOND)
        scale = float(np.clip(scale_at(view, THICKNESS), COARSE_PX, SCALE_PX))
        flat = draw_flat(picture, view, THICKNESS, (low, high), scale)
        return flat, self._finder.tops(flat.image, WEAKEST)

    def _named(
        self,
        picture: Image,
        flat: FlatPicture,
        tops: Sequence[Top],
        view: View,
        seen: Sequence[NamedTop] = (),
    ) -> list[NamedTop]:
        """The tiles among the tops, and among those that were ``seen`` in this drawing before."""
        settled_before, tops = still_to_name(tops, seen) if seen else ([], list(tops))
        before = [one.top for one in settled_before]
        every = [*before, *tops]
        usual = float(np.median([top.side_px for top in likely_tops(every) or every[:1]]))
        whole = [top for top in tops if _least_size(top) < top.side_px / usual < SAME_SIZE[1]]
        tops = [*whole, *wholes(tops, usual)]
        cutter = Cutter(picture)
        known = pale_backs([*settled_before, *named(self._classifier, cutter, flat, tops, before)], flat)
        known = without_prints(without_overlaps(without_plain(known, flat)), flat)
        known = without_lonely(without_cloth(known, flat), flat)
        backs = [one for one in known if one.tile == BACK_CLASS]
        known = without_sides(sure_backs(known, flat), backs, flat, view.camera())
        known = with_overlooked(known, (self._classifier, cutter), flat, view.camera(), THICKNESS)
        known = without_faces_sides(known, flat, view.camera())
        known = trusted(settled(known, (self._classifier, cutter), flat), flat)
        known = [one for one in known if one.confidence >= LEAST_TOLD]
        if not known:
            raise NothingFoundError("what is seen on the table are no tiles that can be named")
        return known


def _least_size(top: Top) -> float:
    """Return how small a top may be, relative to most."""
    return SEEN_ACROSS if not top.back and top.chance > LEAST_CHANCE else SAME_SIZE[0]


def _seen_count(tops: Sequence[Top]) -> int:
    return sum(top.chance > SEEN for top in tops)


def _clear(reading: _FlatTops) -> int:
    """Count the faces of a reading that are clearly read."""
    return clearly_read(reading.known)


def _are_clear(readings: Sequence[_FlatTops], least: float) -> bool:
    return any(is_clear(one.known, least) for one in readings)


def _completed(readings: Sequence[_FlatTops]) -> _FlatTops:
    """The clearest of the readings, with the certain faces of those of which at least half is clear."""
    best = max(readings, key=_clear)
    others = [one for one in readings if one is not best and is_clear(one.known, HALF_SURE)]
    return replace(best, known=completed(best.known, best.flat, [(one.known, one.flat) for one in others]))


def _from_middle(tops: Sequence[Top], flat: FlatPicture) -> Floats:
    """Each top's distance from the middle, along the axis on which it is larger."""
    places = flat.on_plane(np.array([(top.x, top.y) for top in tops]).reshape(-1, 2))
    return np.asarray(np.abs(places).max(axis=1))


def _reading_of(
    picture: Image, found: _FlatTops, lying: Sequence[Lying], pond_half: float | None
) -> PhotoReading:
    flat, known = found.flat, found.known
    length = float(np.median([np.hypot(*one.top.along) / np.hypot(*one.top.across) for one in known]))
    unnamed = found.unnamed()
    sharp = sharpness(picture, flat, known)
    why = why_unclear(known, flat, found.tilt_deg, len(unnamed), sharp)
    tiles, unreadable = [], [] if why is None else [UnreadPart(why)]
    for x, y in flat.in_picture(np.array([(top.x, top.y) for top in unnamed]).reshape(-1, 2)):
        unreadable.append(UnreadPart("a tile that has no name", float(x), float(y)))
    for one, spot in zip(known, sorted_out(lying, length, pond_half), strict=True):
        x, y = flat.in_picture(np.array([[one.top.x, one.top.y]]))[0]
        name = "x" if one.tile == BACK_CLASS else NAMES[one.tile]
        if spot.zone == STANDING:
            continue
        sure = one.confidence if one.tile == BACK_CLASS else doubted(calibrated(one.confidence), sharp)
        if sure < (LEAST_SURE if why is None else least_reported(one, known)):
            unreadable.append(UnreadPart(f"a tile that cannot be named: {name}?", float(x), float(y)))
            continue
        corners = flat.in_picture(one.top.corners())
        tiles.append(ReadTile(name, spot, float(x), float(y), corners, sure))
    if not tiles:
        raise NothingFoundError(why or "nothing in the picture can be named")
    return PhotoReading(tuple(tiles), tuple(unreadable))


def _lying(flat: FlatPicture, one: NamedTop) -> Lying:
    (x, y), turn = (
        flat.on_plane(np.array([[one.top.x, one.top.y]]))[0],
        np.degrees(np.arctan2(one.top.along[1], one.top.along[0])),
    )
    back = one.tile == BACK_CLASS
    return Lying(float(x), float(y), float(turn % 180), back, None if back else KIND[one.tile])
