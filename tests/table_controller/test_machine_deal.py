"""The automatic deal in the table's cycle: it begins once when the dice are read, and people go on dealing if it is
broken off."""

import asyncio
from pathlib import Path

import pytest

from firmware_bridge.messages.errors import RefusedError, UnitResetError
from firmware_bridge.messages.messages import Motion, Outcome, Result
from firmware_bridge.messages.signals import ButtonName
from table_controller.machine.cycle import Phase
from table_controller.machine.machine import TableMachine
from tests.table_controller.fake_cycle import Cycle, failed, until
from tests.table_time import table_time


@pytest.fixture
def cycle(tmp_path: Path) -> Cycle:
    return Cycle(tmp_path)


async def dealt(cycle: Cycle, *, can_deal: bool = True) -> TableMachine:
    """A table whose walls are up and whose dice are read."""
    machine = cycle.machine()
    machine.levels(0, 1, 0, can_deal=can_deal)
    await cycle.running(machine)
    machine.press(ButtonName.SET, "b1")
    await until(lambda: machine.phase is Phase.READY)
    cycle.hands, cycle.playing = 1, True
    machine.dealt()
    return machine


def deals(cycle: Cycle) -> list[str]:
    return [did for did in cycle.unit.did if did.startswith("deal")]


@table_time
async def test_the_table_deals_when_the_dice_are_read(cycle: Cycle) -> None:
    cycle.dealt_to = 2
    machine = await dealt(cycle)
    assert machine.phase is Phase.DEALING
    await until(lambda: machine.phase is Phase.PLAYING)
    assert deals(cycle) == ["deal 2"]
    cycle.playing = False
    machine.hand_closed()
    await until(lambda: machine.phase is Phase.READY)
    cycle.dealt_to = 3
    cycle.hands, cycle.playing = 2, True
    machine.dealt()
    await until(lambda: machine.phase is Phase.PLAYING)
    assert deals(cycle) == ["deal 2", "deal 3"]
    assert [text for _, text in cycle.alerts if text is not None] == []


@pytest.mark.parametrize(("fitted", "deals_to"), [(False, 1), (True, None)])
@table_time
async def test_people_deal_where_none_is_fitted_or_wanted(
    cycle: Cycle, fitted: bool, deals_to: int | None
) -> None:
    cycle.dealt_to = deals_to
    machine = await dealt(cycle, can_deal=fitted)
    assert machine.phase is Phase.PLAYING
    await asyncio.sleep(60)
    assert deals(cycle) == []


@pytest.mark.parametrize("outcome", [Outcome.HOST_SILENT, Outcome.CURTAIN_BLOCKED])
@table_time
async def test_a_deal_that_stands_still_goes_on(cycle: Cycle, outcome: Outcome) -> None:
    cycle.dealt_to = 0
    cycle.unit.failures = [("deal", failed(Motion.DEAL, outcome))]
    machine = await dealt(cycle)
    await until(lambda: machine.phase is Phase.PLAYING)
    assert deals(cycle) == ["deal 0", "deal 0"]
    assert [text for name, text in cycle.alerts if name == "deal"][-1:] in ([None], [])


@pytest.mark.parametrize(
    "error",
    [
        failed(Motion.DEAL, Outcome.DEAL_STUCK, 20),
        failed(Motion.DEAL, Outcome.WRONG_DEAL, 52),
        failed(Motion.DEAL, Outcome.LATCHED),
        failed(Motion.DEAL, Outcome.STOPPED),
        RefusedError("Deal", Result.LATCHED),
        RefusedError("Deal", Result.NOT_FITTED),
        UnitResetError("the table unit was reset", "Try again."),
    ],
    ids=lambda error: str(error).split(maxsplit=1)[0] + type(error).__name__,
)
@table_time
async def test_what_breaks_it_off_is_told_and_people_deal_on(cycle: Cycle, error: Exception) -> None:
    cycle.dealt_to = 0
    cycle.unit.failures = [("deal", error)]
    machine = await dealt(cycle)
    await until(lambda: machine.phase is Phase.PLAYING)
    await asyncio.sleep(100)
    assert deals(cycle) == ["deal 0"]
    alerts = [text for name, text in cycle.alerts if name == "deal"]
    assert alerts == [str(error)]
    assert any("by hand" in line for line in cycle.log_lines)
    cycle.playing = False
    machine.hand_closed()
    await until(lambda: machine.phase is Phase.COLLECTING)
    assert [text for name, text in cycle.alerts if name == "deal"][-1] is None


@table_time
async def test_a_hand_that_is_closed_meanwhile_is_collected_after_the_deal(cycle: Cycle) -> None:
    cycle.dealt_to = 0
    machine = await dealt(cycle)
    await asyncio.sleep(3)
    cycle.playing = False
    machine.hand_closed()
    assert machine.phase is Phase.DEALING
    await until(lambda: machine.phase is Phase.COLLECTING)
    assert cycle.unit.did.index("open") > cycle.unit.did.index("deal 0")


