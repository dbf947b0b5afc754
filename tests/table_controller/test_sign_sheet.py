"""Nobody begins the next hanchan before the score sheet is signed (WRC 8.2): by command, by buttons, at the machine."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from firmware_bridge.messages.signals import ButtonName
from referee.game import events, judge_events, observations
from referee.game.judge_observations import PointsAdjusted, SheetSigned
from referee.journal.journal import Journal
from referee.journal.verification import verify
from table_controller.commands.catalogue.sheet import SignSheet
from table_controller.machine.cycle import Phase
from table_controller.machine.machine import MachineCommand, OrderRefusedError, TableMachine
from table_controller.settings.settings import Settings
from tests.table_controller.begin_and_time_stage import CLUB, DEALT, Table, desk, settings_of
from tests.table_controller.command_stage import FakeDaemon, ask
from tests.table_controller.fake_cycle import Cycle, until
from tests.table_controller.silent import said_to
from tests.table_time import table_time

NAMES = ["Ada", "Ben", "Cai", "Dan"]
BEGUN = {"ruleset": "wrc-2015", "names": NAMES}


@pytest.fixture
def club(tmp_path: Path) -> Settings:
    return settings_of(tmp_path, CLUB)


def played(daemon: FakeDaemon) -> int:
    """A hanchan that has ended and must be signed; the number of the entry that began it."""
    answer = ask(daemon, "begin_hanchan", awaits_signature=True, **BEGUN)
    assert answer["ok"], answer
    daemon.deal()
    assert ask(daemon, "close_hanchan", by="anna")["ok"]
    return int(answer["number"])


def events_of(daemon: FakeDaemon) -> list[events.Event]:
    return [event for entry in daemon.journal.entries() for event in entry.events]


# Commands


def test_no_hanchan_begins_before_the_sheet_is_signed() -> None:
    """WRC 8.2: sticks are not reset before a referee has checked and signed the score sheet."""
    daemon = FakeDaemon()
    begun = played(daemon)
    number = daemon.journal.number
    for rehearsed in (True, False):
        refused = ask(daemon, "begin_hanchan", dry_run=rehearsed, **BEGUN)
        assert refused["error"].startswith("the score sheet of the last hanchan is not signed")
        assert "sign_sheet" in refused["error"]
    assert daemon.journal.number == number
    rehearsal = ask(daemon, "sign_sheet", dry_run=True)
    assert (rehearsal["would"]["text"], daemon.journal.number) == ("the score sheet is signed", number)
    assert ask(daemon, "sign_sheet", by="rita", text="checked") == {"ok": True, "number": number + 1}
    assert events_of(daemon)[-1] == judge_events.ResultSigned(begun, "rita", "checked", (30_000,) * 4)
    assert ask(daemon, "begin_hanchan", **BEGUN)["ok"]


def test_who_insists_begins_without_a_signature_and_it_comes_too_late() -> None:
    """A signature for a hanchan thrown away by force is refused: another hanchan is at the table."""
    daemon = FakeDaemon()
    earlier = played(daemon)
    now = ask(daemon, "begin_hanchan", force=True, awaits_signature=True, **BEGUN)["number"]
    late = ask(daemon, "sign_sheet", hanchan=earlier)
    assert late["error"] == f"the hanchan at this table began with entry {now}, not with {earlier}"
    assert ask(daemon, "sign_sheet", hanchan=now)["error"] == "the hanchan has not ended yet"
    daemon.deal()
    assert ask(daemon, "close_hanchan", by="anna")["ok"]
    assert "not with" in ask(daemon, "sign_sheet", hanchan=earlier)["error"]
    assert ask(daemon, "sign_sheet", hanchan=now)["ok"]
    assert ask(daemon, "sign_sheet", hanchan=now)["error"] == "the score sheet is signed already"
    signed = [event for event in events_of(daemon) if isinstance(event, judge_events.ResultSigned)]
    assert [event.hanchan for event in signed] == [now]


def test_a_signature_makes_no_sense_where_none_is_awaited() -> None:
    daemon = FakeDaemon()
    assert ask(daemon, "sign_sheet")["error"] == "no hanchan is running"
    daemon.begin("wrc-2015")
    assert ask(daemon, "sign_sheet")["error"] == "the hanchan has not ended yet"
    assert ask(daemon, "close_hanchan", by="anna")["ok"]
    assert ask(daemon, "sign_sheet")["error"].startswith("no signature is awaited")
    assert ask(daemon, "begin_hanchan", **BEGUN)["ok"], "as before"
    for wrong in (0, "first", 1.5):
        assert "hanchan must be a whole number" in ask(daemon, "sign_sheet", hanchan=wrong)["error"]


def test_once_a_beginning_is_undone_the_sheet_of_the_hanchan_before_is_signed() -> None:
    daemon = FakeDaemon()
    earlier = played(daemon)
    other = ask(daemon, "begin_hanchan", force=True, **BEGUN)["number"]
    assert ask(daemon, "undo", entry=other)["ok"]
    assert daemon.game.sheet_unsigned
    assert not ask(daemon, "begin_hanchan", **BEGUN)["ok"]
    assert "not with" in ask(daemon, "sign_sheet", hanchan=other)["error"]
    assert ask(daemon, "sign_sheet", hanchan=earlier)["ok"]


def test_a_signature_by_mistake_is_undone() -> None:
    daemon = FakeDaemon()
    played(daemon)
    number = ask(daemon, "sign_sheet")["number"]
    assert ask(daemon, "undo", entry=number)["ok"]
    assert not ask(daemon, "begin_hanchan", **BEGUN)["ok"]
    assert ask(daemon, "sign_sheet")["ok"]
    assert daemon.journal.load().state == daemon.state
    assert verify(daemon.journal).state == daemon.state


def unsigned(daemon: FakeDaemon) -> bool:
    assert daemon.journal.load().state == daemon.state
    assert verify(daemon.journal).state == daemon.state
    return daemon.game.sheet_unsigned


def signatures(daemon: FakeDaemon) -> list[tuple[str, tuple[int, ...] | None]]:
    """Return the signatures with the signed points, as the journal has them."""
    return [
        (each.judge, each.points) for each in events_of(daemon) if isinstance(each, judge_events.ResultSigned)
    ]


@pytest.mark.parametrize("balanced", [True, False])
def test_another_result_is_signed_anew_and_what_was_signed_stays(balanced: bool) -> None:
    """WRC 8.2: a referee has checked the old sheet; nobody has checked the new one."""
    daemon = FakeDaemon()
    played(daemon)
    assert ask(daemon, "sign_sheet", by="rita")["ok"]
    changes = [1000, -1000 if balanced else 0, 0, 0]
    assert ask(daemon, "adjust_points", changes=changes, balanced=balanced)["ok"]
    assert unsigned(daemon)
    assert not ask(daemon, "begin_hanchan", **BEGUN)["ok"]
    assert ask(daemon, "sign_sheet", by="anna")["ok"]
    assert not unsigned(daemon)
    now = (31_000, 30_000 + changes[1], 30_000, 30_000)
    assert signatures(daemon) == [("rita", (30_000,) * 4), ("anna", now)]
    assert ask(daemon, "begin_hanchan", **BEGUN)["ok"]


def test_a_correction_of_what_was_before_the_end_falls_due_too() -> None:
    daemon = FakeDaemon()
    assert ask(daemon, "begin_hanchan", awaits_signature=True, **BEGUN)["ok"]
    wrong = ask(daemon, "adjust_points", changes=[1000, -1000, 0, 0])["number"]
    assert ask(daemon, "close_hanchan", by="anna")["ok"]
    assert ask(daemon, "sign_sheet", by="rita")["ok"]
    assert not unsigned(daemon)
    undone = ask(daemon, "undo", entry=wrong)["number"]
    assert unsigned(daemon), "the result is another one"
    assert ask(daemon, "undo", entry=undone)["ok"]
    assert not unsigned(daemon), "the result is the one that was signed"
    assert ask(daemon, "undo", entry=wrong)["ok"]
    assert unsigned(daemon)
    assert ask(daemon, "sign_sheet", by="anna")["ok"]
    assert not unsigned(daemon)
    assert signatures(daemon) == [("rita", (31_000, 29_000, 30_000, 30_000)), ("anna", (30_000,) * 4)]


def test_a_correction_that_leaves_the_result_leaves_the_signature() -> None:
    daemon = FakeDaemon()
    assert ask(daemon, "begin_hanchan", awaits_signature=True, **BEGUN)["ok"]
    idle = ask(daemon, "extend_clock", minutes=5)["number"]
    assert ask(daemon, "close_hanchan", by="anna")["ok"]
    assert ask(daemon, "sign_sheet")["ok"]
    assert ask(daemon, "undo", entry=idle)["ok"]
    assert not unsigned(daemon)


# Buttons, the machine, what people are told


def over(table: Table) -> None:
    """End a hanchan whose sheet must be signed."""
    table.begin_hanchan(awaits_signature=True)
    table.observe(replace(DEALT, at_ms=1000))
    table.observe(observations.HanchanClosed(at_ms=2000, judge="anna"))


def chord(table: Table, at_ms: int) -> None:
    """Set and dice of chair 3 are held together."""
    for number, name in enumerate(("dice", "set")):
        table.button(3, name, at_ms + 100 * number)
    for number, name in enumerate(("dice", "set")):
        table.button(3, name, at_ms + 500 + 100 * number, pressed=False)
    table.look(at_ms + 6000)


def test_set_and_dice_together_begin_none_before_the_signature(club: Settings) -> None:
    """WRC 8.2."""
    table = Table(club)
    over(table)
    chord(table, 3000)
    assert table.state is not None
    assert (table.state.phase, table.state.sheet_unsigned) == ("ended", True)
    table.observe(SheetSigned(hanchan=1, at_ms=10_000, judge="rita"))
    chord(table, 11_000)
    assert (table.state.phase, table.state.chairs) == ("waiting", (3, 0, 1, 2))


def test_the_table_says_until_then_what_is_to_be_done(club: Settings) -> None:
    table = Table(club)
    over(table)
    assert table.health.alerts[-1] == "The score sheet is not signed"
    SignSheet(by="rita").do(desk(table))
    assert table.health.alerts[-1] is None
    assert table.current.may_begin()
    table.observe(PointsAdjusted(changes=(1000, -1000, 0, 0), at_ms=3000, judge="anna"))
    assert table.health.alerts[-1] == "The score sheet is not signed"
    assert not table.current.may_begin()


def test_it_is_still_awaited_after_a_restart(club: Settings, tmp_path: Path) -> None:
    file = tmp_path / "journal.sqlite"
    first = Table(club, Journal(file))
    over(first)
    first.journal.close()
    again = Table(club, Journal(file))
    chord(again, 3000)
    assert not again.current.may_begin(), "nor by itself (--auto-begin)"
    assert again.state is not None
    assert (again.state.phase, again.state.sheet_unsigned) == ("ended", True)
    again.journal.close()


@table_time
async def test_the_set_button_raises_no_walls_before_the_signature(club: Settings, tmp_path: Path) -> None:
    """WRC 8.2; a table with the real cycle of its machine and a unit that carries out each request at once."""
    table, cycle = Table(club), Cycle(tmp_path)
    refusals: list[Any] = []
    machine = TableMachine(
        cycle.unit,
        tmp_path / "machine.json",
        table.current,
        alert=lambda *alert: refusals.append(alert),
        say=said_to(cycle.log_lines.append),
    )
    await cycle.running(machine)
    table.machine = machine
    table.listeners += (machine.hold_while_stopped, machine.follow)
    table.begin_hanchan(awaits_signature=True)
    machine.press(ButtonName.SET, "raise the walls")
    await until(lambda: machine.phase is Phase.READY)
    table.observe(replace(DEALT, at_ms=1000))
    table.observe(observations.HanchanClosed(at_ms=2000, judge="anna"))
    machine.press(ButtonName.SET, "collect")
    await until(lambda: machine.phase is Phase.COLLECTING)
    machine.press(ButtonName.SET, "tiles are in")
    await until(lambda: machine.phase is Phase.WAITING)
    cycle.unit.did.clear()
    table.button(0, "set", 3000)
    table.button(0, "set", 3200, pressed=False)
    table.look(9000)
    chord(table, 10_000)
    refused = "the score sheet of the last hanchan is not signed"
    for tried in (machine.command, machine.refuse):
        with pytest.raises(OrderRefusedError, match=refused):
            tried(MachineCommand("mqtt:1", "set", "a judge"))
    await asyncio.sleep(60)
    assert not any(each.startswith("raise") for each in cycle.unit.did)
    table.observe(SheetSigned(hanchan=1, at_ms=20_000, judge="rita"))
    with pytest.raises(OrderRefusedError, match="begin a hanchan"):
        machine.command(MachineCommand("mqtt:2", "set", "a judge"))
    chord(table, 21_000)
    await until(lambda: machine.phase is Phase.READY)
    assert any(each.startswith("raise") for each in cycle.unit.did)
