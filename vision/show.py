"""Draws on a picture what is read in it: ``python -m vision.show PICTURE OUT [--table NAME]``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np

from referee.tiles import NAMES
from vision.camera import Frame
from vision.charts import ZoneChart
from vision.geometry import load_geometry
from vision.sightings import BACK, LostTrack, ZoneReading
from vision.tracker import AGREEING_FRAMES, TableReader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.geometry import TableGeometry
    from vision.sightings import PlacedTile, Sighting

    Image: TypeAlias = NDArray[np.uint8]

SURE: Final = (90, 235, 120)
UNSURE: Final = (60, 150, 255)
INK: Final = (30, 20, 160)


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
                    _draw_tile(shown, chart, geometry, tile)
    return shown


def _draw_tile(shown: Image, chart: ZoneChart, geometry: TableGeometry, tile: PlacedTile) -> None:
    size = geometry.tile
    width, height = (size.length, size.width) if tile.sideways else (size.width, size.length)
    left, top = tile.x_mm - width / 2 + 1, tile.y_mm - height / 2 + 1
    corners = chart.in_picture(left, top, left + width - 2, top + height - 2)
    colour = SURE if tile.confidence_pm >= 900 else UNSURE
    cv2.polylines(shown, [np.asarray(corners.round(), np.int32)], True, colour, 2, cv2.LINE_AA)
    middle = corners.mean(axis=0).round().astype(int)
    text = "back" if tile.tile == BACK else NAMES[tile.tile]
    font = cv2.FONT_HERSHEY_SIMPLEX
    (wide, high), _ = cv2.getTextSize(text, font, 0.5, 1)
    place = (int(middle[0]) - wide // 2, int(middle[1]) + high // 2)
    cv2.rectangle(
        shown, (place[0] - 3, place[1] + 4), (place[0] + wide + 3, place[1] - high - 4), (245, 245, 245), -1
    )
    cv2.putText(shown, text, place, font, 0.5, INK, 1, cv2.LINE_AA)


def main(arguments: Sequence[str] | None = None) -> int:
    """Read one picture, write another."""
    parser = argparse.ArgumentParser(prog="vision.show", description=__doc__)
    parser.add_argument("picture", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--table", default="standard")
    options = parser.parse_args(arguments)
    picture = cv2.imread(str(options.picture))
    if picture is None:
        sys.stderr.write(f"not a picture: {options.picture}\n")
        return 2
    image = np.asarray(picture, np.uint8)
    geometry = load_geometry(options.table)
    reader = TableReader(geometry)
    sightings = [
        sighting
        for number in range(AGREEING_FRAMES)
        for sighting in reader.read(Frame(number, number, image))
    ]
    for sighting in sightings:
        if isinstance(sighting, LostTrack):
            sys.stderr.write(f"{sighting.zone}: {sighting.reason}\n")
    cv2.imwrite(str(options.out), draw_sightings(image, reader, geometry, sightings))
    return 0


if __name__ == "__main__":
    sys.exit(main())
