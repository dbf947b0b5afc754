"""The tables to ask for missing entries, and when. The time is an argument, in seconds; nothing here waits."""

from dataclasses import dataclass, field
from typing import Final

from config.backoff import Backoff
from table_controller.mqtt.gate import TopicLevel

FIRST_S: Final = 0.5
"""The time to wait for missing entries: they may be on their way, or with another collector. [s]"""
UNANSWERED_S: Final = 10.0
"""The first pause before a table that has not answered is asked again; the pauses grow. [s]"""
LONGEST_S: Final = 60.0
AT_ONCE: Final = 8
"""The most tables that are asked at the same time: an answer can have 128 KB."""
MISSING_S: Final = 60.0
"""The time after which missing entries raise an alert; a table that is switched on answers within seconds. [s]"""


@dataclass(slots=True)
class _Wanted:
    since_s: float
    next_s: float
    pause: Backoff = field(default_factory=lambda: Backoff(UNANSWERED_S, LONGEST_S))
    asked: bool = False


class Questions:
    """Keeps track of the tables with entries that the hall lacks."""

    def __init__(self) -> None:
        self._wanted: dict[TopicLevel, _Wanted] = {}

    def want(self, table: TopicLevel, now_s: float) -> None:
        """Note that a table has entries that the hall lacks."""
        self._wanted.setdefault(table, _Wanted(now_s, now_s + FIRST_S))

    def due(self, now_s: float) -> list[TopicLevel]:
        """Return the tables to ask now, ``AT_ONCE`` at most in all; the caller asks each, or calls ``complete``."""
        asked = sum(each.asked and each.next_s > now_s for each in self._wanted.values())
        due = sorted((each.next_s, table) for table, each in self._wanted.items() if each.next_s <= now_s)
        return [table for _, table in due[: max(0, AT_ONCE - asked)]]

    def asked(self, table: TopicLevel, now_s: float) -> None:
        """Note that a table was asked; without an answer it is asked again."""
        each = self._wanted[table]
        each.asked = True
        each.next_s = now_s + each.pause.next()

    def answered(self, table: TopicLevel, now_s: float) -> None:
        """Note that a table sent entries, and let it be asked for more at once."""
        each = self._wanted.get(table)
        if each is not None:
            each.since_s = each.next_s = now_s
            each.asked = False
            each.pause.reset()

    def came_back(self, table: TopicLevel, now_s: float) -> None:
        """Note that a table was switched on, so it can be asked without further delay."""
        each = self._wanted.get(table)
        if each is not None and each.asked:
            each.next_s, each.asked = now_s + FIRST_S, False
            each.pause.reset()

    def complete(self, table: TopicLevel) -> None:
        """Note that the hall lacks no entry of a table that it knows of."""
        self._wanted.pop(table, None)

    def next_s(self) -> float | None:
        """Return the time at which the next table is due; None if none is awaited."""
        return min((each.next_s for each in self._wanted.values()), default=None)

    def missing(self, now_s: float) -> frozenset[TopicLevel]:
        """Return the tables whose entries have been missing for longer than ``MISSING_S``."""
        return frozenset(table for table, each in self._wanted.items() if now_s - each.since_s >= MISSING_S)
