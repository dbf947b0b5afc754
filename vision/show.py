"""Draws what was read into pictures: of a camera's frame, or of the frames of a clip."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

import cv2
import numpy as np

from referee.tiles import NAMES
from vision.charts import ZoneChart
from vision.clips import ClipError, read_clip
from vision.sightings import BACK, ZoneReading

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from vision.geometry import TableGeometry
    from vision.sightings import Sighting
    from vision.tracker import TableReader

    Floats: TypeAlias = NDArray[np.float64]
    Image: TypeAlias = NDArray[np.uint8]

SURE: Final = (90, 235, 120)
UNSURE: Final = (60, 150, 255)
HIDDEN: Final = (60, 60, 235)
INK: Final = (30, 20, 160)
PAPER: Final = (245, 245, 245)
SURE_PM: Final = 900
FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
STRIP_COLUMNS: Final = 3
STRIP_WIDTH_PX: Final = 640


def draw_sightings(
    picture: Image, reader: TableReader, geometry: TableGeometry, sightings: Sequence[Sighting]
) -> Image:
    """A copy of the picture with every tile read outlined and named."""
    shown = picture.copy()
    if reader.calibration is None:
        return shown
    for zone in geometry.zones():
        chart = ZoneChart(zone, reader.calibration.view, geometry.tile.thickness)
        for sighting in sightings:
            if isinstance(sighting, ZoneReading) and sighting.zone == zone.name:
                for tile in sighting.tiles:
                    size = geometry.tile
                    width, height = (size.length, size.width) if tile.sideways else (size.width, size.length)
                    left, top = tile.x_mm - width / 2 + 1, tile.y_mm - height / 2 + 1
                    corners = chart.in_picture(left, top, left + width - 2, top + height - 2)
                    name = "back" if tile.tile == BACK else NAMES[tile.tile]
                    _draw_tile(shown, corners, name, tile.confidence_pm, 0.5)
    return shown


def clip_frames(file: Path) -> Iterator[tuple[dict[str, Any], Image]]:
    """The frames of a clip's film, each with what its JSON says of it; boxes and readings are drawn in.

    Args:
        file: the clip's film or its JSON.

    Raises:
        ClipError: it is no clip, or its film cannot be read.
    """
    clip = read_clip(file)
    film = cv2.VideoCapture(str(file.with_name(clip["film"])))
    readings: dict[str, list[dict[str, Any]]] = {}
    lost: dict[str, str] = {}
    told = -1
    try:
        for index in clip["shown"]:
            good, picture = film.read()
            if not good:
                raise ClipError(f"{file.with_name(clip['film'])}: the film is shorter than its JSON says")
            for frame in clip["frames"][told + 1 : index + 1]:
                readings |= frame["readings"]
                lost |= {zone: why for zone, why in frame["lost"].items() if why is not None}
                for zone, why in frame["lost"].items():
                    if why is None:
                        lost.pop(zone, None)
            told = max(told, index)
            frame = clip["frames"][index]
            yield frame, _drawn(np.asarray(picture, np.uint8), clip["zones"], readings, lost, frame)
    finally:
        film.release()


def strip_of(pictures: Sequence[Image], most: int = 12) -> Image:
    """Some of the pictures, evenly chosen, the last among them, side by side and below each other.

    Raises:
        ClipError: there is no picture.
    """
    if not pictures:
        raise ClipError("there is nothing to show")
    count = min(most, len(pictures))
    chosen = [pictures[round(place)] for place in np.linspace(len(pictures) - 1, 0, count)][::-1]
    height, width = chosen[0].shape[:2]
    size = (STRIP_WIDTH_PX, round(height * STRIP_WIDTH_PX / width))
    small = [cv2.resize(picture, size, interpolation=cv2.INTER_AREA) for picture in chosen]
    columns = min(STRIP_COLUMNS, count)
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
    for tiles in readings.values():
        for tile in tiles:
            around = np.asarray(tile["corners"], np.float64)
            _draw_tile(picture, around, tile["tile"], tile["confidence_pm"], 0.35)
    text = f"frame {frame['frame']}  {frame['at_ms'] / 1000:.1f} s"
    text += "".join(f"  {zone}: {why}" for zone, why in sorted(lost.items()))
    cv2.putText(picture, text, (8, 18), FONT, 0.5, PAPER, 1, cv2.LINE_AA)
    return picture


def _draw_tile(shown: Image, corners: Floats, name: str, confidence_pm: int, scale: float) -> None:
    colour = SURE if confidence_pm >= SURE_PM else UNSURE
    cv2.polylines(shown, [_whole(corners)], True, colour, 2 if scale >= 0.5 else 1, cv2.LINE_AA)
    middle = np.asarray(corners).mean(axis=0).round().astype(int)
    (wide, high), _ = cv2.getTextSize(name, FONT, scale, 1)
    left, bottom = int(middle[0]) - wide // 2, int(middle[1]) + high // 2
    cv2.rectangle(shown, (left - 2, bottom + 3), (left + wide + 2, bottom - high - 3), PAPER, -1)
    cv2.putText(shown, name, (left, bottom), FONT, scale, INK, 1, cv2.LINE_AA)


def _whole(corners: Any) -> NDArray[np.int32]:
    return np.asarray(np.asarray(corners, np.float64).round(), np.int32)
