"""Helpers for the readings of all kinds of zone."""

from referee.game import observations
from referee.game.position import IN_HAND, GameState
from table_controller.sensing.waiting import zones
from table_controller.sensing.waiting.fitting import seat_of
from table_controller.sensing.waiting.memory import Memory
from table_controller.sensing.waiting.policy_result import PolicyResult
from vision.sightings import ZoneReading
from vision.zones import ZoneId


def zone_lane(payload: ZoneReading) -> ZoneId:
    """The lane of a reading: those of one zone are given out in order."""
    return payload.zone


def chair_of(payload: ZoneReading) -> int:
    """The chair to which the zone belongs."""
    return payload.zone.chair


def fuller(older: ZoneReading, newer: ZoneReading) -> bool:
    """Return whether a newer reading replaces an older one while a player opens tiles: the fullest counts."""
    return len(zones.faces(older.tiles)) <= len(zones.faces(newer.tiles))


def with_called_tile(
    found: PolicyResult, payload: ZoneReading, state: GameState | None, memory: Memory
) -> PolicyResult:
    """Return a reading's result, and add the called tile's move from its pond to the corner if the reading shows it."""
    if state is None or state.phase not in IN_HAND:
        return found
    chair = memory.called_tile_taken(payload)
    if chair is None:
        return found
    taken = observations.TileTaken(seat=seat_of(state, chair))
    return found._replace(observations=(*found.observations, taken))
