"""What keeps hands and motors whole, for each actuator: times, interlocks, stops, silence, resets."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from firmware_bridge.messages import (
    Beat,
    Button,
    CloseLid,
    Deal,
    Fault,
    FaultName,
    LowerWalls,
    Motion,
    MotionDone,
    MotionStarted,
    OpenLid,
    Outcome,
    RaiseWalls,
    ResetCause,
    ResetFaults,
    Result,
    RollDice,
    Shuffle,
)
from firmware_bridge.unit_process import FIRMWARE, make
from tests.firmware_bridge.raw_unit import RawUnit

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from firmware_bridge.messages import Request


def walls_up(unit: RawUnit) -> None:
    assert unit.finish(unit.begin(RaiseWalls(set=1))).outcome is Outcome.REACHED


def lid_open(unit: RawUnit) -> None:
    assert unit.finish(unit.begin(OpenLid())).outcome is Outcome.REACHED


def dealer_fitted(unit: RawUnit) -> None:
    unit.control.dealer(fitted=True)
    walls_up(unit)


def nothing(_: RawUnit) -> None:
    return


@dataclass(frozen=True)
class Actuator:
    """A motor: its output, how it comes to run, and the fault that stalls it with what is reported then."""

    output: int
    request: Request
    before: Callable[[RawUnit], None] = nothing
    jam: str = ""
    jammed: Outcome = Outcome.REACHED
    slip: str = ""
    slipped: Outcome = Outcome.REACHED
    longest_ms: int = 0


UP = {
    f"lift {c} up": Actuator(
        c,
        RaiseWalls(set=1),
        nothing,
        f"lift_jam_{c}",
        Outcome.LIFT_JAMMED,
        f"lift_stuck_{c}",
        Outcome.LIFT_TIMEOUT,
        4600,
    )
    for c in range(4)
}
DOWN = {
    f"lift {c} down": Actuator(
        4 + c,
        LowerWalls(),
        walls_up,
        f"lift_jam_{c}",
        Outcome.LIFT_JAMMED,
        f"lift_stuck_{c}",
        Outcome.LIFT_TIMEOUT,
        4600,
    )
    for c in range(4)
}
ACTUATORS = {
    **UP,
    **DOWN,
    "lid opens": Actuator(
        8, OpenLid(), nothing, "lid_blocked", Outcome.LID_BLOCKED, "lid_slips", Outcome.LID_BLOCKED, 5010
    ),
    "lid closes": Actuator(
        9, CloseLid(), lid_open, "lid_blocked", Outcome.LID_BLOCKED, "lid_slips", Outcome.LID_BLOCKED, 5010
    ),
    "drum": Actuator(10, Shuffle(set=2), nothing, "drum_stuck", Outcome.DRUM_STUCK),
    "chain": Actuator(
        11,
        Shuffle(set=2),
        nothing,
        "chain_stuck",
        Outcome.CHAIN_STUCK,
        "chain_slips",
        Outcome.CHAIN_STUCK,
        2010,
    ),
    "chain back": Actuator(12, Shuffle(set=2), nothing, "chain_stuck", Outcome.CHAIN_STUCK),
    "pusher": Actuator(
        13,
        RaiseWalls(set=1),
        nothing,
        "pusher_stuck",
        Outcome.PUSHER_STUCK,
        "pusher_slips",
        Outcome.PUSHER_STUCK,
        5010,
    ),
    "dice": Actuator(15, RollDice(seed=0)),
    "dealer": Actuator(
        16,
        Deal(dealer=2),
        dealer_fitted,
        "deal_stuck",
        Outcome.DEAL_STUCK,
        "deal_slips",
        Outcome.DEAL_STUCK,
        3010,
    ),
}
STALLING = {name: actuator for name, actuator in ACTUATORS.items() if actuator.jam}
SLIPPING = {name: actuator for name, actuator in ACTUATORS.items() if actuator.slip}
EACH = pytest.mark.parametrize("actuator", ACTUATORS.values(), ids=ACTUATORS.keys())


def running(unit: RawUnit, actuator: Actuator) -> int:
    """Bring an actuator to run; gives the motion's goal."""
    actuator.before(unit)
    goal = unit.begin(actuator.request)
    unit.until(lambda: unit.on(actuator.output), 20_000)
    unit.run(30)  # its start is over
    assert unit.on(actuator.output)
    return goal


def stops_within(unit: RawUnit, actuator: Actuator, limit_ms: int) -> int:
    """Milliseconds until the actuator is off; at most ``limit_ms``."""
    for ms in range(limit_ms + 1):
        if not unit.on(actuator.output):
            return ms
        unit.run(1)
    raise AssertionError(f"still on after {limit_ms} ms")


