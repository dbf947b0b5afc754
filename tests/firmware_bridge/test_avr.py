"""The ATmega's own image, in a simulator with a real pty: faults that the host build cannot show, and that both behave
alike."""

import asyncio
import shutil
import statistics
import subprocess
from pathlib import Path

import pytest

from firmware_bridge.measuring.bench import Measured, measure
from firmware_bridge.measuring.priority import undisturbed
from firmware_bridge.messages.messages import (
    Beat,
    Button,
    CloseLid,
    DiceRolled,
    Fault,
    FaultName,
    Health,
    Levels,
    Motor,
    OpenLid,
    Outcome,
    RaiseWalls,
    ReportHealth,
    ReportLevels,
    ResetCause,
    ResetFaults,
    Result,
    RollDice,
    ShowDealer,
    ShowHonba,
    ShowPoints,
    ShowRound,
    Shuffle,
    StickSlot,
    TileCount,
)
from firmware_bridge.unit.process import UnitProcess
from firmware_bridge.unit.workshop import CHIPS, make
from tests.firmware_bridge.raw_unit import RawUnit

pytestmark = pytest.mark.skipif(
    shutil.which("avr-gcc") is None or not Path("/usr/include/simavr/sim_avr.h").is_file(),
    reason="no avr-gcc or no libsimavr-dev on this machine",
)
EACH_CHIP = pytest.mark.parametrize("chip", CHIPS)


@EACH_CHIP
def test_walls_lid_dice_displays_and_signals(folder: Path, chip: str) -> None:
    with RawUnit(folder, kind="avr", chip=chip) as unit:
        assert unit.finish(unit.begin(RaiseWalls(set=1))).outcome is Outcome.REACHED
        assert unit.control.walls().lifts == "uuuu"
        assert unit.finish(unit.begin(OpenLid())).outcome is Outcome.REACHED
        assert unit.finish(unit.begin(CloseLid())).outcome is Outcome.REACHED
        unit.control.dice(6, 1)
        unit.finish(unit.begin(RollDice(seed=0)))
        dice = unit.of(DiceRolled)[-1]
        assert (dice.first, dice.second) == (6, 1)
        before = unit.control.step(unit.now_us).shows
        for request in (
            ShowHonba(honba=13),
            ShowRound(round=7),
            ShowDealer(chair=2),
            *(ShowPoints(chair=c, points=p) for c, p in enumerate((25_000, -1200, 0, 102_400))),
        ):
            assert unit.ask(request).result is Result.DONE
        shown = unit.control.displays()
        assert (shown.honba, shown.round, shown.dealer, shown.dice) == (13, 7, 2, (6, 1))
        assert shown.points == (25_000, -1200, 0, 102_400)
        assert unit.control.step(unit.now_us).shows > before
        pressed_ms = unit.now_us // 1000
        unit.control.press(3, "judge", pressed=True)
        unit.control.stick(1, present=True, value=5000)
        unit.run(50)
        button, stick = unit.of(Button)[-1], unit.of(StickSlot)[-1]
        assert (button.chair, button.button.name, button.pressed) == (3, "JUDGE", True)
        assert (
            abs(button.at_ms - pressed_ms) <= 8
        )  # its clock began with the process, after the start-up code
        assert (stick.chair, stick.value) == (1, 5000)
        unit.control.temperature(52)
        unit.ask(ReportHealth())
        unit.ask(ReportLevels())
        unit.run(100)
        health, levels = unit.of(Health)[-1], unit.of(Levels)[-1]
        assert (health.temperature, health.supply_mv) == (520, 24_000)
        assert 600 <= health.peak_ma[Motor.LID] <= 2400  # stalled for less than a millisecond at its end
        assert (levels.lifts_up, levels.sticks, levels.stick_values) == (15, 2, (0, 5000, 0, 0))
        assert unit.control.motors().wrong == 0
        assert unit.control.microcontroller()["boots"] == 1


