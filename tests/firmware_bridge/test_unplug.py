"""The line is pulled out and plugged in again, sometimes under another name, while a game goes on."""

import asyncio
import errno
import os
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.link.state import LinkState
from firmware_bridge.link.transport import SELECTABLE
from firmware_bridge.messages import errors
from firmware_bridge.messages.messages import Button, ButtonName, Curtain, MotionDone, Outcome, Signal
from firmware_bridge.messages.signals import Connected, Lost, SignalsLost
from firmware_bridge.unit.machine_control import ButtonWord
from table_controller.sensing.waiting.unit_reports import UNIT_DELAY_MS, UnitReports
from tests.firmware_bridge.conftest import Bench, BenchRunner
from wording.terminal.jobs import allow_open_files

LONGEST_S = 5.0
KEPT = 32
"""Signals the unit keeps."""


class Table:
    """People who press buttons and a program that requests motions, whatever happens to the line."""

    def __init__(self, b: Bench) -> None:
        self.b = b
        self.chance = random.Random(12)
        self.pressed: list[tuple[int, str, bool]] = []
        self.held = 0
        """Signals the unit may hold back while the line is out."""
        self.ended: Counter[str] = Counter()
        self.over = False

    async def press(self) -> None:
        names: list[ButtonWord] = ["chi", "pon", "kan", "ron"]
        down: set[tuple[int, ButtonWord]] = set()
        while not self.over:
            await asyncio.sleep(self.chance.uniform(0.05, 0.4))
            if self.held >= KEPT - 8:  # the motions under way and the levels need places too
                continue
            key = self.chance.randrange(4), self.chance.choice(names)
            down ^= {key}
            self.b.control.press(*key, key in down)
            self.pressed.append((*key, key in down))
            self.held += 1

    async def move(self) -> None:
        """Dice, lid, displays: request each until it is carried out, and count how each attempt ended."""
        motions: dict[str, Callable[[], Awaitable[object]]] = {
            "dice": self.b.unit.roll_dice,
            "lid_open": self.b.unit.open_lid,
            "lid_close": self.b.unit.close_lid,
        }
        while not self.over:
            for name in ("dice", "lid_open", "dice", "lid_close"):
                while True:
                    try:
                        await motions[name]()
                    except errors.HostSilentError:
                        self.ended[name + " broken off"] += 1
                        continue
                    self.ended[name] += 1
                    break
            await self.b.unit.show_honba(self.ended["dice"] % 100)

    def seen(self) -> list[tuple[int, str, bool]]:
        return [(s.chair, ButtonName(s.button).name.lower(), s.pressed) for s in self.b.of(Button)]


def came_back(b: Bench, times: int) -> Callable[[], bool]:
    return lambda: len(b.of(Connected)) > times


@pytest.mark.parametrize("times", [25, pytest.param(100, marks=pytest.mark.prove(short=False))])
@pytest.mark.timeout(900)
def test_within_5_s_and_32_signals_nothing_is_lost_and_nothing_is_doubled(
    bench: BenchRunner, times: int
) -> None:
    stored: list[tuple[int, int]] = []

    async def play(b: Bench) -> None:
        table = Table(b)
        tasks = [asyncio.create_task(table.press()), asyncio.create_task(table.move())]
        for unplugged in range(1, times + 1):
            await asyncio.sleep(table.chance.uniform(0.01, 3.0))
            await b.until(lambda: len(table.seen()) == len(table.pressed))
            table.held = 0
            b.control.unplug()
            await asyncio.sleep(table.chance.uniform(0.01, LONGEST_S - 0.1))
            b.control.plug()
            # On a busy machine the link may not have noticed yet that it was away, and say that it is connected.
            await b.until(came_back(b, unplugged))
        table.over = True
        await asyncio.wait_for(asyncio.gather(*tasks), 60)
        await b.until(lambda: len(table.seen()) == len(table.pressed))
        assert table.seen() == table.pressed
        assert not b.of(SignalsLost)
        assert [number for _, number in stored] == list(range(1, len(stored) + 1))
        assert len({nonce for nonce, _ in stored}) == 1
        assert [c.was_reset for c in b.of(Connected)] == [False] * (times + 1)
        assert all(50 <= c.away_ms < 1000 * LONGEST_S + 1000 for c in b.of(Connected)[1:] if c.away_ms)
        starts = b.control.starts()
        done = Counter((s.motion.name.lower(), s.outcome is Outcome.REACHED) for s in b.of(MotionDone))
        for name, motion in (("dice", "roll_dice"), ("lid_open", "open_lid"), ("lid_close", "close_lid")):
            # The motor was switched on once for each motion that was begun, reached or broken off by silence.
            begun = done[motion, True] + done[motion, False]
            assert begun == table.ended[name] + table.ended[name + " broken off"]
            assert starts[name] <= begun
            assert table.ended[name] > times / 5
        assert starts["dice"] == done["roll_dice", True] + done["roll_dice", False]
        assert sum(table.ended[name] for name in table.ended if "broken" in name) > times / 5
        assert b.control.displays().honba == table.ended["dice"] % 100

    bench(play, on_signal=lambda signal: stored.append((signal.nonce, signal.number)))


