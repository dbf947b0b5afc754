"""The table's cycle with a unit that answers at once, in a conducted loop; killed between any two steps it goes on."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from firmware_bridge.errors import (
    HostSilentError,
    MachineLatchedError,
    RefusedError,
    UnitResetError,
    WrongTileCountError,
    motion_failed,
)
from firmware_bridge.messages import Motion, MotionDone, Outcome, Result
from firmware_bridge.signals import ButtonName
from table_controller.cycle import SET_TRANSITIONS, TRANSITIONS, Cue, Phase, SetPlace, drawing
from table_controller.machine import Command, OrderRefusedError, TableMachine
from tests.conftest import ROOT
from tests.table_controller.jump_loop import in_table_time

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@dataclass
class FakeUnit:
    """Two sets, one stacker each, walls; motions take table time and may be told to fail."""

    stacked: set[int] = field(default_factory=lambda: {1})
    walls: int | None = None
    on_lifts: int | None = None
    lid: str = "closed"
    did: list[str] = field(default_factory=list)
    failures: list[tuple[str, Exception]] = field(default_factory=list)
    rolled: int = 0
    levels_to: TableMachine | None = None

    async def report_levels(self) -> None:
        if self.levels_to is not None:
            up = 0 if self.walls is None else 15
            on_lifts = up if self.on_lifts is None else self.on_lifts
            self.levels_to.levels(up, sum(1 << (each - 1) for each in self.stacked), on_lifts)

    async def _move(self, name: str, seconds: float) -> None:
        self.did.append(name)
        await asyncio.sleep(seconds)
        if self.failures and self.failures[0][0] == name.split(maxsplit=1)[0]:
            raise self.failures.pop(0)[1]

    async def raise_walls(self, set: int | None = None) -> None:  # noqa: A002
        assert set is not None
        tile_set = set
        if tile_set not in self.stacked:
            raise RefusedError("RaiseWalls", Result.NOT_STACKED)
        await self._move(f"raise {tile_set}", 8)
        self.stacked.discard(tile_set)
        self.walls = tile_set

    async def shuffle(self, set: int) -> None:  # noqa: A002
        tile_set = set
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

    async def stop_motions(self) -> None:
        self.did.append("stop")


@dataclass
class Cycle:
    folder: Path
    unit: FakeUnit = field(default_factory=FakeUnit)
    hands: int = 0
    ended: bool = False
    playing: bool = False
    alerts: list[tuple[str, str | None]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def machine(self) -> TableMachine:
        return TableMachine(
            self.unit,
            self.folder / "machine.json",
            next_hand=lambda: None if self.ended else self.hands + 1,
            in_hand=lambda: self.playing,
            alert=lambda name, text, _advice: self.alerts.append((name, text)),
            say=self.said.append,
        )

    def stood(self, phase: str, *places: str, raised_for: int = 1, **more: object) -> None:
        """The machine was killed in this phase, with its two sets at these places."""
        kept = {"phase": phase, "sets": list(places), "raised_for": raised_for, **more}
        (self.folder / "machine.json").write_text(json.dumps(kept))


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


def failed(motion: Motion, outcome: Outcome, detail: int = 0) -> Exception:
    return motion_failed(MotionDone(goal=1, motion=motion, outcome=outcome, detail=detail))


def test_two_hands(cycle: Cycle) -> None:
    async def work() -> None:
        machine = cycle.machine()
        task = await running(machine)
        machine.press(ButtonName.SET, "b1")
        await until(lambda: machine.phase is Phase.READY)
        assert cycle.unit.did[0] == "raise 1"
        assert cycle.unit.walls == 1
        machine.press(ButtonName.DICE, "b2")
        await until(lambda: cycle.unit.rolled == 1)
        cycle.hands, cycle.playing = 1, True
        machine.dealt()
        assert machine.phase is Phase.PLAYING
        await until(lambda: 2 in cycle.unit.stacked)
        assert (machine.place(1), machine.place(2)) == (SetPlace.TABLE, SetPlace.STACKED)
        cycle.unit.did.clear()
        cycle.playing = False
        machine.hand_closed()
        await until(lambda: machine.phase is Phase.READY)
        assert cycle.unit.did[:3] == ["open", "close", "raise 2"]
        await until(lambda: cycle.unit.stacked == {1})
        task.cancel()

    in_table_time(work)
    assert [text for _, text in cycle.alerts if text is not None] == []
    phases = [line.split()[1:4:2] for line in cycle.said if line.startswith("table ")]
    assert [phase for _, phase in phases] == [
        "raising", "ready", "playing", "opening", "collecting", "closing", "raising", "ready",
    ]  # fmt: skip


def test_the_lid_waits_until_the_drum_stands(cycle: Cycle) -> None:
    """A hand that is over before the other set is shuffled: the lid stays closed while the drum turns."""

    async def work() -> None:
        cycle.unit.stacked = set()
        cycle.stood("playing", "table", "drum")
        cycle.hands = 1
        machine = cycle.machine()
        task = await running(machine)
        await asyncio.sleep(30)
        machine.hand_closed()
        await until(lambda: machine.phase is Phase.COLLECTING)
        assert cycle.unit.did == ["shuffle 2", "open"]
        task.cancel()

    in_table_time(work)


def test_lifts_wait_until_hands_are_away(cycle: Cycle) -> None:
    async def work() -> None:
        cycle.unit.stacked = {2}
        cycle.stood("playing", "table", "stacked")
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
        cycle.unit.stacked = {2}
        cycle.stood("collecting", "table", "stacked")
        cycle.hands = 1
        machine = cycle.machine()
        machine.curtain(0, True)
        task = await running(machine)
        await asyncio.sleep(0.5)
        machine.press(ButtonName.SET, "b1")
        await until(lambda: "close" in cycle.unit.did, 1)
        task.cancel()

    in_table_time(work)


def test_no_lid_and_no_walls_move_while_a_hand_is_played(cycle: Cycle) -> None:
    """A judge takes the end of a hand back while the machine is collecting: it stands still until the hand is over."""

    async def work() -> None:
        cycle.unit.stacked = {2}
        cycle.stood("playing", "table", "stacked")
        cycle.hands, cycle.playing = 1, True
        machine = cycle.machine()
        task = await running(machine)
        with pytest.raises(OrderRefusedError, match="a hand is played"):
            machine.command(Command("m1", "set", "anna"))
        await asyncio.sleep(100)
        assert cycle.unit.did == []
        machine.hand_closed()  # the referee still holds that it is played
        await asyncio.sleep(100)
        assert cycle.unit.did == []
        cycle.playing = False
        await until(lambda: machine.phase is Phase.COLLECTING)
        cycle.playing = True
        await asyncio.sleep(100)
        assert cycle.unit.did == ["open"]
        cycle.playing = False
        await until(lambda: machine.phase is Phase.CLOSING and cycle.unit.did[-1] == "close")
        cycle.playing = True
        await asyncio.sleep(100)
        assert machine.phase is Phase.RAISING
        assert cycle.unit.did == ["open", "close"]
        task.cancel()

    in_table_time(work)
    assert sum("a hand is played" in line for line in cycle.said) >= 2


@pytest.mark.parametrize(
    "error", [failed(Motion.RAISE_WALLS, Outcome.HOST_SILENT), failed(Motion.RAISE_WALLS, Outcome.LATCHED)]
)
def test_a_motion_that_fails_is_asked_for_again(cycle: Cycle, error: Exception) -> None:
    cycle.unit.failures = [("raise", error), ("raise", error)]

    async def work() -> None:
        machine = cycle.machine()
        task = await running(machine)
        machine.press(ButtonName.SET, "b1")
        await until(lambda: machine.phase is Phase.READY)
        task.cancel()

    in_table_time(work)
    assert cycle.unit.did[:3] == ["raise 1"] * 3
    told = [] if isinstance(error, HostSilentError) else [("walls", str(error)), ("walls", None)]
    assert isinstance(error, HostSilentError | MachineLatchedError)
    assert cycle.alerts == told


OUTCOMES_OF = {
    "lid": [Outcome.LID_BLOCKED, Outcome.LATCHED],
    "walls": [
        Outcome.CURTAIN_BLOCKED, Outcome.LIFT_TIMEOUT, Outcome.LIFT_SWITCH_STUCK, Outcome.LIFT_NOT_LEVEL,
        Outcome.PUSHER_STUCK, Outcome.LIFT_JAMMED, Outcome.LIFT_SWITCH_OPEN, Outcome.TOO_HOT,
    ],
    "shuffle": [
        Outcome.CHAIN_STUCK, Outcome.WRONG_TILE_COUNT, Outcome.STACKING_TIMEOUT, Outcome.DRUM_STUCK,
        Outcome.LID_OPENED,
    ],
}  # fmt: skip
MOTION_OF = {"lid": Motion.OPEN_LID, "walls": Motion.RAISE_WALLS, "shuffle": Motion.SHUFFLE}
WORD_OF = {"lid": "open", "walls": "raise", "shuffle": "shuffle"}


@pytest.mark.parametrize(("part", "outcome"), [(part, o) for part, each in OUTCOMES_OF.items() for o in each])
def test_every_fault_is_told_with_advice_and_recovered_from(
    cycle: Cycle, part: str, outcome: Outcome
) -> None:
    """Five failures in a row: soon three times, then with patience; the set button tries at once."""
    error = failed(MOTION_OF[part], outcome, 2)
    cycle.unit.failures = [(WORD_OF[part], error)] * 5

    async def work() -> None:
        cycle.unit.stacked = set() if part == "shuffle" else {2}
        cycle.stood("playing", "table", "stacked" if cycle.unit.stacked else "drum")
        cycle.hands = 1
        machine = cycle.machine()
        task = await running(machine)
        machine.hand_closed()
        await until(lambda: len(cycle.unit.failures) == 1)
        tried = len(cycle.unit.did)
        loop = asyncio.get_running_loop()
        before = loop.time()
        machine.press(ButtonName.SET, "b9")
        await until(lambda: len(cycle.unit.did) > tried, 5)
        assert loop.time() - before < 3
        await until(lambda: machine.phase is Phase.READY)
        assert cycle.unit.walls == 2
        task.cancel()

    in_table_time(work)
    name = {"lid": "lid", "walls": "walls", "shuffle": "shuffle"}[part]
    assert cycle.alerts == [(name, str(error)), (name, None)]
    advice = getattr(error, "advice", "")
    assert advice
    assert any(line.endswith(advice) for line in cycle.said)


def test_a_wrong_tile_count_is_told_and_shuffled_again(cycle: Cycle) -> None:
    error = failed(Motion.SHUFFLE, Outcome.WRONG_TILE_COUNT, 135)
    assert isinstance(error, WrongTileCountError)
    cycle.unit.failures = [("shuffle", error)]

    async def work() -> None:
        machine = cycle.machine()
        task = await running(machine)
        machine.press(ButtonName.SET, "b1")
        await until(lambda: 2 in cycle.unit.stacked)
        task.cancel()

    in_table_time(work)
    assert cycle.alerts == [("shuffle", str(error)), ("shuffle", None)]
    assert any("135 tiles were counted, not 136" in line for line in cycle.said)


def test_no_walls_come_up_after_the_last_hand(cycle: Cycle) -> None:
    async def work() -> None:
        cycle.unit.stacked = {2}
        cycle.stood("playing", "table", "stacked")
        cycle.ended = True
        machine = cycle.machine()
        task = await running(machine)
        machine.hand_closed()
        await until(lambda: cycle.unit.stacked == {1, 2})
        assert machine.phase is Phase.WAITING
        assert "raise 2" not in cycle.unit.did
        with pytest.raises(OrderRefusedError, match="begin a hanchan"):
            machine.command(Command("m1", "set", "anna"))
        cycle.ended, cycle.hands = False, 1
        machine.press(ButtonName.SET, "b1")
        await until(lambda: machine.phase is Phase.READY)
        assert cycle.unit.walls == 1
        task.cancel()

    in_table_time(work)


def test_nothing_moves_while_it_is_paused_also_after_a_restart(cycle: Cycle) -> None:
    async def work() -> None:
        machine = cycle.machine()
        task = await running(machine)
        machine.pause("anna")
        machine.press(ButtonName.SET, "b1")
        await asyncio.sleep(60)
        task.cancel()
        cycle.alerts.clear()
        machine = cycle.machine()
        task = await running(machine)
        await asyncio.sleep(60)
        assert cycle.unit.did == []
        assert cycle.alerts == [("paused", "Paused by anna")]
        machine.pause("")
        await until(lambda: machine.phase is Phase.READY)
        assert cycle.alerts[-1] == ("paused", None)
        task.cancel()

    in_table_time(work)


def test_stop_stops_what_moves_and_pauses(cycle: Cycle) -> None:
    async def work() -> None:
        machine = cycle.machine()
        task = await running(machine)
        machine.press(ButtonName.SET, "b1")
        await asyncio.sleep(1)
        machine.command(Command("m1", "stop", "anna"))
        await asyncio.sleep(1)
        assert cycle.unit.did == ["raise 1", "stop"]
        assert machine.paused_by == "anna"
        machine.pause("")
        machine.command(Command("m1", "stop", "anna"))  # delivered once more
        assert machine.paused_by == ""
        task.cancel()

    in_table_time(work)


@pytest.mark.parametrize("phase", list(Phase))
def test_a_restart_goes_on_where_the_disk_says(cycle: Cycle, phase: Phase) -> None:
    """The hand was closed (1 hand dealt, none being played); wherever the daemon was killed, walls come up once."""

    async def work() -> None:
        cycle.hands = 1
        if phase is Phase.READY:
            cycle.unit.stacked, cycle.unit.walls = set(), 2
            cycle.stood(phase.value, "shuffling", "table", raised_for=2)
        elif phase is Phase.RAISING:
            cycle.unit.stacked = {2}
            cycle.stood(phase.value, "drum", "stacked")
        else:
            cycle.unit.stacked, cycle.unit.walls = {2}, 1
            cycle.stood(phase.value, "table", "stacked")
        machine = cycle.machine()
        machine.resume(1, playing=False)
        task = await running(machine)
        await until(lambda: machine.phase is Phase.READY)
        assert cycle.unit.walls == 2
        assert cycle.unit.did.count("raise 2") == (0 if phase is Phase.READY else 1)
        task.cancel()

    in_table_time(work)


def test_a_press_that_comes_again_after_a_restart_is_not_pressed_twice(cycle: Cycle) -> None:
    """Killed between the press and settling its signal: the signal comes again and must not say that tiles are in."""

    async def work() -> None:
        cycle.unit.stacked, cycle.unit.walls, cycle.hands = {2}, 1, 1
        cycle.stood("waiting", "table", "stacked", raised_for=1)
        machine = cycle.machine()
        machine.press(ButtonName.SET, "button:77:12")
        assert machine.phase is Phase.OPENING
        machine = cycle.machine()
        machine.curtain(3, True)
        task = await running(machine)
        await until(lambda: machine.phase is Phase.COLLECTING)
        machine.press(ButtonName.SET, "button:77:12")
        await asyncio.sleep(10)
        assert machine.phase is Phase.COLLECTING
        machine.press(ButtonName.SET, "button:77:13")
        await until(lambda: machine.phase is Phase.CLOSING, 1)
        task.cancel()

    in_table_time(work)


def test_a_hand_closed_before_a_restart_waits_for_the_other_set(cycle: Cycle) -> None:
    """Killed while the other set was in the drum: the lid opens when it is stacked, or both would be in the drum."""

    async def work() -> None:
        cycle.unit.stacked, cycle.unit.walls, cycle.hands = set(), 1, 1
        cycle.stood("playing", "table", "shuffling")
        machine = cycle.machine()
        machine.resume(1, playing=False)
        task = await running(machine)
        await until(lambda: machine.phase is Phase.READY)
        assert cycle.unit.did[:4] == ["shuffle 2", "open", "close", "raise 2"]
        task.cancel()

    in_table_time(work)


def test_walls_that_came_up_while_nobody_waited_are_up(cycle: Cycle) -> None:
    """Killed while the walls rose: the unit brought them up, its report went nowhere."""

    async def work() -> None:
        cycle.unit.stacked, cycle.unit.walls, cycle.hands = set(), 2, 1
        cycle.stood("raising", "drum", "lifting")
        machine = cycle.unit.levels_to = cycle.machine()
        machine.resume(1, playing=False)
        task = await running(machine)
        await until(lambda: machine.phase is Phase.READY, 60)
        assert machine.walls == 2
        assert "shuffle 2" not in cycle.unit.did
        task.cancel()

    in_table_time(work)
    assert cycle.alerts == []


def test_walls_that_somebody_took_out_are_shuffled_again(cycle: Cycle) -> None:
    """Neither stacked nor on the lifts: a technician has put the tiles back into the well."""

    async def work() -> None:
        cycle.unit.stacked, cycle.unit.walls, cycle.hands = set(), None, 1
        cycle.stood("raising", "drum", "lifting")
        machine = cycle.unit.levels_to = cycle.machine()
        task = await running(machine)
        await until(lambda: machine.phase is Phase.READY)
        assert cycle.unit.did[:2] == ["shuffle 2", "raise 2"]
        assert machine.walls == 2
        task.cancel()

    in_table_time(work)


def test_walls_half_way_are_not_looked_for_in_the_drum(cycle: Cycle) -> None:
    async def work() -> None:
        cycle.unit.stacked, cycle.unit.walls, cycle.unit.on_lifts, cycle.hands = set(), None, 15, 1
        cycle.stood("raising", "drum", "lifting")
        machine = cycle.unit.levels_to = cycle.machine()
        task = await running(machine)
        await asyncio.sleep(100)
        assert cycle.unit.did == []
        assert cycle.alerts[0][0] == "walls"
        task.cancel()

    in_table_time(work)


@pytest.mark.parametrize("rolled", [True, False])
def test_dice_asked_for_before_a_restart_are_rolled_once(cycle: Cycle, rolled: bool) -> None:
    async def work() -> None:
        cycle.unit.stacked, cycle.unit.walls = {2}, 1
        cycle.stood("ready", "table", "stacked", dice=True)
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
        with pytest.raises(OrderRefusedError, match="no walls"):
            machine.command(Command("m0", "dice", "anna"))
        machine.press(ButtonName.SET, "b1")
        await until(lambda: machine.phase is Phase.RAISING)
        machine.press(ButtonName.DICE, "b2")
        await until(lambda: cycle.unit.rolled == 1, 30)
        machine.press(ButtonName.DICE, "b2")
        await asyncio.sleep(20)
        assert cycle.unit.rolled == 1
        task.cancel()

    in_table_time(work)


def test_dice_are_rolled_again_after_a_reset(cycle: Cycle) -> None:
    cycle.unit.failures = [("roll", UnitResetError("the table unit was reset", "Try again."))]

    async def work() -> None:
        cycle.unit.stacked, cycle.unit.walls = {2}, 1
        cycle.stood("ready", "table", "stacked")
        machine = cycle.machine()
        task = await running(machine)
        machine.press(ButtonName.DICE, "b1")
        await until(lambda: cycle.unit.rolled == 1, 20)
        task.cancel()

    in_table_time(work)
    assert cycle.alerts == [("dice", "the table unit was reset"), ("dice", None)]


def test_a_restart_in_play_moves_nothing_but_the_drum(cycle: Cycle) -> None:
    async def work() -> None:
        cycle.unit.stacked, cycle.unit.walls, cycle.hands, cycle.playing = set(), 1, 1, True
        cycle.stood("ready", "table", "drum")
        machine = cycle.machine()
        machine.resume(1, playing=True)
        assert machine.phase is Phase.PLAYING
        task = await running(machine)
        await until(lambda: 2 in cycle.unit.stacked)
        assert cycle.unit.did == ["shuffle 2"]
        task.cancel()

    in_table_time(work)


@pytest.mark.parametrize("text", ["{", '{"phase": "dancing"}', '{"sets": ["drum"]}', '{"walls": 3}', "[]"])
def test_a_damaged_file_starts_over(cycle: Cycle, text: str) -> None:
    (cycle.folder / "machine.json").write_text(text)

    async def work() -> None:
        assert cycle.machine().phase is Phase.WAITING

    in_table_time(work)
    assert "starts over" in cycle.said[0]


def test_a_damaged_file_in_play_waits_for_the_end_of_the_hand(cycle: Cycle) -> None:
    async def work() -> None:
        cycle.hands, cycle.playing = 1, True
        machine = cycle.machine()
        machine.resume(1, playing=True)
        assert machine.phase is Phase.PLAYING
        task = await running(machine)
        await asyncio.sleep(200)
        assert cycle.unit.did == []
        cycle.playing = False
        machine.hand_closed()
        await until(lambda: machine.phase is Phase.READY)
        assert cycle.unit.did[:3] == ["open", "close", "raise 1"]
        task.cancel()

    in_table_time(work)


def test_every_phase_is_reached_and_left_and_drawn() -> None:
    assert set(TRANSITIONS) == set(Phase)
    assert {target for ways in TRANSITIONS.values() for target in ways.values()} == set(Phase)
    assert {cue for ways in TRANSITIONS.values() for cue in ways} == set(Cue)
    assert set(SET_TRANSITIONS) == set(SetPlace) == set().union(*SET_TRANSITIONS.values())
    drawn = (ROOT / "docs" / "machine.md").read_text(encoding="utf-8")
    assert drawing() in drawn
