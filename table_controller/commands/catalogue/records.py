"""Queries of the journal: history and results. These commands change nothing, so a viewer may give them."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, TypedDict

from msgspec import Meta, field

from referee.folding.state import evolve
from referee.game.events import HanchanStarted
from table_controller.commands.declaration import Command
from table_controller.commands.hanchans import MOST_RECORD_BYTES, Hanchan, utc, with_room
from table_controller.commands.refused import CommandRefusedError
from table_controller.commands.values import EntryNumber, Time
from table_controller.mqtt.roles import Role
from table_controller.wording.declined import Declined
from table_controller.wording.told import Told, told
from table_controller.wording.wording import lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from referee.game.position import GameState
    from referee.journal.journal import Journal
    from referee.texts.language import LanguageName
    from referee.texts.message import Message
    from table_controller.commands.desk import CommandDesk

MOST_ENTRIES: Final = 200


class Histories(TypedDict):
    """Entries of the journal, as many as an answer has room for."""

    entries: list[Told]
    newest: int
    """Number of the newest entry of all."""
    next: int | None
    """The number to continue from, if there was no room for all."""


class HanchanResults(TypedDict):
    """The results of hanchans, as many as an answer has room for."""

    hanchans: list[Hanchan]
    earlier: str | None
    """The ``until`` that asks for the earlier ones, if there was no room for all."""


class History(Command, frozen=True):
    """Entries of the journal, as the event topic has them.

    From one number to another, or the newest; at most 200 in an answer.
    """

    role: ClassVar[Role] = "viewer"
    reads: ClassVar[bool] = True

    first: Annotated[EntryNumber | None, Meta(description="the first entry")] = field(
        name="from", default=None
    )
    last: Annotated[EntryNumber | None, Meta(description="the last entry")] = field(name="to", default=None)
    newest: Annotated[
        int, Meta(ge=1, le=MOST_ENTRIES, description="how many of the newest, without from")
    ] = MOST_ENTRIES

    async def do(self, desk: CommandDesk) -> Histories:
        journal, first, last = desk.journal, self.first, self.last
        last = journal.number if last is None else min(last, journal.number)
        if first is None:
            first = max(1, last - self.newest + 1)
        # Reading many takes a while; the table goes on meanwhile.
        return await asyncio.to_thread(_history, journal, first, last, desk.words)


class Results(Command, frozen=True):
    """The results of the table's hanchans, for overall scores.

    Those that began at a time or later, and before another (UTC where no zone is given); if one answer cannot hold them
    all, the newest.
    """

    role: ClassVar[Role] = "viewer"
    reads: ClassVar[bool] = True

    since: Annotated[Time, Meta(description="ISO 8601")] = ""
    until: Annotated[Time, Meta(description="ISO 8601")] = ""

    async def do(self, desk: CommandDesk) -> HanchanResults:
        wanted = await desk.hanchans.began(_time("since", self.since), _time("until", self.until))
        hanchans = with_room(wanted)
        return {
            "hanchans": hanchans,
            "earlier": hanchans[0]["began"] if len(hanchans) < len(wanted) else None,
        }


def _time(name: str, text: str) -> datetime | None:
    if not text:
        return None
    try:
        return utc(text)
    except ValueError:
        raise CommandRefusedError(Declined.no_time(name, text)) from None


def _history(journal: Journal, first: int, last: int, words: LanguageName) -> Histories:
    lines = dict(_lines(journal, first, last))
    entries: list[Told] = []
    size = 0
    for entry in journal.entries(first, last) if first <= last else ():
        each = told(entry, lines.get(entry.number), words)
        size += len(json.dumps(each, ensure_ascii=False).encode())
        if entries and (size > MOST_RECORD_BYTES or len(entries) == MOST_ENTRIES):
            return {"entries": entries, "newest": journal.number, "next": entry.number}
        entries.append(each)
    return {"entries": entries, "newest": journal.number, "next": None}


def _lines(journal: Journal, first: int, last: int) -> Iterator[tuple[int, tuple[Message, ...]]]:
    """The lines of the newest hanchan's entries, with the names and winds of their time."""
    hanchan = journal.hanchan()
    if not hanchan or last < hanchan[0].number:
        return
    state: GameState | None = None
    for entry in hanchan:
        for event in entry.events:
            if state is not None or isinstance(event, HanchanStarted):
                state = evolve(state, event)
        if first <= entry.number <= last:
            yield entry.number, lines_of(entry.events, state)
