"""The events that a program sees: the unit's signals, and the link's own events in the same stream.

Every one has ``at_ms``, host time in milliseconds (``loop.time()`` of the link's loop times 1000). Signals of the unit
are named by ``(nonce, number)``; the link's own events have ``number`` 0.
"""

import struct
from dataclasses import dataclass
from typing import Final, Self, TypeAlias

from firmware_bridge.messages.messages import (
    Button,
    ButtonName,
    Curtain,
    DiceRolled,
    Fault,
    FaultName,
    Levels,
    Lid,
    Lift,
    Motion,
    MotionDone,
    MotionStarted,
    Outcome,
    Position,
    ResetCause,
    Signal,
    StickSlot,
    TileCount,
    WallTouch,
)
from firmware_bridge.messages.wire import WireError

SIGNAL_PREFIX: Final = struct.Struct("<II")
"""The beginning of every signal in every version: number and time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownSignal(Signal):
    """A signal from firmware newer than this program: stored and acknowledged like any other, but not decoded."""

    kind: int
    payload: bytes

    @classmethod
    def from_frame(cls, kind: int, payload: bytes) -> Self:
        """Decode any payload that begins like a signal's; ``WireError`` otherwise."""
        if len(payload) < SIGNAL_PREFIX.size:
            raise WireError(f"a signal has at least {SIGNAL_PREFIX.size} bytes, not {len(payload)}")
        number, at_ms = SIGNAL_PREFIX.unpack_from(payload)
        return cls(number=number, at_ms=at_ms, kind=kind, payload=payload[SIGNAL_PREFIX.size :])


@dataclass(frozen=True, slots=True, kw_only=True)
class Connected:
    """The unit answers.

    ``was_reset``: it was restarted since the last contact. ``away_ms``: the time that it was away; 0 at the first
    contact.
    """

    at_ms: int
    nonce: int
    reset_cause: ResetCause
    firmware: str
    was_reset: bool
    away_ms: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """The unit no longer answers, or the device is gone; ``advice`` is for a person."""

    at_ms: int
    reason: str
    advice: str
    nonce: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalsLost:
    """The unit had to drop ``count`` signals before the next one; ``Levels`` follows."""

    at_ms: int
    nonce: int
    count: int
    number: int = 0


UnitEvent: TypeAlias = Signal | Connected | Lost | SignalsLost

__all__ = [
    "Button",
    "ButtonName",
    "Connected",
    "Curtain",
    "DiceRolled",
    "Fault",
    "FaultName",
    "Levels",
    "Lid",
    "Lift",
    "Lost",
    "Motion",
    "MotionDone",
    "MotionStarted",
    "Outcome",
    "Position",
    "ResetCause",
    "Signal",
    "SignalsLost",
    "StickSlot",
    "TileCount",
    "UnitEvent",
    "UnknownSignal",
    "WallTouch",
]
