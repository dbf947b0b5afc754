"""The table's cycle with a unit that answers at once, in a conducted loop."""

import asyncio
from pathlib import Path

import pytest

from firmware_bridge.messages.errors import (
    HostSilentError,
    RefusedError,
)
from firmware_bridge.messages.messages import Motion, Outcome, Result
from firmware_bridge.messages.signals import ButtonName
from table_controller.machine.cycle import SET_TRANSITIONS, TRANSITIONS, CycleCue, Phase, SetPlace, drawing
from table_controller.machine.machine import MachineCommand, Order, OrderRefusedError
from tests.conftest import ROOT
from tests.table_controller.fake_cycle import Cycle, failed, until
from tests.table_time import table_time


@pytest.fixture
def cycle(tmp_path: Path) -> Cycle:
    return Cycle(tmp_path)


@table_time
async def test_two_hands(cycle: Cycle) -> None:
    machine = await cycle.running()
    machine.press(ButtonName.SET, "b1")
    await until(lambda: machine.phase is Phase.READY)
    assert cycle.unit.did[0] == "raise 1"
    assert cycle.unit.walls == 1
    machine.press(ButtonName.DICE, "b2")
    await until(lambda: cycle.unit.rolled == 1)
    cycle.hands, cycle.playing = 1, True
    machine.dealt()
    assert machine.phase is Phase.PLAYING
    await until(lambda: 2 in cycle.unit.stacked)
    assert (machine.place(1), machine.place(2)) == (SetPlace.TABLE, SetPlace.STACKED)
    cycle.unit.did.clear()
    cycle.playing = False
    machine.hand_closed()
    await until(lambda: machine.phase is Phase.READY)
    assert cycle.unit.did[:3] == ["open", "close", "raise 2"]
    await until(lambda: cycle.unit.stacked == {1})
    assert [text for _, text in cycle.alerts if text is not None] == []
    phases = [line.split()[1:4:2] for line in cycle.log_lines if line.startswith("table ")]
    assert [phase for _, phase in phases] == [
        "raising", "ready", "playing", "opening", "collecting", "closing", "raising", "ready",
    ]  # fmt: skip


@table_time
async def test_where_nothing_is_moved_the_cycle_stays_where_it_is(cycle: Cycle) -> None:
    """A table has no machine, or one that works by itself: hands come and go, and nothing is requested of it."""
    cycle.cycles = False
    machine = cycle.machine()
    machine.resume(3, playing=True)
    await cycle.running(machine)
    for number in range(1, 3):
        machine.press(ButtonName.SET, f"set{number}")
        machine.press(ButtonName.DICE, f"dice{number}")
        cycle.hands, cycle.playing = number, True
        machine.dealt()
        await asyncio.sleep(60)
        cycle.playing = False
        machine.hand_closed()
        await asyncio.sleep(60)
    orders: list[Order] = ["set", "dice", "stop", "open_lid", "retry"]
    for order in orders:
        with pytest.raises(OrderRefusedError, match="no machine"):
            machine.command(MachineCommand(f"mqtt:{order}", order, "a judge"))
        with pytest.raises(OrderRefusedError, match="no machine"):
            machine.refuse(MachineCommand(f"mqtt:{order}", order, "a judge"))
    assert machine.phase is Phase.WAITING
    assert (cycle.unit.did, cycle.alerts, cycle.log_lines) == ([], [], [])


@table_time
async def test_before_the_start_signal_walls_rise_and_no_dice_roll(cycle: Cycle) -> None:
    """WRC 8.2."""
    cycle.locked = True
    machine = await cycle.running()
    machine.press(ButtonName.SET, "set1")
    await until(lambda: machine.phase is Phase.READY)
    machine.press(ButtonName.DICE, "dice1")
    with pytest.raises(OrderRefusedError, match="no dice before the start signal"):
        machine.command(MachineCommand("mqtt:1", "dice", "a judge"))
    await asyncio.sleep(60)
    assert cycle.unit.rolled == 0
    cycle.locked = False
    machine.press(ButtonName.DICE, "dice2")
    await until(lambda: cycle.unit.rolled == 1)


@table_time
async def test_the_lid_waits_until_the_drum_stands(cycle: Cycle) -> None:
    """If a hand ends before the other set of tiles is shuffled, the lid stays closed while the drum turns."""
    cycle.unit.stacked = set()
    cycle.stood("playing", "table", "drum")
    cycle.hands = 1
    machine = await cycle.running()
    await asyncio.sleep(30)
    machine.hand_closed()
    await until(lambda: machine.phase is Phase.COLLECTING)
    assert cycle.unit.did == ["shuffle 2", "open"]


