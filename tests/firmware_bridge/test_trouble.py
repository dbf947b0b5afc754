"""The same commands over every kind of line: every motion once, every signal once and in order."""

import asyncio
from collections import Counter
from typing import Any

import pytest

from firmware_bridge.messages import errors
from firmware_bridge.messages.messages import Button, DiceRolled, MotionDone, Outcome, Signal
from firmware_bridge.messages.signals import Connected, SignalsLost
from tests.firmware_bridge.conftest import Bench, BenchRunner
from tests.firmware_bridge.script import Script

COMMANDS = pytest.mark.parametrize(
    "commands",
    [pytest.param(200, id="200"), pytest.param(10_000, id="10000", marks=pytest.mark.prove(short=False))],
)
LINES: dict[str, dict[str, Any]] = {
    "clean": {},
    "a byte at a time": {"byte_at_a_time": True},
    "20 % of frames lost": {"lose": 0.2},
    "2 % of bytes wrong": {"garble_byte": 0.02},
    "every frame 80 ms late": {"slow_ms": 80},
    "30 % of frames twice": {"double": 0.3},
    "frames up to 30 ms late, out of order": {"delay_ms": 30, "double": 0.1},
    "retries overtaken by what came after them": {"lose": 0.1, "late_copy": 0.3, "delay_ms": 5},
    "everything at once": {
        "lose": 0.1,
        "garble_byte": 0.005,
        "double": 0.1,
        "delay_ms": 15,
        "late_copy": 0.1,
    },
}


@COMMANDS
@pytest.mark.parametrize("line", LINES)
@pytest.mark.timeout(2400)
def test_every_motion_and_every_signal_exactly_once(bench: BenchRunner, line: str, commands: int) -> None:
    """The machine model counts how often each motor was switched on; the test counts what it asked and pressed."""
    trouble: dict[str, Any] = LINES[line]
    stored: list[tuple[int, int]] = []

    async def play(b: Bench) -> None:
        script = Script(b, seed=5)
        for number in range(commands):
            await script.command(number)
        await b.until(lambda: len(script.seen()) == len(script.pressed))
        assert script.seen() == script.pressed
        assert len(script.pressed) > commands / 5
        starts = b.control.starts()
        for motor in ("dice", "lid_open", "lid_close"):
            # A motion that the unit broke off because the line was dead for 300 ms was begun once too.
            assert starts[motor] == script.started[motor] + script.unsure[motor]
        assert sum(starts.values()) > commands * 0.09
        assert sum(script.started.values()) > commands * 0.07
        assert b.control.displays().honba == script.honba
        goals = [s.goal for s in b.of(MotionDone)]
        assert goals == sorted(set(goals))
        assert not b.of(SignalsLost)
        assert stored == [(s.nonce, s.number) for s in b.events if s.number]
        assert [number for _, number in stored] == list(range(1, len(stored) + 1))
        if not trouble:
            assert b.unit.counters.requests_resent == b.unit.counters.signals_repeated == 0
            assert not script.unsure

    bench(
        play,
        trouble=trouble,
        on_signal=lambda signal: stored.append((signal.nonce, signal.number)),
    )


