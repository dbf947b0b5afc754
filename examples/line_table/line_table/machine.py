"""The body of the simulated table: parts that move, displays, buttons, and the events it keeps until they are stored."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Final

SECONDS: Final = {"LID-OPEN": 0.7, "LID-CLOSE": 0.7, "WALLS": 0.6, "SHUFFLE": 0.8, "DICE": 0.3}
"""The duration of each motion; a real machine is slower."""
PARTS: Final = {"LID-OPEN": "lid", "LID-CLOSE": "lid", "WALLS": "walls", "SHUFFLE": "shuffle", "DICE": "dice"}
KEPT: Final = 64
"""The most events that are kept; the oldest goes first."""
DARK: Final = "none"


class NoError(Exception):
    """The table refuses a command; the text is the reason."""


@dataclass
class Event:
    """Something that happened, until the host has stored it."""

    number: int
    ms: int
    words: tuple[str, ...]


@dataclass
class Machine:
    """The table's machine; ``counts`` has the moves of each part, those before a reset included."""

    boot: int = 0
    cause: str = "POWER"
    counts: Counter[str] = field(default_factory=Counter)
    shown: dict[str, str] = field(default_factory=dict)
    events: deque[Event] = field(default_factory=lambda: deque(maxlen=KEPT))
    motions: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Switch off and on: motors off, displays dark, nothing remembered."""
        for motion in self.motions.values():
            motion.cancel()
        self.motions.clear()
        self.events.clear()
        self.shown.clear()
        self.boot = secrets.randbits(31)
        self._started_s = time.monotonic()
        self._number = self._goal = 0
        self._lid, self._walls, self._stacked = "CLOSED", "DOWN", 3
        self._buttons = [0, 0, 0, 0]

    @property
    def ms(self) -> int:
        """The machine's own clock."""
        return round((time.monotonic() - self._started_s) * 1000)

    def note(self, *words: str) -> None:
        """Keep an event."""
        self._number += 1
        self.events.append(Event(self._number, self.ms, words))

    def press(self, chair: int, button: int, name: str, down: bool) -> None:
        """Press or release a button."""
        self._buttons[chair] = self._buttons[chair] & ~(1 << button) | (down << button)
        self.note("BUTTON", str(chair), name, "DOWN" if down else "UP")

    def levels(self) -> None:
        """Keep all levels as an event."""
        buttons = ",".join(str(mask) for mask in self._buttons)
        moving = ",".join(self.motions) or "-"
        self.note("LEVELS", self._lid, self._walls, str(self._stacked), buttons, moving)

    def stop(self, outcome: str) -> None:
        """Switch the motors off; each motion under way ends with this outcome."""
        for name, motion in list(self.motions.items()):
            motion.cancel()
            del self.motions[name]
            self.note("DONE", motion.get_name(), name, outcome, "0")

    def show(self, display: str, value: str) -> None:
        """Show a value."""
        lowest, highest = {"HONBA": (0, 99), "ROUND": (0, 20), "DEALER": (0, 3)}.get(
            display, (-200_000, 900_000)
        )
        if value != "-" and not lowest <= int(value) <= highest:
            raise NoError("VALUE")
        self.shown[display] = DARK if value == "-" else value

    def move(self, name: str, argument: int = 0) -> int:
        """Begin a motion and return its number.

        Raises:
            NoError: it cannot be begun; nothing has moved.
        """
        if any(PARTS[moving] == PARTS[name] for moving in self.motions):
            raise NoError("BUSY")
        if name == "LID-OPEN" and "SHUFFLE" in self.motions:
            raise NoError("BUSY")
        if name == "SHUFFLE" and self._lid != "CLOSED":
            raise NoError("LID")
        if name == "SHUFFLE" and argument not in {1, 2}:
            raise NoError("VALUE")
        if name == "WALLS" and not self._stacked:
            raise NoError("EMPTY")
        self._goal += 1
        self.counts[PARTS[name]] += 1
        motion = asyncio.get_running_loop().create_task(self._moved(name, argument), name=str(self._goal))
        self.motions[name] = motion
        return self._goal

    async def _moved(self, name: str, argument: int) -> None:
        if name.startswith("LID"):
            self._lid = "BETWEEN"
        await asyncio.sleep(SECONDS[name])
        if name == "LID-OPEN":
            self._lid = "OPEN"
        elif name == "LID-CLOSE":
            self._lid = "CLOSED"
        elif name == "WALLS":
            self._walls = "UP"
        motion = self.motions.pop(name)
        if name == "DICE":
            seed = argument or secrets.randbits(31) + 1
            dice = random.Random(seed)  # noqa: S311 - a simulation's dice
            first, second = dice.randint(1, 6), dice.randint(1, 6)
            self.note("DICE", motion.get_name(), str(first), str(second), str(seed))
        self.note("DONE", motion.get_name(), name, "REACHED", "0")
