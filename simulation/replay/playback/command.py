"""``jantaku record``: run a table and record its inputs. ``jantaku playback``: give them to a daemon again."""

import argparse
import tempfile
from pathlib import Path
from typing import Any, Final

from table_controller.cli.run import settings_or_complaint
from table_controller.settings.options import add_options
from wording.command_line.playback_texts import PlayedBack, Unplayed
from wording.terminal.exit_status import ExitStatus
from wording.terminal.log import complain, say
from wording.terminal.spoken import in_words

MINUTE_MB: Final = 300
"""The size of a minute of each camera's pictures while something moves. [MB; measured: docs/guides/developers.md]"""
MOST_MB: Final = 2000


def add_record_parser(subparsers: Any) -> None:
    """Add ``record`` to the command line."""
    parser = subparsers.add_parser(
        "record",
        description="Runs a table as jantaku run does, and keeps all that decides its game: signals, what the camera "
        "saw, orders, each with its time, and the journal at the start. It contains the names of players.",
    )
    parser.add_argument(
        "recordings", type=Path, metavar="FOLDER", help="where recordings go: 1, 2 … for each start"
    )
    parser.add_argument(
        "--frames",
        action="store_true",
        help=f"keep the whole pictures of each camera too, with everybody in them: vision reads them again in a playback. "
        f"About {MINUTE_MB} MB a minute for each while something moves",
    )
    parser.add_argument(
        "--frames-mb",
        type=int,
        metavar="MB",
        default=MOST_MB,
        help=f"keep no more pictures than this; the recording goes on ({MOST_MB:,})",
    )
    add_options(parser)
    parser.set_defaults(run=run_recorded)


def add_playback_parser(subparsers: Any) -> None:
    """Add ``playback`` to the command line."""
    parser = subparsers.add_parser(
        "playback",
        description="Gives a daemon the inputs that jantaku record kept, as fast as it can, and compares its journal "
        "with the recorded one, byte for byte. No camera, machine or broker is needed.",
    )
    parser.add_argument("recording", type=Path, metavar="FOLDER", help="of one recording, such as evening/1")
    parser.add_argument(
        "--state", type=Path, metavar="DIR", help="keep the journal here; the folder must not hold one"
    )
    parser.add_argument(
        "--no-frames",
        action="store_true",
        help="use what vision read then, even if its pictures were kept",
    )
    parser.set_defaults(run=run_playback)


def run_recorded(options: argparse.Namespace) -> int:
    """Run the daemon; the exit status is 2 if its settings cannot be used."""
    settings = settings_or_complaint(options, "record")
    if settings is None:
        return ExitStatus.UNUSABLE
    # As in jantaku run: report a wrong option before slow imports.
    from simulation.replay.playback.recorder import InputsRecorder  # noqa: PLC0415
    from table_controller.daemon import start  # noqa: PLC0415

    if options.frames:
        if options.frames_mb <= 0:
            complain(f"jantaku record: {in_words(options, Unplayed.no_size(str(options.frames_mb)))}")
            return ExitStatus.UNUSABLE
        minute_mb = MINUTE_MB * (2 if settings.second_camera else 1)
        minutes = max(1, options.frames_mb // minute_mb)
        say(in_words(options, PlayedBack.keeps(minute_mb, options.frames_mb, minutes)))
    most = options.frames_mb * 1_000_000 if options.frames else 0
    return start.run(settings, InputsRecorder(options.recordings, settings.journal, most))


def run_playback(options: argparse.Namespace) -> int:
    """Play back; return 0 if the journal equals the recorded one, 1 if it differs, 2 if the recording cannot be used."""
    # The daemon's parts are slow to import; report a wrong option before.
    from simulation.replay.playback.player import play_back  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="jantaku-playback-") as folder:
        played = play_back(options.recording, options.state or Path(folder), frames=not options.no_frames)
    if played.pictures:
        print(in_words(options, PlayedBack.reread(played.pictures, played.otherwise or None)))
    if played.first is not None:
        first = played.first
        print(in_words(options, PlayedBack.otherwise(first.frame, _time_of(first.at_ms), first.zones)))
    if played.differs is not None:
        print(in_words(options, PlayedBack.differs(played.differs, played.proven)))
        return ExitStatus.NOT_DONE
    print(in_words(options, PlayedBack.as_recorded(played.entries, played.inputs)))
    return ExitStatus.DONE


def _time_of(at_ms: int) -> str:
    """Write table time as minutes and seconds."""
    return f"{at_ms // 60_000}:{at_ms % 60_000 / 1000:06.3f}"
