"""Reads single zones of a picture: where tiles lie, and the probabilities of each tile's name."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.calibration.charts import ZoneChart
from vision.change.occlusion import reduced
from vision.geometry import TableGeometry, TileSize
from vision.lens import Floats32, Image, View
from vision.model.classifier import (
    BACK_CLASS,
    CROP_HEIGHT,
    CROP_WIDTH,
    Classifier,
    class_of_tile,
    log_softmax,
)
from vision.model.red_fives import by_ink
from vision.model.strokes import by_strokes
from vision.reading.felt import Felt
from vision.reading.plain_tiles import BLANK_CLASS, PLAIN, has_ink, renamed, without_parts
from vision.reading.rows import RowShape, Slopes
from vision.reading.shapes import LEAST_WORTH, Named, PondRow, ZoneShapes, is_sure
from vision.reading.tiles import TileFinder
from vision.reading.walls import OFF_LINE_MM, is_their_back
from vision.sightings import PlacedTile, WallSeen
from vision.zones import ZoneId

UNSURE: Final = float(np.log(0.97))
"""A tile named with a lower probability is looked at again, from a little aside. [log; judged: one name in thirty
below it may be wrong]"""
ASIDE: Final = (
    (-1.2, 0.0, 0.0),
    (1.2, 0.0, 0.0),
    (0.0, -1.4, 0.0),
    (0.0, 1.4, 0.0),
    (0.0, 0.0, 2.5),
    (0.0, 0.0, -2.5),
)
"""Shifts in millimetres and turns in degrees. [mm, degrees; derived: two pixels of a chart]"""
WALLS_OFF_MM: Final = (4.0, -4.0, 8.0, -8.0, 12.0, -12.0)
"""If a wall's line holds no faces, they are looked for at these distances from it, towards the player. [mm; judged:
people build walls by hand; a tile is found 2.3 mm beside its place]"""
KNOWN_MM: Final = 1.2
"""Largest shift of a tile that keeps its name. [mm; judged: two readings of a tile that lies still differ by less,
a hand moves it by more]"""
KNOWN_DEG: Final = 3.0
"""A tile found farther from a known one's place, or turned differently, is named anew. [degrees; derived: its corner
moves by 1 mm, less than KNOWN_MM]"""
BARE: Final = 0.3
"""A place of which less than this share is covered shows only felt. [share; judged: drawn lines and shadows cover less,
a tile most of its place]"""
QUARTER: Final = 0.25
"""The middle of a place reaches this far to each side. [share of the tile; derived: half of it]"""
INSET_MM: Final = 1.5
"""The outermost part of a tile, whose look changes when its neighbour comes or goes. [mm; derived: half a pixel of the
quarter]"""
LOOK_PX: Final = (20, 26)
"""Size of the picture by which a tile is compared with itself. [px; derived: half of a cut-out]"""
BEYOND_SMEARS: Final = float(np.log(0.99))
"""A smear is never taken for a print with a higher probability. [log; judged: 0.98 on dirty haku]"""
MARGIN_PX: Final = 2
"""The margin of a look that is left out. [px; derived: half of the cut-out's margin, and the tile's rounded edge]"""
_MIDDLE: Final = slice(CROP_HEIGHT // 4, -CROP_HEIGHT // 4), slice(CROP_WIDTH // 4, -CROP_WIDTH // 4)
"""The part of a cut-out that shows a back's colour. [px of a cut-out; derived: the middle half, both ways, without
edges]"""
_INSIDE: Final = slice(6, -6), slice(6, -6)
"""The part of a cut-out that shows a tile's top. [px of a cut-out; derived: its margin, and the tile's rounded edge]"""
PAPER_PERCENT: Final = 80
"""This percentile of a face's brightness is that of its paper. [percent; judged: the fullest prints leave a third]"""
FEWEST_PAPERS: Final = 8
"""The faces that must be known before the colour of their paper counts. [faces; judged: enough for a median]"""
OTHER_PAPER: Final = 0.03
"""A thing is no face of this set if its share of blue, green or red differs by more from that of the set's paper.
[share; judged: haku in four films differ by at most 0.009, other faces by 0.021, a pink packet by at least 0.037]"""
ALIKE: Final = 36
"""While a tile lies still, no pixel of its look changes by more. [grey levels; judged: between two faces some pixels
differ by twice as much]"""


@dataclass(frozen=True, slots=True)
class _Known:
    """A tile that was named with certainty.

    Attributes:
        where, inside: the pixels of the reduced picture that show it.
        look: its picture at that time, ``LOOK_PX`` without a margin.
        paper: the shares of blue, green and red in its paper; None for a back, or a blank face.
    """

    named: Named
    where: tuple[slice, slice]
    inside: Image
    look: Image
    paper: Floats32 | None


