"""The result of an input's policy: observations for the referee, a button press for the machine, a note for people."""

from dataclasses import dataclass
from typing import NamedTuple

from firmware_bridge.messages.signals import ButtonName
from referee.game.observations import Observation


@dataclass(frozen=True, slots=True)
class Press:
    """A press of ``set`` or ``dice``, for the machine."""

    chair: int
    button: ButtonName
    at_ms: int


class PolicyResult(NamedTuple):
    """Observations in order, a press for the machine, a note for people, and the beginning or loss of a hand."""

    observations: tuple[Observation, ...] = ()
    press: Press | None = None
    note: str = ""
    begins: int | None = None
    """The chair that begins a hanchan and deals first."""
    more: int = 0
    """The number of further moves that the reading shows; other inputs may go before them."""
    anew: bool = False
    """True if a hand begins, to which the tiles already on the table belong."""
    loses: bool = False
    """True if sensing cannot follow the hand any more, so that a judge enters its result."""