def test_a_line_that_select_could_not_wait_for_is_not_taken(bench: BenchRunner) -> None:
    """Opened while more than 1,000 other files are; the line is taken once they are closed."""
    allow_open_files()

    async def play(b: Bench) -> None:
        assert b.loop.device is not None
        b.control.unplug()
        await b.until(lambda: len(b.of(Lost)) == 1)
        with ExitStack() as others:
            for _ in range(SELECTABLE):
                others.callback(os.close, os.open(os.devnull, os.O_RDONLY))
            b.control.plug()
            await asyncio.sleep(3)
            assert b.loop.device.trouble is not None
            assert b.loop.device.trouble.errno == errno.EMFILE
        await b.until(came_back(b, 1))

    bench(play)


def hear(reports: UnitReports, b: Bench) -> None:
    """Note when the unit was last heard, and ask it, as sensing does when it waits."""
    if b.unit.heard is not None:
        reports.note_heard(*b.unit.heard)
    ask_ms = reports.ask_ms([b.now_ms - UNIT_DELAY_MS], b.now_ms)
    if ask_ms is not None:
        b.unit.ask(ask_ms)


@pytest.mark.parametrize("way", ["pulled out", "cut"])
def test_up_to_when_the_unit_has_told_what_it_felt_is_known_all_the_while(
    bench: BenchRunner, way: str
) -> None:
    """A line that is pulled out is noticed at once, one that is cut a second later; until then its silence does not
    count as a report."""
    reports = UnitReports()
    reached: list[int] = [0]
    late: list[tuple[int, int]] = []

    def stored(signal: Signal) -> None:
        if signal.at_ms < reached[0]:
            late.append((signal.at_ms, reached[0]))
        reports.note_signal(signal.at_ms, signal.at_ms)

    async def play(b: Bench) -> None:
        chance = random.Random(3)
        over = False

        async def look() -> None:
            while not over:
                hear(reports, b)
                reached[0] = max(reached[0], reports.until_ms(b.now_ms))
                await asyncio.sleep(0.02)

        async def move() -> None:
            broken = False
            while not over:
                await asyncio.sleep(chance.uniform(0.2, 0.6))
                broken = not broken
                b.control.hand(1, broken)

        tasks = [asyncio.create_task(look()), asyncio.create_task(move())]
        for times in range(1, 9):
            await asyncio.sleep(chance.uniform(0.5, 3.0))
            connected = len(b.of(Connected))
            if way == "cut":
                b.control.fault("silent", active=True)
            else:
                b.control.unplug()
            out_s = chance.uniform(1.5, LONGEST_S - 0.1)
            await asyncio.sleep(out_s)
            assert reached[0] < b.now_ms - 1000 * out_s + 100, times
            if way == "cut":
                b.control.fault("silent", active=False)
            else:
                b.control.plug()
            await b.until(lambda connected=connected: len(b.of(Connected)) > connected)  # type: ignore[misc]
        await asyncio.sleep(3)
        assert reached[0] > b.now_ms - 300
        over = True
        await asyncio.gather(*tasks)
        assert late == []
        assert not reports.unsure
        assert len(b.of(Curtain)) > 40

    bench(play, on_signal=stored)


def test_more_than_32_signals_are_reported_as_lost_by_their_number(bench: BenchRunner) -> None:
    stored: list[Signal] = []

    async def play(b: Bench) -> None:
        await asyncio.sleep(1)
        before = len(stored)
        b.control.unplug()
        for number in range(50):
            b.control.press(1, "pon", number % 2 == 0)
            await asyncio.sleep(0.05)
        await b.until(lambda: b.unit.state is LinkState.NO_DEVICE)
        b.control.plug()
        await b.until(lambda: bool(b.of(SignalsLost)))
        await b.until(lambda: len(b.of(Button)) >= 50 - b.of(SignalsLost)[0].count)
        (lost,) = b.of(SignalsLost)
        assert lost.count >= 50 - KEPT
        # The lost signals and those that came add up to all of them, and the newest came.
        numbers = [signal.number for signal in stored[before:]]
        assert numbers == list(range(stored[before - 1].number + lost.count + 1, stored[-1].number + 1))
        assert len(b.of(Button)) == 50 - lost.count
        assert [s.pressed for s in b.of(Button)] == [n % 2 == 0 for n in range(lost.count, 50)]
        assert b.unit.telemetry.signals_lost == lost.count

    bench(play, on_signal=stored.append)


def test_a_long_gap_is_reported_as_long_as_it_was(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        unplugged_ms = b.now_ms
        b.control.unplug()
        with pytest.raises(errors.LinkLostError) as unanswered:
            await b.unit.roll_dice()
        assert unanswered.value.advice
        await asyncio.sleep(12)
        b.control.plug()
        again = await b.unit.connected()
        (lost,) = b.of(Lost)
        # Nobody knows when the pulled plug is noticed: the link's thread looks at its port now and then.
        assert 0 <= lost.at_ms - unplugged_ms <= 1_000
        assert abs(again.away_ms - (again.at_ms - lost.at_ms)) <= 1
        assert again.away_ms >= 19_000
        assert not again.was_reset
        starts = b.control.starts()["dice"]
        await b.unit.roll_dice()
        assert (starts, b.control.starts()["dice"]) == (0, 1)

    bench(play)


def test_it_comes_back_under_another_name(bench: BenchRunner, folder: Path) -> None:
    async def play(b: Bench) -> None:
        for number in range(6):
            b.control.unplug()
            await asyncio.sleep(1)
            b.control.press(0, "ron", number % 2 == 0)
            b.control.plug(folder / f"unit{number}")
            await b.unit.connected()
            assert await b.unit.roll_dice()
        assert len(b.of(Button)) == 6
        assert b.control.starts()["dice"] == 6

    options: dict[str, Any] = {"device": str(folder / "uni*[0-9t]")}
    bench(play, **options)