@EACH
def test_emergency_stop_is_immediate_and_latches(folder: Path, actuator: Actuator) -> None:
    with RawUnit(folder) as unit:
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
def test_over_current_stops_within_20_ms_and_latches(folder: Path, actuator: Actuator) -> None:
    with RawUnit(folder) as unit:
        goal = running(unit, actuator)
        unit.control.fault("over_current", active=True)
        assert stops_within(unit, actuator, 20) > 10
        assert unit.finish(goal).outcome is Outcome.LATCHED
        assert unit.ask(ResetFaults()).result is Result.STILL_ACTIVE
        unit.control.fault("over_current", active=False)
        assert unit.ask(actuator.request).result is Result.LATCHED
        assert unit.ask(ResetFaults()).result is Result.DONE


@pytest.mark.parametrize("actuator", STALLING.values(), ids=STALLING.keys())
def test_a_stalled_motor_is_off_within_20_ms(folder: Path, actuator: Actuator) -> None:
    with RawUnit(folder) as unit:
        goal = running(unit, actuator)
        unit.control.fault(actuator.jam, active=True)
        stops_within(unit, actuator, 20)
        assert unit.finish(goal).outcome is actuator.jammed
        assert unit.ask(actuator.request).result is not Result.LATCHED


@EACH
def test_silence_of_the_host_ends_every_motion_and_latches_nothing(folder: Path, actuator: Actuator) -> None:
    with RawUnit(folder) as unit:
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
def test_nothing_runs_for_longer_than_its_time(folder: Path, actuator: Actuator) -> None:
    with RawUnit(folder) as unit:
        actuator.before(unit)
        unit.control.fault(actuator.slip, active=True)
        goal = unit.begin(actuator.request)
        unit.until(lambda: unit.on(actuator.output), 20_000)
        stops_within(unit, actuator, actuator.longest_ms)
        assert unit.finish(goal).outcome is actuator.slipped


@EACH
def test_a_reset_stops_everything_and_nothing_moves_before_the_host_has_seen_it(
    folder: Path, actuator: Actuator
) -> None:
    with RawUnit(folder) as unit:
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


def test_two_set_buttons_open_the_lid_once_the_host_is_there(folder: Path) -> None:
    with RawUnit(folder) as unit:
        unit.run(500)
        for chair in (0, 2):
            unit.control.press(chair, "set", pressed=True)
        unit.run(450)
        assert not unit.moves
        unit.run(100)
        assert unit.on(8)
        assert unit.of(MotionStarted)[0].motion is Motion.OPEN_LID


@pytest.mark.parametrize("cause", list(ResetCause))
def test_every_cause_of_a_reset_is_told(folder: Path, cause: ResetCause) -> None:
    with RawUnit(folder) as unit:
        assert unit.hellos[0].reset_cause is ResetCause.POWER_ON
        unit.control.reset(cause.name.lower())  # type: ignore[arg-type]
        assert unit.hello().reset_cause is cause
        assert unit.hellos[-1].boot_nonce != unit.hellos[0].boot_nonce


def test_a_hanging_processor_is_reset_by_its_watchdog(folder: Path) -> None:
    with RawUnit(folder) as unit:
        running(unit, ACTUATORS["lid opens"])
        unit.control.fault("hang", active=True)
        unit.run(119)
        assert unit.moves
        unit.run(3)
        assert not unit.moves
        assert unit.hello().reset_cause is ResetCause.WATCHDOG


# Interlocks


@pytest.mark.parametrize("actuator", [*UP.values(), *DOWN.values()], ids=[*UP, *DOWN])
def test_a_lift_stops_at_once_when_its_curtain_breaks(folder: Path, actuator: Actuator) -> None:
    chair = actuator.output % 4
    with RawUnit(folder) as unit:
        goal = running(unit, actuator)
        unit.control.hand(chair, across=True)
        stops_within(unit, actuator, 1)
        others = range(actuator.output - chair, actuator.output - chair + 4)
        assert sum(unit.on(output) for output in others) == 3
        unit.control.hand(chair, across=False)
        assert unit.finish(goal).outcome is Outcome.REACHED
        assert unit.control.motors().wrong == 0


@pytest.mark.parametrize("chair", range(4))
@pytest.mark.parametrize("name", ["lid closes", "dealer"])
def test_nothing_closes_or_deals_while_a_hand_is_over_the_table(folder: Path, name: str, chair: int) -> None:
    with RawUnit(folder) as unit:
        goal = running(unit, ACTUATORS[name])
        unit.control.hand(chair, across=True)
        stops_within(unit, ACTUATORS[name], 1)
        unit.run(3000)
        assert not unit.on(ACTUATORS[name].output)
        unit.control.hand(chair, across=False)
        assert unit.finish(goal).outcome is Outcome.REACHED
        assert unit.control.motors().wrong == 0


