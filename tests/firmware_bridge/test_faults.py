"""Every fault that can be switched on in the machine: its report, the unit's reaction, the advice, its end."""

import contextlib
import os
import select
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware_bridge.messages import errors, faults
from firmware_bridge.messages.messages import (
    CloseLid,
    Deal,
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
    Request,
    ResetCause,
    ResetFaults,
    Result,
    RollDice,
    Shuffle,
    StickSlot,
    StopMotion,
    TileCount,
)
from firmware_bridge.messages.messages import DiceRolled as Dice
from firmware_bridge.unit.machine_control import CauseWord
from tests.firmware_bridge.actuators import dealer_fitted, lid_open
from tests.firmware_bridge.raw_unit import RawUnit


@dataclass(frozen=True)
class Failing:
    """A fault under which a motion fails, by its name in the catalogue."""

    request: Request
    chair: int | None = None
    after_ms: int = 0
    detail: int | None = None
    again: Request | None = None
    before: Callable[[RawUnit], None] | None = None


def advice_for(simulated: str) -> str:
    """Return the advice that the operator reads when a fault of the machine model is switched on."""
    kind, _, name = str(faults.CATALOGUE["simulated"][simulated]["shows"]).partition(".")
    return str(faults.CATALOGUE[kind][name]["advice"])


FAILING = {
    "stacker_switch": Failing(Shuffle(set=2), detail=136),
    "chain_stuck": Failing(Shuffle(set=2), after_ms=20_000),
    "chain_slips": Failing(Shuffle(set=2), after_ms=20_000),
    "drum_stuck": Failing(Shuffle(set=2), after_ms=5_000),
    "lid_opens": Failing(Shuffle(set=2), after_ms=30_000),
    "pusher_stuck": Failing(RaiseWalls(set=1)),
    "pusher_slips": Failing(RaiseWalls(set=1)),
    "lift_stuck": Failing(RaiseWalls(set=1), chair=1),
    "lift_jam": Failing(RaiseWalls(set=1), chair=3, after_ms=3000),
    "lift_slow": Failing(RaiseWalls(set=1), chair=2),
    "lift_switch": Failing(RaiseWalls(set=1), chair=0),
    "lift_bottom": Failing(RaiseWalls(set=1), chair=2),
    "lift_open": Failing(RaiseWalls(set=1), chair=1),
    "lid_blocked": Failing(OpenLid(), after_ms=500),
    "lid_slips": Failing(OpenLid(), after_ms=500),
    "lid_obstacle": Failing(CloseLid(), before=lid_open),
    "deal_stuck": Failing(Deal(dealer=1), after_ms=2000, before=dealer_fitted),
    "deal_slips": Failing(Deal(dealer=1), after_ms=2000, before=dealer_fitted),
}


@pytest.mark.parametrize("name", FAILING)
def test_a_fault_ends_its_motion_with_advice_and_the_motion_is_made_once_it_is_gone(
    folder: Path, name: str
) -> None:
    case, entry = FAILING[name], faults.CATALOGUE["simulated"][name]
    switch = name if case.chair is None else f"{name}_{case.chair}"
    with RawUnit(folder) as unit:
        if case.before:
            case.before(unit)
        if not case.after_ms:
            unit.control.fault(switch, active=True)
        goal = unit.begin(case.request)
        if case.after_ms:
            unit.run(case.after_ms)
            assert unit.done(goal) is None
            unit.control.fault(switch, active=True)
        done = unit.finish(goal)
        assert f"outcome.{done.outcome.name}" == entry["shows"]
        if case.chair is not None or case.detail is not None:
            assert done.detail == (case.detail if case.chair is None else case.chair)
        unit.run(5)
        assert not unit.moves
        error = errors.motion_failed(done)
        assert error.advice == advice_for(name).format(detail=done.detail)
        assert error.advice
        unit.control.fault(switch, active=False)
        unit.run(20)
        if entry["recovers"]:
            assert unit.finish(unit.begin(case.request)).outcome is Outcome.REACHED
        assert unit.control.motors().wrong == 0


