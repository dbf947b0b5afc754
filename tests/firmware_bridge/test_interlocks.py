"""Parts that must not move together, and walls whose raising was broken off."""

from pathlib import Path

import pytest

from firmware_bridge.messages.messages import (
    CloseLid,
    OpenLid,
    Outcome,
    RaiseWalls,
    ResetFaults,
    Result,
    Shuffle,
)
from tests.firmware_bridge.actuators import ACTUATORS, DOWN, UP, Actuator, lid_open, running, stops_within
from tests.firmware_bridge.raw_unit import RawUnit


@pytest.mark.parametrize("actuator", [*UP.values(), *DOWN.values()], ids=[*UP, *DOWN])
def test_a_lift_stops_at_once_when_its_curtain_breaks(folder: Path, actuator: Actuator) -> None:
    chair = actuator.output % 4
    with RawUnit(folder) as unit:
        goal = running(unit, actuator)
        unit.control.hand(chair, across=True)
        stops_within(unit, actuator, 1)
        others = range(actuator.output - chair, actuator.output - chair + 4)
        assert sum(unit.on(output) for output in others) == 3
        unit.run(1000)
        assert not unit.on(actuator.output)
        unit.control.hand(chair, across=False)
        assert unit.finish(goal).outcome is Outcome.REACHED
        assert unit.control.motors().wrong == 0


@pytest.mark.parametrize("chair", range(4))
@pytest.mark.parametrize("name", ["lid closes", "dealer"])
def test_nothing_closes_or_deals_while_a_hand_is_over_the_table(unit: RawUnit, name: str, chair: int) -> None:
    goal = running(unit, ACTUATORS[name])
    unit.control.hand(chair, across=True)
    stops_within(unit, ACTUATORS[name], 1)
    unit.run(3000)
    assert not unit.on(ACTUATORS[name].output)
    unit.control.hand(chair, across=False)
    assert unit.finish(goal).outcome is Outcome.REACHED
    assert unit.control.motors().wrong == 0


@pytest.mark.parametrize("name", ["lid closes", "dealer"])
def test_a_hand_that_stays_ends_it(unit: RawUnit, name: str) -> None:
    goal = running(unit, ACTUATORS[name])
    unit.control.hand(3, across=True)
    done = unit.finish(goal, 11_000)
    assert (done.outcome, done.detail) == (Outcome.CURTAIN_BLOCKED, 3)


@pytest.mark.parametrize("name", ["drum", "chain", "chain back"])
def test_the_drum_stands_as_soon_as_the_lid_is_open(unit: RawUnit, name: str) -> None:
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


def test_the_motors_have_their_supply_only_while_they_need_it(unit: RawUnit) -> None:
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
    unit: RawUnit, how: str, after_ms: int
) -> None:
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


def test_another_set_is_not_pushed_onto_loaded_lifts(unit: RawUnit) -> None:
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
