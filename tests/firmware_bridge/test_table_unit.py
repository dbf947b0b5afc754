"""Motions, displays and signals over a clean line."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_bridge.messages import errors
from firmware_bridge.messages.messages import (
    Button,
    ButtonName,
    Curtain,
    DiceRolled,
    Levels,
    Lift,
    Outcome,
    ResetCause,
    Result,
    Shuffle,
    StickSlot,
    TileCount,
    WallTouch,
)
from firmware_bridge.messages.signals import Connected
from tests.firmware_bridge.conftest import Bench, BenchRunner
from tests.firmware_bridge.raw_unit import RawUnit


def test_walls_come_up(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        assert b.control.walls().sets == ("stacker", "drum")
        await b.unit.raise_walls()
        walls = b.control.walls()
        assert (walls.lifts, walls.sets) == ("uuuu", ("table", "drum"))
        await b.until(lambda: [s.chair for s in b.of(Lift) if s.up] == [0, 1, 2, 3])

    bench(play)


def test_a_whole_cycle_shuffles_one_set_while_the_other_is_raised(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        start_ms = b.now_ms
        shuffling = asyncio.create_task(b.unit.shuffle(2))
        await b.unit.raise_walls()
        assert b.now_ms - start_ms < 10_000
        assert not shuffling.done()
        await shuffling
        assert 60_000 <= b.now_ms - start_ms <= 120_000
        assert b.control.walls().sets == ("table", "stacker")
        await b.unit.open_lid()
        await b.unit.close_lid()
        assert b.control.walls().sets == ("drum", "stacker")
        shuffling = asyncio.create_task(b.unit.shuffle(1))
        await b.unit.raise_walls()
        assert b.control.walls().sets == ("drum", "table")
        await shuffling
        await b.until(lambda: len(b.of(TileCount)) == 2)
        assert [(s.set, s.count) for s in b.of(TileCount)] == [(2, 136), (1, 136)]

    bench(play)


@pytest.mark.parametrize("seed", range(6))
def test_shuffling_takes_60_to_120_seconds_whatever_the_seed(folder: Path, seed: int) -> None:
    with RawUnit(folder, seed=seed) as unit:
        assert unit.finish(unit.begin(Shuffle(set=2))).outcome is Outcome.REACHED
        assert 60_000_000 <= unit.now_us <= 120_000_000


@pytest.mark.parametrize("seed", range(6))
def test_a_hasty_machine_counts_the_same_tiles_in_less_than_half_the_time(folder: Path, seed: int) -> None:
    with RawUnit(folder, seed=seed) as unit:
        unit.control.haste(4)
        done = unit.finish(unit.begin(Shuffle(set=2)))
        assert (done.outcome, unit.control.walls().stacked[1]) == (Outcome.REACHED, 136)
        assert 15_000_000 <= unit.now_us <= 40_000_000


def test_dice_are_thrown_by_the_unit(bench: BenchRunner) -> None:
    thrown = []

    async def play(b: Bench) -> None:
        thrown.append([await b.unit.roll_dice() for _ in range(20)])
        await b.until(lambda: len(b.of(DiceRolled)) == 20)
        assert [(s.first, s.second) for s in b.of(DiceRolled)] == thrown[-1]

    bench(play)
    bench(play)
    bench(play, process={"seed": 2})
    assert thrown[0] == thrown[1] != thrown[2]
    assert {die for pair in thrown[0] for die in pair} == {1, 2, 3, 4, 5, 6}


def test_dice_by_seed_and_dice_that_were_set(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        first = [await b.unit.roll_dice(seed) for seed in range(1, 9)]
        assert first == [await b.unit.roll_dice(seed) for seed in range(1, 9)]
        assert len(set(first)) > 3
        b.control.dice(6, 1)
        rolling = asyncio.create_task(b.unit.roll_dice())
        await asyncio.sleep(0.5)
        assert b.control.displays().dice is None
        assert await rolling == (6, 1)
        assert b.control.displays().dice == (6, 1)

    bench(play)


def test_a_step_tells_whether_the_displays_changed(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        def shows() -> int:
            return b.control.step(b.loop.now_us).shows

        before = shows()
        await b.unit.show_honba(3)
        await b.unit.show_points(2, 30_100)
        assert shows() == before + 2
        await b.unit.show_honba(3)
        b.control.touch(1, touching=True)
        await asyncio.sleep(5)
        assert shows() == before + 2
        b.control.dice(6, 1)
        rolling = asyncio.create_task(b.unit.roll_dice())
        await asyncio.sleep(0.5)
        await rolling
        assert shows() > before + 2

    bench(play)


def test_displays(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        await b.unit.show_honba(3)
        await b.unit.show_round(5)
        await b.unit.show_dealer(2)
        for chair, points in enumerate((25000, -1200, 0, 76300)):
            await b.unit.show_points(chair, points)
        shown = b.control.displays()
        assert (shown.honba, shown.round, shown.dealer) == (3, 5, 2)
        assert shown.points == (25000, -1200, 0, 76300)
        await b.unit.show_dealer(None)
        assert b.control.displays().dealer is None
        with pytest.raises(ValueError, match=r"ShowHonba\.honba is 100"):
            await b.unit.show_honba(100)
        with pytest.raises(errors.RefusedError) as refused:
            await b.unit.show_dealer(7)
        assert refused.value.result is Result.BAD_VALUE

    bench(play)


def test_what_people_do_comes_as_signals_with_its_time(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        await asyncio.sleep(1)
        times = []
        acts: list[Callable[[], None]] = [
            lambda: b.control.press(2, "ron", pressed=True),
            lambda: b.control.press(2, "ron", pressed=False),
            lambda: b.control.hand(1, across=True),
            lambda: b.control.touch(1, touching=True),
            lambda: b.control.touch(1, touching=False),
            lambda: b.control.hand(1, across=False),
            lambda: b.control.stick(3, present=True),
        ]
        for act in acts:
            times.append(b.now_ms)
            act()
            await asyncio.sleep(0.25)
        got = b.of(Button, Curtain, WallTouch, StickSlot)
        assert [type(s).__name__ for s in got] == [
            "Button", "Button", "Curtain", "WallTouch", "WallTouch", "Curtain", "StickSlot",
        ]  # fmt: skip
        assert (got[0].chair, got[0].button, got[0].pressed) == (2, ButtonName.RON, True)
        assert (got[2].chair, got[2].broken) == (1, True)
        assert (got[6].chair, got[6].present) == (3, True)
        assert all(abs(signal.at_ms - at_ms) <= 1 for signal, at_ms in zip(got, times, strict=True))
        assert [s.number for s in got] == list(range(got[0].number, got[0].number + 7))

    bench(play)


def test_bounces_are_one_press(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        for _ in range(20):
            b.control.press(0, "set", pressed=True)
            await asyncio.sleep(0.03)
            b.control.press(0, "set", pressed=False)
            await asyncio.sleep(0.03)
        assert [s.pressed for s in b.of(Button)] == [True, False] * 20

    bench(play)


def test_levels_come_after_a_connection(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        await b.until(lambda: bool(b.of(Levels)))
        assert isinstance(b.events[0], Connected)
        assert b.events[0].reset_cause is ResetCause.POWER_ON
        levels = b.of(Levels)[0]
        assert (levels.lifts_down, levels.lifts_up, levels.stacked, levels.moving) == (15, 0, 1, 0)

    bench(play)
