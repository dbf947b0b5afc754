"""Messages from the broker, kept for the view to paint."""

import threading
from dataclasses import dataclass, field
from typing import Any

from hall.judge.tables.hall import Hall
from hall.judge.view.measures import Measures


@dataclass(slots=True)
class MeasuredTables:
    """The tables of a hall and their measures.

    The line's thread fills it and the screen's thread reads it, both under the hall's lock.

    Attributes:
        hall: the tables.
        measures: by the table's name.
        news: set when there is something to paint.
    """

    hall: Hall
    measures: dict[str, Measures] = field(default_factory=dict)
    news: threading.Event = field(default_factory=threading.Event)

    def note(self, table: str, topic: str, value: Any) -> None:
        """Take a published message."""
        with self.hall.lock:
            if self.of(table).heard(topic, value) or self.hall.note_publication(table, topic, value):
                self.news.set()

    def of(self, table: str) -> Measures:
        return self.measures.setdefault(table, Measures())
