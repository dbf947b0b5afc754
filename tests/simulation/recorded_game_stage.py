"""Helpers that the tests of recorded games share."""

from pathlib import Path

from referee.journal.reader import open_reader


def stored(state: Path) -> list[bytes]:
    """The entries as stored on disk."""
    reader = open_reader(state / "journal.sqlite")
    try:
        return [text for _, text in reader.stored(0, 10_000)]
    finally:
        reader.close()
