"""Starts the process of vision, even before anybody knows what it has to read: it takes long to import its readers."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
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

    def end(self) -> None:
        """End it, whatever it does."""
        self.connection.close()
        self.process.kill()
        self.process.wait()


_ahead: list[StartedChild] = []


@contextmanager
def started_ahead(table: str) -> Iterator[None]:
    """Start a table's child for ``started_child``, which imports while the program goes on; end it if nobody takes it."""
    # A child that cannot be started now is missed only when it is needed.
    with suppress(OSError):
        _ahead.append(StartedChild.start(table))
    try:
        yield
    finally:
        while _ahead:
            _ahead.pop().end()


def started_child(table: str) -> StartedChild:
    """Return the child that was started ahead, or start one for a table.

    Raises:
        OSError: it cannot be started.
    """
    while _ahead:
        child = _ahead.pop()
        if child.process.poll() is None:
            return child
        child.end()
    return StartedChild.start(table)
