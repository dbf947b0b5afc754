"""What can go wrong with the table unit, as types; every error carries advice for the person at the table."""

from __future__ import annotations

from typing import Final

from firmware_bridge.messages import FaultName, Motion, MotionDone, Outcome, Result


class UnitError(Exception):
    """Base of everything the table unit can fail with; ``advice`` tells a person what to do."""

    def __init__(self, text: str, advice: str = "") -> None:
        super().__init__(text)
        self.advice = advice


class LinkLostError(UnitError):
    """The unit did not answer in time; the request may or may not have arrived."""


class UnitResetError(UnitError):
    """The unit started anew while a request or motion was under way; the motion has stopped."""


class UnitStoppedError(UnitError):
    """This program has closed its link to the unit."""


class IncompatibleFirmwareError(UnitError):
    """The unit was built from other message definitions."""


class RefusedError(UnitError):
    """The unit did not do what was asked; nothing moved. ``result`` is its answer."""

    def __init__(self, request: str, result: Result) -> None:
        text, advice = REFUSALS.get(result, (result.name.lower().replace("_", " "), ""))
        super().__init__(f"{request}: {text}", advice)
        self.result = result


class MotionFailedError(UnitError):
    """A motion began and did not reach its end; motors are off. ``done`` is the unit's report."""

    def __init__(self, done: MotionDone) -> None:
        text, advice = FAILURES[done.outcome]
        name = done.motion.name.lower().replace("_", " ")
        super().__init__(
            f"{name} (motion {done.goal}): {text.format(detail=done.detail)}",
            advice.format(detail=done.detail),
        )
        self.done = done

    @property
    def outcome(self) -> Outcome:
        """How the motion ended."""
        return self.done.outcome


class HostSilentError(MotionFailedError):
    """The unit stopped because it had not heard this program for 300 ms; the motion may be asked for again."""


class MotionStoppedError(MotionFailedError):
    """Stopped by request."""


class MachineLatchedError(MotionFailedError):
    """Emergency stop or over-current."""


class CurtainBlockedError(MotionFailedError):
    """A hand (or dirt) keeps a lift from moving; ``chair`` says whose."""

    @property
    def chair(self) -> int:
        """The chair whose curtain is broken."""
        return self.done.detail


class LiftFailedError(MotionFailedError):
    """A lift did not move as it should; ``chair`` says which."""

    @property
    def chair(self) -> int:
        """The chair the lift belongs to."""
        return self.done.detail


class LidBlockedError(MotionFailedError):
    """The lid did not reach its switch."""


class ShuffleFailedError(MotionFailedError):
    """Chain, stacker or pusher."""


class WrongTileCountError(ShuffleFailedError):
    """Other than 136 tiles went through; ``count`` says how many."""

    @property
    def count(self) -> int:
        """Tiles counted."""
        return self.done.detail


REFUSALS: Final[dict[Result, tuple[str, str]]] = {
    Result.BUSY: ("that part of the table is moving", "Wait until it has finished."),
    Result.LATCHED: (
        "the table is stopped",
        "Release the emergency stop, look for what blocks the machine, then reset the faults.",
    ),
    Result.LID_NOT_CLOSED: ("the lid is not closed", "Close the lid."),
    Result.DRUM_TURNING: ("the drum is turning", "Wait until the tiles are shuffled."),
    Result.NOT_STACKED: ("no walls are ready", "Let the table shuffle a set first."),
    Result.ALREADY_STACKED: ("this set is stacked already", "Raise its walls first."),
    Result.STILL_ACTIVE: (
        "the cause of the stop is still there",
        "Release the emergency stop or remove what blocks the motor, then reset again.",
    ),
    Result.UNKNOWN_REQUEST: ("the unit does not know this request", "Install the firmware of this version."),
    Result.BAD_VALUE: ("a value is out of range", ""),
}

