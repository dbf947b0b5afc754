"""The table's service: its state in systemd, and the rights of its user, who may do less than root."""

from __future__ import annotations

import grp
import json
import os
import pwd
import shutil
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Final, TypeVar

from table_controller.cli.doctor.diagnosis import Diagnosis, Part, fine, warning, wrong
from table_controller.settings.file import is_file, setting_types
from wording.command_line.diagnosed import Diagnosed, Remedy

if TYPE_CHECKING:
    from pwd import struct_passwd

    from table_controller.settings.in_force import SettingsInForce

T = TypeVar("T")
USER: Final = "jantaku"
"""The user that systemd runs the table as."""
GROUPS: Final = ("dialout", "video", "gpio")
"""The groups of serial devices, cameras and pins; anybody who works as the service's user needs them."""
SYSTEMD: Final = Path("/run/systemd/system")
"""This folder exists while systemd is the first process."""
TABLE, BACKUP = "jantaku.service", "jantaku-backup.timer"
SYSTEMCTL_S: Final = 10
CRASHES: Final = 3
STEADY_S: Final = 60
"""A service with this many restarts by systemd, and less than this uptime since the last one, keeps crashing."""
SHOWN: Final = 3
"""The maximum number of files of a folder that are listed."""
SET_UP: Final = "sudo jantaku setup"
LOG: Final = "sudo journalctl -u jantaku -n 50 --no-pager"


def service_user(config: Path | None, settings: Path) -> struct_passwd | None:
    """Return the service's user, as whom root tries each thing; None if we are not root or diagnose other settings.

    Args:
        config: the settings being diagnosed.
        settings: the service's settings.
    """
    if os.geteuid() != 0 or config is None or config.absolute() != settings:
        return None
    try:
        return pwd.getpwnam(USER)
    except KeyError:
        return None


def as_user(user: struct_passwd | None, attempt: Callable[[], T]) -> T:
    """Return the result of an attempt made as a user, with the service's groups; as the current user if None.

    It runs in its own process, so it must neither lock nor start anything, and its result must fit into JSON.
    """
    if user is None:
        return attempt()
    there = {group.gr_name: group.gr_gid for group in grp.getgrall()}
    groups = {*os.getgrouplist(user.pw_name, user.pw_gid), *(there[each] for each in GROUPS if each in there)}
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups(sorted(groups))
            os.setgid(user.pw_gid)
            os.setuid(user.pw_uid)
            os.write(theirs, json.dumps(attempt()).encode())
        finally:
            os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as pipe:
        written = pipe.read()
    os.waitpid(child, 0)
    result: T = json.loads(written)
    return result


def not_allowed(part: Part, device: str, user: struct_passwd | None) -> Diagnosis:
    """Return the diagnosis of a device that the service's user, or the current one, may not use."""
    if user is None:
        return wrong(part, Diagnosed.not_allowed(device), Remedy.as_root(), "sudo jantaku doctor")
    group = "video" if part in {"camera", "second_camera"} else "dialout"
    give = f"sudo chgrp {group} {quote(device)} && sudo chmod g+rw {quote(device)}"
    return wrong(part, Diagnosed.not_for_user(device, user.pw_name), Remedy.let_use(), give)


def look_at_service() -> Iterator[Diagnosis]:
    """Diagnose the service and its backup timer from their state in systemd."""
    if not SYSTEMD.is_dir() or shutil.which("systemctl") is None:
        return
    table, backup = _shown(TABLE), _shown(BACKUP)
    yield from _look_at_table(table)
    if backup.get("LoadState") == "loaded" and (
        backup.get("ActiveState") != "active" or backup.get("UnitFileState") in {"disabled", "masked"}
    ):
        switch = f"sudo systemctl unmask {BACKUP} && sudo systemctl enable --now {BACKUP}"
        yield warning("backup", Diagnosed.timer_off(BACKUP), Remedy.switch_on(), switch)


