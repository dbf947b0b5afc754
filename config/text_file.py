"""Reads the text of a file that a person named: one of settings, of logins, of a password."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

MOST_BYTES: Final = 1 << 20
"""No such file is longer; a device that never ends would fill the memory."""


class ConfigError(ValueError):
    """A file that a person named cannot be used: the text names the file, the key in it if there is one, and the reason."""


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)


def read_text_file(path: Path, what: str) -> str:
    """The text of a file.

    Args:
        path: of the file.
        what: kind of file that it should be, for the error: ``settings``.

    Raises:
        ConfigError: it is no file, cannot be read, is too long for one, or is not UTF-8 text.
    """
    try:
        # Without waiting: a pipe that nobody writes to would hold the program up.
        with open(path, "rb", opener=_without_waiting) as file:
            data = file.read(MOST_BYTES + 1) if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError:
        raise ConfigError(f"{str(path)!r}: no name of a file") from None
    if data is None:
        raise ConfigError(f"{path}: is no file")
    if len(data) > MOST_BYTES:
        raise ConfigError(f"{path}: longer than any file of {what}")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: not UTF-8 text") from None
