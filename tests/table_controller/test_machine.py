"""The table's cycle with a unit that answers at once, in a conducted loop; killed between any two steps it goes on."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from firmware_bridge.errors import HostSilentError, MachineLatchedError, RefusedError, WrongTileCountError
from firmware_bridge.messages import Motion, MotionDone, Outcome, Result
from firmware_bridge.signals import ButtonName
from table_controller.machine import TRANSITIONS, Phase, TableMachine
from tests.table_controller.jump_loop import in_table_time

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@dataclass
class FakeUnit:
    """Two sets, one stacker each, walls; motions take table time and may be told to fail."""

    stacked: set[int] = field(default_factory=lambda: {0})
    walls: int | None = None
    lid: str = "closed"
    did: list[str] = field(default_factory=list)
    failures: list[tuple[str, Exception]] = field(default_factory=list)
    rolled: int = 0
    levels_to: TableMachine | None = None

    async def report_levels(self) -> None:
        if self.levels_to is not None:
            up = 0 if self.walls is None else 15
            self.levels_to.levels(up, sum(1 << each for each in self.stacked))

    async def _move(self, name: str, seconds: float) -> None:
        self.did.append(name)
        await asyncio.sleep(seconds)
        if self.failures and self.failures[0][0] == name.split(maxsplit=1)[0]:
            raise self.failures.pop(0)[1]

    async def raise_walls(self, set: int | None = None) -> None:  # noqa: A002
        assert set is not None
        tile_set = set - 1
        if tile_set not in self.stacked:
            raise RefusedError("RaiseWalls", Result.NOT_STACKED)
        await self._move(f"raise {tile_set}", 8)
        self.stacked.discard(tile_set)
        self.walls = tile_set

    async def shuffle(self, set: int) -> None:  # noqa: A002
        tile_set = set - 1
        if tile_set in self.stacked:
            raise RefusedError("Shuffle", Result.ALREADY_STACKED)
        if self.lid != "closed":
            raise RefusedError("Shuffle", Result.LID_NOT_CLOSED)
        await self._move(f"shuffle {tile_set}", 90)
        self.stacked.add(tile_set)

    async def roll_dice(self, seed: int | None = None) -> tuple[int, int]:
        assert seed is None
        await self._move("roll", 2)
        self.rolled += 1
        return (1, 2)

    async def open_lid(self) -> None:
        await self._move("open", 1)
        self.lid = "open"

    async def close_lid(self) -> None:
        await self._move("close", 1)
        self.lid = "closed"


@dataclass
class Cycle:
    folder: Path
    unit: FakeUnit = field(default_factory=FakeUnit)
    hands: int = 0
    ended: bool = False
    alerts: list[tuple[str, str | None]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def machine(self) -> TableMachine:
        return TableMachine(
            self.unit,
            self.folder / "machine.json",
            next_hand=lambda: None if self.ended else self.hands + 1,
            alert=lambda name, text, _advice: self.alerts.append((name, text)),
            say=self.said.append,
        )


@pytest.fixture
def cycle(tmp_path: Path) -> Cycle:
    return Cycle(tmp_path)


async def until(condition: Callable[[], bool], seconds: float = 2000) -> None:
    end = asyncio.get_running_loop().time() + seconds
    while not condition():
        assert asyncio.get_running_loop().time() < end
        await asyncio.sleep(0.2)


async def running(machine: TableMachine) -> asyncio.Task[None]:
    task = asyncio.get_running_loop().create_task(machine.run())
    await asyncio.sleep(0)
    return task


def test_two_hands(cycle: Cycle) -> None:
    async def work() -> None:
        machine = cycle.machine()
        task = await running(machine)
        machine.press(ButtonName.SET)
        await until(lambda: machine.phase is Phase.READY)
        assert cycle.unit.did[0] == "raise 0"
        assert cycle.unit.walls == 0
        machine.press(ButtonName.DICE)
        await until(lambda: cycle.unit.rolled == 1)
        cycle.hands = 1
        machine.dealt()
        assert machine.phase is Phase.WAITING
        await until(lambda: 1 in cycle.unit.stacked)
        cycle.unit.did.clear()
        machine.hand_closed()
        await until(lambda: machine.phase is Phase.READY)
        assert cycle.unit.did[:3] == ["open", "close", "raise 1"]
        await until(lambda: cycle.unit.stacked == {0})
        task.cancel()

    in_table_time(work)
    assert [text for _, text in cycle.alerts if text is not None] == []


def test_lifts_wait_until_hands_are_away(cycle: Cycle) -> None:
    async def work() -> None:
        cycle.unit.stacked = {1}
        (cycle.folder / "machine.json").write_text(
            json.dumps({"phase": "waiting", "walls": 0, "raised_for": 1})
        )
        cycle.hands = 1
        machine = cycle.machine()
        task = await running(machine)
        await asyncio.sleep(100)
        machine.hand_closed()
        loop = asyncio.get_running_loop()
        started = loop.time()
        for _ in range(10):
            machine.curtain(2, True)
            await asyncio.sleep(0.8)
            machine.curtain(2, False)
            await asyncio.sleep(0.4)
        swept = loop.time()
        await until(lambda: "close" in cycle.unit.did)
        assert loop.time() - started >= 4
        assert loop.time() - swept >= 1.0
        task.cancel()

    in_table_time(work)


def test_the_set_button_says_that_all_tiles_are_in(cycle: Cycle) -> None:
    async def work() -> None:
        cycle.unit.stacked = {1}
        (cycle.folder / "machine.json").write_text(
            json.dumps({"phase": "collecting", "walls": 0, "raised_for": 1})
        )
        cycle.hands = 1
        machine = cycle.machine()
        machine.curtain(0, True)
        task = await running(machine)
        await until(lambda: cycle.unit.lid == "open")
        await asyncio.sleep(0.5)
        machine.press(ButtonName.SET)
        await until(lambda: "close" in cycle.unit.did, 20)
        task.cancel()

    in_table_time(work)


@pytest.mark.parametrize(
    ("motion", "error"),
    [
        (
            "raise",
            HostSilentError(
                MotionDone(goal=1, motion=Motion.RAISE_WALLS, outcome=Outcome.HOST_SILENT, detail=0)
            ),
        ),
        (
            "raise",
            MachineLatchedError(
                MotionDone(goal=1, motion=Motion.RAISE_WALLS, outcome=Outcome.LATCHED, detail=0)
            ),
        ),
    ],
)
def test_a_motion_that_fails_is_asked_for_again(cycle: Cycle, motion: str, error: Exception) -> None:
    cycle.unit.failures = [(motion, error), (motion, error)]

    async def work() -> None:
        machine = cycle.machine()
        task = await running(machine)
        machine.press(ButtonName.SET)
        await until(lambda: machine.phase is Phase.READY)
        task.cancel()

    in_table_time(work)
    assert cycle.unit.did[:3] == ["raise 0"] * 3
    told = [] if isinstance(error, HostSilentError) else [("walls", str(error)), ("walls", None)]
    assert cycle.alerts == told


def test_a_wrong_tile_count_is_told_and_shuffled_again(cycle: Cycle) -> None:
    error = WrongTileCountError(
        MotionDone(goal=2, motion=Motion.SHUFFLE, outcome=Outcome.WRONG_TILE_COUNT, detail=135)
    )
    cycle.unit.failures = [("shuffle", error)]

    async def work() -> None:
        machine = cycle.machine()
        task = await running(machine)
        machine.press(ButtonName.SET)
        await until(lambda: 1 in cycle.unit.stacked)
        task.cancel()

    in_table_time(work)
    assert cycle.alerts == [("shuffle", str(error)), ("shuffle", None)]
    assert "135 tiles were counted, not 136" in cycle.said[-1]


def test_no_walls_come_up_after_the_last_hand(cycle: Cycle) -> None:
    async def work() -> None:
        cycle.unit.stacked = {1}
        (cycle.folder / "machine.json").write_text(
            json.dumps({"phase": "waiting", "walls": 0, "raised_for": 1})
        )
        cycle.ended = True
        machine = cycle.machine()
        task = await running(machine)
        machine.hand_closed()
        await until(lambda: cycle.unit.stacked == {0, 1})
        assert machine.phase is Phase.WAITING
        assert "raise 1" not in cycle.unit.did
        cycle.ended, cycle.hands = False, 1
        machine.press(ButtonName.SET)
        await until(lambda: machine.phase is Phase.READY)
        assert cycle.unit.walls == 0
        task.cancel()

    in_table_time(work)


def test_nothing_moves_while_it_is_paused(cycle: Cycle) -> None:
    async def work() -> None:
        machine = cycle.machine()
        task = await running(machine)
        machine.pause(True)
        machine.press(ButtonName.SET)
        await asyncio.sleep(60)
        assert cycle.unit.did == []
        machine.pause(False)
        await until(lambda: machine.phase is Phase.READY)
        task.cancel()

    in_table_time(work)


@pytest.mark.parametrize("phase", ["waiting", "collecting", "raising", "ready"])
def test_a_restart_goes_on_where_the_disk_says(cycle: Cycle, phase: str) -> None:
    """The hand was closed (1 hand dealt, none being played); wherever the daemon was killed, walls come up once."""

    async def work() -> None:
        walls, stacked, raised_for = (1, set(), 2) if phase == "ready" else (0, {1}, 1)
        cycle.unit.stacked, cycle.unit.walls, cycle.hands = stacked, walls, 1
        kept = {"phase": phase, "walls": walls, "raised_for": raised_for}
        (cycle.folder / "machine.json").write_text(json.dumps(kept))
        machine = cycle.machine()
        machine.resume(1, playing=False)
        task = await running(machine)
        await until(lambda: machine.phase is Phase.READY)
        assert cycle.unit.walls == 1
        assert cycle.unit.did.count("raise 1") == (0 if phase == "ready" else 1)
        task.cancel()

    in_table_time(work)


def test_walls_that_came_up_while_nobody_waited_are_up(cycle: Cycle) -> None:
    """Killed while the walls rose: the unit brought them up, its report went nowhere."""

    async def work() -> None:
        cycle.unit.stacked, cycle.unit.walls, cycle.hands = set(), 1, 1
        kept = {"phase": "raising", "walls": 0, "raised_for": 1, "lifting": True}
        (cycle.folder / "machine.json").write_text(json.dumps(kept))
        machine = cycle.unit.levels_to = cycle.machine()
        machine.resume(1, playing=False)
        task = await running(machine)
        await until(lambda: machine.phase is Phase.READY, 60)
        assert machine.walls == 1
        assert "shuffle 1" not in cycle.unit.did
        task.cancel()

    in_table_time(work)
    assert cycle.alerts == []


@pytest.mark.parametrize("rolled", [True, False])
def test_dice_asked_for_before_a_restart_are_rolled_once(cycle: Cycle, rolled: bool) -> None:
    async def work() -> None:
        cycle.unit.stacked, cycle.unit.walls = {1}, 0
        kept = {"phase": "ready", "walls": 0, "raised_for": 1, "lifting": False, "dice": True}
        (cycle.folder / "machine.json").write_text(json.dumps(kept))
        machine = cycle.machine()
        task = await running(machine)
        if rolled:
            machine.rolled()
        await asyncio.sleep(20)
        assert cycle.unit.rolled == (0 if rolled else 1)
        task.cancel()

    in_table_time(work)


def test_dice_asked_for_while_the_walls_rise(cycle: Cycle) -> None:
    async def work() -> None:
        machine = cycle.machine()
        task = await running(machine)
        machine.press(ButtonName.SET)
        await until(lambda: machine.phase is Phase.RAISING)
        machine.press(ButtonName.DICE)
        await until(lambda: cycle.unit.rolled == 1, 30)
        await asyncio.sleep(20)
        assert cycle.unit.rolled == 1
        task.cancel()

    in_table_time(work)


def test_a_restart_in_play_moves_nothing_but_the_drum(cycle: Cycle) -> None:
    async def work() -> None:
        cycle.unit.stacked, cycle.unit.walls, cycle.hands = set(), 0, 1
        (cycle.folder / "machine.json").write_text(
            json.dumps({"phase": "ready", "walls": 0, "raised_for": 1})
        )
        machine = cycle.machine()
        machine.resume(1, playing=True)
        assert machine.phase is Phase.WAITING
        task = await running(machine)
        await until(lambda: 1 in cycle.unit.stacked)
        assert cycle.unit.did == ["shuffle 1"]
        task.cancel()

    in_table_time(work)


def test_a_damaged_file_starts_over(cycle: Cycle) -> None:
    (cycle.folder / "machine.json").write_text("{")

    async def work() -> None:
        assert cycle.machine().phase is Phase.WAITING

    in_table_time(work)
    assert "starts over" in cycle.said[0]


def test_every_phase_leads_somewhere() -> None:
    assert set(TRANSITIONS) == set(Phase)
    assert all(TRANSITIONS.values())
