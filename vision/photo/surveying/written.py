"""A measured table as a TOML file, and drawn into a picture of it."""

import json
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

import cv2
import numpy as np

from vision.geometry import Rect, TableGeometry, points_around, to_table
from vision.lens import Image
from vision.photo.surveying.measures import Survey
from vision.zones import EACH_CHAIR

MEASURED: Final = (80, 220, 80)
"""Colour of lines that were measured. [BGR; judged: seen on felt of any colour]"""
TAKEN: Final = (0, 170, 255)
"""Colour of lines that follow from others or are the start's. [BGR; judged: unlike MEASURED for everybody]"""
LINE_PX: Final = 2
"""Width of lines. [px; judged: seen in a picture reduced to a screen]"""


def toml_of(survey: Survey, comments: Mapping[str, str]) -> str:
    """The geometry as TOML.

    Args:
        survey: the table.
        comments: the comments on values, by their keys.
    """
    flat = {key: value for key, value in survey.mapping.items() if not isinstance(value, dict)}
    lines = list(_lines(flat, "", comments))
    for table, values in survey.mapping.items():
        if isinstance(values, dict):
            lines += ["", f"[{table}]", *_lines(values, f"{table}.", comments)]
    return "\n".join(lines) + "\n"


def _lines(values: Mapping[str, Any], before: str, comments: Mapping[str, str]) -> Iterator[str]:
    for key, value in values.items():
        comment = comments.get(before + key, "")
        # JSON's strings, numbers and lists of numbers are TOML's too.
        yield f"{key} = {json.dumps(value, ensure_ascii=False)}" + (f"  # {comment}" if comment else "")


def drawn_in(picture: Image, survey: Survey) -> Image:
    """A copy of the picture of the walls with felt, console, walls and rows drawn in: green where measured."""
    geometry, image = survey.geometry, picture.copy()
    measured = {one.key for one in survey.measures if one.how == "measured"}
    felt = [(x, y, 0.0) for x, y in points_around(geometry.felt_corners)]
    colour = MEASURED if "felt_half" in measured else TAKEN
    around = survey.view.points(felt).round().astype(np.int32)
    cv2.polylines(image, [around], True, colour, LINE_PX, cv2.LINE_AA)
    for key, height, rects in _outlines(geometry):
        colour = MEASURED if key in measured else TAKEN
        for chair, rect in product(EACH_CHAIR, rects):
            points = [(*to_table(chair, x, y), height) for x, y in rect.outline()]
            pixels = survey.view.points(points).round().astype(np.int32)
            cv2.polylines(image, [pixels], True, colour, LINE_PX, cv2.LINE_AA)
    return image


def _outlines(geometry: TableGeometry) -> Iterator[tuple[str, float, list[Rect]]]:
    """Yield each thing to draw: the value that it shows, its height, and rectangles in a chair's frame."""
    tile, pond, wall, hand, meld = geometry.tile, geometry.pond, geometry.wall, geometry.hand, geometry.meld
    half = tile.length / 2
    yield "centre.half", 0.0, [_about(0.0, 0.0, geometry.centre_half, geometry.centre_half)]
    stacks = [wall.left_x + (stack + 0.5) * tile.width for stack in range(wall.stacks)]
    yield "wall.centre_y", geometry.wall_top, [_about(x, wall.centre_y, tile.width / 2, half) for x in stacks]
    columns = [pond.left_x + (column + 0.5) * tile.width for column in range(pond.columns)]
    rows = [pond.first_row_y + row * pond.row_pitch for row in range(3)]
    places = [_about(x, y, tile.width / 2, half) for y in rows for x in columns]
    yield "pond.first_row_y", geometry.tile_top, places
    yield "ura.centre_y", geometry.tile_top, [_about(0.0, geometry.ura_y, tile.width / 2, half)]
    right = hand.left_x + 13 * tile.width
    opened = Rect(hand.left_x, hand.centre_y - half, right, hand.centre_y + half)
    yield "hand.centre_y", geometry.tile_top, [opened]
    left = meld.right_x - 2 * tile.width - tile.length
    yield (
        "meld.right_x",
        geometry.tile_top,
        [Rect(left, meld.centre_y - half, meld.right_x, meld.centre_y + half)],
    )
    end = -wall.left_x
    yield "wall.line_y", 0.0, [Rect(-end, wall.line_y, end, wall.line_y)]


def _about(x: float, y: float, wide: float, long: float) -> Rect:
    return Rect(x - wide, y - long, x + wide, y + long)
