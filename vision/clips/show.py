"""Draws readings into pictures: a camera's frame, or the frames of a clip."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import NAMES
from vision.calibration.charts import ZoneChart
from vision.clips.clips import ClipError, read_clip
from vision.geometry import TableGeometry
from vision.lens import Floats, Image
from vision.sightings import BACK, Sighting, ZoneReading
from vision.tracking.counting import CLEAR_PM
from vision.tracking.tracker import TableReader

SURE: Final = (90, 235, 120)
"""Colour of an outline, BGR. [grey levels; defined: green]"""
UNSURE: Final = (60, 150, 255)
"""Colour of an outline, BGR. [grey levels; defined: orange]"""
HIDDEN: Final = (60, 60, 235)
"""Colour of an outline, BGR. [grey levels; defined: red]"""
INK: Final = (30, 20, 160)
"""Colour of names, BGR. [grey levels; defined: dark red]"""
PAPER: Final = (245, 245, 245)
"""Colour behind names, BGR. [grey levels; defined: nearly white]"""
FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
STRIP_COLUMNS: Final = 3
"""Pictures beside each other on a sheet. [count; judged: by eye]"""
STRIP_MOST: Final = 12
"""Pictures on a sheet at most. [count; judged: by eye]"""
STRIP_WIDTH_PX: Final = 640
"""Width of a picture on a sheet. [px; judged: a tile keeps some 20 pixels]"""
AROUND: Final = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1))
"""The places beside a tile where its name may be, the best ones first. [directions; defined]"""
RINGS: Final = 12
"""A tile's name may stand in this many rings around it, with a line to the tile, since tiles in rows leave no room
between them. [tries; judged: twelve rings of a name's height leave any pond]"""

WIDE_LINES: Final = 0.5
"""Pictures shown at this scale or larger have lines two pixels wide. [scale; judged: by eye]"""
STRIP_SCALE: Final = 0.35
"""Size of names in the pictures of a strip. [times the font's; judged: legible]"""
PADDING_PX: Final = (4, 6)
"""Paper around a name, across and down, both sides together. [px; judged: it stands clear]"""


def draw_sightings(
    picture: Image,
    reader: TableReader,
    geometry: TableGeometry,
    sightings: Iterable[Sighting],
    scale: float = 0.5,
) -> Image:
    """A copy of the picture with every tile read outlined and named, in letters of this scale."""
    shown = picture.copy()
    if reader.calibration is None:
        return shown
    drawn = []
    sightings = tuple(sightings)
    for zone in geometry.zones():
        chart = ZoneChart(zone, reader.calibration.view, geometry.tile)
        for sighting in sightings:
            if isinstance(sighting, ZoneReading) and sighting.zone == zone.id:
                for tile in sighting.tiles:
                    size = geometry.tile
                    width, height = (size.length, size.width) if tile.sideways else (size.width, size.length)
                    left, top = tile.x_mm - width / 2 + 1, tile.y_mm - height / 2 + 1
                    corners = chart.in_picture(left, top, left + width - 2, top + height - 2)
                    name = "back" if tile.tile == BACK else NAMES[tile.tile]
                    drawn.append(_Tile(np.asarray(corners, np.float64), name, tile.confidence_pm))
    _draw_tiles(shown, drawn, scale)
    return shown


def clip_frames(file: Path) -> Iterator[tuple[dict[str, Any], Image]]:
    """The frames of a clip's film, with boxes and readings drawn in, each with its entry in the clip's JSON.

    Args:
        file: the clip's film or its JSON.

    Raises:
        ClipError: the file is no clip, or its film cannot be read.
    """
    clip = read_clip(file)
    film = cv2.VideoCapture(str(file.with_name(clip["film"])))
    readings: dict[str, list[dict[str, Any]]] = {}
    lost: dict[str, str] = {}
    last = -1
    try:
        for index in clip["shown"]:
            good, picture = film.read()
            if not good:
                raise ClipError(f"{file.with_name(clip['film'])}: the film is shorter than its JSON says")
            if index == last:
                continue  # earlier versions repeated pictures
            for frame in clip["frames"][last + 1 : index + 1]:
                readings |= frame["readings"]
                lost |= {zone: why for zone, why in frame["lost"].items() if why is not None}
                for zone, why in frame["lost"].items():
                    if why is None:
                        lost.pop(zone, None)
            last = index
            frame = clip["frames"][index]
            yield frame, _drawn(np.asarray(picture, np.uint8), clip["zones"], readings, lost, frame)
    finally:
        film.release()


def clip_strip(file: Path) -> Image:
    """Some of a clip's pictures, evenly chosen and including the last, laid out in rows.

    Args:
        file: the clip's film or its JSON.

    Raises:
        ClipError: the file is no clip, its film cannot be read, or there is no picture.
    """
    there = len(set(read_clip(file)["shown"]))
    places = {round(place) for place in np.linspace(there - 1, 0, STRIP_MOST)}
    chosen = [picture for place, (_, picture) in enumerate(clip_frames(file)) if place in places]
    if not chosen:
        raise ClipError("there is nothing to show")
    height, width = chosen[0].shape[:2]
    size = (STRIP_WIDTH_PX, round(height * STRIP_WIDTH_PX / width))
    small = [cv2.resize(picture, size, interpolation=cv2.INTER_AREA) for picture in chosen]
    columns = min(STRIP_COLUMNS, len(small))
    while len(small) % columns:
        small.append(np.zeros_like(small[0]))
    rows = [np.hstack(small[start : start + columns]) for start in range(0, len(small), columns)]
    return np.asarray(np.vstack(rows), np.uint8)


def _drawn(
    picture: Image,
    zones: Mapping[str, Sequence[Sequence[float]]],
    readings: Mapping[str, Sequence[Mapping[str, Any]]],
    lost: Mapping[str, str],
    frame: Mapping[str, Any],
) -> Image:
    for zone, corners in zones.items():
        if zone in lost or "table" in lost:
            cv2.polylines(picture, [_whole(corners)], True, HIDDEN, 1, cv2.LINE_AA)
    drawn = [
        _Tile(np.asarray(tile["corners"], np.float64), tile["tile"], tile["confidence_pm"])
        for tiles in readings.values()
        for tile in tiles
    ]
    _draw_tiles(picture, drawn, STRIP_SCALE)
    text = f"frame {frame['frame']}  {frame['at_ms'] / 1000:.1f} s"
    text += "".join(f"  {zone}: {why}" for zone, why in sorted(lost.items()))
    cv2.putText(picture, text, (8, 18), FONT, 0.5, PAPER, 1, cv2.LINE_AA)
    return picture


@dataclass(frozen=True, slots=True)
class _Tile:
    """A tile to draw: its corners (4 by 2, pixels) and its reading."""

    corners: Floats
    name: str
    confidence_pm: int

    @property
    def middle(self) -> Floats:
        return np.asarray(self.corners.mean(axis=0), np.float64)


def _draw_tiles(shown: Image, tiles: Sequence[_Tile], scale: float) -> None:
    """Outline tiles, and write its reading beside each.

    A name covers no face, and another name only if there is no room.
    """
    taken = np.zeros(shown.shape[:2], np.uint8)
    for tile in tiles:
        cv2.fillPoly(taken, [_whole(tile.corners)], (255,))
    for tile in tiles:
        colour = SURE if tile.confidence_pm >= CLEAR_PM else UNSURE
        cv2.polylines(
            shown, [_whole(tile.corners)], True, colour, 2 if scale >= WIDE_LINES else 1, cv2.LINE_AA
        )
    for tile in tiles:
        (wide, high), _ = cv2.getTextSize(tile.name, FONT, scale, 1)
        left, top = _place_beside(tile, (wide + PADDING_PX[0], high + PADDING_PX[1]), taken)
        right, bottom = left + wide + PADDING_PX[0], top + high + PADDING_PX[1]
        taken[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)] = 255
        nearest = (min(max(round(tile.middle[0]), left), right), min(max(round(tile.middle[1]), top), bottom))
        edge = tile.corners[np.linalg.norm(tile.corners - nearest, axis=1).argmin()]
        if np.linalg.norm(edge - nearest) > max(wide, high):
            cv2.line(shown, nearest, (round(edge[0]), round(edge[1])), INK, 1, cv2.LINE_AA)
        cv2.rectangle(shown, (left, top), (right, bottom), PAPER, -1)
        cv2.putText(shown, tile.name, (left + 2, bottom - 3), FONT, scale, INK, 1, cv2.LINE_AA)


def _place_beside(tile: _Tile, size: tuple[int, int], taken: Image) -> tuple[int, int]:
    """Left and top of the place where a name covers the least of faces and other names.

    Of equally good places, the nearest.
    """
    middle, half = tile.middle, np.ptp(tile.corners, axis=0) / 2
    best, least = (0, 0), float("inf")
    height, width = taken.shape
    for ring in range(RINGS):
        reach = half + np.array(size) * (0.5 + ring * 0.75) + 1
        for x, y in AROUND:
            left, top = (np.round(middle + reach * (x, y) - np.array(size) / 2)).astype(int).tolist()
            if left < 0 or top < 0 or left + size[0] > width or top + size[1] > height:
                continue
            covers = float(np.count_nonzero(taken[top : top + size[1], left : left + size[0]]))
            if covers < least:
                best, least = (left, top), covers
        if least == 0:
            break
    return best


def _whole(corners: Any) -> NDArray[np.int32]:
    return np.asarray(np.asarray(corners, np.float64).round(), np.int32)
