"""Forwards a hall's filed entries to a stream: each branch of each table in order, from where it stopped.

For each branch, the store notes the last forwarded entry and the number of its message in the stream. If the program
ends after a message was stored but before that is noted, the stream refuses the next message, and we ask it for what it
has.

A server writes acknowledged messages to its disk some time later (nats-server: within two minutes), so a power cut may
lose the end of the stream. We look for such losses after each connection and each refusal, and then forward again from
the last message that is left.
"""

from __future__ import annotations

import asyncio
import zlib
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from nats.errors import MaxPayloadError
from nats.js.api import Header, RawStreamMsg
from nats.js.errors import APIError, NotFoundError

from config.log_line import TROUBLE, Say
from hall.forwarding.stream import (
    STREAM_NAME,
    StreamServer,
    context_at,
    entry_of,
    id_of,
    stream_of,
    subject_of,
)
from hall.forwarding.trying import Trying
from referee.journal.entry import digest_of
from table_controller.mqtt.gate import TopicLevel, is_level, shown

if TYPE_CHECKING:
    from nats.js import JetStreamContext

    from hall.store.filing import Branch
    from hall.store.store import SqlStore

LOOK_S: Final = 0.25
"""The pause between looks at the store for new entries. [s]"""
AT_ONCE: Final = 200
"""The entries of a branch that are forwarded before its progress is noted."""
TABLES_AT_ONCE: Final = 64
"""The most tables with a message on its way at the same time; each has one at a time."""
WRONG_LAST_SEQUENCE: Final = 10071
"""The server's error code if a subject has a newer message than the writer knows."""


class Forwarder:
    """Forwards until it is stopped.

    Args:
        hall: its name.
        server: where the stream is.
        replicas: the number of servers that keep a new stream.
        say: takes lines for the log.
    """

    def __init__(self, hall: TopicLevel, server: StreamServer, replicas: int, say: Say) -> None:
        self._hall = hall
        self._unnamed: set[str] = set()
        self._server = server
        self._replicas = replicas
        self._say = say

    async def run(self, store: Callable[[], SqlStore], stopping: asyncio.Event) -> None:
        """Forward the store's entries until the event is set; try again whenever server or store is away."""
        trying = Trying(self._server.place, store, self._say, stopping, noted=True)
        await trying.run(partial(self._session, trying))

    async def _session(self, trying: Trying, store: SqlStore) -> None:
        gone = asyncio.Event()
        async with context_at(self._server, f"jantaku hall {self._hall}", gone) as context:
            stream = await stream_of(context, self._replicas)
            # A stream that was deleted and made again is empty, so its progress has a name of its own.
            cursor = Cursor(store, f"{STREAM_NAME} {stream.created.isoformat() if stream.created else ''}")
            await self._look_for_losses(store, context, cursor)
            # A server may let us in and then store nothing, because its disk is full.
            more = await self._round(store, context, cursor)
            trying.goes(f"forwarding the journals of hall {self._hall} to", store)
            while not await trying.waited(0 if more else LOOK_S):
                if gone.is_set():
                    # Connect again even while nothing is due, since the next session looks for losses.
                    raise ConnectionResetError("the server has gone")
                more = await self._round(store, context, cursor)

    async def _round(self, store: SqlStore, context: JetStreamContext, cursor: Cursor) -> bool:
        """Forward some due entries of every table; return whether there may be more."""
        works = self._works(store, context, cursor)
        due = [work for work in works if any(cursor.number(each) < each.number for each in work.branches)]
        await self._each(_OneTable.forward, due, cursor)
        return bool(due)

    async def _look_for_losses(self, store: SqlStore, context: JetStreamContext, cursor: Cursor) -> None:
        """Look for losses: ask the stream for the newest message of each table."""
        works = self._works(store, context, cursor)
        await self._each(_OneTable.look_for_losses, works, cursor)
        if lost := sum(work.has_lost for work in works):
            self._say(
                f"{self._server.place}: the end of the stream is gone, as after a power cut; entries of {lost} tables are "
                "forwarded again",
                TROUBLE,
            )

    def _works(self, store: SqlStore, context: JetStreamContext, cursor: Cursor) -> list[_OneTable]:
        branches: defaultdict[str, list[Branch]] = defaultdict(list)
        for branch in store.branches():
            branches[branch.table].append(branch)
        works = []
        for table, each in branches.items():
            if is_level(table):
                works.append(_OneTable(subject_of(self._hall, table), table, each, store, context, cursor))
            elif table not in self._unnamed:  # from a store that is older than the rule for names
                self._unnamed.add(table)
                self._say(f"table {shown(table[:40])} cannot be forwarded under this name", TROUBLE)
        return works

    async def _each(
        self, do: Callable[[_OneTable], Awaitable[None]], works: Sequence[_OneTable], cursor: Cursor
    ) -> None:
        room = asyncio.Semaphore(TABLES_AT_ONCE)

        async def done(work: _OneTable) -> None:
            async with room:
                await do(work)

        found = await asyncio.gather(*map(done, works), return_exceptions=True)
        # Progress is noted even if something else failed.
        cursor.keep()
        for one in found:
            if isinstance(one, BaseException):
                raise one


