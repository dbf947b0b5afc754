"""Commands that were decided on what is not so any more: what matters and came since is told, and nothing is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

from referee.game import events
from table_controller.commands.refused import CommandRefusedError
from table_controller.wording.wording import text_of

if TYPE_CHECKING:
    from referee.journal.journal import Entry
    from table_controller.commands.declaration import Command
    from table_controller.commands.desk import Desk

TOLD: Final = 10
"""Entries told, the newest."""
LOOKED_AT: Final = 2_000
"""Entries looked through: whoever decided on something older looks again."""
PASSING: Final = (events.HandMoved, events.FoulSuspected, events.SuspicionEnded)
"""What nobody decides on."""
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
)
"""What players do: a ruling on a finding is the same whether another tile was discarded or not."""


class Since(TypedDict):
    """An entry that came since a command was decided."""

    number: int
    text: str


def refuse_if_stale(command: Command, desk: Desk) -> None:
    """See that nothing that matters came since a command was decided.

    Raises:
        CommandRefusedError: it did; the text and ``since`` tell what.
    """
    if command.at is None:
        return
    newest = desk.journal.number
    if command.at > newest:
        raise CommandRefusedError(f"at must be an entry that is there; the newest is {newest}")
    if newest - command.at > LOOKED_AT:
        raise CommandRefusedError(
            f"it was decided at entry {command.at} and the newest is {newest}: look again"
        )
    matters = [
        entry
        for entry in (desk.journal.entries(command.at + 1) if command.at < newest else ())
        if _matters(entry, play=command.heeds_play())
    ]
    if matters:
        since = [_told(entry, desk) for entry in matters[-TOLD:]]
        happened = "; ".join(f"entry {each['number']}: {each['text']}" for each in since)
        raise CommandRefusedError(f"since entry {command.at} this happened: {happened}", since=since)


def _matters(entry: Entry, *, play: bool) -> bool:
    passing = PASSING if play else PLAY
    return any(not isinstance(event, passing) for event in entry.events)


def _told(entry: Entry, desk: Desk) -> Since:
    text = text_of(entry.events, desk.state, desk.words) or type(entry.observation).__name__
    return {"number": entry.number, "text": text}