def _look_at_table(shown: Mapping[str, str]) -> Iterator[Diagnosis]:
    if shown.get("LoadState") not in {"loaded", "masked"}:
        yield warning("service", Diagnosed.no_service(TABLE), Remedy.set_up(), SET_UP)
        return
    state, restarts = shown.get("ActiveState", ""), int(shown.get("NRestarts") or 0)
    since_s = time.monotonic() - int(shown.get("ActiveEnterTimestampMonotonic") or 0) / 1e6
    if (
        state == "failed"
        or shown.get("SubState") == "auto-restart"
        or (restarts >= CRASHES and since_s < STEADY_S)
    ):
        yield wrong("service", Diagnosed.service_crashes(restarts), Remedy.see_log(), LOG)
    elif state == "inactive":
        start = f"sudo systemctl start {TABLE}"
        yield warning("service", Diagnosed.service_stopped(), Remedy.switch_on(), start)
    else:
        yield fine("service", Diagnosed.service_runs())
    if shown.get("UnitFileState") in {"disabled", "masked"} or shown.get("LoadState") == "masked":
        enable = f"sudo systemctl unmask {TABLE} && sudo systemctl enable {TABLE}"
        yield warning("service", Diagnosed.service_disabled(), Remedy.switch_on(), enable)


def _shown(unit: str) -> dict[str, str]:
    """Return the properties of a systemd unit; empty if systemd does not give them."""
    wanted = "LoadState,ActiveState,SubState,UnitFileState,NRestarts,ActiveEnterTimestampMonotonic"
    try:
        done = subprocess.run(
            ["systemctl", "show", unit, "--property", wanted],
            capture_output=True, text=True, check=False, timeout=SYSTEMCTL_S,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return {}
    return dict(line.split("=", 1) for line in done.stdout.splitlines() if "=" in line)


def look_at_user(user: struct_passwd) -> Iterator[Diagnosis]:
    """Check that the service's user is in the groups of its devices."""
    theirs = os.getgrouplist(user.pw_name, user.pw_gid)
    for group in sorted(grp.getgrall(), key=lambda group: group.gr_gid):
        if group.gr_name in GROUPS and group.gr_gid not in theirs:
            says = Diagnosed.not_in_group(user.pw_name, group.gr_name)
            yield warning(
                "service", says, Remedy.join_group(), f"sudo usermod -aG {group.gr_name} {user.pw_name}"
            )


def look_at_files(user: struct_passwd, force: SettingsInForce) -> Iterator[Diagnosis]:
    """Check that the service's user may read the settings and every file that they name."""
    named = [force.value(key) for key in setting_types() if is_file(key)]
    paths = [*map(Path, force.files), *(Path(each) for each in named if each and Path(each).exists())]
    for path, *shut in as_user(user, lambda: _unreadable(paths)):
        commands = [
            *(f"sudo chgrp {user.pw_name} {each} && sudo chmod g+rx {each}" for each in map(quote, shut)),
            f"sudo chgrp {user.pw_name} {quote(path)} && sudo chmod g+r {quote(path)}",
        ]
        yield wrong("settings", Diagnosed.not_for_user(path, user.pw_name), Remedy.let_use(), *commands)


def _unreadable(paths: Iterable[Path]) -> list[list[str]]:
    """Return the files that this process may not read, each with the folders that it may not enter."""
    found = []
    for path in paths:
        shut = [str(folder) for folder in reversed(path.parents) if not os.access(folder, os.X_OK)]
        if shut or not os.access(path, os.R_OK):
            found.append([str(path), *shut])
    return found


def look_at_state_files(user: struct_passwd, state: Path) -> Iterator[Diagnosis]:
    """Check that the service's user may write everything in its state folder."""
    foreign = as_user(user, lambda: _unwritable(state))
    if foreign:
        names = ", ".join(foreign[:SHOWN]) + (" …" if len(foreign) > SHOWN else "")
        give = f"sudo chown -R {user.pw_name}: {quote(str(state))}"
        yield wrong("state", Diagnosed.not_for_user(names, user.pw_name), Remedy.let_use(), give)


def _unwritable(state: Path) -> list[str]:
    whole = os.R_OK | os.W_OK | os.X_OK
    if not os.access(state, whole):
        return [str(state)]
    found = []
    for folder, folders, files in os.walk(state):
        for names, rights in ((folders, whole), (files, os.R_OK | os.W_OK)):
            paths = [f"{folder}/{name}" for name in sorted(names)]
            found += [path for path in paths if not os.access(path, rights)]
    return found
