"""Acts that depend on their time, in a line of English. What is only suspected is told to nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import events
from referee.tiles import NAMES, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.events import Event


def timed_text(event: Event, who: Callable[[int], str]) -> str:
    """What the event says; empty if it is none of these, or nothing for people. ``who`` names a seat."""
    if isinstance(event, events.CallWithdrawn):
        return f"{who(event.seat)} takes the call of {event.call.replace('_', ' ')} back"
    if isinstance(event, events.ClaimedTileTaken):
        return f"{who(event.seat)} takes the claimed tile"
    if isinstance(event, events.DrawPutOff):
        tile = "" if event.tile == UNKNOWN else f" {NAMES[event.tile]}"
        return f"{who(event.seat)} draws{tile} before the time for it"
    if isinstance(event, events.JudgeSummoned):
        return f"{who(event.seat)} calls the judge"
    if isinstance(event, events.RiichiTakenBack):
        return f"{who(event.seat)} takes the riichi back"
    return ""
