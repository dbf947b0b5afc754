"""Reconnection: calls end despite a broken line; kept signals come in order, then levels; displays are restored."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from firmware_bridge.messages.errors import UnitError
from firmware_bridge.messages.signals import Connected, Levels, Lost
from referee.texts.message import Message
from table_controller.cli.unit.conformance.hands import HandsError
from table_controller.cli.unit.conformance.once import TIMES, began, check_numbers, check_times
from table_controller.cli.unit.conformance.safety import STOPPABLE
from table_controller.cli.unit.conformance.trial import (
    ARRIVES_S,
    CALL_S,
    CONNECTS_S,
    QUIET_S,
    SENSED,
    FailedError,
    NotApplicableError,
    NotDoneError,
    OpenedDriver,
    Trial,
    display_calls,
    ending,
    motions_of,
    until,
    within,
)
from wording.command_line.conformance_texts import Came


async def calls_end(trial: Trial) -> Message:
    """No call waits for ever, whether made while the line is down or under way when it breaks."""
    if not trial.capabilities.any:
        raise NotApplicableError(Came.no_machine())
    async with trial.opened() as opened:
        driver = opened.driver
        under_way = [part for part in STOPPABLE if part in trial.capabilities.moves][:1]
        calls = {name: call for part in under_way for name, call in motions_of(part)[:1]}
        waiting = {
            name: asyncio.ensure_future(getattr(driver, name)(*arguments))
            for name, arguments in calls.items()
        }
        async with _broken(trial, opened):
            shown = [display_calls(display)[:2] for display in sorted(trial.capabilities.shows)]
            asked = [("report_levels", ()), *shown] if trial.capabilities.senses else shown
            waiting |= {
                f"{name} {number}": asyncio.ensure_future(getattr(driver, name)(*arguments))
                for number, (name, arguments) in enumerate(asked)
            }
            ended = await asyncio.gather(
                *(ending(call, CALL_S, name) for name, call in waiting.items() if name not in calls),
                return_exceptions=True,
            )
        failed = [error for error in ended if isinstance(error, FailedError)]
        # Wait for the line before a motion whose end may still be reported.
        for name in calls:
            await ending(waiting[name], 2 * CALL_S, name)
        if failed:
            raise failed[0]
        await within(CONNECTS_S, driver.connected(), Came.never_connects())
        if "lid" in trial.capabilities.moves:
            with contextlib.suppress(UnitError):
                await within(CALL_S, driver.close_lid(), Came.never_returns("close_lid"))
    return Came.ended(len(waiting))


async def keeps(trial: Trial) -> Message:
    """Signals kept while the line was down come in order, then levels; events report both."""
    kind = SENSED[trial.organ()]
    async with trial.opened() as opened:
        await until(lambda: bool(opened.of(Levels)), ARRIVES_S)
        await asyncio.sleep(QUIET_S)
        before, events = len(opened.stored), len(opened.events)
        async with _broken(trial, opened):
            await trial.ask("sense", trial.organ(), str(TIMES))
        if not await until(lambda: any(isinstance(each, Levels) for each in opened.stored[before:]), CALL_S):
            raise FailedError(Came.no_levels())
        await asyncio.sleep(QUIET_S)
        check_numbers(opened)
        check_times(opened)
        came = opened.stored[before:]
        last = [at for at, each in enumerate(came) if isinstance(each, kind)]
        levels = [at for at, each in enumerate(came) if isinstance(each, Levels)]
        if len(last) != 2 * TIMES:
            raise FailedError(Came.wrong_number(2 * TIMES, len(last)))
        if [began(came[at]) for at in last] != [True, False] * TIMES:
            raise FailedError(Came.wrong_order())
        if levels[-1] < last[-1]:
            raise FailedError(Came.levels_first())
        changes = [type(each) for each in opened.events[events:] if isinstance(each, Lost | Connected)]
        if changes[:2] != [Lost, Connected]:
            raise FailedError(Came.not_told(", ".join(each.__name__ for each in changes)))
    return Came.came_once(2 * TIMES)


async def shown_again(trial: Trial) -> Message:
    """Displays show their values, even after a reset of the machine."""
    displays = sorted(trial.capabilities.shows)
    if not displays:
        raise NotApplicableError(Came.not_shown())
    async with trial.opened() as opened:
        for display in displays:
            name, arguments, _ = display_calls(display)
            error = await ending(getattr(opened.driver, name)(*arguments), CALL_S, name)
            if error is not None:
                raise FailedError(Came.wrong_error(name, repr(error)))
        await _show(trial)
        connections = sum(isinstance(each, Connected) for each in opened.events)
        await trial.ask("reset")
        if not await until(
            lambda: sum(isinstance(each, Connected) for each in opened.events) > connections, CONNECTS_S
        ):
            raise FailedError(Came.never_connects())
        await _show(trial)
    return Came.shown(len(displays))


async def _show(trial: Trial) -> None:
    """Wait until each display shows its value."""
    for display in sorted(trial.capabilities.shows):
        wanted, seen = display_calls(display)[2], ""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ARRIVES_S):
                while True:
                    seen = await trial.ask("shown", display)
                    if seen == wanted:
                        break
                    await asyncio.sleep(QUIET_S / 10)
        if seen != wanted:
            raise FailedError(Came.shows(display, wanted, seen))


@contextlib.asynccontextmanager
async def _broken(trial: Trial, opened: OpenedDriver) -> AsyncIterator[None]:
    """Break the line inside the context; restore it afterwards and wait until the driver has connected.

    Raises:
        NotDoneError: nobody can break the line, or mend it.
    """
    connections = sum(isinstance(each, Connected) for each in opened.events)
    lost = sum(isinstance(each, Lost) for each in opened.events)
    await trial.ask("break-line")
    mended = False
    try:
        # A driver may not notice a broken line before it misses an answer.
        if not await until(lambda: sum(isinstance(each, Lost) for each in opened.events) > lost, CALL_S):
            raise FailedError(Came.not_told(""))
        yield
        await trial.ask("mend-line")
        mended = True
    finally:
        if not mended:
            with contextlib.suppress(HandsError, NotDoneError):
                await trial.ask("mend-line")
    if not await until(
        lambda: sum(isinstance(each, Connected) for each in opened.events) > connections, CONNECTS_S
    ):
        raise FailedError(Came.never_connects())
