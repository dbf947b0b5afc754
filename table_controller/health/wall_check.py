"""Compares the walls that the camera sees with the tiles that the referee counts; the referee trusts its own count."""

from typing import Final

from referee.game.position import GameState
from table_controller.health.lasting import Lasting
from vision.sightings import WallSeen
from vision.zones import ZoneId
from wording.alerts.declaration import RaiseAlert
from wording.alerts.declared import TableAlert

DEAD_WALL: Final = 14
CHAIRS: Final = 4
SLACK: Final = 1
"""The tiles by which the counts may differ: a draw may be seen before or after it is judged."""
MISCOUNT_LASTS_MS: Final = 10_000


class WallCheck:
    """Remembers the newest count of each wall.

    Args:
        alert: raises and withdraws alerts.
    """

    def __init__(self, alert: RaiseAlert) -> None:
        self._amiss = Lasting(TableAlert.WALL_COUNT, MISCOUNT_LASTS_MS, alert)
        self._walls: dict[ZoneId, WallSeen] = {}
        self._difference = 0

    def note_wall(self, wall: WallSeen) -> None:
        self._walls[wall.zone] = wall

    def forget(self) -> None:
        """Forget all counts: vision was restarted."""
        self._walls.clear()

    def raise_alerts(self, state: GameState | None, now_ms: int) -> None:
        """Raise an alert where the counts have differed for long, and resolve it when they agree again."""
        if state is None or state.phase != "playing" or len(self._walls) < CHAIRS:
            self._amiss.note("", now_ms)
            return
        least = sum(wall.least for wall in self._walls.values())
        most = sum(wall.most for wall in self._walls.values())
        counted = state.live + DEAD_WALL
        difference = max(counted - most, 0) - max(least - counted, 0)
        if abs(difference) <= SLACK:
            self._difference = 0
            self._amiss.note("", now_ms)
            return
        if abs(difference - self._difference) > SLACK:
            self._difference = difference
        trouble = TableAlert.walls_differ(least, None if least == most else most, counted)
        self._amiss.note(str(self._difference), now_ms, trouble)
