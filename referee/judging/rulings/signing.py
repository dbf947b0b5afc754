"""The score sheet of a hanchan, signed before sticks are reset and the next hanchan begins (WRC 8.2)."""

from referee.game.judge_events import ResultSigned
from referee.game.judge_observations import SheetSigned
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
