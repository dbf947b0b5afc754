"""The meaning of an input: observations for the referee, a button press for the machine, a note for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from firmware_bridge.messages.signals import ButtonName
    from referee.game.observations import Observation


@dataclass(frozen=True, slots=True)
class Press:
    """A button for the machine: ``set`` or ``dice``."""

    chair: int
    button: ButtonName
    at_ms: int


class PolicyResult(NamedTuple):
    """Observations in their order, a press for the machine, a note for people, a hanchan that begins or a hand that is lost."""

    observations: tuple[Observation, ...] = ()
    press: Press | None = None
    note: str = ""
    begins: int | None = None
    """The chair that begins a hanchan and deals first."""
    more: int = 0
    """The number of further moves that the reading shows; other inputs may have come before those."""
    anew: bool = False
    """A hand begins: what lies on the table already belongs to it."""
    loses: bool = False
    """The hand can no longer be followed: a judge enters its result."""