@COMMANDS
@pytest.mark.parametrize("line", ["clean", "everything at once"])
@pytest.mark.timeout(2400)
def test_a_reset_now_and_then(bench: BenchRunner, line: str, commands: int) -> None:
    """A command answered before a reset was done once; one that failed because of it was done once or not at all."""

    async def play(b: Bench) -> None:
        script = Script(b, seed=8)
        failed = Counter[str]()
        resets = 0
        for number in range(commands):
            if number % 60 == 59:
                b.loop.call_later(script.chance.uniform(0, 1.0), b.control.reset)
                resets += 1
            try:
                await script.command(number)
            except errors.UnitResetError:
                failed["dice" if number % 12 == 0 else "lid" if number % 50 == 1 else "display"] += 1
                await b.unit.connected()
        await b.until(lambda: len([c for c in b.of(Connected) if c.was_reset]) == resets)
        starts = b.control.starts()
        done = script.started["dice"] + script.unsure["dice"]
        assert done <= starts["dice"] <= done + failed["dice"]
        lids = sum(
            count[way] for count in (script.started, script.unsure) for way in ("lid_open", "lid_close")
        )
        # A lid that was interrupted is found half way and not counted as open or closed.
        assert lids <= starts["lid_open"] + starts["lid_close"] <= lids + failed["lid"]
        assert sum(failed.values()) >= 1
        assert b.unit.counters.resets == resets
        by_boot: dict[int, list[int]] = {}
        for event in b.events:
            if event.number:
                by_boot.setdefault(event.nonce, []).append(event.number)
        assert len(by_boot) == resets + 1
        assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in by_boot.values())
        await b.until(lambda: b.control.displays().honba == script.honba, limit_s=5)

    bench(play, trouble=LINES[line])


def test_a_signal_is_acknowledged_only_after_it_was_stored(bench: BenchRunner) -> None:
    """A signal that the store refuses stays with the unit and comes again, in order."""
    stored: list[int] = []
    refusals = iter([True, True, False, True, False] + [False] * 100)

    def store(signal: Signal) -> None:
        if isinstance(signal, Button) and next(refusals):
            raise OSError("the disk is full")
        stored.append(signal.number)

    async def play(b: Bench) -> None:
        for _ in range(3):
            b.control.press(1, "pon", pressed=True)
            await asyncio.sleep(0.05)
            b.control.press(1, "pon", pressed=False)
            await asyncio.sleep(0.05)
        await b.until(lambda: len(b.of(Button)) == 6)
        assert stored == list(range(1, len(stored) + 1))
        assert [s.pressed for s in b.of(Button)] == [True, False] * 3

    bench(play, on_signal=store)


def test_a_store_that_takes_its_time_holds_back_the_next_signal_but_no_heartbeat(bench: BenchRunner) -> None:
    order: list[str] = []

    async def store(signal: Signal) -> None:
        order.append(f"begin {signal.number}")
        await asyncio.sleep(0.7)
        order.append(f"end {signal.number}")

    async def play(b: Bench) -> None:
        raising = asyncio.create_task(b.unit.roll_dice())
        for pressed in (True, False):
            b.control.press(1, "pon", pressed)
            await asyncio.sleep(0.05)
        await raising
        await b.until(lambda: bool(b.of(MotionDone)) and len(b.of(Button)) == 2)
        numbers = [s.number for s in b.events if s.number]
        assert order[: 2 * len(numbers)] == [f"{word} {n}" for n in numbers for word in ("begin", "end")]
        assert b.of(MotionDone)[0].outcome is Outcome.REACHED

    bench(play, on_signal=store)


def test_dropped_signals_are_counted(bench: BenchRunner) -> None:
    """The unit keeps 32; while nothing can be stored, the oldest go and the host learns how many."""
    closed = True

    def store(signal: Signal) -> None:
        if closed and isinstance(signal, Button):
            raise OSError("not now")

    async def play(b: Bench) -> None:
        nonlocal closed
        await asyncio.sleep(0.1)
        for _ in range(25):
            for pressed in (True, False):
                b.control.press(3, "chi", pressed)
                await asyncio.sleep(0.02)
        closed = False
        await b.until(lambda: len(b.of(Button)) == 32)
        lost = b.of(SignalsLost)
        assert [s.count for s in lost] == [50 - 32]
        assert b.events.index(lost[0]) < b.events.index(b.of(Button)[0])
        assert b.unit.counters.signals_lost == 18

    bench(play, on_signal=store)


def test_dice_of_a_lossy_line_are_those_of_the_signal(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        thrown = [await b.unit.roll_dice() for _ in range(20)]
        assert thrown == [(s.first, s.second) for s in b.of(DiceRolled)][:20]

    bench(play, trouble={"lose": 0.15, "double": 0.3})
