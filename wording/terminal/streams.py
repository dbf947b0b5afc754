"""The standard streams of a command: makes all three exist, and finishes what was printed."""

import errno
import io
import os
import sys


class Nowhere(io.TextIOBase):
    """Standard output of a command that was started without one (``>&-``); knows whether output was lost."""

    encoding = "utf-8"
    lost = False

    def writable(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        self.lost = self.lost or bool(text)
        return len(text)


class NoOutputError(OSError):
    """Output went nowhere, because standard output is closed."""

    def __init__(self) -> None:
        super().__init__(errno.EBADF, os.strerror(errno.EBADF))


def mend_streams() -> None:
    """Make all three standard streams exist and able to write any text.

    Otherwise the next file to be opened would get the closed descriptor, and output would go into that file.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # opening takes the lowest free number, which is this one
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - as long as the program
    if sys.stdout is None:
        sys.stdout = Nowhere()
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - as long as the program
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A file's name need not be text in the terminal's encoding.
            stream.reconfigure(errors="backslashreplace")


def finish_output() -> None:
    """Write what is still to be written.

    Raises:
        OSError: it cannot be written, or there was nowhere to write it to.
    """
    sys.stdout.flush()
    if isinstance(sys.stdout, Nowhere) and sys.stdout.lost:
        raise NoOutputError


def drop_output() -> None:
    """Discard output that cannot be written, so that the interpreter does not try again at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
