"""The public interface: complete for every message, documented, with errors that say what to do."""

import asyncio
import inspect

import pytest

from firmware_bridge.link.link import Link
from firmware_bridge.messages import errors
from firmware_bridge.messages.messages import REQUESTS, Button, Health, Levels, Request, StopMotion
from firmware_bridge.unit.table_unit import TableUnit
from tests.firmware_bridge.conftest import Bench, BenchRunner


def test_every_request_has_a_method(bench: BenchRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[type[Request]] = set()
    real = Link.request

    async def noted(self: Link, request: Request) -> object:
        asked.add(type(request))
        return await real(self, request)

    monkeypatch.setattr(Link, "request", noted)

    async def play(b: Bench) -> None:
        unit = b.unit
        await unit.raise_walls(set=1)
        with pytest.raises(errors.RefusedError):  # this table has no automatic deal
            await unit.deal(0)
        await unit.lower_walls()
        await unit.open_lid()
        await unit.close_lid()
        await unit.shuffle(set=2)
        assert sum(await unit.roll_dice()) >= 2
        await unit.show_honba(3)
        await unit.show_round(1)
        await unit.show_points(0, 25_000)
        await unit.show_dealer(0)
        levels, health = await unit.report_levels(), await unit.report_health()
        assert isinstance(levels, Levels)
        assert levels.lifts_down == 15
        assert isinstance(health, Health)
        assert health.supply_mv > 10_000
        await unit.stop_motions()
        await unit.reset_faults()
        assert await unit.probe(b"x" * 40) == await unit.probe() - 1

    bench(play)
    assert asked == set(REQUESTS)


def test_signals_are_iterated(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        b.control.press(2, "ron", pressed=True)
        async for signal in b.unit.signals():
            if isinstance(signal, Button):
                assert (signal.chair, signal.pressed) == (2, True)
                break

    bench(play)


def test_a_report_that_never_comes_is_an_error_with_advice(
    bench: BenchRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(b: Bench) -> None:
        await asyncio.sleep(1)
        # Asked and answered, but the unit sends something other than the test waits for.
        with pytest.raises(errors.LinkLostError) as lost:
            await b.unit._reported(StopMotion(goal=0), Levels)
        assert lost.value.advice
        assert b.unit._reports == []

    bench(play)


def test_a_call_for_a_report_ends_with_the_driver(bench: BenchRunner) -> None:
    async def play(b: Bench) -> None:
        await asyncio.sleep(1)
        report = asyncio.create_task(b.unit._reported(StopMotion(goal=0), Levels))
        await asyncio.sleep(1)
        await b.unit.stop()
        with pytest.raises(errors.UnitStoppedError):
            await report

    bench(play)


def test_everything_public_is_documented() -> None:
    for name, member in inspect.getmembers(TableUnit):
        if not name.startswith("_"):
            assert inspect.getdoc(member), name
    for error in vars(errors).values():
        if inspect.isclass(error) and issubclass(error, Exception):
            assert error.__doc__