class ZoneReader:
    """Reads the zones of one view of the table.

    Attributes:
        charts: the charts of all zones.
        wide: the charts of the walls and the zones before them, with room for tiles off their lines.
    """

    def __init__(self, geometry: TableGeometry, view: View, classifier: Classifier) -> None:
        self.charts = {zone.id: ZoneChart(zone, view, geometry.tile) for zone in geometry.zones()}
        self._finder = TileFinder(geometry)
        self._classifier = classifier
        self._size = geometry.tile
        self.wide = {
            zone.id: ZoneChart(
                replace(zone, area=zone.area.grown(OFF_LINE_MM * geometry.tile.scale)), view, geometry.tile
            )
            for zone in geometry.zones()
            if zone.id.kind in ("wall", "ura")
        }
        self._known: dict[ZoneId, list[_Known]] = {}
        # The known tiles of each zone that had not moved in its newest reading, with their looks in it.
        self._still: dict[ZoneId, list[_Known]] = {}

    def read_zone(
        self,
        zone: ZoneId,
        picture: Image,
        felt: Felt,
        changed: Image | None = None,
        beside: Iterable[RowShape] = (),
        *,
        across: Iterable[PlacedTile] = (),
    ) -> ZoneShapes:
        """The shapes that a zone of the picture holds.

        Args:
            zone: the zone's name.
            picture: the camera's picture.
            felt: the felt in it.
            changed: where the reduced picture has changed since the zone's content was kept; unchanged tiles keep their
                names. None: all are named anew.
            beside: tiles known to lie in the neighbours' zones, in this zone's frame; they may reach into it.
            across: tiles believed to lie sideways in a pond.
        """
        chart = self.charts[zone]
        if changed is None:
            self._still.pop(zone, None)
        known = [] if changed is None else self._unchanged(zone, picture, changed)
        shapes = self._finder.find(
            chart, picture, felt, lambda shapes: self._named(chart, picture, shapes, known), beside
        )
        if shapes.off_line:
            return self._off_its_line(zone, picture, felt, known, shapes)
        for tile in across:
            shapes = self._as_it_lay(chart, picture, shapes, tile)
        return shapes

    def _as_it_lay(
        self, chart: ZoneChart, picture: Image, shapes: ZoneShapes, tile: PlacedTile
    ) -> ZoneShapes:
        """The shapes of a pond, with a sideways tile restored where an upright shape was cut out of it.

        Close neighbours hide the felt at such a tile's ends.
        """
        lay, half_mm = RowShape(tile.x_mm, tile.y_mm, True, 0.0), self._size.width / 2
        for one in shapes.shapes:
            off_mm = max(abs(one.found.x - lay.x), abs(one.found.y - lay.y))
            if off_mm < half_mm and not one.found.sideways:
                [named] = self._named(chart, picture, [lay], ())
                if named.logs[class_of_tile(tile.tile)] >= UNSURE:
                    placed = (replace(one, named=named) if each is one else each for each in shapes.shapes)
                    return replace(shapes, shapes=tuple(placed))
        return shapes

    def _off_its_line(
        self, zone: ZoneId, picture: Image, felt: Felt, known: Sequence[Named], shapes: ZoneShapes
    ) -> ZoneShapes:
        """Return the shapes of a wall, or of tiles before it, nearer to the table's middle or the player than its line.

        ``shapes`` was seen on its line, and is kept unless another line makes each of them a whole face. A blank one
        there may be a face that a lamp washes out; a back belongs to the wall.
        """
        chart = self.wide[zone]
        columns = {shape.column for shape in shapes.shapes}
        for off in WALLS_OFF_MM:
            other = self._finder.find(
                chart,
                picture,
                felt,
                lambda found: self._named(chart, picture, found, known),
                off_mm=off * self._size.scale,
            )
            logs = [shape.named.logs for shape in other.shapes]
            if (
                logs
                and all(is_sure(one) and int(one.argmax()) not in PLAIN for one in logs)
                and not other.off_line
                and columns <= {shape.column for shape in other.shapes}
            ):
                return other
        return shapes

    def row_of_pond(
        self,
        zone: ZoneId,
        picture: Image,
        felt: Felt,
        *,
        changed: Image,
        row: int,
        window: tuple[float, float],
    ) -> PondRow:
        """The apparent content of a pond's row between two x of the chair's frame; otherwise as for ``read_zone``."""
        chart, known = self.charts[zone], self._unchanged(zone, picture, changed)
        return self._finder.row_of_pond(
            chart,
            picture,
            felt,
            lambda shapes: self._named(chart, picture, shapes, known),
            row=row,
            window=window,
        )

    def names(self, zone: ZoneId, picture: Image, places: Sequence[RowShape]) -> list[Named]:
        """The network's answer for some places of a zone."""
        return self._named(self.charts[zone], picture, places, ())

    def uncovered(
        self, zone: ZoneId, picture: Image, felt: Felt, places: Sequence[RowShape], walls: Sequence[WallSeen]
    ) -> bool:
        """Return whether all given places of a zone show a back like the walls', or felt, and nothing over them."""
        if not places:
            return True
        chart = self.charts[zone]
        drawn = chart.draw(picture)
        cover, lit = felt.covered(drawn), felt.within(drawn)
        names = without_parts(self.names(zone, picture, places), chart, Slopes(drawn))
        return all(
            (
                int(one.logs.argmax()) == BACK_CLASS
                and is_their_back(_crop(chart, picture, one.found)[_MIDDLE], walls)
            )
            or (
                _is_bare(cover, chart, one.found, self._size)
                and lit.has_hue_of(_crop(chart, picture, one.found)[_MIDDLE])
            )
            for one in names
        )

    def shows_other_back(
        self, zone: ZoneId, picture: Image, shapes: ZoneShapes, walls: Sequence[WallSeen]
    ) -> bool:
        """Return whether a back among a zone's shapes differs in colour from the walls' backs."""
        chart = self.charts[zone]
        return any(
            int(one.named.logs.argmax()) == BACK_CLASS
            and not is_their_back(_crop(chart, picture, one.found)[_MIDDLE], walls)
            for one in shapes.shapes
        )

    def blanks_told_from_backs(
        self, zone: ZoneId, picture: Image, shapes: ZoneShapes, walls: Sequence[WallSeen]
    ) -> ZoneShapes:
        """The shapes of a zone; a blank face whose colour is not that of the walls' backs cannot be a back any more."""
        chart = self.charts[zone]

        def told(one: Named) -> Named:
            if int(one.logs.argmax()) != BLANK_CLASS or float(one.logs.max()) >= UNSURE:
                return one
            if is_their_back(_crop(chart, picture, one.found)[_MIDDLE], walls):
                return one
            logs = one.logs.copy()
            logs[BACK_CLASS] = LEAST_WORTH
            [logs] = log_softmax(logs[None])
            return replace(one, logs=logs)

        return replace(shapes, shapes=tuple(replace(each, named=told(each.named)) for each in shapes.shapes))

    def shows_felt(self, zone: ZoneId, picture: Image, felt: Felt, places: Sequence[RowShape]) -> bool:
        """Return whether the middles of all these places have the hue of the felt around them."""
        if not places:
            return True
        chart = self.charts[zone]
        lit = felt.within(chart.draw(picture))
        return all(lit.has_hue_of(_crop(chart, picture, one)[_MIDDLE]) for one in places)

    def add(self, zone: ZoneId, one: Named, picture: Image) -> None:
        """Remember one more believed tile of a zone, as a picture shows it."""
        if one.logs.max() >= UNSURE:
            self._known.setdefault(zone, []).append(self._placed(self.charts[zone], one, picture))

    def keep(self, zone: ZoneId, content: Iterable[Named], picture: Image) -> None:
        """Remember the believed content of a zone by its look in the last picture that was read."""
        still = self._still.pop(zone, [])
        self._known[zone] = []
        for one in content:
            known = next((each for each in still if _same(each.named.found, one.found)), None)
            if known is None:
                self.add(zone, one, picture)
            elif one.logs.max() >= UNSURE:
                # Its look is in hand, and its outline the same.
                self._known[zone].append(replace(known, named=Named(known.named.found, one.logs)))

    def whole_melds(self, shapes: ZoneShapes) -> bool:
        """Return whether a corner's tiles can be whole melds."""
        return self._finder.whole_melds(shapes)

    def meld_being_made(self, shapes: ZoneShapes) -> list[RowShape]:
        """The two tiles in a corner that a called tile is still to join; empty if there are none."""
        return self._finder.meld_being_made(shapes)

    def _placed(self, chart: ZoneChart, named: Named, picture: Image) -> _Known:
        one, size = named.found, self._size
        half_x, half_y = (size.length, size.width) if one.sideways else (size.width, size.length)
        half_x, half_y = half_x / 2 - INSET_MM, half_y / 2 - INSET_MM
        corners = reduced(chart.in_picture(one.x - half_x, one.y - half_y, one.x + half_x, one.y + half_y))
        left, top, width, height = cv2.boundingRect(corners)
        left, top = max(left, 0), max(top, 0)
        inside = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(inside, corners - np.array([left, top], np.int32), 255)
        where = (slice(top, top + height), slice(left, left + width))
        paper = None if int(named.logs.argmax()) in PLAIN else _paper(_crop(chart, picture, one))
        return _Known(named, where, inside, _look(chart, picture, one), paper)

    def _unchanged(self, zone: ZoneId, picture: Image, changed: Image) -> list[Named]:
        """The known tiles of a zone that look as they did, in the reduced picture and in the whole one."""
        chart = self.charts[zone]
        still = []
        for known in self._known.get(zone, ()):
            part = changed[known.where]
            # Beyond the picture's edge no change can be seen.
            if (part & known.inside[: part.shape[0], : part.shape[1]]).any():
                continue
            look = _look(chart, picture, known.named.found)
            if _alike(known.look, look):
                still.append(replace(known, look=look))
        self._still[zone] = still
        return [known.named for known in still]

    def _named(
        self, chart: ZoneChart, picture: Image, shapes: Sequence[RowShape], known: Sequence[Named]
    ) -> list[Named]:
        before = [next((each for each in known if _same(each.found, one)), None) for one in shapes]
        fresh = [one for one, each in zip(shapes, before, strict=True) if each is None]
        names = iter(self._looked_at(chart, picture, fresh))
        return [
            Named(one, *next(names)) if each is None else Named(one, each.logs, each.inked, known=True)
            for one, each in zip(shapes, before, strict=True)
        ]

    def _looked_at(
        self, chart: ZoneChart, picture: Image, shapes: Sequence[RowShape]
    ) -> list[tuple[Floats32, bool]]:
        """The network's answers, with True if ink is visible or irrelevant; unsure shapes are read again, shifted."""
        if not shapes:
            return []
        seen = [_crop(chart, picture, one) for one in shapes]
        logs = self._classifier.log_probabilities(seen)
        for index in np.flatnonzero(logs.max(axis=1) < UNSURE).tolist():
            crops = [_crop(chart, picture, shapes[index], aside) for aside in ASIDE]
            again = self._classifier.log_probabilities(crops)
            best = int(again[:, :-1].max(axis=1).argmax())
            if again[best, :-1].max() > logs[index].max():
                logs[index] = again[best]
        for crop, one in zip(seen, logs, strict=True):
            one[:] = by_strokes(crop, by_ink(crop, one))
            if int(one.argmax()) == BLANK_CLASS and self._is_other_paper(crop):
                one[:] = renamed(one)
        sure = logs.max(axis=1) > BEYOND_SMEARS
        return [
            (one, named or has_ink(crop)) for crop, one, named in zip(seen, logs, sure.tolist(), strict=True)
        ]

    def _is_other_paper(self, crop: Image) -> bool:
        """Return whether a blank thing has another colour than the paper of the known faces."""
        papers = [one.paper for each in self._known.values() for one in each if one.paper is not None]
        if len(papers) < FEWEST_PAPERS:
            return False
        return bool(np.abs(_paper(crop) - np.median(papers, axis=0)).max() > OTHER_PAPER)


