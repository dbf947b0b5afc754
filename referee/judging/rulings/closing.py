"""The steps of closing a hand, if they are reported: shown, acknowledged by the others, paid (SAI 45.10-13, WRC 8.3).

If they are not reported, the dealer's set button says that all are done. A hanchan is closed by signing its score sheet,
before sticks are reset and the next one begins (WRC 8.2).
"""

from typing import Literal, TypeAlias

from referee.game.judge_events import PaymentSeen, ResultSigned, WinAccepted
from referee.game.judge_observations import PaymentMade, SheetSigned, WinAcknowledged
from referee.game.position import GameState
from referee.judging.findings.judging import Judging
from referee.texts.message import Message
from referee.texts.refused import Refused


def sheet_signed(judging: Judging, seen: SheetSigned) -> None:
    """The sheet is signed. Only the journal numbers its entries, so the hanchan that it names is checked there."""
    state = judging.state
    judging.put(ResultSigned(seen.hanchan, seen.judge, seen.text, state.scores, state.bets))


def signature_refused(state: GameState, _seen: SheetSigned) -> Message | None:
    """Return why there is nothing to be signed; None if there is."""
    if state.phase != "ended":
        return Refused.not_ended()
    if state.signature == "given":
        return Refused.signed_already()
    return None if state.signature == "awaited" else Refused.no_signature_awaited()


Step: TypeAlias = Literal["shown", "acknowledged", "paid"]


def win_acknowledged(judging: Judging, seen: WinAcknowledged) -> None:
    """A player folds the hand: the win that is shown is acknowledged (SAI 45.10)."""
    judging.put(WinAccepted(seen.seat))


def acknowledgement_refused(state: GameState, seen: WinAcknowledged) -> Message | None:
    """Return why there is nothing to acknowledge; None if there is."""
    if not 0 <= seen.seat <= 3:
        return Refused.seats()
    if state.phase != "closing" or not state.wins:
        return Refused.no_win_shown()
    if any(win.seat == seen.seat for win in state.wins):
        return Refused.own_win()
    return Refused.acknowledged_already() if seen.seat in state.desk.acknowledged else None


def payment_made(judging: Judging, _seen: PaymentMade) -> None:
    """The points lie on the table."""
    judging.put(PaymentSeen())


def payment_refused(state: GameState, _seen: PaymentMade) -> Message | None:
    """Return why nothing is to be paid yet, or None.

    With ``win_acknowledged`` a win is paid only once the others have acknowledged it (SAI 45.10).
    """
    if state.phase != "closing":
        return Refused.nothing_to_pay()
    if state.wins and state.ruleset.flow.win_acknowledged and not final(state):
        return Refused.not_acknowledged()
    return Refused.paid_already() if state.desk.paid else None


def final(state: GameState) -> bool:
    """Return whether all who did not win have acknowledged the win (SAI 45.11)."""
    winners = {win.seat for win in state.wins}
    return bool(winners) and winners | set(state.desk.acknowledged) == {0, 1, 2, 3}


def step_of(state: GameState) -> Step | None:
    """Return the step that the closing of the hand has reached; None while nothing is shown."""
    if state.phase != "closing":
        return None
    if state.desk.paid:
        return "paid"
    return "acknowledged" if final(state) else "shown"