@pytest.mark.prove(short=False)
def test_a_shuffle(folder: Path) -> None:
    with RawUnit(folder, kind="avr") as unit:
        assert unit.finish(unit.begin(Shuffle(set=2))).outcome is Outcome.REACHED
        assert 60_000_000 <= unit.now_us <= 120_000_000
        assert unit.of(TileCount)[-1].count == 136


@EACH_CHIP
def test_a_processor_that_hangs_is_reset_by_its_watchdog_with_motors_off(folder: Path, chip: str) -> None:
    with RawUnit(folder, kind="avr", chip=chip) as unit:
        first = unit.hellos[-1]
        unit.begin(OpenLid())
        unit.run(300)
        assert unit.moves
        unit.control.fault("hang", active=True)
        unit.beats = False
        unit.run(200)  # 120 ms, and the start
        assert not unit.moves
        assert unit.control.microcontroller()["boots"] == 2
        again = unit.hello()
        assert again.reset_cause is ResetCause.WATCHDOG
        assert again.boot_nonce != first.boot_nonce
        unit.beats = True
        assert unit.finish(unit.begin(OpenLid())).outcome is Outcome.REACHED


def test_a_brown_out(folder: Path) -> None:
    with RawUnit(folder, kind="avr") as unit:
        unit.begin(OpenLid())
        unit.run(300)
        unit.control.fault("brown_out", active=True)
        assert not unit.moves
        unit.beats = False
        unit.run(700)
        assert not unit.moves
        unit.control.fault("brown_out", active=False)
        unit.run(100)
        assert unit.hello().reset_cause is ResetCause.BROWN_OUT
        unit.run(1000)
        assert not unit.moves
        unit.beats = True
        unit.send(Beat(token=1))
        assert unit.finish(unit.begin(OpenLid())).outcome is Outcome.REACHED


@pytest.mark.parametrize("cause", list(ResetCause))
def test_every_cause_of_a_reset_is_reported(folder: Path, cause: ResetCause) -> None:
    with RawUnit(folder, kind="avr") as unit:
        unit.control.reset(cause.name.lower())  # type: ignore[arg-type]
        unit.run(50)
        assert unit.hello().reset_cause is cause


def test_silence_of_the_host_ends_a_motion(folder: Path) -> None:
    with RawUnit(folder, kind="avr") as unit:
        goal = unit.begin(OpenLid())
        unit.run(250)
        unit.send(Beat(token=2))
        unit.run(3)  # until it has come in
        unit.beats = unit.acknowledges = False
        unit.run(294)
        assert unit.moves
        unit.run(10)
        assert not unit.moves
        unit.beats = unit.acknowledges = True
        assert unit.finish(goal).outcome is Outcome.HOST_SILENT
        assert unit.finish(unit.begin(OpenLid())).outcome is Outcome.REACHED


@pytest.mark.parametrize(("fault", "limit_ms"), [("emergency", 3), ("over_current", 20), ("lid_blocked", 20)])
def test_stops(folder: Path, fault: str, limit_ms: int) -> None:
    with RawUnit(folder, kind="avr") as unit:
        goal = unit.begin(OpenLid())
        unit.run(300)
        unit.control.fault(fault, active=True)
        unit.run(limit_ms)
        assert not unit.moves
        assert unit.finish(goal).outcome is (
            Outcome.LID_BLOCKED if fault == "lid_blocked" else Outcome.LATCHED
        )
        unit.control.fault(fault, active=False)
        if fault != "lid_blocked":
            assert unit.ask(OpenLid()).result is Result.LATCHED
            assert unit.ask(ResetFaults()).result is Result.DONE
        assert unit.finish(unit.begin(OpenLid())).outcome is Outcome.REACHED


def test_a_closing_lid_lets_go_of_what_it_meets_and_opens(folder: Path) -> None:
    with RawUnit(folder, kind="avr") as unit:
        unit.finish(unit.begin(OpenLid()))
        unit.control.fault("lid_obstacle", active=True)
        assert unit.finish(unit.begin(CloseLid()), 10_000).outcome is Outcome.LID_OBSTRUCTED
        assert unit.control.walls().lid == "open"


