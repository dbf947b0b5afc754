"""A temporary folder beside the target. It is always removed; after `kill -9`, the next run removes it."""

import contextlib
import errno
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

PREFIX: Final = ".jantaku-work-"
LOCK: Final = "lock"


@contextlib.contextmanager
def work_folder(beside: Path) -> Iterator[Path]:
    """Make a folder in ``beside`` that only this user can read, and remove those of killed processes.

    Raises:
        OSError: it cannot be made.
    """
    for left in beside.glob(f"{PREFIX}*"):
        if _abandoned(left):
            shutil.rmtree(left, ignore_errors=True)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=beside))
    try:
        lock: IO[str]
        with (folder / LOCK).open("w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _abandoned(folder: Path) -> bool:
    """Return whether no process works in a folder; a very new one may have no lock yet and does not count."""
    try:
        with (folder / LOCK).open(encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def sync(path: Path) -> None:
    """Flush a file's contents, or a folder's names, to disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def publish(whole: Path, archive: Path) -> None:
    """Give a complete file its final name.

    Raises:
        OSError: a file of that name exists, or it cannot be written.
    """
    try:
        # Unlike a rename, a link never replaces a file that another process has put there meanwhile.
        archive.hardlink_to(whole)
    except OSError as error:
        if error.errno not in {errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS}:
            raise
        whole.rename(archive)  # most USB sticks have file systems without links
