"""The errors that a program gets when the unit refuses a request or breaks off a motion, over a clean line."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from firmware_bridge.messages import errors
from firmware_bridge.messages.messages import (
    Fault,
    FaultName,
    MotionDone,
    MotionStarted,
    Outcome,
    Result,
)
from firmware_bridge.messages.signals import Connected, Lost
from tests.firmware_bridge.conftest import Bench, BenchRunner


@contextmanager
def fails(outcome: Outcome) -> Iterator[pytest.ExceptionInfo[errors.MotionFailedError]]:
    """A motion is awaited that ends so."""
    with pytest.raises(errors.MotionFailedError) as failed:
        yield failed
    assert failed.value.outcome is outcome


def test_refusals(bench: BenchRunner) -> None:
    async def refused(work: object, result: Result) -> None:
        with pytest.raises(errors.RefusedError) as error:
            await work  # type: ignore[misc]
        assert error.value.result is result
        assert error.value.advice

    async def play(b: Bench) -> None:
        await refused(b.unit.raise_walls(2), Result.NOT_STACKED)
        await refused(b.unit.shuffle(1), Result.ALREADY_STACKED)
        shuffling = asyncio.create_task(b.unit.shuffle(2))
        await asyncio.sleep(0.5)
        await refused(b.unit.open_lid(), Result.DRUM_TURNING)
        await refused(b.unit.shuffle(2), Result.BUSY)
        await b.unit.stop_motions()
        with fails(Outcome.STOPPED):
            await shuffling
        await b.unit.open_lid()
        await refused(b.unit.shuffle(2), Result.LID_NOT_CLOSED)

    bench(play)


def test_two_set_buttons_open_the_lid_for_forgotten_tiles(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        shuffling = asyncio.create_task(b.unit.shuffle(2))
        await asyncio.sleep(5)
        b.control.press(0, "set", pressed=True)
        b.control.press(2, "set", pressed=True)
        with fails(Outcome.STOPPED):
            await shuffling
        await b.until(lambda: b.control.walls().lid == "open")
        await b.until(lambda: b.of(MotionDone)[-1].goal == b.of(MotionStarted)[0].goal)
        assert b.of(MotionDone)[-1].outcome is Outcome.REACHED
        assert not b.control.walls().drum

    bench(play, idle_heartbeat_ms=1000)


def test_emergency_stop_latches_until_it_is_reset(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        raising = asyncio.create_task(b.unit.raise_walls())
        await asyncio.sleep(3)
        b.control.fault("emergency", active=True)
        with fails(Outcome.LATCHED):
            await raising
        stopped = b.control.walls()
        await asyncio.sleep(2)
        assert b.control.walls() == stopped
        with pytest.raises(errors.RefusedError, match="stopped"):
            await b.unit.open_lid()
        with pytest.raises(errors.RefusedError, match="still there"):
            await b.unit.reset_faults()
        b.control.fault("emergency", active=False)
        with pytest.raises(errors.RefusedError, match="stopped"):
            await b.unit.open_lid()
        await b.unit.reset_faults()
        await b.unit.open_lid()
        faults = [(s.fault, s.active) for s in b.of(Fault)]
        assert faults == [(FaultName.EMERGENCY_STOP, True), (FaultName.EMERGENCY_STOP, False)]

    bench(play)


def test_a_chain_that_still_runs_is_not_said_to_be_released(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        shuffling = asyncio.create_task(b.unit.shuffle(2))
        await asyncio.sleep(3)
        b.control.fault("chain_runs", active=True)
        with fails(Outcome.LATCHED):
            await shuffling
        with pytest.raises(errors.RefusedError, match="still there") as error:
            await b.unit.reset_faults()
        assert error.value.result is Result.STILL_ACTIVE
        b.control.fault("chain_runs", active=False)
        await b.unit.reset_faults()
        await b.unit.open_lid()

    bench(play)


def test_over_current_latches_but_a_motors_inrush_does_not(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        opening = asyncio.create_task(b.unit.open_lid())
        await asyncio.sleep(0.5)
        b.control.fault("over_current", active=True)
        await asyncio.sleep(0.01)
        b.control.fault("over_current", active=False)
        await opening
        closing = asyncio.create_task(b.unit.close_lid())
        await asyncio.sleep(0.5)
        b.control.fault("over_current", active=True)
        with fails(Outcome.LATCHED):
            await closing

    bench(play)


def test_hands_that_come_and_go_do_not_keep_a_motion_for_ever(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        raising = asyncio.create_task(b.unit.raise_walls())
        await asyncio.sleep(2.5)
        while not raising.done():
            b.control.hand(3, across=True)
            await asyncio.sleep(0.5)
            b.control.hand(3, across=False)
            await asyncio.sleep(0.02)
        with pytest.raises(errors.CurtainBlockedError):
            await raising
        assert 59_000 < b.now_ms < 62_000

    bench(play)


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        ("lift_stuck_1", Outcome.LIFT_TIMEOUT),
        ("lift_slow_2", Outcome.LIFT_NOT_LEVEL),
        ("lift_switch_3", Outcome.LIFT_SWITCH_STUCK),
        ("curtain_dirty_2", Outcome.CURTAIN_BLOCKED),
        ("pusher_stuck", Outcome.PUSHER_STUCK),
    ],
)
def test_faults_of_raising(bench: BenchRunner, fault: str, outcome: Outcome) -> None:
    async def play(b: Bench) -> None:
        b.control.fault(fault, active=True)
        with fails(outcome) as failed:
            await b.unit.raise_walls()
        assert failed.value.advice
        if fault[-1].isdecimal():
            assert failed.value.done.detail == int(fault[-1])
            assert f"chair {fault[-1]}" in failed.value.advice
        before = b.control.walls()
        await asyncio.sleep(5)
        assert b.control.walls() == before

    bench(play)


@pytest.mark.parametrize(
    ("tiles", "fault", "outcome"),
    [(0, None, Outcome.WRONG_TILE_COUNT), (136, "chain_stuck", Outcome.CHAIN_STUCK)],
)
def test_faults_of_shuffling(bench: BenchRunner, tiles: int, fault: str | None, outcome: Outcome) -> None:
    async def play(b: Bench) -> None:
        b.control.tiles(1, tiles)
        if fault:
            b.control.fault(fault, active=True)
        with fails(outcome) as failed:
            await b.unit.shuffle(2)
        if fault is None:
            assert failed.value.done.detail == tiles
        assert not b.control.walls().drum

    bench(play)


def test_a_blocked_lid(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        b.control.fault("lid_blocked", active=True)
        with pytest.raises(errors.LidBlockedError):
            await b.unit.open_lid()

    bench(play)


def test_stopping_wakes_who_waits(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        shuffling = asyncio.create_task(b.unit.shuffle(2))
        await asyncio.sleep(1)
        await b.unit.stop()
        with pytest.raises(errors.UnitStoppedError):
            await shuffling
        with pytest.raises(errors.UnitStoppedError):
            await b.unit.roll_dice()

    bench(play)


def test_a_unit_that_is_silent_is_lost_and_found(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        b.control.fault("silent", active=True)
        await b.until(lambda: bool(b.of(Lost)), limit_s=3)
        assert b.of(Lost)[0].advice
        with pytest.raises(errors.LinkLostError):
            await b.unit.roll_dice()
        with pytest.raises(errors.LinkLostError):
            await b.unit.show_round(6)
        b.control.fault("silent", active=False)
        await b.unit.connected()
        await b.unit.roll_dice()
        assert [c.was_reset for c in b.of(Connected)] == [False, False]
        assert b.control.displays().round == 6

    bench(play)
