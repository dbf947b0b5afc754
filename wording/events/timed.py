"""Acts whose time matters, in one line each. Mere suspicions are told to nobody."""

from collections.abc import Callable

from referee.game import events
from referee.game.events import Event
from referee.texts.lines import JournalText
from referee.texts.message import Message, Person
from referee.tiles import UNKNOWN


def timed_line(event: Event, who: Callable[[int], Person]) -> Message | None:
    """The line of an event; None if it is another kind or not for people. ``who`` names a seat."""
    if isinstance(event, events.CallWithdrawn):
        return JournalText.call_taken_back(who(event.seat), event.call)
    if isinstance(event, events.ClaimedTileTaken):
        return JournalText.takes_tile(who(event.seat))
    if isinstance(event, events.DrawPutOff):
        return JournalText.draws_early(who(event.seat), None if event.tile == UNKNOWN else event.tile)
    if isinstance(event, events.JudgeSummoned):
        return JournalText.calls_judge(who(event.seat))
    if isinstance(event, events.RiichiTakenBack):
        return JournalText.riichi_taken_back(who(event.seat))
    return None
