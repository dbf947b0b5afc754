"""Protection of hands and motors, for each actuator: time limits, interlocks, stops, silence, resets."""

import subprocess

import pytest

from firmware_bridge.messages.messages import (
    Beat,
    Button,
    Fault,
    FaultName,
    Motion,
    MotionDone,
    MotionStarted,
    OpenLid,
    Outcome,
    ResetCause,
    ResetFaults,
    Result,
    RollDice,
    Shuffle,
)
from firmware_bridge.unit.workshop import FIRMWARE, make
from tests.firmware_bridge.actuators import (
    ACTUATORS,
    EACH,
    SLIPPING,
    STALLING,
    Actuator,
    running,
    stops_within,
)
from tests.firmware_bridge.raw_unit import RawUnit


@EACH
def test_emergency_stop_is_immediate_and_latches(unit: RawUnit, actuator: Actuator) -> None:
    goal = running(unit, actuator)
    unit.control.fault("emergency", active=True)
    stops_within(unit, actuator, 1)
    assert not unit.moves
    assert unit.finish(goal).outcome is Outcome.LATCHED
    unit.control.fault("emergency", active=False)
    assert unit.ask(actuator.request).result is Result.LATCHED
    assert unit.ask(ResetFaults()).result is Result.DONE
    assert unit.ask(actuator.request).result is not Result.LATCHED


@EACH
def test_over_current_stops_within_20_ms_and_latches(unit: RawUnit, actuator: Actuator) -> None:
    goal = running(unit, actuator)
    unit.control.fault("over_current", active=True)
    unit.run(10)
    assert unit.on(actuator.output)
    stops_within(unit, actuator, 10)
    assert unit.finish(goal).outcome is Outcome.LATCHED
    assert unit.ask(ResetFaults()).result is Result.STILL_ACTIVE
    unit.control.fault("over_current", active=False)
    assert unit.ask(actuator.request).result is Result.LATCHED
    assert unit.ask(ResetFaults()).result is Result.DONE


@pytest.mark.parametrize("actuator", STALLING.values(), ids=STALLING.keys())
def test_a_stalled_motor_is_off_within_20_ms(unit: RawUnit, actuator: Actuator) -> None:
    goal = running(unit, actuator)
    unit.control.fault(actuator.jam, active=True)
    stops_within(unit, actuator, 20)
    assert unit.finish(goal).outcome is actuator.jammed
    assert unit.ask(actuator.request).result is not Result.LATCHED


@EACH
def test_silence_of_the_host_ends_every_motion_and_latches_nothing(unit: RawUnit, actuator: Actuator) -> None:
    goal = running(unit, actuator)
    unit.send(Beat(token=2))
    unit.beats = unit.acknowledges = False
    unit.run(298)
    assert unit.on(actuator.output)
    stops_within(unit, actuator, 4)
    assert not unit.moves
    unit.beats = unit.acknowledges = True
    assert unit.finish(goal).outcome is Outcome.HOST_SILENT
    assert not unit.of(Fault)
    assert unit.ask(RollDice(seed=1)).result is Result.STARTED


@pytest.mark.parametrize("actuator", SLIPPING.values(), ids=SLIPPING.keys())
def test_nothing_runs_for_longer_than_its_time(unit: RawUnit, actuator: Actuator) -> None:
    actuator.before(unit)
    unit.control.fault(actuator.slip, active=True)
    goal = unit.begin(actuator.request)
    unit.until(lambda: unit.on(actuator.output), 20_000)
    stops_within(unit, actuator, actuator.longest_ms)
    assert unit.finish(goal).outcome is actuator.slipped


