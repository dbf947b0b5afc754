"""The lock by which only one process at a time, a daemon or a restore, works on a state folder."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from wording.command_line.errors import config_error
from wording.command_line.settings_texts import Misset

LOCK: Final = "lock"


def belongs_to_folder(file: int | Path, folder: Path) -> None:
    """Give a file that root has made in a folder to the folder's owner, who could not write it otherwise."""
    if os.geteuid() == 0:
        whose = folder.stat()
        os.chown(file, whose.st_uid, whose.st_gid)


@contextlib.contextmanager
def only_one(state: Path) -> Iterator[None]:
    """Lock a state folder, because two daemons on one journal would contradict each other.

    Raises:
        ConfigError: another process has the folder.
        OSError: the folder or its lock cannot be made.
    """
    state.mkdir(parents=True, exist_ok=True)
    lock: IO[str]
    with (state / LOCK).open("w", encoding="utf-8") as lock:
        belongs_to_folder(lock.fileno(), state)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise config_error(Misset.in_use(str(state))) from None
        yield
