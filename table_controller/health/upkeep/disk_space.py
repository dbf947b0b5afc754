"""Alerts people while little space is free on the disk of a table's state folder."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

from wording.alerts.declaration import RaiseAlert
from wording.alerts.declared import TableAlert

MB: Final = 1_000_000
SHORT_MB: Final = 1000
"""With less free space than this, people are alerted: an evening's journal and films still fit. [MB; judged]"""
AMPLE_MB: Final = 1200
"""With this much free space, the alert is resolved. [MB; judged: an evening's journal does not bring the alert back]"""


class DiskSpace:
    """Checks the free space.

    Args:
        state: the table's state folder.
        alert: raises and withdraws alerts.
        free: returns the free space of a folder's disk. [bytes]
    """

    def __init__(
        self,
        state: Path,
        alert: RaiseAlert,
        free: Callable[[Path], int] = lambda at: shutil.disk_usage(at).free,
    ) -> None:
        self._state = state
        self._alert = alert
        self._free = free
        self._short = False

    def look(self) -> None:
        """Raise or resolve the alert if something has changed since the last look."""
        free_mb = self._free(self._state) // MB
        short = free_mb < (AMPLE_MB if self._short else SHORT_MB)
        if short != self._short:
            self._short = short
            self._alert(TableAlert.DISK, TableAlert.disk_short(free_mb) if short else None)