async def restarted(
    cycle: Cycle, phase: str = "ready", *, playing: bool = True, level: bool = False, hold: str = ""
) -> TableMachine:
    """Start the machine anew in the first hand; ``level``: the unit's levels are known before."""
    cycle.hands, cycle.playing = 1, playing
    cycle.unit.stacked, cycle.unit.walls = {2}, 1
    cycle.stood(phase, "table", "stacked")
    machine = cycle.machine()
    if level:
        machine.levels(15, 2, 15, can_deal=True)
    machine.resume(1, playing=playing)
    machine.hold(hold)
    await cycle.running(machine)
    return machine


@pytest.mark.parametrize("fitted", [True, False])
@table_time
async def test_a_hand_begun_just_before_the_end_is_dealt(cycle: Cycle, fitted: bool) -> None:
    cycle.dealt_to = 2
    if not fitted:
        cycle.unit.failures = [("deal", RefusedError("Deal", Result.NOT_FITTED))]
    machine = await restarted(cycle)
    await until(lambda: machine.phase is Phase.PLAYING)
    assert deals(cycle) == ["deal 2"]
    assert [text for _, text in cycle.alerts if text is not None] == []


@pytest.mark.parametrize(("playing", "just_begun"), [(True, False), (False, True)])
@table_time
async def test_a_hand_that_went_on_meanwhile_is_not_dealt(
    cycle: Cycle, playing: bool, just_begun: bool
) -> None:
    cycle.dealt_to, cycle.begun = 2, just_begun
    machine = await restarted(cycle, playing=playing, level=True)
    await asyncio.sleep(5)
    assert machine.phase in {Phase.PLAYING, Phase.COLLECTING}
    assert deals(cycle) == []


@table_time
async def test_after_a_restart_it_is_not_begun_again(cycle: Cycle) -> None:
    cycle.dealt_to = 0
    machine = await restarted(cycle, "dealing", level=True)
    await until(lambda: machine.phase is Phase.PLAYING)
    assert deals(cycle) == []
    assert [name for name, text in cycle.alerts if text is not None] == ["deal"]


@pytest.mark.parametrize("anew", [True, False])
@pytest.mark.parametrize("late", [True, False])
@table_time
async def test_a_deal_that_was_held_until_people_had_dealt_is_not_begun(
    cycle: Cycle, anew: bool, late: bool
) -> None:
    cycle.dealt_to = 2
    if anew:
        machine = await restarted(cycle, hold="judge")
    else:
        machine = await dealt(cycle)
        machine.hold("judge")
    await asyncio.sleep(5)
    assert machine.phase is Phase.DEALING
    assert deals(cycle) == []
    cycle.begun = not late
    machine.hold("")
    await until(lambda: machine.phase is Phase.PLAYING)
    assert deals(cycle) == ([] if late else ["deal 2"])
    alerts = [text for name, text in cycle.alerts if name == "deal"]
    assert alerts == (["the automatic deal could not begin in time"] if late else [])


@table_time
async def test_a_deal_that_waits_for_a_busy_unit_until_people_have_dealt_is_not_begun(cycle: Cycle) -> None:
    cycle.dealt_to = 2
    cycle.unit.failures = [("deal", RefusedError("Deal", Result.BUSY))] * 3
    await dealt(cycle)
    await until(lambda: len(deals(cycle)) == 3)
    cycle.begun = False
    await asyncio.sleep(60)
    assert len(deals(cycle)) == 3
    assert [text for name, text in cycle.alerts if name == "deal"] == [
        "the automatic deal could not begin in time"
    ]


@pytest.mark.parametrize(("held_s", "goes_on"), [(20, True), (120, False)])
@table_time
async def test_a_deal_that_stands_still_waits_no_longer_than_people_do(
    cycle: Cycle, held_s: int, goes_on: bool
) -> None:
    cycle.dealt_to = 0
    cycle.unit.failures = [("deal", failed(Motion.DEAL, Outcome.CURTAIN_BLOCKED))]
    machine = await dealt(cycle)
    await until(lambda: cycle.unit.failures == [])
    cycle.begun = False  # long ago by now
    machine.pause("anna")
    await asyncio.sleep(held_s)
    machine.pause("")
    await until(lambda: machine.phase is Phase.PLAYING)
    assert deals(cycle) == (["deal 0", "deal 0"] if goes_on else ["deal 0"])
    alerts = [text for name, text in cycle.alerts if name == "deal"]
    assert alerts[-1] == (None if goes_on else "the automatic deal stood still for too long")
