"""The table unit of the simulation: keeps the firmware's process running, and passes on the players' acts to its sensors.

If the process dies or is killed, it is started again, as a person would switch it on again. Hands over its curtains and
sticks in its slots are still there then, and a player's pending act follows.
"""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from firmware_bridge.unit.machine_control import MachineControl, Stepped
from firmware_bridge.unit.process import UnitProcess, UnitProcessError
from firmware_bridge.unit.workshop import UnitKind
from simulation.processes.cable import Cable
from simulation.processes.conductor import Conductor, UnitStep
from simulation.processes.supervisor import say
from simulation.world.machine import Button, LiftedWalls, ShownDisplays

T = TypeVar("T")

END_S: Final = 1.0
"""The real time within which a process ends after its line broke."""
CHECK_S: Final = 0.2
"""The table time between two checks that the process still runs, if the conductor does not step it."""
UP, BETWEEN, DOWN = 1000, 500, 0


class SimulatedUnit:
    """Firmware and machine model behind a pty.

    Args:
        state: folder for the pty's name and the control socket.
        conductor: steps it, and owns the time.
        speed: a multiple of real time; None: the conductor steps it.
        seed: of the machine's random numbers.
        kind: ``host``, the firmware as a program, or ``avr``, its image in a simulated ATmega.
        unplugged: the number of times that its line is pulled out while the conductor steps it.
        haste: the machine shuffles so many times as fast as usual.

    Attributes:
        touched: a person has acted on it since its last step.
    """

    def __init__(
        self,
        state: Path,
        conductor: Conductor,
        *,
        speed: float | None,
        seed: int,
        kind: UnitKind = "host",
        unplugged: int = 0,
        haste: int = 1,
    ) -> None:
        self.cable = Cable(unplugged, seed)
        self._process = UnitProcess(
            state / "unit",
            clock="virtual" if speed is None else "real",
            speed=speed or 1.0,
            seed=seed,
            kind=kind,
        )
        self._conductor = conductor
        self._haste = haste
        self._by_steps = speed is None
        self._started_us = 0
        self._hands: dict[int, bool] = {}
        self._touches: dict[int, bool] = {}
        self._sticks: dict[int, bool] = {}
        self._watch: asyncio.Task[None] | None = None
        self._stopped = False
        self._stepped = Stepped(0, 0, 0, 0, 0)
        self._shown: ShownDisplays | None = None
        self.touched = False

    @property
    def device(self) -> Path:
        return self._process.pty

    @property
    def pid(self) -> int | None:
        return self._process.pid

    async def start(self) -> None:
        """Build the firmware if needed and switch the unit on."""
        self._started_us = self._conductor.now_us
        self.cable.begin(self._started_us)
        self._process.start().haste(self._haste)
        self._watch = asyncio.get_running_loop().create_task(self._keep())

    async def stop(self) -> None:
        self._stopped = True
        if self._watch is not None:
            self._watch.cancel()
        self._process.stop()

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(CHECK_S)
            if self._process.pid is None:
                self._restart()

    def _has_ended(self) -> bool:
        """Return whether the process has ended; its line breaks a moment before that shows."""
        deadline = time.monotonic() + END_S
        while self._process.pid is not None:
            if time.monotonic() > deadline:
                return False
            time.sleep(END_S / 100)
        return not self._stopped

    def _restart(self) -> None:
        say("unit was lost (its process has ended); switching it on again")
        self._process.kill()
        control = self._process.start()
        self._started_us = self._conductor.now_us
        self.touched, self._shown = True, None
        for feel, levels in (
            (control.hand, self._hands),
            (control.touch, self._touches),
            (control.stick, self._sticks),
        ):
            for chair, level in levels.items():
                if level:
                    feel(chair, level)

    def _do(self, act: Callable[[MachineControl], T]) -> T:
        done = self._ask(act)
        self.touched = True
        return done

    def _ask(self, question: Callable[[MachineControl], T]) -> T:
        if self._by_steps and self._stepped.now_us + self._started_us < self._conductor.now_us:
            # It was not stepped while it had nothing to do, so step it to the present before a query or an act.
            known = self._stepped
            self.advance(self._conductor.now_us)
            self.touched = self._stepped.next_us != known.next_us
        try:
            return question(self._process.control)
        except UnitProcessError:
            if not self._has_ended():
                raise
            self._restart()
            return question(self._process.control)

    # The conductor's side.

    def advance(self, until_us: int) -> UnitStep | None:
        """Step to a table time, or until just after bytes were sent; None while the process is being started again."""
        self.touched = False
        try:
            control = self._process.control
            step = control.step(max(0, min(until_us, self.cable.due_us) - self._started_us))
            if step.now_us + self._started_us >= self.cable.due_us:
                self.cable.act(control)
                step = control.step(step.now_us)
        except UnitProcessError:
            if not self._has_ended():
                raise
            self._restart()
            return None
        if step.shows != self._stepped.shows:
            self._shown = None
        self._stepped = step
        next_us = min(step.next_us + self._started_us, self.cable.due_us)
        return UnitStep(step.now_us + self._started_us, next_us, step.received, step.sent)

    # The players' side.

    def hand(self, chair: int, across: bool) -> None:
        """Move a hand across the elevator line, or back."""
        self._hands[chair] = across
        self._do(lambda control: control.hand(chair, across))

    def touch(self, chair: int, touching: bool) -> None:
        """Touch the wall with a hand, or stop touching it."""
        self._touches[chair] = touching
        self._do(lambda control: control.touch(chair, touching))

    def press(self, chair: int, button: Button, pressed: bool) -> None:
        self._do(lambda control: control.press(chair, button, pressed))

    def stick(self, chair: int, present: bool) -> None:
        """Put a riichi stick into the slot, or remove it."""
        self._sticks[chair] = present
        self._do(lambda control: control.stick(chair, present))

    def fault(self, name: str, active: bool) -> None:
        """Set or clear a simulated fault of ``config/faults.toml``, for one chair with ``_0`` to ``_3``."""
        self._do(lambda control: control.fault(name, active))

    def noise(self, per_mille: int) -> None:
        """Damage so many bytes in a thousand on the line, both ways."""
        self._do(lambda control: control.noise(per_mille))

    def reset(self) -> None:
        self._do(lambda control: control.reset())

    def walls(self) -> LiftedWalls:
        """Return the set that stands on the lifts and how far they are up."""
        walls = self._ask(lambda control: control.walls())
        standing = walls.sets.index("table") if "table" in walls.sets else None
        up = UP if set(walls.lifts) == {"u"} else DOWN if set(walls.lifts) == {"d"} else BETWEEN
        return LiftedWalls(standing, up, lid_open=walls.lid == "open")

    def displays(self) -> ShownDisplays:
        """Return the displays of console and players. They change only in steps of the unit."""
        shown = self._shown
        if shown is None or not self._by_steps:
            displays = self._ask(lambda control: control.displays())
            shown = self._shown = ShownDisplays(
                displays.honba, displays.round, displays.dealer, displays.points, displays.dice
            )
        return shown

    def dice(self) -> tuple[int, int] | None:
        """Return the dice, None while they roll."""
        return self._ask(lambda control: control.displays()).dice