@table_time
async def test_lifts_wait_until_hands_are_away(cycle: Cycle) -> None:
    cycle.unit.stacked = {2}
    cycle.stood("playing", "table", "stacked")
    cycle.hands = 1
    machine = await cycle.running()
    await asyncio.sleep(100)
    machine.hand_closed()
    loop = asyncio.get_running_loop()
    started = loop.time()
    for _ in range(10):
        cycle.curtains.stand(2, broken=True)
        await asyncio.sleep(0.8)
        cycle.curtains.stand(2, broken=False)
        await asyncio.sleep(0.4)
    swept = loop.time()
    await until(lambda: "close" in cycle.unit.did)
    assert loop.time() - started >= 4
    assert loop.time() - swept >= 1.0


@table_time
async def test_the_set_button_says_that_all_tiles_are_in(cycle: Cycle) -> None:
    cycle.unit.stacked = {2}
    cycle.stood("collecting", "table", "stacked")
    cycle.hands = 1
    machine = cycle.machine()
    cycle.curtains.stand(0, broken=True)
    await cycle.running(machine)
    await asyncio.sleep(0.5)
    machine.press(ButtonName.SET, "b1")
    await until(lambda: "close" in cycle.unit.did, 1)


@table_time
async def test_the_lid_is_opened_in_an_emergency_also_while_a_hand_is_played(cycle: Cycle) -> None:
    """The drum is still running down when the lid is first asked to move.

    The lid stays open until somebody releases the machine.
    """
    cycle.unit.stacked = {2}
    cycle.stood("playing", "table", "stacked")
    cycle.hands, cycle.playing = 1, True
    cycle.unit.failures = [("open", RefusedError("OpenLid", Result.DRUM_TURNING))]
    machine = await cycle.running()
    machine.command(MachineCommand("m1", "open_lid", "anna"))
    machine.command(MachineCommand("m1", "open_lid", "anna"))  # the same request again
    await until(lambda: cycle.unit.lid == "open")
    assert cycle.unit.did == ["stop", "open", "open"]
    assert machine.paused == "anna"
    machine.hand_closed()
    cycle.playing = False
    await asyncio.sleep(100)
    assert cycle.unit.lid == "open"
    machine.pause("")
    await until(lambda: cycle.unit.lid == "closed")


@table_time
async def test_a_lid_that_does_not_open_in_an_emergency_is_reported(cycle: Cycle) -> None:
    cycle.stood("playing", "table", "stacked")
    cycle.unit.failures = [("open", RefusedError("OpenLid", Result.DRUM_TURNING))] * 10
    machine = await cycle.running()
    machine.command(MachineCommand("m1", "open_lid", "anna"))
    await until(lambda: any(name == "lid-open" for name, _ in cycle.alerts))
    assert cycle.unit.did.count("open") == 10
    machine.command(MachineCommand("m2", "open_lid", "anna"))
    await until(lambda: ("lid-open", None) in cycle.alerts)
    assert cycle.unit.lid == "open"


@table_time
async def test_no_lid_and_no_walls_move_while_a_hand_is_played(cycle: Cycle) -> None:
    """A judge takes the end of a hand back while the machine is collecting: it stands still until the hand is over."""
    cycle.unit.stacked = {2}
    cycle.stood("playing", "table", "stacked")
    cycle.hands, cycle.playing = 1, True
    machine = await cycle.running()
    with pytest.raises(OrderRefusedError, match="a hand is played"):
        machine.command(MachineCommand("m1", "set", "anna"))
    await asyncio.sleep(100)
    assert cycle.unit.did == []
    machine.hand_closed()  # to the referee it is still being played
    await asyncio.sleep(100)
    assert cycle.unit.did == []
    cycle.playing = False
    await until(lambda: machine.phase is Phase.COLLECTING)
    cycle.playing = True
    await asyncio.sleep(100)
    assert cycle.unit.did == ["open"]
    cycle.playing = False
    await until(lambda: machine.phase is Phase.CLOSING and cycle.unit.did[-1] == "close")
    cycle.playing = True
    await asyncio.sleep(100)
    assert machine.phase is Phase.RAISING
    assert cycle.unit.did == ["open", "close"]
    assert sum("a hand is played" in line for line in cycle.log_lines) >= 2


