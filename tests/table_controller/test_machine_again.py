"""The table's cycle after a restart: killed between any two steps it goes on, and nothing moves twice."""

import asyncio
from pathlib import Path

import pytest

from firmware_bridge.messages.errors import UnitResetError
from firmware_bridge.messages.signals import ButtonName
from table_controller.machine.cycle import Phase
from table_controller.machine.machine import MachineCommand, OrderRefusedError
from tests.table_controller.fake_cycle import Cycle, until
from tests.table_time import table_time


@pytest.fixture
def cycle(tmp_path: Path) -> Cycle:
    return Cycle(tmp_path)


@pytest.mark.parametrize("phase", list(Phase))
@table_time
async def test_a_restart_goes_on_where_the_disk_says(cycle: Cycle, phase: Phase) -> None:
    """The hand is closed (1 hand dealt, none being played); wherever the daemon is killed, walls come up once."""
    cycle.hands = 1
    if phase is Phase.READY:
        cycle.unit.stacked, cycle.unit.walls = set(), 2
        cycle.stood(phase.value, "shuffling", "table", raised_for=2)
    elif phase is Phase.RAISING:
        cycle.unit.stacked = {2}
        cycle.stood(phase.value, "drum", "stacked")
    else:
        cycle.unit.stacked, cycle.unit.walls = {2}, 1
        cycle.stood(phase.value, "table", "stacked")
    machine = cycle.machine()
    machine.resume(1, playing=False)
    await cycle.running(machine)
    await until(lambda: machine.phase is Phase.READY)
    assert cycle.unit.walls == 2
    assert cycle.unit.did.count("raise 2") == (0 if phase is Phase.READY else 1)


@table_time
async def test_a_press_that_comes_again_after_a_restart_is_not_pressed_twice(cycle: Cycle) -> None:
    """The daemon is killed after a press, before its signal is settled.

    The signal comes again and must not mean that the tiles are in.
    """
    cycle.unit.stacked, cycle.unit.walls, cycle.hands = {2}, 1, 1
    cycle.stood("waiting", "table", "stacked", raised_for=1)
    machine = cycle.machine()
    machine.press(ButtonName.SET, "button:77:12")
    assert machine.phase is Phase.OPENING
    machine = cycle.machine()
    cycle.curtains.stand(3, broken=True)
    await cycle.running(machine)
    await until(lambda: machine.phase is Phase.COLLECTING)
    machine.press(ButtonName.SET, "button:77:12")
    await asyncio.sleep(10)
    assert machine.phase is Phase.COLLECTING
    machine.press(ButtonName.SET, "button:77:13")
    await until(lambda: machine.phase is Phase.CLOSING, 1)


@table_time
async def test_a_hand_closed_before_a_restart_waits_for_the_other_set(cycle: Cycle) -> None:
    """The daemon is killed while the other set of tiles is in the drum: the lid opens only once that is stacked, or
    both sets would be in the drum."""
    cycle.unit.stacked, cycle.unit.walls, cycle.hands = set(), 1, 1
    cycle.stood("playing", "table", "shuffling")
    machine = cycle.machine()
    machine.resume(1, playing=False)
    await cycle.running(machine)
    await until(lambda: machine.phase is Phase.READY)
    assert cycle.unit.did[:4] == ["shuffle 2", "open", "close", "raise 2"]


@table_time
async def test_walls_that_came_up_while_nobody_waited_are_up(cycle: Cycle) -> None:
    """The daemon is killed while the walls rise: the unit raised them, but its report was lost."""
    cycle.unit.stacked, cycle.unit.walls, cycle.hands = set(), 2, 1
    cycle.stood("raising", "drum", "lifting")
    machine = cycle.unit.levels_to = cycle.machine()
    machine.resume(1, playing=False)
    await cycle.running(machine)
    await until(lambda: machine.phase is Phase.READY, 60)
    assert machine.walls == 2
    assert "shuffle 2" not in cycle.unit.did
    assert cycle.alerts == []


