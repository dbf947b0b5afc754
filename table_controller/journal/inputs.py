"""Inputs from outside that decide a table's game: a recording keeps them, a playback gives them again.

Each input is taken in at one time, and all that follows from it at once. The journal depends on nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - recordings are read by these annotations
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from firmware_bridge.drivers.capabilities import Capabilities  # noqa: TC001 - as above

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from referee.journal.journal import Journal

InputKind: TypeAlias = Literal["start", "signal", "lost", "vision", "report", "command", "hindrance", "due"]
"""A start of the daemon; a signal of unit or panel; signals that were lost; a start of vision; its report of a frame; a
command that is no query; a part of the machine that waits for a person or no longer does; a moment at which something was due, although nothing came."""
Heard: TypeAlias = tuple[int, int] | None
"""The start of the unit's session and the last contact in it, ms; None before the first session."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTable:
    """The settings that decide a table's game, besides what comes in.

    Attributes:
        ruleset: as a mapping.
        names: of the players by chair.
        senses: what the table can sense.
        own_gong, automatic_deal, auto_begin, geometry, language: as in the settings.
        can: what its machine can do.
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
    """A part of the machine, by the name of its alert, waits for a person, or does so no longer."""

    part: str
    waits: bool


class GameInputs:
    """The place where inputs come in. This one keeps nothing; used in the daemon's loop alone.

    Args:
        now_ms: table time.
    """

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self.now_ms = now_ms
        self.unit_heard: Callable[[], Heard] = lambda: None
        self.frames: tuple[Path, int] | None = None
        """The folder in which the camera's pictures are kept too, and how many bytes of them; None where they are not."""

    def begin(self, table: PlayedTable) -> int:
        """The daemon of a table is made; returns table time."""
        del table
        return self.now_ms()

    def heard(self) -> Heard:
        """Note the last contact with the unit."""
        return self.unit_heard()

    def record_input(self, kind: InputKind, what: object = None) -> AbstractContextManager[None]:
        """Around all that follows at once from an input; an input that follows from another one is part of that."""
        del kind, what
        return nullcontext()


class InputsKeeper(Protocol):
    """A keeper of the inputs of a daemon from its start on."""

    def wall(self) -> str:
        """Wall time of a new entry."""

    def inputs(self, journal: Journal, now_ms: Callable[[], int]) -> GameInputs:
        """Return the place where the inputs come in, before anything has."""