@pytest.mark.parametrize("count", [135, 137])
def test_a_wrong_number_of_tiles(unit: RawUnit, count: int) -> None:
    unit.control.tiles(1, count)
    done = unit.finish(unit.begin(Shuffle(set=2)))
    assert (done.outcome, done.detail) == (Outcome.WRONG_TILE_COUNT, count)
    assert (unit.of(TileCount)[-1].set, unit.of(TileCount)[-1].count) == (2, count)
    error = errors.motion_failed(done)
    assert str(count) in str(error)
    assert error.advice == advice_for(f"tiles_{count}")
    assert unit.ask(RaiseWalls(set=2)).result is Result.NOT_STACKED
    unit.control.tiles(1, 136)
    assert unit.finish(unit.begin(Shuffle(set=2))).outcome is Outcome.REACHED


def test_a_chain_that_runs_on_loses_its_supply(unit: RawUnit) -> None:
    run_the_chain_on(unit)
    assert [(f.fault, f.active) for f in unit.of(Fault)] == [(FaultName.CHAIN_RUNS_ON, True)]
    assert unit.control.motors().on == 0
    assert unit.ask(Shuffle(set=2)).result is Result.LATCHED
    assert errors.FAULTS[FaultName.CHAIN_RUNS_ON][1] == advice_for("chain_runs")
    unit.control.fault("chain_runs", active=False)
    assert unit.ask(ResetFaults()).result is Result.DONE
    unit.run(1100)  # the supply alone is on, to see whether it stands
    assert unit.finish(unit.begin(Shuffle(set=2))).outcome is Outcome.REACHED


@pytest.mark.parametrize("at_ms", [100, 500, 800])
def test_a_closing_lid_lets_go_of_what_it_meets_and_opens(unit: RawUnit, at_ms: int) -> None:
    """The obstacle gets in once the lid has been closing for ``at_ms``; if the lid is past it, the lid closes."""
    lid_open(unit)
    starts = unit.control.starts()["lid_close"]
    goal = unit.begin(CloseLid())
    unit.run(at_ms)
    unit.control.fault("lid_obstacle", active=True)
    unit.until(lambda: not unit.on(9), 2000, 1)
    unit.run(150)
    assert not unit.moves  # it stands before it turns the other way
    assert unit.finish(goal, 5000).outcome is Outcome.LID_OBSTRUCTED
    assert unit.control.walls().lid == "open"
    unit.run(60_000)
    assert not unit.moves
    assert unit.control.starts()["lid_close"] == starts + 1
    unit.control.fault("lid_obstacle", active=False)
    assert unit.finish(unit.begin(CloseLid())).outcome is Outcome.REACHED
    assert unit.control.motors().wrong == 0


def test_a_lid_that_is_held_both_ways_gives_up_where_it_stands(unit: RawUnit) -> None:
    lid_open(unit)
    goal = unit.begin(CloseLid())
    unit.run(500)
    unit.control.fault("lid_blocked", active=True)
    assert unit.finish(goal, 1000).outcome is Outcome.LID_BLOCKED
    assert unit.control.walls().lid == "between"


def test_a_hand_in_the_curtain_does_not_keep_the_lid_from_letting_go(unit: RawUnit) -> None:
    """A person caught by the lid has the arm across the line."""
    lid_open(unit)
    goal = unit.begin(CloseLid())
    unit.control.fault("lid_obstacle", active=True)
    unit.until(lambda: not unit.on(9), 2000, 1)
    unit.control.hand(1, across=True)
    assert unit.finish(goal, 5000).outcome is Outcome.LID_OBSTRUCTED
    assert unit.control.walls().lid == "open"


@pytest.mark.parametrize("resting", [True, False])
def test_hot_drivers_are_reported_also_while_nothing_moves(unit: RawUnit, resting: bool) -> None:
    unit.run(20_000)
    if not resting:
        unit.begin(Shuffle(set=2))
        unit.run(3000)
    unit.control.temperature(90)
    unit.run(6_000 if resting else 300)
    assert [(f.fault, f.active) for f in unit.of(Fault)] == [(FaultName.TOO_HOT, True)]
    assert unit.ask(OpenLid()).result is Result.TOO_HOT
    unit.control.temperature(75)
    unit.run(6_000)
    assert len(unit.of(Fault)) == 1
    unit.control.temperature(60)
    unit.run(300)
    assert [(f.fault, f.active) for f in unit.of(Fault)][1:] == [(FaultName.TOO_HOT, False)]
    assert errors.FAULTS[FaultName.TOO_HOT][1] == advice_for("hot")


