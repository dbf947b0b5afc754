"""The tables whose clocks differ from the hall's, by the times of their entries as they arrive."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from table_controller.mqtt.gate import TopicLevel

OFF_S: Final = 60.0
"""A smaller difference hardly shows in the minutes left. [s]"""
LASTS_S: Final = 60.0
"""The time for which a difference must stay the same. Entries that waited are less and less late as they arrive. [s]"""
SAME_S: Final = 5.0
"""The most by which the delays of a table's entries may differ. [s]"""


@dataclass(frozen=True, slots=True)
class _Difference:
    behind_s: float
    since_s: float
    newest_s: float


class Clocks:
    """Compares the clocks of tables with the hall's."""

    def __init__(self) -> None:
        self._differences: dict[TopicLevel, _Difference] = {}

    def heard(self, table: TopicLevel, wall: str, now_s: float) -> None:
        """Note that a table's entry has arrived.

        Args:
            table: the table that sent it.
            wall: its time by the table's clock, ISO 8601.
            now_s: the hall's time, in seconds since 1970.
        """
        try:
            behind_s = now_s - datetime.fromisoformat(wall).timestamp()
        except (ValueError, OverflowError):
            return
        if abs(behind_s) < OFF_S:
            self._differences.pop(table, None)
            return
        known = self._differences.get(table)
        if known is None or abs(behind_s - known.behind_s) > SAME_S:
            self._differences[table] = _Difference(behind_s, now_s, now_s)
        else:
            self._differences[table] = replace(known, newest_s=now_s)

    def wrong(self) -> dict[TopicLevel, int]:
        """Return by how many minutes the clock of each table differs whose clock does."""
        return {
            table: round(abs(each.behind_s) / 60)
            for table, each in self._differences.items()
            if each.newest_s - each.since_s >= LASTS_S
        }
