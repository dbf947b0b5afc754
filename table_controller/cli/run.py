"""``jantaku run``: the daemon of the table that stands here."""

import argparse
import gc
from typing import Any

from referee.texts.language import language
from table_controller.settings.in_force import SettingsError
from table_controller.settings.options import add_options
from table_controller.settings.origin import without_secrets
from table_controller.settings.settings import Settings, read_settings
from vision.worker.started import started_ahead
from wording.terminal.exit_status import ExitStatus
from wording.terminal.log import complain, use_journal
from wording.terminal.spoken import spoken_by


def add_parser(subparsers: Any) -> None:
    """Add ``run`` to the command line."""
    parser = subparsers.add_parser(
        "run",
        description="Runs one table: link to its unit, camera, referee, journal, displays, broker, dashboard. "
        "Ends with SIGTERM or Ctrl-C; started again, it goes on where it was.",
    )
    add_options(parser)
    parser.set_defaults(run=run)


def settings_or_complaint(options: argparse.Namespace, command: str) -> Settings | None:
    """Return the settings for running the daemon; if they cannot be used, report that and return None."""
    try:
        return read_settings(options)
    except SettingsError as error:
        spoken = language(spoken_by(options))
        use_journal()
        for why in error.wrong:
            complain(f"jantaku {command}: {without_secrets(spoken.say(why))}")
        return None


def run(options: argparse.Namespace) -> int:
    """Run the daemon; the exit status is 2 if its settings cannot be used."""
    settings = settings_or_complaint(options, "run")
    if settings is None:
        return ExitStatus.UNUSABLE
    # The rest is heavy to import: wrong options are reported first. Vision imports meanwhile, on another core.
    with started_ahead(str(settings.state)):
        # Imported objects are never garbage.
        gc.disable()
        from table_controller.daemon import start  # noqa: PLC0415

        gc.freeze()
        gc.enable()
        return start.run(settings)
