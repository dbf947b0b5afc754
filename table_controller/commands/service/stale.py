"""Refuses commands whose decision is out of date, and lists the entries since then."""

from typing import Final

from referee.game import events
from referee.game.judge_events import AttendantChanged, PaymentSeen, TimeStood, VoteNoted, WinAccepted
from referee.journal.journal import Entry
from referee.texts.language import language
from referee.texts.message import Message
from table_controller.commands.declaration import Command
from table_controller.commands.desk import CommandDesk
from table_controller.commands.refused import CommandRefusedError, Since
from wording.declined import Declined
from wording.events.lines import in_one_line, lines_of

TOLD: Final = 10
"""The number of newest entries listed."""
LOOKED_AT: Final = 2_000
"""The number of entries searched: a decision based on an older entry must be made again."""
PASSING: Final = (events.HandMoved, events.FoulSuspected, events.SuspicionEnded, VoteNoted, TimeStood)
"""Events that no decision depends on."""
PLAY: Final = (
    *PASSING,
    events.IndicatorTurned,
    events.TileDrawn,
    events.TileDiscarded,
    events.CallMade,
    events.CallWithdrawn,
    events.DrawPutOff,
    events.MeldMade,
    events.MeldTakenBack,
    events.DrawTakenBack,
    events.RiichiDeclared,
    events.RiichiTakenBack,
    events.RiichiAccepted,
    events.ClaimedTileTaken,
    events.StickPlaced,
    events.HandShown,
    events.UraTurned,
    events.TenpaiAnnounced,
    WinAccepted,
    PaymentSeen,
    AttendantChanged,
)
"""Acts of players, and of judges on their way: a ruling on a finding does not depend on them, as on another discard."""


def refuse_if_stale(command: Command, desk: CommandDesk) -> None:
    """Check that no relevant entry was written after a command was decided.

    Raises:
        CommandRefusedError: there is one; the text and ``since`` name it.
    """
    if command.at is None:
        return
    newest = desk.journal.number
    if command.at > newest:
        raise CommandRefusedError(Declined.entry_to_come(newest))
    if newest - command.at > LOOKED_AT:
        raise CommandRefusedError(Declined.decided_long_ago(command.at, newest))
    matters = [
        entry
        for entry in (desk.journal.entries(command.at + 1) if command.at < newest else ())
        if _matters(entry, play=command.heeds_play())
    ]
    if matters:
        last = matters[-TOLD:]
        happened = [_line_of(entry, desk) for entry in last]
        since = [_since(entry, desk) for entry in last]
        raise CommandRefusedError(Declined.happened_since(command.at, happened), since=since)


def _matters(entry: Entry, *, play: bool) -> bool:
    passing = PASSING if play else PLAY
    return any(not isinstance(event, passing) for event in entry.events)


def _line_of(entry: Entry, desk: CommandDesk) -> Message:
    lines = lines_of(entry.events, desk.state)
    if lines:
        return Declined.entry_says(entry.number, lines)
    return Declined.entry_is(entry.number, type(entry.observation).__name__)


def _since(entry: Entry, desk: CommandDesk) -> Since:
    spoken = language(desk.settings.language)
    lines = lines_of(entry.events, desk.state)
    text = in_one_line(lines, desk.settings.language) or spoken.word("kind", type(entry.observation).__name__)
    return {"number": entry.number, "text": text}