def _is_bare(cover: Image, chart: ZoneChart, one: RowShape, size: TileSize) -> bool:
    """Return whether felt is seen in the middle of a place."""
    left, right = (round(chart.column(one.x + side * size.width * QUARTER)) for side in (-1, 1))
    top, bottom = (round(chart.row(one.y + side * size.length * QUARTER)) for side in (-1, 1))
    part = cover[max(top, 0) : bottom + 1, max(left, 0) : right + 1]
    return bool(part.size) and float(part.mean()) < BARE * 255


def _same(one: RowShape, other: RowShape) -> bool:
    return (
        one.sideways == other.sideways
        and abs(one.x - other.x) <= KNOWN_MM
        and abs(one.y - other.y) <= KNOWN_MM
        and abs(one.turn_deg - other.turn_deg) <= KNOWN_DEG
    )


def _crop(
    chart: ZoneChart, picture: Image, one: RowShape, aside: tuple[float, float, float] = (0.0, 0.0, 0.0)
) -> Image:
    dx, dy, turn = aside
    upright = 90.0 if one.sideways else 0.0
    return chart.crop(picture, one.x + dx, one.y + dy, one.turn_deg + turn + upright)


def _paper(crop: Image) -> Floats32:
    """The shares of blue, green and red in the paper of a tile's cut-out."""
    paper = np.percentile(crop[_INSIDE].reshape(-1, 3), PAPER_PERCENT, axis=0)
    return np.asarray(paper / max(float(paper.sum()), 1.0), np.float32)


def _look(chart: ZoneChart, picture: Image, one: RowShape) -> Image:
    """A tile's picture without its margin, small enough for noise to be little."""
    small = cv2.resize(_crop(chart, picture, one), LOOK_PX, interpolation=cv2.INTER_AREA)
    return np.asarray(small[MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX], np.uint8)


def _alike(one: Image, other: Image) -> bool:
    """Return whether two looks show the same, whatever the light."""
    light = cv2.norm(one, cv2.NORM_L1) / max(1.0, cv2.norm(other, cv2.NORM_L1))
    return bool(cv2.norm(one, cv2.convertScaleAbs(other, alpha=light), cv2.NORM_INF) <= ALIKE)
