"""Reads the text of a file that a person named: one of settings, of logins, of a password."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

MOST_BYTES: Final = 1 << 20
"""No such file is longer; a device that never ends would fill the memory."""


class ConfigError(ValueError):
    """A settings file cannot be used: the text names the file, the key and the reason."""


def read_text_file(path: Path, what: str) -> str:
    """The text of a file.

    Args:
        path: of the file.
        what: kind of file that it should be, for the error: ``settings``.

    Raises:
        ConfigError: it cannot be read, is too long for one, or is not UTF-8 text.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from None
    if len(data) > MOST_BYTES:
        raise ConfigError(f"{path}: longer than any file of {what}")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: not UTF-8 text") from None
