"""Reads the text of a file that a person named: one of settings, of logins, of a password."""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pathlib import Path

MOST_BYTES: Final = 1 << 20
"""No such file is longer; a device that never ends would fill the memory."""


class ConfigError(ValueError):
    """A file that a person named cannot be used: the text names the file, the key in it if there is one, and the reason.

    Args:
        said: for people, in English.
        code: of the text by which other languages say it (``BadFile``), if there is one.
        arguments: of that text.
    """

    def __init__(self, said: str, /, code: str = "", **arguments: Any) -> None:
        super().__init__(said)
        self.code = code
        self.arguments = arguments


def unreadable(file: object, error: OSError) -> ConfigError:
    """The error for a file that the system does not let us read."""
    why = error.strerror or str(error)
    name = errno.errorcode.get(error.errno or 0, why)
    return ConfigError(f"{file}: cannot be read: {why}", "badfile.unreadable", name=str(file), text=name)


def not_utf8(file: object) -> ConfigError:
    """The error for a file that holds no text."""
    return ConfigError(f"{file}: not UTF-8 text", "badfile.not_utf8", name=str(file))


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
        raise unreadable(path, error) from None
    except ValueError:
        name = repr(str(path))
        raise ConfigError(f"{name}: no name of a file", "badfile.no_name", name=name) from None
    if data is None:
        raise ConfigError(f"{path}: is no file", "badfile.no_file", name=str(path))
    if len(data) > MOST_BYTES:
        text = f"{path}: longer than any file of {what}"
        raise ConfigError(text, "badfile.too_long", name=str(path), text=what)
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise not_utf8(path) from None