def run_the_chain_on(unit: RawUnit) -> None:
    """The chain moves although its motor is off, after the lid has ended a shuffle."""
    goal = unit.begin(Shuffle(set=2))
    unit.run(15_000)
    unit.control.fault("chain_runs", active=True)
    unit.control.fault("lid_opens", active=True)
    unit.finish(goal)
    unit.run(1000)
    unit.control.fault("lid_opens", active=False)
    unit.run(50)


def reset(unit: RawUnit, cause: CauseWord = "watchdog") -> None:
    """The microcontroller starts anew, and counts its signals and motions from 1 again."""
    unit.signals.clear()
    unit.control.reset(cause)
    unit.hello()


def faults_of(unit: RawUnit) -> int:
    unit.ask(ReportLevels())
    unit.run(50)
    return int(unit.of(Levels)[-1].faults)


@pytest.mark.parametrize("cause", ["power_on", "external", "brown_out", "watchdog"])
def test_no_reset_of_the_unit_forgets_what_is_latched(unit: RawUnit, cause: CauseWord) -> None:
    run_the_chain_on(unit)
    reset(unit, cause)
    assert faults_of(unit) == 1 << FaultName.CHAIN_RUNS_ON
    assert unit.ask(OpenLid()).result is Result.LATCHED
    unit.run(3000)
    assert unit.control.motors().on == 0


def test_what_is_latched_outlives_the_process_where_the_machine_is_kept(folder: Path) -> None:
    with RawUnit(folder) as unit:
        unit.control.fault("emergency", active=True)
        unit.run(50)
        unit.control.fault("emergency", active=False)
    with RawUnit(folder, resume=True) as unit:
        assert faults_of(unit) == 1 << FaultName.EMERGENCY_STOP
        assert unit.ask(ResetFaults()).result is Result.DONE
        unit.run(10)
    with RawUnit(folder, resume=True) as unit:
        assert faults_of(unit) == 0
        assert unit.finish(unit.begin(OpenLid())).outcome is Outcome.REACHED


def test_a_chain_that_still_runs_is_not_released(unit: RawUnit) -> None:
    run_the_chain_on(unit)
    for _ in range(3):
        faults_before = len(unit.of(Fault))
        assert unit.ask(ResetFaults()).result is Result.DONE
        unit.run(2000)
        assert [(f.fault, f.active) for f in unit.of(Fault)[faults_before:]] == [
            (FaultName.CHAIN_RUNS_ON, True)
        ]
        assert faults_of(unit) == 1 << FaultName.CHAIN_RUNS_ON
        assert unit.ask(OpenLid()).result is Result.LATCHED
        assert unit.control.motors().on == 0
    unit.control.fault("chain_runs", active=False)
    assert unit.ask(ResetFaults()).result is Result.DONE
    unit.run(900)
    assert faults_of(unit) == 1 << FaultName.CHAIN_RUNS_ON  # not proven yet
    assert not unit.moves
    unit.run(200)
    assert faults_of(unit) == 0
    assert unit.finish(unit.begin(OpenLid())).outcome is Outcome.REACHED


def test_a_set_that_was_shuffled_wrong_stays_so_after_a_reset(unit: RawUnit) -> None:
    unit.control.tiles(1, 137)
    assert unit.finish(unit.begin(Shuffle(set=2))).outcome is Outcome.WRONG_TILE_COUNT
    reset(unit)
    assert unit.ask(RaiseWalls(set=2)).result is Result.NOT_STACKED
    unit.control.tiles(1, 136)
    assert unit.finish(unit.begin(Shuffle(set=2))).outcome is Outcome.REACHED
    reset(unit)
    assert unit.finish(unit.begin(RaiseWalls(set=2))).outcome is Outcome.REACHED


