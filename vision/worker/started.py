"""Starts the process of vision, even before anybody knows what it has to read: it takes long to import its readers."""

import json
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StartedChild:
    """A child that waits for its arguments once it has imported all it needs; it ends when the connection is closed."""

    process: subprocess.Popen[bytes]
    connection: socket.socket

    @classmethod
    def start(cls, table: str) -> "StartedChild":
        """Start one.

        Args:
            table: shown in the list of processes, since there may be several tables on a computer.

        Raises:
            OSError: it cannot be started.
        """
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                process = subprocess.Popen(
                    [sys.executable, "-m", "vision.worker.child", str(theirs.fileno()), table],
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                )
            except OSError:
                ours.close()
                raise
        return cls(process, ours)

    def begin(self, arguments: Sequence[str]) -> None:
        """Have it read what these arguments say.

        Raises:
            OSError: it has ended.
        """
        try:
            self.connection.sendall(json.dumps(arguments).encode() + b"\n")
        except OSError:
            self.connection.close()
            raise


_ahead: list[StartedChild] = []


def start_ahead(table: str) -> None:
    """Start a table's child for the next ``started_child`` of this program, which imports while the program goes on."""
    # A child that cannot be started now is missed only when it is needed.
    with suppress(OSError):
        _ahead.append(StartedChild.start(table))


def started_child(table: str) -> StartedChild:
    """Return the child that was started ahead, or start one for a table.

    Raises:
        OSError: it cannot be started.
    """
    while _ahead:
        child = _ahead.pop()
        if child.process.poll() is None:
            return child
        child.connection.close()
    return StartedChild.start(table)
