"""Writes signals into the inbox on disk and, while that fails, holds them in memory in order."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

from referee.journal.journal import JournalAwayError
from table_controller.journal import signals_store

if TYPE_CHECKING:
    from firmware_bridge.messages.signals import Signal
    from referee.journal.journal import Journal

MOST_HELD: Final = 10_000
"""Enough for hours of play; later signals stay with the unit."""


class HeldSignals:
    """Stores signals; any thread may use it.

    Args:
        journal: whose inbox it is.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._held: list[Signal] = []
        self._lock = threading.Lock()

    def receive(self, signal: Signal) -> tuple[bool, JournalAwayError | None]:
        """Store a signal or hold it; returns whether it is new, and why it was only held.

        Raises:
            JournalAwayError: it could not be stored, and too many are held.
        """
        with self._lock:
            try:
                self._store_held()
                return self._store(signal), None
            except JournalAwayError as error:
                if len(self._held) >= MOST_HELD:
                    raise
                self._held.append(signal)
                return True, error

    def store(self) -> None:
        """Store the held signals.

        Raises:
            JournalAwayError: it cannot be stored yet.
        """
        with self._lock:
            self._store_held()

    def _store_held(self) -> None:
        while self._held:
            self._store(self._held[0])
            del self._held[0]

    def _store(self, signal: Signal) -> bool:
        if not signals_store.is_kept(signal):
            self._journal.pass_over(signal.nonce, signal.number)
            return True
        return self._journal.receive(signal.nonce, signal.number, signals_store.to_text(signal))
