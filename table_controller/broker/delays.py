"""Measures how long an entry takes from the act on the table to the broker's acknowledgement."""

import json
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from config.log_line import TROUBLE, Say


@dataclass(frozen=True, slots=True)
class Origin:
    """The time at which an entry's content was settled.

    ``settled_ms`` is the table time of its frame, None without one; ``real_s`` is ``time.monotonic()`` then.
    """

    observation: str
    at_ms: int
    settled_ms: int | None
    real_s: float


class Delays:
    """The published entries, and the real time that they took.

    Args:
        latency: the file for a line about each acknowledged entry, or None.
        say: takes lines for the daemon's log.

    Attributes:
        published: the number of entries that the broker has acknowledged.
        publishing_s: the time from the act to the broker's acknowledgement, summed over them.
    """

    def __init__(self, latency: Path | None, say: Say) -> None:
        self._latency = latency
        self._say = say
        self._origins: dict[int, Origin] = {}
        self._lock = threading.Lock()
        self.published, self.publishing_s = 0, 0.0

    def begin(self, number: int, origin: Origin) -> None:
        """Note the origin of an entry; any thread may."""
        with self._lock:
            self._origins[number] = origin

    def end(self, number: int) -> None:
        """Note that the broker has acknowledged an entry."""
        with self._lock:
            origin = self._origins.pop(number, None)
        if origin is None:
            return
        took_s = time.monotonic() - origin.real_s
        self.published += 1
        self.publishing_s += took_s
        if self._latency is None:
            return
        line = {
            "number": number,
            "observation": origin.observation,
            "at_ms": origin.at_ms,
            "settled_ms": origin.settled_ms,
            "ack_real_ms": round(took_s * 1000, 3),
        }
        try:
            with self._latency.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        except OSError as error:
            # Only a measurement: the table goes on without it.
            self._say(f"nothing more is measured: {error}", TROUBLE)
            self._latency = None
