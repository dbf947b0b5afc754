"""Finds the journal that a command line names, by its file or its state directory."""

import argparse
from pathlib import Path
from typing import Final

JOURNAL: Final = "journal.sqlite"


def add_state(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the place of the journal."""
    parser.add_argument(
        "--state", type=Path, required=True, metavar="DIR", help="state directory, or the journal itself"
    )


def journal_at(state: Path) -> Path:
    """Return the journal of a state directory, or the file itself.

    Raises:
        JournalError: there is no journal.
    """
    place = state / JOURNAL if state.is_dir() else state
    if not place.is_file():
        # Slow to import, for this only.
        from referee.journal.entry import JournalError  # noqa: PLC0415
        from referee.texts.journal_texts import BadJournal  # noqa: PLC0415

        raise JournalError(BadJournal.not_there(str(place)))
    return place
