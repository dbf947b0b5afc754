"""Queries of the journal: history and results. These commands change nothing, so a viewer may give them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, TypedDict

from msgspec import Meta, field

from referee.folding.state import evolve
from referee.game.events import HanchanStarted
from table_controller.commands.declaration import Command
from table_controller.commands.hanchans import MOST_RECORD_BYTES, Hanchan, with_room
from table_controller.commands.refused import CommandRefusedError
from table_controller.commands.values import EntryNumber, Time
from table_controller.journal.locating import MOST_KNOWN, KnownEntry, common
from table_controller.mqtt.gate import utc
from table_controller.mqtt.roles import Role
from wording.declined import Declined
from wording.events.entry_payload import EntryPayload, entry_payload
from wording.events.lines import lines_of

if TYPE_CHECKING:
    from referee.game.position import GameState
    from referee.journal.journal import Journal
    from referee.texts.language import LanguageName
    from referee.texts.message import Message
    from table_controller.commands.desk import CommandDesk

MOST_ENTRIES: Final = 200
MOST_TEXTS: Final = 1000


class Histories(TypedDict):
    """Entries of the journal, as many as an answer has room for."""

    entries: list[EntryPayload]
    newest: int
    """Number of the newest entry of all."""
    next: int | None
    """The number to continue from, if there was no room for all."""


class HanchanResults(TypedDict):
    """The results of hanchans, as many as an answer has room for."""

    hanchans: list[Hanchan]
    earlier: str | None
    """The ``until`` that asks for the earlier ones, if there was no room for all."""


class EntryTexts(TypedDict):
    """Entries as the journal has them, as many as an answer has room for."""

    after: int
    """Number of the entry that they follow: the newest of those named that the table has too; 0 if there is none."""
    texts: str
    """The entries, separated by line breaks, compressed with zlib, in base64; empty if none follow."""
    newest: int
    """Number of the newest entry of all."""


class History(Command, frozen=True):
    """Entries of the journal, as the event topic has them.

    Those from one number to another, or the newest; an answer holds at most 200.
    """

    roles: ClassVar[tuple[Role, ...]] = ("viewer",)
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
        return await asyncio.to_thread(_history, journal, first, last, desk.settings.language)


class Entries(Command, frozen=True):
    """Entries as the journal has them, for the hall: what follows the newest entry that both have.

    Of the entries that the hall names, the table looks for the newest that is in its journal.
    """

    roles: ClassVar[tuple[Role, ...]] = ("hall",)
    reads: ClassVar[bool] = True
    masked: ClassVar[bool] = False

    known: Annotated[
        Annotated[tuple[KnownEntry, ...], Meta(max_length=MOST_KNOWN)],
        Meta(description="entries that the hall has"),
    ] = ()

    async def do(self, desk: CommandDesk) -> EntryTexts:
        return await asyncio.to_thread(self.texts_of, desk.journal)

    def texts_of(self, journal: Journal) -> EntryTexts:
        # Most tables belong to no hall.
        from table_controller.journal.packing import pack_texts  # noqa: PLC0415

        after = common(journal.digest_at, self.known)
        texts = [text for _, text in journal.stored(after, MOST_TEXTS)]
        return {"after": after, "texts": pack_texts(texts)[0] if texts else "", "newest": journal.number}


class Results(Command, frozen=True):
    """The results of the table's hanchans, for overall scores.

    Those that began from ``since`` on and before ``until`` (UTC if they name no zone). If one answer cannot hold them all,
    it has the newest.
    """

    roles: ClassVar[tuple[Role, ...]] = ("viewer",)
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
    entries: list[EntryPayload] = []
    size = 0
    for entry in journal.entries(first, last) if first <= last else ():
        each = entry_payload(entry, lines.get(entry.number), words)
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
