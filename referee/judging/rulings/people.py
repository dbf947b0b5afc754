"""Players replaced, and appeals (WRC 7.1-7.2, SAI 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.game.judge_events import AppealMade, PlayerChanged
from referee.game.standing import found, standing

if TYPE_CHECKING:
    from referee.game.judge_observations import AppealNoted, PlayerReplaced
    from referee.game.position import GameState
    from referee.judging.findings.judging import Judging


def player_replaced(judging: Judging, seen: PlayerReplaced) -> None:
    """Another person plays on from here, with the same points."""
    state = judging.state_or_none
    if state is not None and not replacement_refused(state, seen):
        former = state.names[seen.seat]
        judging.put(PlayerChanged(seen.seat, seen.name, former, seen.judge, seen.text))


def replacement_refused(state: GameState, seen: PlayerReplaced) -> str:
    """Why a player cannot be replaced so."""
    if state.phase == "ended":
        return "no hanchan is running"
    if not 0 <= seen.seat <= 3:
        return "seats are 0 to 3"
    if not seen.name:
        return "who plays on?"
    if seen.name in state.names:
        return f"{seen.name} sits at this table already"
    return ""


def appeal_noted(judging: Judging, seen: AppealNoted) -> None:
    """An appeal is recorded; it changes nothing by itself: the judge rules again if it is upheld."""
    state = judging.state_or_none
    if state is not None and not appeal_refused(state, seen):
        judging.put(AppealMade(seen.seat, seen.finding, seen.outcome, seen.judge, seen.text))


def appeal_refused(state: GameState, seen: AppealNoted) -> str:
    """Why an appeal cannot be noted."""
    if not 0 <= seen.seat <= 3:
        return "seats are 0 to 3"
    if state.ruleset.fouls.appeal == "none":
        return "these rules know no appeal"
    if seen.finding is not None and found(state, seen.finding) is None:
        return f"there are {len(state.findings)} findings, counted from 0"
    against = [made for made in standing(state.rulings) if made.finding == seen.finding]
    if not against:
        return "nobody has ruled on that"
    same = [made for made in state.desk.appeals if (made.seat, made.finding) == (seen.seat, seen.finding)]
    if same and same[-1].outcome == seen.outcome:
        return f"that appeal is {seen.outcome} already"
    if not same and seen.outcome != "open":
        return "there was no such appeal"
    return ""
