"""Folds of what judges did, and of how the players agree on a hand and pay it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from referee.encoding.snapshot import decode_state
from referee.folding.melding import four
from referee.game import events, judge_events
from referee.game.events import Event
from referee.game.position import IN_HAND, Desk, GameState, Jury, UncountedTime
from referee.game.standing import dead_seats, disqualified_seats

NOBODY_ATTENDS: Final[Mapping[str, Any]] = {"attendant": "", "attended_ms": None, "waited_ms": None}
"""The desk while no judge attends to the table."""
GOES_ON: Final[Mapping[str, Any]] = {
    "stopped": "",
    "stopped_seat": None,
    "stopped_ms": None,
    "stopped_by": "",
    "stopped_text": "",
    "played_on": None,
    **NOBODY_ATTENDS,
}
"""The desk while play goes on."""


def desk_of_next_hand(state: GameState) -> Desk:
    """The judge's desk when a hand begins: it keeps only what belongs to the hanchan."""
    return replace(
        state.desk,
        first_ruling=len(state.rulings),
        acknowledged=(),
        paid=False,
        announced=(),
        pauses=tuple(each for each in state.desk.pauses if each.until_ms is None),
        hand_granted=state.desk.hand_granted and not state.time_called,
        **GOES_ON,
    )


def ruling_made(state: GameState, event: events.RulingMade) -> GameState:
    """A ruling. Dead hands are derived from all rulings of this hand, so that a changed grade can revive one."""
    rulings = (*state.rulings, event)
    desk = state.desk
    if desk.disqualified or event.ruling == "disqualified":
        desk = replace(desk, disqualified=disqualified_seats(rulings, desk.replaced))
    seats = state.seats
    if not desk.stopped and event.ruling != "disqualified":
        # It ends the call. Where play is stopped, the judge leaves when he lets it go on.
        desk = replace(desk, **NOBODY_ATTENDS)
    if state.phase in IN_HAND:
        # A ruling on a finding of an earlier hand does not bear on this one.
        here = [
            made
            for made in rulings[desk.first_ruling :]
            if made.finding is None or made.finding >= state.first_finding
        ]
        dead = dead_seats(here)
        seats = four(
            [
                replace(seat, dead=number in dead) if seat.dead is not (number in dead) else seat
                for number, seat in enumerate(seats)
            ]
        )
    return replace(state, seats=seats, rulings=rulings, desk=desk, summoned=None)


def _play_stopped(state: GameState, event: judge_events.PlayStopped) -> GameState:
    desk = state.desk
    if not event.judge or event.judge != desk.attendant:
        # A judge who came for an earlier call has not come for this one.
        desk = replace(desk, **NOBODY_ATTENDS)
    desk = replace(
        desk,
        stopped=event.reason,
        stopped_seat=event.seat,
        stopped_ms=event.since_ms,
        stopped_by=event.judge,
        stopped_text=event.text,
        played_on=None,
    )
    return replace(state, desk=desk)


def _played_on(state: GameState, event: judge_events.PlayedOn) -> GameState:
    return replace(state, desk=replace(state.desk, played_on=event.seat))


def _play_continued(state: GameState, _event: judge_events.PlayContinued) -> GameState:
    return replace(state, desk=replace(state.desk, **GOES_ON), summoned=None)


def _time_stood(state: GameState, event: judge_events.TimeStood) -> GameState:
    rest = tuple(each for each in state.desk.pauses if (each.cause, each.until_ms) != (event.cause, None))
    pauses = (*rest, UncountedTime(event.cause, event.since_ms, event.until_ms))
    return replace(state, desk=replace(state.desk, pauses=pauses))


def _attendant_changed(state: GameState, event: judge_events.AttendantChanged) -> GameState:
    desk = state.desk
    attended = event.since_ms if event.who else desk.attended_ms
    waited = desk.waited_ms if event.waited_ms is None else event.waited_ms
    return replace(state, desk=replace(desk, attendant=event.who, attended_ms=attended, waited_ms=waited))


def _scores_adjusted(state: GameState, event: judge_events.ScoresAdjusted) -> GameState:
    seats = four(
        [
            replace(seat, score=seat.score + change)
            for seat, change in zip(state.seats, event.changes, strict=True)
        ]
    )
    # Taking back a draw does not take back the points.
    before, earlier = (
        None if then is None else _scores_adjusted(then, event) for then in (state.before, state.earlier)
    )
    return replace(state, seats=seats, bets=state.bets + event.bets, before=before, earlier=earlier)


def _play_begun(state: GameState, event: judge_events.PlayBegun) -> GameState:
    return replace(state, started_at_ms=event.at_ms, desk=replace(state.desk, signal_awaited=False))


def _result_signed(state: GameState, event: judge_events.ResultSigned) -> GameState:
    signed = () if event.points is None else (*event.points, event.bets)
    return replace(state, desk=replace(state.desk, signature="given", signed=signed))


