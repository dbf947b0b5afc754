"""Alerts people when the newest backup of a table is old. ``jantaku backup`` notes each backup's time in the state folder."""

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from config.text_file import write_whole
from table_controller.journal.one_daemon import belongs_to_folder
from wording.alerts.declaration import RaiseAlert
from wording.alerts.declared import TableAlert

NAME: Final = "backup.json"
"""The note's file in the state folder."""
OLD_DAYS: Final = 7


def note(state: Path, made: str) -> None:
    """Note that a backup was made; if the folder cannot be written, nobody is alerted to its age.

    Args:
        state: the table's state folder.
        made: UTC wall time, ISO 8601.
    """
    noted = json.dumps({"made": made}).encode() + b"\n"
    with suppress(OSError):
        write_whole(state / NAME, noted, before=partial(belongs_to_folder, folder=state))


def age_days(state: Path, now: datetime) -> int | None:
    """Whole days since the newest backup; None if none was ever noted or the note cannot be read."""
    try:
        noted = json.loads((state / NAME).read_text(encoding="utf-8"))
        return (now - datetime.fromisoformat(noted["made"])).days
    except (OSError, ValueError, KeyError, TypeError):
        return None


class BackupAge:
    """Checks how old the newest backup is; a table that never had one gets no alert.

    Args:
        state: the table's state folder.
        alert: raises and withdraws alerts.
        now: gives the wall time.
    """

    def __init__(
        self,
        state: Path,
        alert: RaiseAlert,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._state = state
        self._alert = alert
        self._now = now
        self._told: int | None = None

    def look(self) -> None:
        """Raise or resolve the alert if something has changed since the last look."""
        days = age_days(self._state, self._now())
        old = days if days is not None and days >= OLD_DAYS else None
        if old != self._told:
            self._told = old
            self._alert(TableAlert.BACKUP, None if old is None else TableAlert.backup_old(old))