@pytest.mark.parametrize("name", ["lid closes", "dealer"])
def test_a_hand_that_stays_ends_it(folder: Path, name: str) -> None:
    with RawUnit(folder) as unit:
        goal = running(unit, ACTUATORS[name])
        unit.control.hand(3, across=True)
        done = unit.finish(goal, 11_000)
        assert (done.outcome, done.detail) == (Outcome.CURTAIN_BLOCKED, 3)


@pytest.mark.parametrize("name", ["drum", "chain", "chain back"])
def test_the_drum_stands_as_soon_as_the_lid_is_open(folder: Path, name: str) -> None:
    with RawUnit(folder) as unit:
        goal = running(unit, ACTUATORS[name])
        assert unit.ask(OpenLid()).result is Result.DRUM_TURNING
        unit.control.fault("lid_opens", active=True)
        stops_within(unit, ACTUATORS[name], 1)
        assert unit.finish(goal).outcome is Outcome.LID_OPENED
        assert unit.ask(Shuffle(set=2)).result is Result.LID_NOT_CLOSED
        unit.control.fault("lid_opens", active=False)
        unit.run(20)
        assert unit.finish(unit.begin(Shuffle(set=2))).outcome is Outcome.REACHED
        assert unit.control.motors().wrong == 0


def test_the_motors_have_their_supply_only_while_they_need_it(folder: Path) -> None:
    with RawUnit(folder) as unit:
        unit.run(500)
        assert not unit.on(20)
        goal = unit.begin(OpenLid())
        unit.run(10)
        assert unit.on(20)
        unit.finish(goal)
        unit.run(1100)
        assert not unit.on(20)


# Raising that was broken off


@pytest.mark.parametrize("after_ms", [300, 1500, 2500, 4000])
@pytest.mark.parametrize("how", ["silence", "reset", "emergency", "hand"])
def test_walls_whose_raising_was_broken_off_are_raised_from_where_they_stand(
    folder: Path, how: str, after_ms: int
) -> None:
    with RawUnit(folder) as unit:
        goal = unit.begin(RaiseWalls(set=1))
        unit.run(after_ms)
        if how == "silence":
            unit.beats = False
            unit.run(400)
            unit.beats = True
            assert unit.finish(goal).outcome is Outcome.HOST_SILENT
        elif how == "reset":
            unit.control.reset("brown_out")
            unit.hello()
        elif how == "emergency":
            unit.control.fault("emergency", active=True)
            assert unit.finish(goal).outcome is Outcome.LATCHED
            unit.control.fault("emergency", active=False)
            assert unit.ask(ResetFaults()).result is Result.DONE
        else:
            unit.control.hand(1, across=True)
            assert unit.finish(goal).outcome is Outcome.CURTAIN_BLOCKED
            unit.control.hand(1, across=False)
        unit.run(20)
        assert unit.finish(unit.begin(RaiseWalls(set=1))).outcome is Outcome.REACHED
        walls = unit.control.walls()
        assert (walls.lifts, walls.sets[0]) == ("uuuu", "table")
        assert unit.control.motors().wrong == 0


def test_another_set_is_not_pushed_onto_loaded_lifts(folder: Path) -> None:
    with RawUnit(folder) as unit:
        assert unit.finish(unit.begin(Shuffle(set=2))).outcome is Outcome.REACHED
        goal = unit.begin(RaiseWalls(set=1))
        unit.run(3000)
        unit.control.hand(0, across=True)
        assert unit.finish(goal).outcome is Outcome.CURTAIN_BLOCKED
        unit.control.hand(0, across=False)
        unit.run(20)
        assert unit.ask(RaiseWalls(set=2)).result is Result.LIFTS_LOADED
        assert unit.finish(unit.begin(RaiseWalls(set=0))).outcome is Outcome.REACHED
        # The walls are up and their tiles still on them: they must go into the well first.
        assert unit.ask(RaiseWalls(set=2)).result is Result.LIFTS_LOADED
        lid_open(unit)
        assert unit.finish(unit.begin(CloseLid())).outcome is Outcome.REACHED
        unit.run(20)
        assert unit.finish(unit.begin(RaiseWalls(set=2))).outcome is Outcome.REACHED


# Signals


def test_the_last_32_signals_are_kept_and_what_was_lost_is_told(folder: Path) -> None:
    with RawUnit(folder) as unit:
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


def test_goals_and_answers_are_not_given_twice(folder: Path) -> None:
    with RawUnit(folder) as unit:
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


def test_hot_drivers_rest(folder: Path) -> None:
    with RawUnit(folder) as unit:
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
