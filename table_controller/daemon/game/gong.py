"""The end of a hanchan's time (WRC 8.2): the table's own clock sounds the gong, unless the hall's clock does."""

from typing import Final

from referee.game.observations import GongHeard
from referee.game.position import GameState
from referee.judging.rulings.clocks import MINUTE_MS
from wording.alerts.declaration import Trouble
from wording.alerts.declared import TableAlert

LATE_MS: Final = 200
"""The gong is judged this long after it sounds; by then, dice rolled just before it have been reported."""


def sounds_ms(state: GameState | None) -> int | None:
    """Return the table time at which time is up; None without a limit, while the clock is stopped or after the gong."""
    if (
        state is None
        or state.phase == "ended"
        or state.time_called
        or state.desk.clock_paused_at_ms is not None
        or state.desk.signal_awaited
    ):
        return None
    return ends_ms(state)


def ends_ms(state: GameState) -> int | None:
    """Return the table time at which time is up if the clock is not stopped; None without a limit."""
    limit = state.ruleset.flow.time_limit_minutes * MINUTE_MS
    return state.started_at_ms + limit + state.desk.clock_added_ms if limit else None


def heard(state: GameState | None, now_ms: int, last_ms: int) -> GongHeard | None:
    """Return the gong if it is to be judged by now; ``last_ms`` is the time of the newest observation."""
    sounded_ms = sounds_ms(state)
    if sounded_ms is None or now_ms < sounded_ms + LATE_MS:
        return None
    at_ms = max(sounded_ms, last_ms)
    return GongHeard(at_ms=at_ms, within_ms=at_ms - sounded_ms, source="daemon:clock")


def trouble(state: GameState | None) -> Trouble | None:
    """Return the message for the players; None if there is none."""
    if state is None or not state.time_called or state.phase == "ended":
        return None
    if state.desk.hand_granted:
        return TableAlert.time_hand_granted()
    return TableAlert.time_over() if state.phase == "waiting" else TableAlert.time_last_hand()
