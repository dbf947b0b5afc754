"""Every message between host and table unit, once; the C header and the tables of the docs are made from here."""

import binascii
from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, ClassVar, Final, Self

from firmware_bridge.messages.wire import (
    Chair,
    Flag,
    Goal,
    TileSet,
    WireError,
    WireMessage,
    i16,
    i32,
    u8,
    u16,
    u32,
    wire_fields,
)

PROTOCOL_MAJOR: Final = 1
"""Version of the framing, of the link's rules and of every message there is; both sides must have the same."""

PROTOCOL_MINOR: Final = 1
"""Raised when messages or values of enumerations are added and nothing else changes; the sides may differ."""

MAX_PAYLOAD: Final = 40
"""Bytes; every message fits, and buffers of this size fit into the unit's memory."""

MAX_UNACKNOWLEDGED: Final = 32
"""Signals the unit keeps until the host acknowledges them; the oldest goes first."""

HEARTBEAT_MS: Final = 100
"""The host speaks at least this often while something moves."""

SILENCE_MS: Final = 300
"""The unit aborts its motions when it has not heard the host for this long."""

TILES: Final = 136
"""Tiles of a set."""


class ResetCause(IntEnum):
    """The cause of the microcontroller's start."""

    POWER_ON = 0
    EXTERNAL = 1
    BROWN_OUT = 2
    WATCHDOG = 3


class ButtonName(IntEnum):
    """The buttons in front of a chair."""

    SET = 0
    DICE = 1
    CHI = 2
    PON = 3
    KAN = 4
    RIICHI = 5
    RON = 6
    TSUMO = 7
    JUDGE = 8


class Position(IntEnum):
    """The position of a lift or the lid, by its two limit switches."""

    BETWEEN = 0
    DOWN = 1
    """Also: the lid is closed."""
    UP = 2
    """Also: the lid is open."""


class Motion(IntEnum):
    """A motion that the unit can be asked for."""

    RAISE_WALLS = 0
    LOWER_WALLS = 1
    SHUFFLE = 2
    OPEN_LID = 3
    CLOSE_LID = 4
    ROLL_DICE = 5
    DEAL = 6


class Motor(IntEnum):
    """The motors, each with a current of its own; ``detail`` of a fault of one."""

    LIFT_0 = 0
    LIFT_1 = 1
    LIFT_2 = 2
    LIFT_3 = 3
    LID = 4
    DRUM = 5
    CHAIN = 6
    PUSHER = 7
    DEALER = 8


class Result(IntEnum):
    """The unit's answer to a request."""

    DONE = 0
    STARTED = 1
    """A motion began; ``MotionDone`` with the same goal reports its end."""
    BUSY = 2
    """That part of the machine is moving already."""
    LATCHED = 3
    """Emergency stop or over-current: nothing moves until ``ResetFaults``."""
    LID_NOT_CLOSED = 4
    DRUM_TURNING = 5
    NOT_STACKED = 6
    """No set stands ready in its stacker."""
    ALREADY_STACKED = 7
    STILL_ACTIVE = 8
    """The cause of the latched fault is still there."""
    UNKNOWN_REQUEST = 9
    BAD_VALUE = 10
    NOT_FITTED = 11
    """This table has no automatic deal."""
    LIFTS_LOADED = 12
    """Tiles stand on the lifts that are not of the set asked for."""
    WALLS_NOT_UP = 13
    TOO_HOT = 14
    """The motor drivers must cool down first."""


