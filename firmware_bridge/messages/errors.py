"""The table unit's errors as types, each with advice for the people at the table."""

from enum import IntEnum
from typing import Final, TypeVar

from firmware_bridge.messages import faults
from firmware_bridge.messages.messages import (
    FaultName,
    Motion,
    MotionDone,
    Outcome,
    ResetCause,
    Result,
)

_Name = TypeVar("_Name", bound=IntEnum)


class UnitError(Exception):
    """The base of all errors of the table unit; ``advice`` says what to do."""

    def __init__(self, text: str, advice: str = "") -> None:
        super().__init__(text)
        self.advice = advice


class LinkLostError(UnitError):
    """The unit did not answer in time; the request may or may not have arrived.

    Attributes:
        request: the name of the request's class, empty for none.
        waited_s: the time that the caller waited; None if the answer came but never the motion's end.
    """

    def __init__(
        self, text: str, advice: str = "", *, request: str = "", waited_s: int | None = None
    ) -> None:
        super().__init__(text, advice)
        self.request = request
        self.waited_s = waited_s


class UnitResetError(UnitError):
    """The unit was restarted while a request or motion was under way; the motion has stopped.

    Attributes:
        request: the name of the request's class, empty for a motion.
        cause: the cause of the reset, if known.
    """

    def __init__(
        self, text: str, advice: str = "", *, request: str = "", cause: ResetCause | None = None
    ) -> None:
        super().__init__(text, advice)
        self.request = request
        self.cause = cause


class UnitStoppedError(UnitError):
    """This program has closed its link to the unit."""


class IncompatibleFirmwareError(UnitError):
    """The unit has another major version of the protocol, or the same version built from other definitions."""

    def __init__(self, theirs: tuple[int, int], ours: tuple[int, int]) -> None:
        mine = f"{ours[0]}.{ours[1]}"
        if theirs == ours:
            text = f"the unit speaks protocol {mine} from other message definitions than this program"
            advice = "Build and flash the firmware of this version: jantaku firmware flash."
        elif theirs[0] > ours[0]:
            text = f"the unit speaks protocol {theirs[0]}.{theirs[1]}, this program {mine}"
            advice = (
                "Install a newer version of this program, or flash its own firmware: jantaku firmware flash."
            )
        else:
            text = f"the unit speaks protocol {theirs[0]}.{theirs[1]}, this program {mine}"
            advice = (
                "The unit's firmware is too old: flash the firmware of this version, jantaku firmware flash."
            )
        super().__init__(text, advice)
        self.theirs = theirs
        self.ours = ours


class RefusedError(UnitError):
    """The unit did not do what was asked; nothing moved.

    Attributes:
        request: the name of the request's class.
        result: the unit's answer.
        own: another maker's reason, in words for a person; empty if ``result`` says it all.
    """

    def __init__(self, request: str, result: Result, *, own: str = "", advice: str = "") -> None:
        text, usual = REFUSALS.get(result, (result.name.lower().replace("_", " "), ""))
        super().__init__(f"{failed_text(request)}: {own or text}", advice if own else usual)
        self.request = request
        self.result = result
        self.own = own


class DriverError(UnitError):
    """The code of a table driver raised an error or broke the port's rules; its maker has to fix it.

    Args:
        request: the name of the request's class.
        where: the place in the maker's code.
        what: the error, or what is wrong.
    """

    def __init__(self, request: str, where: str, what: Exception | str) -> None:
        why = what if isinstance(what, str) else f"{type(what).__name__}: {what}"
        super().__init__(
            f"{failed_text(request)}: the table driver has a fault in {where}: {why}", ADVICE_MAKER
        )


class MotionFailedError(UnitError):
    """A motion began and did not reach its end; the motors are off. ``done`` is the unit's report."""

    def __init__(self, done: MotionDone) -> None:
        text, advice = FAILURES[done.outcome]
        super().__init__(
            f"{failed_text(request_of(done.motion))}: {text.format(detail=done.detail)}",
            advice.format(detail=done.detail),
        )
        self.done = done

    @property
    def outcome(self) -> Outcome:
        return self.done.outcome


