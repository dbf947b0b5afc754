"""Readings of the felt: tiles that lie where no tile belongs."""

from typing import Final

from referee.game import observations
from referee.game.observations import Observation
from referee.game.position import GameState
from table_controller.sensing.policies.readings import zone_lane
from table_controller.sensing.waiting import zones
from table_controller.sensing.waiting.fitting import EXPECTED, UNEXPECTED, seat_of
from table_controller.sensing.waiting.memory import Memory
from table_controller.sensing.waiting.policy import (
    FROM_READING,
    PATIENCE_MS,
    InputContext,
    PendingInput,
    Policy,
)
from table_controller.sensing.waiting.policy_result import PolicyResult
from vision.geometry import to_chair
from vision.sightings import PlacedTile, ZoneReading
from vision.zones import EACH_CHAIR


def _fit(pending: PendingInput[ZoneReading], _context: InputContext) -> int:
    # A player may put a tile down for a moment on its way; only a tile that stays means anything.
    return UNEXPECTED if pending.payload.tiles else EXPECTED


def _mean(payload: ZoneReading, state: GameState | None, memory: Memory, _at_ms: int) -> PolicyResult:
    """Return the tiles that a player exposed by accident; a tile pushed out of a pond is none."""
    before, memory.felt = memory.felt, payload.tiles
    new = zones.lying_anew(payload.tiles, before)
    if state is None or state.phase != "playing" or state.claims or not new:
        return PolicyResult()
    found: list[Observation] = []
    notes = []
    for chair in sorted({_side_of(placed) for placed in new}):
        seat = seat_of(state, chair)
        there = [placed for placed in new if _side_of(placed) == chair]
        astray = zones.missing_from_ponds(
            memory.ponds, {state.chairs[number]: each.pond for number, each in enumerate(state.seats)}
        )
        tiles = tuple(placed.tile for placed in there if placed.tile not in astray)
        if tiles:
            found.append(observations.TilesExposed(seat=seat, count=len(tiles), tiles=tiles))
        if len(tiles) < len(there):
            notes.append(f"a discard lies outside the ponds, before chair {chair}")
    return PolicyResult(tuple(found), note="; ".join(notes))


def _side_of(placed: PlacedTile) -> int:
    """The chair on whose side of the table a tile on the felt lies."""
    return max(EACH_CHAIR, key=lambda chair: to_chair(chair, placed.x_mm, placed.y_mm)[1])


TILES: Final = Policy[ZoneReading](
    origin=FROM_READING,
    lane=zone_lane,
    fit=_fit,
    means=_mean,
    replaced_by=lambda _older, _newer: True,
    slack_ms=PATIENCE_MS,
)
