"""Finds free ports on this machine that no other program takes before ours listens on them.

The system's own range of ports is no use: while a broker starts, the system may give its port to a program that
connects to something. Below that range, each process of this program picks ports from a row of its own.
"""

import errno
import random
import socket
from collections.abc import Iterator
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from threading import Lock
from typing import Final

LOCALHOST = "127.0.0.1"
FIRST: Final = 20_000
ROW: Final = 100
_RANGE: Final = Path("/proc/sys/net/ipv4/ip_local_port_range")
_LOCK: Final = Lock()


def free_ports(count: int) -> list[int]:
    """Return this many different free TCP ports of this machine, at most half a row.

    Raises:
        OSError: there are not enough.
    """
    with _LOCK:
        tried = islice(_row(), ROW)
        found = list(islice((port for port in tried if _is_free(port)), count))
    if len(found) < count:
        raise OSError(errno.EADDRINUSE, "no free ports")
    return found


def given_out_by_the_system() -> range:
    """Return the range from which the system picks ports for programs that do not name one."""
    lowest, highest = (int(each) for each in _RANGE.read_text(encoding="ascii").split())
    return range(lowest, highest + 1)


@cache
def _row() -> Iterator[int]:
    """Yield the ports of this process's row, in turn, again and again."""
    lowest = given_out_by_the_system().start
    rows = list(range(FIRST, lowest - ROW + 1, ROW))
    random.shuffle(rows)
    for first in rows:
        held = socket.socket(socket.AF_UNIX)
        try:
            held.bind(
                f"\0jantaku-ports-{first}"
            )  # not the name of a file, so it is free again when this process ends
        except OSError:
            held.close()
            continue
        held.detach()
        return cycle(range(first, first + ROW))
    raise OSError(errno.EADDRINUSE, f"no row of ports from {FIRST} to {lowest - 1}")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        # Like a broker that listens, ignore ended connections that the system still remembers.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOCALHOST, port))
        except OSError:
            return False
    return True
