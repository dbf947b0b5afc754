"""Reads a picture of one of our tables with its rim markers in the same way as the installed camera's pictures."""

from typing import Final

import numpy as np

from referee.tiles import NAMES
from vision.camera.camera import Frame
from vision.geometry import TableGeometry, Zone, to_table
from vision.lens import Image, View
from vision.model.classifier import Classifier
from vision.photo.finding.lying import PhotoSpot, PhotoZone
from vision.photo.result import PhotoReading, ReadTile, UnreadPart
from vision.sightings import BACK, LostTrack, PlacedTile, ZoneReading
from vision.tracking.tracker import TableReader
from vision.zones import FELT, TABLE

INDICATORS: Final = frozenset({"wall", "ura"})
"""Zones whose face-up tiles are indicators: in a wall or before it."""
FRAME_MS: Final = 100
"""Time between two frames. [ms; derived: as the table's camera]"""
FRAMES: Final = 10
"""The picture is read this many times, so that tiles in no zone are looked at twice. [frames; derived: votes take two,
loose things two looks LOOK_EVERY_MS apart]"""


def read_marked(
    picture: Image, geometry: TableGeometry, classifier: Classifier | None = None
) -> PhotoReading | None:
    """The reading of the table; None if its markers are not found."""
    reader = TableReader(geometry, classifier)
    sightings = [
        sighting
        for number in range(FRAMES)
        for sighting in reader.read_frame(Frame(number, number * FRAME_MS, picture))
    ]
    if reader.calibration is None:
        return None
    view = reader.calibration.view
    zones = {zone.id: zone for zone in (*geometry.zones(), geometry.felt_zone())}
    newest = {one.zone: one for one in sightings if isinstance(one, ZoneReading)}
    tiles = [
        _read_tile(tile, zones[name], view, geometry) for name, one in newest.items() for tile in one.tiles
    ]
    unreadable = [
        UnreadPart(f"{one.zone}: {one.reason}")
        for one in sightings
        if isinstance(one, LostTrack) and one.zone != TABLE
    ]
    return PhotoReading(tuple(tiles), tuple(unreadable))


def _read_tile(tile: PlacedTile, zone: Zone, view: View, geometry: TableGeometry) -> ReadTile:
    size = geometry.tile
    wide, long = (size.length, size.width) if tile.sideways else (size.width, size.length)
    offsets = [(0.0, 0.0), (-wide, -long), (wide, -long), (wide, long), (-wide, long)]
    ground = [to_table(zone.id.chair, tile.x_mm + dx / 2, tile.y_mm + dy / 2) for dx, dy in offsets]
    pixels = view.points(np.column_stack([np.array(ground), np.full(5, zone.height)]))
    where: PhotoZone = zone.id
    if zone.id == FELT:
        where = "other"
    elif zone.id.kind in INDICATORS:
        where = "indicator"
    return ReadTile(
        "x" if tile.tile == BACK else NAMES[tile.tile],
        PhotoSpot(where, tile.row, tile.column, tile.sideways),
        float(pixels[0, 0]),
        float(pixels[0, 1]),
        pixels[1:],
        tile.confidence_pm / 1000,
    )
