"""The inputs from outside that decide a table's game, for a recording to keep and a playback to repeat.

The program takes each input at one time and does all that follows from it at once. The journal depends on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from firmware_bridge.drivers.capabilities import Capabilities

if TYPE_CHECKING:
    from referee.journal.journal import Journal

InputKind: TypeAlias = Literal["start", "signal", "lost", "vision", "report", "command", "hindrance", "due"]
"""A start of the daemon; a signal of unit or panel; a loss of signals; a start of vision; its report of a frame; a command
that is no query; a part of the machine that waits for a person or stops waiting; a deadline."""
Heard: TypeAlias = tuple[int, int] | None
"""The start of the unit's session and the last contact in it, ms; None before the first session."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTable:
    """The settings that, beside the inputs, decide a table's game.

    Attributes:
        ruleset: the ruleset as a mapping.
        names: the players' names by chair.
        senses: the senses of the table.
        own_gong, automatic_deal, auto_begin, geometry, language: as in the settings.
        can: the abilities of its machine.
    """

    ruleset: Mapping[str, Any]
    names: tuple[str, str, str, str]
    senses: tuple[str, ...]
    own_gong: bool
    automatic_deal: bool
    auto_begin: bool
    geometry: str
    language: str
    can: Capabilities


@dataclass(frozen=True, slots=True)
class PartWaits:
    """A part of the machine, by the name of its alert, waits for a person or has stopped waiting."""

    part: str
    waits: bool


class GameInputs:
    """The entry point of all inputs, used only in the daemon's loop. This class keeps nothing.

    Args:
        now_ms: returns table time.
    """

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self.now_ms = now_ms
        self.unit_heard: Callable[[], Heard] = lambda: None
        self.frames: tuple[Path, int] | None = None
        """The folder for the camera's pictures, with the bytes that it may hold; None if a recording keeps no pictures."""

    def begin(self, table: PlayedTable) -> int:
        """Begin with a table's daemon; return table time."""
        del table
        return self.now_ms()

    def heard(self) -> Heard:
        """Return the last contact with the unit."""
        return self.unit_heard()

    def record_input(self, kind: InputKind, what: object = None) -> AbstractContextManager[None]:
        """Return a context for all that follows at once from an input; an input within another is part of that one."""
        del kind, what
        return nullcontext()


class InputsKeeper(Protocol):
    """Keeps the inputs of a daemon from its start on."""

    def wall(self) -> str:
        """Return the wall time of a new entry."""

    def inputs(self, journal: Journal, now_ms: Callable[[], int]) -> GameInputs:
        """Return the entry point of the inputs, before the first one."""
