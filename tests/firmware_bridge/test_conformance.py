"""The suite for table drivers: ours passes it, and each wrong driver fails the check that is meant for it."""

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.drivers.own_unit import OwnUnit
from firmware_bridge.drivers.silent import SilentTable
from firmware_bridge.drivers.wires import Wires
from firmware_bridge.messages.signals import Button, Levels, Signal
from firmware_bridge.unit.process import UnitProcess
from jantaku import main as cli
from table_controller.cli.unit.conformance.conformance import SHIFT_S, ShiftedLoop
from table_controller.cli.unit.conformance.hands import EmulatedHands, HelperHands
from table_controller.cli.unit.conformance.suite import CHECKS, Checked, checked
from table_controller.cli.unit.conformance.trial import Trial


class Doubled(OwnUnit):
    """Passes each third button on twice."""

    def __init__(self, place: str, wires: Wires) -> None:
        super().__init__(place, spoilt(wires, lambda signal, on: (on(signal), on(signal))))


class Losing(OwnUnit):
    """Swallows each third button."""

    def __init__(self, place: str, wires: Wires) -> None:
        super().__init__(place, spoilt(wires, lambda _signal, _on: None))


class Forgetting(OwnUnit):
    """Takes a signal as stored although ``on_signal`` raised."""

    def __init__(self, place: str, wires: Wires) -> None:
        def on_signal(signal: Signal) -> None:
            assert wires.on_signal is not None
            try:
                wires.on_signal(signal)
            except OSError:
                return

        super().__init__(place, replace(wires, on_signal=on_signal))


class JumpingClock(OwnUnit):
    """Dates each third button a second too early."""

    def __init__(self, place: str, wires: Wires) -> None:
        super().__init__(
            place, spoilt(wires, lambda signal, on: on(replace(signal, at_ms=signal.at_ms - 900)))
        )


class SystemClock(OwnUnit):
    """Takes its times from the system instead of its loop."""

    def __init__(self, place: str, wires: Wires) -> None:
        super().__init__(place, replace(wires, loop_factory=asyncio.new_event_loop))


class Twice(OwnUnit):
    """Rolls the dice twice."""

    async def roll_dice(self, seed: int | None = None) -> tuple[int, int]:
        await super().roll_dice(seed)
        return await super().roll_dice(seed)


class Unstoppable(OwnUnit):
    """Stops nothing."""

    async def stop_motions(self, goal: int = 0) -> None:
        del goal


class Waiting(OwnUnit):
    """Waits for ever for an answer while the line is out."""

    async def report_levels(self) -> Levels:
        if self.state.value != "ready":
            await asyncio.Event().wait()
        return await super().report_levels()


def spoilt(wires: Wires, wrong: Callable[[Signal, Any], object]) -> Wires:
    """Pass every third button signal to ``wrong`` instead."""
    counted = [0]

    def on_signal(signal: Signal) -> None:
        assert wires.on_signal is not None
        if isinstance(signal, Button):
            counted[0] += 1
            if counted[0] % 3 == 0:
                wrong(signal, wires.on_signal)
                return
        wires.on_signal(signal)

    return replace(wires, on_signal=on_signal)


def tried(kind: type[OwnUnit], process: UnitProcess, *names: str) -> dict[str, Checked]:
    """Run the suite's checks with these names on a driver of this unit; without names, all."""

    async def carried_out() -> dict[str, Checked]:
        trial = Trial(
            make=lambda wires: kind(str(process.pty), wires),
            capabilities=kind.capabilities,
            hands=EmulatedHands(process.control),
            loop_factory=ShiftedLoop,
            now_ms=lambda: (time.monotonic() + SHIFT_S) * 1000,
        )
        checks = tuple(check for check in CHECKS if not names or check.name in names)
        return {found.check.name: found async for found in checked(trial, checks)}

    return asyncio.run(carried_out())