class Outcome(IntEnum):
    """The way a motion ended."""

    REACHED = 0
    HOST_SILENT = 1
    """No word from the host for ``SILENCE_MS``."""
    STOPPED = 2
    """By request."""
    LATCHED = 3
    """By emergency stop or over-current."""
    CURTAIN_BLOCKED = 4
    """A hand stayed across the elevator line; ``detail`` is the chair."""
    LIFT_TIMEOUT = 5
    """A lift did not reach its switch; ``detail`` is the chair."""
    LIFT_SWITCH_STUCK = 6
    """Both switches of a lift are closed, or it runs and does not leave one; ``detail`` is the chair."""
    LIFT_NOT_LEVEL = 7
    """One lift is far behind the first; ``detail`` is the chair."""
    LID_BLOCKED = 8
    """The lid's motor stalls, or the lid does not reach its switch."""
    CHAIN_STUCK = 9
    """The chain's motor stalls, or its slot wheel stands still."""
    WRONG_TILE_COUNT = 10
    """``detail`` is the number of tiles counted."""
    STACKING_TIMEOUT = 11
    """All tiles were counted and the stacker does not report them."""
    PUSHER_STUCK = 12
    """The walls did not get from the stacker onto the lifts."""
    LIFT_JAMMED = 13
    """A lift's motor stalls on the way; ``detail`` is the chair."""
    LIFT_SWITCH_OPEN = 14
    """A lift has come to its end and the switch there does not close; ``detail`` is the chair."""
    DRUM_STUCK = 15
    """The drum's motor stalls, or the drum does not turn."""
    LID_OPENED = 16
    """The lid left its switch while the drum turned."""
    DEAL_STUCK = 17
    """The dealer's motor stalls, or no tile comes out."""
    WRONG_DEAL = 18
    """``detail`` is the number of tiles dealt."""
    TOO_HOT = 19
    """The motor drivers are too hot."""
    LID_OBSTRUCTED = 20
    """The closing lid met something and has opened again (since 1.1)."""


class FaultName(IntEnum):
    """Conditions that stop the whole machine and stay until ``ResetFaults``, or that a person must see."""

    EMERGENCY_STOP = 0
    OVER_CURRENT = 1
    CURTAIN_DIRTY = 2
    """Broken for longer than any hand stays; ``chair`` says which. Does not latch."""
    CHAIN_RUNS_ON = 3
    """The chain moves and its motor is off: the motors' supply is cut. Latches."""
    ON_TOO_LONG = 4
    """A motor was on for longer than any motion needs; ``detail`` is the output's number. Latches."""
    TOO_HOT = 5
    """The motor drivers are above 80 degrees; over when below 70. Does not latch."""
    BUTTON_STUCK = 6
    """Down for a minute; ``chair``, and ``detail`` the ButtonName. Does not latch."""
    NOISE_DEAD = 7
    """The noise source of the dice gives no bits; the converter's noise is used instead. Does not latch."""


# The link's own messages