FAILURES: Final[dict[Outcome, tuple[str, str]]] = {
    Outcome.REACHED: ("reached", ""),
    Outcome.HOST_SILENT: ("the controller fell silent", "The table goes on by itself when the link is back."),
    Outcome.STOPPED: ("stopped by request", ""),
    Outcome.LATCHED: (
        "emergency stop or over-current",
        "Release the emergency stop, look for what blocks the machine, then reset the faults.",
    ),
    Outcome.CURTAIN_BLOCKED: (
        "the light curtain of chair {detail} stayed broken",
        "Take hands and tiles off the wall line of chair {detail}; if nothing is there, clean its light curtain.",
    ),
    Outcome.LIFT_TIMEOUT: (
        "the lift of chair {detail} did not reach its switch",
        "Look for a tile beside the lift of chair {detail}; then try again.",
    ),
    Outcome.LIFT_SWITCH_STUCK: (
        "both switches of the lift of chair {detail} are closed",
        "A limit switch of the lift of chair {detail} is stuck: call a technician.",
    ),
    Outcome.LIFT_NOT_LEVEL: (
        "the lift of chair {detail} is far behind the others",
        "Look for a tile beside the lift of chair {detail}; then try again.",
    ),
    Outcome.LID_BLOCKED: ("the lid did not reach its switch", "Take away what lies on or under the lid."),
    Outcome.CHAIN_STUCK: (
        "no tile passes the counter",
        "Open the lid and look for tiles that lie across the drum; are all tiles in the well?",
    ),
    Outcome.WRONG_TILE_COUNT: (
        "{detail} tiles were counted, not 136",
        "Look for tiles on the floor and in the drawers, or for a tile too many; then shuffle again.",
    ),
    Outcome.STACKING_TIMEOUT: (
        "the stacker does not report a full wall",
        "Open the cover and look for a tile that stands upright in the stacker.",
    ),
    Outcome.PUSHER_STUCK: (
        "the walls did not get onto the lifts",
        "Look for a tile between stacker and lift.",
    ),
}

FAULT_ADVICE: Final[dict[FaultName, str]] = {
    FaultName.EMERGENCY_STOP: "The emergency stop is pressed: see why, release it, then reset the faults.",
    FaultName.OVER_CURRENT: "A motor draws too much current: take out what blocks it, then reset the faults.",
    FaultName.CURTAIN_DIRTY: "A light curtain has been broken for a minute: clear or clean the wall line.",
}

_TYPES: Final[dict[Outcome, type[MotionFailedError]]] = {
    Outcome.HOST_SILENT: HostSilentError,
    Outcome.STOPPED: MotionStoppedError,
    Outcome.LATCHED: MachineLatchedError,
    Outcome.CURTAIN_BLOCKED: CurtainBlockedError,
    Outcome.LIFT_TIMEOUT: LiftFailedError,
    Outcome.LIFT_SWITCH_STUCK: LiftFailedError,
    Outcome.LIFT_NOT_LEVEL: LiftFailedError,
    Outcome.LID_BLOCKED: LidBlockedError,
    Outcome.CHAIN_STUCK: ShuffleFailedError,
    Outcome.WRONG_TILE_COUNT: WrongTileCountError,
    Outcome.STACKING_TIMEOUT: ShuffleFailedError,
    Outcome.PUSHER_STUCK: ShuffleFailedError,
}

LONGEST_MS: Final[dict[Motion, int]] = {
    Motion.RAISE_WALLS: 65_000,
    Motion.LOWER_WALLS: 65_000,
    Motion.SHUFFLE: 200_000,
    Motion.OPEN_LID: 8_000,
    Motion.CLOSE_LID: 8_000,
    Motion.ROLL_DICE: 5_000,
}
"""Longer than the unit itself allows a motion: past this, its report is lost."""


def motion_failed(done: MotionDone) -> MotionFailedError:
    """The error for a motion that ended otherwise than ``REACHED``."""
    return _TYPES[done.outcome](done)
