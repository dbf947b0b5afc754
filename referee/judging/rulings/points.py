"""Points moved by hand, by the judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.game.flow import hanchan_result
from referee.game.judge_events import ScoresAdjusted
from referee.game.position import BET

if TYPE_CHECKING:
    from referee.game.judge_observations import PointsAdjusted
    from referee.game.position import GameState
    from referee.judging.findings.judging import Judging


def points_adjusted(judging: Judging, seen: PointsAdjusted) -> None:
    """The judge moves points; after the hanchan its result is reckoned again."""
    state = judging.state_or_none
    if state is None or points_refused(state, seen):
        return
    judging.put(ScoresAdjusted(seen.changes, seen.bets, seen.judge, seen.text))
    if state.phase == "ended":
        judging.put(hanchan_result(judging.state))


def points_refused(state: GameState, seen: PointsAdjusted) -> str:
    """Why points cannot be moved so."""
    moved = sum(seen.changes) + BET * seen.bets
    if not any(seen.changes) and not seen.bets:
        return "nothing changes"
    if any(change % 100 for change in seen.changes):
        return "there are no sticks of less than 100 points"
    if state.bets + seen.bets < 0:
        return f"there are {state.bets} bets on the table"
    if state.phase == "ended" and seen.bets:
        return "the hanchan has ended: no bets lie on the table"
    if seen.balanced and moved:
        return f"{moved:+d} points would come from nowhere: say that the sum may change"
    return ""
