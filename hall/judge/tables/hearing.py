"""Reports to tables that a judge is listening to their calls, since a table tells a caller if nobody is."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final

from hall.judge.tables.hall import Hall

if TYPE_CHECKING:
    from table_controller.client.connection import BrokerLine

SAY_AGAIN_S: Final = 60.0
"""The time after which the report is repeated; a table believes one for longer. [s]"""
THERE: Final = frozenset({"init", "ready"})


class CallListener:
    """Repeats the report in a thread of its own; the access list decides whether a login may send it.

    Args:
        hall: what is known of the tables.
        line: where orders go.
    """

    def __init__(self, hall: Hall, line: BrokerLine) -> None:
        self._hall = hall
        self._line = line
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hears calls", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def heard(self, table: str, topic: str, value: Any) -> None:
        """Report at once to a table that publishes its status, as it does after its start, unless it is away."""
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
