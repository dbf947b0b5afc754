"""``jantaku sim``: plays a whole game on a simulated table, and reports on its reconstruction."""

import argparse
import asyncio
import gc
import itertools
import os
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any, Final

from config import ConfigError
from firmware_bridge.unit.process import UnitProcessError
from referee.records.neutral.errors import RecordError
from simulation.playing.beginning import Beginning, remember
from simulation.playing.failure import GoesBackError, ImpossibleRecordError
from simulation.playing.options import Options, add_options
from simulation.playing.setup import GameSetup, hears_keys
from simulation.playing.simulation import Simulation
from simulation.processes.conductor import US_PER_MS, ConductedLoop
from simulation.processes.mosquitto import BrokerMissingError
from simulation.processes.ports import free_ports
from simulation.processes.supervisor import ProgramFailedError, say
from table_controller.journal.place import JOURNAL
from wording.terminal.exit_status import ExitStatus
from wording.terminal.outside import sentence
from wording.terminal.spoken import spoken_by

EXPECTED: Final = (
    RecordError,
    ConfigError,
    BrokerMissingError,
    UnitProcessError,
    ProgramFailedError,
    ImpossibleRecordError,
    OSError,
)
"""Errors that are not faults of the program, so they are reported in one line."""
LONGEST_SOCKET_NAME: Final = 100
"""The longest name, in bytes, of a folder for sockets (Unix allows 107 for the whole path)."""


def add_parser(subparsers: Any) -> None:
    """Add ``sim`` to the command line."""
    parser = subparsers.add_parser(
        "sim",
        description="Plays a recorded game, or one by built-in players, on a simulated table: real firmware on a "
        "pseudo-terminal, rendered camera, referee, broker and dashboard. Says at the end what was reconstructed.",
    )
    add_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run ``jantaku sim``; the exit status is 0 if the reconstruction equals what was played, 1 if not."""
    if args.disturb == "list":
        from simulation.replay.disturb.kinds.catalogue import FOUL_KINDS  # noqa: PLC0415 - slow, for this only

        print("\n".join(FOUL_KINDS))
        return ExitStatus.DONE
    names = Options.__dataclass_fields__
    options = Options(**{name: value for name, value in vars(args).items() if name in names})
    if options.frames and options.recordings is None:
        print(
            "jantaku sim: --frames: pictures are part of a recording; give --recordings DIR too",
            file=sys.stderr,
        )
        return ExitStatus.UNUSABLE
    if options.unplug and options.unit == "none":
        print("jantaku sim: --unplug: another maker's machine has no line to pull out", file=sys.stderr)
        return ExitStatus.UNUSABLE
    if options.unplug and options.speed is not None:
        print("jantaku sim: --unplug: the line is pulled out with --speed max only", file=sys.stderr)
        return ExitStatus.UNUSABLE
    try:
        if options.disturb is not None:
            from simulation.staged.foul import check_kind  # noqa: PLC0415 - slow, and few games have a foul

            check_kind(options.disturb)
        if options.state is not None:
            return _in_folder(options, options.state)
        with tempfile.TemporaryDirectory(prefix="jantaku-sim-") as folder:
            return _in_folder(options, Path(folder))
    except EXPECTED as error:
        print(f"jantaku sim: {sentence(error, spoken_by(args))}", file=sys.stderr)
        return ExitStatus.UNUSABLE
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED


def _in_folder(options: Options, state: Path) -> int:
    _check_room(state)
    state.mkdir(parents=True, exist_ok=True)
    if options.save_frames is not None:
        options.save_frames.mkdir(parents=True, exist_ok=True)
    if options.report is not None:
        options.report.touch()
    options, beginning = _begin(state, options)
    if options.disturb is not None and beginning.running:
        raise ConfigError(
            f"{state}: a game is being played there; --disturb is for a new one, in another folder"
        )
    for line in beginning.lines:
        say(line)
    gc.freeze()  # the imported modules stay: the collector need not look at them again
    home, pace = state, options.speed
    ports = free_ports(2)
    while True:
        setup = GameSetup(
            options,
            state,
            (ports[0], ports[1]),
            beginning,
            conducted=options.speed is None or hears_keys(options),
        )
        setup.conductor.now_us = beginning.start_ms * US_PER_MS
        setup.conductor.pace = pace
        try:
            with asyncio.Runner(
                loop_factory=partial(ConductedLoop, setup.conductor, setup.wall_speed)
            ) as runner:
                return runner.run(_played(setup))
        except GoesBackError as back:
            # A journal can only be continued, so the game goes on in another folder with a copy of the journal's beginning.
            again = _beside(home)
            _check_room(again)
            pace = setup.conductor.pace
            options, beginning = _go_back(back, state, again, setup.options)
            state = again


async def _played(setup: GameSetup) -> int:
    return await Simulation(setup).play()


def _begin(state: Path, options: Options) -> tuple[Options, Beginning]:
    """Return the options with which a game in the folder begins or goes on, and its starting point."""
    if not (state / JOURNAL).exists():
        remember(state, options)
        return options, Beginning()
    from simulation.playing.continued import take_up  # noqa: PLC0415 - slow, and few games are continued

    return take_up(state, options)


def _go_back(back: GoesBackError, state: Path, again: Path, options: Options) -> tuple[Options, Beginning]:
    """Copy the beginning of the game into another folder, and return with what it goes on there."""
    from simulation.playing.continued import cut_copy  # noqa: PLC0415 - slow, and few users go back

    cut_copy(state, again, back.last, options)
    say(
        f"Back to the beginning of hand {back.hand}. The journal of {state} stays as it is; the game goes on in "
        f"{again}, whose journal has the same {back.last} entries."
    )
    return _begin(again, options)


def _beside(home: Path) -> Path:
    """Return a new folder within the first one, for a game that goes back to an earlier hand."""
    return next(place for number in itertools.count(1) if not (place := home / f"back-{number}").exists())


def _check_room(state: Path) -> None:
    if len(os.fsencode(state.resolve())) + len("/unit/unit.sock") > LONGEST_SOCKET_NAME:
        raise ConfigError(f"{state}: too long a name for the sockets in it; name a folder nearer to the root")
