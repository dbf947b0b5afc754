"""The point at which a simulation begins, and the file in its folder that names the game."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from simulation.playing.options import Options

FILE: Final = "simulation.json"


@dataclass(frozen=True, slots=True)
class Beginning:
    """The point at which a simulation begins.

    Attributes:
        start_ms: table time.
        hands: the number of completed hands of the game.
        running: whether its hanchan is in progress.
        lines: lines for the user; none in a new folder.
    """

    start_ms: int = 0
    hands: int = 0
    running: bool = False
    lines: tuple[str, ...] = ()


def remember(state: Path, options: Options) -> None:
    """Note in a folder which game is played there, so that it can be continued."""
    record = None if options.record is None else str(options.record.absolute())
    begun = {"record": record, "seed": options.seed, "ruleset": options.ruleset}
    (state / FILE).write_text(json.dumps(begun) + "\n", encoding="utf-8")