@table_time
async def test_walls_that_somebody_took_out_are_shuffled_again(cycle: Cycle) -> None:
    """They are neither stacked nor on the lifts, because a technician has put the tiles back into the well."""
    cycle.unit.stacked, cycle.unit.walls, cycle.hands = set(), None, 1
    cycle.stood("raising", "drum", "lifting")
    machine = cycle.unit.levels_to = cycle.machine()
    await cycle.running(machine)
    await until(lambda: machine.phase is Phase.READY)
    assert cycle.unit.did[:2] == ["shuffle 2", "raise 2"]
    assert machine.walls == 2


@table_time
async def test_walls_half_way_are_not_looked_for_in_the_drum(cycle: Cycle) -> None:
    cycle.unit.stacked, cycle.unit.walls, cycle.unit.on_lifts, cycle.hands = set(), None, 15, 1
    cycle.stood("raising", "drum", "lifting")
    machine = cycle.unit.levels_to = cycle.machine()
    await cycle.running(machine)
    await asyncio.sleep(100)
    assert cycle.unit.did == []
    assert cycle.alerts[0][0] == "walls"


@pytest.mark.parametrize("rolled", [True, False])
@table_time
async def test_dice_asked_for_before_a_restart_are_rolled_once(cycle: Cycle, rolled: bool) -> None:
    cycle.unit.stacked, cycle.unit.walls = {2}, 1
    cycle.stood("ready", "table", "stacked", dice=True)
    machine = await cycle.running()
    if rolled:
        machine.rolled()
    await asyncio.sleep(20)
    assert cycle.unit.rolled == (0 if rolled else 1)


@table_time
async def test_dice_asked_for_while_the_walls_rise(cycle: Cycle) -> None:
    machine = await cycle.running()
    with pytest.raises(OrderRefusedError, match="no walls"):
        machine.command(MachineCommand("m0", "dice", "anna"))
    machine.press(ButtonName.SET, "b1")
    await until(lambda: machine.phase is Phase.RAISING)
    machine.press(ButtonName.DICE, "b2")
    await until(lambda: cycle.unit.rolled == 1, 30)
    machine.press(ButtonName.DICE, "b2")
    await asyncio.sleep(20)
    assert cycle.unit.rolled == 1


@table_time
async def test_dice_are_rolled_again_after_a_reset(cycle: Cycle) -> None:
    cycle.unit.failures = [("roll", UnitResetError("the table unit was reset", "Try again."))]
    cycle.unit.stacked, cycle.unit.walls = {2}, 1
    cycle.stood("ready", "table", "stacked")
    machine = await cycle.running()
    machine.press(ButtonName.DICE, "b1")
    await until(lambda: cycle.unit.rolled == 1, 20)
    assert cycle.alerts == [("dice", "the table unit was reset"), ("dice", None)]


@table_time
async def test_a_restart_in_play_moves_nothing_but_the_drum(cycle: Cycle) -> None:
    cycle.unit.stacked, cycle.unit.walls, cycle.hands, cycle.playing = set(), 1, 1, True
    cycle.stood("ready", "table", "drum")
    machine = cycle.machine()
    machine.resume(1, playing=True)
    assert machine.phase is Phase.PLAYING
    await cycle.running(machine)
    await until(lambda: 2 in cycle.unit.stacked)
    assert cycle.unit.did == ["shuffle 2"]


@pytest.mark.parametrize("text", ["{", '{"phase": "dancing"}', '{"sets": ["drum"]}', '{"walls": 3}', "[]"])
@table_time
async def test_a_damaged_file_starts_over(cycle: Cycle, text: str) -> None:
    (cycle.folder / "machine.json").write_text(text)
    assert cycle.machine().phase is Phase.WAITING
    assert "starts over" in cycle.log_lines[0]


@table_time
async def test_a_damaged_file_in_play_waits_for_the_end_of_the_hand(cycle: Cycle) -> None:
    cycle.hands, cycle.playing = 1, True
    machine = cycle.machine()
    machine.resume(1, playing=True)
    assert machine.phase is Phase.PLAYING
    await cycle.running(machine)
    await asyncio.sleep(200)
    assert cycle.unit.did == []
    cycle.playing = False
    machine.hand_closed()
    await until(lambda: machine.phase is Phase.READY)
    assert cycle.unit.did[:3] == ["open", "close", "raise 1"]
