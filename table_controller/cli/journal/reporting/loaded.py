"""Reads a report: the position from which its hands were played, and their entries, so that they can be folded again."""

import json
import tarfile
import zlib
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from referee.encoding.snapshot import decode_state
from referee.game.position import GameState
from referee.journal.entry import Entry
from table_controller.cli.journal.reporting.errors import ReportError
from table_controller.cli.journal.reporting.form import (
    ENTRIES,
    MANIFEST,
    REPORT_FORMAT,
    START,
    VERSION,
    entry_of,
)
from table_controller.cli.journal.reporting.hands import folded
from wording.command_line.report_texts import Unreported

MOST_BYTES: Final = 64_000_000
"""The size of the largest file that is read: a hand has some kilobytes."""


@dataclass(frozen=True, slots=True)
class LoadedReport:
    """A report.

    Attributes:
        manifest: as ``make.py`` writes it.
        start: the position before the first entry.
        entries: the hands' entries, numbered and chained as in their journal.
    """

    manifest: dict[str, Any]
    start: GameState
    entries: tuple[Entry, ...]

    def end(self) -> GameState:
        """The position after the last entry."""
        state = folded(self.start, self.entries)
        assert state is not None
        return state


def load_report(archive: Path) -> LoadedReport:
    """Read a report and check that no entry is missing; hashes stay as in the journal, where they cover names.

    Raises:
        ReportError: the file is no report, has another version, or is damaged.
        OSError: the file cannot be read.
    """
    try:
        with tarfile.open(archive, "r:gz") as tar:
            manifest = json.loads(_text(tar, MANIFEST))
            if manifest["format"] != REPORT_FORMAT or manifest["version"] != VERSION:
                raise ReportError(Unreported.other_version(str(archive), VERSION))
            start = decode_state(json.loads(_text(tar, START)), older=True)
            # Split bytes, not text: ``str.splitlines`` would also cut at Unicode's other line ends.
            lines = _text(tar, ENTRIES).splitlines()
            entries = tuple(entry_of(json.loads(line)) for line in lines)
    except (tarfile.TarError, EOFError, zlib.error, ValueError, KeyError, TypeError, RecursionError) as error:
        raise ReportError(Unreported.no_report(str(archive), str(error))) from error
    for former, entry in pairwise(entries):
        if entry.number != former.number + 1 or entry.before != former.digest:
            raise ReportError(Unreported.broken(str(archive), entry.number))
    return LoadedReport(manifest, start, entries)


def _text(tar: tarfile.TarFile, name: str) -> bytes:
    member = tar.getmember(name)
    file = tar.extractfile(member)
    if file is None or member.size > MOST_BYTES:
        raise ValueError(f"{name}: no file of a report")
    return file.read()