def test_a_set_button_that_was_stuck_before_a_reset_opens_no_lid_with_another_one(unit: RawUnit) -> None:
    unit.control.fault("button_stuck_0", active=True)
    unit.run(61_000)
    reset(unit)
    unit.run(50)
    stuck = unit.of(Fault)[-1]
    assert (stuck.fault, stuck.chair, stuck.detail, stuck.active) == (FaultName.BUTTON_STUCK, 0, 0, True)
    unit.control.press(1, "set", pressed=True)
    unit.run(2000)
    assert not unit.moves
    unit.control.fault("button_stuck_0", active=False)
    unit.run(50)
    assert not unit.of(Fault)[-1].active


@pytest.mark.parametrize(
    ("switch", "name", "chair", "detail"),
    [("curtain_dirty_2", FaultName.CURTAIN_DIRTY, 2, 0), ("button_stuck_3", FaultName.BUTTON_STUCK, 3, 0)],
)
def test_what_stays_on_for_a_minute_is_reported_until_it_is_off(
    unit: RawUnit, switch: str, name: FaultName, chair: int, detail: int
) -> None:
    unit.control.fault(switch, active=True)
    unit.run(59_000)
    assert not unit.of(Fault)
    unit.run(2_000)
    (fault,) = unit.of(Fault)
    assert (fault.fault, fault.chair, fault.detail, fault.active) == (name, chair, detail, True)
    assert errors.FAULTS[name][1] == advice_for(switch[:-2])
    unit.ask(ReportLevels())
    unit.run(50)
    assert unit.of(Levels)[-1].faults == 1 << name
    unit.control.fault(switch, active=False)
    unit.run(100)
    assert [f.active for f in unit.of(Fault)] == [True, False]


def test_a_stuck_set_button_does_not_open_the_lid_with_another_one(unit: RawUnit) -> None:
    unit.control.fault("button_stuck_0", active=True)
    unit.run(61_000)
    unit.control.press(1, "set", pressed=True)
    unit.run(2000)
    assert not unit.moves
    unit.control.press(2, "set", pressed=True)
    unit.run(600)
    assert unit.on(8)


def test_dice_fall_without_their_noise_and_the_fault_is_reported(unit: RawUnit) -> None:
    unit.control.fault("noise_dead", active=True)
    thrown = []
    for _ in range(12):
        assert unit.finish(unit.begin(RollDice(seed=0))).outcome is Outcome.REACHED
        thrown.append(unit.of(Dice)[-1].seed)
    assert len(set(thrown)) == 12
    assert [(f.fault, f.active) for f in unit.of(Fault)] == [(FaultName.NOISE_DEAD, True)]
    unit.control.fault("noise_dead", active=False)
    unit.finish(unit.begin(RollDice(seed=0)))
    assert [f.active for f in unit.of(Fault)] == [True, False]


def test_dice_can_be_thrown_again_by_their_seed(unit: RawUnit) -> None:
    for _ in range(10):
        unit.finish(unit.begin(RollDice(seed=0)))
        first = unit.of(Dice)[-1]
        assert first.seed
        unit.finish(unit.begin(RollDice(seed=first.seed)))
        again = unit.of(Dice)[-1]
        assert (again.first, again.second, again.seed) == (first.first, first.second, first.seed)


def test_brown_out(unit: RawUnit) -> None:
    unit.begin(OpenLid())
    unit.run(500)
    unit.control.fault("brown_out", active=True)
    assert not unit.moves
    unit.beats = False
    unit.run(1000)
    unit.control.fault("brown_out", active=False)
    assert unit.hello().reset_cause is ResetCause.BROWN_OUT
    assert advice_for("brown_out") == faults.CATALOGUE["reset"]["BROWN_OUT"]["advice"]
    unit.beats = True
    assert unit.finish(unit.begin(OpenLid())).outcome is Outcome.REACHED


def test_a_silent_unit_stops_by_itself_what_it_does(unit: RawUnit) -> None:
    """Its host hears nothing and sends nothing more; the link's own tests show how the host reacts."""
    unit.begin(OpenLid())
    unit.control.fault("silent", active=True)
    count = len(unit.signals)
    unit.run(500)
    assert len(unit.signals) == count
    assert advice_for("silent") == faults.CATALOGUE["link"]["lost"]["advice"]
    unit.control.fault("silent", active=False)
    unit.run(2000)
    assert len(unit.signals) > count


