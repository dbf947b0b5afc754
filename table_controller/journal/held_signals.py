"""Writes signals into the inbox on disk, and holds them in memory, in order, while the disk fails."""

import threading
from typing import Final

from firmware_bridge.messages.signals import Signal
from referee.journal.journal import Journal, JournalAwayError
from table_controller.journal import signals_store

MOST_HELD: Final = 10_000
"""The most signals held, enough for hours of play; later signals stay with the unit."""


class HeldSignals:
    """Stores signals, from any thread.

    Args:
        journal: the owner of the inbox.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._held: list[Signal] = []
        self._lock = threading.Lock()

    def receive(self, signal: Signal) -> tuple[bool, JournalAwayError | None]:
        """Store a signal or hold it; return whether it is new, and the reason if it is only held.

        Raises:
            JournalAwayError: the disk fails, and too many signals are held already.
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
            JournalAwayError: the disk still fails.
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
