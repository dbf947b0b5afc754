"""Says to tables that a judge hears their calls: a table answers a call in vain that nobody does."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from hall.judge.tables.hall import Hall

SAY_AGAIN_S: Final = 60.0
"""The time after which it is said again; a word holds for longer. [s]"""
THERE: Final = frozenset({"init", "ready"})


class Telling(Protocol):
    """Gives orders: ``connection.BrokerLine``."""

    def tell(self, table: str, name: str) -> None:
        """Give an order that nobody waits for."""


class CallListener:
    """Says it again and again, in a thread of its own; the access list decides whether a login may.

    Args:
        hall: what is known of the tables.
        line: where orders go.
    """

    def __init__(self, hall: Hall, line: Telling) -> None:
        self._hall = hall
        self._line = line
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hears calls", daemon=True)

    def start(self) -> None:
        """Begin to say so."""
        self._thread.start()

    def stop(self) -> None:
        """Say so no more."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def heard(self, table: str, topic: str, value: Any) -> None:
        """A table that says how it is, as after its start, is told at once; one that is away is not."""
        if (
            self._thread.is_alive()
            and topic == "status"
            and isinstance(value, dict)
            and value.get("status") in THERE
        ):
            self._line.tell(table, "hear_calls")

    def _run(self) -> None:
        while True:
            with self._hall.lock:
                there = [table.name for table in self._hall.tables.values() if table.status in THERE]
            for name in there:
                self._line.tell(name, "hear_calls")
            if self._ended.wait(SAY_AGAIN_S):
                return