def test_a_line_that_is_pulled_out_comes_back_under_another_name(folder: Path, unit: RawUnit) -> None:
    goal = unit.begin(OpenLid())
    unit.run(200)
    unit.control.unplug()
    assert not unit.process.pty.is_symlink()
    ready, _, _ = select.select([unit._fd], [], [], 1.0)
    assert ready
    with contextlib.suppress(OSError):
        assert os.read(unit._fd, 1) == b""  # the device has hung up
    unit.control.step(unit.now_us + 1_000_000)
    assert not unit.moves
    unit.process.pty = folder / "ttyACM7"
    unit.control.plug(unit.process.pty)
    unit.open()
    unit.now_us += 1_000_000
    unit.hello()
    unit.run(300)
    done = unit.done(goal)
    assert done is not None
    assert done.outcome is Outcome.HOST_SILENT


def test_noise_on_the_line_damages_and_loses_nothing_for_ever(unit: RawUnit) -> None:
    unit.control.noise(10)
    for number in range(40):
        unit.control.press(number % 4, "pon", pressed=True)
        unit.run(100)
        unit.control.press(number % 4, "pon", pressed=False)
        unit.run(100)
    damaged = unit._decoder.counters
    assert damaged.bad_crc + damaged.bad_cobs + damaged.bad_length > 0
    assert advice_for("noise")
    unit.control.noise(0)
    unit.run(1000)
    assert [signal.number for signal in unit.signals] == list(range(1, 81))


def test_the_catalogue_has_all_faults_and_each_is_tested_here() -> None:
    others = {
        "tiles_135", "tiles_137", "chain_runs", "curtain_dirty", "button_stuck", "over_current", "emergency", "hot",
        "noise_dead", "brown_out", "hang", "silent", "unplugged", "noise",
    }  # fmt: skip
    assert set(faults.CATALOGUE["simulated"]) == set(FAILING) | others
    for outcome in Outcome:
        assert errors.FAILURES[outcome]
    for name in FaultName:
        assert all(errors.FAULTS[name])
    for cause in ResetCause:
        assert faults.CATALOGUE["reset"][cause.name]["text"]


# What else the table senses


@pytest.mark.parametrize("value", [0, 100, 500, 1000, 5000, 10_000])
def test_a_slot_reads_its_stick(unit: RawUnit, value: int) -> None:
    unit.control.stick(2, present=True, value=value)
    unit.run(50)
    stick = unit.of(StickSlot)[-1]
    assert (stick.chair, stick.present, stick.value) == (2, True, value)
    unit.ask(ReportLevels())
    unit.run(50)
    assert unit.of(Levels)[-1].stick_values == (0, 0, value, 0)
    unit.control.stick(2, present=False)
    unit.run(50)
    assert (unit.of(StickSlot)[-1].present, unit.of(StickSlot)[-1].value) == (False, 0)


def test_health_tells_currents_supply_and_temperature(unit: RawUnit) -> None:
    unit.control.temperature(41)
    unit.finish(unit.begin(RaiseWalls(set=1)))
    unit.ask(ReportHealth())
    unit.run(50)
    health = unit.of(Health)[-1]
    assert (health.temperature, health.supply_mv) == (410, 24_000)
    assert all(health.peak_ma[motor] >= 800 for motor in (Motor.LIFT_0, Motor.LIFT_3, Motor.PUSHER))
    assert health.peak_ma[Motor.DRUM] == 0
    unit.ask(ReportHealth())
    unit.run(50)
    assert unit.of(Health)[-1].peak_ma == (0,) * 9


def test_the_automatic_deal(unit: RawUnit) -> None:
    assert unit.ask(Deal(dealer=0)).result is Result.NOT_FITTED
    unit.control.dealer(fitted=True)
    unit.run(10)
    assert unit.ask(Deal(dealer=0)).result is Result.WALLS_NOT_UP
    unit.finish(unit.begin(RaiseWalls(set=1)))
    goal = unit.begin(Deal(dealer=3))
    unit.run(50)
    assert (unit.on(18), unit.on(19)) == (True, True)
    assert unit.ask(Deal(dealer=3)).result is Result.BUSY
    assert unit.finish(goal).outcome is Outcome.REACHED
    assert unit.control.motors().dealt == 53