class HostSilentError(MotionFailedError):
    """The unit stopped because it had not heard this program for 300 ms; the motion may be requested again."""


class CurtainBlockedError(MotionFailedError):
    """A hand, or dirt on the curtain, keeps a lift from moving."""


class LidBlockedError(MotionFailedError):
    """The lid did not reach its switch, or met something while it closed."""


class DealFailedError(MotionFailedError):
    """The automatic deal did not give 53 tiles; ``detail`` says how many."""


def failed_text(request: str) -> str:
    """Return what did not happen when a request failed, in words; ``request`` names its class."""
    entry = faults.CATALOGUE["request"].get(request)
    return f"the unit was asked for {request}" if entry is None else str(entry["text"])


def request_of(motion: Motion) -> str:
    """Return the name of the request that begins a motion."""
    return motion.name.title().replace("_", "")


def _catalogued(kind: str, names: type[_Name]) -> dict[_Name, tuple[str, str]]:
    """Return text and advice for each name that is in the catalogue."""
    entries = {name: faults.CATALOGUE[kind].get(name.name) for name in names}
    return {name: (each["text"], each["advice"]) for name, each in entries.items() if each is not None}


REFUSALS: Final = _catalogued("refusal", Result)
"""Text and advice for each refusal."""

FAILURES: Final = _catalogued("outcome", Outcome)
"""Text and advice for each end of a motion; ``{detail}`` stands for the report's detail."""

FAULTS: Final = _catalogued("fault", FaultName)
"""Text and advice for each fault; ``{chair}``, ``{button}`` and ``{motor}`` stand for its place."""

OUTPUTS: Final = (
    *(f"the motor of the lift of chair {chair}" for chair in (0, 1, 2, 3, 0, 1, 2, 3)),
    *("the motor of the lid",) * 2,
    "the motor of the drum",
    *("the motor of the chain",) * 2,
    *("the motor that pushes the walls",) * 2,
    "the motor of the dice",
    "the motor of the automatic deal",
)
"""The part that each output of the unit (``core/base/pins.h``) drives."""


RESETS: Final = _catalogued("reset", ResetCause)
"""Text and advice for each cause of a reset."""

LINK_TEXTS: Final[dict[str, tuple[str, str]]] = {
    name: (entry["text"], entry["advice"]) for name, entry in faults.CATALOGUE["link"].items()
}
"""Text and advice for trouble on the line (``lost``, ``noise``, ``signals_lost``) and for each reason why no unit ever
answered (``absent``, ``forbidden``, ``unanswered``)."""

ADVICE_LOST: Final = LINK_TEXTS["lost"][1]
ADVICE_MAKER: Final = REFUSALS[Result.BAD_VALUE][1]
"""Advice for a fault in a driver."""

_TYPES: Final[dict[Outcome, type[MotionFailedError]]] = {
    Outcome.HOST_SILENT: HostSilentError,
    Outcome.CURTAIN_BLOCKED: CurtainBlockedError,
    Outcome.LID_BLOCKED: LidBlockedError,
    Outcome.LID_OBSTRUCTED: LidBlockedError,
    Outcome.DEAL_STUCK: DealFailedError,
    Outcome.WRONG_DEAL: DealFailedError,
}
"""Outcomes after which the machine goes on in another way than after the rest."""

LONGEST_MS: Final[dict[Motion, int]] = {
    Motion.RAISE_WALLS: 65_000,
    Motion.LOWER_WALLS: 65_000,
    Motion.SHUFFLE: 200_000,
    Motion.OPEN_LID: 72_000,
    Motion.CLOSE_LID: 72_000,
    Motion.ROLL_DICE: 5_000,
    Motion.DEAL: 65_000,
}
"""A time for each motion that is longer than the unit allows it: a report that has not come by then is lost."""


def motion_failed(done: MotionDone) -> MotionFailedError:
    """Return the error for a motion that did not end with ``REACHED``."""
    return _TYPES.get(done.outcome, MotionFailedError)(done)
