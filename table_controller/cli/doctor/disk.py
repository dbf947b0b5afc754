"""The computer: state folder, disk, clock, journal and its backups."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Final

import config
from referee.journal.entry import JournalError
from referee.journal.reader import open_reader
from referee.journal.verification import verify
from referee.texts.journal_texts import DamagedEntry
from referee.texts.message import Message
from table_controller.cli.doctor.diagnosis import Diagnosis, fine, warning, wrong
from table_controller.cli.doctor.service import USER, as_user
from table_controller.daemon.machine_report import THERMAL, computer_degrees
from table_controller.health.upkeep.backup_age import age_days
from table_controller.health.upkeep.disk_space import MB, SHORT_MB
from table_controller.journal.backup.backup import BACKUPS, SUFFIX
from table_controller.journal.one_daemon import LOCK
from wording.command_line.diagnosed import Diagnosed, Remedy
from wording.command_line.errors import message_of_config

if TYPE_CHECKING:
    from pwd import struct_passwd

TIME_SERVICE: Final = "sudo apt install --yes systemd-timesyncd"
NETWORK_TIME: Final = "sudo timedatectl set-ntp true"
INSTALLED: Final = "zgrep -hE ' (install|upgrade) jantaku' /var/log/dpkg.log*"
"""Lists the versions of the package that were installed here, newest last."""
BACK_UP: Final = "sudo jantaku backup"
FULL_PERCENT: Final = 99
FULL_MB: Final = 100
"""With less free space than this, the journal of the next evening may not fit. [MB; judged: an evening takes some 10 MB, clips more]"""
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


def look_at_state(state: Path, user: struct_passwd | None = None) -> Iterator[Diagnosis]:
    """Check that a user, by default ours, can write the folder, and that the disk has room."""
    place = quote(str(state))
    if not state.is_dir():
        make = f"sudo install -d -m 750 -o {USER} -g {USER} {place}"
        yield wrong("state", Diagnosed.no_state(str(state)), Remedy.make_folder(), make)
        return
    number = as_user(user, partial(_why_unwritable, state))
    if number == 0:
        yield fine("state", Diagnosed.state_writable(str(state)))
    elif number == errno.ENOSPC:
        says = Diagnosed.not_writable(str(state), os.strerror(number))
        yield wrong("state", says, Remedy.free_space(), _largest(state))
    elif number == errno.EROFS:
        says = Diagnosed.not_writable(str(state), os.strerror(number))
        yield wrong("state", says, Remedy.see_kernel(), "sudo dmesg --level=err,warn | tail -n 20")
    else:
        says = Diagnosed.not_writable(str(state), os.strerror(number))
        yield wrong("state", says, Remedy.let_use(), f"sudo chown -R {USER}: {place}")
    usage = shutil.disk_usage(state)
    percent, free_mb = round(100 * (usage.total - usage.free) / max(1, usage.total)), usage.free // MB
    if free_mb < FULL_MB or (percent >= FULL_PERCENT and free_mb < SHORT_MB):
        yield wrong(
            "disk", Diagnosed.disk_full(str(state), percent, free_mb), Remedy.free_space(), _largest(state)
        )
    elif free_mb < SHORT_MB:
        yield warning(
            "disk", Diagnosed.disk_full(str(state), percent, free_mb), Remedy.free_space(), _largest(state)
        )
    else:
        yield fine("disk", Diagnosed.disk_free(str(state), percent, free_mb))


def _largest(state: Path) -> str:
    """Return the command that lists the largest folders of the disk that holds the state folder."""
    whole = state.resolve()
    disk = next(each for each in (whole, *whole.parents) if each.is_mount())
    return f"sudo du -xh {quote(str(disk))} 2>/dev/null | sort -h | tail -n 20"


def _why_unwritable(state: Path) -> int:
    """Return the errno with which writing into a folder fails; 0 if it succeeds."""
    number = 0
    try:
        with tempfile.NamedTemporaryFile(dir=state, prefix=".doctor-") as file:
            file.write(b"\0" * 4096)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        number = error.errno or errno.EIO
    return number


def look_at_clock(last: datetime | None, now: datetime) -> Diagnosis:
    """Check that the computer's clock is plausible.

    Args:
        last: wall time of the newest journal entry; None if there is none.
        now: the clock's time.
    """
    program = datetime.fromtimestamp(Path(config.__file__).stat().st_mtime, UTC)
    day = timedelta(days=1)
    for known in (program, last):
        if known is not None and now < known - day:
            return wrong(
                "clock", Diagnosed.clock_behind(f"{now:%Y-%m-%d %H:%M}"), Remedy.set_clock(), NETWORK_TIME
            )
    if last is not None and now > last + timedelta(days=AHEAD_DAYS):
        return warning("clock", Diagnosed.clock_ahead(f"{last:%Y-%m-%d}"), Remedy.set_clock(), NETWORK_TIME)
    if _output_of("timedatectl", "show", "--property", "NTPSynchronized", "--value") == "no":
        commands = [NETWORK_TIME]
        if _output_of("timedatectl", "show", "--property", "CanNTP", "--value") == "no":
            commands.insert(0, TIME_SERVICE)
        return warning("clock", Diagnosed.clock_unsynchronized(), Remedy.wait_clock(), *commands)
    return fine("clock", Diagnosed.clock_right())


def look_at_computer(thermal: Path = THERMAL) -> Iterator[Diagnosis]:
    """Check temperature and power supply, if the computer measures them."""
    degrees = computer_degrees(thermal)
    if degrees is not None and degrees >= HOT_C:
        yield warning("computer", Diagnosed.hot(degrees), Remedy.cool())
    name, _, bits = _output_of("vcgencmd", "get_throttled").partition("=")
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
        why = message_of_config(error)
        if _is_newer(why):
            return wrong("journal", Diagnosed.said(why), Remedy.newer_program(), INSTALLED), None
        state = quote(str(journal.parent))
        aside = f"sudo cp -a {state} {state}.damaged"
        verify_it = f"sudo -u {USER} jantaku journal verify --state {state}"
        newest = f"sudo sh -c 'jantaku restore \"$(ls -t {BACKUPS}/*{SUFFIX} | head -n 1)\"'"
        put_back = (newest, "sudo systemctl start jantaku") if any(BACKUPS.glob(f"*{SUFFIX}")) else ()
        commands = ("sudo systemctl stop jantaku", aside, verify_it, *put_back)
        return wrong("journal", Diagnosed.said(why), Remedy.restore_journal(), *commands), None
    last = None if whole.wall is None else datetime.fromisoformat(whole.wall)
    return fine("journal", Diagnosed.journal_whole(whole.number)), last


def _is_newer(why: Message) -> bool:
    """Return True if a journal cannot be read because a newer program wrote an entry."""
    reasons = [value for _, value in why.arguments if isinstance(value, Message)]
    return why.code == DamagedEntry.schema.code or any(map(_is_newer, reasons))


def look_at_backup(state: Path, last: datetime | None, now: datetime) -> Diagnosis:
    """Check the age of the newest backup; an empty journal (``last`` is None) needs none yet."""
    days = age_days(state, now)
    if days is None:
        if last is None:
            return fine("backup", Diagnosed.no_journal())
        return warning("backup", Diagnosed.backup_never(), Remedy.back_up(), BACK_UP)
    says = Diagnosed.backup_age(days)
    if days >= OLD_BACKUP_DAYS:
        return wrong("backup", says, Remedy.back_up(), BACK_UP)
    return (
        warning("backup", says, Remedy.back_up(), BACK_UP)
        if days >= DUE_BACKUP_DAYS
        else fine("backup", says)
    )


def _output_of(*words: str) -> str:
    """Return the output of a system program; empty if it is missing, fails or hangs."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=5)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
