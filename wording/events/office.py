"""The acts of judges, in one line each for the people who watch a table."""

from collections.abc import Callable
from typing import Final

from referee.game import judge_events
from referee.game.events import Event
from referee.texts.language import language
from referee.texts.lines import JournalText
from referee.texts.message import Message, Person

STOPS: Final = language("en").words["stop"]
"""The reasons for which people stop play; anything else is the name of a foul."""


def office_line(event: Event, who: Callable[[int], Person]) -> Message | None:
    """The line of an event; None if no judge made it. ``who`` names a seat."""
    if isinstance(event, judge_events.PlayStopped):
        by = None if event.seat is None else who(event.seat)
        stops = JournalText.stops if event.reason in STOPS else JournalText.stops_for
        return stops(event.reason, by, event.text)
    if isinstance(event, judge_events.PlayedOn):
        return JournalText.plays_on(who(event.seat))
    if isinstance(event, judge_events.PlayContinued):
        return JournalText.continues(event.text)
    if isinstance(event, judge_events.TimeStood):
        if event.cause in {"stop", "judge"}:
            return None  # their own act has its line
        took_ms = None if event.until_ms is None else event.until_ms - event.since_ms
        return JournalText.no_time_counts(event.cause, None if took_ms is None else took_ms // 1000)
    if isinstance(event, judge_events.AttendantChanged):
        waited_s = None if event.waited_ms is None else event.waited_ms // 1000
        return (
            JournalText.attends(event.who, waited_s, event.text)
            if event.who
            else JournalText.nobody_attends(event.text)
        )
    if isinstance(event, judge_events.ScoresAdjusted):
        moved = [JournalText.points(who(seat), change) for seat, change in enumerate(event.changes) if change]
        moved += [JournalText.bets(event.bets)] if event.bets else []
        return JournalText.points_moved(moved, event.text)
    if isinstance(event, judge_events.ResultEntered):
        return JournalText.result_entered(event.text)
    if isinstance(event, judge_events.PlayBegun):
        return JournalText.signal(event.text)
    if isinstance(event, judge_events.ResultSigned):
        return JournalText.sheet_signed(event.text)
    if isinstance(event, judge_events.ClockChanged):
        return JournalText.clock(event.added_ms // 60_000, event.text, still=event.paused_at_ms is not None)
    if isinstance(event, judge_events.ExtraHandChanged):
        return JournalText.extra_hand(event.text, granted=event.granted)
    if isinstance(event, judge_events.PlayerChanged):
        if event.former:
            return JournalText.replaced(event.name, event.former, event.text)
        return JournalText.seat_taken(event.name, who(event.seat), event.text)
    if isinstance(event, judge_events.AppealMade):
        return JournalText.appeal(who(event.seat), event.outcome, event.text)
    if isinstance(event, judge_events.JuryNamed):
        return JournalText.jury_named(event.jurors, who(event.seat), event.text)
    if isinstance(event, judge_events.JurorLeft):
        return JournalText.juror_left(event.who, event.text)
    if isinstance(event, judge_events.VoteNoted):
        return JournalText.vote_noted(event.who)
    if isinstance(event, judge_events.JuryRuled):
        votes = [JournalText.vote(each.judge, each.ruling) for each in event.votes]
        return JournalText.jury_ruled(event.ruling, votes, event.text)
    if isinstance(event, judge_events.HanchanCut):
        return JournalText.hanchan_cut(event.text)
    if isinstance(event, judge_events.HanchanVoided):
        return JournalText.hanchan_void(event.text, nothing=event.keeps == "nothing")
    if isinstance(event, judge_events.WinAccepted):
        return JournalText.acknowledges(who(event.seat))
    if isinstance(event, judge_events.PaymentSeen):
        return JournalText.paid()
    return None
