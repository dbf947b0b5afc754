"""``jantaku record``: run a table and keep what comes in. ``jantaku playback``: give it to a daemon again."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from table_controller.cli.run import settings_or_complaint
from table_controller.settings.options import add_options
from table_controller.terminal.exit_status import ExitStatus
from table_controller.terminal.spoken import in_words
from table_controller.wording.command_line.playback_texts import PlayedBack

if TYPE_CHECKING:
    import argparse


def add_record_parser(subparsers: Any) -> None:
    """Add ``record`` to the command line."""
    parser = subparsers.add_parser(
        "record",
        help="run the table that stands here, and keep what comes in",
        description="Runs a table as jantaku run does, and keeps all that decides its game: signals, what the camera "
        "saw, orders, each with its time, and the journal as it was at the start. Names of players are in it.",
    )
    parser.add_argument(
        "recordings", type=Path, metavar="FOLDER", help="where recordings go: 1, 2 … for each start"
    )
    add_options(parser)
    parser.set_defaults(run=run_recorded)


def add_playback_parser(subparsers: Any) -> None:
    """Add ``playback`` to the command line."""
    parser = subparsers.add_parser(
        "playback",
        help="play a recording of a table back, and compare the journals",
        description="Gives a daemon what came in when jantaku record ran, as fast as it can, and compares its journal "
        "with the recorded one, byte for byte. No camera, machine or broker is needed.",
    )
    parser.add_argument("recording", type=Path, metavar="FOLDER", help="of one recording, such as evening/1")
    parser.add_argument(
        "--state", type=Path, metavar="DIR", help="keep the journal here; the folder must not hold one"
    )
    parser.set_defaults(run=run_playback)


def run_recorded(options: argparse.Namespace) -> int:
    """Run the daemon; the exit status is 2 if its settings cannot be used."""
    settings = settings_or_complaint(options, "record")
    if settings is None:
        return ExitStatus.UNUSABLE
    # As for jantaku run: a wrong option is reported without what is heavy to import.
    from table_controller.daemon import start  # noqa: PLC0415
    from table_controller.replay.playback.recorder import InputsRecorder  # noqa: PLC0415

    return start.run(settings, InputsRecorder(options.recordings, settings.journal))


def run_playback(options: argparse.Namespace) -> int:
    """0 if the journal is as recorded, 1 if it differs; 2 if the recording cannot be used."""
    # The daemon's parts are slow to import: a wrong option is told without them.
    from table_controller.replay.playback.player import play_back  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="jantaku-playback-") as folder:
        played = play_back(options.recording, options.state or Path(folder))
    if played.differs is not None:
        print(in_words(options, PlayedBack.differs(played.differs, played.proven)))
        return ExitStatus.NOT_DONE
    print(in_words(options, PlayedBack.as_recorded(played.entries, played.inputs)))
    return ExitStatus.DONE
