"""Lines with level and fields for systemd's journal (https://systemd.io/JOURNAL_NATIVE_PROTOCOL/)."""

import contextlib
import logging
import os
import socket
import struct
import sys
from collections.abc import Mapping
from typing import Final

SOCKET: Final = "/run/systemd/journal/socket"
MOST_TEXT: Final = 48 * 1024
"""The most characters of a text; a message of four times as many bytes still fits into one datagram."""
PRIORITIES: Final = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3}
WORST: Final = 2


def takes_output(stream: str) -> bool:
    """Return whether this program writes to a stream that is given as ``device:inode``."""
    for output in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            found = os.fstat(output.fileno())
            if stream == f"{found.st_dev}:{found.st_ino}":
                return True
    return False


class Journald(logging.Handler):
    """Writes each line as one entry, however many line feeds it has.

    Args:
        fields: of every entry, with names in capitals.
        path: the journal's socket.
    """

    def __init__(self, fields: Mapping[str, str], path: str = SOCKET) -> None:
        super().__init__()
        self._fields = {"SYSLOG_IDENTIFIER": "jantaku", **fields}
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        self._path = path

    def emit(self, record: logging.LogRecord) -> None:
        text = self.format(record)
        entry = {
            "MESSAGE": text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT]} …",
            "PRIORITY": str(PRIORITIES.get(record.levelno, WORST)),
            "LOGGER": record.name,
            "CODE_FILE": record.pathname,
            "CODE_LINE": str(record.lineno),
            "CODE_FUNC": record.funcName or "",
            **self._fields,
        }
        # A table goes on even if nobody takes its log any more.
        with contextlib.suppress(OSError):
            self._socket.sendto(b"".join(_field(*each) for each in entry.items()), self._path)

    def close(self) -> None:
        self._socket.close()
        super().close()


def _field(name: str, value: str) -> bytes:
    data = value.encode("utf-8", "replace")
    return b"%s\n%s%s\n" % (name.encode(), struct.pack("<Q", len(data)), data)
