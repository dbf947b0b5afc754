"""Makes a geometry, with the source of each value, from pictures of the bare table and of the set table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from vision.calibration.calibration import RULER_MM
from vision.calibration.lines import EdgeLine
from vision.calibration.solving import Prior
from vision.geometry import Marker, TableGeometry, TileSize
from vision.lens import Image, View
from vision.photo.finding.finder import Finder, Top
from vision.photo.surveying.broken import add_wall_line, width_by_neighbours
from vision.photo.surveying.cleared import cleared
from vision.photo.surveying.edges import console_side, cut_off, dark, felt_of_ring, felt_side
from vision.photo.surveying.laid import add_hands, add_ponds, place_rows
from vision.photo.surveying.measures import Ask, How, Measure, Scale, Survey, deviation, spread
from vision.photo.surveying.rows import WholeWall, lying_faces, strange_sheet, whole_walls
from vision.photo.surveying.sheet import Sheet, draw_sheet
from vision.photo.surveying.views import SurveyError, TableSeen, seen_by_markers
from vision.reading.felt import Felt
from vision.reading.felt_sides import LIGHTS, SIDES, FeltSides, NoFeltError, felt_sides
from vision.zones import EACH_CHAIR

HEIGHTS_MM: Final = (400.0, 3500.0)
"""A camera hangs at a height between these. [mm; judged: on an arm over the players' heads, or at a high ceiling]"""
TILES_MM: Final = (20.0, 45.0)
"""The shortest and the longest tiles that are sold for tables. [mm; judged: travel sets to the largest automatic ones]"""
HEIGHT_STEPS: Final = 4
"""Most steps of the search for the height. [steps; judged: it settles before]"""
FIRST_STEP: Final = 0.15
"""First step of the search. [share; judged: half of how far heights differ]"""
DEEP_ENOUGH_MM: Final = 0.03
"""Walls whose depth is off by less need no other height. [mm; derived: a tenth of the difference of four walls]"""
SAME_TILE_MM: Final = 0.005
"""Tiles whose widths differ by less are the same. [mm; derived: a tenth of a millimetre over a wall of 17]"""
SAME_SCALE: Final = 0.0005
"""Sizes of felts that differ by less are the same. [share; derived: 0.2 mm of 350]"""
SHEET_MARGIN: Final = 1.15
"""The distance that a sheet reaches, in distances of the markers. [ratio; derived: beyond the rim's outer edge]"""
FELT_BETWEEN: Final = (0.55, 0.985)
"""The range in which the felt's edge is looked for, in distances of the outermost markers. [ratio; judged: from a
wall to just before the marker's middle]"""
OWN_FELT_BETWEEN: Final = (0.6, 1.12)
"""That range in assumed halves of the felt, for a table whose felt is the scale. [ratio; derived: beyond the edge on
both sides]"""
LEAST_CUT_MM: Final = 24.0
"""A corner that loses less than this is round, not cut off. [mm; derived: a corner round by 26 mm seems cut by 15; smaller cuts
lie within a square corner's landmark, geometry.FELT_CORNER_MM]"""
CONSOLE_OFF_MM: Final = 4.0
"""An apparent edge of the console that is this much farther out or in than the others is not its edge. [mm; judged:
markers glued by hand shift the middle by less]"""
CONSOLE_FROM: Final = 0.45
"""The console is looked for from here inwards, in distances of the felt's edge. [ratio; derived: before the walls,
0.55]"""
SAME_WIDTH: Final = 0.04
"""Tiles of a whole wall are as wide as those in ponds, within this share. [share; derived: 17 of 16 stacks are 0.06
off]"""
TILE_ROUNDS: Final = 4
"""Walls are measured again this many times, with the tile that they showed before. [times; derived: each leaves a
fortieth of the error, the height of a wall as a share of the camera's]"""


@dataclass(frozen=True, slots=True)
class TablePicture:
    """A picture and its name, for errors."""

    name: str
    image: Image


@dataclass(frozen=True, slots=True)
class _Bare:
    """The measurements from the picture of the bare table.

    Attributes:
        cuts: the length that seems cut off each side, at each visible corner of the felt.
    """

    felt: Felt
    sides: tuple[EdgeLine, ...]
    console: tuple[EdgeLine, ...]
    cuts: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Looked:
    """Measurements from all pictures, for one height of the camera.

    Attributes:
        views: the views of the set table's pictures.
        best: the index of the one that shows the walls.
    """

    seen: TableSeen
    views: list[View]
    bare: _Bare
    tile: TileSize
    walls: list[WholeWall]
    best: int

    def deeper(self) -> float:
        """The walls' apparent depth less their tiles' length, millimetres: larger if the camera is assumed too high."""
        return float(np.median([wall.outer.at - wall.inner.at for wall in self.walls])) - self.tile.length


class Surveyor:
    """Measures one table.

    Args:
        start: the TOML of a geometry to start from.
        name: the new geometry's name.
        trusted: True if the start gives the markers' places correctly.
        height_mm: the measured height of the camera above the felt, if known.
        tile_mm: a tile's length measured by hand, which is the scale if there are no markers.
        ask: asks a person for a value that the pictures do not show.
    """

    def __init__(
        self,
        start: Mapping[str, Any],
        name: str,
        *,
        trusted: bool = False,
        height_mm: float | None = None,
        tile_mm: float | None = None,
        ask: Ask | None = None,
    ) -> None:
        self._mapping = {
            key: dict(value) if isinstance(value, dict) else value for key, value in start.items()
        }
        self._mapping["name"] = name
        self._start = TableGeometry.from_mapping(start)
        self._trusted, self._height_mm = trusted, height_mm
        self._finder, self._in_play = Finder(), False
        self._tile, self._ask = self._start.tile, ask
        self._tile_mm = tile_mm
        self._light = LIGHTS[0]
        self._felt_half = self._start.felt_half

    def survey(self, bare: TablePicture | None, sets: Sequence[TablePicture]) -> Survey:
        """The table of one picture that shows it bare and at least one that shows it set.

        Args:
            bare: the picture of the bare table; None if the first of ``sets`` shows the edges of felt and console too.
            sets: the pictures of the set table, with whole walls unless ``bare`` is None.

        Raises:
            SurveyError: a picture does not show enough.
        """
        self._in_play = bare is None
        bare, own = self._bare(bare, sets[0])
        if own is not None and self._tile_mm is None and self._ask is not None:
            self._tile_mm = self._ask("tile.length", self._tile.length, TILES_MM)
        if self._tile_mm is not None:
            self._tile = _scaled(
                self._start.tile, self._start.tile.width * self._tile_mm / self._start.tile.length
            )
        if self._height_mm is not None:
            looked = self._look(bare, sets, own, _at_height(self._height_mm))
        else:
            looked = self._at_own_height(bare, sets, own)
        view = looked.views[looked.best]
        scale: Scale = "tile" if own is not None else "places" if self._trusted else "markers"
        survey = Survey(self._mapping, view, scale, looked.seen.error_px, best=looked.best)
        self._add_rim(survey, looked.bare, looked.seen.markers)
        self._add_tile(survey, looked)
        if looked.walls:
            self._add_walls(survey, looked.walls)
        else:
            image = sets[looked.best].image
            backs = lying_faces(image, view, survey.geometry, self._finder, backs=True)
            add_wall_line(survey, self._start, backs, self._ask)
        self._add_lines(survey)
        place_rows(survey, self._start)
        faces = [
            face
            for one, seen in zip(sets, looked.views, strict=True)
            for face in lying_faces(one.image, seen, survey.geometry, self._finder)
        ]
        add_ponds(survey, faces, self._ask)
        add_hands(survey, self._start, faces)
        return survey

    def _at_own_height(
        self, bare: TablePicture, sets: Sequence[TablePicture], own: FeltSides | None
    ) -> _Looked:
        """Measure with the camera at the height that makes the walls as deep as their tiles are long."""
        looked = self._look(bare, sets, own, Prior())
        if not looked.walls:
            return looked
        height = float(np.clip(looked.seen.view.camera()[2], *HEIGHTS_MM))
        tried = [(height, looked.deeper())]
        looks: dict[float, _Looked] = {}
        height = float(np.clip(height * (1 - np.sign(tried[0][1]) * FIRST_STEP), *HEIGHTS_MM))
        for _ in range(HEIGHT_STEPS):
            looked = looks[height] = self._look(bare, sets, own, _at_height(height))
            (before, off_before), (now, off) = tried[-1], (height, looked.deeper())
            tried.append((now, off))
            if off == off_before or abs(off) < DEEP_ENOUGH_MM:
                break
            # The shift of a wall's edge is proportional to 1 / height.
            slope = (off - off_before) / (1 / now - 1 / before)
            height = float(np.clip(1 / max(1 / now - off / slope, 1 / HEIGHTS_MM[1]), *HEIGHTS_MM))
        height, _ = min(tried, key=lambda one: abs(one[1]))
        return looks.get(height) or self._look(bare, sets, own, _at_height(height))

    @property
    def _console_sides(self) -> int:
        """The number of the console's sides that must be seen: tiles may touch one of them."""
        return len(EACH_CHAIR) - self._in_play

    def _bare(
        self, bare: TablePicture | None, in_play: TablePicture
    ) -> tuple[TablePicture, FeltSides | None]:
        """The bare table, and the felt's sides in the first light that shows them all; None if there are markers."""
        tops = self._finder.tops_at_any_size(in_play.image) if bare is None else []
        failed: NoFeltError | None = None
        for self._light in LIGHTS:
            shown = bare or self._cleared(in_play, tops)
            if self._seen(shown, Prior()) is not None:
                return shown, None
            try:
                return shown, felt_sides(shown.image, self._light)
            except NoFeltError as error:
                failed = failed or error
        assert failed is not None
        raise SurveyError("side" if failed.side else "felt", shown.name, failed.side) from failed

    def _cleared(self, picture: TablePicture, tops: Sequence[Top]) -> TablePicture:
        """The picture as the bare table would look in it."""
        image = cleared(picture.image, tops, self._light)
        if image is None:
            raise SurveyError("rows", picture.name)
        return replace(picture, image=image)

    def _seen(self, bare: TablePicture, prior: Prior) -> TableSeen | None:
        return seen_by_markers(bare.image, bare.name, self._start, prior, trusted=self._trusted)

    def _look(
        self, bare: TablePicture, sets: Sequence[TablePicture], own: FeltSides | None, prior: Prior
    ) -> _Looked:
        if own is not None:
            return self._look_by_felt(bare, sets, own, prior)
        seen = self._seen(bare, prior)
        assert seen is not None
        reach = max(max(abs(one.x), abs(one.y)) for one in seen.markers)
        views = [self._own_view(one, seen.markers, prior) or seen.view for one in sets]
        found = _look_at_bare(bare, seen.view, reach, FELT_BETWEEN, self._console_sides, light=self._light)
        return _Looked(seen, views, found, *self._walls(found, sets, views, reach))

    def _look_by_felt(
        self, bare: TablePicture, sets: Sequence[TablePicture], own: FeltSides, prior: Prior
    ) -> _Looked:
        """Measure by the felt's edges; the felt's size follows from the tiles, which have the start's size.

        At another height it is nearly the size found last, so the search begins there.
        """
        half = self._felt_half
        for _ in range(TILE_ROUNDS):
            view, error_px = own.view(half, prior)
            found = _look_at_bare(bare, view, half, OWN_FELT_BETWEEN, self._console_sides, light=self._light)
            views = [view] * len(sets)
            looked = _Looked(
                TableSeen(view, (), error_px), views, found, *self._walls(found, sets, views, half)
            )
            ratio = self._tile.width / looked.tile.width
            if abs(ratio - 1) < SAME_SCALE:
                break
            half *= ratio
        self._felt_half = half
        return looked

    def _own_view(self, picture: TablePicture, markers: Sequence[Marker], prior: Prior) -> View | None:
        there = replace(self._start, markers=tuple(markers))
        seen = seen_by_markers(picture.image, picture.name, there, prior, trusted=True)
        return None if seen is None else seen.view

    def _walls(
        self, bare: _Bare, sets: Sequence[TablePicture], views: Sequence[View], reach: float
    ) -> tuple[TileSize, list[WholeWall], int]:
        """The tile, the walls and the index of the picture that shows the most whole walls."""
        stacks = self._start.wall.stacks
        half = float(np.mean([line.at for line in bare.sides]))
        best: tuple[TileSize, list[WholeWall], int] | None = None
        for number, (picture, view) in enumerate(zip(sets, views, strict=True)):
            tile = self._tile
            walls: list[WholeWall] = []
            foot = _strange(picture.image, view, 0.0, reach, bare.felt)
            for _ in range(TILE_ROUNDS):
                tops = _strange(picture.image, view, 2 * tile.thickness, reach, bare.felt)
                walls = whole_walls(tops, foot, tile, stacks, half)
                if not walls:
                    break
                before = tile.width
                tile = _scaled(self._tile, float(np.median([wall.length for wall in walls])) / stacks)
                if abs(tile.width - before) < SAME_TILE_MM:
                    break
            if walls and (best is None or len(walls) > len(best[1])):
                best = tile, walls, number
        if not self._in_play:
            if best is None:
                raise SurveyError("wall", ", ".join(one.name for one in sets))
            return best
        table = replace(self._start, tile=self._tile, felt_half=half)
        width = width_by_neighbours(lying_faces(sets[0].image, views[0], table, self._finder), self._tile)
        if width is None:
            raise SurveyError("rows", sets[0].name)
        # A wall that lacks a stack at either end would make tiles a tenth too narrow.
        if best is not None and abs(best[0].width / width - 1) < SAME_WIDTH:
            return best
        return _scaled(self._tile, width), [], 0

    def _add_rim(self, survey: Survey, bare: _Bare, markers: Sequence[Marker]) -> None:
        """The felt, the console and the markers."""
        start, mapping = self._start, survey.mapping
        at = [line.at for line in bare.sides]
        half = float(np.mean(at))
        survey.aside = (at[1] - at[3]) / 2, (at[0] - at[2]) / 2
        survey.add(Measure("felt_half", half, "measured", spread(bare.sides, half), len(at)))
        rim = start.rim_half - start.felt_half + half
        if markers:
            reach = max(max(abs(one.x), abs(one.y)) for one in markers)
            rim = reach + start.rim_half - max(max(abs(one.x), abs(one.y)) for one in start.markers)
        survey.add(Measure("rim_half", rim, "with"))
        self._add_cut(survey, bare.cuts)
        console = [line.at for line in bare.console]
        middle = float(np.mean(console))
        survey.add(Measure("centre.half", middle, "measured", spread(bare.console, middle), len(console)))
        if start.dome is not None:
            survey.add(Measure("centre.dome", start.dome.radius * middle / start.centre_half, "with"))
        places = {"x": [round(one.x, 1) for one in markers], "y": [round(one.y, 1) for one in markers]}
        mapping["markers"] = {**mapping["markers"], "ids": [one.id for one in markers], **places}

    def _add_cut(self, survey: Survey, cuts: Sequence[float]) -> None:
        """Add the length cut off at the felt's corners, where it has eight sides."""
        survey.mapping.pop("felt_cut", None)
        if len(cuts) < len(EACH_CHAIR):
            if self._start.felt_cut:
                survey.add(Measure("felt_cut", self._start.felt_cut, "start"))
            return
        cut = float(np.mean(cuts))
        if cut >= LEAST_CUT_MM:
            survey.add(Measure("felt_cut", cut, "measured", deviation(cuts, cut), len(cuts)))

    def _add_tile(self, survey: Survey, looked: _Looked) -> None:
        """Add the tile; its length is measured if the camera's height is, otherwise it follows from its proportions."""
        tile, walls = looked.tile, looked.walls
        if not walls:
            how: How = "with"
            if survey.scale == "tile":
                tile, how = self._tile, "start" if self._tile_mm is None else "given"
            survey.add(Measure("tile.length", tile.length, how))
            survey.add(Measure("tile.width", tile.width, "with"))
            survey.add(Measure("tile.thickness", tile.thickness, "with"))
            return
        lengths = [wall.outer.at - wall.inner.at for wall in walls]
        length = tile.length if self._height_mm is None else float(np.median(lengths))
        widths = [wall.length / self._start.wall.stacks for wall in walls]
        survey.add(Measure("tile.length", length, "measured", deviation(lengths, length), len(walls)))
        if survey.scale == "tile":
            survey.add(Measure("tile.width", self._tile.width, "start"))
        else:
            survey.add(
                Measure("tile.width", tile.width, "measured", deviation(widths, tile.width), len(walls)),
            )
        survey.add(Measure("tile.thickness", tile.thickness, "with"))

    def _add_walls(self, survey: Survey, walls: Sequence[WholeWall]) -> None:
        length = float(survey.mapping["tile"]["length"])
        outer = [wall.outer.at for wall in walls]
        edge = float(np.mean(outer))
        centre = edge - length / 2
        survey.add(Measure("wall.centre_y", centre, "measured", deviation(outer, edge), len(walls)))
        left = -float(np.mean([wall.length for wall in walls])) / 2
        ends = [end for wall in walls for end in (wall.left, -wall.right)]
        survey.add(Measure("wall.left_x", left, "measured", deviation(ends, left), len(walls)))

    def _add_lines(self, survey: Survey) -> None:
        """Add the lines of tiles along the walls."""
        start, centre = self._start, survey.geometry.wall.centre_y
        length = survey.geometry.tile.length
        scale = length / start.tile.length
        line = centre + (start.wall.line_y - start.wall.centre_y) * scale
        survey.add(Measure("wall.line_y", line, "with"))
        survey.add(Measure("ura.centre_y", centre + (start.ura_y - start.wall.centre_y) * scale, "with"))


def _look_at_bare(
    bare: TablePicture,
    view: View,
    reach: float,
    between: tuple[float, float],
    console_sides: int,
    *,
    light: tuple[float, float],
) -> _Bare:
    sheet = draw_sheet(bare.image, view, 0.0, SHEET_MARGIN * reach)
    felt = felt_of_ring(sheet, reach, light)
    strange = Sheet(np.asarray(felt.strange(sheet.image) | dark(sheet.image, felt), np.uint8), sheet.half)
    edges = []
    for chair in EACH_CHAIR:
        side = felt_side(strange.turned(chair), *(share * reach for share in between))
        if side is None:
            raise SurveyError("side", bare.name, _side_in_picture(view, chair, reach))
        edges.append(side)
    seen = [console_side(strange.turned(chair), CONSOLE_FROM * reach) for chair in EACH_CHAIR]
    console = dict(enumerate(seen))
    while (odd := _odd_side(console)) is not None:
        if len(console) <= console_sides:
            raise SurveyError("console", bare.name, _side_in_picture(view, odd, reach))
        del console[odd]
    half = float(np.mean([line.at for line in edges]))
    cuts = [cut_off(strange.cornered(chair), half) for chair in EACH_CHAIR]
    return _Bare(
        felt,
        tuple(edges),
        tuple(line for line in console.values() if line is not None),
        tuple(cut for cut in cuts if cut is not None),
    )


def _odd_side(console: Mapping[int, EdgeLine | None]) -> int | None:
    """The chair on whose side the console's edge is missing or disagrees with the others; None if all agree."""
    lines = {chair: line for chair, line in console.items() if line is not None}
    if len(lines) < len(console):
        return min(console.keys() - lines.keys())
    middle = float(np.median([line.at for line in lines.values()]))
    off = {chair: max(abs(line.at - middle), line.residual) for chair, line in lines.items()}
    odd = max(off, key=lambda chair: off[chair])
    return odd if off[odd] > CONSOLE_OFF_MM else None


def _side_in_picture(view: View, chair: int, reach: float) -> str:
    """The side of the picture on which a chair's side of the table is seen."""
    x, y = ((0, 1), (1, 0), (0, -1), (-1, 0))[chair]
    (x0, y0), (x1, y1) = view.points([(0, 0, 0), (x * reach, y * reach, 0)])
    turns = round(float(np.arctan2(y1 - y0, x1 - x0)) / (np.pi / 2))
    return SIDES[(1 - turns) % len(SIDES)]


def _strange(picture: Image, view: View, height: float, reach: float, felt: Felt) -> Sheet:
    sheet = draw_sheet(picture, view, height, SHEET_MARGIN * reach)
    return strange_sheet(sheet, felt.strange(sheet.image, backs=True))


def _at_height(height_mm: float) -> Prior:
    return Prior(height_mm, RULER_MM, (height_mm,))


def _scaled(tile: TileSize, width: float) -> TileSize:
    """A tile of another width and the same proportions."""
    by = width / tile.width
    return TileSize(width, tile.length * by, tile.thickness * by)
