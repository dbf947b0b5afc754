"""The part of a table that commands use: its game, and the parts that a judge or technician may operate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from firmware_bridge.drivers.port import TableDriver
    from referee.game.judge_events import Refolded
    from referee.game.judge_observations import Corrected, Inserted
    from referee.game.observations import Observation
    from referee.game.position import GameState
    from referee.journal.journal import Journal
    from table_controller.health.evidence import Evidence
    from table_controller.health.health import TableHealth
    from table_controller.journal.corrections import Corrections
    from table_controller.machine.machine import TableMachine
    from table_controller.settings.settings import Settings
    from table_controller.updates.watching import UpdateWatch
    from table_controller.web.doors.clip_door import ClipDoor
    from vision.sightings import PlacedTile
    from vision.zones import ZoneId

Check: TypeAlias = "Callable[[GameState | None], None]"
"""Raises an error if the state that would follow an observation is not allowed."""


def anything(after: GameState | None) -> None:
    """Allow every state."""
    del after


class Camera(Protocol):
    """The camera's sightings for commands."""

    @property
    def dice(self) -> tuple[int, int] | None:
        """The dice that were thrown but began no hand."""

    def lying(self, zone: ZoneId) -> tuple[PlacedTile, ...]:
        """Return the tiles last read in a zone."""


class CommandedGame(Protocol):
    """The game of a table."""

    @property
    def settings(self) -> Settings: ...
    @property
    def journal(self) -> Journal: ...
    @property
    def state(self) -> GameState | None: ...
    @property
    def corrections(self) -> Corrections: ...

    def now_ms(self) -> int:
        """Table time for a person's observation."""

    def follows(self, state: GameState | None, now_ms: int, last_ms: int) -> Observation | None:
        """Return what the table observes by itself once this state is reached; ``last_ms`` is the newest observation's time."""

    def person_observes(self, observation: Observation, who: str, check: Check = anything) -> int:
        """Enter a person's observation, unless ``check`` raises for the state after it; returns the number of its entry."""

    def begin_hand(self, dice: tuple[int, int], who: str) -> int:
        """Begin a hand; returns the number of its entry."""

    def correct(self, seen: Corrected | Inserted, who: str) -> tuple[int, Refolded]:
        """Correct or insert an entry; returns the number of the new entry and what follows from it."""


@dataclass(slots=True)
class CommandedTable:
    """A table as commands find it; a part that it does not have is None."""

    game: CommandedGame
    health: TableHealth
    machine: TableMachine | None = None
    unit: TableDriver | None = None
    camera: Camera | None = None
    evidence: Evidence | None = None
    clips: ClipDoor | None = None
    updates: UpdateWatch | None = None
