"""Helpers that the tests of circumstances share."""

import cv2

from simulation.world.places import TilePlace
from vision.geometry import STANDARD_TILE, TileSize


def overlap_mm2(one: TilePlace, other: TilePlace, size: TileSize = STANDARD_TILE) -> float:
    """The area that two tiles have in common, seen from above."""
    first, second = (((at.x_mm, at.y_mm), (size.width, size.length), -at.angle_deg) for at in (one, other))
    how, shared = cv2.rotatedRectangleIntersection(first, second)
    return float(cv2.contourArea(cv2.convexHull(shared))) if how else 0.0