def test_its_memory_without_power_keeps_what_is_latched(folder: Path) -> None:
    with RawUnit(folder, kind="avr") as unit:
        unit.control.fault("over_current", active=True)
        unit.run(50)
        unit.control.fault("over_current", active=False)
        for cause in ("watchdog", "power_on"):
            unit.control.reset(cause)
            unit.run(50)
            unit.hello()
            assert unit.ask(OpenLid()).result is Result.LATCHED
        assert unit.ask(ResetFaults()).result is Result.DONE
        unit.run(50)
        unit.control.reset("power_on")
        unit.run(50)
        unit.hello()
        unit.signals.clear()
        assert unit.finish(unit.begin(OpenLid())).outcome is Outcome.REACHED


def test_hot_drivers_are_reported_while_nothing_moves(folder: Path) -> None:
    with RawUnit(folder, kind="avr") as unit:
        unit.control.temperature(90)
        unit.run(6_000)
        assert [(f.fault, f.active) for f in unit.of(Fault)] == [(FaultName.TOO_HOT, True)]


def test_it_sleeps_when_idle_and_its_stack_has_room(folder: Path) -> None:
    with RawUnit(folder, kind="avr") as unit:
        unit.beats = False
        unit.run(4000)
        assert unit.control.microcontroller()["awake"] < 250  # per mille
        unit.beats = True
        unit.run(200)
        goals = [unit.begin(RaiseWalls(set=1)), unit.begin(Shuffle(set=2)), unit.begin(RollDice(seed=0))]
        for number in range(60):
            unit.control.press(number % 4, "ron", pressed=number % 8 < 4)
            unit.run(40)
        unit.ask(ReportHealth())
        unit.ask(ReportLevels())
        unit.finish(goals[0])
        microcontroller = unit.control.microcontroller()
        assert microcontroller["free"] >= 200, microcontroller  # bytes nobody has ever touched


def test_flash_and_memory_stay_under_three_quarters() -> None:
    make("avr")
    for chip, flash, ram in (("atmega328p", 32_768, 2_048), ("atmega2560", 262_144, 8_192)):
        elf = Path(__file__).parents[2] / "firmware_bridge" / "firmware" / "build" / f"jantaku-{chip}.elf"
        lines = subprocess.run(
            ["avr-size", elf], capture_output=True, text=True, check=True
        ).stdout.splitlines()
        text, data, bss = (int(word) for word in lines[1].split()[:3])
        assert text + data < 0.75 * flash
        assert data + bss < 0.75 * ram


def measured(folder: Path, count: int, noise: float = 0.0) -> tuple[Measured, float]:
    """Commands of 20 bytes over the pty in real time, and the time that one takes on the wire, ms."""
    with UnitProcess(folder, kind="avr", clock="real") as process, undisturbed():
        run = asyncio.run(measure(str(process.pty), count=count, size=20, noise=noise))
    assert run.exactly_once
    return run, (run.wire_out + run.wire_in) * 10 / 115.2


def test_answers_come_no_sooner_than_the_wire_allows_and_soon_after(folder: Path) -> None:
    """A short run; bounds that hold on a machine busy with other tests."""
    run, wire_ms = measured(folder, 100)
    assert wire_ms - 0.5 < run.p50_ms < wire_ms + 10.0


@pytest.mark.prove(short=False)
def test_a_thousand_commands_in_real_time(folder: Path) -> None:
    """20 bytes of payload, a bare answer: p50 within wire time + 2 ms, p99 within + 7 ms, each the median of five runs."""
    runs = [measured(folder, 1000) for _ in range(5)]
    percentiles = [(run.p50_ms, run.p99_ms) for run, _ in runs]
    wire_ms = runs[0][1]
    assert statistics.median(p50 for p50, _ in percentiles) <= wire_ms + 2.0, percentiles
    assert statistics.median(p99 for _, p99 in percentiles) <= wire_ms + 7.0, percentiles


@pytest.mark.prove(short=False)
def test_a_thousand_commands_through_noise(folder: Path) -> None:
    run, _ = measured(folder, 1000, noise=0.02)
    assert run.retries > 300
