"""Compares the walls that the camera sees with the tiles that the referee counts; the referee trusts its own count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from table_controller.alerts.lasting import Lasting
from table_controller.wording.alert_texts import Advice, AlertTexts

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.game.position import GameState
    from referee.texts.message import Message
    from vision.sightings import WallSeen
    from vision.zones import ZoneId

WALL_COUNT_ALERT: Final = "track-wall-count"
DEAD_WALL: Final = 14
CHAIRS: Final = 4
SLACK: Final = 1
"""A draw may be seen this long before or after it is judged."""
MISCOUNT_LASTS_MS: Final = 10_000


class WallCheck:
    """Knows which tiles stand in front of each chair.

    Args:
        alert: takes name, text (None: it is over), advice and severity, as ``Health.alert``.
    """

    def __init__(self, alert: Callable[[str, Message | None, Message, str], None]) -> None:
        self._amiss = Lasting(WALL_COUNT_ALERT, MISCOUNT_LASTS_MS, alert)
        self._walls: dict[ZoneId, WallSeen] = {}
        self._difference = 0

    def note_wall(self, wall: WallSeen) -> None:
        """A wall was counted."""
        self._walls[wall.zone] = wall

    def forget(self) -> None:
        """Vision was restarted."""
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
        text = AlertTexts.walls_differ(least, None if least == most else most, counted)
        self._amiss.note(str(self._difference), now_ms, text, Advice.count_walls())
