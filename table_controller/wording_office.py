"""What judges have done, in a line of English for the people who watch a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import judge_events
from referee.fouls import CATALOGUE

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.events import Event

STOPS = {"judge_called": "the judge is called", "judge": "by the judge", "disqualified": "disqualified"}


def office_text(event: Event, who: Callable[[int], str]) -> str:
    """What the event says; empty if it is none of these. ``who`` names a seat."""
    if isinstance(event, judge_events.PlayStopped):
        by = "" if event.seat is None else f" ({who(event.seat)})"
        rule = CATALOGUE.get(event.reason)
        reason = STOPS.get(event.reason) or (event.reason if rule is None else rule.words)
        return _why(f"play stops: {reason}{by}", event.text)
    if isinstance(event, judge_events.PlayedOn):
        return f"{who(event.seat)} plays on although play is stopped"
    if isinstance(event, judge_events.PlayContinued):
        return _why("the judge lets play go on", event.text)
    if isinstance(event, judge_events.ScoresAdjusted):
        moved = [f"{who(seat)} {change:+d}" for seat, change in enumerate(event.changes) if change]
        moved += [f"bets {event.bets:+d}"] if event.bets else []
        return _why(f"points moved by the judge: {', '.join(moved)}", event.text)
    if isinstance(event, judge_events.ResultEntered):
        return _why("entered by the judge", event.text)
    if isinstance(event, judge_events.ClockChanged):
        how = "stands still" if event.paused_at_ms is not None else "runs"
        return _why(f"the time {how}, {event.added_ms // 60_000} min longer in all", event.text)
    if isinstance(event, judge_events.PlayerChanged):
        return _why(f"{event.name} plays on for {event.former or who(event.seat)}", event.text)
    if isinstance(event, judge_events.AppealMade):
        return _why(f"appeal of {who(event.seat)}: {event.outcome}", event.text)
    if isinstance(event, judge_events.HanchanCut):
        return _why("the judge ends the hanchan", event.text)
    if isinstance(event, judge_events.HanchanVoided):
        counts = "nothing of it counts" if event.keeps == "nothing" else "only its penalties count"
        return _why(f"the hanchan is void: {counts}", event.text)
    if isinstance(event, judge_events.WinAccepted):
        return f"{who(event.seat)} acknowledges the win"
    if isinstance(event, judge_events.PaymentSeen):
        return "the points lie on the table"
    return ""


def _why(text: str, why: str) -> str:
    return f"{text}, {why}" if why else text
