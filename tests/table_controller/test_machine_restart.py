"""The table's cycle on the real firmware, killed at every write of its place and at many moments: nothing moves twice."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from config.log_line import unsaid
from firmware_bridge.link.transport import SerialDevice
from firmware_bridge.messages.messages import Signal
from firmware_bridge.messages.signals import ButtonName, DiceRolled, Levels
from firmware_bridge.unit.process import UnitProcess
from firmware_bridge.unit.table_unit import TableUnit
from referee.texts.language import english
from table_controller.machine.cycle import Phase
from table_controller.machine.file import MachineFile
from table_controller.machine.machine import TableMachine
from tests.firmware_bridge.conftest import SteppedLoop
from tests.table_controller.fake_cycle import FakeGame

HANDS = 2
LIMIT_S = 2000.0
"""Table time in which two hands are long over."""
AWAY_S = 3.0
"""The time that a killed daemon is away."""


class Killed(BaseException):
    """The daemon is gone at this point; not an error that anybody handles."""


class Table(FakeGame):
    """A daemon's machine and link on one unit; ``run`` lives until the hands are played or it is killed."""

    def __init__(
        self, process: UnitProcess, loop: SteppedLoop, folder: Path, deals_to: int | None = None
    ) -> None:
        super().__init__(dealt_to=deals_to)
        self.process = process
        self.loop = loop
        self.folder = folder
        self.presses: list[tuple[ButtonName, str]] = []
        """Presses by the dealer that may not have been accepted: they come again after a kill."""
        self.last: tuple[int, int] | None = None
        self.rolled: list[tuple[int, int]] = []
        self.alerts: list[str] = []
        self.dead = False

    def transport(self, loop: asyncio.AbstractEventLoop) -> SerialDevice:
        self.loop.device = SerialDevice(loop, str(self.process.pty))
        return self.loop.device

    def stored(self, signal: Signal) -> None:
        self.last = (signal.nonce, signal.number)
        if isinstance(signal, DiceRolled):
            self.rolled.append((signal.nonce, signal.goal))
            self.machine.rolled()
        elif isinstance(signal, Levels):
            fitted = bool(signal.fitted)
            self.machine.levels(signal.lifts_up, signal.stacked, signal.walls, can_deal=fitted)

    async def live(self, until: Callable[[], bool]) -> None:
        """Run one life of the daemon."""
        self.dead = False
        unit = TableUnit(
            str(self.process.pty),
            own_thread=False,
            transport=self.transport,
            on_signal=self.stored,
            last_signal=self.last,
        )
        self.machine = TableMachine(
            unit,
            self.folder / "machine.json",
            self,
            alert=lambda alert, trouble: (
                self.alerts.append(f"{alert.name}: {english(trouble.text)}") if trouble else None
            ),
            say=unsaid,
        )
        running = None
        try:
            self.machine.resume(self.hands, playing=self.playing)
            await unit.start()
            for button, name in self.presses:
                self.machine.press(button, name)
            running = asyncio.create_task(self.machine.run())
            while not until():
                assert self.loop.time() < LIMIT_S, (self.machine.phase, self.hands, self.rolled, self.alerts)
                if self.dead:
                    raise Killed
                self.dealer()
                if running.done():
                    running.result()
                await asyncio.sleep(0.25)
        finally:
            if running is not None:
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)
            await unit.stop()

    def dealer(self) -> None:
        """Do what the dealer and the referee would do next."""
        phase = self.machine.phase
        if phase is Phase.WAITING:
            self.press(ButtonName.SET, "begin")
        elif phase is Phase.READY and len(self.rolled) == self.hands:
            self.press(ButtonName.DICE, f"dice {self.hands + 1}")
        elif phase is Phase.READY:
            self.hands += 1
            self.playing = True
            self.machine.dealt()
        elif phase is Phase.PLAYING and self.hands < HANDS:
            self.playing = False
            self.machine.hand_closed()

    def press(self, button: ButtonName, name: str) -> None:
        if (button, name) not in self.presses:
            self.presses.append((button, name))
            self.machine.press(button, name)

    @property
    def played(self) -> bool:
        return self.hands == HANDS and self.machine.phase is Phase.PLAYING


TABLES: list[Table] = []
"""The table in use, for tests that kill its daemon."""


def play(
    folder: Path,
    kills: Callable[[Table], Callable[[], bool]],
    lives: int,
    *,
    deals_to: int | None = None,
    through: bool = False,
) -> tuple[dict[str, int], Table]:
    """Play two hands while ``kills`` decides when the daemon is killed, ``lives`` times. Return the motors' counts.
    ``through``: ``kills`` is asked in the last life too.
    """
    TABLES.clear()

    async def main() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, SteppedLoop)
        loop.process = process
        table = Table(process, loop, folder, deals_to)
        process.control.dealer(deals_to is not None)
        TABLES.append(table)
        for life in range(lives + 1):
            last = life == lives
            dies = kills(table)
            with suppress(Killed):
                await table.live(lambda: (dies() if through or not last else False) or table.played)  # noqa: B023
            process.control.line_reset()
            if not last:
                loop.now_us = process.control.step(loop.now_us + round(AWAY_S * 1e6)).now_us

    process = UnitProcess(folder)
    with process, asyncio.Runner(loop_factory=SteppedLoop) as runner:
        runner.run(main())
        return process.control.starts(), TABLES[0]


