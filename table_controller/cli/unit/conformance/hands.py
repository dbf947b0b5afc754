"""Hands at the machine: deeds that the suite must not do through the driver that it checks."""

import asyncio
import shlex
import subprocess
import sys
from typing import Final, Protocol

from firmware_bridge.unit.machine_control import ButtonWord, MachineControl, UnitProcessError
from referee.texts.language import Language
from referee.texts.message import Message
from wording.command_line.conformance_texts import Asked

HELPER_S: Final = 60.0
"""The time that a maker's helper may take. [s; judged: a power cycle of a controller takes ten]"""
APART_S: Final = 0.12
"""The pause between two changes of a simulated sensor. [s; judged: a bounce lasts some ms]"""


class HandsError(Exception):
    """The hands cannot do a deed; the text says why."""


class MachineHands(Protocol):
    """A person or a program that acts at the machine."""

    async def do(self, deed: str, *words: str) -> str:
        """Do a deed and return what was seen; empty if there is nothing to see.

        Deeds: ``break-line``, ``mend-line``, ``reset``, ``sense ORGAN N``, ``count PART``, ``shown DISPLAY``, ``moving``.

        Raises:
            HandsError: the deed cannot be done.
        """


class HelperHands:
    """A maker's program, which gets the deed as arguments and prints what was seen; any status but 0 is a refusal."""

    def __init__(self, command: str) -> None:
        self._command = shlex.split(command)

    async def do(self, deed: str, *words: str) -> str:
        """Run the program once."""
        return await asyncio.to_thread(self._run, deed, *words)

    def _run(self, *words: str) -> str:
        try:
            done = subprocess.run(
                [*self._command, *words], capture_output=True, text=True, check=False, timeout=HELPER_S
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise HandsError(str(error)) from error
        if done.returncode:
            raise HandsError(done.stderr.strip() or f"{' '.join(words)}: {done.returncode}")
        return done.stdout.strip()


class PersonHands:
    """A person at the terminal, asked in a given language."""

    def __init__(self, spoken: Language) -> None:
        self._spoken = spoken

    async def do(self, deed: str, *words: str) -> str:
        """Ask the person, and wait for the answer; the end of the input is a refusal."""
        sys.stderr.write(f"\n→ {self._spoken.say(question(deed, *words))} ")
        sys.stderr.flush()
        line: str = await asyncio.to_thread(sys.stdin.readline)
        if not line:
            raise HandsError(self._spoken.say(Asked.nobody()))
        return line.strip()


class NoHands:
    """No hands: every deed is refused."""

    def __init__(self, spoken: Language) -> None:
        self._spoken = spoken

    async def do(self, deed: str, *words: str) -> str:
        del deed, words
        raise HandsError(self._spoken.say(Asked.nobody()))


class EmulatedHands:
    """The control socket of our own unit, emulated on this machine."""

    COUNTED: Final = {
        "dice": ("dice",), "lid": ("lid_open", "lid_close"), "walls": ("lift_up",), "shuffle": ("drum",),
    }  # fmt: skip
    BUTTON: Final[ButtonWord] = "judge"

    def __init__(self, control: MachineControl) -> None:
        self._control = control

    async def do(self, deed: str, *words: str) -> str:
        """Set the simulated machine."""
        try:
            return await self._done(deed, *words)
        except UnitProcessError as error:
            raise HandsError(str(error)) from error

    async def _done(self, deed: str, *words: str) -> str:
        control = self._control
        if deed == "break-line":
            control.unplug()
        elif deed == "mend-line":
            control.plug()
        elif deed == "reset":
            control.reset()
        elif deed == "sense":
            await self._sense(words[0], int(words[1]))
        elif deed == "count":
            if words[0] not in self.COUNTED:
                raise HandsError(words[0])
            starts = control.starts()
            return str(sum(starts[name] for name in self.COUNTED[words[0]]))
        elif deed == "shown":
            shown = control.displays()
            dealer = "none" if shown.dealer is None else str(shown.dealer)
            values = {"honba": shown.honba, "round": shown.round, "points": shown.points[0]}
            return dealer if words[0] == "dealer" else str(values[words[0]])
        elif deed == "moving":
            return "yes" if control.motors().on else "no"
        return ""

    async def _sense(self, organ: str, times: int) -> None:
        for number in range(2 * times):
            begins = number % 2 == 0
            if organ == "curtains":
                self._control.hand(0, begins)
            elif organ == "wall_touch":
                self._control.touch(0, begins)
            elif organ == "sticks":
                self._control.stick(0, begins)
            else:
                self._control.press(0, self.BUTTON, begins)
            await asyncio.sleep(APART_S)


def question(deed: str, *words: str) -> Message:
    """Return the request to a person for a deed."""
    if deed == "break-line":
        return Asked.break_line()
    if deed == "mend-line":
        return Asked.mend_line()
    if deed == "reset":
        return Asked.reset()
    if deed == "moving":
        return Asked.moving()
    if deed == "sense":
        return Asked.sense(words[0], int(words[1]))
    return Asked.count(words[0]) if deed == "count" else Asked.shown(words[0])
