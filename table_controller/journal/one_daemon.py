"""Only one process at a time works on a state folder: a daemon or a restore."""

from __future__ import annotations

import contextlib
import fcntl
from typing import IO, TYPE_CHECKING, Final

from config import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOCK: Final = "lock"


@contextlib.contextmanager
def only_one(state: Path) -> Iterator[None]:
    """Lock a state folder: two daemons on one journal would contradict each other.

    Raises:
        ConfigError: another process has the folder.
        OSError: the folder or its lock cannot be made.
    """
    state.mkdir(parents=True, exist_ok=True)
    lock: IO[str]
    with (state / LOCK).open("w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ConfigError(f"{state}: another daemon uses this folder") from None
        yield
