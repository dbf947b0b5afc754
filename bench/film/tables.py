"""Scenes at other makers' tables, without markers, with eight sides, under two cameras, or without our unit."""

from dataclasses import replace
from typing import Final

from bench.film.filmed import Scene
from simulation.camera.lens import Mount
from simulation.camera.table_names import READ_AS, STANDARD
from simulation.camera.tables import TABLES
from vision.geometry import load_geometry

TILT_DEG: Final = 20.0
CORNERS_DEG: Final = (45.0, 225.0)
SMALLER: Final = 0.93
"""The scale of a tilted camera is reduced to this share, so that the whole rim is in its picture."""
STANDARD_RIM_MM: Final = TABLES[STANDARD].geometry().rim_half


def at_table(scene: Scene, name: str) -> Scene:
    """The same scene at another simulated table, read with its learned measures.

    Backs, light and the camera's place stay; the camera shows as much beside the rim as before.
    """
    table = TABLES[name]
    if name == STANDARD:
        return scene
    if len(table.mounts) > 1:
        return by_two(scene)
    geometry = table.geometry()
    return replace(
        scene,
        geometry=geometry,
        read_as=load_geometry(READ_AS.get(name, name)),
        look=replace(table.look, backs=scene.look.backs),
        mount=replace(scene.mount, scale=scene.mount.scale * STANDARD_RIM_MM / geometry.rim_half),
    )


def without_unit(scene: Scene) -> Scene:
    """The same scene at a table that has only a camera."""
    return replace(scene, senses=(), by_sight=True)


def by_two(scene: Scene) -> Scene:
    """The same scene under two cameras with the same lens."""
    one = scene.mount
    first, second = (
        Mount.tilted(
            TILT_DEG,
            towards,
            height_mm=one.height_mm,
            roll_deg=one.roll_deg,
            scale=one.scale * SMALLER,
            bend=one.bend,
            off_px=one.off_px,
        )
        for towards in CORNERS_DEG
    )
    return replace(scene, mount=first, further=(second,))
