"""Drivers are found by their entry points, and say what their table can do before one is opened."""

import asyncio
import inspect
from collections.abc import Callable
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest

from config import ConfigError
from firmware_bridge.drivers import installed
from firmware_bridge.drivers.capabilities import EVERYTHING, NOTHING, Capabilities
from firmware_bridge.drivers.installed import GROUP, driver_at, driver_names, find_driver
from firmware_bridge.drivers.own_unit import OwnUnit
from firmware_bridge.drivers.port import DriverKind, TableDriver
from firmware_bridge.drivers.silent import SilentTable
from firmware_bridge.drivers.wires import Wires
from firmware_bridge.messages.errors import RefusedError
from firmware_bridge.messages.messages import Result
from jantaku.main import main
from referee.texts.language import english
from table_controller.cli.doctor.unit import look_at_unit
from tests.conftest import signals_put_back

ASKED: dict[str, tuple[int, ...]] = {
    "raise_walls": (1,),
    "shuffle": (1,),
    "roll_dice": (),
    "deal": (0,),
    "report_levels": (),
    "open_lid": (),
    "close_lid": (),
    "show_honba": (1,),
    "show_round": (1,),
    "show_points": (0, 25_000),
    "show_dealer": (0,),
}


def test_ours_are_found_like_any_other() -> None:
    """mypy checks that both offer the whole port."""
    kinds: list[DriverKind] = [OwnUnit, SilentTable]
    assert driver_names() == ("jantaku", "none")
    assert [find_driver(name) for name in driver_names()] == kinds
    assert [kind.capabilities for kind in kinds] == [EVERYTHING, NOTHING]


def test_an_unknown_driver_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(
        ConfigError, match=r"'jantakku' is not an installed driver \(jantaku, none\); did you mean jantaku"
    ):
        find_driver("jantakku")


def install(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    entry = EntryPoint("theirs", value, GROUP)
    found: Callable[..., EntryPoints] = lambda **wanted: EntryPoints([entry]).select(**wanted)  # noqa: E731
    monkeypatch.setattr(installed, "entry_points", found)


class Particular(SilentTable):
    """A driver that finds tables only by numbers."""

    def __init__(self, place: str, wires: Wires) -> None:
        int(place)
        super().__init__(place, wires)


def test_a_place_that_is_none_is_refused_wherever_a_table_is_opened(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, "tests.firmware_bridge.test_drivers:Particular")
    assert isinstance(driver_at("theirs", "7", Wires()), Particular)
    why = "invalid literal for int() with base 10: 'there'"
    message = f"serial: the driver 'theirs' finds no table at 'there': {why}"
    with pytest.raises(ConfigError) as refused:
        driver_at("theirs", "there", Wires())
    assert str(refused.value) == message
    options = ["--driver", "theirs", "--serial", "there", "--http", "0", "--state", str(tmp_path)]
    with signals_put_back():
        assert main(["run", *options]) == 2
    assert capsys.readouterr().err.strip() == f"jantaku run: {message}"
    (seen,) = look_at_unit("theirs", "there")
    assert (seen.grade, english(seen.says)) == ("wrong", f"there: {why}")


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("a_maker.that_is_away:Driver", "cannot be loaded: No module named 'a_maker'"),
        ("tests.firmware_bridge.test_drivers:ASKED", "is not a driver: it has no capabilities"),
        ("tests.firmware_bridge.test_drivers:install", "is not a driver: it has no capabilities"),
    ],
)
def test_a_driver_that_is_none_is_refused_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, value: str, why: str
) -> None:
    install(monkeypatch, value)
    with pytest.raises(ConfigError, match="theirs") as refused:
        find_driver("theirs")
    assert why in str(refused.value)


def test_a_machine_has_a_cycle_if_it_moves_all_that_the_cycle_moves() -> None:
    assert EVERYTHING.cycles
    assert not Capabilities(moves=frozenset({"dice", "lid", "walls"})).cycles
    assert not NOTHING.any
    assert Capabilities(senses=frozenset({"curtains"})).any


async def refusals_of(driver: Any) -> dict[str, Result]:
    found = {}
    for name, arguments in ASKED.items():
        with pytest.raises(RefusedError) as refused:
            await getattr(driver, name)(*arguments)
        found[name] = refused.value.result
    return found


def test_a_table_that_does_nothing_refuses_whatever_may_be_asked() -> None:
    """A maker who builds a driver on it need only add the things that his table can do."""
    asked = {name for name, member in inspect.getmembers(TableDriver) if inspect.iscoroutinefunction(member)}
    assert asked - {"start", "stop", "connected", "stop_motions", "reset_faults"} == ASKED.keys()
    assert asyncio.run(refusals_of(SilentTable("", Wires()))) == dict.fromkeys(ASKED, Result.NOT_FITTED)


def test_nothing_is_ever_heard_of_such_a_table() -> None:
    async def life() -> list[object]:
        driver, proved = SilentTable("", Wires()), []
        stream = driver.signals()
        await driver.start()
        driver.ping(lambda: proved.append(True))
        waits = asyncio.ensure_future(driver.connected())
        await asyncio.sleep(0)
        assert not waits.done()
        waits.cancel()
        await driver.stop_motions()
        await driver.reset_faults()
        await driver.stop()
        assert proved == [True]
        assert (driver.heard, driver.telemetry, driver.bytes_written, driver.bytes_read) == (None, None, 0, 0)
        return [event async for event in stream]

    assert asyncio.run(life()) == []