# In real time, as the unit's process runs: a few seconds each, which a busy machine stretches.
@pytest.mark.prove(short=False)
@pytest.mark.parametrize(
    ("kind", "check", "came"),
    [
        (Doubled, "signals-once", "came.repeated"),
        (Losing, "signals-once", "came.gap"),
        (Forgetting, "comes-again", "came.gap"),
        (JumpingClock, "times", "came.backwards"),
        (SystemClock, "times", "came.wrong_time"),
        (Twice, "motions-once", "came.made"),
        (Unstoppable, "stops", "came.ran_on"),
    ],
)
def test_a_driver_that_is_wrong_is_found_out(
    folder: Path, kind: type[OwnUnit], check: str, came: str
) -> None:
    with UnitProcess(folder, clock="real") as process:
        (found,) = tried(kind, process, check).values()
    assert (found.verdict, found.came.code) == ("failed", came)


@pytest.mark.prove(short=False)
def test_a_call_that_never_ends_is_found_out(folder: Path) -> None:
    with UnitProcess(folder, clock="real") as process:
        found = tried(Waiting, process, "calls-end")["calls-end"]
    assert (found.verdict, found.came.code) == ("failed", "came.never_returns")
    assert found.came["name"] == "report_levels 0"


def test_ours_counts_each_signal_once(folder: Path) -> None:
    """The check that wrong drivers fail passes with ours."""
    with UnitProcess(folder, clock="real") as process:
        found = tried(OwnUnit, process, "stops", "comes-again")
    assert {name: each.verdict for name, each in found.items()} == {
        "stops": "passed",
        "comes-again": "passed",
    }


@pytest.mark.prove(short=False)
@pytest.mark.parametrize(("emulated", "noise"), [("host", 0), ("avr", 0), ("host", 5)])
def test_ours_passes_all(folder: Path, emulated: Any, noise: int) -> None:
    with UnitProcess(folder, clock="real", kind=emulated) as process:
        process.control.noise(noise)
        found = tried(OwnUnit, process)
    wrong = {name: each.came for name, each in found.items() if each.verdict != "passed"}
    assert wrong.keys() == {"refuses"}
    assert found["refuses"].verdict == "not_applicable"


def test_a_table_without_a_machine_passes_what_applies(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--lang", "ja", "unit", "conformance", "none", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["passed"], report["failed"], report["not_done"]) == (1, 0, 0)
    verdicts = {each["check"]: each["verdict"] for each in report["checks"]}
    assert verdicts == {check.name: "not_applicable" for check in CHECKS} | {"refuses": "passed"}
    assert report["checks"][1]["came"]["text"] == "10件とも拒まれました。"


def test_an_unknown_driver_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["unit", "conformance", "jantakku"]) == 2
    assert "did you mean jantaku" in capsys.readouterr().err


def test_what_nobody_does_at_the_machine_is_not_passed(folder: Path) -> None:
    """The helper refuses, so the check that needs it is not carried out."""

    async def carried_out() -> Checked:
        trial = Trial(
            make=lambda wires: OwnUnit(str(folder / "unit"), wires),
            capabilities=OwnUnit.capabilities,
            hands=HelperHands("sh -c 'echo no hands >&2; exit 3'"),
            loop_factory=ShiftedLoop,
            now_ms=lambda: (time.monotonic() + SHIFT_S) * 1000,
        )
        (check,) = (each for each in CHECKS if each.name == "signals-once")
        (found,) = [each async for each in checked(trial, (check,))]
        return found

    with UnitProcess(folder, clock="real"):
        found = asyncio.run(carried_out())
    assert (found.verdict, found.came["text"]) == ("not_done", "no hands")


def test_no_check_is_missing() -> None:
    assert len({check.name for check in CHECKS}) == len(CHECKS)
    assert {check.promise for check in CHECKS} == {"safety", "once", "clock", "reconnection", "displays"}
    assert not SilentTable.capabilities.any
