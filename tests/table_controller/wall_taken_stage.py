"""Helpers that the tests of tiles taken from the wall share."""

from tests.table_controller.seen_table import SeenTable
from vision.sightings import WallSeen
from vision.zones import ZoneId

FULL = ((2, 2),) * 17


def counted(chair: int, at_ms: int, *changes: tuple[int, tuple[int, int]]) -> WallSeen:
    stacks = list(FULL)
    for stack, levels in changes:
        stacks[stack] = levels
    return WallSeen(ZoneId("wall", chair), tuple(stacks), None, 1, at_ms)


def walls_at(table: SeenTable, at_ms: int, *changes: tuple[int, tuple[int, int]]) -> None:
    table.sensing.sighting(counted(3, at_ms, *changes), at_ms)
