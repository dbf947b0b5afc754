"""Every motor of the table: how to make it run, and what stalls it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from firmware_bridge.messages.messages import (
    CloseLid,
    Deal,
    LowerWalls,
    OpenLid,
    Outcome,
    RaiseWalls,
    Request,
    RollDice,
    Shuffle,
)
from tests.firmware_bridge.raw_unit import RawUnit


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
    """A motor: its output, how to make it run, and the fault that stalls it, with the report of it."""

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
    f"lift {c} down": replace(UP[f"lift {c} up"], output=4 + c, request=LowerWalls(), before=walls_up)
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
    """Make an actuator run; return the motion's goal."""
    actuator.before(unit)
    goal = unit.begin(actuator.request)
    unit.until(lambda: unit.on(actuator.output), 20_000)
    unit.run(30)  # its start is over
    assert unit.on(actuator.output)
    return goal


def stops_within(unit: RawUnit, actuator: Actuator, limit_ms: int) -> None:
    """The actuator is off after so many milliseconds."""
    unit.run(limit_ms)
    assert not unit.on(actuator.output)
