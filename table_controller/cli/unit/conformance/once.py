"""Checks that signals and motions happen exactly once, and that signals carry correct times."""

import asyncio
from typing import Any, Final

from firmware_bridge.messages.errors import LONGEST_MS, RefusedError
from firmware_bridge.messages.messages import DiceRolled
from firmware_bridge.messages.signals import Signal
from referee.texts.message import Message
from table_controller.cli.unit.conformance.trial import (
    ARRIVES_S,
    QUIET_S,
    FailedError,
    NotApplicableError,
    NotDoneError,
    OpenedDriver,
    Trial,
    ending,
    motions_of,
    until,
)
from wording.command_line.conformance_texts import Came

TIMES: Final = 5
"""The number of times that hands trigger a sensor."""
LONGEST_S: Final = max(LONGEST_MS.values()) / 1000
AHEAD_MS: Final = 100.0
"""A signal's time is at most this much later than its arrival. [ms; judged: rounding, and how well two clocks agree]"""
BEFORE_MS: Final = 1_000.0
"""A signal's time is at most this much before the hands' start. [ms; judged: as above, and the time a person takes]"""


async def signals_once(trial: Trial) -> Message:
    """Everything that the machine senses arrives once and in order."""
    trial.organ()
    async with trial.opened() as opened:
        signals = await trial.sense(opened, TIMES)
        check_numbers(opened)
        if len(signals) != 2 * TIMES:
            raise FailedError(Came.wrong_number(2 * TIMES, len(signals)))
        begun = [began(signal) for signal in signals]
        if begun != [True, False] * TIMES:
            raise FailedError(Came.wrong_order())
        streamed = [(event.nonce, event.number) for event in opened.events if event.number]
        stored = [(signal.nonce, signal.number) for signal in opened.stored]
        if streamed != stored[len(stored) - len(streamed) :] or len(streamed) < 2 * TIMES:
            raise FailedError(Came.streamed(len(stored), len(streamed)))
    return Came.came_once(2 * TIMES)


async def comes_again(trial: Trial) -> Message:
    """A signal that was not stored comes again, before any later signal."""
    trial.organ()
    async with trial.opened() as opened:
        await until(lambda: bool(opened.stored), QUIET_S)
        opened.refuse = 2
        signals = await trial.sense(opened, TIMES)
        check_numbers(opened)
        if len(signals) != 2 * TIMES:
            raise FailedError(Came.wrong_number(2 * TIMES, len(signals)))
        if opened.refuse:
            raise FailedError(Came.not_again())
        if len(opened.offered) != len(opened.stored) + 2:
            raise FailedError(Came.offered(len(opened.stored) + 2, len(opened.offered)))
    return Came.came_once(2 * TIMES)


async def started_again(trial: Trial) -> Message:
    """A restarted driver repeats no signal that an earlier run has stored."""
    trial.organ()
    async with trial.opened() as opened:
        await trial.sense(opened, TIMES)
        if not opened.stored:
            raise FailedError(Came.wrong_number(2 * TIMES, 0))
        last = (opened.stored[-1].nonce, opened.stored[-1].number)
    async with trial.opened(last) as opened:
        signals = await trial.sense(opened, TIMES)
        check_numbers(opened)
        again = [each for each in opened.stored if each.nonce == last[0] and each.number <= last[1]]
        if again:
            raise FailedError(Came.repeated(again[0].number))
        if len(signals) != 2 * TIMES:
            raise FailedError(Came.wrong_number(2 * TIMES, len(signals)))
    return Came.came_once(2 * TIMES)


async def motions_once(trial: Trial) -> Message:
    """A motion requested once is made once; a refused motion is not made."""
    parts = sorted(trial.capabilities.moves)
    if not parts:
        raise NotApplicableError(Came.not_moved())
    made: list[Message] = []
    async with trial.opened() as opened:
        for part in parts:
            before, wanted = await trial.count(part), 0
            for name, arguments in motions_of(part):
                error = await ending(getattr(opened.driver, name)(*arguments), LONGEST_S, name)
                if error is not None and not isinstance(error, RefusedError):
                    raise NotDoneError(Came.refused_now(name, str(error)))
                wanted += error is None
            await asyncio.sleep(QUIET_S)
            if not await trial.at_rest():
                raise FailedError(Came.still_moves())
            after = await trial.count(part)
            if before is None or after is None:
                made.append(Came.uncounted(part))
            elif after - before != wanted:
                raise FailedError(Came.made(part, wanted, after - before))
            else:
                made.append(Came.made(part, wanted, after - before))
            if part == "dice" and wanted:
                rolled = await until(lambda: bool(opened.of(DiceRolled)), ARRIVES_S)
                if not rolled or len(opened.of(DiceRolled)) != 1:
                    raise FailedError(Came.dice_told(len(opened.of(DiceRolled))))
        check_numbers(opened)
    return Came.several(made)


async def times(trial: Trial) -> Message:
    """Each signal is dated in the host's time, and not before the signal that came before it."""
    trial.organ()
    async with trial.opened() as opened:
        begun_ms = trial.now_ms()
        signals = await trial.sense(opened, TIMES)
        if not signals:
            raise FailedError(Came.wrong_number(2 * TIMES, 0))
        for signal in signals:
            came_ms = opened.came_ms[opened.stored.index(signal)]
            if not begun_ms - BEFORE_MS <= signal.at_ms <= came_ms + AHEAD_MS:
                raise FailedError(Came.wrong_time(signal.number, round(signal.at_ms - came_ms)))
        check_times(opened)
    return Came.dated(round(max(opened.came_ms[opened.stored.index(each)] - each.at_ms for each in signals)))


def check_numbers(opened: OpenedDriver) -> None:
    """Within one boot of the machine, each signal's number is one more than the last.

    Raises:
        FailedError: a number is wrong.
    """
    last: dict[int, int] = {}
    for signal in opened.stored:
        before = last.get(signal.nonce)
        if signal.number < 1:
            raise FailedError(Came.unnumbered(type(signal).__name__))
        if before is not None and signal.number <= before:
            raise FailedError(Came.repeated(signal.number))
        if before is not None and signal.number != before + 1:
            raise FailedError(Came.gap(before, signal.number))
        last[signal.nonce] = signal.number


def check_times(opened: OpenedDriver) -> None:
    """No signal is dated before the one that came before it.

    Raises:
        FailedError: a signal is dated too early.
    """
    for former, signal in zip(opened.stored, opened.stored[1:], strict=False):
        if signal.at_ms < former.at_ms:
            raise FailedError(Came.backwards(signal.number, former.at_ms - signal.at_ms))


def began(signal: Signal) -> bool:
    """Return whether a signal says that something was pressed, crossed, touched or laid in."""
    report: Any = signal
    for name in ("pressed", "broken", "touching", "present"):
        if hasattr(report, name):
            return bool(getattr(report, name))
    raise TypeError(type(signal).__name__)
