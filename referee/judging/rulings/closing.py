"""How a hand is closed where it is reported: shown, acknowledged by the others, paid (SAI 45.10-13, WRC 8.3).

Where nobody reports it, the dealer's set button says that all of it is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from referee.game.judge_events import PaymentSeen, WinAccepted

if TYPE_CHECKING:
    from referee.game.judge_observations import PaymentMade, WinAcknowledged
    from referee.game.position import GameState
    from referee.judging.findings.judging import Judging

Step: TypeAlias = Literal["shown", "acknowledged", "paid"]


def win_acknowledged(judging: Judging, seen: WinAcknowledged) -> None:
    """A player folds the hand: the win that is shown is acknowledged (SAI 45.10)."""
    state = judging.state_or_none
    if state is not None and not acknowledgement_refused(state, seen):
        judging.put(WinAccepted(seen.seat))


def acknowledgement_refused(state: GameState, seen: WinAcknowledged) -> str:
    """Why there is nothing to acknowledge."""
    if not 0 <= seen.seat <= 3:
        return "seats are 0 to 3"
    if state.phase != "closing" or not state.wins:
        return "no win is shown"
    if any(win.seat == seen.seat for win in state.wins):
        return "a winner does not acknowledge the own win"
    return "it is acknowledged already" if seen.seat in state.desk.acknowledged else ""


def payment_made(judging: Judging, seen: PaymentMade) -> None:
    """The points lie on the table."""
    state = judging.state_or_none
    if state is not None and not payment_refused(state, seen):
        judging.put(PaymentSeen())


def payment_refused(state: GameState, _seen: PaymentMade) -> str:
    """Why nothing is to be paid yet; with ``win_acknowledged`` a win only once the others acknowledge it (SAI 45.10)."""
    if state.phase != "closing":
        return "nothing is to be paid now"
    if state.wins and state.ruleset.flow.win_acknowledged and not final(state):
        return "the win is not acknowledged by all (SAI 45.10-11)"
    return "it is paid already" if state.desk.paid else ""


def final(state: GameState) -> bool:
    """Whether all who did not win have acknowledged it (SAI 45.11)."""
    winners = {win.seat for win in state.wins}
    return bool(winners) and winners | set(state.desk.acknowledged) == {0, 1, 2, 3}


def step_of(state: GameState) -> Step | None:
    """How far the closing of the hand has come; None while nothing is shown."""
    if state.phase != "closing":
        return None
    if state.desk.paid:
        return "paid"
    return "acknowledged" if final(state) else "shown"
