"""The computer's side: state folder, disk, clock, journal and its backups."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

import config
from referee.journal.entry import JournalError
from referee.journal.reader import open_reader
from referee.journal.verification import verify
from table_controller.alerts.backup_age import age_days
from table_controller.cli.doctor.diagnosis import fine, warning, wrong
from table_controller.daemon.machine_report import THERMAL, computer_degrees
from table_controller.journal.one_daemon import LOCK
from table_controller.journal.place import JOURNAL
from table_controller.wording.command_line.diagnosed import Diagnosed, Remedy
from table_controller.wording.command_line.errors import message_of_config

if TYPE_CHECKING:
    from collections.abc import Iterator

    from table_controller.cli.doctor.diagnosis import Diagnosis

MB: Final = 1_000_000
FULL_PERCENT: Final = 99
FULL_MB: Final = 100
"""With less free space than this, the journal of the next evening may not fit. [MB; judged: an evening takes some 10 MB, clips more]"""
SHORT_MB: Final = 1000
OLD_BACKUP_DAYS: Final = 30
DUE_BACKUP_DAYS: Final = 7
AHEAD_DAYS: Final = 300
"""A clock that is this far behind or ahead of the last entry is probably wrong: few tables are unused for so long."""
HOT_C: Final = 80
"""The temperature at which a Pi begins to slow down. [°C; its documentation]"""
UNDER_VOLTAGE: Final = 0x10001
"""Bits of ``vcgencmd get_throttled``: under-voltage now, and since the start."""


def daemon_runs(state: Path) -> bool:
    """Return whether a daemon (or a restore) holds the state folder."""
    try:
        with (state / LOCK).open("r", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return False
    except BlockingIOError:
        return True
    except OSError:
        return False


def look_at_state(state: Path) -> Iterator[Diagnosis]:
    """Check that the folder can be written and the disk has room."""
    if not state.is_dir():
        yield wrong("state", Diagnosed.no_state(str(state)), Remedy.make_folder(str(state)))
        return
    try:
        with tempfile.NamedTemporaryFile(dir=state, prefix=".doctor-") as file:
            file.write(b"\0" * 4096)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        yield wrong(
            "state", Diagnosed.not_writable(str(state), str(error.strerror)), Remedy.let_write(str(state))
        )
    else:
        yield fine("state", Diagnosed.state_writable(str(state)))
    usage = shutil.disk_usage(state)
    percent, free_mb = round(100 * (usage.total - usage.free) / max(1, usage.total)), usage.free // MB
    if free_mb < FULL_MB or (percent >= FULL_PERCENT and free_mb < SHORT_MB):
        yield wrong("disk", Diagnosed.disk_full(str(state), percent, free_mb), Remedy.free_space())
    elif free_mb < SHORT_MB:
        yield warning("disk", Diagnosed.disk_full(str(state), percent, free_mb), Remedy.free_space())
    else:
        yield fine("disk", Diagnosed.disk_free(str(state), percent, free_mb))


def look_at_clock(last: datetime | None, now: datetime) -> Diagnosis:
    """Check whether the computer's clock can be right.

    Args:
        last: wall time of the newest journal entry; None if there is none.
        now: what the clock says.
    """
    program = datetime.fromtimestamp(Path(config.__file__).stat().st_mtime, UTC)
    day = timedelta(days=1)
    for known in (program, last):
        if known is not None and now < known - day:
            return wrong("clock", Diagnosed.clock_behind(f"{now:%Y-%m-%d %H:%M}"), Remedy.set_clock())
    if last is not None and now > last + timedelta(days=AHEAD_DAYS):
        return warning("clock", Diagnosed.clock_ahead(f"{last:%Y-%m-%d}"), Remedy.set_clock())
    if _said("timedatectl", "show", "--property", "NTPSynchronized", "--value") == "no":
        return warning("clock", Diagnosed.clock_unsynchronized(), Remedy.wait_clock())
    return fine("clock", Diagnosed.clock_right())


def look_at_computer(thermal: Path = THERMAL) -> Iterator[Diagnosis]:
    """Check temperature and supply, where the computer measures them."""
    degrees = computer_degrees(thermal)
    if degrees is not None and degrees >= HOT_C:
        yield warning("computer", Diagnosed.hot(degrees), Remedy.cool())
    name, _, bits = _said("vcgencmd", "get_throttled").partition("=")
    if name == "throttled" and int(bits, 16) & UNDER_VOLTAGE:
        yield warning("computer", Diagnosed.under_voltage(), Remedy.supply())


def look_at_journal(journal: Path) -> tuple[Diagnosis, datetime | None]:
    """Check that the journal is whole; return the diagnosis and the wall time of the newest entry."""
    if not journal.is_file():
        return fine("journal", Diagnosed.no_journal()), None
    try:
        with closing(open_reader(journal)) as reader:
            whole = verify(reader, None)
    except (JournalError, OSError, ValueError) as error:
        said = Diagnosed.said(message_of_config(error))
        return wrong("journal", said, Remedy.see_journal(str(journal.parent))), None
    last = None if whole.wall is None else datetime.fromisoformat(whole.wall)
    return fine("journal", Diagnosed.journal_whole(whole.number)), last


def look_at_backup(state: Path, now: datetime) -> Diagnosis:
    """Check the age of the newest backup."""
    if not (state / JOURNAL).is_file():
        return fine("backup", Diagnosed.no_journal())
    days = age_days(state, now)
    if days is None:
        return warning("backup", Diagnosed.backup_never(), Remedy.back_up())
    says = Diagnosed.backup_age(days)
    if days >= OLD_BACKUP_DAYS:
        return wrong("backup", says, Remedy.back_up())
    return warning("backup", says, Remedy.back_up()) if days >= DUE_BACKUP_DAYS else fine("backup", says)


def _said(*words: str) -> str:
    """Return the output of a program of the system; empty if it is not there, fails or hangs."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=5)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