@pytest.mark.parametrize(
    "error", [failed(Motion.RAISE_WALLS, Outcome.HOST_SILENT), failed(Motion.RAISE_WALLS, Outcome.LATCHED)]
)
@table_time
async def test_a_motion_that_fails_is_asked_for_again(cycle: Cycle, error: Exception) -> None:
    cycle.unit.failures = [("raise", error), ("raise", error)]
    machine = await cycle.running()
    machine.press(ButtonName.SET, "b1")
    await until(lambda: machine.phase is Phase.READY)
    assert cycle.unit.did[:3] == ["raise 1"] * 3
    alerts = [] if isinstance(error, HostSilentError) else [("walls", str(error)), ("walls", None)]
    assert cycle.alerts == alerts


@table_time
async def test_a_lid_that_met_something_waits_for_a_person_also_after_a_restart(cycle: Cycle) -> None:
    """It closed on the obstacle again after 1, 3, 5 and 35 seconds."""
    met = failed(Motion.CLOSE_LID, Outcome.LID_OBSTRUCTED)
    cycle.unit.failures = [("close", met), ("close", met)]
    cycle.unit.stacked, cycle.hands = {2}, 1
    cycle.stood("closing", "table", "stacked")
    machine = await cycle.running()
    await asyncio.sleep(3600)
    assert cycle.unit.did == ["close"]
    machine.press(ButtonName.SET, "b1")
    await asyncio.sleep(3600)
    assert cycle.unit.did == ["close"] * 2
    cycle.task.cancel()
    assert cycle.alerts[-1][1] is not None
    machine = await cycle.running()  # started anew
    await asyncio.sleep(3600)
    assert cycle.unit.did == ["close"] * 2
    machine.command(MachineCommand("m1", "retry", "the judge"))
    await until(lambda: machine.phase is Phase.READY)
    text = "the lid did not close: the closing lid met something and has opened again"
    assert cycle.alerts == [("lid", text)] * 3 + [("lid", None)]
    assert any("press the set button" in line for line in cycle.log_lines)


@table_time
async def test_a_drum_that_is_broken_off_again_and_again_is_reported(cycle: Cycle) -> None:
    """Each fault cleared by itself, and 34 failures in a row went unreported."""
    cycle.unit.failures = [("shuffle", failed(Motion.SHUFFLE, Outcome.HOST_SILENT))] * 34
    cycle.stood("playing", "table", "drum")
    cycle.playing = True
    await cycle.running()
    await until(lambda: 2 in cycle.unit.stacked, 20_000)
    silent = "the tiles were not shuffled: the line to the table unit was silent for a moment"
    alerts = [("shuffle", f"{silent}, {times} times in a row") for times in (3, 10, 30)]
    assert cycle.alerts == [*alerts, ("shuffle", None)]


@table_time
async def test_a_part_that_moves_for_ever_is_reported(cycle: Cycle) -> None:
    cycle.unit.failures = [("shuffle", RefusedError("Shuffle", Result.BUSY))] * 30
    cycle.stood("playing", "table", "drum")
    cycle.playing = True
    await cycle.running()
    await until(lambda: 2 in cycle.unit.stacked, 20_000)
    text = "the tiles were not shuffled: that part of the table is moving"
    assert cycle.alerts == [("shuffle", text), ("shuffle", None)]


OUTCOMES_OF = {
    "lid": [Outcome.LID_BLOCKED, Outcome.LATCHED],
    "walls": [
        Outcome.CURTAIN_BLOCKED, Outcome.LIFT_TIMEOUT, Outcome.LIFT_SWITCH_STUCK, Outcome.LIFT_NOT_LEVEL,
        Outcome.PUSHER_STUCK, Outcome.LIFT_JAMMED, Outcome.LIFT_SWITCH_OPEN, Outcome.TOO_HOT,
    ],
    "shuffle": [
        Outcome.CHAIN_STUCK, Outcome.WRONG_TILE_COUNT, Outcome.STACKING_TIMEOUT, Outcome.DRUM_STUCK,
        Outcome.LID_OPENED,
    ],
}  # fmt: skip
MOTION_OF = {"lid": Motion.OPEN_LID, "walls": Motion.RAISE_WALLS, "shuffle": Motion.SHUFFLE}
WORD_OF = {"lid": "open", "walls": "raise", "shuffle": "shuffle"}


