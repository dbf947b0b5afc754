"""The journal's entries, sent one after the other from a cursor, each until the broker has acknowledged it."""

import asyncio
import contextlib
import threading
import time
import zlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from referee.journal.journal import Entry, Journal, JournalError
from referee.journal.reader import Head
from referee.texts.language import Language
from referee.texts.message import Message as Said
from table_controller.broker.delays import Delays, Origin
from table_controller.broker.publisher import Publisher
from table_controller.broker.set_aside import Mark
from table_controller.mqtt.address import Address
from table_controller.mqtt.client import encoded
from table_controller.mqtt.topics import ENTRY, EVENT
from wording.alerts.declaration import Trouble
from wording.alerts.declared import TableAlert
from wording.alerts.texts import Untaken
from wording.events.entry_payload import entry_payload

READER: Final = "broker"
"""Name of the broker's cursor in the journal."""
CURSOR_EVERY: Final = 100
"""The cursor is stored at least once per this many events, and whenever all are sent."""
MOST_LINES: Final = 10_000
"""The most entries whose texts wait to be sent."""
HEAD_EVERY_S: Final = 1.0
"""Real time between two messages with the journal's end."""
JOURNAL_AGAIN_S: Final = 5.0
"""Real time after which to retry a journal that failed."""


@dataclass(frozen=True, slots=True)
class EntryForm:
    """The form in which entries are published.

    Attributes:
        words: the language of their texts.
        public: returns the public form of a message, without names if the club wants that.
    """

    words: Language
    public: Callable[[Any], Any]


class JournalEntries:
    """Sends the entries of a journal.

    Args:
        journal: the journal.
        address: the address whose topics they go to.
        form: what is published of an entry.
        publisher: sends them.
        delays: measures them.
        troubled: takes the fault of a journal that cannot be used, and None when it can be used again.
        nudge: wakes the broker's thread.
    """

    def __init__(
        self,
        journal: Journal,
        address: Address,
        form: EntryForm,
        publisher: Publisher,
        delays: Delays,
        *,
        troubled: Callable[[Trouble | None], None],
        nudge: Callable[[], None],
    ) -> None:
        self._journal = journal
        self._address = address
        self._form = form
        self._publisher = publisher
        self._delays = delays
        self._troubled = troubled
        self._nudge = nudge
        self._lines: OrderedDict[int, tuple[Said, ...]] = OrderedDict()
        self._lock = threading.Lock()
        self.sent = journal.acknowledged(READER)
        """Number of the newest entry that the broker has acknowledged."""
        self._newest = journal.number
        """Number of the newest entry given with its text; a later entry waits for its text."""
        self._again_s = 0.0
        self._head_again_s = 0.0
        self._head_sent = 0

    def add(self, entry: Entry, lines: tuple[Said, ...], origin: Origin) -> None:
        """Send a new entry that is already in the journal; any thread may call this."""
        with self._lock:
            self._lines[entry.number] = lines
            while len(self._lines) > MOST_LINES:
                self._lines.popitem(last=False)
            self._newest = entry.number
        self._delays.begin(entry.number, origin)

    @property
    def fails(self) -> bool:
        """True until a journal that failed is to be tried again."""
        return time.monotonic() < self._again_s

    @property
    def behind(self) -> bool:
        """True while there are entries that can be sent now."""
        return self.sent < self._newest and not self.fails

    async def send(self, interrupted: Callable[[], bool]) -> bool:
        """Send entries until all are sent or something more urgent is ``interrupted``; return whether it was.

        Raises:
            aiomqtt.MqttError: the connection ended.
        """
        if self.fails:
            return False
        unstored = 0
        try:
            for entry in self._journal.entries(self.sent + 1, self._newest):
                await self._publisher.while_connected(self._publish(entry))
                self.sent = entry.number
                self._delays.end(entry.number)
                unstored += 1
                if unstored >= CURSOR_EVERY:
                    unstored = 0
                    self.store_cursor()
                if interrupted():
                    return True
        except JournalError as error:
            self._publisher.aside.clear()
            self._failed(TableAlert.broker_unread(str(error)))
        return False

    async def _publish(self, entry: Entry) -> None:
        """Publish an entry for people, and its stored form for the hall; wait until the broker acknowledges both.

        Raises:
            JournalError: the entry cannot be read again.
        """
        topic, number, text = self._address.topic, entry.number, self._journal.text(entry.number) or b""
        publisher, room = self._publisher, self._publisher.room
        kept = text if len(text) <= room else zlib.compress(text)
        event, stored = (Mark(topic(each), number, number) for each in (EVENT, ENTRY))
        payloads: dict[Mark, bytes | Callable[[], bytes]] = {
            event: lambda: self.payload(entry, room),
            stored: kept,
        }
        if len(kept) > room:
            publisher.set_aside(stored, Untaken.too_long(len(kept)))
            del payloads[stored]
        for mark in [each for each in payloads if not publisher.aside.takes(each)]:
            publisher.pass_over(mark)
            del payloads[mark]
        if any(map(publisher.aside.is_suspected, payloads)):
            for mark, payload in payloads.items():
                await publisher.publish(mark, payload)
        else:
            await asyncio.gather(*(publisher.publish(*each) for each in payloads.items()))

    def payload(self, entry: Entry, most_bytes: int) -> bytes:
        """Return an entry as it is published for people; a longer one than the broker accepts without its content."""
        with self._lock:
            lines = self._lines.pop(entry.number, None)
        whole = self._form.public(entry_payload(entry, lines, self._form.words.name))
        payload = encoded(whole)
        if len(payload) <= most_bytes:
            return payload
        return encoded({**whole, "observation": None, "events": None, "too_large": len(payload)})

    def store_cursor(self) -> None:
        """Note in the journal how far the broker is."""
        if not self.sent or self.fails:
            return
        try:
            self._journal.acknowledge(READER, self.sent)
        except JournalError as error:
            # Do not end the connection for this: after a restart they are sent again, and their numbers show the
            # repeat.
            self._failed(TableAlert.broker_unnoted(str(error)))
        else:
            self._troubled(None)

    def new_head(self, *, at_once: bool) -> Head | None:
        """Return number and hash of the newest entry sent, for the broker to retain; None if it need not now.

        A later change to the journal's end shows by it.

        Args:
            at_once: whether it must not wait for a second to pass since the one before.
        """
        now_s = time.monotonic()
        if self._head_sent == self.sent or self.fails or (now_s < self._head_again_s and not at_once):
            return None
        self._head_again_s = now_s + HEAD_EVERY_S
        entry = None
        with contextlib.suppress(JournalError):  # damaged: another alert reports that
            entry = next(self._journal.entries(self.sent, self.sent), None)
        self._head_sent = self.sent
        return None if entry is None else Head(entry.number, entry.digest)

    def _failed(self, trouble: Trouble) -> None:
        """Note that the journal cannot be used now: state and answers are still sent, and it is retried soon."""
        self._again_s = time.monotonic() + JOURNAL_AGAIN_S
        self._troubled(trouble)
        asyncio.get_running_loop().call_later(JOURNAL_AGAIN_S, self._nudge)
