"""Keys at the terminal while a simulation runs: pause, step, slow down or speed up table time.

They work only if standard input is a terminal that this program has to itself. The terminal's settings are restored,
however the simulation ends.
"""

import asyncio
import math
import os
import termios
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Literal, TypeAlias

from simulation.processes.conductor import Conductor

Key: TypeAlias = Literal["pause", "step", "slower", "faster", "help"]
KEYS: Final[dict[str, Key]] = {
    " ": "pause",
    "p": "pause",
    ".": "step",
    "s": "step",
    "-": "slower",
    "+": "faster",
    "=": "faster",
    "?": "help",
    "h": "help",
}
"""``=`` counts as ``+``, which is the same key with shift on many keyboards."""
HELP: Final = (
    "Keys: space pauses, . goes on for a second, - slower, + faster, b this hand again, ? this line, : an order; "
    "Ctrl-C ends."
)
PACED: Final = (
    "So that keys can hold the time, it waits for every program. With --no-keys each follows the wall clock by itself, and "
    "the report says how long a discard really took."
)
SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, math.inf)
"""Multiples of real time; infinite: as fast as this machine can."""
STEP_S: Final = 1.0
"""The table time of one step."""
PAUSED: Final = "paused"
"""The reason why table time stands still."""


class TimeKeys:
    """The keys that stop, step and pace table time.

    Args:
        conductor: of the table time.
        say: prints a line.
    """

    def __init__(self, conductor: Conductor, say: Callable[[str], None]) -> None:
        self._conductor = conductor
        self._say = say
        self._step: asyncio.TimerHandle | None = None

    def press(self, key: str) -> None:
        """Carry out a key; unknown keys have no effect."""
        match KEYS.get(key):
            case "pause":
                self._end_step()
                if PAUSED in self._conductor.frozen:
                    self._conductor.frozen.discard(PAUSED)
                    self._say(f"Table time goes on{self._at()}.")
                else:
                    self._pause()
            case "step":
                self._end_step()
                self._conductor.frozen.discard(PAUSED)
                self._step = asyncio.get_running_loop().call_later(STEP_S, self._pause)
            case "slower":
                self._change(slower)
            case "faster":
                self._change(faster)
            case "help":
                self._say(HELP)

    def _pause(self) -> None:
        self._conductor.frozen.add(PAUSED)
        self._say(f"Table time stands still{self._at()}.")

    def _end_step(self) -> None:
        if self._step is not None:
            self._step.cancel()
            self._step = None

    def _change(self, to: Callable[[float], float]) -> None:
        self._conductor.pace = pace = _pace_of(to(_speed_of(self._conductor.pace)))
        self._say("As fast as it can." if pace is None else f"{pace:g} times real time.")

    def _at(self) -> str:
        return f" at {self._conductor.now_us / 1_000_000:.1f} s"


def slower(speed: float) -> float:
    """Return the next of ``SPEEDS`` below a speed, or the slowest itself."""
    return max((each for each in SPEEDS if each < speed), default=speed)


def faster(speed: float) -> float:
    """Return the next of ``SPEEDS`` above a speed, or the fastest itself."""
    return min((each for each in SPEEDS if each > speed), default=speed)


def _speed_of(pace: float | None) -> float:
    return math.inf if pace is None else pace


def _pace_of(speed: float) -> float | None:
    return None if math.isinf(speed) else speed


@contextmanager
def keys_at(terminal: int, pressed: Callable[[str], None]) -> Iterator[bool]:
    """Report each key as it is pressed; yield whether this program has the terminal to itself.

    Args:
        terminal: a file descriptor, not necessarily of a terminal.
        pressed: gets each character, in the running loop.
    """
    if not has_to_itself(terminal):
        yield False
        return
    loop = asyncio.get_running_loop()

    def hear() -> None:
        typed = os.read(terminal, 64)
        if not typed:
            loop.remove_reader(terminal)
        for each in typed.decode(errors="ignore"):
            pressed(each)

    before = termios.tcgetattr(terminal)
    # Keys come at once and are not shown; Ctrl-C still interrupts.
    tty.setcbreak(terminal, termios.TCSANOW)
    loop.add_reader(terminal, hear)
    try:
        yield True
    finally:
        loop.remove_reader(terminal)
        termios.tcsetattr(terminal, termios.TCSANOW, before)


def has_to_itself(terminal: int) -> bool:
    """Return whether this is the terminal of this program, and it is in the foreground there."""
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:
        return False