def _clock_changed(state: GameState, event: judge_events.ClockChanged) -> GameState:
    desk = replace(state.desk, clock_paused_at_ms=event.paused_at_ms, clock_added_ms=event.added_ms)
    return replace(state, desk=desk)


def _extra_hand_changed(state: GameState, event: judge_events.ExtraHandChanged) -> GameState:
    return replace(state, desk=replace(state.desk, hand_granted=event.granted))


def _player_changed(state: GameState, event: judge_events.PlayerChanged) -> GameState:
    names = list(state.names)
    names[event.seat] = event.name
    others = tuple(each for each in state.desk.replaced if each[0] != event.seat)
    replaced = (*others, (event.seat, len(state.rulings)))
    kept = disqualified_seats(state.rulings, replaced)
    before, earlier = (
        None if then is None else _player_changed(then, event) for then in (state.before, state.earlier)
    )
    return replace(
        state,
        names=(names[0], names[1], names[2], names[3]),
        desk=replace(state.desk, disqualified=kept, replaced=replaced),
        before=before,
        earlier=earlier,
    )


def _appeal_made(state: GameState, event: judge_events.AppealMade) -> GameState:
    return replace(state, desk=replace(state.desk, appeals=(*state.desk.appeals, event)))


def _jury_named(state: GameState, event: judge_events.JuryNamed) -> GameState:
    jury = Jury(event.finding, event.seat, event.jurors, event.since_ms, event.judge)
    return replace(state, desk=replace(state.desk, jury=jury))


def _juror_left(state: GameState, event: judge_events.JurorLeft) -> GameState:
    jury = state.desk.jury
    if jury is None:
        return state
    jurors, voted = (tuple(each for each in some if each != event.who) for some in (jury.jurors, jury.voted))
    return replace(state, desk=replace(state.desk, jury=replace(jury, jurors=jurors, voted=voted)))


def _vote_noted(state: GameState, event: judge_events.VoteNoted) -> GameState:
    jury = state.desk.jury
    if jury is None:
        return state
    return replace(state, desk=replace(state.desk, jury=replace(jury, voted=(*jury.voted, event.who))))


def _jury_ruled(state: GameState, event: judge_events.JuryRuled) -> GameState:
    return replace(state, desk=replace(state.desk, jury=None, juries=(*state.desk.juries, event)))


def _hanchan_voided(state: GameState, _event: judge_events.HanchanVoided) -> GameState:
    # A void hanchan has no result to be signed.
    return replace(state, phase="ended", bets=0, claims=(), desk=replace(state.desk, signature=""))


def _win_accepted(state: GameState, event: judge_events.WinAccepted) -> GameState:
    acknowledged = tuple(sorted({*state.desk.acknowledged, event.seat}))
    return replace(state, desk=replace(state.desk, acknowledged=acknowledged))


def _payment_seen(state: GameState, _event: judge_events.PaymentSeen) -> GameState:
    return replace(state, desk=replace(state.desk, paid=True))


def _judge_summoned(state: GameState, event: events.JudgeSummoned) -> GameState:
    desk = state.desk if state.desk.stopped else replace(state.desk, **NOBODY_ATTENDS)
    return replace(state, desk=desk, summoned=event.seat, summoned_ms=event.at_ms + event.within_ms)


def _unchanged(state: GameState, _event: Event) -> GameState:
    """Change nothing: other events carry the consequences."""
    return state


def _refolded(_state: GameState, event: judge_events.Refolded) -> GameState:
    return decode_state(event.state, older=True)


FOLDS: Final[dict[type[Event], Callable[[GameState, Any], GameState]]] = {
    events.RulingMade: ruling_made,
    events.JudgeSummoned: _judge_summoned,
    judge_events.PlayStopped: _play_stopped,
    judge_events.PlayContinued: _play_continued,
    judge_events.PlayedOn: _played_on,
    judge_events.TimeStood: _time_stood,
    judge_events.AttendantChanged: _attendant_changed,
    judge_events.ScoresAdjusted: _scores_adjusted,
    judge_events.ResultEntered: _unchanged,
    judge_events.PlayBegun: _play_begun,
    judge_events.ResultSigned: _result_signed,
    judge_events.ClockChanged: _clock_changed,
    judge_events.ExtraHandChanged: _extra_hand_changed,
    judge_events.PlayerChanged: _player_changed,
    judge_events.AppealMade: _appeal_made,
    judge_events.JuryNamed: _jury_named,
    judge_events.JurorLeft: _juror_left,
    judge_events.VoteNoted: _vote_noted,
    judge_events.JuryRuled: _jury_ruled,
    judge_events.HanchanCut: _unchanged,
    judge_events.HanchanVoided: _hanchan_voided,
    judge_events.WinAccepted: _win_accepted,
    judge_events.PaymentSeen: _payment_seen,
    judge_events.Refolded: _refolded,
}
"""The function by which each of these events changes the state."""
