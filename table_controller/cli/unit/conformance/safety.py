"""Safety: nothing moves unasked; a motion stops on request and when the driver ends; a refused call moves nothing."""

import asyncio
from contextlib import suppress
from typing import Final, get_args

from firmware_bridge.drivers.capabilities import Display, Part
from firmware_bridge.messages.errors import RefusedError, UnitError, UnitStoppedError
from referee.texts.message import Message
from table_controller.cli.unit.conformance.trial import (
    CALL_S,
    CONNECTS_S,
    ENDS_S,
    FailedError,
    NotApplicableError,
    NotDoneError,
    OpenedDriver,
    Trial,
    display_calls,
    ending,
    motions_of,
    within,
)
from wording.command_line.conformance_texts import Came

REST_S: Final = 3.0
"""The time for which to watch the machine. [s; judged: longer than a start]"""
BEGUN_S: Final = 0.4
"""After this time a motion is under way. [s; judged: relays close within 0.1 s, no lid arrives so soon]"""
STOPPABLE: Final[tuple[Part, ...]] = ("lid", "walls", "shuffle", "deal")
"""Parts that move long enough to be stopped on their way, the easiest to put right first."""


async def connects(trial: Trial) -> Message:
    """Check that the driver reaches its machine and shows that the connection is alive."""
    if not trial.capabilities.any:
        raise NotApplicableError(Came.no_machine())
    started_ms = trial.now_ms()
    async with trial.opened() as opened:
        took_ms = round(trial.now_ms() - started_ms)
        proved = asyncio.Event()
        loop = asyncio.get_running_loop()

        def moved() -> None:
            loop.call_soon_threadsafe(proved.set)

        opened.driver.ping(moved)
        await within(ENDS_S, proved.wait(), Came.no_proof())
    return Came.connected(took_ms)


async def refuses(trial: Trial) -> Message:
    """Check that calls outside the capabilities are refused."""
    can = trial.capabilities
    calls = [call for part in get_args(Part) if part not in can.moves for call in motions_of(part)]
    calls += [display_calls(display)[:2] for display in get_args(Display) if display not in can.shows]
    if not calls:
        raise NotApplicableError(Came.can_all())
    async with trial.opened() as opened:
        for name, arguments in calls:
            error = await ending(getattr(opened.driver, name)(*arguments), CALL_S, name)
            if not isinstance(error, RefusedError):
                raise FailedError(
                    Came.not_refused(name) if error is None else Came.wrong_error(name, repr(error))
                )
        if can.moves and await trial.moves():
            raise FailedError(Came.still_moves())
    return Came.refused(len(calls))


async def rests(trial: Trial) -> Message:
    """Check that nothing moves unasked."""
    _moving(trial)
    before = await trial.counts()
    async with trial.opened():
        await asyncio.sleep(REST_S)
        if await trial.moves():
            raise FailedError(Came.still_moves())
    after = await trial.counts()
    if before != after:
        raise FailedError(
            Came.moved_unasked(", ".join(part for part in after if after[part] != before.get(part)))
        )
    return Came.rested()


async def stops(trial: Trial) -> Message:
    """Check that a motion ends on request."""
    part = _moving(trial)
    async with trial.opened() as opened:
        motion = await _begun(opened, part)
        await ending(opened.driver.stop_motions(), CALL_S, "stop_motions")
        name = motions_of(part)[0][0]
        error = await ending(motion, ENDS_S, name)
        if isinstance(error, RefusedError):
            raise NotDoneError(Came.refused_now(name, str(error)))
        if error is None:
            raise FailedError(Came.ran_on(name))
        await _stands(trial)
        await _put_right(opened, part)
    return Came.stopped(name)


async def ends(trial: Trial) -> Message:
    """Check that a motion ends when the driver ends."""
    part = _moving(trial)
    name = motions_of(part)[0][0]
    async with trial.opened() as opened:
        motion = await _begun(opened, part)
        await within(CALL_S, opened.driver.stop(), Came.never_returns("stop"))
        error = await ending(motion, ENDS_S, name)
        if isinstance(error, RefusedError):
            raise NotDoneError(Came.refused_now(name, str(error)))
        if not isinstance(error, UnitStoppedError):
            raise FailedError(Came.ran_on(name) if error is None else Came.wrong_error(name, repr(error)))
        await _stands(trial)
    async with trial.opened() as opened:
        await within(CONNECTS_S, opened.driver.connected(), Came.never_connects())
        await _put_right(opened, part)
    return Came.stopped(name)


def _moving(trial: Trial) -> Part:
    for part in STOPPABLE:
        if part in trial.capabilities.moves:
            return part
    raise NotApplicableError(Came.not_moved())


async def _begun(opened: OpenedDriver, part: Part) -> asyncio.Task[object]:
    name, arguments = motions_of(part)[0]
    motion: asyncio.Task[object] = asyncio.ensure_future(getattr(opened.driver, name)(*arguments))
    await asyncio.sleep(BEGUN_S)
    return motion


async def _stands(trial: Trial) -> None:
    if not await trial.at_rest():
        raise FailedError(Came.still_moves())


async def _put_right(opened: OpenedDriver, part: Part) -> None:
    """Leave the lid closed, for the checks that follow."""
    if part == "lid":
        with suppress(UnitError):
            await within(CALL_S, opened.driver.close_lid(), Came.never_returns("close_lid"))
