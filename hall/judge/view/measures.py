"""A terminal's measures of a table: the health of the serial line, and the table's time to answer."""

from collections import deque
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Any, Final

from table_controller.mqtt.topics import LINK, MACHINE

KEPT: Final = 60
"""The number of values kept of each series. Telemetry comes every 10 s, so they show ten minutes."""
GROWING: Final = ("retries", "signals_lost", "beats_unanswered", "bad_crc", "bad_frames", "resets", "losses")
"""Counters that stand still on a good line (``firmware_bridge.link.counters.Telemetry``)."""


def _series() -> deque[float]:
    return deque(maxlen=KEPT)


@dataclass(slots=True)
class Measures:
    """Series of one table, the newest value last.

    Attributes:
        line: the newest telemetry of the serial line; empty before the first.
        machine: the newest report of machine and camera; empty before the first.
        round_trips_ms: of the serial line.
        answers_ms: from a query over the broker to the table's answer.
    """

    line: dict[str, Any] = field(default_factory=dict)
    machine: dict[str, Any] = field(default_factory=dict)
    round_trips_ms: deque[float] = field(default_factory=_series)
    answers_ms: deque[float] = field(default_factory=_series)

    def heard(self, topic: str, value: Any) -> bool:
        """Take a table's report of its machine or line; return False if the message is something else."""
        if not isinstance(value, dict):
            return False
        match topic:
            case LINK.end:
                self.line = value
                trip = value.get("round_trip_ms")
                if isinstance(trip, int | float):
                    self.round_trips_ms.append(float(trip))
            case MACHINE.end:
                self.machine = value
            case _:
                return False
        return True

    @property
    def troubles(self) -> dict[str, int]:
        """Return the counters of ``GROWING`` that do grow."""
        counts = {name: self.line.get(name) for name in GROWING}
        return {name: count for name, count in counts.items() if isinstance(count, int) and count}


def middle_and_slow(values: deque[float]) -> tuple[float, float] | None:
    """Return median and 95th percentile; None without values."""
    if not values:
        return None
    if len(values) == 1:
        return values[0], values[0]
    cuts = quantiles(values, n=20, method="inclusive")
    return cuts[9], cuts[18]
