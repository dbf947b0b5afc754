"""A small renderer of tables for the tests of vision: boxes with printed tops under a pinhole camera."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import FACES
from vision.geometry import TableGeometry, load_geometry, to_table
from vision.lens import Image, View
from vision.prints.faces import BACK_COLOURS, back_sheet, face_image
from vision.sightings import FoundTrack, LostTrack, Sighting, WallSeen, ZoneReading
from vision.zones import ZoneId

GEOMETRY = load_geometry()
WIDTH, HEIGHT = 1920, 1440
BANDS = [slice(top, top + 24) for top in range(0, HEIGHT, 24)]
"""Rows that are lit at a time: so few stay in the processor's cache."""
FELT = (62, 92, 30)
AnyNumber = TypeVar("AnyNumber", np.float32, np.int8)
PRINT_PX = (72, 96)
"""Width and length of a printed face or back."""


def camera(
    height_mm: float = 1400.0, tilt_deg: float = 1.5, shift_mm: float = 12.0, px_per_mm: float = 1.68
) -> View:
    """A camera above the table, a little off its centre and tilted."""
    focal = px_per_mm * height_mm
    intrinsics = np.array([[focal, 0, WIDTH / 2 - 0.5], [0, focal, HEIGHT / 2 - 0.5], [0, 0, 1]])
    rotation, _ = cv2.Rodrigues(np.deg2rad(np.array([tilt_deg, -tilt_deg / 2, 0.6])))
    return View.from_pose(intrinsics, rotation, np.array([shift_mm, -shift_mm, height_mm]))


@dataclass(frozen=True)
class Laid:
    """A tile laid down: its place in a chair's frame, turned from upright, at a height of its underside."""

    tile: int
    chair: int
    x: float
    y: float
    turn_deg: float = 0.0
    z: float = 0.0
    standing: bool = False


def jittered(
    laid: Iterable[Laid], random: np.random.Generator, mm: float = 0.7, deg: float = 1.2
) -> list[Laid]:
    """People lay tiles nearly straight, and often upside down."""
    return [
        replace(
            one,
            x=one.x + random.uniform(-mm, mm),
            y=one.y + random.uniform(-mm, mm),
            turn_deg=one.turn_deg
            + random.uniform(-deg, deg)
            + (0 if one.standing else 180 * int(random.integers(2))),
        )
        for one in laid
    ]


def empty_table(view: View, geometry: TableGeometry = GEOMETRY) -> Image:
    image = np.full((HEIGHT, WIDTH, 3), 45, np.uint8)
    for half, colour in (
        (geometry.rim_half, (40, 60, 90)),
        (geometry.felt_half, FELT),
        (geometry.centre_half, (35, 35, 35)),
    ):
        square = [(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)]
        cv2.fillPoly(image, [view.points(square).round().astype(np.int32)], colour, cv2.LINE_AA)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for marker in geometry.markers:
        side = 160
        code = cv2.copyMakeBorder(
            cv2.aruco.generateImageMarker(dictionary, marker.id, side),
            24,
            24,
            24,
            24,
            cv2.BORDER_CONSTANT,
            value=255,
        )
        scale = marker.size / side
        corner = np.array(marker.corners()[0]) - 24 * scale
        place = np.array([[scale, 0, corner[0]], [0, scale, corner[1]], [0, 0, 1]])
        paste(image, np.asarray(cv2.cvtColor(code, cv2.COLOR_GRAY2BGR), np.uint8), view.plane(0) @ place)
    return image


