"""A table in brief, as a judge sees it from across the hall, for a page that shows a thousand tables."""

from typing import Any, Final, cast

from referee.game.position import GameState
from referee.hands.payments import BET
from table_controller.daemon.game import gong
from table_controller.mqtt.messages import Card, ClockBrief, StopBrief

STRAY_MS: Final = 2000
"""Moments are sent again if table and wall time have drifted by this much: each time wakes every page of the hall."""


class Cards:
    """Makes a table's cards; their moments are in wall time, so that a page can show them without conversion."""

    def __init__(self) -> None:
        self._zero_ms: int | None = None

    def card(self, state: GameState | None, *, now_ms: int, wall_ms: int) -> dict[str, Any]:
        """Return the card of a table.

        Args:
            state: the state of its game; None before the first hanchan.
            now_ms: table time.
            wall_ms: wall time in milliseconds since 1970.
        """
        if self._zero_ms is None or abs(wall_ms - now_ms - self._zero_ms) > STRAY_MS:
            self._zero_ms = wall_ms - now_ms
        made: Card = {
            "phase": "waiting" if state is None else state.phase,
            "ruleset": "" if state is None else state.ruleset.name,
            "hand": None if state is None else state.hand_name,
            "honba": 0 if state is None else state.honba,
            "names": [] if state is None else list(state.names),
            "scores": [] if state is None else list(state.scores),
            "open_findings": 0 if state is None else _open_findings(state),
            "points_off": 0 if state is None else _points_off(state),
            "stopped": None if state is None else self._stop(state),
            "attendant": None if state is None or not state.desk.attendant else state.desk.attendant,
            "waited_ms": None if state is None else state.desk.waited_ms,
            "clock": None if state is None else self._clock(state),
        }
        return cast("dict[str, Any]", made)

    def _stop(self, state: GameState) -> StopBrief | None:
        desk = state.desk
        if not desk.stopped:
            return None
        return {
            "reason": desk.stopped,
            "seat": desk.stopped_seat,
            "by": desk.stopped_by,
            "since_wall_ms": None if desk.stopped_ms is None else self._wall_ms(desk.stopped_ms),
        }

    def _clock(self, state: GameState) -> ClockBrief | None:
        """Return the time of the hanchan; None if it has no limit."""
        ends_ms = gong.ends_ms(state)
        if ends_ms is None or state.phase == "ended":
            return None
        paused_ms = state.started_at_ms if state.desk.signal_awaited else state.desk.clock_paused_at_ms
        return {
            "ends_wall_ms": self._wall_ms(ends_ms) if paused_ms is None else None,
            "left_ms": None if paused_ms is None else ends_ms - paused_ms,
            "called": state.time_called and not state.desk.hand_granted,
        }

    def _wall_ms(self, at_ms: int) -> int:
        assert self._zero_ms is not None
        return self._zero_ms + at_ms


def _open_findings(state: GameState) -> int:
    ruled = {made.finding for made in state.rulings}
    return sum(number not in ruled for number in range(len(state.findings)))


def _points_off(state: GameState) -> int:
    """Return the difference between the points at the table, including bets, and the points handed out."""
    if state.phase == "ended":
        return 0
    flow = state.ruleset.flow
    return sum(state.scores) + state.bets * BET - 4 * flow.start_points