@EACH
def test_a_reset_stops_everything_and_nothing_moves_before_the_host_has_seen_it(
    unit: RawUnit, actuator: Actuator
) -> None:
    running(unit, actuator)
    unit.control.reset("brown_out")
    assert not unit.moves
    for chair in (0, 2):
        unit.control.press(chair, "set", pressed=True)
    unit.beats = False
    unit.run(2000)
    assert not unit.moves
    # A request of the session before is not done.
    refused = unit.refused
    unit.send(OpenLid(), sequence=9)
    unit.run(50)
    assert unit.refused == refused + 1
    assert not unit.moves
    assert unit.hello().reset_cause is ResetCause.BROWN_OUT
    unit.run(700)
    assert not unit.moves


def test_two_set_buttons_open_the_lid_once_the_host_is_there(unit: RawUnit) -> None:
    unit.run(500)
    for chair in (0, 2):
        unit.control.press(chair, "set", pressed=True)
    unit.run(450)
    assert not unit.moves
    unit.run(100)
    assert unit.on(8)
    assert unit.of(MotionStarted)[0].motion is Motion.OPEN_LID


@pytest.mark.parametrize("cause", list(ResetCause))
def test_every_cause_of_a_reset_is_reported(unit: RawUnit, cause: ResetCause) -> None:
    assert unit.hellos[0].reset_cause is ResetCause.POWER_ON
    unit.control.reset(cause.name.lower())  # type: ignore[arg-type]
    assert unit.hello().reset_cause is cause
    assert unit.hellos[-1].boot_nonce != unit.hellos[0].boot_nonce


def test_a_hanging_processor_is_reset_by_its_watchdog(unit: RawUnit) -> None:
    running(unit, ACTUATORS["lid opens"])
    unit.control.fault("hang", active=True)
    unit.run(119)
    assert unit.moves
    unit.run(3)
    assert not unit.moves
    assert unit.hello().reset_cause is ResetCause.WATCHDOG


# Signals


def test_the_last_32_signals_are_kept_and_what_was_lost_is_reported(unit: RawUnit) -> None:
    unit.run(200)
    first = len(unit.signals)
    unit.beats = unit.acknowledges = False
    for number in range(20):
        unit.control.press(1, "pon", pressed=True)
        unit.run(20)
        unit.control.press(1, "pon", pressed=False)
        unit.run(20)
        if number == 0:
            unit.run(3000)  # the host is given up
    unit.signals.clear()
    unit.acknowledges = True
    assert unit.hello().signals_lost == 8
    unit.beats = True
    unit.run(500)
    assert [signal.number for signal in unit.signals] == list(range(first + 9, first + 41))
    assert [signal.pressed for signal in unit.of(Button)] == [True, False] * 16


def test_goals_and_answers_are_not_given_twice(unit: RawUnit) -> None:
    goal = unit.begin(RollDice(seed=5))
    for _ in range(5):
        unit.send(RollDice(seed=5), sequence=unit._sequence)
        unit.run(10)
    unit.finish(goal)
    unit.run(3000)
    assert len(unit.of(MotionDone)) == 1
    assert unit.control.starts()["dice"] == 1


def test_the_guard_holds_whatever_the_motions_want() -> None:
    """The guard alone, in C under sanitizers, with motions that want everything for ever."""
    make("test-guard")
    done = subprocess.run([FIRMWARE / "build" / "test-guard"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip().endswith("guard: 17 outputs, all good")


def test_hot_drivers_rest(unit: RawUnit) -> None:
    goal = running(unit, ACTUATORS["drum"])
    unit.control.temperature(85)
    assert unit.finish(goal, 500).outcome is Outcome.TOO_HOT
    assert unit.ask(Shuffle(set=2)).result is Result.TOO_HOT
    unit.control.temperature(75)
    unit.run(500)
    assert unit.ask(Shuffle(set=2)).result is Result.TOO_HOT
    unit.control.temperature(60)
    unit.run(500)
    assert [(f.fault, f.active) for f in unit.of(Fault)] == [
        (FaultName.TOO_HOT, True),
        (FaultName.TOO_HOT, False),
    ]
    assert unit.begin(Shuffle(set=2))
