"""The table unit's troubles as messages: the catalogue of faults has a text and an advice for each."""

from collections.abc import Callable
from typing import Any, Final

from firmware_bridge.messages import faults
from firmware_bridge.messages.errors import (
    LINK_TEXTS,
    OUTPUTS,
    IncompatibleFirmwareError,
    LinkLostError,
    MotionFailedError,
    RefusedError,
    UnitError,
    UnitResetError,
    request_of,
)
from firmware_bridge.messages.messages import ButtonName, FaultName, ResetCause
from referee.texts import signatures as of
from referee.texts.declaration import Text
from referee.texts.findings import Plain
from referee.texts.message import Message
from wording.alerts.declaration import Trouble

ANY_CHAIR: Final = 4
KINDS: Final[dict[str, Callable[..., None]]] = {
    "request": of.nothing,
    "outcome": of.of_detail,
    "refusal": of.nothing,
    "fault": of.of_fault,
    "reset": of.nothing,
    "link": of.nothing,
}
"""Kinds of the catalogue, with the arguments of their texts."""


class Unit:
    """Texts about requests to the unit, besides the catalogue."""

    TOPIC: Final = "unit"
    failed = Text(of.of_failed)
    times = Text(of.of_count)
    asked = Text(of.of_text)
    unanswered = Text(of.of_number)
    reset_meanwhile = Text(of.nothing)
    end_unknown = Text(of.nothing)
    broken_off = Text(of.of_message)
    other_definitions = Text(of.of_text)
    other_protocol = Text(of.of_protocols)
    try_again = Text(of.nothing)
    install_newer = Text(of.nothing)
    flash = Text(of.nothing)
    flash_old = Text(of.nothing)


def _declared(part: str) -> dict[str, Text[...]]:
    """A text for each entry of the catalogue, known as ``outcome.LID_BLOCKED.text`` or ``.advice``."""
    return {
        f"{kind}.{name}": Text(signature).named(f"{kind}.{name}.{part}")
        for kind, signature in KINDS.items()
        for name, entry in faults.CATALOGUE[kind].items()
        if part in entry
    }


TEXTS: Final = _declared("text")
ADVICES: Final = _declared("advice")


def failed(request: str, what: Message) -> Message:
    """Say what did not happen, and why."""
    known = TEXTS.get(f"request.{request}")
    return Unit.failed(Unit.asked(request) if known is None else known(), what)


def said_of(error: UnitError) -> Message:
    """The text of an error of the unit."""
    if isinstance(error, MotionFailedError):
        done = error.done
        return failed(request_of(done.motion), TEXTS[f"outcome.{done.outcome.name}"](detail=done.detail))
    if isinstance(error, RefusedError) and error.own:
        return failed(error.request, Plain.words(error.own))
    if isinstance(error, RefusedError) and f"refusal.{error.result.name}" in TEXTS:
        return failed(error.request, TEXTS[f"refusal.{error.result.name}"]())
    if isinstance(error, UnitResetError) and error.request:
        return failed(error.request, Unit.reset_meanwhile())
    if isinstance(error, UnitResetError) and error.cause is not None:
        return Unit.broken_off(TEXTS[f"reset.{error.cause.name}"]())
    if isinstance(error, LinkLostError) and error.request:
        waited = error.waited_s
        return failed(error.request, Unit.end_unknown() if waited is None else Unit.unanswered(waited))
    if isinstance(error, IncompatibleFirmwareError):
        theirs, ours = _version(error.theirs), _version(error.ours)
        return Unit.other_definitions(ours) if theirs == ours else Unit.other_protocol(theirs, ours)
    return Plain.words(str(error))


def advice_of(error: UnitError) -> Message:
    """The advice of an error of the unit."""
    if isinstance(error, MotionFailedError):
        return ADVICES[f"outcome.{error.done.outcome.name}"](detail=error.done.detail)
    if isinstance(error, RefusedError) and not error.own and f"refusal.{error.result.name}" in ADVICES:
        return ADVICES[f"refusal.{error.result.name}"]()
    if isinstance(error, UnitResetError):
        return Unit.try_again() if error.cause is None else ADVICES[f"reset.{error.cause.name}"]()
    if isinstance(error, LinkLostError):
        return ADVICES["link.lost"]()
    if isinstance(error, IncompatibleFirmwareError):
        if error.theirs == error.ours:
            return Unit.flash()
        return Unit.install_newer() if error.theirs[0] > error.ours[0] else Unit.flash_old()
    return Plain.words(error.advice)


def trouble_of(error: UnitError) -> Trouble:
    """Text and advice of an error of the unit."""
    return Trouble(said_of(error), advice_of(error))


def fault(
    name: FaultName, *, chair: int | None = None, button: ButtonName | None = None, output: int | None = None
) -> Trouble:
    """Text and advice for a fault, with its place if known."""
    place: dict[str, Any] = {
        "chair": ANY_CHAIR if chair is None else chair,
        "button": "any" if button is None else button.name.lower(),
        "motor": "a motor" if output is None or output >= len(OUTPUTS) else OUTPUTS[output],
    }
    return Trouble(TEXTS[f"fault.{name.name}"](**place), ADVICES[f"fault.{name.name}"](**place))


def reset(cause: ResetCause) -> Trouble:
    """Text and advice for a reset of the unit."""
    return Trouble(TEXTS[f"reset.{cause.name}"](), ADVICES[f"reset.{cause.name}"]())


def link(name: str) -> Trouble:
    """Text and advice for a trouble of the link."""
    return Trouble(TEXTS[f"link.{name}"](), ADVICES[f"link.{name}"]())


def lost_advice(written: str) -> Message:
    """The link's advice when the unit does not answer."""
    name = next((name for name, (_, advice) in LINK_TEXTS.items() if advice == written), None)
    return Plain.words(written) if name is None else ADVICES[f"link.{name}"]()


def _version(version: tuple[int, int]) -> str:
    return f"{version[0]}.{version[1]}"
