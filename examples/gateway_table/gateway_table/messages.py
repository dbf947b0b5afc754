"""The messages on the topics as types, and the gateway's events as Jantaku's signals."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

import msgspec

from firmware_bridge.messages.messages import (
    Button,
    ButtonName,
    Curtain,
    Levels,
    Motion,
    MotionDone,
    Outcome,
    Position,
    ResetCause,
    Result,
    Signal,
)
from firmware_bridge.messages.signals import UnknownSignal
from firmware_bridge.messages.wire import WireError

MOTIONS: Final = {
    "open": Motion.OPEN_LID,
    "close": Motion.CLOSE_LID,
    "raise": Motion.RAISE_WALLS,
    "shuffle": Motion.SHUFFLE,
}
OUTCOMES: Final = {
    "reached": Outcome.REACHED,
    "stopped": Outcome.STOPPED,
    "silence": Outcome.HOST_SILENT,
    "blocked": Outcome.LID_BLOCKED,
    "count": Outcome.WRONG_TILE_COUNT,
}
REASONS: Final = {
    "busy": Result.BUSY,
    "value": Result.BAD_VALUE,
    "lid": Result.LID_NOT_CLOSED,
    "empty": Result.NOT_STACKED,
}
"""The reasons of refusals that Jantaku has words for."""
CAUSES: Final = {"power": ResetCause.POWER_ON, "hung": ResetCause.WATCHDOG}
LID: Final = {"closed": Position.DOWN, "open": Position.UP, "between": Position.BETWEEN}
ALL_CHAIRS: Final = 15
UNKNOWN_KIND: Final = 0xFF
"""The ``kind`` of ``UnknownSignal``: the gateway's events have names, not numbers."""


class Ping(msgspec.Struct, frozen=True, rename={"host": "from"}):
    """The host is alive, and asks for the time; on ``ping``."""

    host: int
    n: int


class Pong(msgspec.Struct, frozen=True):
    """The answer to a ping; on ``pong``."""

    to: int
    n: int
    boot: int
    ms: int
    cause: str
    firmware: str


class Deed(NamedTuple):
    """The part of an order that the driver chooses: ``value`` is a set of tiles or points, ``chair`` is whose points."""

    do: str
    value: int = 0
    chair: int = 0


class Order(msgspec.Struct, frozen=True, rename={"host": "from"}):
    """An order to the gateway; on ``command``. It does each ``id`` of a host once, and only in this ``boot``."""

    host: int
    boot: int
    id: int
    do: str
    value: int = 0
    chair: int = 0


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The outcome of an order; on ``answer``. ``motion`` numbers the motion that began, ``why`` is the reason of a refusal."""

    to: int
    id: int
    motion: int = 0
    why: str = ""


class Stored(msgspec.Struct, frozen=True):
    """The host has stored every event up to ``number``; on ``ack``."""

    boot: int
    number: int


class Status(msgspec.Struct, frozen=True):
    """The presence of the gateway; on ``status``, retained, and the gateway's last will."""

    online: bool


class Happened(msgspec.Struct, frozen=True):
    """The fields that every event has; on ``event``."""

    boot: int
    number: int
    ms: int
    kind: str


class Pressed(msgspec.Struct, frozen=True):
    """The fields of kind ``button``."""

    chair: int
    button: str
    down: bool


class Crossed(msgspec.Struct, frozen=True):
    """The fields of kind ``curtain``."""

    chair: int
    broken: bool


class Ended(msgspec.Struct, frozen=True):
    """The fields of kind ``done``."""

    motion: int
    what: str
    how: str
    detail: int = 0


class Standing(msgspec.Struct, frozen=True):
    """The fields of kind ``levels``."""

    lid: Literal["closed", "open", "between"]
    walls: Literal["up", "down"]
    stacked: int
    buttons: tuple[int, int, int, int]
    curtains: int
    moving: list[str]


def signal_of(payload: bytes) -> Signal:
    """Return the signal that an event means, ``UnknownSignal`` if this driver does not know it."""
    try:
        signal = _signal_of(payload)
        signal.to_payload()  # no chair 7
    except (KeyError, msgspec.ValidationError, WireError):
        return UnknownSignal(kind=UNKNOWN_KIND, payload=payload)
    return signal


def _signal_of(payload: bytes) -> Signal:
    kind = msgspec.json.decode(payload, type=Happened).kind
    if kind == "button":
        pressed = msgspec.json.decode(payload, type=Pressed)
        return Button(chair=pressed.chair, button=ButtonName[pressed.button.upper()], pressed=pressed.down)
    if kind == "curtain":
        crossed = msgspec.json.decode(payload, type=Crossed)
        return Curtain(chair=crossed.chair, broken=crossed.broken)
    if kind == "done":
        ended = msgspec.json.decode(payload, type=Ended)
        return MotionDone(
            goal=ended.motion, motion=MOTIONS[ended.what], outcome=OUTCOMES[ended.how], detail=ended.detail
        )
    if kind == "levels":
        return _levels(msgspec.json.decode(payload, type=Standing))
    raise KeyError(kind)


def _levels(standing: Standing) -> Levels:
    up = ALL_CHAIRS if standing.walls == "up" else 0
    return Levels(
        curtains=standing.curtains,
        touches=0,
        sticks=0,
        lifts_up=up,
        lifts_down=ALL_CHAIRS - up,
        lid=LID[standing.lid],
        buttons=standing.buttons,
        stacked=standing.stacked,
        faults=0,
        moving=sum(1 << MOTIONS[name] for name in standing.moving),
        walls=up,
    )