def paste(image: Image, picture: Image, homography: NDArray[np.float64]) -> None:
    rows, columns = picture.shape[:2]
    corners = cv2.perspectiveTransform(
        np.array([[[-0.5, -0.5], [columns - 0.5, -0.5], [columns - 0.5, rows - 0.5], [-0.5, rows - 0.5]]]),
        homography,
    )[0]
    left, top = np.floor(corners.min(axis=0)).astype(int) - 2
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + 3
    left, top, right, bottom = (
        max(left, 0),
        max(top, 0),
        min(right, image.shape[1]),
        min(bottom, image.shape[0]),
    )
    if right <= left or bottom <= top:
        return
    moved = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]]) @ homography
    size = (right - left, bottom - top)
    drawn = cv2.warpPerspective(picture, moved, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros((size[1], size[0]), np.uint8)
    fine = ((corners - (left, top)) * 16).round().astype(np.int32)
    cv2.fillConvexPoly(mask, fine, 255, cv2.LINE_AA, 4)
    alpha = cv2.merge([mask / 255] * 3)
    part = image[top:bottom, left:right]
    part[:] = drawn * alpha + part * (1 - alpha)


def draw_box(image: Image, view: View, laid: Laid, back: str) -> None:
    tile = GEOMETRY.tile
    width, length, thick = tile.width, tile.length, tile.thickness
    if laid.standing:
        length, thick = thick, length
    angle = np.deg2rad(laid.turn_deg)
    half = np.array(
        [
            (-width / 2, -length / 2),
            (width / 2, -length / 2),
            (width / 2, length / 2),
            (-width / 2, length / 2),
        ]
    )
    turned = half @ np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    ground = np.array([to_table(laid.chair, laid.x + dx, laid.y + dy) for dx, dy in turned])
    bottom = view.points(np.column_stack([ground, np.full(4, laid.z)]))
    top = view.points(np.column_stack([ground, np.full(4, laid.z + thick)]))
    face_up = laid.tile < FACES
    colours = [BACK_COLOURS[back], (206, 222, 228)]
    middle = bottom + (top - bottom) * 0.4
    lower, upper = (colours[0], colours[1]) if face_up else (colours[1], colours[0])
    for low, high, colour in ((bottom, middle, lower), (middle, top, upper)):
        hull = cv2.convexHull(np.vstack([low, high]).astype(np.float32)).round().astype(np.int32)
        cv2.fillPoly(image, [hull], [0.7 * value for value in colour], cv2.LINE_AA)
    if laid.standing:
        for corners, colour in (
            (top, colours[1]),
            (np.vstack([top[:2], (top[:2] + top[[3, 2]])[::-1] / 2]), colours[0]),
        ):
            cv2.fillPoly(image, [corners.round().astype(np.int32)], colour, cv2.LINE_AA)
        return
    columns, rows = PRINT_PX
    picture = printed_face(laid.tile) if face_up else back_image(back, columns, rows)
    sheet = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32) - np.float32(0.5)
    paste(image, picture, np.asarray(cv2.getPerspectiveTransform(sheet, top.astype(np.float32)), np.float64))


@lru_cache(maxsize=FACES)
def printed_face(tile: int) -> Image:
    """A face of ``PRINT_PX``, since reducing the sheet for each tile takes longer than the rest of drawing it."""
    return face_image(tile, *PRINT_PX)


@lru_cache(maxsize=4)
def back_image(colour: str, width_px: int, height_px: int) -> Image:
    """A back in one of ``BACK_COLOURS``, as BGR of ``height_px`` by ``width_px``."""
    sheet = back_sheet(BACK_COLOURS[colour])
    return np.asarray(cv2.resize(sheet, (width_px, height_px), interpolation=cv2.INTER_AREA), np.uint8)


def photograph(
    laid: Iterable[Laid],
    view: View | None = None,
    *,
    seed: int = 0,
    noise: float = 3.0,
    back: str = "amber",
    light: float = 0.9,
) -> Image:
    """The table with these tiles, shadows, uneven light and noise."""
    view = view or camera()
    random = np.random.default_rng(seed)
    image = empty_table(view)
    laid = list(laid)
    shadow = np.zeros(image.shape[:2], np.uint8)
    for one in laid:
        x, y = to_table(one.chair, one.x, one.y)
        centre = view.points([(x + 4, y + 3, one.z)])[0]
        cv2.circle(shadow, (round(centre[0]), round(centre[1])), 26, 255, -1)
    shadow = np.asarray(cv2.GaussianBlur(shadow, (0, 0), 5), np.uint8)
    for rows in BANDS:
        soft = 1 - 0.3 * shadow[rows].astype(np.float32) / 255
        image[rows] = image[rows] * cv2.merge([soft] * 3)
    for one in sorted(laid, key=lambda one: (one.z, -np.hypot(one.x, one.y))):
        draw_box(image, view, one, back)
    # Spread over the channels beforehand: numpy is three times as slow where it must repeat a value three times.
    across = np.repeat(np.linspace(0.88, 1.08, WIDTH, dtype=np.float32), 3).reshape(1, WIDTH, 3)
    down = np.linspace(1.04, 0.93, HEIGHT, dtype=np.float32)[:, None, None]
    image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.6), np.uint8)
    shift_down, shift_across = (int(random.integers(size)) for size in (HEIGHT, WIDTH))
    for rows in BANDS:
        lit = image[rows].astype(np.float32)
        lit *= across
        lit *= down[rows]
        lit *= light
        if noise:
            lit += noise * _shifted(_standard_noise(), shift_down, shift_across, rows)
        image[rows] = np.clip(lit, 0, 255, out=lit)
    return image


@lru_cache(maxsize=1)
def _standard_noise() -> NDArray[np.float32]:
    return np.random.default_rng(12).standard_normal((HEIGHT, WIDTH, 3), dtype=np.float32)


@lru_cache(maxsize=2)
def _grey_levels(deviation: float) -> NDArray[np.int8]:
    return (deviation * _standard_noise()).round().astype(np.int8)


def _shifted(noise: NDArray[AnyNumber], down: int, across: int, rows: slice) -> NDArray[AnyNumber]:
    """Rows of the noise of one picture: drawn once and shifted, since drawing costs more than reading a table."""
    taken = np.take(noise, range(rows.start - down, rows.stop - down), axis=0, mode="wrap")
    return np.roll(taken, across, axis=1)


