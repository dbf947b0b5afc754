"""Lines with a checksum, and the meaning of their words as Jantaku's types."""

from __future__ import annotations

import binascii
from typing import TYPE_CHECKING, Final

from firmware_bridge.messages.messages import (
    Button,
    ButtonName,
    DiceRolled,
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

if TYPE_CHECKING:
    from firmware_bridge.link.framing import FrameCounters

LONGEST: Final = 120
"""The most bytes of a line; a longer one is noise."""
MOTIONS: Final = {
    "LID-OPEN": Motion.OPEN_LID,
    "LID-CLOSE": Motion.CLOSE_LID,
    "WALLS": Motion.RAISE_WALLS,
    "SHUFFLE": Motion.SHUFFLE,
    "DICE": Motion.ROLL_DICE,
}
OUTCOMES: Final = {
    "REACHED": Outcome.REACHED,
    "STOPPED": Outcome.STOPPED,
    "SILENCE": Outcome.HOST_SILENT,
    "BLOCKED": Outcome.LID_BLOCKED,
    "COUNT": Outcome.WRONG_TILE_COUNT,
}
REASONS: Final = {
    "BUSY": Result.BUSY,
    "VALUE": Result.BAD_VALUE,
    "LID": Result.LID_NOT_CLOSED,
    "EMPTY": Result.NOT_STACKED,
}
"""The reasons of refusals that Jantaku has words for."""
CAUSES: Final = {
    "POWER": ResetCause.POWER_ON,
    "BUTTON": ResetCause.EXTERNAL,
    "SUPPLY": ResetCause.BROWN_OUT,
    "HUNG": ResetCause.WATCHDOG,
}
LID: Final = {"CLOSED": Position.DOWN, "OPEN": Position.UP, "BETWEEN": Position.BETWEEN}
ALL_CHAIRS: Final = 15
UNKNOWN_KIND: Final = 0xFF
"""The ``kind`` of ``UnknownSignal``: the table's events have names, not numbers."""


def to_line(*words: str) -> bytes:
    """Return the words as a line: joined by spaces, then ``*`` and the CRC-16 in four hexadecimal digits."""
    body = " ".join(words).encode("ascii")
    return b"%b*%04X\n" % (body, binascii.crc_hqx(body, 0xFFFF))


class LineReader:
    """Cuts bytes into lines and drops those whose checksum is wrong.

    Args:
        counters: counts whole and damaged lines.
    """

    def __init__(self, counters: FrameCounters) -> None:
        self._counters = counters
        self._rest = b""

    def clear(self) -> None:
        """Forget a line that was cut off."""
        self._rest = b""

    def feed(self, data: bytes) -> list[list[str]]:
        """Return the words of each line that is now complete."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._rest = self._rest[
            -LONGEST - 1 :
        ]  # one byte over the limit, so that it still counts as too long
        return [words for line in lines if (words := self._words(line))]

    def _words(self, line: bytes) -> list[str] | None:
        body, _, checksum = line.rpartition(b"*")
        if len(line) > LONGEST or checksum != b"%04X" % binascii.crc_hqx(body, 0xFFFF) or not body.isascii():
            self._counters.bad_crc += 1
            return None
        self._counters.frames += 1
        return body.decode("ascii").split(" ")


def signal_of(words: list[str]) -> Signal:
    """Return the signal that an event's words mean, ``UnknownSignal`` if this driver does not know it."""
    try:
        signal = _signal_of(words)
        signal.to_payload()  # no chair 7, no dice that show 9
    except (KeyError, ValueError, WireError):
        return UnknownSignal(kind=UNKNOWN_KIND, payload=" ".join(words).encode("ascii"))
    return signal


def _signal_of(words: list[str]) -> Signal:
    match words:
        case ["BUTTON", chair, name, ("DOWN" | "UP") as way]:
            return Button(chair=int(chair), button=ButtonName[name], pressed=way == "DOWN")
        case ["DICE", goal, first, second, seed]:
            return DiceRolled(goal=int(goal), first=int(first), second=int(second), seed=int(seed))
        case ["DONE", goal, motion, outcome, detail]:
            return MotionDone(
                goal=int(goal), motion=MOTIONS[motion], outcome=OUTCOMES[outcome], detail=int(detail)
            )
        case ["LEVELS", lid, walls, stacked, buttons, moving]:
            one, two, three, four = (int(mask) for mask in buttons.split(","))
            names = [] if moving == "-" else moving.split(",")
            up = ALL_CHAIRS if walls == "UP" else 0
            return Levels(
                curtains=0,
                touches=0,
                sticks=0,
                lifts_up=up,
                lifts_down=ALL_CHAIRS - up,
                lid=LID[lid],
                buttons=(one, two, three, four),
                stacked=int(stacked),
                faults=0,
                moving=sum(1 << MOTIONS[name] for name in names),
                walls=up,
            )
        case _:
            raise ValueError(f"no event of the table: {' '.join(words)}")
