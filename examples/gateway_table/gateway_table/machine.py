"""The body of the simulated table: parts that move, displays, senses, and the events it keeps until they are stored."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any, Final

SECONDS: Final = {"open": 0.7, "close": 0.7, "raise": 0.6, "shuffle": 0.8}
"""The duration of each motion; a real machine is slower."""
PARTS: Final = {"open": "lid", "close": "lid", "raise": "walls", "shuffle": "shuffle"}
KEPT: Final = 64
"""The most events that are kept; the oldest goes first."""
MOST_POINTS: Final = 999_900
"""The displays have six digits."""


class NoError(Exception):
    """The table refuses an order; the text is the reason."""


@dataclass
class Machine:
    """The table's machine; ``counts`` has the moves of each part, those before a reset included."""

    boot: int = 0
    cause: str = "power"
    counts: Counter[str] = field(default_factory=Counter)
    points: dict[int, int] = field(default_factory=dict)
    events: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=KEPT))
    motions: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Switch off and on: motors off, displays dark, nothing remembered."""
        for motion in self.motions.values():
            motion.cancel()
        self.motions.clear()
        self.events.clear()
        self.points.clear()
        self.boot = secrets.randbits(31)
        self._started_s = time.monotonic()
        self._number = self._goal = 0
        self._lid, self._walls = "closed", "down"
        self._buttons = [0, 0, 0, 0]
        self._curtains = 0

    @property
    def ms(self) -> int:
        """The machine's own clock."""
        return round((time.monotonic() - self._started_s) * 1000)

    def note(self, kind: str, **fields: Any) -> None:
        """Keep an event."""
        self._number += 1
        self.events.append({"boot": self.boot, "number": self._number, "ms": self.ms, "kind": kind, **fields})

    def press(self, chair: int, button: int, name: str, *, down: bool) -> None:
        """Press or release a button."""
        self._buttons[chair] = self._buttons[chair] & ~(1 << button) | (down << button)
        self.note("button", chair=chair, button=name, down=down)

    def cross(self, chair: int, *, broken: bool) -> None:
        """Put a hand through a curtain, or take it away."""
        self._curtains = self._curtains & ~(1 << chair) | (broken << chair)
        self.note("curtain", chair=chair, broken=broken)

    def levels(self) -> None:
        """Keep all levels as an event."""
        self.note(
            "levels",
            lid=self._lid,
            walls=self._walls,
            stacked=3,
            buttons=list(self._buttons),
            curtains=self._curtains,
            moving=list(self.motions),
        )

    def stop(self, how: str) -> None:
        """Switch the motors off; each motion under way ends in this way."""
        for name, motion in list(self.motions.items()):
            motion.cancel()
            del self.motions[name]
            self.note("done", motion=int(motion.get_name()), what=name, how=how)

    def show(self, chair: int, points: int) -> None:
        """Show a chair's points."""
        if chair not in range(4) or abs(points) > MOST_POINTS:
            raise NoError("value")
        self.points[chair] = points

    def move(self, name: str, value: int) -> int:
        """Begin a motion and return its number.

        Raises:
            NoError: it cannot be begun; nothing has moved.
        """
        if any(PARTS[moving] == PARTS[name] for moving in self.motions):
            raise NoError("busy")
        if name == "open" and "shuffle" in self.motions:
            raise NoError("busy")
        if name == "shuffle" and self._lid != "closed":
            raise NoError("lid")
        if name == "shuffle" and value not in {1, 2}:
            raise NoError("value")
        self._goal += 1
        self.counts[PARTS[name]] += 1
        self.motions[name] = asyncio.get_running_loop().create_task(self._moved(name), name=str(self._goal))
        return self._goal

    async def _moved(self, name: str) -> None:
        if PARTS[name] == "lid":
            self._lid = "between"
        await asyncio.sleep(SECONDS[name])
        if PARTS[name] == "lid":
            self._lid = "open" if name == "open" else "closed"
        elif name == "raise":
            self._walls = "up"
        motion = self.motions.pop(name)
        self.note("done", motion=int(motion.get_name()), what=name, how="reached")
