"""Walls built by hand: off their places, turned, with gaps and stacks out of line."""

from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np

from simulation.world.places import Places, WallLay, WallSpot
from vision.geometry import TableGeometry
from vision.zones import CHAIRS

AT_A_CORNER: Final = 3
"""The number of stacks at a wall's end that might meet the next wall."""


@dataclass(frozen=True, slots=True)
class HandBuilt:
    """The largest errors of people who build walls.

    Attributes:
        along_mm, aside_mm: of a wall's middle.
        turn_deg: of a wall.
        gap_mm: between its stacks.
        out_of_line_mm: of a stack.
    """

    along_mm: float = 8.0
    aside_mm: float = 6.0
    turn_deg: float = 1.5
    gap_mm: float = 0.4
    out_of_line_mm: float = 1.0

    def lays(self, geometry: TableGeometry, random: np.random.Generator) -> tuple[WallLay, ...]:
        """Make four walls that do not meet."""
        while True:
            lays = tuple(self._lay(geometry.wall.stacks, random) for _ in range(CHAIRS))
            if not _meet(Places(geometry, lays)):
                return lays

    def _lay(self, stacks: int, random: np.random.Generator) -> WallLay:
        most = (self.along_mm, self.aside_mm, self.turn_deg)
        along, aside, turn = (float(random.uniform(-each, each)) for each in most)
        gap = float(random.uniform(0.0, self.gap_mm))
        out_of_line = random.uniform(-self.out_of_line_mm, self.out_of_line_mm, stacks).tolist()
        return WallLay(along, aside, turn, gap, tuple(out_of_line))


def _meet(places: Places) -> bool:
    """Return whether the right end of any wall meets the left end of the next."""
    stacks = places.geometry.wall.stacks
    return any(
        places.overlap(
            places.wall(WallSpot(chair, stacks - 1 - one, 0)),
            places.wall(WallSpot((chair + 1) % CHAIRS, other, 0)),
        )
        for chair in range(CHAIRS)
        for one, other in product(range(AT_A_CORNER), repeat=2)
    )
