"""The handler of each act of a judge, and the function that refuses it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from referee.game import judge_observations as said
from referee.game import observations
from referee.judging.rulings import (
    attending,
    clocks,
    closing,
    entering,
    imposing,
    people,
    points,
    signing,
    stopping,
)
from referee.texts.refused import Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.game.observations import Observation
    from referee.game.position import GameState
    from referee.judging.findings.judging import Judging
    from referee.texts.message import Message


def _corrected(judging: Judging, seen: said.Corrected | said.Inserted) -> None:
    """Do nothing: only ``referee.journal.corrections.refold`` can tell what a correction changes."""
    del judging, seen


def _nothing_against(_state: GameState, _seen: Observation) -> None:
    return None


_ALL: Final[
    dict[
        type[Observation],
        tuple[Callable[[Judging, Any], None], Callable[[GameState, Any], Message | None]],
    ]
] = {
    observations.RulingGiven: (imposing.ruling_given, imposing.ruling_refused),
    said.FoulEntered: (imposing.foul_entered, imposing.foul_refused),
    said.PlayHalted: (stopping.play_halted, stopping.halt_refused),
    said.PlayReleased: (stopping.play_released, stopping.release_refused),
    said.TableAttended: (attending.table_attended, attending.attendance_refused),
    said.PointsAdjusted: (points.points_adjusted, points.points_refused),
    said.HandEntered: (entering.hand_entered, entering.entered_refused),
    said.SignalGiven: (clocks.signal_given, clocks.signal_refused),
    said.SheetSigned: (signing.sheet_signed, signing.signature_refused),
    said.ClockPaused: (clocks.clock_paused, clocks.pause_refused),
    said.ClockExtended: (clocks.clock_extended, clocks.extension_refused),
    said.PlayerReplaced: (people.player_replaced, people.replacement_refused),
    said.AppealNoted: (people.appeal_noted, people.appeal_refused),
    said.WinAcknowledged: (closing.win_acknowledged, closing.acknowledgement_refused),
    said.PaymentMade: (closing.payment_made, closing.payment_refused),
    said.Corrected: (_corrected, _nothing_against),
    said.Inserted: (_corrected, _nothing_against),
}
JUDGES: Final = {kind: handler for kind, (handler, _) in _ALL.items()}
"""The handler of each act."""


def refusal(state: GameState | None, seen: Observation) -> Message | None:
    """Return why a judge's act makes no sense now; None if it does. The referee ignores the act for the same reason."""
    if state is None:
        return Refused.no_hanchan()
    return _ALL[type(seen)][1](state, seen)