def counted(starts: dict[str, int]) -> dict[str, int]:
    """The counts of what moves in a cycle."""
    return {name: starts[name] for name in ("lift_up", "pusher", "dice", "lid_open", "lid_close")}


def test_two_hands_undisturbed(folder: Path) -> None:
    starts, table = play(folder, lambda _: lambda: False, 0)
    assert counted(starts) == {"lift_up": 2, "pusher": 2, "dice": 2, "lid_open": 1, "lid_close": 1}
    assert len(table.rolled) == 2
    assert table.alerts == []


def test_a_lid_that_meets_something_opens_and_waits_for_a_person(folder: Path) -> None:
    """On the real firmware, nobody presses set for ten minutes; then the obstacle is removed and somebody does."""

    def watch(table: Table) -> Callable[[], bool]:
        control = table.process.control
        pressed = False
        since_s: float | None = None
        control.fault("lid_obstacle", active=True)

        def watches() -> bool:
            nonlocal pressed, since_s
            if not pressed and any(alert.startswith("lid: ") for alert in table.alerts):
                since_s = table.loop.time() if since_s is None else since_s
                assert control.starts()["lid_close"] == 1
                assert control.walls().lid == "open"
                if table.loop.time() - since_s > 600:
                    pressed = True
                    control.fault("lid_obstacle", active=False)
                    table.machine.press(ButtonName.SET, "looked")
            return False

        return watches

    starts, table = play(folder, watch, 0, through=True)
    assert starts["lid_close"] == 2
    assert starts["lid_open"] == 2
    text = "the lid did not close: the closing lid met something and has opened again"
    assert [alert for alert in table.alerts if alert.startswith("lid")] == [f"lid: {text}"]


def some(values: list[int], every: int) -> list[object]:
    """Return all of them in the proof, otherwise every n-th."""
    return [
        pytest.param(value, marks=() if place % every == 0 else pytest.mark.prove(short=False))
        for place, value in enumerate(values)
    ]


@pytest.mark.parametrize("point", some(list(range(1, 41)), 12))
def test_killed_at_every_write(folder: Path, point: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before or after the ``point``-th half of a write.

    A requested motion is made once, however often it is requested.
    """
    met = [0]
    real = MachineFile.store

    def mortal(self: MachineFile) -> None:
        for half in range(2):
            met[0] += 1
            if met[0] == point or TABLES[0].dead:
                TABLES[0].dead = True
                raise Killed
            if half == 0:
                real(self)

    monkeypatch.setattr(MachineFile, "store", mortal)
    starts, table = play(folder, lambda _: lambda: False, 1)
    moved = counted(starts)
    # The pusher moves tiles, so a second push would hit walls that are up. A lift or lid that was stopped half way by
    # the daemon's silence is switched on once more to finish; dice that were stopped never showed anything.
    assert moved["pusher"] == 2
    assert len(table.rolled) == 2
    assert moved["lift_up"] <= 3
    assert moved["dice"] <= 3
    assert moved["lid_open"] + moved["lid_close"] <= 3
    assert table.dead is False
    assert met[0] > point


@pytest.mark.parametrize("after_s", some([1, 3, 5, 7, 9, 11, 60, 90, 96, 99, 102, 105], 6))
def test_killed_in_the_middle_of_motions(folder: Path, after_s: float) -> None:
    def kills(table: Table) -> Callable[[], bool]:
        return lambda: table.loop.time() >= after_s

    starts, table = play(folder, kills, 1)
    moved = counted(starts)
    assert len(table.rolled) == 2
    assert moved["pusher"] <= 3  # stopped half way by the silence, and pushed to the end
    assert moved["lift_up"] <= 3
    assert table.process.pid is None


def test_the_table_deals(folder: Path) -> None:
    starts, table = play(folder, lambda _: lambda: False, 0, deals_to=1)
    assert starts["deal"] == 2
    assert counted(starts) == {"lift_up": 2, "pusher": 2, "dice": 2, "lid_open": 1, "lid_close": 1}
    assert table.alerts == []


@pytest.mark.parametrize("point", [1, 2])
def test_killed_as_the_hand_begins(folder: Path, point: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The throw is journalled, and the daemon dies before or after the table's intention to deal is on disk.

    It deals, unless it may already have begun.
    """
    met = [0]
    real = MachineFile.store

    def mortal(self: MachineFile) -> None:
        dealing = self.phase is Phase.DEALING
        for half in range(2):
            met[0] += dealing
            if TABLES[0].dead or (dealing and met[0] == point):
                TABLES[0].dead = True
                raise Killed
            if half == 0:
                real(self)

    monkeypatch.setattr(MachineFile, "store", mortal)
    starts, table = play(folder, lambda _: lambda: False, 1, deals_to=1)
    assert table.hands == HANDS
    assert starts["deal"] == (2 if point == 1 else 1)
    assert table.alerts == ([] if point == 1 else ["deal: the automatic deal was broken off"])


def test_killed_while_the_table_deals(folder: Path) -> None:
    """People finish dealing the interrupted hand; the carriage goes home, and the table deals the next hand again."""

    def kills(table: Table) -> Callable[[], bool]:
        return lambda: (
            table.machine.phase is Phase.DEALING and table.process.control.motors().dealt in range(10, 40)
        )

    starts, table = play(folder, kills, 1, deals_to=1)
    assert starts["deal"] == 3  # once on its way home
    assert len(table.rolled) == 2
    assert table.alerts == ["deal: the automatic deal was broken off"]