def break_off_a_deal(unit: RawUnit) -> int:
    """Leave the carriage half way round, with some tiles not dealt; return the goal of the deal."""
    unit.control.dealer(fitted=True)
    unit.finish(unit.begin(RaiseWalls(set=1)))
    broken = unit.begin(Deal(dealer=1))
    unit.run(3000)
    unit.ask(StopMotion(goal=broken))
    return broken


def test_a_deal_that_was_broken_off_goes_on_but_not_off_other_walls(unit: RawUnit) -> None:
    broken = break_off_a_deal(unit)
    assert unit.finish(broken).outcome is Outcome.STOPPED
    dealt = unit.control.motors().dealt
    assert 5 < dealt < 48
    assert unit.finish(unit.begin(Deal(dealer=1))).outcome is Outcome.REACHED
    assert unit.control.motors().dealt == 53
    broken = unit.begin(Deal(dealer=2))
    unit.run(3000)
    unit.ask(StopMotion(goal=broken))
    dealt = unit.control.motors().dealt
    for request in (Shuffle(set=2), OpenLid(), CloseLid(), RaiseWalls(set=2)):
        assert unit.finish(unit.begin(request)).outcome is Outcome.REACHED
    assert unit.control.motors().dealt == dealt  # it has gone home without a tile
    assert unit.finish(unit.begin(Deal(dealer=2))).outcome is Outcome.REACHED
    assert unit.control.motors().dealt == 53


def test_a_carriage_that_cannot_go_home_deals_to_nobody(unit: RawUnit) -> None:
    break_off_a_deal(unit)
    dealt = unit.control.motors().dealt
    unit.control.fault("deal_stuck", active=True)
    for request in (Shuffle(set=2), OpenLid(), CloseLid(), RaiseWalls(set=2)):
        assert unit.finish(unit.begin(request)).outcome is Outcome.REACHED
    unit.control.fault("deal_stuck", active=False)
    stuck = unit.finish(unit.begin(Deal(dealer=1)))
    assert (stuck.outcome, stuck.detail) == (Outcome.DEAL_STUCK, 0)
    assert unit.control.motors().dealt == dealt
    for request in (Shuffle(set=1), OpenLid(), CloseLid(), RaiseWalls(set=1)):
        assert unit.finish(unit.begin(request)).outcome is Outcome.REACHED
    assert unit.finish(unit.begin(Deal(dealer=1))).outcome is Outcome.REACHED
    assert unit.control.motors().dealt == 53


def test_a_carriage_on_its_way_home_waits_for_hands(unit: RawUnit) -> None:
    break_off_a_deal(unit)
    for request in (Shuffle(set=2), OpenLid(), CloseLid()):
        assert unit.finish(unit.begin(request)).outcome is Outcome.REACHED
    goal = unit.begin(RaiseWalls(set=2))
    unit.run(3500)
    unit.control.hand(1, across=True)
    unit.run(100)
    assert not unit.on(16)
    blocked = unit.finish(goal)
    assert (blocked.outcome, blocked.detail) == (Outcome.CURTAIN_BLOCKED, 1)
    unit.control.hand(1, across=False)
    assert unit.finish(unit.begin(RaiseWalls(set=2))).outcome is Outcome.REACHED
    assert unit.finish(unit.begin(Deal(dealer=1))).outcome is Outcome.REACHED
    assert unit.control.motors().wrong == 0


def test_levels_are_kept_once_and_come_again_until_they_are_acknowledged(unit: RawUnit) -> None:
    unit.run(50)
    unit.acknowledges = False
    unit.signals.clear()
    for _ in range(3):
        assert unit.ask(ReportLevels()).result is Result.DONE
    unit.control.hand(1, across=True)
    unit.run(500)
    assert [type(signal) for signal in unit.signals] == [Levels]
    unit.acknowledges = True
    unit.run(500)
    assert [type(signal).__name__ for signal in unit.signals] == ["Levels", "Curtain"]
