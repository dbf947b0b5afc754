"""Points moved by hand, by the judge."""

from referee.game.flow import hanchan_result
from referee.game.judge_events import ScoresAdjusted
from referee.game.judge_observations import PointsAdjusted
from referee.game.position import GameState
from referee.hands.payments import BET
from referee.judging.findings.judging import Judging
from referee.texts.message import Message
from referee.texts.refused import Refused


def points_adjusted(judging: Judging, seen: PointsAdjusted) -> None:
    """The judge moves points; after the end of the hanchan, its result is computed again."""
    state = judging.state
    judging.put(ScoresAdjusted(seen.changes, seen.bets, seen.judge, seen.text))
    if state.phase == "ended":
        judging.put(hanchan_result(judging.state))


def points_refused(state: GameState, seen: PointsAdjusted) -> Message | None:
    """Return why points cannot be moved like that; None if they can."""
    moved = sum(seen.changes) + BET * seen.bets
    if not any(seen.changes) and not seen.bets:
        return Refused.moves_nothing()
    if any(change % 100 for change in seen.changes):
        return Refused.no_small_sticks()
    if state.bets + seen.bets < 0:
        return Refused.fewer_bets(state.bets)
    if state.phase == "ended" and seen.bets:
        return Refused.bets_after_hanchan()
    if seen.balanced and moved:
        return Refused.from_nowhere(moved)
    return None