class Cursor:
    """The progress of each branch of a store that is forwarded to a stream."""

    def __init__(self, store: SqlStore, stream: str) -> None:
        self._store = store
        self._stream = stream
        self._reached = store.forwarded(stream)
        self._changed: dict[int, tuple[int, int]] = {}

    def number(self, branch: Branch) -> int:
        """Return the number of the newest forwarded entry. Entries before a branch's first belong to its parents."""
        return max(branch.first - 1, self._reached.get(branch.name, (0, 0))[0])

    def sequence(self, branch: Branch) -> int:
        """Return the number of that entry's message in the stream; 0 if the stream has nothing of the branch."""
        return self._reached.get(branch.name, (0, 0))[1]

    def note(self, branch: int, number: int, sequence: int) -> None:
        """Note the newest entry of a branch that is in the stream."""
        self._reached[branch] = self._changed[branch] = number, sequence

    def keep(self) -> None:
        """Write the noted progress to the store."""
        if self._changed:
            self._store.note_forwarded(self._stream, self._changed)
            self._changed = {}


@dataclass(slots=True)
class _OneTable:
    """The messages of one table.

    Attributes:
        branches: of the table, as they were when we looked.
        last: the number of its newest known message.
        has_lost: whether the stream has lost messages that it had.
    """

    subject: str
    table: str
    branches: Sequence[Branch]
    store: SqlStore
    context: JetStreamContext
    cursor: Cursor
    last: int = 0
    has_lost: bool = False

    def __post_init__(self) -> None:
        self.last = max(map(self.cursor.sequence, self.branches))

    async def forward(self) -> None:
        """Publish the next entries of each branch."""
        for branch in self.branches:
            for number, text in self.store.own_texts(branch.name, self.cursor.number(branch), AT_ONCE):
                if number <= self.cursor.number(branch):
                    continue  # it has been found in the stream meanwhile
                try:
                    await self._publish(branch, number, text)
                except APIError as error:
                    if error.err_code != WRONG_LAST_SEQUENCE:
                        raise
                    await self.look_for_losses()
                    if self.has_lost:
                        return  # earlier entries are due first now
                    await self._catch_up()
                    if number > self.cursor.number(branch):
                        await self._publish(branch, number, text)

    async def look_for_losses(self) -> None:
        """If the newest message is gone, begin again after those that are left."""
        if not self.last or await self._is_there(self.last):
            return
        self.has_lost = True
        try:
            left = await self.context.get_last_msg(STREAM_NAME, self.subject)
        except NotFoundError:
            left = None
        entry = None if left is None else _entry(left)
        branch = None if entry is None else self.store.branch_with(self.table, *entry)
        sequence = 0 if left is None else left.seq or 0
        behind = [each for each in self.branches if self.cursor.sequence(each) > sequence]
        for each in behind:
            self.cursor.note(each.name, each.first - 1, 0)
        if entry is not None and branch is not None:
            self.cursor.note(branch, entry[0], sequence)
        self.last = sequence
        if any(each.name != branch for each in behind) and sequence:
            # The table was restored from a backup: only its messages show how much of each branch the stream has.
            self.last = 0
            await self._catch_up()

    async def _is_there(self, sequence: int) -> bool:
        """Return whether the stream has this message of the table, or a person has purged all up to it."""
        try:
            return (await self.context.get_msg(STREAM_NAME, seq=sequence)).subject == self.subject
        except NotFoundError:
            return sequence < (await self.context.stream_info(STREAM_NAME)).state.first_seq

    async def _publish(self, branch: Branch, number: int, text: bytes) -> None:
        headers = {
            Header.MSG_ID.value: f"{self.subject}/{id_of(number, digest_of(text))}",
            Header.EXPECTED_LAST_SUBJECT_SEQUENCE.value: str(self.last),
        }
        try:
            stored = await self.context.publish(self.subject, text, stream=STREAM_NAME, headers=headers)
        except MaxPayloadError:
            stored = await self.context.publish(
                self.subject, zlib.compress(text), stream=STREAM_NAME, headers=headers
            )
        # The server answers a repeat with the number of the first message.
        self.last = max(self.last, stored.seq)
        self.cursor.note(branch.name, number, stored.seq)

    async def _catch_up(self) -> None:
        """Ask the stream for the table's messages after the last known one."""
        while True:
            try:
                found = await self.context.get_msg(
                    STREAM_NAME, seq=self.last + 1, subject=self.subject, next=True
                )
            except NotFoundError:
                break
            self.last = found.seq or self.last + 1
            entry = _entry(found)
            branch = None if entry is None else self.store.branch_with(self.table, *entry)
            if entry is not None and branch is not None:
                self.cursor.note(branch, entry[0], self.last)
        try:
            self.last = (await self.context.get_last_msg(STREAM_NAME, self.subject)).seq or 0
        except NotFoundError:  # they were all removed
            self.last = 0


def _entry(message: RawStreamMsg) -> tuple[int, str] | None:
    """Return number and hash of the entry in a message; None if it has no entry."""
    return entry_of((message.headers or {}).get(Header.MSG_ID.value, ""))