@dataclass(frozen=True, slots=True, kw_only=True)
class HelloAsk(WireMessage):
    """The host asks who is there and begins or resumes a session; a new ``host_nonce`` is a new host."""

    ID: ClassVar[int] = 0x01
    FROM: ClassVar[str] = "host"
    major: Annotated[int, u8("protocol version")]
    minor: Annotated[int, u8("protocol version")]
    host_nonce: Annotated[int, u32("random number of this host's start")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello(WireMessage):
    """The unit's answer: a new ``boot_nonce`` means a reset."""

    ID: ClassVar[int] = 0x02
    FROM: ClassVar[str] = "unit"
    major: Annotated[int, u8("protocol version")]
    minor: Annotated[int, u8("protocol version")]
    host_nonce: Annotated[int, u32("as asked")]
    dictionary: Annotated[int, u16("checksum of the message definitions")]
    firmware: Annotated[int, u16("version, major in the high byte")]
    reset_cause: Annotated[ResetCause, u8()]
    boot_nonce: Annotated[int, u32("random number of this boot")]
    at_ms: Annotated[int, u32("ms of the unit's clock")]
    signals_lost: Annotated[int, u32("signals dropped since boot")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Beat(WireMessage):
    """The host is alive; the unit answers at once."""

    ID: ClassVar[int] = 0x03
    FROM: ClassVar[str] = "host"
    token: Annotated[int, u32("any number, returned")]


@dataclass(frozen=True, slots=True, kw_only=True)
class BeatAnswer(WireMessage):
    """The unit is alive, with its clock: one sample of offset and drift."""

    ID: ClassVar[int] = 0x04
    FROM: ClassVar[str] = "unit"
    token: Annotated[int, u32("as sent")]
    at_ms: Annotated[int, u32("ms of the unit's clock")]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoSession(WireMessage):
    """The unit got a frame of a session it does not know (it was reset): say hello again."""

    ID: ClassVar[int] = 0x05
    FROM: ClassVar[str] = "unit"
    boot_nonce: Annotated[int, u32("random number of this boot")]


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalAck(WireMessage):
    """The host has stored every signal up to ``number``."""

    ID: ClassVar[int] = 0x06
    FROM: ClassVar[str] = "host"
    number: Annotated[int, u32("signal number since boot")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(WireMessage):
    """The answer to the request of the same sequence number; a repeated request gets the same one again."""

    ID: ClassVar[int] = 0x07
    FROM: ClassVar[str] = "unit"
    result: Annotated[Result, u8()]
    goal: Goal


# Requests


@dataclass(frozen=True, slots=True, kw_only=True)
class Request(WireMessage):
    """Base of what the host asks for; answered once by ``Answer``."""

    FROM: ClassVar[str] = "host"


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseWalls(Request):
    """Lower the lifts if they are up, push a stacked set onto them and raise them; ``set`` 0 takes any."""

    ID: ClassVar[int] = 0x20
    set: Annotated[int, u8("tile set, 0 any", 0, 2)]


@dataclass(frozen=True, slots=True, kw_only=True)
class LowerWalls(Request):
    """Lower all four lifts."""

    ID: ClassVar[int] = 0x21


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(Request):
    """Shuffle the tiles in the drum and stack them as the walls of ``set``; takes 60 to 120 seconds."""

    ID: ClassVar[int] = 0x22
    set: TileSet


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenLid(Request):
    """Open the centre lid so that tiles can be pushed into the well."""

    ID: ClassVar[int] = 0x23


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseLid(Request):
    """Close the centre lid."""

    ID: ClassVar[int] = 0x24


@dataclass(frozen=True, slots=True, kw_only=True)
class RollDice(Request):
    """Roll both dice; ``seed`` 0 uses the unit's own entropy, any other number always gives the same dice."""

    ID: ClassVar[int] = 0x25
    seed: Annotated[int, u32("0 for own entropy")]


@dataclass(frozen=True, slots=True, kw_only=True)
class StopMotion(Request):
    """Stop one motion, or all with ``goal`` 0."""

    ID: ClassVar[int] = 0x26
    goal: Goal


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetFaults(Request):
    """Release latched faults; refused while their cause is still there."""

    ID: ClassVar[int] = 0x27


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportLevels(Request):
    """Send ``Levels``: the host asks after every connection."""

    ID: ClassVar[int] = 0x28


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportHealth(Request):
    """Send ``Health``: currents, supply and temperature."""

    ID: ClassVar[int] = 0x29


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(Request):
    """Deal the hands off the walls, 13 tiles each and 14 to the dealer, on a table that can."""

    ID: ClassVar[int] = 0x2A
    dealer: Chair


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe(Request):
    """Do nothing, for measuring the line: any payload; the answer's ``goal`` counts the probes done since boot."""

    ID: ClassVar[int] = 0x2F
    SIZES: ClassVar[tuple[int, int] | None] = (0, MAX_PAYLOAD)
    data: bytes = b""

    def to_payload(self) -> bytes:
        """The data itself; ``WireError`` if there are more than ``MAX_PAYLOAD`` bytes."""
        if len(self.data) > MAX_PAYLOAD:
            raise WireError(f"Probe.data has {len(self.data)} bytes, allowed are 0 to {MAX_PAYLOAD}")
        return self.data

    @classmethod
    def from_payload(cls, payload: bytes) -> Self:
        return cls(data=payload)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowHonba(Request):
    """Show the number of honba."""

    ID: ClassVar[int] = 0x30
    honba: Annotated[int, u8("counters", 0, 99)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowRound(Request):
    """Show the hand of the game: 1 is East 1, 5 South 1; 0 is dark."""

    ID: ClassVar[int] = 0x31
    round: Annotated[int, u8("hands from East 1", 0, 20)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowPoints(Request):
    """Show a chair's points."""

    ID: ClassVar[int] = 0x32
    chair: Chair
    points: Annotated[int, i32("points", -9_999_999, 9_999_999)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowDealer(Request):
    """Light the dealer's lamp of a chair; 255 lights none."""

    ID: ClassVar[int] = 0x33
    chair: Annotated[int, u8("chair, 255 none")]


# Signals


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal(WireMessage):
    """Base of what the unit senses and does.

    ``number`` counts the unit's signals since boot from 1; with ``nonce``, the boot's random number, it names the
    signal for ever. ``at_ms`` is the unit's clock on the wire, host time once the link has passed it on.
    """

    FROM: ClassVar[str] = "unit"
    number: Annotated[int, u32("signals since boot")] = 0
    at_ms: Annotated[int, u32("ms")] = 0
    nonce: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Levels(Signal):
    """Everything as it stands now; bit ``c`` of a mask is chair ``c``, bit ``b`` of ``buttons[c]`` a button."""

    ID: ClassVar[int] = 0x80
    curtains: Annotated[int, u8("mask of broken curtains", 0, 15)]
    touches: Annotated[int, u8("mask of touched walls", 0, 15)]
    sticks: Annotated[int, u8("mask of filled stick slots", 0, 15)]
    lifts_up: Annotated[int, u8("mask", 0, 15)]
    lifts_down: Annotated[int, u8("mask", 0, 15)]
    lid: Annotated[Position, u8()]
    buttons: Annotated[tuple[int, int, int, int], u16("masks by ButtonName", 0, 511, 4)]
    stacked: Annotated[int, u8("mask of tile sets", 0, 3)]
    faults: Annotated[int, u8("mask of latched faults by FaultName")]
    moving: Annotated[int, u8("mask by Motion")]
    stick_values: Annotated[tuple[int, int, int, int], u16("points of the sticks, 0 none", 0, 10_000, 4)] = (
        0,
        0,
        0,
        0,
    )
    walls: Annotated[int, u8("mask of lifts with tiles on them", 0, 15)] = 0
    fitted: Annotated[int, u8("1: automatic deal", 0, 1)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Curtain(Signal):
    """A hand went across the elevator line of a chair, or left it."""

    ID: ClassVar[int] = 0x81
    chair: Chair
    broken: Flag


@dataclass(frozen=True, slots=True, kw_only=True)
class WallTouch(Signal):
    """A hand touches the wall in front of a chair, or has let go of it."""

    ID: ClassVar[int] = 0x82
    chair: Chair
    touching: Flag


@dataclass(frozen=True, slots=True, kw_only=True)
class Button(Signal):
    """A button went down or up, bounces removed; ``at_ms`` is the first edge."""

    ID: ClassVar[int] = 0x83
    chair: Chair
    button: Annotated[ButtonName, u8()]
    pressed: Flag


@dataclass(frozen=True, slots=True, kw_only=True)
class StickSlot(Signal):
    """A stick lies in a chair's slot, or was taken; ``value`` is what the slot reads on it, 0 if it cannot."""

    ID: ClassVar[int] = 0x84
    chair: Chair
    present: Flag
    value: Annotated[int, u16("points", 0, 10_000)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Lift(Signal):
    """A lift reached or left one of its switches."""

    ID: ClassVar[int] = 0x85
    chair: Chair
    position: Annotated[Position, u8()]

    @property
    def up(self) -> bool:
        """The walls stand level with the table."""
        return self.position is Position.UP


@dataclass(frozen=True, slots=True, kw_only=True)
class Lid(Signal):
    """The centre lid reached or left one of its switches."""

    ID: ClassVar[int] = 0x86
    position: Annotated[Position, u8()]


@dataclass(frozen=True, slots=True, kw_only=True)
class TileCount(Signal):
    """A shuffle counted so many tiles of a set."""

    ID: ClassVar[int] = 0x87
    set: TileSet
    count: Annotated[int, u8("tiles")]


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRolled(Signal):
    """The dice lie still; ``RollDice`` with the same ``seed`` gives them again."""

    ID: ClassVar[int] = 0x88
    goal: Goal
    first: Annotated[int, u8("pips", 1, 6)]
    second: Annotated[int, u8("pips", 1, 6)]
    seed: Annotated[int, u32("what the dice were made from")] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionDone(Signal):
    """A motion ended; anything but ``REACHED`` left the machine where it stood, motors off."""

    ID: ClassVar[int] = 0x89
    goal: Goal
    motion: Annotated[Motion, u8()]
    outcome: Annotated[Outcome, u8()]
    detail: Annotated[int, u8("see Outcome")]


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionStarted(Signal):
    """The unit began a motion by itself: two set buttons at once open the lid for forgotten tiles."""

    ID: ClassVar[int] = 0x8B
    goal: Goal
    motion: Annotated[Motion, u8()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault(Signal):
    """A fault came (``active``) or went."""

    ID: ClassVar[int] = 0x8A
    fault: Annotated[FaultName, u8()]
    chair: Annotated[int, u8("chair, 255 none")]
    active: Flag
    detail: Annotated[int, u8("see FaultName")] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Health(Signal):
    """Temperature and supply as they are, and the highest current of each motor since the last report."""

    ID: ClassVar[int] = 0x8C
    temperature: Annotated[int, i16("tenths of a degree Celsius")]
    supply_mv: Annotated[int, u16("mV")]
    peak_ma: Annotated[tuple[int, ...], u16("mA, by Motor", count=9)]


ENUMS: Final[tuple[type[IntEnum], ...]] = (
    ResetCause,
    ButtonName,
    Position,
    Motion,
    Motor,
    Result,
    Outcome,
    FaultName,
)

LINK_MESSAGES: Final[tuple[type[WireMessage], ...]] = (
    HelloAsk,
    Hello,
    Beat,
    BeatAnswer,
    NoSession,
    SignalAck,
    Answer,
)

REQUESTS: Final[tuple[type[Request], ...]] = (
    RaiseWalls,
    LowerWalls,
    Shuffle,
    OpenLid,
    CloseLid,
    RollDice,
    StopMotion,
    ResetFaults,
    ReportLevels,
    ReportHealth,
    Deal,
    Probe,
    ShowHonba,
    ShowRound,
    ShowPoints,
    ShowDealer,
)

SNAPSHOTS: Final[tuple[type[Signal], ...]] = (Levels, Health)
"""Signals that report a current state: the unit keeps only one of each, even if it is asked again."""

EVENTS: Final[tuple[type[Signal], ...]] = (
    Curtain,
    WallTouch,
    Button,
    StickSlot,
    Lift,
    Lid,
    TileCount,
    DiceRolled,
    MotionDone,
    Fault,
    MotionStarted,
)
"""Signals that tell what happened."""

SIGNALS: Final = SNAPSHOTS + EVENTS

BY_ID: Final[dict[int, type[WireMessage]]] = {m.ID: m for m in (*LINK_MESSAGES, *REQUESTS, *SIGNALS)}


def dictionary() -> int:
    """Checksum of all definitions: host and unit must have been built from the same ones."""
    crc = PROTOCOL_MAJOR << 8 | PROTOCOL_MINOR
    for message in BY_ID.values():
        crc = binascii.crc_hqx(f"{message.ID} {message.__name__} {message.SIZES}".encode(), crc)
        for field in wire_fields(message):
            line = f"{message.ID} {message.__name__} {field.name} {field.wire}"
            crc = binascii.crc_hqx(line.encode(), crc)
    for enum in ENUMS:
        for member in enum:
            crc = binascii.crc_hqx(f"{enum.__name__} {member.name} {member.value}".encode(), crc)
    return crc


MESSAGE_DICTIONARY: Final = dictionary()
