"""Reads a text file that a person named: settings, logins, or a password; writes any file whole or not at all."""

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

MOST_BYTES: Final = 1 << 20
"""The most bytes of such a file: a device that never ends would fill the memory."""
LONGEST_PASSWORD: Final = 1000
"""The most characters of a password."""


class ConfigError(ValueError):
    """A file that a person named cannot be used: the text names file, key (if any) and reason.

    Args:
        text: the text for people, in English.
        code: the code of the same text in other languages (``BadFile``), if there is one.
        arguments: the arguments of that text.
    """

    def __init__(self, text: str, /, code: str = "", **arguments: Any) -> None:
        super().__init__(text)
        self.code = code
        self.arguments = arguments


def unreadable(file: object, error: OSError) -> ConfigError:
    """Return the error for a file that the system does not let us read."""
    why = error.strerror or str(error)
    name = errno.errorcode.get(error.errno or 0, why)
    return ConfigError(f"{file}: cannot be read: {why}", "badfile.unreadable", name=str(file), text=name)


def not_utf8(file: object) -> ConfigError:
    """Return the error for a file that holds no text."""
    return ConfigError(f"{file}: not UTF-8 text", "badfile.not_utf8", name=str(file))


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)


def read_text_file(path: Path, what: str, most: int = MOST_BYTES) -> str:
    """Return the text of a file.

    Args:
        path: the file's path.
        what: the kind of file for the error, such as ``settings``.
        most: the most bytes of such a file.

    Raises:
        ConfigError: it is not a file, cannot be read, is too long, or is not UTF-8 text.
    """
    data = _bytes_of(path, most + 1)
    if len(data) > most:
        text = f"{path}: longer than any file of {what}"
        raise ConfigError(text, "badfile.too_long", name=str(path), text=what)
    return _decoded(path, data)


def read_password(path: Path, most: int = LONGEST_PASSWORD) -> str:
    """Return the password in a file's first line; a pipe is read too, once (``--password-file <(pass show hall)``).

    Args:
        path: the file's path.
        most: the most characters of the password.

    Raises:
        ConfigError: it is neither file nor pipe, cannot be read, or holds no such password.
    """
    line = _bytes_of(path, 4 * most + 2, pipes=True).partition(b"\n")[0]
    password = _decoded(path, line).removesuffix("\r")
    if not password or len(password) > most or not password.isprintable():
        text = f"{path}: no password of 1 to {most} characters in its first line"
        raise ConfigError(text, "badfile.no_password", name=str(path), most=most)
    return password


def _bytes_of(path: Path, most: int, *, pipes: bool = False) -> bytes:
    """Return the first ``most`` bytes of a file, or of a pipe that has a writer."""
    try:
        # Opened without waiting: a pipe without a writer would hold the program up.
        with open(path, "rb", opener=_without_waiting) as file:
            mode = os.fstat(file.fileno()).st_mode
            if stat.S_ISREG(mode) or (pipes and stat.S_ISFIFO(mode)):
                os.set_blocking(file.fileno(), True)
                return file.read(most)
    except OSError as error:
        raise unreadable(path, error) from None
    except ValueError:
        name = repr(str(path))
        raise ConfigError(f"{name}: not the name of a file", "badfile.no_name", name=name) from None
    raise ConfigError(f"{path}: is not a file", "badfile.no_file", name=str(path))


def _decoded(path: Path, data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise not_utf8(path) from None


def write_whole(
    path: Path, content: bytes, mode: int | None = None, before: Callable[[Path], object] = lambda _: None
) -> None:
    """Write a file in one step, once its content is on the disk, in place of the one that is there.

    Args:
        path: the file's path.
        content: the whole content.
        mode: the file's permissions; None for those of any new file.
        before: called with the new file before it takes the place of the old one.

    Raises:
        OSError: the new file cannot be written; the old one stays.
    """
    part = path.with_name(f"{path.name[:100]}.part")
    try:
        part.unlink(missing_ok=True)  # left by a program that was killed
        rights = 0o666 if mode is None else 0o600
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, rights), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        before(part)
        if mode is not None:
            part.chmod(mode)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
