"""The options of ``jantaku sim``."""

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from config import ruleset_names
from simulation.camera.table_names import STANDARD, TABLE_NAMES
from simulation.people.policies import POLICIES, Policy
from wording.command_line.numbers import above_zero, whole

if TYPE_CHECKING:
    from simulation.camera.tables import SimulatedTable

MachineKind: TypeAlias = Literal["host", "avr", "none"]
MOST_SEED: Final = 10**18 - 1
"""The largest seed, which the unit's random numbers hold in 64 bits."""


@dataclass(slots=True)
class Options:
    """The options given to ``jantaku sim``; see its help."""

    record: Path | None = None
    seed: int = 1
    speed: float | None = 1.0
    keys: bool = True
    unit: MachineKind = "host"
    unplug: int = 0
    hands: int | None = None
    headless: bool = False
    ruleset: str | None = None
    state: Path | None = None
    report: Path | None = None
    save_frames: Path | None = None
    recordings: Path | None = None
    frames: bool = False
    lens_covered: bool = False
    judge: Policy = "dismiss"
    logins: bool = False
    disturb: str | None = None
    table: str = STANDARD

    @property
    def small_pictures(self) -> bool:
        """True if nobody gets to see the camera's pictures, so that the smallest do."""
        shown = self.disturb or self.save_frames or self.frames
        return self.headless and self.speed is None and not shown

    @property
    def looked_at(self) -> bool:
        """True if somebody may look at the page or at clips, now or later in the folder."""
        asked = self.logins or self.disturb is not None or self.judge == "none" or self.state is not None
        return not self.headless or self.speed is not None or asked

    def simulated_table(self) -> "SimulatedTable":
        """Return the table with its cameras."""
        # Slow to import: meanwhile the programs start.
        from simulation.camera.tables import TABLES  # noqa: PLC0415

        table = TABLES[self.table]
        return table.with_small_pictures() if self.small_pictures else table

    @property
    def hurried(self) -> bool:
        """True if people need not take the time that they usually take.

        They take it in pictures that are saved, where only the camera follows them, and where the line is pulled out,
        which has to be done many times.
        """
        usual = self.save_frames or self.unit == "none" or self.unplug
        return self.speed is None and not usual


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add them to the command line."""
    _add_game(parser)
    _add_files(parser)
    _add_table(parser)


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="the game to play (mjlog, mjai or tenhou6)"
    )
    parser.add_argument(
        "--seed",
        type=whole(0, MOST_SEED),
        default=1,
        help="seed of the built-in players' game and of people's habits",
    )
    parser.add_argument(
        "--speed",
        type=_speed,
        default=1.0,
        metavar="X|max",
        help="speed, as a multiple of real time; at max people hurry; at a terminal, keys hold the time, step it and "
        "change the speed",
    )
    parser.add_argument(
        "--no-keys",
        dest="keys",
        action="store_false",
        help="take no keys at the terminal; at a speed X each program then follows the wall clock by itself, as it does "
        "wherever there is no terminal, and the report says how long a discard really took",
    )
    parser.add_argument(
        "--unit",
        choices=get_args(MachineKind),
        default="host",
        help="the firmware as a program, its image in a simulated ATmega, or none: another maker's machine that works "
        "by itself, unknown to the table's program",
    )
    parser.add_argument(
        "--unplug",
        type=whole(),
        default=0,
        metavar="N",
        help="pull the unit's line out N times, for less than 5 s each (only with --speed max)",
    )
    parser.add_argument("--hands", type=whole(), metavar="N", help="play only the first N hands")
    parser.add_argument(
        "--headless", action="store_true", help="end when the game ends; do not keep the dashboard"
    )
    parser.add_argument(
        "--ruleset", metavar="NAME", help=f"{', '.join(ruleset_names())} or a file; the record's own"
    )


def _add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--state",
        type=Path,
        metavar="DIR",
        help="keep journal and broker files here; if a game is there, go on with it",
    )
    parser.add_argument("--report", type=Path, metavar="FILE", help="write what was reconstructed as JSON")
    parser.add_argument("--save-frames", type=Path, metavar="DIR", help="keep the camera's pictures")
    parser.add_argument(
        "--recordings",
        type=Path,
        metavar="DIR",
        help="record the table's inputs, to be played back (jantaku playback DIR/1)",
    )
    parser.add_argument(
        "--frames",
        action="store_true",
        help="with --recordings: keep the camera's pictures too, so that vision reads them again in a playback",
    )


def _add_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lens-covered", action="store_true", help="leave the lens cap on: nothing may be seen"
    )
    parser.add_argument(
        "--judge",
        choices=POLICIES,
        default="dismiss",
        help="what the simulated judge rules on every finding before play goes on; none: nobody judges",
    )
    parser.add_argument(
        "--logins",
        action="store_true",
        help="the broker asks for a login, as in a hall; logins of a judge and a viewer are printed",
    )
    parser.add_argument(
        "--disturb",
        metavar="KIND",
        help="let somebody commit a foul of this kind, in one of the hands; `list` prints the kinds. With the built-in "
        "players another seed is taken if this game has no place for it",
    )
    parser.add_argument(
        "--table",
        choices=TABLE_NAMES,
        default=STANDARD,
        help="the table that is played at; all but standard are read with the geometry that `jantaku table learn` measured",
    )


def _speed(text: str) -> float | None:
    return None if text == "max" else above_zero(100)(text)
