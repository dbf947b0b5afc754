"""The handler of each act of a judge, and the function that refuses it."""

from collections.abc import Callable
from typing import Any, Final

from referee.game import judge_observations, observations
from referee.game.observations import Observation
from referee.game.position import GameState
from referee.judging.findings.judging import Judging
from referee.judging.rulings import (
    clocks,
    closing,
    entering,
    imposing,
    jury,
    people,
    stopping,
)
from referee.texts.message import Message
from referee.texts.refused import Refused


def _correct(judging: Judging, seen: Observation) -> None:
    """Do nothing: only ``referee.journal.corrections.refold`` can tell what a correction changes."""
    del judging, seen


def _nothing_against(_state: GameState, _seen: Observation) -> None:
    return None


_ACTS: Final[
    dict[
        type[Observation],
        tuple[Callable[[Judging, Any], None], Callable[[GameState, Any], Message | None]],
    ]
] = {
    observations.RulingGiven: (imposing.ruling_given, imposing.ruling_refused),
    judge_observations.FoulEntered: (imposing.foul_entered, imposing.foul_refused),
    judge_observations.PlayHalted: (stopping.play_halted, stopping.halt_refused),
    judge_observations.PlayReleased: (stopping.play_released, stopping.release_refused),
    judge_observations.TableAttended: (people.table_attended, people.attendance_refused),
    judge_observations.PointsAdjusted: (entering.points_adjusted, entering.points_refused),
    judge_observations.HandEntered: (entering.hand_entered, entering.entered_refused),
    judge_observations.SignalGiven: (clocks.signal_given, clocks.signal_refused),
    judge_observations.SheetSigned: (closing.sheet_signed, closing.signature_refused),
    judge_observations.ClockPaused: (clocks.clock_paused, clocks.pause_refused),
    judge_observations.ClockExtended: (clocks.clock_extended, clocks.extension_refused),
    judge_observations.HandGranted: (clocks.hand_granted, clocks.grant_refused),
    judge_observations.PlayerReplaced: (people.player_replaced, people.replacement_refused),
    judge_observations.AppealNoted: (people.appeal_noted, people.appeal_refused),
    judge_observations.JuryCalled: (jury.jury_called, jury.jury_refused),
    judge_observations.JurorExcused: (jury.juror_excused, jury.excuse_refused),
    judge_observations.VoteCast: (jury.vote_cast, jury.cast_refused),
    judge_observations.JuryClosed: (jury.jury_closed, jury.closing_refused),
    judge_observations.WinAcknowledged: (closing.win_acknowledged, closing.acknowledgement_refused),
    judge_observations.PaymentMade: (closing.payment_made, closing.payment_refused),
    judge_observations.Corrected: (_correct, _nothing_against),
    judge_observations.Inserted: (_correct, _nothing_against),
}


def refusal(state: GameState | None, seen: Observation) -> Message | None:
    """Return why a judge's act makes no sense now; None if it does. The referee ignores the act for the same reason."""
    if state is None:
        return Refused.no_hanchan()
    return _ACTS[type(seen)][1](state, seen)


def _judge_act(judging: Judging, seen: Observation) -> None:
    if refusal(judging.state_or_none, seen) is None:
        _ACTS[type(seen)][0](judging, seen)


JUDGES: Final = dict.fromkeys(_ACTS, _judge_act)
"""The handler of each act."""
