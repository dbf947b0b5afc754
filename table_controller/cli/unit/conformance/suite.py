"""The checks, one after the other, each with its promise and its result."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from referee.texts.language import Language
from referee.texts.message import Message, to_json
from table_controller.cli.unit.conformance.once import (
    comes_again,
    motions_once,
    signals_once,
    started_again,
    times,
)
from table_controller.cli.unit.conformance.reconnection import calls_end, keeps, shown_again
from table_controller.cli.unit.conformance.safety import connects, ends, refuses, rests, stops
from table_controller.cli.unit.conformance.trial import (
    FailedError,
    NotApplicableError,
    NotDoneError,
    Trial,
)
from wording.command_line.conformance_texts import Came, Done, Expected

Verdict: TypeAlias = Literal["passed", "failed", "not_done", "not_applicable"]


@dataclass(frozen=True, slots=True)
class Check:
    """One check.

    Attributes:
        promise: the promise of ``firmware_bridge.drivers.port`` to check.
        did: the action.
        expected: the expected result.
        carry_out: returns the actual result; raises ``TrialError`` if that is wrong.
    """

    name: str
    promise: Literal["safety", "once", "clock", "reconnection", "displays"]
    did: Message
    expected: Message
    carry_out: Callable[[Trial], Awaitable[Message]]


@dataclass(frozen=True, slots=True)
class Checked:
    """A check and its result."""

    check: Check
    verdict: Verdict
    came: Message

    def as_json(self, spoken: Language) -> dict[str, Any]:
        """Return the result for programs: the check, its verdict, and each message with code, arguments and words."""
        parts = (("did", self.check.did), ("expected", self.check.expected), ("came", self.came))
        words = {name: {**to_json(message), "text": spoken.say(message)} for name, message in parts}
        return {"check": self.check.name, "promise": self.check.promise, "verdict": self.verdict, **words}


CHECKS: Final = (
    Check("connects", "reconnection", Done.connects(), Expected.connects(), connects),
    Check("refuses", "safety", Done.refuses(), Expected.refuses(), refuses),
    Check("rests", "safety", Done.rests(), Expected.rests(), rests),
    Check("stops", "safety", Done.stops(), Expected.stops(), stops),
    Check("ends", "safety", Done.ends(), Expected.ends(), ends),
    Check("motions-once", "once", Done.motions_once(), Expected.motions_once(), motions_once),
    Check("signals-once", "once", Done.signals_once(), Expected.signals_once(), signals_once),
    Check("comes-again", "once", Done.comes_again(), Expected.comes_again(), comes_again),
    Check("started-again", "once", Done.started_again(), Expected.started_again(), started_again),
    Check("times", "clock", Done.times(), Expected.times(), times),
    Check("calls-end", "reconnection", Done.calls_end(), Expected.calls_end(), calls_end),
    Check("keeps", "reconnection", Done.keeps(), Expected.keeps(), keeps),
    Check("shown-again", "displays", Done.shown_again(), Expected.shown_again(), shown_again),
)
"""All checks, the basic ones first: a driver that fails these fails others for the same reason."""


async def checked(trial: Trial, checks: tuple[Check, ...] = CHECKS) -> AsyncIterator[Checked]:
    """Run each check with its own driver."""
    for check in checks:
        try:
            came = await check.carry_out(trial)
        except NotApplicableError as error:
            yield Checked(check, "not_applicable", error.came)
        except NotDoneError as error:
            yield Checked(check, "not_done", error.came)
        except FailedError as error:
            yield Checked(check, "failed", error.came)
        except Exception as error:  # noqa: BLE001 - whatever a maker's driver raises is what the suite is there to find
            yield Checked(check, "failed", Came.foreign_error(check.name, repr(error)))
        else:
            yield Checked(check, "passed", came)
