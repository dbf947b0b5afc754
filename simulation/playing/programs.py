"""Starts the programs of a simulated table: broker, unit and daemon."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any, Final

from simulation.camera.table_names import CAMERAS, READ_AS
from simulation.processes.conductor import ConductedLoop, DaemonPort
from simulation.processes.logins import HALL, TABLE_LOGIN, Logins, make_logins
from simulation.processes.mosquitto import ANYBODY, broker_command
from simulation.processes.ports import LOCALHOST
from simulation.processes.supervisor import Program, say
from simulation.processes.unit import SimulatedUnit
from table_controller.settings.outside import variable_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from simulation.playing.failure import Failure
    from simulation.playing.setup import GameSetup

HASTE: Final = 10
"""The machine of people in a hurry shuffles so many times as fast, or they would wait for it between two hands."""


class Programs:
    """The programs of one table.

    Args:
        setup: the circumstances.
        failure: is notified when a program cannot be kept running.

    Attributes:
        unit: the table's unit; None if its machine is another maker's.
        port: the conductor's end of the daemon's clock; None if nothing is conducted.
        outlasting: holds what ends after the daemon, but before the unit.
        logins: those at the broker; None if it has none.
    """

    def __init__(self, setup: GameSetup, failure: Failure) -> None:
        self._setup = setup
        self._failure = failure
        self.unit: SimulatedUnit | None = None
        self.port: DaemonPort | None = None
        self.logins: Logins | None = None
        self.outlasting = AsyncExitStack()

    async def start(self, stack: AsyncExitStack, rules: Mapping[str, Any], names: Sequence[str]) -> None:
        """Start them all, for a game by these rules; they end with the stack, in reverse order."""
        setup = self._setup
        self.logins = make_logins(setup.state) if setup.options.logins else None
        lines = ANYBODY if self.logins is None else self.logins.broker_lines
        broker = broker_command(setup.state, setup.ports[0], lines)
        loop = asyncio.get_running_loop()
        self._start(stack, Program("broker", broker, loop, self._failure.fail, show=lambda _line: False))
        driven = await self._machine(stack)
        await stack.enter_async_context(self.outlasting)
        if setup.conducted:
            self.port = DaemonPort(setup.state / "clock.sock")
            stack.callback(self.port.close)
            stack.callback(setup.conductor.dismiss)
        # Pictures are kept for clips only where somebody may look at them.
        kept = {} if setup.options.looked_at else {variable_of("evidence.seconds"): "0"}
        daemon = self._daemon_command(driven, rules, names)
        self._start(stack, Program("table", daemon, loop, self._failure.fail, environment=kept))

    def _start(self, stack: AsyncExitStack, program: Program) -> None:
        program.start()
        # In a thread, because ending in order takes table time, which must go on meanwhile.
        stack.push_async_callback(asyncio.get_running_loop().run_in_executor, None, program.stop)

    async def _machine(self, stack: AsyncExitStack) -> tuple[str, ...]:
        """Start the unit, if the table has one; return the options with which the daemon connects to the machine."""
        options = self._setup.options
        if options.unit == "none":
            return "--driver", "none", "--auto-begin"
        unit = self.unit = SimulatedUnit(
            self._setup.state,
            self._setup.conductor,
            speed=self._setup.wall_speed,
            seed=options.seed,
            kind=options.unit,
            unplugged=options.unplug,
            haste=HASTE if options.hurried else 1,
        )
        if options.unplug:
            stack.callback(lambda: say(f"The unit's line was pulled out {unit.cable.pulled} times."))
        await unit.start()
        stack.push_async_callback(unit.stop)
        return "--serial", str(unit.device)

    def _daemon_command(
        self, driven: tuple[str, ...], rules: Mapping[str, Any], names: Sequence[str]
    ) -> list[str]:
        setup, options, (mqtt, http) = self._setup, self._setup.options, self._setup.ports
        count = CAMERAS.get(options.table, 1)
        camera, *others = (f"shm:{setup.camera_socket(number)}" for number in range(count))
        return [
            *(sys.executable, "-m", "jantaku.main"),
            *(["run"] if options.recordings is None else ["record", str(options.recordings)]),
            *(["--frames"] if options.frames else []),
            *driven,
            *("--camera", camera),
            *(word for other in others for word in ("--second-camera", other)),
            *(
                "--clock",
                f"unix:{setup.state / 'clock.sock'}"
                if setup.conducted
                else f"real:{options.speed}@{loop_zero(asyncio.get_running_loop())}",
            ),
            *("--state", str(setup.state), "--hall", HALL, "--table", TABLE_LOGIN),
            *("--mqtt", f"{LOCALHOST}:{mqtt}", "--http", str(http if options.looked_at else 0)),
            # No gong: the game lasts as long as its record.
            *(
                "--listen",
                LOCALHOST,
                "--gong",
                "hall",
                "--geometry",
                READ_AS.get(options.table, options.table),
            ),
            *("--ruleset-json", json.dumps(rules), "--names", json.dumps(names)),
            *([] if self.logins is None else self.logins.table_options),
        ]


def loop_zero(loop: asyncio.AbstractEventLoop) -> float:
    """Return ``time.monotonic()`` at table time 0, for a loop that runs at a real speed."""
    if not isinstance(loop, ConductedLoop):
        raise TypeError("not on table time")
    return loop.started
