"""Every kind of input has one policy: mypy proves this for the types, these tests for the zones."""

import pytest

from firmware_bridge.messages.signals import Button, ButtonName, StickSlot, WallTouch
from table_controller.journal.signals_store import is_kept
from table_controller.sensing.policies import buttons
from table_controller.sensing.policies.kinds import READINGS, policy_of
from table_controller.sensing.waiting.fitting import CALLS
from vision.sightings import ZoneReading
from vision.zones import FELT, PLAYERS_ZONES, ZONE_KINDS, ZoneId


def test_every_zone_that_vision_reads_has_a_policy_and_no_other() -> None:
    assert READINGS.keys() == {*ZONE_KINDS, FELT.kind}


@pytest.mark.parametrize("zone", [*PLAYERS_ZONES, FELT], ids=str)
def test_the_readings_of_a_zone_are_a_lane(zone: ZoneId) -> None:
    reading = ZoneReading(zone, (), 7, 1000, 100, 1200)
    policy = policy_of(reading)
    assert policy.lane(reading) == zone
    assert policy.origin.key(reading) is None
    assert (policy.origin.source(reading), policy.origin.settled_ms(reading)) == ("frame:7", 1200)


@pytest.mark.parametrize("name", list(ButtonName))
def test_a_button_that_is_no_call_has_a_policy_of_its_own(name: ButtonName) -> None:
    press = Button(chair=1, button=name, pressed=True, number=3, nonce=9, at_ms=5)
    policy = policy_of(press)
    assert (policy in (buttons.CALL, buttons.WIN)) == (name in CALLS)
    assert policy.origin.key(press) == (9, 3)
    assert policy.lane(press) == "unit"
    assert not policy.origin.seen


def test_only_a_judge_goes_before_everything() -> None:
    assert [name for name in ButtonName if policy_of(press_of(name)).comes_first] == [ButtonName.JUDGE]
    assert [name for name in ButtonName if policy_of(press_of(name)).agreed] == [ButtonName.SET]


def press_of(name: ButtonName) -> Button:
    return Button(chair=0, button=name, pressed=True)


@pytest.mark.parametrize(
    "signal",
    [
        Button(chair=0, button=ButtonName.SET, pressed=False),
        WallTouch(chair=0, touching=False),
        StickSlot(chair=0, present=False),
    ],
)
def test_what_ends_is_no_input(signal: Button | WallTouch | StickSlot) -> None:
    assert not is_kept(signal)
