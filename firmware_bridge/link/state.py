"""The states of the link to the unit, and the events that lead from one to another."""

from enum import Enum
from typing import Final


class LinkState(Enum):
    """A state of the link."""

    CLOSED = "closed"
    NO_DEVICE = "no device"
    GREETING = "greeting"
    READY = "ready"
    INCOMPATIBLE = "incompatible"


class Happening(Enum):
    """An event that the link reacts to; the value is the label in the drawing."""

    START = "start"
    OPENED = "device opened"
    GREETED = "Hello, same major version"
    REFUSED = "Hello, another version"
    SILENT = "no answer for 1 s, NoSession, or a request given up"
    UNPLUGGED = "device gone"
    CLOSE = "close"


TRANSITIONS: Final[dict[LinkState, dict[Happening, LinkState]]] = {
    LinkState.CLOSED: {Happening.START: LinkState.NO_DEVICE},
    LinkState.NO_DEVICE: {
        Happening.OPENED: LinkState.GREETING,
        Happening.UNPLUGGED: LinkState.NO_DEVICE,
        Happening.CLOSE: LinkState.CLOSED,
    },
    LinkState.GREETING: {
        Happening.GREETED: LinkState.READY,
        Happening.REFUSED: LinkState.INCOMPATIBLE,
        Happening.UNPLUGGED: LinkState.NO_DEVICE,
        Happening.CLOSE: LinkState.CLOSED,
    },
    LinkState.READY: {
        Happening.SILENT: LinkState.GREETING,
        Happening.UNPLUGGED: LinkState.NO_DEVICE,
        Happening.CLOSE: LinkState.CLOSED,
    },
    LinkState.INCOMPATIBLE: {
        Happening.GREETED: LinkState.READY,
        Happening.REFUSED: LinkState.INCOMPATIBLE,
        Happening.UNPLUGGED: LinkState.NO_DEVICE,
        Happening.CLOSE: LinkState.CLOSED,
    },
}


def after(state: LinkState, happening: Happening) -> LinkState:
    """Return the state that follows; ``RuntimeError`` if this event cannot happen in this state."""
    try:
        return TRANSITIONS[state][happening]
    except KeyError:
        raise RuntimeError(f"no way from {state.value} by {happening.value}") from None
