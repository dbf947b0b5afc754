"""The time to wait before sending again: the usual estimate from smoothed round trips (RFC 6298)."""

from typing import Final

from config.backoff import Backoff

FIRST_MS: Final = 60.0
SHORTEST_MS: Final = 20.0
LONGEST_MS: Final = 500.0
TRIES_EACH: Final = 3
"""The wait is doubled after this many tries: a dedicated line loses frames to noise, not to congestion, and the
heartbeat notices a line that has become slow."""


class RetryTime:
    """An adaptive time-out: smoothed round trip plus four deviations, doubled after every third try without an answer."""

    def __init__(self) -> None:
        self._smooth_ms: float | None = None
        self._deviation_ms = 0.0
        self._base_ms = FIRST_MS

    def sample(self, round_trip_ms: float) -> None:
        """Take the round trip of a frame that was sent once."""
        if self._smooth_ms is None:
            self._smooth_ms = round_trip_ms
            self._deviation_ms = round_trip_ms / 2
        else:
            self._deviation_ms += (abs(self._smooth_ms - round_trip_ms) - self._deviation_ms) / 4
            self._smooth_ms += (round_trip_ms - self._smooth_ms) / 8
        self._base_ms = min(LONGEST_MS, max(SHORTEST_MS, self._smooth_ms + 4 * self._deviation_ms))

    def wait_ms(self, tries: int) -> float:
        """Return the time to wait after the ``tries``-th sending (1 is the first)."""
        return Backoff(self._base_ms, LONGEST_MS).after(1 + (tries - 1) // TRIES_EACH)
