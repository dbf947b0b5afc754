"""The circumstances of one game that all its parts share."""

import sys
from dataclasses import dataclass, field
from pathlib import Path

from simulation.playing.beginning import Beginning
from simulation.playing.keys import has_to_itself
from simulation.playing.options import Options
from simulation.processes.conductor import Conductor


@dataclass(slots=True)
class GameSetup:
    """The circumstances of one game.

    Attributes:
        options: as given, but for the seed, which a foul may change.
        state: the table's folder.
        ports: those of the broker and the page.
        beginning: the point at which the game begins.
        conducted: True if the conductor owns the time; otherwise each program follows the wall clock by itself.
    """

    options: Options
    state: Path
    ports: tuple[int, int]
    beginning: Beginning = field(default_factory=Beginning)
    conducted: bool = True
    conductor: Conductor = field(default_factory=Conductor)

    @property
    def wall_speed(self) -> float | None:
        """Return the speed of each program as a multiple of real time; None if the conductor owns the time."""
        return None if self.conducted else self.options.speed

    def camera_socket(self, number: int) -> Path:
        """Return the socket of a camera's frames; the first camera has the number 0."""
        return self.state / f"camera{number or ''}.sock"


def hears_keys(options: Options) -> bool:
    """Return whether keys may stop the time, which needs a conductor at any speed."""
    try:
        terminal = sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):  # standard input is missing, closed, or not a file
        return False
    return options.keys and has_to_itself(terminal)
