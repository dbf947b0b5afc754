"""The tables to be asked for entries that the hall lacks, each with its time. Time comes in as seconds; nothing here waits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from config.backoff import Backoff

if TYPE_CHECKING:
    from table_controller.mqtt.gate import TopicLevel

FIRST_S: Final = 0.5
"""The time to wait for missing entries: they may be on their way, or with another collector. [s]"""
UNANSWERED_S: Final = 10.0
"""A table that has not answered for so long is asked again, later and later."""
LONGEST_S: Final = 60.0
AT_ONCE: Final = 8
"""Tables that are asked at the same time: each answer has up to 128 KB."""
MISSING_S: Final = 60.0
"""The time after which people hear of missing entries: a table that is switched on answers within seconds."""


@dataclass(slots=True)
class _Wanted:
    since_s: float
    next_s: float
    pause: Backoff = field(default_factory=lambda: Backoff(UNANSWERED_S, LONGEST_S))
    asked: bool = False


class Questions:
    """Keeps in mind which tables have entries that the hall lacks."""

    def __init__(self) -> None:
        self._wanted: dict[TopicLevel, _Wanted] = {}

    def want(self, table: TopicLevel, now_s: float) -> None:
        """A table has entries that the hall lacks."""
        self._wanted.setdefault(table, _Wanted(now_s, now_s + FIRST_S))

    def due(self, now_s: float) -> list[TopicLevel]:
        """The tables to be asked now, as many as there is room for; the caller asks each, or calls ``complete``."""
        asked = sum(each.asked and each.next_s > now_s for each in self._wanted.values())
        due = sorted((each.next_s, table) for table, each in self._wanted.items() if each.next_s <= now_s)
        return [table for _, table in due[: max(0, AT_ONCE - asked)]]

    def asked(self, table: TopicLevel, now_s: float) -> None:
        """A table was asked; without an answer it is asked again."""
        each = self._wanted[table]
        each.asked = True
        each.next_s = now_s + each.pause.next()

    def answered(self, table: TopicLevel, now_s: float) -> None:
        """A table sent entries: it is asked at once whether there are more."""
        each = self._wanted.get(table)
        if each is not None:
            each.since_s = each.next_s = now_s
            each.asked = False
            each.pause.reset()

    def came_back(self, table: TopicLevel, now_s: float) -> None:
        """A table is switched on: it is not waited for any longer."""
        each = self._wanted.get(table)
        if each is not None and each.asked:
            each.next_s, each.asked = now_s + FIRST_S, False
            each.pause.reset()

    def complete(self, table: TopicLevel) -> None:
        """The hall has all that it knows of."""
        self._wanted.pop(table, None)

    def next_s(self) -> float | None:
        """Return the time at which the next table is due; None if none is awaited."""
        return min((each.next_s for each in self._wanted.values()), default=None)

    def missing(self, now_s: float) -> frozenset[TopicLevel]:
        """Tables whose entries have been missing for longer than it takes to ask."""
        return frozenset(table for table, each in self._wanted.items() if now_s - each.since_s >= MISSING_S)