@pytest.mark.parametrize(("part", "outcome"), [(part, o) for part, each in OUTCOMES_OF.items() for o in each])
@table_time
async def test_every_fault_is_reported_with_advice_and_recovered_from(
    cycle: Cycle, part: str, outcome: Outcome
) -> None:
    """After each of five failures the table tries again, three times soon and then later; the set button tries at
    once."""
    error = failed(MOTION_OF[part], outcome, 2)
    cycle.unit.failures = [(WORD_OF[part], error)] * 5
    cycle.unit.stacked = set() if part == "shuffle" else {2}
    cycle.stood("playing", "table", "stacked" if cycle.unit.stacked else "drum")
    cycle.hands = 1
    machine = await cycle.running()
    machine.hand_closed()
    await until(lambda: len(cycle.unit.failures) == 1)
    tried = len(cycle.unit.did)
    loop = asyncio.get_running_loop()
    before = loop.time()
    machine.press(ButtonName.SET, "b9")
    await until(lambda: len(cycle.unit.did) > tried, 5)
    assert loop.time() - before < 3
    await until(lambda: machine.phase is Phase.READY)
    assert cycle.unit.walls == 2
    name = {"lid": "lid", "walls": "walls", "shuffle": "shuffle"}[part]
    assert cycle.alerts == [(name, str(error)), (name, None)]
    advice = getattr(error, "advice", "")
    assert advice
    assert any(line.endswith(advice) for line in cycle.log_lines)


@table_time
async def test_a_wrong_tile_count_is_reported_and_shuffled_again(cycle: Cycle) -> None:
    error = failed(Motion.SHUFFLE, Outcome.WRONG_TILE_COUNT, 135)
    cycle.unit.failures = [("shuffle", error)]
    machine = await cycle.running()
    machine.press(ButtonName.SET, "b1")
    await until(lambda: 2 in cycle.unit.stacked)
    assert cycle.alerts == [("shuffle", str(error)), ("shuffle", None)]
    assert any("135 tiles were counted, not 136" in line for line in cycle.log_lines)


@table_time
async def test_no_walls_come_up_after_the_last_hand(cycle: Cycle) -> None:
    cycle.unit.stacked = {2}
    cycle.stood("playing", "table", "stacked")
    cycle.ended = True
    machine = await cycle.running()
    machine.hand_closed()
    await until(lambda: cycle.unit.stacked == {1, 2})
    assert machine.phase is Phase.WAITING
    assert "raise 2" not in cycle.unit.did
    with pytest.raises(OrderRefusedError, match="begin a hanchan"):
        machine.command(MachineCommand("m1", "set", "anna"))
    cycle.ended, cycle.hands = False, 1
    machine.press(ButtonName.SET, "b1")
    await until(lambda: machine.phase is Phase.READY)
    assert cycle.unit.walls == 1


@table_time
async def test_nothing_moves_while_it_is_paused_also_after_a_restart(cycle: Cycle) -> None:
    machine = await cycle.running()
    machine.pause("anna")
    machine.press(ButtonName.SET, "b1")
    await asyncio.sleep(60)
    cycle.task.cancel()
    cycle.alerts.clear()
    machine = await cycle.running()
    await asyncio.sleep(60)
    assert cycle.unit.did == []
    assert cycle.alerts == [("paused", "Paused by anna: the table moves nothing")]
    machine.pause("")
    await until(lambda: machine.phase is Phase.READY)
    assert cycle.alerts[-1] == ("paused", None)


@table_time
async def test_stop_stops_what_moves_and_pauses(cycle: Cycle) -> None:
    machine = await cycle.running()
    machine.press(ButtonName.SET, "b1")
    await asyncio.sleep(1)
    machine.command(MachineCommand("m1", "stop", "anna"))
    await asyncio.sleep(1)
    assert cycle.unit.did == ["raise 1", "stop"]
    assert cycle.alerts == [("paused", "Paused by anna: the table moves nothing")]
    machine.pause("")
    machine.command(MachineCommand("m1", "stop", "anna"))  # delivered once more
    assert cycle.alerts[1:] == [("paused", None)]


def test_every_phase_is_reached_and_left_and_drawn() -> None:
    assert set(TRANSITIONS) == set(Phase)
    assert {target for ways in TRANSITIONS.values() for target in ways.values()} == set(Phase)
    assert {cue for ways in TRANSITIONS.values() for cue in ways} == set(CycleCue)
    assert set(SET_TRANSITIONS) == set(SetPlace) == set().union(*SET_TRANSITIONS.values())
    drawn = (ROOT / "docs" / "tables" / "machine.md").read_text(encoding="utf-8")
    assert drawing() in drawn
