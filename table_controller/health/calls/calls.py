"""Decides which messages go to each address, and notes each before sending: one at an event, one when it is over.

A failing service is retried a few times, and raises one alert itself. The table never waits for it.
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from config.backoff import Backoff
from config.log_line import TROUBLE, Say
from config.text_file import write_whole
from referee.texts.language import LanguageName, language
from table_controller.health.calls.addresses import CallAddress
from table_controller.journal.one_daemon import belongs_to_folder
from wording.alerts.declaration import RaiseAlert, Trouble, alerts_of
from wording.alerts.declared import TableAlert
from wording.alerts.texts import CallText

NAME: Final = "calls.json"
"""The file in the state folder that says which address knows of which event."""
SETTLED_MS: Final = 10_000
"""The time for which an alert must stand before somebody is called: players fix some within seconds. [ms; judged]"""
OVER_MS: Final = 60_000
"""The time after which an alert that was withdrawn is over. One that comes again sooner, also through a restart, is the same
event. [ms; judged]"""
LOOK_S: Final = 2.0
FIRST_PAUSE_MS: Final = 30_000
LONGEST_PAUSE_MS: Final = 600_000
MOST_TRIES: Final = 5
"""The tries of one message: the last is a quarter of an hour after the first."""
LATE_TRIES: Final = 2
"""The failed tries after which a service is an alert."""
STAYING: Final = frozenset(alert.name for alert in alerts_of(TableAlert) if alert.stays)


class Send(Protocol):
    """Sends messages."""

    def __call__(self, address: CallAddress, title: str, body: str, *, over: bool) -> str:
        """Send a message; return the reason if that failed, else empty."""


class TableName(NamedTuple):
    """The table's names for people."""

    hall: str
    table: str


@dataclass(slots=True)
class _Line:
    """An address, and the events that it knows of.

    Attributes:
        sent: the events sent to it, with their texts.
        lost: events that could not be sent to it.
    """

    address: CallAddress
    sent: dict[str, str] = field(default_factory=dict)
    lost: set[str] = field(default_factory=set)
    pause: Backoff = field(default_factory=lambda: Backoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS))
    not_before_ms: int = 0


class AlertCalls:
    """Calls people about alerts.

    Args:
        addresses: the addresses to call.
        table: the table's names.
        state: the table's state folder.
        send: sends one message, and may block.
        now_ms: returns table time.
        alert: raises and withdraws the alert about a failing service.
        say: takes lines for the log.
        words: the language of the messages.
    """

    def __init__(
        self,
        addresses: Sequence[CallAddress],
        table: TableName,
        state: Path,
        *,
        send: Send,
        now_ms: Callable[[], int],
        alert: RaiseAlert,
        say: Say,
        words: LanguageName,
    ) -> None:
        self._table = table
        self._file = state / NAME
        self._send = send
        self._now_ms = now_ms
        self._alert = alert
        self._say = say
        self._words = language(words)
        kept = _told_in(self._file)
        self.lines = [_Line(each, kept.get(each.key, {})) for each in addresses]
        # An alert that only people end still stands after a restart, although nothing raises it again.
        self._stands = {
            name: text for line in self.lines for name, text in line.sent.items() if name in STAYING
        }
        self._changed_ms = dict.fromkeys((name for line in self.lines for name in line.sent), now_ms())

    def note(self, name: str, trouble: Trouble | None) -> None:
        """Note an alert that calls people; no trouble means that it is over, or never began."""
        if trouble is not None and name not in self._stands:
            texts = (self._words.say(trouble.text), self._words.say(trouble.advice))
            self._stands[name] = "\n".join(filter(None, texts))
            self._changed_ms[name] = self._now_ms()
        elif trouble is None and self._stands.pop(name, None) is not None:
            self._changed_ms[name] = self._now_ms()

    async def run(self) -> None:
        """Send what is due until cancelled, to each address by itself."""
        await asyncio.gather(*map(self._serve, self.lines))

    async def _serve(self, line: _Line) -> None:
        while True:
            await self.step(line)
            await asyncio.sleep(LOOK_S)

    async def step(self, line: _Line) -> None:
        """Send the next message that is due to an address, if one is."""
        now_ms = self._now_ms()
        line.lost = {name for name in line.lost if not self._is_over(name, now_ms)}
        name = None if now_ms < line.not_before_ms else self._next(line, now_ms)
        if name is None:
            return
        over = name in line.sent
        text = line.sent.pop(name) if over else line.sent.setdefault(name, self._stands[name])
        self._keep()
        body = f"{self._words.say(CallText.over())}\n{text}" if over else text
        title = f"{self._words.say(CallText.table(self._table.table))} ({self._table.hall})"
        why = await asyncio.to_thread(self._send, line.address, title, body, over=over)
        if not why:
            line.pause.reset()
        else:
            self._failed(line, name, text, why, over=over)
        slow = [each.address.name for each in self.lines if each.pause.failures >= LATE_TRIES]
        self._alert(TableAlert.CALLS, TableAlert.calls_unsent(", ".join(slow)) if slow else None)

    def _next(self, line: _Line, now_ms: int) -> str | None:
        """Return the event whose end or beginning an address should learn of next."""
        over = (name for name in line.sent if self._is_over(name, now_ms))
        new = (
            name for name in self._stands
            if name not in line.sent and name not in line.lost and now_ms - self._changed_ms[name] >= SETTLED_MS
        )  # fmt: skip
        return next(over, None) or next(new, None)

    def _is_over(self, name: str, now_ms: int) -> bool:
        return name not in self._stands and now_ms - self._changed_ms[name] >= OVER_MS

    def _failed(self, line: _Line, name: str, text: str, why: str, *, over: bool) -> None:
        """Note that a message was not accepted, and when the next try is due."""
        line.not_before_ms = self._now_ms() + int(line.pause.next())
        if line.pause.failures == 1:
            self._say(f"nobody is called by {line.address.name}: {why}", TROUBLE)
        given_up = line.pause.failures % MOST_TRIES == 0
        if over:
            if not given_up:
                line.sent[name] = text
        else:
            del line.sent[name]
            if given_up:
                line.lost.add(name)
        self._keep()

    def _keep(self) -> None:
        """Store the events that each address was notified of; if the disk is full, people may be called again after a restart."""
        sent = json.dumps({line.address.key: line.sent for line in self.lines}).encode()
        with suppress(OSError):
            write_whole(self._file, sent, before=partial(belongs_to_folder, folder=self._file.parent))


def _told_in(file: Path) -> dict[str, dict[str, str]]:
    """Read the events that each address was notified of; an unreadable file counts as empty."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        return {
            str(key): {str(name): str(text) for name, text in events.items()} for key, events in kept.items()
        }
    except (OSError, ValueError, AttributeError):
        return {}