def noisy(image: Image, random: np.random.Generator, deviation: float = 2.0) -> Image:
    """A picture from this module's camera with normal noise, different in each call."""
    noise = _grey_levels(deviation)
    down, across = (int(random.integers(size)) for size in (HEIGHT, WIDTH))
    shifted = _shifted(noise, down, across, slice(0, HEIGHT))
    return np.asarray(cv2.add(image, shifted, dtype=cv2.CV_8U), np.uint8)


@lru_cache(maxsize=2)
def _grain(most: int) -> Image:
    """Return noise twice as tall as a picture; cut from another row, it is the noise of another picture."""
    drawn = np.random.default_rng(11).integers(0, most + 1, (HEIGHT, WIDTH, 3), dtype=np.uint8)
    return np.tile(drawn, (2, 1, 1))


def grained(image: Image, seed: int, most: int = 4) -> Image:
    """The picture with cheap sensor noise that depends on the seed; up to ``most`` grey levels brighter."""
    height, width = image.shape[:2]
    row = HEIGHT - (37 * seed + 1) % HEIGHT
    return np.asarray(cv2.add(image, _grain(most)[row : row + height, :width]), np.uint8)


def pond(chair: int, tiles: list[int], sideways: int | None = None, gaps: tuple[int, ...] = ()) -> list[Laid]:
    """Discards in rows of six, the third longer; tiles at places in ``gaps`` were called, which left them empty."""
    measures, laid = GEOMETRY.pond, []
    x = measures.left_x
    for index, tile in enumerate(tiles):
        row = min(index // measures.columns, 2)
        if index in (6, 12):
            x = measures.left_x
        width = GEOMETRY.tile.length if index == sideways else GEOMETRY.tile.width
        if index not in gaps:
            y = measures.first_row_y + row * measures.row_pitch
            laid.append(Laid(tile, chair, x + width / 2, y, 90.0 if index == sideways else 0.0))
        x += width + 0.8
    return laid


def opened(chair: int, tiles: list[int], *, apart: bool = True) -> list[Laid]:
    laid, x = [], GEOMETRY.hand.left_x
    for index, tile in enumerate(tiles):
        if apart and index == len(tiles) - 1:
            x += GEOMETRY.hand.apart_gap
        laid.append(Laid(tile, chair, x + GEOMETRY.tile.width / 2, GEOMETRY.hand.centre_y))
        x += GEOMETRY.tile.width
    return laid


def standing(chair: int, count: int) -> list[Laid]:
    left = GEOMETRY.hand.left_x + 1.5 * GEOMETRY.tile.width
    return [
        Laid(31, chair, left + index * GEOMETRY.tile.width, GEOMETRY.hand.standing_y, standing=True)
        for index in range(count)
    ]


def melds(chair: int, groups: list[tuple[list[int], int | None, int | None]]) -> list[Laid]:
    """Melds from the right corner: tiles left to right, the index of the sideways tile, and a tile added to it."""
    measures, tile, laid = GEOMETRY.meld, GEOMETRY.tile, []
    right = measures.right_x
    for tiles, sideways, added in groups:
        for index in reversed(range(len(tiles))):
            if index == sideways:
                x = right - tile.length / 2
                laid.append(Laid(tiles[index], chair, x, measures.sideways_y, 90.0))
                if added is not None:
                    laid.append(Laid(added, chair, x, measures.added_y, 90.0))
                right -= tile.length
            else:
                laid.append(Laid(tiles[index], chair, right - tile.width / 2, measures.centre_y))
                right -= tile.width
        right -= measures.gap
    return laid


def walls(
    face_up: dict[tuple[int, int], int] | None = None, gone: Iterable[tuple[int, int]] = ()
) -> list[Laid]:
    """Four walls; some stacks with their upper tile face up, some gone."""
    measures, laid = GEOMETRY.wall, []
    for chair in range(4):
        for stack in range(measures.stacks):
            if (chair, stack) in gone:
                continue
            x = measures.left_x + (stack + 0.5) * GEOMETRY.tile.width
            upper = (face_up or {}).get((chair, stack), 38)
            laid += [Laid(38, chair, x, measures.centre_y), Laid(upper, chair, x, measures.centre_y, z=16.5)]
    return laid


class LastReadings:
    """The last reading of each zone and wall, and the zones that are lost now."""

    def __init__(self) -> None:
        self.faces: dict[ZoneId, list[int]] = {}
        self.lost: set[ZoneId] = set()
        self.walls: dict[ZoneId, WallSeen] = {}

    def take(self, sightings: Iterable[Sighting]) -> None:
        for sighting in sightings:
            if isinstance(sighting, ZoneReading):
                self.faces[sighting.zone] = [tile.tile for tile in sighting.tiles]
            elif isinstance(sighting, LostTrack):
                self.lost.add(sighting.zone)
            elif isinstance(sighting, FoundTrack):
                self.lost.discard(sighting.zone)
            elif isinstance(sighting, WallSeen):
                self.walls[sighting.zone] = sighting
