"""A table without our unit whose panel is its only machine: everything above the pins is the daemon as it runs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bench.stages.jump_loop import JumpLoop
from referee.journal.journal import Journal
from referee.journal.tables import UNIT_BOOTS
from referee.journal.verification import verify
from table_controller.daemon import wiring
from table_controller.daemon.daemon import Daemon
from table_controller.daemon.ending import Ending
from table_controller.machine.panel.contacts import Contact
from table_controller.machine.panel.debounced import STILL_MS
from table_controller.machine.panel.panel import Panel
from table_controller.settings.settings import Settings
from tests.conftest import signals_put_back
from tests.table_controller.begin_and_time_stage import settings_of
from tests.table_controller.mortal_daemon import FakeVision, JumpClock
from tests.table_controller.seen_table import described
from vision.zones import ZoneId

PANEL = """
[panel]
judge_pin = 17
set_pin = 27
dice_pin = 22
stop_pin = 4
judge_lamp_pin = 10
stopped_lamp_pin = 9
chi_pins = [2, 24, 0, 26]
pon_pins = [3, 25, 5, 12]
kan_pins = [14, 8, 6, 16]
win_pins = [15, 7, 13, 20]
riichi_pins = [23, 1, 19, 21]
"""
PRESSED_S = 0.12
WINS = "1m2m3m4p5p6p7s8s9s1z1z1z2z"
"""Waits for 2z."""
numbers = count()


class SeenWorld(FakeVision):
    """Vision that sees what a test lays down."""

    lying: dict[ZoneId, str]

    def content(self, zone: ZoneId) -> str:
        return self.lying.get(zone, "")


@dataclass
class Table:
    """A daemon at its table.

    Attributes:
        stored: the panel's kept signals as written into the journal's inbox.
    """

    folder: Path
    pins: Any
    daemon: Daemon = field(init=False)
    stored: list[dict[str, Any]] = field(default_factory=list)

    def settings(self) -> Settings:
        text = f'ruleset = "tenhou"\n[unit]\ndriver = "none"\n{PANEL}'
        return settings_of(self.folder, text, "--mqtt", "127.0.0.1:1")

    def live(self, play: Callable[[Table], Coroutine[Any, Any, None]], *, since_ms: int = 0) -> list[str]:
        """Run the daemon until this has been played; return what the journal then holds."""
        loop = JumpLoop()
        loop.begin_at(since_ms)
        with signals_put_back(), asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(self._life(play))
        journal = Journal(self.folder / "journal.sqlite")
        verify(journal)
        entries = list(journal.entries())
        journal.close()
        times = [entry.at_ms for entry in entries]
        assert times == sorted(times)
        acts = [described(entry.observation) for entry in entries]
        return [each for each in acts if each != "TableHindered"]

    async def _life(self, play: Callable[[Table], Coroutine[Any, Any, None]]) -> None:
        journal = Journal(self.folder / "journal.sqlite")
        store = journal.receive

        def receive(nonce: int, number: int, payload: str) -> bool:
            assert nonce >= UNIT_BOOTS
            new = store(nonce, number, payload)
            assert new, "no number comes twice"
            self.stored.append(json.loads(payload))
            return new

        journal.receive = receive  # type: ignore[method-assign]
        loop = cast("JumpLoop", asyncio.get_running_loop())
        ending = Ending()
        clock = JumpClock(loop)
        ending.heed(clock, ())
        # Nothing bounces in a mock, and its emergency stop is not pressed.
        self.pins.pin(4).drive_low()
        self.pins.pin(4).held = True
        self.daemon = wiring.wire(self.settings(), journal, clock, journal.load(), ending)
        task = loop.create_task(self.daemon.run())
        try:
            await play(self)
            assert not task.done()
            assert [name for name in self.alerts if name.startswith("task-")] == []
        finally:
            ending.ask()
            assert await task == 0
            journal.close()

    @property
    def alerts(self) -> dict[str, Any]:
        return self.daemon.parts.health._alerts

    @property
    def phase(self) -> str:
        state = self.daemon.game.state
        return "" if state is None else state.phase

    def contact(self, name: str) -> Any:
        kind, _, chair = name.partition("-")
        choice = self.daemon.settings.panel
        return self.pins.pin(choice.inputs[Contact(cast("Any", kind), int(chair) if chair else None)])

    async def press(self, name: str) -> None:
        self.contact(name).drive_low()
        await asyncio.sleep(PRESSED_S)
        self.contact(name).drive_high()
        await asyncio.sleep(PRESSED_S)

    async def lay(self, kind: str, chair: int, content: str) -> None:
        SeenWorld.lying[ZoneId(cast("Any", kind), chair)] = content
        await asyncio.sleep(1)

    async def until(self, true: Callable[[], object], what: str) -> None:
        for _ in range(600):
            if true():
                return
            await asyncio.sleep(0.1)
        raise AssertionError(f"{what} never came: {self.phase}, {self.alerts}")

    async def begin(self) -> None:
        """Begin a hanchan with set and dice held together, then its first hand with the dice button."""
        await asyncio.sleep(2)
        self.contact("set").drive_low()
        await asyncio.sleep(PRESSED_S)
        await self.press("dice")
        self.contact("set").drive_high()
        await asyncio.sleep(PRESSED_S)
        await self.until(lambda: self.phase == "waiting", "the hanchan")
        await self.press("dice")
        await self.until(lambda: self.phase not in {"", "waiting"}, "the hand")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    pins = MockFactory()

    def pulled(self: Any, value: str) -> None:
        """Only a floating input follows its pull-up, since a pressed button holds its pin down."""
        if self._pull != "up" and not getattr(self, "held", False):
            self._change_state(value == "up")
        self._pull = value

    monkeypatch.setattr(Device, "pin_factory", pins)
    monkeypatch.setattr("gpiozero.pins.mock.MockPin._set_pull", pulled)
    monkeypatch.setattr(wiring, "VisionProcess", SeenWorld)
    SeenWorld.lying = {}
    yield Table(tmp_path, pins)
    pins.reset()


async def play_a_hand(table: Table) -> None:
    """Chair 0 calls riichi at its first discard and ron at that of chair 1."""
    await table.begin()
    await table.lay("wall", 0, "####1s####")
    await table.press("riichi-0")
    await table.lay("pond", 0, "_9s")
    await table.lay("pond", 1, "2z")
    await table.press("win-0")
    await table.lay("hand", 0, WINS)
    await table.until(lambda: table.phase == "closing", "the win")
    await table.lay("ura", 0, "4z")
    await table.press("set")
    await table.until(lambda: table.phase == "waiting", "the end of the hand")


def test_a_hand_is_begun_called_and_ended_by_the_panel(table: Table) -> None:
    lines = table.live(play_a_hand)
    assert lines == [
        "HanchanBegun",
        "dealt 00",
        "indicator 1s",
        "0 calls riichi",
        "0 discards 9s sideways",
        "1 discards 2z",
        "0 calls ron",
        f"0 shows {WINS}",
        "ura 4z",
        "HandClosed",
    ]
    journal = Journal(table.folder / "journal.sqlite")
    state = journal.load().state
    assert state is not None
    assert state.last is not None
    assert state.last.result == "ron"
    assert state.senses == {"call_buttons"}
    sources = [entry.observation.source for entry in journal.entries()]
    assert sum(source.startswith("panel:") for source in sources) == 4, "begin, riichi, ron, set"
    journal.close()


def test_a_judge_is_called_and_the_emergency_stop_stops_the_table(table: Table) -> None:
    async def play(table: Table) -> None:
        await table.begin()
        await table.press("judge")
        await table.until(lambda: table.daemon.game.state.desk.stopped, "the stop")  # type: ignore[union-attr]
        assert "judge" in table.alerts
        assert table.pins.pin(9).state == 1
        await table.press("judge")
        table.contact("stop").drive_high()
        await table.until(lambda: "emergency-stop" in table.alerts, "the alert")
        table.contact("stop").drive_low()
        await table.until(lambda: "emergency-stop" not in table.alerts, "its end")

    assert table.live(play) == ["HanchanBegun", "dealt 00", "PlayHalted"]


def test_an_emergency_stop_that_is_open_at_the_start_is_reported(table: Table) -> None:
    async def play(table: Table) -> None:
        await table.begin()
        table.contact("stop").drive_high()
        await table.until(lambda: table.daemon.game.state.desk.stopped, "the stop")  # type: ignore[union-attr]

    assert table.live(play) == ["HanchanBegun", "dealt 00", "PlayHalted"]


def test_a_press_counts_once_although_the_daemon_ends_before_it_is_judged(table: Table) -> None:
    """The button is still down when the daemon is back."""

    async def press(table: Table) -> None:
        await table.begin()
        # The daemon waits for the camera; until then the press is only on disk.
        await asyncio.sleep(0.3)
        table.contact("judge").drive_low()
        await table.until(lambda: table.stored[-1]["button"] == 8, "the press on disk")
        assert table.daemon.game.journal.inbox()

    async def release(table: Table) -> None:
        await asyncio.sleep(12)
        assert table.daemon.game.journal.inbox() == []
        table.contact("judge").drive_high()
        await asyncio.sleep(1)

    table.pins.pin(17).drive_high()
    table.pins.pin(17).held = True
    first = table.live(press)
    assert "PlayHalted" not in first
    lines = table.live(release, since_ms=60_000)
    assert lines == [*first, "PlayHalted"]
    assert sum(each.get("button") == 8 for each in table.stored) == 1


def test_the_tiles_of_the_hand_before_begin_no_hand_unless_somebody_insists(table: Table) -> None:
    async def play(table: Table) -> None:
        await play_a_hand(table)
        await table.press("dice")
        await asyncio.sleep(5)
        assert table.phase == "waiting"
        SeenWorld.lying = {}
        await asyncio.sleep(3)
        await table.press("dice")
        await table.until(lambda: table.phase == "dealing", "the next hand")

    assert table.live(play)[-2:] == ["HandClosed", "dealt 00"]


def test_without_its_pins_the_call_buttons_are_no_sense(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    for pin in (4, 17):
        table.pins.pin(pin)
    choice = table.settings().panel
    first = Panel(choice)  # something else has the pins

    async def play(table: Table) -> None:
        await asyncio.sleep(1)
        table.daemon.game.begin_hanchan()
        assert "panel" in table.alerts

    assert "call_buttons" in table.settings().senses
    table.live(play)
    first.close()
    journal = Journal(table.folder / "journal.sqlite")
    state = journal.load().state
    assert state is not None
    assert state.senses == frozenset()
    journal.close()


NAMES = ("judge", "set", "dice", "stop", "riichi-0", "win-2", "pon-1", "kan-3")
PRESSES = st.lists(
    st.tuples(
        st.sampled_from(NAMES),
        st.booleans(),
        st.sampled_from([0, 0, 7, 25, 60, 150, 700, 4000]),
    ),
    max_size=60,
)


@settings(
    max_examples=8,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    deadline=None,
)
@given(PRESSES, st.booleans())
def test_any_presses_are_reported_once_each_in_order_and_end_nothing(
    table: Table, steps: list[tuple[str, bool, int]], begun: bool
) -> None:
    folder = table.folder / str(next(numbers))
    folder.mkdir()
    world = Table(folder, table.pins)
    SeenWorld.lying = {}

    async def play(world: Table) -> None:
        if begun:
            await world.begin()
        await asyncio.sleep(1)
        world.stored.clear()
        for name, down, gap_ms in steps:
            pin = world.contact(name)
            (pin.drive_low if down else pin.drive_high)()
            await asyncio.sleep(gap_ms / 1000)
        await asyncio.sleep(0.1)
        wanted = presses_in(steps)
        found = [each["opened"] if "opened" in each else each["button"] for each in world.stored]
        assert len(found) == wanted
        for name in NAMES:
            pin = world.contact(name)
            (pin.drive_low if name == "stop" else pin.drive_high)()
        await world.until(lambda: not world.daemon.game.journal.inbox(), "the end of all that waits")

    world.live(play)


def presses_in(steps: list[tuple[str, bool, int]]) -> int:
    """Count how often a contact was held long enough after it had been released long enough."""
    total = 0
    for name in NAMES:
        rest = name == "stop"  # closed unless it is pressed
        level, since, standing, at_ms = rest, -1000, rest, 0
        for who, down, gap_ms in [*steps, (name, None, 0)]:
            changes = who == name and down is not None and down != level
            if changes or down is None:
                end = at_ms + (100 if down is None else 0)
                if end - since >= STILL_MS and level != standing:
                    standing = level
                    total += standing != rest
                level, since = bool(down), at_ms
            at_ms += gap_ms
    return total
