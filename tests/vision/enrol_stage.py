"""Helpers that the tests of enrol share."""

from typing import Final

import numpy as np

from simulation.world.places import Lie, TilePlace
from simulation.world.world import World
from tools.training.prints.pool import PRINT_HEIGHT, PRINT_WIDTH
from vision.geometry import to_table
from vision.lens import Image
from vision.model.enrol import rows_of
from vision.prints.faces import face_image
from vision.zones import ZoneId

JADE: Final = (95, 120, 60)


def club_face(tile: int, ground: tuple[int, int, int] = JADE) -> Image:
    """A face of an unusual set of tiles: jade with pale ink."""
    face = face_image(tile, PRINT_WIDTH, PRINT_HEIGHT).astype(np.float32)
    ink = 1 - face / np.array((222, 238, 243), np.float32)
    return np.asarray((np.array(ground, np.float32) + 150 * ink).clip(0, 255), np.uint8)


def with_all_faces(chair: int, random: np.random.Generator, *, exchanged: tuple[int, int] = (0, 0)) -> World:
    """Return a table on which a person has laid out one tile of each face, as untidily as people do.

    Args:
        chair: the player before whom they lie.
        random: of the untidiness.
        exchanged: two faces that lie in each other's places.
    """
    world = World()
    tile = world.geometry.tile
    first = {each.face: each for each in reversed(world.tiles)}
    places = {exchanged[0]: exchanged[1], exchanged[1]: exchanged[0]}
    for row, faces in enumerate(rows_of(10)):
        for column, face in enumerate(faces):
            right, near = random.normal(0, 0.6, 2).tolist()
            x = right + (column - 4.5) * (tile.width + 2)
            y = near + 140 + row * (tile.length + 5)
            angle = 90 * chair + float(random.normal(0, 1.2))
            place = TilePlace(*to_table(chair, x, y), angle, Lie.FACE_UP)
            world.put(first[places.get(face, face)], ZoneId("pond", chair), place)
    return world
