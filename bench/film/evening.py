"""Circumstances of a real evening, each of which can be added to any film by its name."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bench.film.filmed import Scene
from bench.stages.hand_built import HandBuilt
from simulation.world.gestures import Care
from simulation.world.world import Thing

CROOKED_DEG: Final = 12.0
DRIFT_MM: Final = 6.0
DROPPING: Final = 0.25
LEANING: Final = 0.12
WIDE_MM: Final = (2.0, 3.0)
ROLLING_MS: Final = 30.0
ROW_TILES: Final = (4, 8)
OFF_CORNER_MM: Final = 60.0
PAPERS: Final = (
    Thing(120.0, 388.0, 105.0, 148.0, 0.5, 86.0, (238, 241, 243)),
    Thing(-388.0, -120.0, 105.0, 148.0, 0.5, 3.0, (238, 241, 243)),
    Thing(388.0, 140.0, 74.0, 105.0, 0.5, -5.0, (170, 226, 240)),
    Thing(-130.0, -388.0, 74.0, 105.0, 0.5, 94.0, (238, 241, 243)),
)
"""Score sheets and slips on the rim, each reaching a few centimetres over the felt; none covers a marker."""
CIRCUMSTANCES: Final[dict[str, Callable[[Scene], Scene]]] = {
    "none": lambda scene: scene,
    "small sensor": lambda scene: replace(scene, faults=replace(scene.faults, noise=7.0)),
    "focus hunting": lambda scene: replace(scene, faults=replace(scene.faults, focus_s=3.0)),
    "exposure steps": lambda scene: replace(scene, faults=replace(scene.faults, step_s=3.0)),
    "mirrored lamps": lambda scene: replace(scene, faults=replace(scene.faults, glare=90.0)),
    "patterned felt": lambda scene: replace(scene, look=replace(scene.look, pattern=0.2)),
    "worn tiles": lambda scene: replace(scene, look=replace(scene.look, wear=1.0)),
    "crooked tiles": lambda scene: replace(scene, care=Care(turn_deg=CROOKED_DEG, offset_mm=2.5)),
    "drifting ponds": lambda scene: replace(scene, care=replace(scene.care, drift_mm=DRIFT_MM)),
    "rolling arms": lambda scene: replace(scene, faults=replace(scene.faults, rolling_ms=ROLLING_MS)),
    "watches": lambda scene: replace(scene, look=replace(scene.look, watches=True)),
    "papers on the rim": lambda scene: replace(scene, things=PAPERS),
    "leaning tiles": lambda scene: replace(scene, care=replace(scene.care, leaning=LEANING)),
    "dropped tiles": lambda scene: replace(scene, care=replace(scene.care, dropping=DROPPING)),
    "uneven gaps": lambda scene: replace(scene, care=replace(scene.care, gaps_mm=WIDE_MM, touching=0.5)),
    "rows of any length": lambda scene: replace(scene, care=replace(scene.care, row_tiles=ROW_TILES)),
    "melds off their corner": lambda scene: replace(
        scene, care=replace(scene.care, off_corner_mm=OFF_CORNER_MM)
    ),
    "hand-built walls": lambda scene: replace(scene, hand_built=HandBuilt()),
}
"""Changes to a scene, by name."""
