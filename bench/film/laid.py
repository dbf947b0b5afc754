"""The circumstances of films laid from real tiles (``bench/laid``), as scenes."""

import asyncio
from dataclasses import replace
from typing import Final

from bench.film.filmed import Scene
from bench.laid.camera import LaidCamera
from bench.laid.material import chance_of, faces_of, stock_of
from bench.laid.table import UNDER
from bench.stages.club_tiles import laid_out
from referee.game.wall import STACKS_A_SIDE
from simulation.world.places import Lie, WallSpot
from simulation.world.world import World
from vision.geometry import to_table
from vision.model.classifier import Classifier
from vision.model.enrol import by_block, centred, learned
from vision.model.enrolled import Enrolled
from vision.zones import CHAIRS

LOOK_S: Final = 0.05
FROM_INDICATOR: Final = -2
"""The number of stacks by which the first rinshan tile lies to the right of the indicator (WRC 4.9)."""
GAP_MM: Final = 2.0


def laid(scene: Scene, under: str, half: str) -> Scene:
    """The same scene with real tiles on photographed cloth, under a circumstance."""
    return replace(
        scene,
        camera=lambda world, filmed, seed: LaidCamera(
            world, filmed.mount, filmed.look, seed, half=half, under=under
        ),
        habit=take_down if UNDER[under].pulled else None,
    )


def enrolled(seed: int, half: str) -> Enrolled:
    """Learn the tiles of a film as a club does, from one picture of all its faces."""
    picture, corners = laid_out(faces_of(chance_of(seed), stock_of(half)))
    classifier = Classifier()
    laid = centred(classifier, picture, by_block(corners))
    return learned(classifier, picture, laid, f"film {seed}", "")


async def take_down(world: World) -> None:
    """Take the first rinshan tile down beside its stack, with the hand that turns the indicator."""
    while True:
        await asyncio.sleep(LOOK_S)
        for tile in world.tiles:
            if tile.spot is not None and tile.place is not None and tile.place.lie is Lie.FACE_UP:
                _lay_beside(world, rinshan_spot(tile.spot))


def rinshan_spot(indicator: WallSpot) -> WallSpot:
    """Return the spot of the first rinshan tile, given that of the first indicator."""
    stack = indicator.stack + FROM_INDICATOR
    return WallSpot((indicator.chair + stack // STACKS_A_SIDE) % CHAIRS, stack % STACKS_A_SIDE, 1)


def _lay_beside(world: World, spot: WallSpot) -> None:
    try:
        tile = world.wall_tile(spot)
    except LookupError:
        return
    if tile.zone is not None and tile.place is not None and tile.place == world.places.wall(spot):
        dx, dy = to_table(spot.chair, 0.0, -world.geometry.tile.length - GAP_MM)
        place = replace(tile.place, x_mm=tile.place.x_mm + dx, y_mm=tile.place.y_mm + dy, z_mm=0.0)
        world.put(tile, tile.zone, place)
