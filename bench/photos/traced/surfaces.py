"""The prints and weaves on a traced table: faces, cloth, wood, markers, the console. Pictures, blue first."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.photos.traced.circumstances import Circumstances
from referee.tiles import FACES
from simulation.camera.console import PLASTIC, Console
from simulation.camera.lens import Light
from simulation.world.world import World
from vision.geometry import Marker, TableGeometry, View, to_table
from vision.prints.faces import Style, face_image
from vision.zones import CHAIRS

Picture: TypeAlias = "NDArray[np.uint8]"

FACE_PX: Final = (168, 224)
FACE_MARGIN_PX: Final = 8
"""Ivory around each face on the sheet, so that no neighbour's ink gets into a tile's edge."""
ACROSS: Final = 8
CLOTH_PX_PER_MM: Final = 3.0
STICKER_MM: Final = 5.0
PLATE_PX_PER_MM: Final = 6.0
SEAM_MM: Final = (184.0, 17.5)
STICK_PX: Final = (656, 40)


def levels(shade: tuple[float, float, float]) -> tuple[int, int, int]:
    """A shade (red first, 0 to 1) as a picture's levels, blue first."""
    red, green, blue = (round(255 * each) for each in shade)
    return blue, green, red


def face_sheet(ivory: tuple[float, float, float]) -> Picture:
    """All faces side by side."""
    width, height = (side + 2 * FACE_MARGIN_PX for side in FACE_PX)
    sheet = np.empty((-(-FACES // ACROSS) * height, ACROSS * width, 3), np.uint8)
    sheet[:] = levels(ivory)
    style = Style(ivory=levels(ivory))
    for face in range(FACES):
        row, column = divmod(face, ACROSS)
        top, left = row * height + FACE_MARGIN_PX, column * width + FACE_MARGIN_PX
        sheet[top : top + FACE_PX[1], left : left + FACE_PX[0]] = face_image(face, *FACE_PX, style)
    return sheet


def box_of_face(face: int) -> tuple[float, float, float, float]:
    """Return the box of a face on that sheet: left, top, right, bottom, 0 to 1."""
    row, column = divmod(face, ACROSS)
    rows = -(-FACES // ACROSS)
    left, top = (FACE_MARGIN_PX / (side + 2 * FACE_MARGIN_PX) for side in FACE_PX)
    return (column + left) / ACROSS, (row + top) / rows, (column + 1 - left) / ACROSS, (row + 1 - top) / rows


def _grains(
    random: np.random.Generator, size: tuple[int, int], cell_px: tuple[float, float]
) -> NDArray[np.float32]:
    """Smooth noise about 0; size and grains are width and height."""
    small = random.normal(0, 1, (int(size[1] / cell_px[1]) + 2, int(size[0] / cell_px[0]) + 2))
    grown = cv2.resize(small.astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
    return np.asarray(grown, np.float32)


def cloth(
    geometry: TableGeometry, given: Circumstances, random: np.random.Generator
) -> tuple[Picture, Picture]:
    """The felt: its colour with the seams of the lifts, and which way its surface leans (as a map of normals)."""
    side = round(2 * geometry.felt_half * CLOTH_PX_PER_MM)
    size = (side, side)
    fibres = 1 + given.nap * (
        0.6 * _grains(random, size, (5, 5))
        + 0.3 * _grains(random, size, (14, 4))
        + 0.3 * _grains(random, size, (4, 14))
    )
    fibres += 0.03 * _grains(random, size, (500, 500))
    for chair in range(CHAIRS):
        corners = [
            (x * SEAM_MM[0], geometry.wall.centre_y + y * SEAM_MM[1])
            for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        points = (
            np.array([to_table(chair, x, y) for x, y in corners]) + geometry.felt_half
        ) * CLOTH_PX_PER_MM
        seam = np.zeros((side, side), np.uint8)
        cv2.polylines(seam, [points.round().astype(np.int32)], True, 150, 2, cv2.LINE_AA)
        fibres *= 1 - seam.astype(np.float32) / 255
    colour = np.array(levels(given.felt), np.float32) * fibres[..., None]
    height = given.nap * (_grains(random, size, (5, 5)) + 2 * _grains(random, size, (12, 12)))
    lean = np.dstack([np.ones_like(height), -np.gradient(height, axis=0), -np.gradient(height, axis=1)])
    lean /= np.linalg.norm(lean, axis=2, keepdims=True)
    return np.asarray(colour.clip(0, 255), np.uint8), np.asarray(
        (127.5 + 127.5 * lean).clip(0, 255), np.uint8
    )


def boards(given: Circumstances, random: np.random.Generator) -> Picture:
    """Wood whose grain runs across."""
    size = (1600, 400)
    grain = 1 + 0.10 * _grains(random, size, (260, 4)) + 0.08 * _grains(random, size, (600, 30))
    return np.asarray((np.array(levels(given.wood), np.float32) * grain[..., None]).clip(0, 255), np.uint8)


def sticker(geometry: TableGeometry, marker: Marker) -> Picture:
    """A marker on its white sticker."""
    side = 240
    margin = round(side * STICKER_MM / marker.size)
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, geometry.dictionary))
    code = cv2.aruco.generateImageMarker(dictionary, marker.id, side)
    framed = cv2.copyMakeBorder(code, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=255)
    return np.asarray(cv2.cvtColor(np.clip(framed, 25, 235), cv2.COLOR_GRAY2BGR), np.uint8)


def console_plate(world: World) -> Picture:
    """The console's top, from straight above."""
    half = world.geometry.centre_half
    side, margin = (round(each * PLATE_PX_PER_MM) for each in (2 * half, half / 8))
    scale, middle = PLATE_PX_PER_MM, side / 2 - 0.5 + margin
    above = View(np.array([[scale, 0, 0, middle], [0, scale, 0, middle], [0, 0, 0, 1.0]]))
    console = Console(half, above, Light(room=1.0, lamp=0.0))
    under: Any = np.empty((side + 2 * margin, side + 2 * margin, 3), np.uint8)
    under[:] = PLASTIC
    console.draw(under, world.displays, [False] * CHAIRS)
    return np.asarray(under[margin:-margin, margin:-margin], np.uint8)


def stick_print(ivory: tuple[float, float, float]) -> Picture:
    """A stick of 1,000 points, lying across."""
    sheet = np.empty((STICK_PX[1], STICK_PX[0], 3), np.uint8)
    sheet[:] = levels(ivory)
    cv2.circle(sheet, (STICK_PX[0] // 2, STICK_PX[1] // 2), 12, (40, 40, 200), -1, cv2.LINE_AA)
    return sheet
