"""``jantaku run``: the daemon of the table that stands here."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from config import ConfigError
from table_controller.settings.settings import add_options, read_settings
from table_controller.terminal.outside import sentence
from table_controller.terminal.spoken import spoken_by

if TYPE_CHECKING:
    import argparse

EXIT_USAGE = 2


def add_parser(subparsers: Any) -> None:
    """Add ``run`` to the command line."""
    parser = subparsers.add_parser(
        "run",
        help="run the table that stands here",
        description="Runs one table: link to its unit, camera, referee, journal, displays, broker, dashboard. "
        "Ends with SIGTERM or Ctrl-C; started again, it goes on where it was.",
    )
    add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the daemon; the exit status is 2 if its settings cannot be used."""
    try:
        settings = read_settings(options)
    except ConfigError as error:
        sys.stderr.write(f"jantaku run: {sentence(error, spoken_by(options))}\n")
        return EXIT_USAGE
    # Vision and numbers are heavy to import: a wrong option is reported without them.
    from table_controller.daemon import start  # noqa: PLC0415

    return start.run(settings)
