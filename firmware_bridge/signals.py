"""What a program sees of the table: the unit's signals, and the link's own events in the same stream.

Every one has ``at_ms``, host time in milliseconds (``loop.time()`` of the link's loop times 1000). Signals of the unit
are named by ``(nonce, number)``; the link's own events have ``number`` 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from firmware_bridge.messages import (
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Connected:
    """The unit answers. ``was_reset``: it has started anew since this program last spoke to it."""

    at_ms: int
    nonce: int
    reset_cause: ResetCause
    firmware: str
    was_reset: bool
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """The unit does not answer any more, or the device is gone; ``advice`` is for a person."""

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
    "WallTouch",
]
